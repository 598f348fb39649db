// tihbat: Opening a game or a position on the board page
//
// A game has one table at a time: it is made when it is first needed, and again for positions with more seeds than the game has.

import { $, el } from "./dom.js";
import { movesOf } from "./address.js";
import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { rulesOf, tableOf } from "./engine.js";
import { example } from "./example.js";
import { editor, fill } from "./forms.js";
import { brief } from "./howto.js";
import { now } from "./now.js";
import { Session } from "./session.js";
import { settings } from "./settings.js";
import { navigation, progress, title } from "./site.js";
import { position } from "./words.js";

/** The largest number of seeds of any board. */
const MOST_SEEDS = 127;

/** What the board calls when a pit is played or pointed at. @type {{ play: (pit: number) => any, look: (pit: number | null) => any }} */
let heard = { play: () => {}, look: () => {} };

/** Says what boards call. */
export function listening(to) {
  heard = to;
}

/** The seeds of a board alone, given as text; 0 if that is no board, which the solver then says. */
export function seedsIn(text) {
  if (!text || !/^[0-9]+(-[0-9]+)*$/.test(text)) return 0;
  const seeds = text.split("-").reduce((all, part) => all + Number(part), 0);
  return seeds <= MOST_SEEDS ? seeds : 0;
}

/** Shows a game with changed clauses, and makes its table for boards of up to `seeds` seeds. */
export async function open(found, changed, seeds) {
  const next = { ...found, set: changed };
  if (now.board === null || now.game?.name !== next.name) first(next);
  if (!now.table) progress("Loading the solver", 0);
  try {
    const rules = await rulesOf(next, progress);
    const made = await tableOf(next, rules, seeds, progress);
    if (made === now.table) return;
    now.table = made;
    now.game = { ...next, rules };
  } finally {
    progress("", null);
  }
  now.answers = new Answers(now.table);
  describe();
}

/** Shows the start of a game before anything is known about it. */
function first({ name, rules, start }) {
  const row = Number(rules.pits);
  now.board = new Board($("board"), row, heard);
  now.board.flip(settings.flip);
  now.board.show(position(start.position), {}, null);
  navigation(now.games, name, "play.html");
  $("title").textContent = `${title(name)}: every move and what it leads to`;
  document.title = `${title(name)} - tihbat`;
  $("rules-link").setAttribute("href", `game.html?game=${name}`);
}

/** Puts the rules of the game where the page tells them. */
function describe() {
  const { pits: row, seeds, start, values } = now.game.rules;
  if (now.board.row !== row) {
    now.board = new Board($("board"), row, heard);
    now.board.flip(settings.flip);
  }
  editor(row, seeds, () => fill(now.session.shown, row));
  $("howto").replaceChildren(...brief(values, position(start).pits).map((words) => el("li", null, words)));
  example.forget();
}

/** A game that starts at a position; if it has more seeds than the table, another table is made. */
export async function startAt(text) {
  await reopen(seedsIn(text));
  return Session.make(now.table, text, []);
}

/** The table of this game with boards of up to `seeds` seeds; the one in use, if it has them. */
export async function reopen(seeds) {
  const { name, set } = now.game;
  await open({ ...now.games.find((other) => other.name === name), name }, set, seeds);
}

/** The game that was pasted: a position, or moves. */
export async function pasted(written) {
  const text = written.trim();
  if (/^[0-9]+(-[0-9A-Za-z]*)+$/.test(text)) return startAt(text);
  const moves = movesOf(text);
  if (moves.length === 0) throw new Error("paste a position like 7-7-7-7-0-0-S, or moves like A a B+4 pass");
  await reopen(0);
  return Session.make(now.table, null, moves);
}

