// A game in progress: where it began, what was played, and what follows from that
//
// A record never changes; playing gives another one. Undone moves are kept for redo.

import { Analysis } from "./analysis.js";
import { TextError, after, key, letter, moveName, sideName, text } from "./position.js";
import { total } from "./moves.js";

const WHY = {
  empty: "is empty",
  too_few: "holds too few seeds to be lifted",
  grand_slam: "would take every seed of the opponent's row, which is not allowed",
  must_feed: "would leave the opponent without a seed, and another pit can feed him",
};

/** Why a pit cannot be played, in words. */
export const whyNot = (side, { pit, why }) => `pit ${letter(side, pit)} ${WHY[why]}`;

/** Why a game is over, in words. */
export const END = {
  all_captured: "all seeds are captured",
  no_move: "the player to move has no legal move",
  repetition: "the board came again with the same player to move, the seeds left are split",
};

export class Record {
  /** A game from `start`, nothing played. */
  static at(analysis, start) {
    return new Record(analysis, start, [], 0);
  }

  constructor(analysis, start, moves, at) {
    this.analysis = analysis;
    this.start = start;
    /** The names of the moves without what they capture, undone ones too. */
    this.moves = moves.map((name) => name.split("+")[0]);
    this.at = at;
    /** The plies up to now: `{ side, move, play, before, seen, after }`. */
    this.plies = [];
    let position = start;
    let seen = new Set();
    for (const name of moves.slice(0, at)) {
      const end = Record.#end(analysis, position, seen);
      const number = this.plies.length + 1;
      if (end) throw new TextError(`move ${number} "${name}": the game is over before it: ${END[end]}`);
      const play = Record.#find(analysis, position, name, number);
      const next = after(position, play);
      this.plies.push({ side: position.side, move: moveName(position.side, play), play, before: position, seen, after: next });
      seen = play.captured > 0 ? new Set() : new Set([...seen, key(position)]);
      position = next;
    }
    this.position = position;
    /** The positions since the last capture, the present one left out, by key. */
    this.seen = seen;
    /** Why the game is over, or null. */
    this.end = Record.#end(analysis, position, seen);
  }

  static #end(analysis, position, seen) {
    if (seen.has(key(position))) return "repetition";
    if (analysis.plays(position).length > 0) return null;
    return total(position.board) === 0 ? "all_captured" : "no_move";
  }

  static #find(analysis, position, name, number) {
    const plays = analysis.plays(position);
    const [bare] = name.split("+");
    const play = plays.find((play) => moveName(position.side, { ...play, captured: 0 }) === bare);
    if (play) {
      const written = moveName(position.side, play);
      if (name.includes("+") && name !== written) throw new TextError(`move ${number} "${name}": it is written ${written}`);
      return play;
    }
    const pit = analysis.pits(position).find(({ pit }) => letter(position.side, pit) === bare);
    const known = plays.map((play) => moveName(position.side, play)).join(", ");
    const why = pit ? whyNot(position.side, pit) : `${sideName(position.side)} is to move and has no pit of that name`;
    throw new TextError(`move ${number} "${name}": ${why}; legal: ${known}`);
  }

  /** The record with one more move; undone moves are forgotten unless this repeats the first of them. */
  play(name) {
    const moves = this.moves[this.at] === name ? this.moves : [...this.moves.slice(0, this.at), name];
    return new Record(this.analysis, this.start, moves, this.at + 1);
  }

  /** The same game after its first `at` plies. */
  goto(at) {
    return new Record(this.analysis, this.start, this.moves, Math.max(0, Math.min(at, this.moves.length)));
  }

  /** Reads what a person pastes: a position, or moves from `start` with or without numbers. */
  static parse(analysis, pasted, start = analysis.start) {
    const written = pasted.trim();
    if (/^[0-9]+(-[0-9A-Za-z]*)+$/.test(written)) return Record.at(analysis, analysis.parse(written));
    const moves = movesOf(written);
    if (moves.length === 0) throw new TextError("paste a position like 7-7-7-7-0-0-S, or moves like A a B+4 pass");
    return new Record(analysis, start, moves, moves.length);
  }

  /** The game as an OGN record. */
  ogn(date = new Date()) {
    const { game } = this.analysis;
    const final = this.end && this.finals();
    const result = final ? `${final.south}-${final.north}` : "*";
    const day = date.toISOString().slice(0, 10).replaceAll("-", ".");
    const tags = { Event: "?", Site: "?", Date: day, Round: "?", South: "?", North: "?", Result: result, Variant: game.name };
    if (text(this.start) !== text(this.analysis.start)) tags.Position = text(this.start);
    let written = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join("") + "\n";
    const northFirst = this.start.side === "N";
    const words = northFirst ? ["1.", "..."] : [];
    this.plies.forEach(({ side, move }, at) => {
      if (side === "S") words.push(`${1 + Math.floor((at + Number(northFirst)) / 2)}.`);
      words.push(move);
    });
    return written + [...words, result].join(" ") + "\n";
  }

  /** The totals of an ended game. */
  finals() {
    const margin = this.end === "repetition" ? 0 : this.analysis.rules.ending(this.position.board);
    const seeds = total(this.position.board);
    const [south, north] = this.position.captured;
    const [mine, theirs] = [(seeds + margin) / 2, (seeds - margin) / 2];
    return this.position.side === "S" ? { south: south + mine, north: north + theirs } : { south: south + theirs, north: north + mine };
  }
}

/** The moves of a text, without numbers, tags, comments and results. */
export function movesOf(written) {
  const bare = written.replace(/\[[^\]]*\]|\{[^}]*\}/g, " ");
  return bare.split(/[\s,.]+/).filter((word) => word !== "" && !/^[0-9/½-]+$/.test(word) && word !== "*");
}
