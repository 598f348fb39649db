// tihbat: The board page: play a game, see what every move leads to, share it
//
// Everything shown is a function of the session (the start of the game, its moves, the one shown) and of the settings. The
// address holds the session, so the back and forward buttons, bookmarks and shared links work without further code.

import { $, el } from "./dom.js";
import { addressOf, movesOf, read, setText } from "./address.js";
import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { rulesOf, tableOf } from "./engine.js";
import { example } from "./example.js";
import { editor, edited, fill } from "./forms.js";
import { accuracy, gameList } from "./gamelist.js";
import { graph } from "./graph.js";
import { brief } from "./howto.js";
import { keys } from "./keys.js";
import { moveList } from "./movelist.js";
import { tableTurn } from "./practice.js";
import { banner } from "./result.js";
import { Session } from "./session.js";
import { settings, set, tie } from "./settings.js";
import { share } from "./share.js";
import { alive, gameNamed, navigation, problem, progress, site, title } from "./site.js";
import { bare, capital, endText, letter, position, resultText, seedsOn, sentence, sideName, whyText } from "./words.js";
import { worth } from "./worth.js";

/** The largest number of seeds of any board. */
const MOST_SEEDS = 127;

/** @type {any[]} */
let games = [];
/** The game, with its rules: `{ name, set, rules }`. @type {any} */
let game = null;
/** @type {any} */
let table = null;
/** @type {any} */
let answers = null;
/** @type {Session | any} */
let session = null;
/** @type {Board | any} */
let board = null;
/** Counts what is shown, so that a late answer about something else is dropped; and what moves, so that it can be stopped. */
let [shown, moving] = [0, 0];

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const repetition = () => game.rules.values.repetition;

/** The seeds of a board alone, given as text; 0 if that is no board, which the solver then says. */
function seedsIn(text) {
  if (!text || !/^[0-9]+(-[0-9]+)*$/.test(text)) return 0;
  const seeds = text.split("-").reduce((all, part) => all + Number(part), 0);
  return seeds <= MOST_SEEDS ? seeds : 0;
}

// --- opening a game, reading the address

async function open(found, changed, seeds) {
  const next = { ...found, set: changed };
  if (board === null || game?.name !== next.name) first(next);
  if (!table) progress("Loading the solver", 0);
  try {
    const rules = await rulesOf(next, progress);
    const made = await tableOf(next, rules, seeds, progress);
    if (made === table) return;
    table = made;
    game = { ...next, rules };
  } finally {
    progress("", null);
  }
  answers = new Answers(table);
  describe();
}

/** Shows the start of a game before anything is known about it. */
function first({ name, rules, start }) {
  const row = Number(rules.pits);
  board = new Board($("board"), row, { play: playPit, look });
  board.flip(settings.flip);
  board.show(position(start.position), {}, null);
  navigation(games, name, "play.html");
  $("title").textContent = `${title(name)}: every move and what it leads to`;
  document.title = `${title(name)} - tihbat`;
  $("rules-link").setAttribute("href", `game.html?game=${name}`);
}

function describe() {
  const { pits: row, seeds, start, values } = game.rules;
  if (board.row !== row) {
    board = new Board($("board"), row, { play: playPit, look });
    board.flip(settings.flip);
  }
  editor(row, seeds, () => fill(session.shown, row));
  $("howto").replaceChildren(...brief(values, position(start).pits).map((words) => el("li", null, words)));
  example.forget();
}

async function load() {
  moving++;
  try {
    problem(null);
    const asked = read(location.search);
    const found = gameNamed(games, asked.game);
    await open(found, asked.set, seedsIn(asked.start));
    session = await Session.make(table, asked.start, asked.moves, asked.ply);
    if (asked.position && asked.moves.length > 0 && asked.position !== session.shown.text) {
      problem(`the moves of the address lead to ${session.shown.text}, not to its position ${asked.position}`);
    } else history.replaceState(null, "", addressOf(game, session));
  } catch (error) {
    problem(error);
    await fallBack();
  }
  say("");
  await show();
}

/** After a wrong address: the usual start, so that nothing on the page belongs to another position. */
async function fallBack() {
  if (!game) await open(games[0], {}, 0);
  session = await Session.make(table, null, []);
}

// --- playing

async function playPit(pit) {
  if (!session) return;
  if (session.end) return say(`The game is over: ${endText(session.end, repetition())}.`);
  const found = session.pits[pit];
  if (!found) return;
  if (found.legal) return play(letter(pit, game.rules.pits));
  say(`Pit ${letter(pit, game.rules.pits)} ${whyText(found.reason)}.`);
}

