// What is wrong is refused with a sentence, a long solve can be stopped, and nothing keeps memory. PACKAGE is the unpacked
// package, ROOT the project.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PACKAGE, ROOT, Solver, SolverError, equal, random, rulesFiles } from "./common.mjs";

/** @type {any} */
let solver;
/** @type {any} */
let table;
before(async () => {
  solver = await Solver.start();
  table = await solver.solve({ game: "tihbat" });
});
after(() => {
  table.close();
  solver.close();
});

/** Fails unless a question is refused in this way. */
async function refused(asked, kind, words) {
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof SolverError, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, words);
    return true;
  });
}

test("wrong questions are refused with what was expected", async () => {
  await refused(solver.rules({ game: "tihbta" }), "question", /did you mean "tihbat"/);
  await refused(solver.rules({}), "question", /`game`.*`text`/);
  await refused(solver.rules({ game: "x.toml" }), "question", /a page has no files/);
  await refused(solver.rules({ game: "tihbat", text: "" }), "question", /not by both/);
  await refused(solver.rules({ game: "tihbat", sett: {} }), "question", /unknown field `sett`/);
  await refused(solver.rules({ game: "tihbat", set: { pits: { a: 1 } } }), "question", /"pits" is a text, a number/);
  await refused(solver.rules({ game: "tihbat", set: { "capture.chian": "none" } }), "question", /capture\.chain/);
  await refused(solver.rules({ text: 'name = 3\nbase = "tihbat"' }), "question", /line 1: name is one line of text/);
  await refused(solver.solve({ game: "tihbat" }, { maxSeeds: 29 }), "question", /layers of 0 to 28 seeds, not of 29/);
  await refused(solver.solve({ game: "awari" }), "memory", /of memory.*layers of up to \d+ seeds fit/);
  await refused(table.position({ position: "-1" }), "question", /a position of this game is 4 pits/);
  await refused(table.position({ position: "7-7-7-7", moves: "A A" }), "question", /move 2: North is to move/);
  await refused(table.position({ position: 7 }), "question", /`position` is a text, not 7/);
  await refused(table.random({ seeds: [40] }), "question", /`seeds` is a list of two whole numbers, not \[40\]/);
  await refused(table.puzzles({ grade: [1, 300] }), "question", /`grade` cannot be 300/);
  await refused(table.position({ position: "30-30-0-0" }), "question", /28/);
  await refused(table.partner({ strength: 11 }), "question", /strength is a number from 0 to 10/);
  await refused(table.puzzles({ count: 0 }), "question", /from 1 to 1000, not 0/);
  await refused(table.puzzles({ grade: [0, 5] }), "question", /a grade is a number from 1 to 5/);
  await refused(table.random({ seeds: [40, 50] }), "question", /boards of 1 to 28 seeds/);
  await refused(table.ogn({ tags: { "a b": "x" } }), "question", /letters, digits/);
  await refused(table.ogn({ tags: { South: "x\ny" } }), "question", /one line of text/);
  await refused(table.record("1. A ]"), "question", /line 1, column 6: expected a move/);
  const bounds = await solver.solve({ game: "tihbat", set: { repetition: "open", seeds_per_pit: 2 } });
  for (const asked of [bounds.judge({}), bounds.partner({}), bounds.puzzles(), bounds.traps(), bounds.longest()]) {
    await refused(asked, "question", /leaves open what a repetition pays/);
  }
  bounds.close();
});

test("any bytes as a table are refused, and cut or changed tables too", async () => {
  const right = readFileSync(join(ROOT, "data/tihbat.mtb"));
  const open = (bytes) => solver.open(new Uint8Array(bytes).buffer);
  const draw = random(3);
  await refused(open([]), "table", /./);
  await refused(open(Buffer.from("hello")), "table", /./);
  for (let n = 0; n < 20; n++) {
    await refused(open(right.subarray(0, draw(right.length))), "table", /./);
    const changed = Buffer.from(right);
    changed[draw(right.length)] ^= 1 << draw(8);
    await refused(open(changed), "table", /./);
  }
  await refused(solver.open(new Uint8Array(right).buffer, { game: "modiar" }), "table", /pits/);
  // A large table, of which the program would check only what it reads.
  const large = await solver.solve({ game: "modiar" }, { maxSeeds: 36 });
  const bytes = new Uint8Array(await large.bytes());
  large.close();
  assert.ok(bytes.length > 8 << 20, `${bytes.length} bytes`);
  for (let n = 0; n < 5; n++) {
    const changed = bytes.slice();
    changed[draw(bytes.length)] ^= 1 << draw(8);
    await refused(open(changed), "table", /./);
  }
});

