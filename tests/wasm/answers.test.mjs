// The package's answers against those of the program's `--json`. PACKAGE is the unpacked package, TIHBAT the program, ROOT the
// project.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, Solver, closeAll, equal, games, open, program, randomGame, rulesFiles } from "./common.mjs";

/** @type {any} */
let solver;
before(async () => void (solver = await Solver.start()));
after(() => {
  closeAll();
  solver.close();
});

test("the built-in games are those of the program", async () => {
  equal(await solver.games(), program(["rules"]));
});

test("rules files read back to the same rules, and to the program's names", async () => {
  for (const path of rulesFiles) {
    const rules = await solver.rules({ text: readFileSync(path, "utf8") });
    const shown = program(["rules", "show", path]);
    equal(Object.fromEntries(rules.clauses.map(({ name, value }) => [name, value])), shown.rules);
    assert.equal(rules.game, shown.game);
    const again = await solver.rules({ text: rules.toml });
    equal(again.clauses.map(({ value }) => value), rules.clauses.map(({ value }) => value));
    assert.ok(rules.clauses.every(({ meaning, value, value_meaning, values }) => meaning && (value_meaning || !values.some((known) => known.value === value))));
  }
});

test("every clause of a built-in game has its source, and a changed one has none", async () => {
  for (const { game } of await solver.games()) {
    const { clauses, description, source } = await solver.rules({ game });
    assert.ok(description && source && clauses.every(({ source }) => source), game);
  }
  const { clauses } = await solver.rules({ game: "tihbat", set: { "capture.chain": "backwards", pits: 3 } });
  equal(clauses.filter(({ source }) => !source).map(({ name }) => name), ["pits", "capture.chain"]);
});

for (const { name, spec, args } of games) {
  test(`${name}: value, moves and line of positions and of games in progress`, async () => {
    const table = await open(solver, spec);
    // Later questions find this table in the program's folder.
    program(["solve", ...args]);
    for (let seed = 1; seed <= 6; seed++) {
      const { from, moves } = await randomGame(table, seed);
      for (const upTo of new Set([0, Math.ceil(moves.length / 2), moves.length])) {
        const played = moves.slice(0, upTo).join(" ");
        const asked = await table.position({ position: from, moves: played });
        const { moves: best, ...value } = asked;
        equal(value, program(["value", ...args, from, "--moves", played]), from);
        equal({ moves: best }, { moves: program(["best", ...args, from, "--moves", played]).moves });
        equal(await table.line({ position: from, moves: played }), program(["line", ...args, from, "--moves", played]));
      }
      equal((await table.position({ position: from })).moves, program(["best", ...args, from]).moves);
    }
  });

  test(`${name}: layers`, async () => {
    const table = await open(solver, spec);
    const { layers } = await table.layers();
    const theirs = program(["layers", ...args]);
    equal(layers.map(({ margins, longest, ...counts }) => counts), theirs.layers ?? theirs);
  });
}

test("games in progress with repetitions are exact", async () => {
  let mattered = 0;
  for (const { name, spec, args } of games.filter(({ small }) => small)) {
    const table = await open(solver, spec);
    for (let seed = 1; seed <= 40 && mattered < 40; seed++) {
      const { from, moves } = await randomGame(table, seed, true);
      const played = moves.slice(0, -1).join(" ");
      const answer = await table.position({ position: from, moves: played });
      if (!answer.history_matters) continue;
      mattered++;
      const { moves: best, ...value } = answer;
      equal(value, program(["value", ...args, from, "--moves", played]), name);
      equal(best, program(["best", ...args, from, "--moves", played]).moves, name);
    }
  }
  assert.ok(mattered >= 5, `only ${mattered} histories mattered`);
});

test("records are judged, read and written as by the program", async () => {
  const table = await open(solver, { game: "tihbat" });
  const { from, moves } = await randomGame(table, 7);
  const text = await table.ogn({ position: from, moves, tags: { South: "One", Mood: "good" } });
  assert.match(text, /\[South "One"\]/);
  equal(await table.judge({ record: text }), program(["judge", "-"], text));
  const judged = await table.judge({ position: from, moves });
  equal(judged.moves, program(["judge", "-"], text).moves);
  equal((await table.record(text)).moves, judged.moves.map(({ move }) => move));
  const wrong = text.replace(/1\. \S+/, "1. H");
  equal(await table.judge({ record: wrong }), program(["judge", "-"], wrong, 1));
});

test("a partner plays as the program's for the same seed", async () => {
  const table = await open(solver, { game: "tihbat" });
  for (const [strength, seed] of [[10, 1], [0, 2], [5, 3], [0, 4]]) {
    const events = program(["play", "tihbat", "--side", "none", "--strength", String(strength), "--seed", String(seed)], "", 0, true);
    const [first] = events.filter(({ event }) => event === "move");
    const { move } = await table.partner({ strength, seed });
    assert.equal(move, first.move);
  }
});

test("a table that was solved here is the program's, to the byte, and opens again", async () => {
  const table = await open(solver, { game: "tihbat" });
  const bytes = await table.bytes();
  assert.deepEqual(Buffer.from(bytes), readFileSync(join(ROOT, "data/tihbat.mtb")));
  const again = await solver.open(bytes);
  assert.equal(again.rules.game, "tihbat");
  equal(again.info, table.info);
  equal(await again.position({ moves: "A b" }), await table.position({ moves: "A b" }));
  again.close();
});

test("a value is that of a table, and nothing is kept", async () => {
  const { boards, ...value } = await solver.value({ game: "modiar", set: { pits: 2 } });
  const table = await solver.solve({ game: "modiar", set: { pits: 2 } });
  assert.equal(boards, table.info.boards);
  equal(value, await table.position());
  table.close();
});
