// tihbat: Which table answers: one that this page solves, or one that the site offers
//
// The solver is loaded once for a page, in a worker. A game of moderate size is solved when it is first asked about. Where
// that would take long, the table that the site offers is read by ranges.

import { setText } from "./address.js";
import { keep, kept } from "./kept.js";
import { OfferedTable } from "./offered.js";
import { Solver } from "./solver.js";

/** The largest table that a page solves, in boards; more take long on a phone. */
const MOST = 30_000_000;
/** When the first answers of a table are shown, in milliseconds after it is solved. */
const SHOWN = 500;

/** @typedef {import("./solver.js").Rules & { values: Record<string, string>, name: string }} GameRules rules with the values of the clauses by name */
/** @typedef {{ name: string, set?: Record<string, string>, rules?: any, start?: any, table?: any, api?: string, captures_on_first_move?: boolean }} Named a game of games.json, with changed clauses */
/** @typedef {(words: string, share: number) => void} Heard */

/** @type {Promise<Solver> | null} */
let starting = null;

/** The solver. @param {Heard} [heard] @returns {Promise<Solver>} */
export function solver(heard) {
  starting ??= Solver.start({ onLoad: (loaded, total) => heard?.("Loading the solver", total ? Math.min(1, loaded / total) : 0) });
  starting.catch(() => (starting = null));
  return starting;
}

/** What names the rules of a game of games.json that the solver does not know by name: every clause. */
/** @param {Named} game */
function specOf({ rules, start, captures_on_first_move }) {
  const pits = start.position.split("-").slice(0, 2 * Number(rules.pits));
  return { game: "tihbat", set: { ...rules, start: pits.join(","), "capture.on_first_move": String(captures_on_first_move) } };
}

const withValues = (rules, name) => ({ ...rules, name, values: Object.fromEntries(rules.clauses.map(({ name, value }) => [name, String(value)])) });

/**
 * The rules of a game.
 * @param {Named} game
 * @param {Heard} [heard]
 * @returns {Promise<GameRules>}
 */
export async function rulesOf(game, heard) {
  const ready = await solver(heard);
  const changed = game.set ?? {};
  const found = await ready.rules({ game: game.name }).catch((error) => (game.rules ? null : Promise.reject(error)));
  const own = found && withValues(found, game.name);
  // A rules file may have the name of a built-in game, or any other.
  const same = own && (!game.rules || Object.entries(game.rules).every(([name, value]) => own.values[name] === value));
  const spec = same ? { game: game.name } : specOf(game);
  if (same && Object.keys(changed).length === 0) return own;
  return withValues(await ready.rules({ ...spec, set: { ...spec.set, ...changed } }), game.name);
}

/** The number of boards with up to `seeds` seeds in `pits` pits. */
function boards(pits, seeds) {
  let number = 1;
  for (let at = 1; at <= pits; at++) number = (number * (seeds + at)) / at;
  return Math.round(number);
}

/** The table in use. @type {{ key: string, seeds: number, made: Promise<any> } | null} */
let current = null;

/**
 * What answers about a game, with boards of up to `seeds` seeds. The last one is kept, so that a tab holds one table.
 * @param {Named} game
 * @param {GameRules} rules
 * @param {number} seeds
 * @param {Heard} heard
 * @returns {Promise<any>}
 */
export async function tableOf(game, rules, seeds, heard) {
  const key = `${game.name} ${setText(game.set ?? {})}`;
  const most = Math.max(seeds, rules.seeds);
  if (current?.key === key && current.seeds === most) return current.made;
  const make = maker(game, rules, most, heard);
  // Only now, so that a refused game takes nothing away.
  current?.made.then((table) => table.close()).catch(() => {});
  const made = make();
  current = { key, seeds: most, made };
  made.catch(() => {
    if (current?.made === made) current = null;
  });
  return made;
}

/**
 * The same rules for boards with more seeds than the game has: a table has the layers up to the seeds of the start. What holds for
 * the first move of a game does not hold on such boards.
 */
function larger({ spec, pits }, seeds) {
  const { seeds_per_pit, ...set } = spec.set ?? {};
  return { ...spec, set: { ...set, start: [seeds, ...Array(2 * pits - 1).fill(0)].join(","), "capture.on_first_move": "true" } };
}

/** The table that this browser keeps, or a new one. */
async function solved(spec, title, heard) {
  const ready = await solver(heard);
  const found = await kept(ready, spec);
  if (found) return found;
  const table = await ready.solve(spec, { onProgress: ({ boards, allBoards }) => heard(`Solving ${title}`, boards / Math.max(1, allBoards)) });
  // The first answers go first.
  setTimeout(() => keep(ready, spec, table), SHOWN);
  return table;
}

/** How a table is made; an error if neither this page nor the site can have it. */
function maker(game, rules, seeds, heard) {
  const number = boards(2 * rules.pits, seeds);
  const offered = game.table && Object.keys(game.set ?? {}).length === 0 && seeds <= game.table.max_seeds;
  if (number <= MOST) {
    const spec = seeds > rules.seeds ? larger(rules, seeds) : rules.spec;
    return () => solved(spec, rules.title, heard);
  }
  if (offered) return async () => OfferedTable.open(game, await (await solver(heard)).solve(rules, { maxSeeds: 0 }));
  throw new Error(`there are ${number.toLocaleString("en")} boards with up to ${seeds} seeds in ${2 * rules.pits} pits; a page solves up to ${MOST.toLocaleString("en")}, the program solves more`);
}