test("any text as a question, a rules file or a record is refused or answered, and the solver goes on", async () => {
  const draw = random(5);
  const files = rulesFiles.map((path) => readFileSync(path, "utf8"));
  const texts = [...files, await table.ogn({ moves: "A b" }), "7-7-7-7-0-0-S", "A b A+2"];
  const marks = ["", "\0", "-", "\n", "[", "\u{1f600}", "99999999999999999999", '"', "=", "pits"];
  const settled = { answered: 0, refused: 0 };
  for (let n = 0; n < 300; n++) {
    const text = texts[draw(texts.length)];
    const at = draw(text.length);
    const edited = text.slice(0, at) + marks[draw(marks.length)] + text.slice(at + draw(4));
    const questions = [() => solver.rules({ text: edited }), () => table.record(edited), () => table.position({ position: edited }), () => table.game({ moves: edited })];
    try {
      await questions[draw(questions.length)]();
      settled.answered++;
    } catch (error) {
      assert.ok(error instanceof SolverError && error.kind === "question", String(error));
      settled.refused++;
    }
  }
  assert.ok(settled.answered > 10 && settled.refused > 100, JSON.stringify(settled));
});

test("a solve reports progress, can be stopped, and a stopped one disturbs no other table", async () => {
  const seen = [];
  const whole = await solver.solve({ game: "modiar" }, { maxSeeds: 30, onProgress: (progress) => seen.push(progress) });
  assert.ok(seen.length > 20, `${seen.length} reports`);
  assert.ok(seen.every(({ boards, allBoards, seeds }, at) => boards <= allBoards && seeds <= 30 && (!at || boards > seen[at - 1].boards)));
  assert.equal(seen.at(-1).allBoards, whole.info.boards);
  whole.close();
  const stop = new AbortController();
  const solving = solver.solve({ game: "modiar" }, { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(solving, { name: "AbortError" });
  await assert.rejects(solver.solve({ game: "tihbat" }, { signal: AbortSignal.abort() }), { name: "AbortError" });
  const value = new AbortController();
  await assert.rejects(solver.value({ game: "modiar" }, { signal: value.signal, onProgress: () => value.abort() }), { name: "AbortError" });
  assert.equal((await table.position()).margin, -2);
  assert.equal((await solver.games()).length, 4);
});

test("a solver that breaks down says why, and the next question gets a new worker", async () => {
  // A table of 4 billion boards does not fit into the addresses of a module, whatever memory is allowed.
  const lavish = await Solver.start({ memory: 2 ** 50 });
  await refused(lavish.solve({ game: "awari" }, { maxSeeds: 27 }), "failed", /^the solver broke down: panicked at tihbat\//);
  await refused(lavish.value({ game: "awari", set: { start: [27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] } }), "failed", /broke down/);
  assert.equal((await lavish.games()).length, 4);
  lavish.close();
});

test("a closed table says so", async () => {
  const closed = await solver.solve({ game: "tihbat" });
  closed.close();
  await refused(closed.position(), "closed", /the table was closed/);
});

test("memory does not grow over 1,000 questions", async () => {
  const source = readFileSync(join(PACKAGE, "tihbat.wasm"));
  const { instance } = await WebAssembly.instantiate(source, { tihbat: { progress() {}, panicked() {} } });
  const { memory, room, ask, reply, reply_bytes, forget } = /** @type {any} */ (instance.exports);
  const put = (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const address = room(bytes.length);
    // Only now, because making room may move the memory.
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    const kind = ask();
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, reply(), reply_bytes()).slice());
    forget();
    return { kind, answer };
  };
  assert.equal(put({ do: "solve", rules: { game: "tihbat" }, memory: 2 ** 30 }).kind, 0);
  const round = (n) => {
    const draw = random(n);
    const { position } = JSON.parse(put({ do: "random", seed: n }).answer);
    for (const question of ["position", "line", "game", "judge"]) put({ do: question, position, moves: "" });
    put({ do: "value", rules: { game: "tihbat", set: { pits: 1 + draw(2), seeds_per_pit: 1 + draw(5) } }, memory: 2 ** 30 });
    put({ do: "position", position: "nonsense" });
  };
  // The second time, the same questions need no more room than the first time.
  for (let n = 0; n < 150; n++) round(n);
  const before = memory.buffer.byteLength;
  for (let n = 0; n < 150; n++) round(n);
  assert.equal(memory.buffer.byteLength, before);
});

test("puzzles hold by one move, and traps give away what they say", async () => {
  const puzzles = await table.puzzles({ count: 5, seed: 2 });
  equal(puzzles, await table.puzzles({ count: 5, seed: 2 }));
  for (const { position, holds, moves, wrong } of puzzles) {
    assert.equal(wrong, moves.length - 1);
    const asked = await table.position({ position });
    assert.equal(asked.outcome, holds);
    for (const { position: after } of moves.slice(1)) {
      // The opponent's outcome after a wrong move is better than after the right one.
      const { outcome } = await table.position({ position: after });
      assert.ok(outcome === "win" || (outcome === "draw" && holds === "win"), position);
    }
  }
  for (const { tempting, moves, gives_away, best } of await table.traps({ count: 5 })) {
    const margin = (name) => moves.find(({ move }) => move === name).margin;
    assert.equal(margin(best[0]) - margin(tempting), gives_away);
  }
  const [first, second] = await table.longest({ count: 2 });
  assert.ok(first.distance >= second.distance);
});
