// The modules of the explorer against the oracle, the program, and one another. SITE is a folder that `tihbat site` wrote,
// TIHBAT the program, DATA the folder of the oracle.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { host } from "./host.mjs";

const { SITE, TIHBAT, DATA } = process.env;
const module = (name) => import(join(SITE, name));
const { Table, TableError, choose, crc32 } = await module("mtb.js");
const { Rules, total, turned } = await module("moves.js");
const { Analysis } = await module("analysis.js");
const { Record, movesOf } = await module("record.js");
const { endText } = await module("ends.js");
const { parse, text, key, after, ofBoard } = await module("position.js");
const { solve } = await module("history.js");
const { BoundsAnalysis, forcesText, resultText } = await module("bounds.js");

const { games } = JSON.parse(readFileSync(join(SITE, "games.json")));
const game = (name) => games.find((game) => game.name === name);
const tableBytes = (name) => readFileSync(join(SITE, game(name).table.file));
const open = (name) => Table.open(tableBytes(name));
const analyses = new Map();
async function analysis(name) {
  if (!analyses.has(name)) {
    const table = await open(name);
    analyses.set(name, new (table.kind === "bounds" ? BoundsAnalysis : Analysis)(game(name), table));
  }
  return analyses.get(name);
}
const written = (args, input) => execFileSync(TIHBAT, [...args, "--data-dir", join(SITE, "tables")], { maxBuffer: 1 << 27, input, encoding: "utf8" });
const run = (...args) => JSON.parse(written([...args, "--json"]));
/** Games that have bounds: the built-in one, and those of rules files. */
const bounded = games.filter(({ rules }) => rules.repetition !== "split");
const margins = games.filter(({ rules }) => rules.repetition === "split");
const sized = (name) => {
  const [bare, size] = name.split("-");
  const [pits, seeds] = size?.split("x") ?? [];
  if (/(open|row)$/.test(bare)) return { bare: join(SITE, `${bare}.toml`), flags: [] };
  return { bare, flags: size ? ["--pits", pits, "--seeds-per-pit", seeds] : [] };
};
const ask = (command, name, ...args) => {
  const { bare, flags } = sized(name);
  return run(command, bare, ...args, ...flags);
};

/** The answers of the program about many boards. */
function askAll(command, name, boards) {
  const { bare, flags } = sized(name);
  const lines = written([command, bare, "-", ...flags, "--json"], `${boards.join("\n")}\n`).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Numbers that look random and are the same every time. */
function* random(seed) {
  for (;;) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    yield seed / 2 ** 32;
  }
}

/** Some board of `pits` pits with `seeds` seeds. */
function someBoard(chance, pits, seeds) {
  const board = Array(pits).fill(0);
  for (let seed = 0; seed < seeds; seed++) board[Math.floor(chance.next().value * pits)] += 1;
  return board;
}

/** Every board of `pits` pits with `seeds` seeds. */
function* boards(pits, seeds) {
  if (pits === 1) yield [seeds];
  else for (let first = 0; first <= seeds; first++) for (const rest of boards(pits - 1, seeds - first)) yield [first, ...rest];
}

