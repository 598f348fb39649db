// tihbat: Answers about a session, each asked for once

import { bare, finals } from "./words.js";

/** @typedef {{ choices: number, kept: number, given_away: number }} Side moves with a choice, those that gave nothing away, seeds given away */
/** @typedef {{ perfect: { south: number, north: number }, moves: { move: string, gives_away: number, final: { south: number, north: number } }[], south: Side, north: Side }} Verdict `perfect` and `final`: the score by perfect play from the start, and after the move */

/** The largest number of answers that are kept. */
const KEPT = 400;

export class Answers {
  /** @param {any} table what answers */
  constructor(table) {
    this.table = table;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
  }

  #once(kind, question, ask) {
    const key = `${kind} ${JSON.stringify(question)}`;
    if (!this.kept.has(key)) {
      const asked = ask(question);
      asked.catch(() => this.kept.delete(key));
      this.kept.set(key, asked);
      if (this.kept.size > KEPT) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    }
    return /** @type {Promise<any>} */ (this.kept.get(key));
  }

  /** What the position shown is worth, and its moves. */
  at(session) {
    return this.#position(session.question);
  }

  /** Perfect play from the position shown. */
  line(session) {
    return this.#once("line", session.question, (question) => this.table.line(question));
  }

  /**
   * What each move of the game gave away, and both sides' accuracy: from the answers about the positions before the moves, which are
   * mostly there already. Only for games with margins. `wanted` tells whether to go on; null if not.
   * @param {any} session
   * @param {() => boolean} wanted
   * @returns {Promise<Verdict | null>}
   */
  async judge(session, wanted) {
    const sides = { S: { choices: 0, kept: 0, given_away: 0 }, N: { choices: 0, kept: 0, given_away: 0 } };
    const moves = [];
    let perfect = null;
    for (const [at, name] of session.moves.entries()) {
      const answer = await this.#position(session.questionAt(at));
      if (!wanted()) return null;
      const before = session.positions[at];
      perfect ??= finals(before, answer.margin);
      const made = answer.moves.find(({ move }) => bare(move) === bare(name));
      const gives_away = answer.moves[0].margin - made.margin;
      const side = sides[before.side];
      if (answer.moves.length > 1) {
        side.choices += 1;
        side.kept += gives_away === 0 ? 1 : 0;
      }
      side.given_away += gives_away;
      moves.push({ move: name, gives_away, final: finals(before, made.margin) });
    }
    return { perfect: perfect ?? finals(session.shown, 0), moves, south: sides.S, north: sides.N };
  }

  #position(question) {
    return this.#once("position", question, (question) => this.table.position(question));
  }
}
