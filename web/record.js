// tihbat: A game in progress: its start, its moves, and the position after them
//
// A record never changes; playing a move returns a new one. Undone moves are kept for redo.

import { endOf, endText } from "./ends.js";
import { TextError, after, key, letter, moveName, sideName, text } from "./position.js";
import { total } from "./moves.js";

const WHY = {
  empty: "is empty",
  too_few: "holds too few seeds to be lifted",
  grand_slam: "would take every seed of the opponent's row, which is not allowed",
  must_feed: "would leave the opponent without a seed, and another pit can feed them",
};

/** The largest number of characters in a line of moves. */
const WIDTH = 79;

/** Says why a pit cannot be played. */
export const whyNot = (side, { pit, why }) => `pit ${letter(side, pit)} ${WHY[why]}`;

export class Record {
  /** A game at `start`, before the first move. */
  static at(analysis, start) {
    return new Record(analysis, start, [], 0);
  }

  constructor(analysis, start, moves, at) {
    this.analysis = analysis;
    this.start = start;
    /** The names of the moves, without captured seeds; undone moves included. */
    this.moves = moves.map((name) => name.split("+")[0]);
    this.at = at;
    /** The plies so far: `{ side, move, play, before, seen, after }`. `before` and `seen` describe the game before the ply. */
    this.plies = [];
    let position = start;
    let seen = new Set();
    for (const [number, name] of moves.slice(0, at).entries()) {
      const complain = (why) => new TextError(`move ${number + 1}: ${why}`);
      const end = Record.#end(analysis, position, seen);
      if (end) throw complain(`the game was over before "${name}": ${endText(end, analysis.rules)}`);
      const play = Record.#find(analysis, position, name, complain);
      const next = after(position, play);
      this.plies.push({ side: position.side, move: moveName(position.side, play), play, before: position, seen: number > 0 ? seen : null, after: next });
      seen = play.captured > 0 ? new Set() : new Set([...seen, key(position)]);
      position = next;
    }
    this.position = position;
    /** The keys of the positions since the last capture, without the current one; null before the first move. */
    this.seen = at > 0 ? seen : null;
    /** The reason why the game is over, or null. */
    this.end = Record.#end(analysis, position, seen);
  }

  static #end(analysis, position, seen) {
    if (seen.has(key(position))) return "repetition";
    if (analysis.plays(position).length > 0) return null;
    return total(position.board) === 0 ? "all_captured" : "no_move";
  }

  static #find(analysis, position, name, complain) {
    if (!/^([A-Ha-h](\+[0-9]+)?|pass)$/.test(name)) {
      throw complain(`a move is a pit's letter, alone or with the seeds that it captures (B or B+4), or pass, not "${name}"`);
    }
    const plays = analysis.plays(position);
    const [bare, captured] = name.split("+");
    const play = plays.find((play) => moveName(position.side, { ...play, captured: 0 }) === bare);
    if (!play) {
      const legal = plays.map((play) => moveName(position.side, play)).join(", ");
      throw complain(`${sideName(position.side)} is to move and cannot play "${name}"; the legal moves are ${legal}`);
    }
    if (captured !== undefined && Number(captured) !== play.captured) throw complain(`${bare} captures ${play.captured} seeds here, not ${Number(captured)}`);
    return play;
  }

  /** The record with one more move. Undone moves are dropped unless this move is the first of them. */
  play(name) {
    const moves = this.moves[this.at] === name ? this.moves : [...this.moves.slice(0, this.at), name];
    return new Record(this.analysis, this.start, moves, this.at + 1);
  }

  /** The same game after its first `at` plies. */
  goto(at) {
    return new Record(this.analysis, this.start, this.moves, Math.max(0, Math.min(at, this.moves.length)));
  }

  /** Reads a pasted text: a position, or moves from `start` with or without move numbers. */
  static parse(analysis, pasted, start = analysis.start) {
    const written = pasted.trim();
    if (/^[0-9]+(-[0-9A-Za-z]*)+$/.test(written)) return Record.at(analysis, analysis.parse(written));
    const moves = movesOf(written);
    if (moves.length === 0) throw new TextError("paste a position like 7-7-7-7-0-0-S, or moves like A a B+4 pass");
    return new Record(analysis, start, moves, moves.length);
  }

  /** The game as a record in OGN, equal to the one that the program writes. */
  ogn() {
    const { game } = this.analysis;
    const final = this.end && this.finals();
    const result = final && final.left === 0 ? `${final.south}-${final.north}` : null;
    const unknown = Object.fromEntries(["Event", "Site", "Date", "Round", "South", "North"].map((name) => [name, "?"]));
    const tags = { Variant: game.name, ...unknown, Result: result ?? "*" };
    if (text(this.start) !== text(this.analysis.start)) tags.FEN = text(this.start);
    const lines = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`);
    lines.push("");
    const words = this.plies.flatMap(({ move }, at) => (at % 2 === 0 ? [`${at / 2 + 1}.`, move] : [move]));
    if (result) words.push(result);
    let line = "";
    for (const word of words) {
      if (line !== "" && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = "";
      }
      line += line === "" ? word : ` ${word}`;
    }
    if (line !== "") lines.push(line);
    return `${lines.join("\n")}\n`;
  }

  /** The final totals of a game that is over, as `endOf` gives them. */
  finals() {
    return endOf(this.position, this.end, this.analysis.rules);
  }
}

/** The moves in a text, without move numbers, tags, comments and results. */
export function movesOf(written) {
  const bare = written.replace(/\[[^\]]*\]|\{[^}]*\}/g, " ");
  return bare.split(/[\s,.]+/).filter((word) => word !== "" && !/^[0-9/½-]+$/.test(word) && word !== "*");
}
