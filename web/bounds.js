// tihbat: What each side can force: answers about games whose rules leave open what a repetition pays
//
// In such a game a board has no single value. It has the seeds that the mover can force and the seeds that the opponent can
// force, whatever a repetition pays; the seeds that neither can force are open. The answers have the fields of the program's
// `--json`. In a game, an earlier position ends the game if it occurs again. This page does not solve a layer again for it: if it
// can matter, the answer is that of the table, and `exact` is false.

import { Analysis } from "./analysis.js";
import { canReturn } from "./history.js";
import { total } from "./moves.js";
import { SIDES, after, boardOf, capital, endingText, key, moveName, other, sideName, text } from "./position.js";
import { endOf, endText } from "./ends.js";

/** The largest number of positions that are searched for a way back to a position seen before. */
const LIMIT = 4096;

const NOTHING = { forced: 0, forcedDistance: null, forcedOther: 0, forcedOtherDistance: null };

/** What a table says, with the names of `--json`. */
const named = ({ forced, forcedDistance, forcedOther, forcedOtherDistance }) => ({
  forced,
  forced_distance: forcedDistance,
  forced_other: forcedOther,
  forced_other_distance: forcedOtherDistance,
});

/** What a move forces for the player who makes it. `theirs`: the bounds of the next board, in the opponent's view. */
function ofMove(captured, theirs) {
  const later = (distance) => (captured > 0 ? 1 : distance + 1);
  const forced = captured + theirs.forcedOther;
  return {
    forced,
    forced_distance: forced === 0 ? null : later(theirs.forcedOtherDistance),
    forced_other: theirs.forced,
    forced_other_distance: theirs.forced === 0 ? null : later(theirs.forcedDistance),
  };
}

/** What a position forces by its moves: the mover what the best move forces, the opponent what every move leaves. */
function ofMoves(moves) {
  const shorter = (one, best) => one.forced > best.forced || (one.forced === best.forced && one.forced_distance < best.forced_distance);
  const longer = (one, best) => one.forced_other < best.forced_other || (one.forced_other === best.forced_other && one.forced_other_distance > best.forced_other_distance);
  const mine = moves.reduce((best, one) => (shorter(one, best) ? one : best));
  const theirs = moves.reduce((best, one) => (longer(one, best) ? one : best));
  return { forced: mine.forced, forced_distance: mine.forced_distance, forced_other: theirs.forced_other, forced_other_distance: theirs.forced_other_distance };
}

/** Why a game has bounds, by its clause `repetition`. */
export const whyBounds = (clauses) =>
  clauses.repetition === "own_row"
    ? "What a repetition pays depends on the moves before it"
    : "The rules leave open what a repetition pays";

/** Sorts better moves first: more is forced; the opponent forces less; sooner; the opponent later. */
function compare(one, next) {
  return (
    next.forced - one.forced ||
    one.forced_other - next.forced_other ||
    (one.forced_distance ?? 0) - (next.forced_distance ?? 0) ||
    (next.forced_other_distance ?? 0) - (one.forced_other_distance ?? 0)
  );
}

/** In a forcing line the holder takes the move that forces most, soonest, and then leaves the opponent least. */
const holderOrder = (one, next) => next.forced - one.forced || one.forced_distance - next.forced_distance || one.forced_other - next.forced_other;

/** The opponent of the holder takes the move that leaves the holder least, latest, and then forces most. */
const opponentOrder = (one, next) =>
  one.forced_other - next.forced_other || next.forced_other_distance - one.forced_other_distance || next.forced - one.forced;

/** `4 in 3 plies`, `2 in 1 ply`, or `0`. */
const forcedText = (seeds, distance) => (seeds === 0 ? "0" : `${seeds} in ${distance} ${distance === 1 ? "ply" : "plies"}`);

/** What both sides can force of `seeds` seeds, as text: `forces 4 in 3 plies, the opponent 2 in 1 ply, 3 open`. */
export function forcesText(bounds, seeds) {
  const open = seeds - bounds.forced - bounds.forced_other;
  const mine = forcedText(bounds.forced, bounds.forced_distance);
  const theirs = forcedText(bounds.forced_other, bounds.forced_other_distance);
  return `forces ${mine}, the opponent ${theirs}${open > 0 ? `, ${open} open` : ""}`;
}

