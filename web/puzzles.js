// tihbat: Puzzles: positions in which exactly one move holds the win or the draw

import { $ } from "./dom.js";
import { address } from "./address.js";
import { Board } from "./board.js";
import { rulesOf, tableOf } from "./engine.js";
import { Session } from "./session.js";
import { alive, gameNamed, navigation, problem, progress, site, title } from "./site.js";
import { bare, byText, count, finals, letter, position, sideName, whyText } from "./words.js";

/** The number of puzzles that are found at a time. */
const AT_A_TIME = 20;

const KEY = "tihbat-puzzles";
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {any} */
let game = null;
/** @type {any} */
let table = null;
/** @type {any} */
let board = null;
/** @type {any} */
let puzzle = null;
/** @type {any} */
let session = null;
/** @type {any[]} */
let waiting = [];
/** Whether the puzzle shown still counts: after a wrong try or a look at the solution it does not. */
let counts = true;
let tally = { solved: 0, tried: 0 };

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(tally));
  } catch {
    // The tally lasts until the page is closed.
  }
  $("tally").textContent = tally.tried > 0 ? `Solved at the first try: ${tally.solved} of ${tally.tried}.` : "";
}

function recall() {
  try {
    const { solved, tried } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (Number.isInteger(solved) && Number.isInteger(tried)) tally = { solved, tried };
  } catch {
    // Nothing is remembered.
  }
  remember();
}

/** Shows the next puzzle of the grade that is asked for. */
async function next() {
  if (waiting.length === 0) {
    const grade = Number($("grade").value);
    // Other puzzles each time.
    waiting = await table.puzzles({ count: AT_A_TIME, seed: Math.floor(Math.random() * 2 ** 31), ...(grade ? { grade: [grade, grade] } : {}) });
  }
  puzzle = waiting.shift() ?? null;
  if (!puzzle) {
    $("task").textContent = "This game has no such puzzle. Try another grade.";
    $("board").hidden = true;
    return;
  }
  $("board").hidden = false;
  await open(puzzle.position);
}

async function open(at) {
  session = await Session.make(table, at, []);
  counts = true;
  await again();
  $("explore").setAttribute("href", address("play.html", { game: game.name, position: at }));
}

async function again() {
  session = await session.goto(0);
  const { side } = session.shown;
  const aim = puzzle.holds === "win" ? "win" : "hold the draw";
  $("task").textContent = `${sideName(side)} to move. Find the only move that ${aim === "win" ? "wins" : "holds the draw"}.${puzzle.grade ? ` Grade ${puzzle.grade} of 5.` : ""}`;
  $("verdict").textContent = "";
  show(true);
}

function show(playable) {
  const marks = playable ? Object.fromEntries(Object.entries(session.pits).map(([pit, { legal, reason }]) => [pit, { legal, words: legal ? "" : whyText(reason) }])) : {};
  board.show(session.shown, marks, session.last);
}

/** What a move of the puzzle leads to, in words. */
function told(move) {
  const final = finals(position(puzzle.position), move.margin);
  return `${bare(move.move)} ${byText(final, position(puzzle.position).side)} (${final.south}\u2013${final.north})`;
}

async function tried(pit) {
  if (!session.pits[pit] || session.at > 0) return;
  const name = letter(pit, table.rules.pits);
  if (!session.pits[pit].legal) return void ($("verdict").textContent = `Pit ${name} ${whyText(session.pits[pit].reason)}.`);
  const move = puzzle.moves.find(({ move }) => bare(move) === name);
  const right = bare(puzzle.moves[0].move) === name;
  if (counts) {
    tally = { solved: tally.solved + (right ? 1 : 0), tried: tally.tried + 1 };
    remember();
  }
  counts = false;
  const before = session.shown;
  session = await session.play(name);
  if (!still()) await board.sow(before, session.last, () => false);
  show(false);
  const others = puzzle.moves.slice(1).map(told).join("; ");
  $("verdict").textContent = right ? `Right. ${told(puzzle.moves[0])}; the others do not: ${others}.` : `No: ${told(move)}. Try again.`;
}

function solution() {
  counts = false;
  $("verdict").textContent = `The move is ${told(puzzle.moves[0])}. ${count(puzzle.moves.length - 1, "other move")}: ${puzzle.moves.slice(1).map(told).join("; ")}.`;
}

try {
  alive();
  const { games, made_by } = await site();
  const name = new URLSearchParams(location.search).get("game");
  const margins = games.filter(({ start }) => start.margin !== undefined);
  const found = gameNamed(games, name ?? margins[0]?.name ?? null);
  navigation(games, found.name, "puzzles.html");
  if (found.start.margin === undefined) throw new Error(`${title(found.name)} has no puzzles: its rules leave open what a repetition pays, so no move is the only one that holds`);
  document.title = `Puzzles: ${title(found.name)} - tihbat`;
  $("title").textContent = `${title(found.name)}: puzzles`;
  $("footer").textContent = `Solved by ${made_by}, in this page.`;
  recall();
  board = new Board($("board"), Number(found.rules.pits), { play: tried });
  board.show(position(found.start.position), {}, null);
  game = found;
  const rules = await rulesOf(game, progress);
  table = await tableOf(game, rules, 0, progress).finally(() => progress("", null));
  if (!table.puzzles) throw new Error(`${title(found.name)} is too large for puzzles in this page`);
  $("next").addEventListener("click", () => next().catch(problem));
  $("again").addEventListener("click", again);
  $("solution").addEventListener("click", solution);
  $("grade").addEventListener("change", () => {
    waiting = [];
    next().catch(problem);
  });
  await next();
  document.body.dataset.shown = game.name;
} catch (error) {
  progress("", null);
  for (const id of ["board", "next", "again", "solution", "explore"]) $(id).hidden = !board || $(id).hidden;
  problem(error);
  document.body.dataset.failed = "true";
}
