// tihbat: What the board page holds: the game, its table, the game in progress, the board
//
// Everything shown is a function of this and of the settings.

export const now = {
  /** The games that the site offers. @type {any[]} */
  games: [],
  /** The game, with its rules: `{ name, set, rules }`. @type {any} */
  game: null,
  /** What answers about the game. @type {any} */
  table: null,
  /** Its answers that are there already. @type {import("./answers.js").Answers | any} */
  answers: null,
  /** The game in progress. @type {import("./session.js").Session | any} */
  session: null,
  /** @type {import("./board.js").Board | any} */
  board: null,
};

/** Whether the reader wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The rule of the game about repetitions. */
export const repetition = () => now.game.rules.values.repetition;