/** What both sides get at the end, as text. */
export function resultText({ least, most, open, outcome, position }) {
  if (open === 0) {
    const by = Math.abs(least.south - least.north);
    const result = by === 0 ? "a draw" : `${least.south > least.north ? "South" : "North"} wins by ${by}`;
    return `South gets at least ${least.south} and North at least ${least.north}, whatever a repetition pays: ${result}`;
  }
  const mover = position.at(-1);
  const winner = { win: mover, loss: other(mover) }[outcome];
  const certain = winner ? `; ${sideName(winner)} wins in any case` : "";
  return `South gets between ${least.south} and ${most.south}, North between ${least.north} and ${most.north}, depending on what a repetition pays${certain}`;
}

/** The seeds on the board before a move. */
const seedsBefore = ({ after, captured }) => total(after.board) + captured;

/** A game and its table of bounds, ready for questions. */
export class BoundsAnalysis extends Analysis {
  get headings() {
    return ["Forces", "Opponent", "Open"];
  }

  get about() {
    return `${whyBounds(this.rules.clauses)}, so a board has no single value. A move forces a number of seeds for its player: at least these, whatever a repetition pays. The opponent can force a number of seeds too. Seeds that neither can force are open: who gets them depends on what a repetition pays. At a pit is the number of seeds that its player gets of those on the board, at least and at most. The plies count up to the capture or the end of the game that makes the seeds certain.`;
  }

  get inexact() {
    return "These are the bounds of the table. They do not count a board seen since the last capture as the end of the game. A move that leads directly to such a board does count as an end.";
  }