/** Plays a move by its name, shows it, and lets the table reply. */
async function play(name) {
  const mine = ++moving;
  const before = session.shown;
  let next;
  try {
    next = await session.play(name);
  } catch (error) {
    return say(sentence(error.message));
  }
  if (mine !== moving) return;
  session = next;
  problem(null);
  store();
  if (!still()) await board.sow(before, session.last, () => mine !== moving);
  if (mine !== moving) return;
  say(`${sideName(before.side)} ${moveWords(session.last)}.`);
  await show();
  if (mine === moving) await reply();
}

function moveWords({ move, captured }) {
  if (bare(move) === "pass") return "cannot move and passes";
  return `plays ${bare(move)}${captured > 0 ? ` and captures ${captured}` : ""}`;
}

/** If the table is to move, it does. */
async function reply() {
  const mine = moving;
  const name = await tableTurn(table, session, still() ? 0 : 450);
  if (name && mine === moving) await play(name);
}

/** Shows another session, as a step that the back button can undo. */
async function change(making) {
  const mine = ++moving;
  const next = await making;
  if (mine !== moving) return;
  session = next;
  problem(null);
  say("");
  store();
  await show();
}

const store = () => history.pushState(null, "", addressOf(game, session));
const goto = (at) => change(session.goto(at));

async function undo() {
  if (!session || session.at === 0) return;
  // A move of the table is undone together with the one before it.
  const tables = settings.opponent.length === 1 && session.at > 1 && session.positions[session.at - 1].side === settings.opponent;
  await change(session.undo(tables ? 2 : 1));
}

async function best() {
  if (!session || session.end) return;
  const { moves } = await answers.at(session);
  if (moves.length > 0) await play(bare(moves[0].move));
}

async function anew() {
  await reopen(0);
  await change(Session.make(table, null, []));
  await reply();
}

// --- showing

let said = "";

/** Says what has just happened, on the screen and for screen readers. */
function say(words) {
  said = words;
  status();
}

function status() {
  if (!session) return;
  const { end, final, shown, mustPass } = session;
  const over = end && `The game is over: ${endText(end, repetition())}. ${final.left > 0 ? "" : `${resultText(final)}.`}`;
  const next = mustPass ? `${sideName(shown.side)} has no move and must pass.` : `${sideName(shown.side)} to move.`;
  const words = [said, over || next].filter(Boolean).join(" ").trim();
  if ($("status").textContent !== words) $("status").textContent = words;
}

/** The marks of the mover's pits. */
function marks(answer) {
  const { pits, shown, end } = session;
  return Object.fromEntries(
    Object.entries(pits).map(([pit, { legal, reason }]) => {
      if (!legal) return [pit, { legal, over: end !== null, words: whyText(reason) }];
      const move = answer?.moves.find((move) => bare(move.move) === letter(Number(pit), game.rules.pits));
      if (!move || settings.hide) return [pit, { legal }];
      const of = worth(shown, move);
      return [pit, { legal, best: move.best, badge: of.badge, short: of.short, kind: of.kind, words: `${of.words}${move.best ? ", best" : ""}` }];
    }),
  );
}

async function show() {
  const number = ++shown;
  delete $("play").dataset.shown;
  status();
  board.show(session.shown, marks(null), session.last);
  buttons();
  list(null);
  try {
    const answer = session.end ? null : await answers.at(session);
    if (number !== shown) return;
    value(answer);
    look(board.looked());
    await Promise.all([judge(number), line(number)]);
  } catch (error) {
    if (number !== shown) return;
    // What was shown belongs to another position.
    value(null);
    problem(error);
  }
  if (number === shown) $("play").dataset.shown = session.shown.text;
}

function value(answer) {
  const hidden = settings.hide;
  board.show(session.shown, marks(answer), session.last);
  banner($("result"), { name: setText(game.set) ? game.rules.game : title(game.name), session, answer, repetition: repetition(), hidden });
  moveList($("moves"), { session, answer, hidden, positions: settings.positions, play });
  $("moves").parentElement.hidden = !answer || answer.moves.length === 0;
}

function buttons() {
  const { at, moves, end, mustPass } = session;
  $("first").disabled = $("back").disabled = $("undo").disabled = at === 0;
  $("forward").disabled = $("last").disabled = at === moves.length;
  $("best").disabled = Boolean(end);
  $("pass").hidden = !mustPass;
  $("played-none").hidden = moves.length > 0;
  $("played").hidden = moves.length === 0;
}

const list = (judged) => gameList($("played"), { session, judged, hidden: settings.hide, goto });

async function judge(number) {
  const judged = session.moves.length > 0 && game.rules.kind === "margins" ? await answers.judge(session, () => number === shown) : null;
  if (number !== shown) return;
  if (judged) list(judged);
  accuracy($("accuracy"), judged, settings.hide);
  graph($("graph"), { session, judged: settings.hide ? null : judged, goto });
}

