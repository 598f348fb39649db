// Whether two builds of the solver are the same: their functions, and their answers to many questions. Says whether their bytes are.
// Both must be small enough for a page.
//
//     node tests/wasm/same.mjs web/tihbat.wasm BUILT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** The most bytes that a page loads for the solver, compressed. */
const MOST = 300_000;

const [committed, built] = process.argv.slice(2).map((path) => readFileSync(path));

const sizes = [committed, built].map((bytes) => gzipSync(bytes, { level: 9 }).length);
for (const size of sizes) assert.ok(size <= MOST, `the solver has ${size} bytes with gzip; a page should load at most ${MOST}: look for what grew`);

/** The functions of a module, and its replies to these questions, as text. */
async function replies(bytes, questions) {
  const module = await WebAssembly.compile(bytes);
  const functions = [...WebAssembly.Module.imports(module), ...WebAssembly.Module.exports(module)];
  const { exports } = await WebAssembly.instantiate(module, { tihbat: { progress() {}, panicked() {} } });
  const { memory, room, ask, reply, reply_bytes, forget } = /** @type {any} */ (exports);
  const answers = questions.map((question) => {
    const text = new TextEncoder().encode(JSON.stringify(question));
    const address = room(text.length);
    // Only now, because making room may move the memory.
    new Uint8Array(memory.buffer, address, text.length).set(text);
    const kind = ask();
    const answer = Buffer.from(new Uint8Array(memory.buffer, reply(), reply_bytes()).slice());
    forget();
    return { question, kind, answer: kind === 2 ? answer.toString("base64") : answer.toString() };
  });
  return { functions: functions.map((one) => Object.values(one).join(" ")).sort(), answers };
}

const set = { "capture.chain": "backwards", seeds_per_pit: 4 };
const solves = [{ game: "tihbat" }, { game: "tihbat", set }, { game: "modiar-3x2" }, { game: "oware-3x2" }, { game: "awari-2x4" }];
const questions = solves.flatMap((rules) => [
  { do: "rules", rules },
  { do: "solve", rules, memory: 2 ** 30 },
  ...["position", "line", "game", "judge", "partner", "ogn"].map((question) => ({ do: question, moves: "A" })),
  ...["layers", "bytes", "puzzles", "traps", "longest", "random", "position"].map((question) => ({ do: question, seed: 4 })),
  { do: "position", position: "none" },
  { do: "record", record: "1. A *" },
]);
const [one, other] = await Promise.all([replies(committed, questions), replies(built, questions)]);
assert.deepEqual(other.functions, one.functions, "the functions differ: run scripts/build-wasm.sh and commit web/tihbat.wasm");
for (const [at, expected] of one.answers.entries()) {
  assert.deepEqual(other.answers[at], expected, "an answer differs: run scripts/build-wasm.sh and commit web/tihbat.wasm");
}
const same = committed.equals(built) ? "the same" : `different (${committed.length} and ${built.length})`;
console.log(`${one.answers.length} answers and ${one.functions.length} functions are the same; the bytes are ${same}; with gzip ${sizes.join(" and ")}`);
