// What the tests of the package share: the program, the games, and random games

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const { PACKAGE, TIHBAT, ROOT } = /** @type {Record<string, string>} */ (process.env);
export const { Solver, SolverError } = await import(pathToFileURL(join(PACKAGE, "node.js")).href);

export const rulesFiles = readdirSync(join(ROOT, "data/rules")).map((file) => join(ROOT, "data/rules", file));

/** Where the program keeps the tables that it solves itself. */
const folder = mkdtempSync(join(tmpdir(), "tihbat-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Runs the program with `--json` and returns its answer, or all lines of it. */
export function program(args, input = "", code = 0, lines = false) {
  const { stdout, stderr, status } = spawnSync(TIHBAT, [...args, "--json"], { input, encoding: "utf8", cwd: folder, maxBuffer: 1 << 27 });
  assert.equal(status, code, `${args.join(" ")}: ${stderr}`);
  return lines ? stdout.trim().split("\n").map((line) => JSON.parse(line)) : JSON.parse(stdout);
}

/** Fails unless two answers are the same as JSON. */
export function equal(found, expected, message) {
  assert.deepStrictEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(expected)), message && String(message));
}

const sized = (game, pits, seeds) => ({
  name: `${game}-${pits}x${seeds}`,
  spec: { game: `${game}-${pits}x${seeds}` },
  args: [`${game}-${pits}x${seeds}`],
  small: true,
});
const changed = (game, set) => ({
  name: `${game} with ${JSON.stringify(set)}`,
  spec: { game, set },
  args: [game, ...Object.entries(set).flatMap(([clause, value]) => ["--set", `${clause}=${value}`])],
  small: true,
});
const file = (path) => ({ name: path.split("/").pop(), spec: { text: readFileSync(path, "utf8") }, args: [path], small: false });

/** Games of at most about 100,000 boards: with margins, with bounds, with an opening rule, and of rules files. */
export const games = [
  { name: "tihbat", spec: { game: "tihbat" }, args: ["tihbat"], small: true },
  sized("modiar", 2, 5),
  sized("modiar", 3, 2),
  sized("awari", 3, 2),
  sized("oware", 3, 2),
  changed("tihbat", { repetition: "open" }),
  changed("tihbat", { repetition: "own_row", seeds_per_pit: 4 }),
  changed("tihbat", { "capture.on_first_move": false, seeds_per_pit: 5 }),
  ...rulesFiles.filter((path) => /tihbat-|nano|khrour-2/.test(path)).map(file),
];

const tables = new Map();

/** The table of a game, solved once. */
export async function open(solver, spec) {
  const key = JSON.stringify(spec);
  if (!tables.has(key)) tables.set(key, await solver.solve(spec));
  return tables.get(key);
}

export function closeAll() {
  for (const table of tables.values()) table.close();
}

/** Numbers that look random and are the same every time. */
export function random(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

/** A random game of quiet moves where there are any, so that positions come again; from a random position or the start. */
export async function randomGame(table, seed, quiet = false, most = 12) {
  const draw = random(seed);
  const { position: drawn } = await table.random({ seed });
  const from = seed % 3 ? drawn : table.rules.start;
  const moves = [];
  for (;;) {
    const { moves: legal } = await table.game({ position: from, moves });
    const kept = legal.filter(({ captured }) => quiet && captured === 0);
    const choice = kept.length ? kept : legal;
    if (!choice.length || moves.length === most) return { from, moves };
    moves.push(choice[draw(choice.length)].move);
  }
}
