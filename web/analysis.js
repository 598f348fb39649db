// tihbat: Questions about a game, answered from its table
//
// The answers have the fields of the program's `--json`. A game (an entry of games.json) holds its clauses, and the answer
// about its start. A table does not have this answer if the game has an opening rule (its first move captures nothing).

import { Rules, total } from "./moves.js";
import { after, boardOf, capital, endingText, finals, key, moveName, parse, sideName, signed, text, valueText } from "./position.js";
import { solve } from "./history.js";
import { endText } from "./ends.js";

/** The largest number of positions that is solved again for a game in progress. */
const LIMIT = 10_000;

/** Sorts better moves first: larger margin; then smaller distance for a win, larger distance for a loss. */
function compare(one, other) {
  if (one.margin !== other.margin) return other.margin - one.margin;
  return one.margin > 0 ? one.distance - other.distance : (other.distance ?? 0) - (one.distance ?? 0);
}

/** A game and its table, ready for questions. */
export class Analysis {
  constructor(game, table) {
    this.game = game;
    this.table = table;
    this.rules = new Rules(game.rules);
    this.start = this.parse(game.start.position);
  }

  parse(written) {
    return parse(written, this.rules.row, this.game.seeds);
  }

  /** Whether the opening rule holds here: the position is the start of a game whose first move captures nothing. */
  isOpening(position) {
    return !this.game.captures_on_first_move && text(position) === text(this.start);
  }

  /** The mover's pits, and the moves, as `Rules.pits` and `Rules.plays` give them. */
  pits(position) {
    return this.rules.pits(position.board, this.isOpening(position));
  }

  plays(position) {
    return this.rules.plays(position.board, this.isOpening(position));
  }