async function line(number) {
  if (!$("line-box").open) return;
  const from = session;
  const none = from.end ? "The game is over." : settings.hide ? "The numbers are hidden." : "";
  const found = none ? { moves: [] } : await answers.line(from);
  if (number !== shown) return;
  const names = found.moves.map(({ move }) => bare(move));
  const upTo = (at) => change(Session.make(table, from.given, [...from.moves.slice(0, from.at), ...names], from.at + at + 1));
  $("line").replaceChildren(...found.moves.map(({ move }, at) => el("li", null, el("button", { type: "button", onclick: () => upTo(at), "aria-label": `Go to move ${at + 1} of the main line, ${move}` }, move))));
  const final = found.final ?? found.captured;
  $("line-end").textContent = none || `${found.end ? `Then the game is over: ${endText(found.end, repetition())}.` : "Then neither side can force anything more."} ${found.left > 0 ? "" : `${resultText(final)}.`}`;
}

/** Shows a hint for the pit that is pointed at or has the focus. */
async function look(pit) {
  const tell = (words) => void ($("hint").textContent = words);
  if (pit === null || !session || session.end) return tell("");
  const name = letter(pit, game.rules.pits);
  const found = session.pits[pit];
  if (!found) return tell("");
  if (!found.legal) return tell(`Pit ${name} ${whyText(found.reason)}.`);
  if (settings.hide) return tell("");
  const number = shown;
  const answer = await answers.at(session).catch(() => null);
  const move = answer?.moves.find(({ move }) => bare(move) === name);
  if (number !== shown || !move) return;
  const of = worth(session.shown, move);
  tell(`${name}: ${[of.words, of.next].filter(Boolean).join("; ")}`);
}

// --- listening

function submitted(form, complaint, make) {
  $(form).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      $(complaint).textContent = "";
      const made = await make();
      problem(null);
      await change(made);
    } catch (error) {
      $(complaint).textContent = sentence(error.message);
    }
  });
}

/** A game that starts at a position; if it has more seeds than the table, another table is made. */
async function startAt(text) {
  await reopen(seedsIn(text));
  return Session.make(table, text, []);
}

/** The table of this game with boards of up to `seeds` seeds; the one in use, if it has them. */
async function reopen(seeds) {
  const { name, set } = game;
  await open({ ...games.find((other) => other.name === name), name }, set, seeds);
}

async function pasted(written) {
  const text = written.trim();
  if (/^[0-9]+(-[0-9A-Za-z]*)+$/.test(text)) return startAt(text);
  const moves = movesOf(text);
  if (moves.length === 0) throw new Error("paste a position like 7-7-7-7-0-0-S, or moves like A a B+4 pass");
  await reopen(0);
  return Session.make(table, null, moves);
}

function listen() {
  // Before the first answer there is nothing to act on.
  const on = (id, act) => $(id).addEventListener("click", () => session && act());
  on("first", () => goto(0));
  on("back", () => goto(session.at - 1));
  on("forward", () => goto(session.at + 1));
  on("last", () => goto(Infinity));
  on("best", best);
  on("undo", undo);
  on("pass", () => play("pass"));
  on("new", anew);
  const flip = () => {
    set("flip", !settings.flip);
    $("flip").setAttribute("aria-pressed", String(settings.flip));
    board.flip(settings.flip);
  };
  on("flip", flip);
  $("flip").setAttribute("aria-pressed", String(settings.flip));
  tie($("opponent"), "opponent", () => reply());
  tie($("strength"), "strength", () => {});
  tie($("letters"), "letters", () => {});
  for (const name of ["hide", "positions"]) tie($(name), name, show);
  $("line-box").addEventListener("toggle", show);
  $("edit-box").addEventListener("toggle", () => $("edit-box").open && session && fill(session.shown, game.rules.pits));
  $("howto-box").addEventListener("toggle", () => $("howto-box").open && example.show($("example"), table, game.rules, still()));
  on("example-again", () => example.show($("example"), table, game.rules, false));
  submitted("edit", "edit-problem", () => startAt(edited(game.rules.pits)));
  submitted("paste", "paste-problem", () => pasted($("pasted").value));
  share({ now: () => ({ session, table, game }), opened: ({ from, moves }) => change(reopen(0).then(() => Session.make(table, from === game.rules.start ? null : from, moves))), say, random: async () => change(startAt((await table.random()).position)) });
  keys({
    step: (by) => session && goto(session.at + by),
    to: (end) => session && goto(end),
    best,
    undo,
    flip,
    pass: () => !$("pass").hidden && play("pass"),
    pit: (number) => session && playPit(number + (session.shown.side === "S" ? 0 : game.rules.pits)),
    row: () => game?.rules.pits ?? 0,
  });
  addEventListener("popstate", load);
}

try {
  alive();
  const offered = await site();
  games = offered.games;
  $("footer").textContent = `Solved by ${offered.made_by}, in this page.`;
  listen();
  await load();
  if (seedsOn(session.shown) > 0) await reply();
} catch (error) {
  problem(capital(error.message));
}
