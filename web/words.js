// tihbat: Positions and results as the page shows them: sides, scores, outcomes, distances in words
//
// Scores are always South's first. What a move is worth is said for the player who makes it, in words.

/** @typedef {"S" | "N"} Side */
/**
 * A position, its pits from South's first pit in sowing order.
 * @typedef {{ pits: number[], side: Side, captured: { S: number, N: number }, text: string }} Position
 */
/** @typedef {{ south: number, north: number }} Score */
/** @typedef {"win" | "draw" | "loss" | "open"} Kind */

/** @returns {"South" | "North"} */
export const sideName = (side) => (side === "S" ? "South" : "North");
/** @returns {Side} */
export const other = (side) => (side === "S" ? "N" : "S");

/** The letter of a pit: `A` for South's first, `a` for North's first. */
export const letter = (pit, row) => String.fromCharCode(pit < row ? 65 + pit : 97 + pit - row);

/** A number with its sign: `+4`, `0`, `−4`. */
export const signed = (margin) => (margin > 0 ? `+${margin}` : margin < 0 ? `\u2212${-margin}` : "0");

/** A number of things: `1 move`, `6 moves`. */
export const count = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

/** Words with a capital at the beginning. */
export const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : "");

/** A sentence: a capital at the beginning, a full stop at the end. */
export const sentence = (words) => capital(/[.!?]$/.test(words) ? words : `${words}.`);

/** A move without the seeds that it captures. */
export const bare = (move) => move.split("+")[0];

/**
 * Takes a position's full text apart: `7-7-7-7-0-0-S`.
 * @returns {Position}
 */
export function position(text) {
  const parts = text.split("-");
  const numbers = parts.slice(0, -1).map(Number);
  const [S, N] = numbers.slice(-2);
  return { pits: numbers.slice(0, -2), side: /** @type {Side} */ (parts.at(-1)), captured: { S, N }, text };
}

/** The number of seeds on the board. */
export const seedsOn = ({ pits }) => pits.reduce((all, seeds) => all + seeds, 0);

/**
 * The final score if the mover still gets `margin` more seeds than the opponent.
 * @returns {Score}
 */
export function finals(position, margin) {
  const seeds = seedsOn(position);
  const souths = position.side === "S" ? margin : -margin;
  return { south: position.captured.S + (seeds + souths) / 2, north: position.captured.N + (seeds - souths) / 2 };
}

/** `13–15`, South's seeds first. */
export const score = ({ south, north }) => `${south}\u2013${north}`;

/** Who wins: `North wins 15–13`, `Draw 14–14`. The winner's seeds come first. */
export function resultText({ south, north }) {
  if (south === north) return `Draw ${south}\u2013${north}`;
  return south > north ? `South wins ${south}\u2013${north}` : `North wins ${north}\u2013${south}`;
}

/** The outcome for a side. @returns {Kind} */
export function outcome({ south, north }, side) {
  const more = side === "S" ? south - north : north - south;
  return more > 0 ? "win" : more < 0 ? "loss" : "draw";
}

export const KIND = { win: "Win", draw: "Draw", loss: "Loss", open: "Open" };

/** What a final score means for a side: `wins by 2`. */
export function byText({ south, north }, side) {
  const kind = outcome({ south, north }, side);
  if (kind === "draw") return "draws";
  return `${kind === "win" ? "wins" : "loses"} by ${Math.abs(south - north)}`;
}

/** When the next capture or the end of the game comes, if `plies` is the distance: `next capture or end in 6 moves`. */
export const distanceText = (plies) => (plies === null || plies === undefined ? "" : `next capture or end in ${count(plies, "move")}`);

const WHY = {
  empty: "is empty",
  too_few: "holds too few seeds to be lifted",
  grand_slam: "would take every seed of the opponent's row, which is not allowed",
  feeding: "would leave the opponent without a seed, and that is not allowed now",
  over: "cannot be played: the game is over",
};

/** Why a pit cannot be played: `is empty`. */
export const whyText = (why) => WHY[why] ?? "cannot be played";

const REPETITION = {
  split: "the seeds left are split",
  open: "the rules leave open who gets the seeds left",
  own_row: "each player takes the seeds of their own row",
};

/** Why a game is over. `repetition`: the clause of the game. */
export function endText(end, repetition) {
  if (end === "all_captured") return "all seeds are captured";
  if (end === "no_move") return "the player to move has no legal move";
  return `the board came again with the same player to move, ${REPETITION[repetition] ?? ""}`;
}
