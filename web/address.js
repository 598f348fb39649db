// tihbat: The address of the board page: it holds everything that is shown
//
// `game`, and for changed rules `set` (clauses as name:value, joined by `;`). `from` is the start of the game if it is not the usual
// one, `moves` the moves joined by dots, `ply` the number of moves shown if it is not all of them. `position` is the
// position shown, for people; without moves it is the start.

import { bare } from "./words.js";

/**
 * @typedef {object} Asked
 * @property {string | null} game
 * @property {Record<string, string>} set changed clauses
 * @property {string | null} start a position, or null for the usual start
 * @property {string[]} moves
 * @property {number} ply
 * @property {string | null} position what the address says is shown
 */

/** The moves in a text, without move numbers, tags, comments and results. */
export function movesOf(written) {
  const plain = written.replace(/\[[^\]]*\]|\{[^}]*\}/g, " ");
  return plain.split(/[\s,.]+/).filter((word) => word !== "" && !/^[0-9/\u00bd-]+$/.test(word) && word !== "*");
}

/** Changed clauses as one text, and back. */
export const setText = (set) => Object.entries(set).map(([name, value]) => `${name}:${value}`).join(";");
export const setOf = (text) => Object.fromEntries((text ?? "").split(";").filter(Boolean).map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)]));

/**
 * Reads the part of an address after the question mark.
 * @returns {Asked}
 */
export function read(search) {
  const parameters = new URLSearchParams(search);
  const get = (name) => parameters.get(name) || null;
  const moves = movesOf(get("moves") ?? "");
  const ply = get("ply") === null ? moves.length : Math.max(0, Math.min(moves.length, Number(get("ply")) || 0));
  const start = get("from") ?? (moves.length === 0 ? get("position") : null);
  return { game: get("game"), set: setOf(get("set")), start, moves, ply, position: get("position") };
}

/** The address of a page with parameters; empty ones are left out. */
export function address(page, parameters) {
  const some = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  // Dots, colons and semicolons may be part of a query as they are.
  const query = new URLSearchParams(some).toString().replaceAll("%3A", ":").replaceAll("%3B", ";").replaceAll("%2C", ",");
  return query ? `${page}?${query}` : page;
}

/** The address of the board page for a game in progress. */
export function addressOf(game, session) {
  const { given, moves, at, shown } = session;
  return address("play.html", {
    game: game.name,
    set: setText(game.set ?? {}),
    from: moves.length > 0 ? given : null,
    moves: moves.map(bare).join("."),
    ply: at < moves.length ? at : null,
    position: moves.length > 0 ? shown.text : given,
  });
}
