// tihbat: A game in progress: its start, its moves, and how many of them are shown
//
// Rules are not known here: the solver says after each move what the position is and which pits can be played. A session never
// changes; playing or stepping makes a new one.

import { bare, position } from "./words.js";

/** @typedef {import("./board.js").Sowing} Sowing */
/** @typedef {import("./solver.js").Ply} Ply */
/** @typedef {{ legal: boolean, reason?: string }} Playable whether a pit can be played, and why not */

/** A move as the board shows it. @param {Ply} ply @returns {Sowing} */
export function sowing({ move, pit, side, captured, sowing }) {
  return { move, pit, side: side === "South" ? "S" : "N", captured, path: sowing?.pits ?? [], taken: (sowing?.captured ?? []).map(({ pit }) => pit) };
}

export class Session {
  /**
   * A game after its first `at` moves.
   * @param {any} table what answers about the game
   * @param {string | null} start the position before the moves; null for the usual start
   * @param {string[]} moves all moves, also those after the one shown
   * @param {number} [at]
   */
  static async make(table, start, moves, at = moves.length) {
    const asked = start === null ? {} : { position: start };
    const whole = await table.game({ ...asked, moves: moves.map(bare) });
    const now = at === moves.length ? whole : await table.game({ ...asked, moves: moves.slice(0, at).map(bare) });
    return new Session(table, start, whole, now, at);
  }

  /**
   * @param {any} table
   * @param {string | null} start
   * @param {import("./solver.js").Game} whole the game after all moves
   * @param {import("./solver.js").Game} now the game where it is shown
   * @param {number} at
   */
  constructor(table, start, whole, now, at) {
    this.table = table;
    this.at = at;
    /** The start as it was given, which may be the pits alone; null for the usual start. */
    this.given = start;
    /** The names of all moves. */
    this.moves = whole.plies.map(({ move }) => move);
    /** All moves as the board shows them. */
    this.sowings = whole.plies.map(sowing);
    /** The positions: the start, then the one after each move. */
    this.positions = [whole.from, ...whole.plies.map((ply) => ply.position)].map(position);
    /** The position shown. */
    this.shown = this.positions[at];
    /** The reason why the game is over where it is shown, or null. */
    this.end = now.over;
    /** The final score; `left` are seeds that the rules leave open. Null while the game goes on. */
    this.final = now.over === null ? null : (now.final ?? { south: now.captured.south, north: now.captured.north, left: now.on_board });
    /** The mover's pits by their numbers. @type {Record<number, Playable>} */
    this.pits = {};
    for (const { pit } of now.moves) if (pit !== null) this.pits[pit] = { legal: true };
    for (const { pit, reason } of now.refused) this.pits[pit] = { legal: false, reason };
    /** Whether the only move is to pass. */
    this.mustPass = now.moves[0]?.pit === null;
  }

  /** Whether the game begins as usual. */
  get usual() {
    return this.given === null;
  }

  /** What a question to the table about the position shown consists of. */
  get question() {
    return this.questionAt(this.at);
  }

  /** The same about the position after `at` moves. A position without moves has no history. */
  questionAt(at) {
    return { ...(this.given === null ? {} : { position: this.given }), ...(at > 0 ? { moves: this.moves.slice(0, at).map(bare) } : {}) };
  }

  /** The last move before the position shown, or null. @returns {Sowing | null} */
  get last() {
    return this.at > 0 ? this.sowings[this.at - 1] : null;
  }

  /** Whether a position has been seen in this game, so that it ends the game if it comes again. */
  seen(text) {
    return this.positions.slice(0, this.at + 1).some((seen) => seen.text === text);
  }

  /** Plays a move from the position shown. Later moves are dropped, unless this is the next of them. */
  play(name) {
    const same = this.at < this.moves.length && bare(this.moves[this.at]) === bare(name);
    return Session.make(this.table, this.given, same ? this.moves : [...this.moves.slice(0, this.at), name], this.at + 1);
  }

  /** The same game, shown after `at` moves. */
  goto(at) {
    return Session.make(this.table, this.given, this.moves, Math.max(0, Math.min(at, this.moves.length)));
  }

  /** The game without the last `number` moves before the position shown, and without later ones. */
  undo(number = 1) {
    return Session.make(this.table, this.given, this.moves.slice(0, Math.max(0, this.at - number)));
  }
}
