// tihbat: A table that the site offers, too large to be solved in a page: read by ranges, a few kilobytes for each position
//
// Rules and moves come from the solver; margins and bounds of the successors come from the table. Positions seen earlier in the
// game are not counted as ends here. So within a game the server's API is asked, if there is one; otherwise the answer says
// `exact: false`.

import { address } from "./address.js";
import { Table } from "./mtb.js";
import { bare } from "./words.js";

/** The longest line that is followed, in moves. */
const LONG = 400;

/** The mover's pits first. */
function board(text, row) {
  const parts = text.split("-");
  const pits = parts.slice(0, 2 * row).map(Number);
  return parts.at(-1) === "S" ? pits : [...pits.slice(row), ...pits.slice(0, row)];
}

export class OfferedTable {
  /**
   * @param {{ name: string, api?: string, table: { file: string } }} game
   * @param {import("./solver.js").Table} moves knows the rules, and no board
   */
  static async open({ name, api, table }, moves) {
    return new OfferedTable(await Table.open(new URL(table.file, document.baseURI)), moves, api ? `${api}/games/${name}/position` : null);
  }

  constructor(table, moves, api) {
    this.table = table;
    this.api = api;
    this.known = moves;
    this.rules = moves.rules;
  }

  game(question) {
    return this.known.game(question);
  }

  ogn(question) {
    return this.known.ogn(question);
  }

  record(text) {
    return this.known.record(text);
  }

  /** What a position is worth, and its moves, best first. */
  async position(question = {}) {
    const game = await this.game(question);
    const row = this.rules.pits;
    const moves = await Promise.all(game.moves.map(async (move) => ({ ...move, ...ofMove(move.captured, await this.table.probe(board(move.position, row))) })));
    moves.sort(compare);
    for (const move of moves) move.best = compare(move, moves[0]) === 0;
    const within = game.plies.length > 0;
    const exact = within && !game.over ? await this.#fromServer(question) : null;
    if (exact) return exact;
    // Without a history the table itself has the answer; after moves, and with an opening rule, the moves have it.
    const fresh = (!within && !game.first_move) || moves.length === 0;
    const worth = fresh ? ofBoard(await this.table.probe(board(game.position, row))) : ofMoves(moves);
    return { game: game.game, position: game.position, ...worth, moves, first_move: game.first_move || undefined, exact: !within };
  }

  /** The exact answer within a game; null if there is no server, or if it has no answer now. */
  async #fromServer({ position = "", moves = [] }) {
    if (!this.api) return null;
    try {
      const response = await fetch(address(this.api, { position, moves: moves.join(" ") }));
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  /** Perfect play, up to the end or a board that is seen again. */
  async line(question = {}) {
    const moves = [];
    for (;;) {
      const played = [...(question.moves ?? []), ...moves.map(({ move }) => bare(move))];
      const game = await this.game({ ...question, moves: played });
      if (game.over || moves.length >= LONG) return { moves, end: game.over, final: game.final, captured: game.captured, left: game.final ? 0 : game.on_board };
      moves.push((await this.position({ ...question, moves: played })).moves[0]);
    }
  }

  /** The perfect partner only: others need the table at hand. */
  async partner(question) {
    return { move: (await this.position(question)).moves[0]?.move ?? null };
  }

  close() {
    this.known.close();
  }
}

const later = (captured, distance) => (captured > 0 ? 1 : (distance ?? 0) + 1);

/** The worth of a move for its mover, from what the table says about the successor in the opponent's view. */
function ofMove(captured, found) {
  if (found.margin !== undefined) {
    const margin = captured - found.margin;
    return { margin, distance: margin === 0 ? null : later(captured, found.distance) };
  }
  const [forced, forced_other] = [captured + found.forcedOther, found.forced];
  return {
    forced,
    forced_distance: forced === 0 ? null : later(captured, found.forcedOtherDistance),
    forced_other,
    forced_other_distance: forced_other === 0 ? null : later(captured, found.forcedDistance),
  };
}

const ofBoard = ({ margin, distance, forced, forcedDistance, forcedOther, forcedOtherDistance }) =>
  margin !== undefined ? { margin, distance } : { forced, forced_distance: forcedDistance, forced_other: forcedOther, forced_other_distance: forcedOtherDistance };

/** What the moves together are worth: the mover gets the best for themselves, the opponent what every move leaves. */
function ofMoves(moves) {
  const { margin, distance } = moves[0];
  if (margin !== undefined) return { margin, distance };
  const sooner = (one, best) => one.forced > best.forced || (one.forced === best.forced && one.forced_distance < best.forced_distance);
  const mine = moves.reduce((best, one) => (sooner(one, best) ? one : best));
  const less = (one, best) => one.forced_other < best.forced_other || (one.forced_other === best.forced_other && one.forced_other_distance > best.forced_other_distance);
  const theirs = moves.reduce((best, one) => (less(one, best) ? one : best));
  return { forced: mine.forced, forced_distance: mine.forced_distance, forced_other: theirs.forced_other, forced_other_distance: theirs.forced_other_distance };
}

/** Sorts better moves first. */
function compare(one, other) {
  if (one.margin === undefined) return other.forced - one.forced || one.forced_other - other.forced_other || (one.forced_distance ?? 0) - (other.forced_distance ?? 0) || (other.forced_other_distance ?? 0) - (one.forced_other_distance ?? 0);
  if (one.margin !== other.margin) return other.margin - one.margin;
  return one.margin > 0 ? one.distance - other.distance : (other.distance ?? 0) - (one.distance ?? 0);
}
