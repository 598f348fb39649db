// tihbat: The end of a game: why it is over, and what each side gets

import { finals } from "./position.js";
import { ownSeeds, total } from "./moves.js";

const END = {
  all_captured: "all seeds are captured",
  no_move: "the player to move has no legal move",
};

/** What a repetition pays, by the clause `repetition`. */
const REPETITION = {
  split: "the seeds left are split",
  open: "the rules leave open who gets the seeds left",
  own_row: "each player takes the seeds of their own row",
};

/** Says why a game is over. */
export const endText = (end, rules) => END[end] ?? `the board came again with the same player to move, ${REPETITION[rules.clauses.repetition]}`;

/** The final totals of a game that is over at a position. `left`: the seeds that the rules leave open, if it ends by a repetition. */
export function endOf(position, end, rules) {
  const [south, north] = position.captured;
  const repetition = end === "repetition" && rules.clauses.repetition;
  if (repetition === "open") return { south, north, left: total(position.board) };
  const ownRows = 2 * ownSeeds(position.board) - total(position.board);
  const margin = repetition === "own_row" ? ownRows : repetition ? 0 : rules.ending(position.board);
  return { ...finals(position, margin), left: 0 };
}