for (const [file, name, first] of [["tihbat-moves", "tihbat", false], ["modiar-moves", "modiar", false], ["modiar-first-move", "modiar", true]]) {
  test(`moves are those of the oracle: ${file}`, () => {
    const rules = new Rules(game(name).rules);
    const lines = readFileSync(join(DATA, "oracle", `${file}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    assert.ok(lines.length >= 60);
    for (const { board, moves } of lines) {
      const found = rules.pits(board, first).map(({ pit, legal, captured, board, why }) =>
        legal ? { pit, legal, after: turned(board), captured } : { pit, legal, after: null, captured: null, why });
      // The oracle calls an empty pit one with too few seeds where a lift needs more than one.
      const named = moves.map((move) => (move.why === "too_few" && board[move.pit] === 0 ? { ...move, why: "empty" } : move));
      assert.deepEqual(found, named, String(board));
    }
  });
}

test("an opponent who cannot be fed ends the game, if the clause says so", () => {
  const rules = (name) => new Rules({ ...game(name).rules, feeding: "if_able_or_over" });
  const cases = [["modiar", [2, 0, 0, 0, 0, 0], [], 2], ["modiar", [2, 0, 2, 0, 0, 0], [2]], ["tihbat", [1, 1, 0, 0], [], 2], ["tihbat", [1, 2, 0, 0], [1]], ["tihbat", [0, 0, 1, 0], [null]]];
  for (const [name, board, pits, margin] of cases) {
    assert.deepEqual(rules(name).plays(board).map(({ pit }) => pit), pits, `${name} ${board}`);
    if (margin) assert.equal(rules(name).ending(board), margin);
  }
});

test("without capturing counts nothing is captured", () => {
  const rules = new Rules({ ...game("tihbat").rules, "capture.counts": "none" });
  assert.deepEqual(rules.plays([1, 1, 0, 1]).map(({ captured }) => captured), [0, 0]);
  assert.equal(new Rules(game("tihbat").rules).plays([2, 1, 0, 1])[0].captured, 2);
});

test("every entry of a table is the one that the program exports", async () => {
  for (const name of ["tihbat", "awari-3x2"]) {
    const table = await open(name);
    const { bare, flags } = sized(name);
    const rows = execFileSync(TIHBAT, ["export", bare, ...flags, "--format", "jsonl", "-o", "-", "--data-dir", join(SITE, "tables")], { maxBuffer: 1 << 26 }).toString().trim().split("\n");
    assert.equal(rows.length, table.boards);
    for (const row of rows) {
      const { index, board, margin, distance } = JSON.parse(row);
      const pits = board.split("-").map(Number);
      assert.equal(table.index(pits), index);
      assert.deepEqual(await table.probe(pits), { margin, distance }, board);
    }
  }
});

test("answers are those of `best`, `value` and `line`, for boards of many games", async () => {
  const chance = random(7);
  for (const { name, seeds } of margins) {
    const own = await analysis(name);
    const { rules } = own;
    const asked = [[]].concat(Array.from({ length: 12 }, () => [someBoard(chance, 2 * rules.row, Math.floor(chance.next().value * (seeds + 1))).join("-")]));
    for (const args of asked) {
      const position = args.length ? own.parse(args[0]) : own.start;
      const answer = await own.answer(position);
      const [best, value, line] = ["best", "value", "line"].map((command) => ask(command, name, ...args));
      const bare = ({ move, margin, distance, captured, position, best }) => ({ move, margin, distance, captured, position, best });
      assert.deepEqual(answer.moves.map(bare), best.moves, `${name} ${args}`);
      for (const field of ["game", "position", "margin", "outcome", "distance", "final"]) assert.deepEqual(answer[field], value[field], `${name} ${args} ${field}`);
      assert.equal(answer.first_move, value.first_move ?? false);
      const { moves, end, final } = await own.line(position);
      assert.deepEqual({ moves: moves.map(bare), end, final }, { moves: line.moves, end: line.end, final: line.final }, `${name} ${args}`);
    }
  }
});

test("bad positions are refused with the sentences of the program", async () => {
  const own = await analysis("tihbat");
  for (const bad of ["7-7-7", "7-7-7-7-0-0-W", "7-7-7-7-0-x-S", "7-7-7-7-2-0-S", "7-7-7-300", "7-7-7-x", "100-27-1-0", "7-7-7-7-0-0-S-S", "", "7--7-7"]) {
    let said = "";
    try {
      execFileSync(TIHBAT, ["best", "tihbat", bad], { stdio: "pipe" });
    } catch (error) {
      assert.equal(error.status, 2);
      said = error.stderr.toString().trim().replace(`error: position "${bad}": `, "");
    }
    assert.notEqual(said, "");
    assert.throws(() => own.parse(bad), { message: said }, bad);
  }
});

/** What the player to move gets from a position when seen ones are ends worth 0: every game played out. */
function playedOut(rules, table, position, seen, memo = new Map()) {
  const plays = rules.plays(position.board);
  if (plays.length === 0) return rules.ending(position.board);
  const now = new Set([...seen, key(position)]);
  let best = -Infinity;
  for (const play of plays) {
    const next = after(position, play);
    if (play.captured > 0) best = Math.max(best, play.captured - memo.get(play.board.join("-")));
    else if (now.has(key(next))) best = Math.max(best, 0);
    else best = Math.max(best, 0 - playedOut(rules, table, next, now, memo));
  }
  return best;
}

test("values inside a game are those of every game played out with its history", async () => {
  for (const [name, most] of [["tihbat", 4], ["modiar", 4], ["awari-3x2", 3]]) {
    const own = await analysis(name);
    const { rules, table } = own;
    const memo = new Map();
    for (let seeds = 0; seeds < most; seeds++) {
      for (const board of boards(2 * rules.row, seeds)) memo.set(board.join("-"), (await table.probe(board)).margin);
    }
    const chance = random(3);
    let differing = 0;
    for (let game = 0; game < 60; game++) {
      let position = ofBoard(someBoard(chance, 2 * rules.row, most));
      let seen = new Set();
      for (let ply = 0; ply < 6; ply++) {
        const answer = await own.answer(position, seen);
        assert.ok(answer.exact);
        assert.equal(answer.margin, playedOut(rules, table, position, seen, memo), `${name} ${text(position)} after ${[...seen]}`);
        if (answer.margin !== (await table.probe(position.board)).margin) differing += 1;
        const quiet = answer.moves.filter(({ captured, repeats }) => captured === 0 && !repeats);
        if (quiet.length === 0) break;
        seen = new Set([...seen, key(position)]);
        position = quiet[Math.floor(chance.next().value * quiet.length)].after;
      }
    }
    if (name === "tihbat") assert.ok(differing > 0, "history made no difference");
  }
});

test("answers inside a game are those of the program with `--moves`", async () => {
  const chance = random(17);
  let mattered = 0;
  for (const name of ["tihbat", "tihbat-3x2", "awari-3x2", "modiar"]) {
    const own = await analysis(name);
    for (let games = 0; games < (name === "tihbat" ? 60 : 8); games++) {
      const most = name === "modiar" ? 12 : games % 2 === 0 ? 5 : game(name).seeds;
      const seeds = 3 + Math.floor(chance.next().value * (most - 2));
      const start = games === 0 ? own.start : ofBoard(someBoard(chance, 2 * own.rules.row, seeds));
      let record = Record.at(own, start);
      for (let ply = 0; ply < 2 + (games % 5) && !record.end; ply++) {
        const plays = own.plays(record.position);
        const quiet = plays.filter(({ captured }) => captured === 0);
        const from = quiet.length > 0 && chance.next().value < 0.8 ? quiet : plays;
        const play = from[Math.floor(chance.next().value * from.length)];
        record = record.play(play.pit === null ? "pass" : String.fromCharCode((record.position.side === "S" ? 65 : 97) + play.pit));
      }
      const answer = await own.answer(record.position, record.seen);
      const asked = [games === 0 ? text(start) : start.board.join("-"), "--moves", record.moves.join(" ")];
      const [value, best] = [ask("value", name, ...asked), ask("best", name, ...asked)];
      assert.equal(value.over, record.end, `${name} ${asked}`);
      if (record.end || !answer.exact) continue;
      for (const field of ["position", "margin", "outcome", "distance", "final"]) assert.deepEqual(answer[field], value[field], `${name} ${asked} ${field}`);
      const bare = ({ move, margin, distance, captured, position, best }) => ({ move, margin, distance, captured, position, best });
      assert.deepEqual(answer.moves.map(bare), best.moves.map(bare), `${name} ${asked}`);
      mattered += Number(value.history_matters);
    }
  }
  assert.ok(mattered > 0, "history never mattered");
});

test("a layer solved again without a history has the values of the table", async () => {
  const own = await analysis("tihbat");
  const { rules, table } = own;
  const chance = random(11);
  for (let round = 0; round < 20; round++) {
    const root = ofBoard(someBoard(chance, 4, 6 + round));
    // The root is an end worth 0 of its own layer, so only a root worth 0 changes nothing.
    if ((await table.probe(root.board)).margin !== 0) continue;
    const values = await solve(rules, root, new Set(), (board) => table.probe(board), 100_000);
    for (const [name, { margin, distance }] of values) {
      const board = name.split(" ")[0].split("-").map(Number);
      assert.deepEqual({ margin, distance }, await table.probe(board), name);
    }
  }
});

test("tables are read by ranges, and whole where ranges are refused", async () => {
  const chance = random(5);
  const own = await open("modiar");
  for (const ranges of [true, false]) {
    const { address, asked, close } = await host(SITE, { ranges });
    try {
      const far = await Table.open(`${address}${game("modiar").table.file}`);
      for (let board = 0; board < 20; board++) {
        const pits = someBoard(chance, 6, 2 * board + 2);
        assert.deepEqual(await far.probe(pits), await own.probe(pits));
      }
      const bytes = asked.reduce((sum, { bytes }) => sum + bytes, 0);
      if (ranges) assert.ok(bytes < game("modiar").table.bytes / 4, `${bytes} bytes fetched`);
      else assert.deepEqual(asked.map(({ bytes }) => bytes), [game("modiar").table.bytes]);
      const whole = asked.length;
      const near = await Table.open(`${address}${game("tihbat").table.file}`);
      for (const board of boards(4, 6)) await near.probe(board);
      assert.ok(asked.length - whole <= 2, "a small table is fetched whole");
    } finally {
      close();
    }
  }
});

test("damaged tables are refused", async () => {
  const bytes = tableBytes("tihbat");
  const refused = async (change, words) => {
    const copy = Uint8Array.from(bytes);
    const changed = change(copy) ?? copy;
    await assert.rejects(async () => {
      const table = await Table.open(changed);
      for (let seeds = 0; seeds <= table.maxSeeds; seeds++) await table.probe([seeds, 0, 0, 0]);
    }, (error) => error instanceof TableError && words.test(error.message), String(words));
  };
  await refused((copy) => void (copy[0] ^= 1), /not a tihbat table/);
  await refused((copy) => void (copy[8] = 3), /version 3/);
  await refused((copy) => void (copy[8] = 2), /header does not match/);
  await refused((copy) => void (copy[30] ^= 4), /header does not match/);
  await refused((copy) => copy.slice(0, -1), /bytes, but has/);
  await refused((copy) => void (copy[5000] ^= 1), /do not match their checksum/);
  await refused((copy) => void (copy[41_000] ^= 1), /do not match their checksum/);
  await refused(() => new Uint8Array(0), /not a tihbat table/);
  await assert.rejects((await open("tihbat")).probe([30, 0, 0, 0]), { message: "the table goes up to 28 seeds, but 30 are needed" });
});

test("checksums and binomials are the known ones", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
  assert.equal(choose(32, 4), 35_960);
  assert.equal(choose(48, 6), 12_271_512);
  assert.equal(choose(5, 6), 0);
});

test("a game is read, replayed, undone and written", async () => {
  const own = await analysis("tihbat");
  const record = Record.parse(own, "[Event \"x\"]\n1. A a {a good one} 2. B b");
  assert.deepEqual(record.plies.map(({ move }) => move.split("+")[0]), ["A", "a", "B", "b"]);
  assert.equal(record.goto(2).play("B").moves.length, 4);
  assert.equal(record.goto(2).play("A").moves.length, 3);
  const again = Record.parse(own, record.ogn());
  assert.equal(text(again.position), text(record.position));
  assert.equal(total(record.position.board) + record.position.captured[0] + record.position.captured[1], 28);
  assert.throws(() => Record.parse(own, "A B"), /move 2: North is to move and cannot play "B"; the legal moves are a, b$/);
  assert.throws(() => Record.parse(own, "A a+40"), /move 2: a captures 0 seeds here, not 40$/);
  assert.throws(() => Record.parse(own, "hello"), /move 1: a move is a pit.s letter/);
  assert.throws(() => Record.parse(own, ""), /paste a position/);
  const standing = Record.parse(own, "1-1-0-0");
  assert.equal(standing.play("A").end, null);
  assert.equal(standing.play("A").play("pass").end, "repetition");
  assert.throws(() => standing.play("A").play("pass").play("A"), /move 3: the game was over before "A": the board came again/);
  assert.deepEqual(movesOf("1. A a 2. B+4 pass 13-15"), ["A", "a", "B+4", "pass"]);
});


test("a saved game is judged by the program as by the page", async () => {
  const chance = random(23);
  for (const name of ["tihbat", "tihbat-3x2"]) {
    const own = await analysis(name);
    const { bare, flags } = sized(name);
    for (let games = 0; games < 5; games++) {
      let record = Record.at(own, own.start);
      while (!record.end && record.at < 60) {
        const plays = own.plays(record.position);
        const { pit } = plays[Math.floor(chance.next().value * plays.length)];
        record = record.play(pit === null ? "pass" : String.fromCharCode((record.position.side === "S" ? 65 : 97) + pit));
      }
      const file = join(SITE, "saved.ogn");
      writeFileSync(file, record.ogn());
      assert.ok(record.ogn().split("\n").every((line) => line.length <= 79));
      const judged = run("judge", file, bare, ...flags);
      assert.equal(judged.legal, true);
      assert.deepEqual(judged.moves.map(({ move }) => move), record.plies.map(({ move }) => move));
      for (const [at, { move, before, seen }] of record.plies.entries()) {
        const answer = await own.answer(before, seen);
        assert.ok(answer.exact);
        const lost = answer.moves[0].margin - answer.moves.find((other) => other.move === move).margin;
        assert.equal(judged.moves[at].gives_away, lost, `${name} ${record.moves.slice(0, at + 1)}`);
      }
    }
  }
});

const entry = ({ forced, forced_distance, forced_other, forced_other_distance }) =>
  ({ forced, forcedDistance: forced_distance, forcedOther: forced_other, forcedOtherDistance: forced_other_distance });

test("bounds of all boards of few seeds are those of the program", async () => {
  assert.equal((await open("tihbat")).kind, "margins");
  for (const [name, pits, most, number] of [["tihbatopen", 4, 10, 1001], ["oware-3x2", 6, 7, 1716]]) {
    const table = await open(name);
    assert.equal(table.kind, "bounds");
    const all = Array.from({ length: most + 1 }, (_, seeds) => [...boards(pits, seeds)]).flat();
    const said = askAll("value", name, all.map((board) => board.join("-")));
    assert.equal(said.length, number);
    for (const [at, board] of all.entries()) assert.deepEqual(await table.probe(board), entry(said[at]), String(board));
    assert.ok(said.some(({ open, forced }) => open > 0 && forced > 0) && said.some(({ forced_other }) => forced_other > 0));
    if (name === "oware-3x2") assert.ok(said.some(({ open, forced }) => open === 0 && forced > 0), "oware has boards that do not depend on the rule");
  }
});

test("distances of bounds above 255 plies are read", async () => {
  const [short, long] = [await open("tihbatopen"), await Table.open(readFileSync(join(SITE, "long.mtb")))];
  let longest = [0, 0];
  for (let seeds = 0; seeds <= 28; seeds++) {
    for (const board of boards(4, seeds)) {
      const [one, other] = [await short.probe(board), await long.probe(board)];
      const longer = (plies) => (plies === null ? null : plies + (seeds < 11 ? 0 : 300));
      assert.deepEqual(other, { ...one, forcedDistance: longer(one.forcedDistance), forcedOtherDistance: longer(one.forcedOtherDistance) }, String(board));
      longest = [Math.max(longest[0], other.forcedDistance), Math.max(longest[1], other.forcedOtherDistance)];
    }
  }
  assert.ok(longest.every((plies) => plies > 300), String(longest));
});

test("damaged bounds are refused, whichever column is damaged", async () => {
  for (const bytes of [tableBytes("tihbatopen"), readFileSync(join(SITE, "long.mtb"))]) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const number = (at) => Number(view.getBigUint64(at, true));
    const end = 16 + view.getUint32(12, true);
    const farFrom = number(80);
    const near = [56, 64, end - 24, end - 16].map((at) => number(at) + 20_000);
    const far = number(72) === 0 ? [] : [72, end - 8].map((at) => number(at) + 20_000 - farFrom);
    for (const at of [...near, ...far]) {
      const copy = Uint8Array.from(bytes);
      copy[at] ^= 1;
      const table = await Table.open(copy);
      await assert.rejects(async () => {
        for (let seeds = 0; seeds <= table.maxSeeds; seeds++) await table.probe([seeds, 0, 0, 0]);
      }, (error) => error instanceof TableError && /do not match their checksum/.test(error.message), `byte ${at}`);
    }
    for (const at of [56, end - 24]) {
      const copy = Uint8Array.from(bytes);
      copy[at] ^= 16;
      await assert.rejects(Table.open(copy), { message: /header does not match/ });
    }
  }
});

const bareBounds = ({ move, forced, forced_distance, forced_other, forced_other_distance, captured, position, best }) =>
  ({ move, forced, forced_distance, forced_other, forced_other_distance, captured, position, best });

test("answers with bounds are those of `best`, `value` and `line`", async () => {
  const chance = random(29);
  assert.equal(bounded.length, 5);
  for (const { name, seeds } of bounded) {
    const own = await analysis(name);
    const some = Array.from({ length: 60 }, () => someBoard(chance, 2 * own.rules.row, Math.floor(chance.next().value * (seeds + 1))).join("-"));
    const asked = [text(own.start), ...some];
    const [best, value, line] = ["best", "value", "line"].map((command) => askAll(command, name, asked));
    for (const [at, written] of asked.entries()) {
      const position = own.parse(written);
      const answer = await own.answer(position);
      assert.deepEqual(answer.moves.map(bareBounds), best[at].moves, `${name} ${written}`);
      for (const field of ["game", "position", "forced", "forced_distance", "forced_other", "forced_other_distance", "open", "least", "most", "outcome"]) {
        assert.deepEqual(answer[field], value[at][field], `${name} ${written} ${field}`);
      }
      assert.ok(answer.exact);
      assert.equal(answer.first_move, value[at].first_move ?? false);
      const { moves, end, captured, left } = await own.line(position);
      assert.deepEqual({ moves: moves.map((move) => ({ ...bareBounds(move), holder: move.holder })), end, captured, left }, { moves: line[at].moves, end: line[at].end, captured: line[at].captured, left: line[at].left }, `${name} ${written}`);
    }
  }
});

test("the words about bounds are those of the program", async () => {
  const chance = random(31);
  for (const { name, seeds } of bounded) {
    const own = await analysis(name);
    const some = Array.from({ length: 60 }, () => someBoard(chance, 2 * own.rules.row, Math.floor(chance.next().value * (seeds + 1))));
    const { bare, flags } = sized(name);
    const said = written(["value", bare, "-", ...flags], `${some.map((board) => board.join("-")).join("\n")}\n`).trimEnd().split("\n");
    for (const [at, board] of some.entries()) {
      const answer = await own.answer(ofBoard(board));
      assert.ok(said[at].endsWith(`: ${forcesText(answer, total(board))}; ${resultText(answer)}`), `${said[at]} | ${forcesText(answer, total(board))}; ${resultText(answer)}`);
    }
  }
});

test("answers with bounds inside a game are those of the program with `--moves`, or said to be inexact", async () => {
  const chance = random(37);
  let [exact, inexact, over] = [0, 0, 0];
  for (const { name, seeds } of bounded) {
    const own = await analysis(name);
    for (let number = 0; number < 40; number++) {
      const start = number === 0 ? own.start : ofBoard(someBoard(chance, 2 * own.rules.row, 2 + Math.floor(chance.next().value * (seeds - 1))));
      let record = Record.at(own, start);
      for (let ply = 0; ply < 1 + (number % 6) && !record.end; ply++) {
        const plays = own.plays(record.position);
        const { pit } = plays[Math.floor(chance.next().value * plays.length)];
        record = record.play(pit === null ? "pass" : String.fromCharCode((record.position.side === "S" ? 65 : 97) + pit));
      }
      const asked = [number === 0 ? text(start) : start.board.join("-"), "--moves", record.moves.join(" ")];
      const [value, best] = [ask("value", name, ...asked), ask("best", name, ...asked)];
      assert.equal(value.over, record.end, `${name} ${asked}`);
      if (record.end) {
        over += 1;
        continue;
      }
      const answer = await own.answer(record.position, record.seen);
      if (!answer.exact) {
        inexact += 1;
        continue;
      }
      exact += 1;
      for (const field of ["position", "forced", "forced_distance", "forced_other", "forced_other_distance", "open", "least", "most", "outcome"]) {
        assert.deepEqual(answer[field], value[field], `${name} ${asked} ${field}`);
      }
      assert.deepEqual(answer.moves.map(bareBounds), best.moves, `${name} ${asked}`);
    }
  }
  assert.ok(exact > 30 && inexact > 5 && over > 0, `${exact} ${inexact} ${over}`);
});

test("a repetition pays what the clause says", async () => {
  const ends = { tihbat: [/are split/, { south: 1, north: 1, left: 0 }], tihbatopen: [/leave open who gets/, { south: 0, north: 0, left: 2 }], tihbatrow: [/own row/, { south: 2, north: 0, left: 0 }] };
  for (const [name, [words, final]] of Object.entries(ends)) {
    const own = await analysis(name);
    const record = Record.parse(own, "1-1-0-0").play("A").play("pass");
    assert.equal(record.end, "repetition");
    assert.match(endText(record.end, own.rules), words);
    assert.deepEqual(record.finals(), final);
    assert.equal(/\n1\. A pass(.*)\n$/.exec(record.ogn())[1], final.left > 0 ? "" : ` ${final.south}-${final.north}`);
  }
});