  /**
   * Where the values of a position and its successors come from: the table, or the layer solved again if the seen
   * positions can matter. They cannot matter if all of them are worth 0 anyway.
   */
  async #source(position, seen) {
    const fromTable = { probe: (next) => this.table.probe(next.board), exact: true, ends: new Set() };
    if (seen === null) return fromTable;
    const ends = new Set([...seen, key(position)]);
    const worth = await Promise.all([...ends].map((end) => this.table.probe(boardOf(end))));
    if (worth.every(({ margin }) => margin === 0)) return { ...fromTable, ends };
    // A slow winning move may lead back to this position. If no other position was seen, nothing else can matter.
    if (seen.size === 0) {
      const moves = await this.#ranked(position, fromTable);
      if (!moves.some(({ best, captured, margin }) => !best && captured === 0 && margin > 0)) return { ...fromTable, ends };
    }
    const layer = await solve(this.rules, position, seen, (board) => this.table.probe(board), LIMIT);
    const seeds = total(position.board);
    const probe = (next) => (total(next.board) === seeds && layer?.get(key(next))) || fromTable.probe(next);
    return { probe, exact: layer !== null, ends };
  }

  async #ranked(position, source) {
    if (this.isOpening(position) && source.ends.size === 0) return this.startMoves();
    const ranked = [];
    for (const play of this.plays(position)) {
      const next = after(position, play);
      const repeats = play.captured === 0 && source.ends.has(key(next));
      const theirs = repeats ? { margin: 0, distance: null } : await source.probe(next);
      const margin = play.captured - theirs.margin;
      const distance = margin === 0 ? null : play.captured > 0 ? 1 : theirs.distance + 1;
      const move = moveName(position.side, play);
      ranked.push({ move, margin, distance, captured: play.captured, position: text(next), best: false, play, after: next });
      if (repeats) ranked.at(-1).repeats = true;
    }
    ranked.sort(compare);
    for (const move of ranked) move.best = compare(move, ranked[0]) === 0;
    return ranked;
  }

  /**
   * Value and moves of a position. `seen`: in a game, the keys of the positions since the last capture, without this one.
   * `exact` is false if these may matter, but too many positions can follow to be solved again.
   */
  async answer(position, seen = null) {
    const source = await this.#source(position, seen);
    const moves = await this.#ranked(position, source);
    const value = moves[0] ?? { margin: this.rules.ending(position.board), distance: 0 };
    const totals = finals(position, value.margin);
    const [mine, theirs] = position.side === "S" ? [totals.south, totals.north] : [totals.north, totals.south];
    return {
      game: this.game.name,
      position: text(position),
      margin: value.margin,
      outcome: mine > theirs ? "win" : mine < theirs ? "loss" : "draw",
      distance: value.margin === 0 ? null : value.distance,
      final: totals,
      moves,
      exact: source.exact,
      first_move: this.isOpening(position),
    };
  }

  /** Perfect play by both sides: the `moves`, the reason of the end (`end`) and the final totals (`final`). */
  async line(position, seen = null) {
    if (this.isOpening(position) && seen === null) {
      const { moves, end, final } = this.game.start.line;
      return { moves: this.playedOut(position, moves), end, final };
    }
    const source = await this.#source(position, seen);
    const moves = [];
    const visited = new Set(seen ?? []);
    while (!visited.has(key(position))) {
      visited.add(key(position));
      const [best] = await this.#ranked(position, source);
      if (!best) {
        const end = total(position.board) === 0 ? "all_captured" : "no_move";
        return { moves, end, final: finals(position, this.rules.ending(position.board)) };
      }
      if (best.captured > 0) visited.clear();
      position = best.after;
      moves.push(best);
    }
    return { moves, end: "repetition", final: finals(position, 0) };
  }

  /** The moves of the start, as the program ranked them. */
  startMoves() {
    const { start } = this;
    const plays = new Map(this.plays(start).map((play) => [moveName(start.side, play), play]));
    return this.game.start.moves.map((move) => ({ ...move, play: plays.get(move.move), after: after(start, plays.get(move.move)) }));
  }

  /** The moves of a line that the program computed, with the positions after them. */
  playedOut(position, moves) {
    return moves.map((move) => {
      const play = this.plays(position).find((play) => moveName(position.side, play) === move.move);
      position = after(position, play);
      return { ...move, play, after: position };
    });
  }

  // --- the answers in words

  /** The headings of the numbers of a move. */
  get headings() {
    return ["Margin", "Plies"];
  }

  /** What these numbers mean. */
  get about() {
    return "The margin of a move is the number of seeds that the player to move still gets minus the number that the opponent still gets. The plies of a move count up to the next capture or the end of the game.";
  }

  /** What is said if an answer is not exact. */
  get inexact() {
    return "These values do not count every board seen since the last capture as an end, because too many positions can follow. A move that leads directly to such a board does count as an end.";
  }

  /** The numbers of a move, each as `{ words, sign }`, where the sign is that of the result for its player. */
  cells({ margin, distance }) {
    return [{ words: signed(margin), sign: Math.sign(margin) }, { words: String(distance ?? "\u2013"), sign: 0 }];
  }

  /** What is written at the pit of a move. */
  mark({ margin, distance }) {
    const plies = distance === null ? "" : `${distance} ${distance === 1 ? "ply" : "plies"}`;
    return { number: signed(margin), sign: Math.sign(margin), plies, words: `margin ${valueText({ margin, distance })}` };
  }

  /** A line as text: its title, a move of it, and its end. */
  get lineTitle() {
    return "Main line: perfect play by both sides";
  }

  lineMoveText(move) {
    return valueText(move);
  }

  lineEndText({ end, final }) {
    return `Then the game is over: ${endText(end, this.rules)}. ${capital(endingText(final))}.`;
  }

  /** The value of a move in a few words. */
  moveText(move) {
    return valueText(move);
  }

  /** The value of a position as a sentence. */
  valueText(position, answer) {
    return `${sideName(position.side)} to move: ${valueText(answer)}; ${endingText(finals(position, answer.margin))}.`;
  }

  /** What a move gave away. */
  cost(moves, move) {
    const lost = moves[0].margin - move.margin;
    return { lost, words: lost > 0 ? `gave away ${lost}` : "gave nothing away" };
  }

  /** Whether another of the best moves may be a better practical try. */
  setsTraps(best) {
    return best.margin === 0;
  }
}