  /** The moves, best first. `ends`: the keys of positions that end the game if they occur again. `plays`: the moves, without the opening rule. */
  async #ranked(position, ends, plays = null) {
    if (!plays && this.isOpening(position) && ends.size === 0) return this.startMoves();
    const ranked = [];
    for (const play of plays ?? this.plays(position)) {
      const next = after(position, play);
      const repeats = play.captured === 0 && ends.has(key(next));
      const bounds = ofMove(play.captured, repeats ? NOTHING : await this.table.probe(next.board));
      ranked.push({ move: moveName(position.side, play), ...bounds, captured: play.captured, position: text(next), best: false, play, after: next });
      if (repeats) ranked.at(-1).repeats = true;
    }
    ranked.sort(compare);
    for (const move of ranked) move.best = compare(move, ranked[0]) === 0;
    return ranked;
  }

  /** Whether the positions seen cannot matter: nothing can be forced on them, or none of them can occur again. */
  async #isExact(position, ends) {
    const worth = await Promise.all([...ends].map((end) => this.table.probe(boardOf(end))));
    return worth.every(({ forced, forcedOther }) => forced + forcedOther === 0) || !canReturn(this.rules, position, ends, LIMIT);
  }

  /**
   * What each side can force, and the moves. `seen`: in a game, the keys of the positions since the last capture, without this
   * one. `exact` is false if these may matter.
   */
  async answer(position, seen = null) {
    const ends = new Set(seen === null ? [] : [...seen, key(position)]);
    const moves = await this.#ranked(position, ends);
    const fresh = seen === null && !this.isOpening(position);
    const bounds = fresh || moves.length === 0 ? named(await this.table.probe(position.board)) : ofMoves(moves);
    const open = total(position.board) - bounds.forced - bounds.forced_other;
    const mover = SIDES.indexOf(position.side);
    const sure = [0, 1].map((side) => position.captured[side] + (side === mover ? bounds.forced : bounds.forced_other));
    const [mine, theirs] = [sure[mover], sure[1 - mover]];
    const certain = mine > theirs + open ? "win" : mine + open < theirs ? "loss" : open === 0 ? "draw" : null;
    return {
      game: this.game.name,
      position: text(position),
      ...bounds,
      open,
      least: { south: sure[0], north: sure[1] },
      most: { south: sure[0] + open, north: sure[1] + open },
      outcome: certain,
      moves,
      exact: seen === null || (await this.#isExact(position, ends)),
      first_move: this.isOpening(position),
    };
  }

  /**
   * How the side to move gets the seeds that it can force: this side is the holder, plays for them by the shortest way, and the
   * opponent gives as few as possible, as late as possible. Then the other side is the holder, until neither can force anything.
   * Returns the `moves`, each with its `holder`; the reason of the `end`, or null; what each side has then (`captured`); the seeds
   * `left`. Positions seen before do not count.
   */
  async line(position, seen = null) {
    if (this.isOpening(position) && seen === null) return this.startLine(position);
    const sides = [position.side, other(position.side)];
    const moves = [];
    for (;;) {
      const bounds = await this.table.probe(position.board);
      const plays = this.rules.plays(position.board);
      if (plays.length === 0) return this.lineTo(position, moves, total(position.board) === 0 ? "all_captured" : "no_move");
      const holder = sides.find((side) => (side === position.side ? bounds.forced : bounds.forcedOther) > 0);
      if (!holder) return this.lineTo(position, moves, null);
      const ranked = await this.#ranked(position, new Set(), plays);
      const order = position.side === holder ? holderOrder : opponentOrder;
      const best = ranked.reduce((best, move) => (order(move, best) < 0 ? move : best));
      position = best.after;
      moves.push({ ...best, holder: sideName(holder).toLowerCase() });
    }
  }

  lineTo(position, moves, end) {
    const [south, north] = position.captured;
    if (end === null || end === "repetition") return { moves, end, captured: { south, north }, left: total(position.board) };
    const final = endOf(position, end, this.rules);
    return { moves, end, captured: { south: final.south, north: final.north }, left: 0 };
  }

  /** The line of the start, as the program computed it. */
  startLine(position) {
    const { end } = this.game.start.line;
    const moves = this.playedOut(position, this.game.start.line.moves);
    return this.lineTo(moves.at(-1)?.after ?? position, moves, end);
  }

  /** A line as text: its title, a move of it, and its end. */
  get lineTitle() {
    return "Forcing line: how the side to move gets the seeds that it can force, then the other side";
  }

  lineMoveText(move) {
    const mine = move.holder === sideName(other(move.after.side)).toLowerCase();
    const forced = mine ? forcedText(move.forced, move.forced_distance) : forcedText(move.forced_other, move.forced_other_distance);
    return `${move.holder === "south" ? "South" : "North"} forces ${forced}`;
  }

  lineEndText({ end, captured, left }) {
    const over = end ? `the game is over: ${endText(end, this.rules)}` : "neither side can force anything more";
    return `Then ${over}. ${capital(endingText({ ...captured, left }))}.`;
  }

  moveText(move) {
    return forcesText(move, seedsBefore(move));
  }

  /** The value of a position as a sentence. */
  valueText(position, answer) {
    return `${sideName(position.side)} to move: ${forcesText(answer, total(position.board))}. ${resultText(answer)}.`;
  }

  cells(move) {
    const open = seedsBefore(move) - move.forced - move.forced_other;
    const { sign } = this.mark(move);
    return [
      { words: forcedText(move.forced, move.forced_distance), sign },
      { words: forcedText(move.forced_other, move.forced_other_distance), sign: 0 },
      { words: String(open), sign: 0 },
    ];
  }

  /** What is written at the pit of a move: the seeds of those on the board that its player gets, at least and at most. */
  mark(move) {
    const seeds = seedsBefore(move);
    const most = seeds - move.forced_other;
    const [least, open] = [move.forced, most - move.forced];
    const sign = 2 * least > seeds ? 1 : 2 * most < seeds ? -1 : 0;
    const plies = move.forced_distance === null ? "" : `${move.forced_distance} ${move.forced_distance === 1 ? "ply" : "plies"}`;
    return { number: open === 0 ? String(least) : `${least}\u2013${most}`, sign, plies, words: this.moveText(move) };
  }

  /** What a move gave away: seeds that its player can no longer force, otherwise seeds that the opponent can force more. */
  cost(moves, move) {
    const less = moves[0].forced - move.forced;
    const more = move.forced_other - moves[0].forced_other;
    if (less > 0) return { lost: less, words: `can force ${less} fewer` };
    if (less === 0 && more > 0) return { lost: more, words: `the opponent can force ${more} more` };
    return { lost: 0, words: "gave nothing away" };
  }

  /** Whether another of the best moves may be a better practical try: not here, since no move is an exact draw. */
  setsTraps() {
    return false;
  }
}
