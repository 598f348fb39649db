// tihbat: Positions as text
//
// A position is a board in the mover's view, the mover's side (`S` or `N`), and the seeds captured by South and by North. Its
// text is `7-7-7-7-0-0-S`: South's pits, North's pits, the seeds captured by South, by North, and the side to move. If only the
// pits are given, South is to move and nothing is captured.

import { total, turned } from "./moves.js";

export const SIDES = ["S", "N"];
export const sideName = (side) => (side === "S" ? "South" : "North");
export const other = (side) => (side === "S" ? "N" : "S");

/** Says what is wrong with a text. */
export class TextError extends Error {}

/** South to move on a board, nothing captured. */
export const ofBoard = (board) => ({ board, side: "S", captured: [0, 0] });

/** The pits as South sees them: South's row, then North's. */
export const fromSouth = ({ board, side }) => (side === "S" ? board : turned(board));

/** The number of seeds, on the board and captured. */
export const allSeeds = ({ board, captured }) => total(board) + captured[0] + captured[1];

/** Board and side as text: what the repetition rule compares. */
export const key = ({ board, side }) => `${board.join("-")} ${side}`;

/** The board of such a key. */
export const boardOf = (key) => key.split(" ")[0].split("-").map(Number);

export function text(position) {
  return [...fromSouth(position), ...position.captured, position.side].join("-");
}

/** Reads a position of a game with `row` pits a side and `seeds` seeds. */
export function parse(written, row, seeds) {
  const pits = 2 * row;
  const parts = written.trim().split("-");
  const whole = parts.length === pits + 3;
  if (!whole && parts.length !== pits) {
    throw new TextError(
      `a position of this game is ${pits} pits joined by dashes, alone or followed by the seeds captured by South and North and the side to move (${pits + 3} parts), not ${parts.length} parts`,
    );
  }
  const number = (part, most, complaint) => {
    if (!/^[0-9]+$/.test(part) || Number(part) > most) throw new TextError(`${complaint} from 0 to 127, not "${part}"`);
    return Number(part);
  };
  const board = parts.slice(0, pits).map((part) => number(part, 255, "a pit holds a number of seeds"));
  if (total(board) > 127) throw new TextError(`a board holds at most 127 seeds, not ${total(board)}`);
  if (!whole) return ofBoard(board);
  const captured = parts.slice(pits, pits + 2).map((part) => number(part, 127, "a captured total is a number of seeds"));
  const side = parts[pits + 2];
  if (!SIDES.includes(side)) throw new TextError(`the side to move is S or N, not "${side}"`);
  const position = { board: side === "S" ? board : turned(board), side, captured };
  if (allSeeds(position) !== seeds) {
    throw new TextError(
      `${total(board)} seeds on the board, ${captured[0]} captured by South and ${captured[1]} by North make ${allSeeds(position)}, but the game has ${seeds}; the pits alone may hold any number`,
    );
  }
  return position;
}

/** The position after a move of this one. */
export function after(position, play) {
  const captured = [...position.captured];
  captured[SIDES.indexOf(position.side)] += play.captured;
  return { board: play.board, side: other(position.side), captured };
}

/** The letter of a pit: `A` for South's first pit, `a` for North's first pit. */
export const letter = (side, pit) => String.fromCharCode((side === "S" ? 65 : 97) + pit);

/** A move as text: `B`, `B+4`, `pass`. */
export function moveName(side, play) {
  if (play.pit === null) return "pass";
  return letter(side, play.pit) + (play.captured > 0 ? `+${play.captured}` : "");
}

/** The final totals if the mover gets `margin` more seeds of those on the board than the opponent. */
export function finals(position, margin) {
  const seeds = total(position.board);
  const totals = [...position.captured];
  const mover = SIDES.indexOf(position.side);
  totals[mover] += (seeds + margin) / 2;
  totals[1 - mover] += (seeds - margin) / 2;
  return { south: totals[0], north: totals[1] };
}

/** A number of seeds with its sign: `+4`, `0`, `−4`. */
export const signed = (margin) => (margin > 0 ? `+${margin}` : margin < 0 ? `\u2212${-margin}` : "0");

/** A margin and its distance as text: `−2 in 10 plies`. */
export function valueText({ margin, distance }) {
  if (distance === null || distance === undefined) return signed(margin);
  return `${signed(margin)} in ${distance} ${distance === 1 ? "ply" : "plies"}`;
}

/** Words with a capital at the beginning. */
export const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** The result of a game as text: `North wins 15 to 13`. `left`: seeds that depend on what a repetition pays. */
export function endingText({ south, north, left = 0 }) {
  if (left > 0) {
    const winner = south > north + left ? ", but South wins in any case" : north > south + left ? ", but North wins in any case" : "";
    return `South has ${south} and North ${north}; who gets the ${left} seeds left depends on what a repetition pays${winner}`;
  }
  if (south > north) return `South wins ${south} to ${north}`;
  return north > south ? `North wins ${north} to ${south}` : `a draw, ${south} to ${north}`;
}
