// tihbat: What an answer says about a position and its moves, in the form that the page shows
//
// There are two kinds of answers. A margin gives one final score. Bounds (games whose rules leave open what a repetition
// pays) give what each side gets at least and at most.

import { KIND, byText, count, distanceText, finals, outcome, resultText, score, seedsOn, sideName, signed } from "./words.js";

/** @typedef {import("./words.js").Position} Position */
/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {{ south: number, north: number }} Score */
/**
 * @typedef {object} Worth
 * @property {Kind} kind the outcome for the mover; `open` if it depends on what a repetition pays
 * @property {Score} least what each side gets at least
 * @property {Score} most what each side gets at most; the same as `least` if there is one final score
 * @property {string} title the result in a few words: `North wins 15–13`
 * @property {string} words the result for the mover: `13–15, loses by 2`
 * @property {string} [range] what each side gets, if it is not certain
 * @property {string} badge the result in a badge: `Loss −2`
 * @property {string} short the same, shorter
 * @property {string} next when the next capture comes; may be empty
 */

/** Whether an answer or a move has bounds. */
export const hasBounds = (answer) => answer?.forced !== undefined;

/**
 * The worth of a position or of one of its moves; `answer` has the fields of the program's `--json`.
 * @param {Position} position before the move
 * @param {any} answer
 * @returns {Worth}
 */
export function worth(position, answer) {
  return hasBounds(answer) ? ofBounds(position, answer) : ofMargin(position, answer);
}

function ofMargin(position, { margin, distance, captured = 0 }) {
  const final = finals(position, margin);
  const kind = outcome(final, position.side);
  // The badge shows the lead at the end, not the seeds from here on, so that it agrees with the words.
  const lead = position.side === "S" ? final.south - final.north : final.north - final.south;
  const next = captured > 0 ? `captures ${captured}` : distance === 1 ? "ends the game" : distanceText(distance);
  return {
    kind,
    least: final,
    most: final,
    title: resultText(final),
    words: `${score(final)}, ${byText(final, position.side)}`,
    badge: kind === "draw" ? "Draw" : `${KIND[kind]} ${signed(lead)}`,
    short: signed(lead),
    next,
  };
}

function ofBounds(position, { forced, forced_other, forced_distance, captured = 0 }) {
  const seeds = seedsOn(position);
  const open = seeds - forced - forced_other;
  const [mine, theirs] = [position.captured[position.side] + forced, position.captured[position.side === "S" ? "N" : "S"] + forced_other];
  const least = position.side === "S" ? { south: mine, north: theirs } : { south: theirs, north: mine };
  const most = { south: least.south + open, north: least.north + open };
  /** @type {Kind} */
  const kind = mine > theirs + open ? "win" : mine + open < theirs ? "loss" : open === 0 ? "draw" : "open";
  const range = (low, high) => (low === high ? String(low) : `${low}\u2013${high}`);
  const certain = { win: ", wins in any case", loss: ", loses in any case", draw: ", draws", open: "" }[kind];
  const both = `South ${range(least.south, most.south)}, North ${range(least.north, most.north)}`;
  const winner = kind === "win" ? sideName(position.side) : sideName(position.side === "S" ? "N" : "S");
  const next = captured > 0 ? `captures ${captured}` : forced > 0 ? `certain in ${count(forced_distance, "move")}` : "";
  return {
    kind,
    least,
    most,
    title: open === 0 ? resultText(least) : kind === "open" ? `${count(open, "seed")} left open` : `${winner} wins in any case`,
    words: `${both}${certain}`,
    range: both,
    badge: `${kind === "open" ? "" : `${KIND[kind]} `}${range(mine, mine + open)}`,
    short: range(mine, mine + open),
    next,
  };
}
