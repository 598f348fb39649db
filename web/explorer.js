// tihbat: The explorer page: play a game, see the value of every move, share it
//
// Everything shown is a function of the record (the start of the game and its moves). The address of the page holds the
// record, so the back and forward buttons, bookmarks and shared links work without further code.

import { $, el } from "./dom.js";
import { Board } from "./board.js";
import { endText } from "./ends.js";
import { Record, movesOf, whyNot } from "./record.js";
import { allSeeds, capital, endingText, fromSouth, letter, sideName, text } from "./position.js";
import { address, analysisOf, games, navigation, problem, title } from "./site.js";

let list;
let game;
let analysis;
let record;
let board;
/** Counts the positions shown, so that a late answer about another position is dropped. */
let shown = 0;
/** Counts the animations, so that a new one stops the previous one. */
let moving = 0;

// --- the address

/** A position as text that can be read again. If its seeds do not add up to those of the game, only its pits are written. */
const written = (position) => (allSeeds(position) === game.seeds ? text(position) : position.board.join("-"));

function addressOf(record) {
  const parameters = { game: game.name, position: record.at > 0 ? text(record.position) : written(record.start) };
  if (record.at > 0) {
    if (text(record.start) !== text(analysis.start)) parameters.from = written(record.start);
    parameters.moves = record.moves.slice(0, record.at).join(".");
  }
  return address("index.html", parameters);
}

async function read() {
  const parameters = new URLSearchParams(location.search);
  const name = parameters.get("game") ?? list[0].name;
  const found = list.find((game) => game.name === name);
  if (!found) throw new Error(`there is no game "${name}"; the games are ${list.map((game) => game.name).join(", ")}`);
  if (game !== found) await open(found);
  const [position, from, moves] = ["position", "from", "moves"].map((name) => parameters.get(name));
  if (!moves) return Record.at(analysis, position ? analysis.parse(position) : analysis.start);
  const start = from ? analysis.parse(from) : analysis.start;
  const played = movesOf(moves);
  const all = history.state?.moves ?? played;
  const read = new Record(analysis, start, all, played.length);
  if (position && position !== text(read.position)) {
    problem(`The moves lead to ${text(read.position)}, not to the position ${position} of the address.`);
  }
  return read;
}

async function open(found) {
  $("status").textContent = "Opening the table.";
  analysis = await analysisOf(found);
  game = found;
  navigation(list, game.name, "index.html");
  $("title").textContent = `${title(game)}: every move and what it is worth`;
  document.title = `${title(game)} - tihbat explorer`;
  board = new Board($("board"), analysis.rules.row, { play: playPit, look });
  $("headings").replaceChildren(...["Move", ...analysis.headings, "Leads to"].map((name) => el("th", { scope: "col" }, name)));
  $("about").textContent = analysis.about;
  $("line-title").textContent = analysis.lineTitle;
  editor();
}

// --- answers

const answers = new Map();
const earlier = new Map();
/** The question that the server is answering. */
let asking = null;

const keyOf = (moves) => JSON.stringify([game.name, written(record.start), moves]);

function kept(map, key, make) {
  if (!map.has(key)) {
    map.set(key, make());
    map.get(key).catch(() => map.delete(key));
  }
  return map.get(key);
}

/** The answer about the position shown. The server is asked if the page cannot give an exact answer. */
function answerOf(position, seen, moves) {
  const key = keyOf(moves);
  return kept(answers, key, () => ask(position, seen, moves, key));
}

/** The answer about an earlier position: the one from when it was shown, or the one of this page. */
function earlierAnswerOf(position, seen, moves) {
  const key = keyOf(moves);
  return answers.get(key) ?? kept(earlier, key, () => analysis.answer(position, seen));
}

async function ask(position, seen, moves, key) {
  const answer = await analysis.answer(position, seen);
  if (answer.exact || !list.api) return answer;
  // Only the position shown is worth a request.
  asking?.abort();
  asking = new AbortController();
  const query = { position: written(record.start), moves: moves.join(" ") };
  try {
    const response = await fetch(address(`${list.api}/games/${game.name}/position`, query), { signal: asking.signal });
    if (response.ok) {
      const exact = await response.json();
      const own = new Map(answer.moves.map((move) => [move.move, move]));
      return { ...answer, ...exact, moves: exact.moves.map((move) => ({ ...own.get(move.move), ...move })), exact: true };
    }
  } catch (error) {
    if (!["AbortError", "TypeError"].includes(error.name)) throw error;
  }
  // The server has no answer now; it is asked again the next time.
  answers.delete(key);
  return answer;
}

const answerNow = () => answerOf(record.position, record.seen, record.moves.slice(0, record.at));

// --- playing

const turn = () => sideName(record.position.side);
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function playPit(pit) {
  if (record.end) return say(`The game is over: ${endText(record.end, analysis.rules)}.`);
  const found = analysis.pits(record.position)[pit];
  const { side } = record.position;
  if (found.legal) return play(letter(side, pit));
  say(`${whyNot(side, found).replace("pit", "Pit")}.`);
}

/** Plays a move by its name, shows it, and lets the table reply. */
async function play(name) {
  let next;
  try {
    next = record.play(name);
  } catch (error) {
    return say(error.message);
  }
  const ply = next.plies.at(-1);
  const mine = ++moving;
  record = next;
  store();
  if (!still()) await board.sow(ply.before, ply.play, () => mine !== moving);
  if (mine !== moving) return;
  say(`${sideName(ply.side)} ${moveWords(ply)}.`);
  await show();
  await tableTurn();
}

function moveWords({ side, play }) {
  if (play.pit === null) return "cannot move and passes";
  const taken = play.captured > 0 ? ` and captures ${play.captured}` : "";
  return `plays ${letter(side, play.pit)}${taken}`;
}

/** If the table is to move: chooses a move and plays it. */
async function tableTurn() {
  if (record.end || !$("opponent").value.includes(record.position.side)) return;
  const mine = moving;
  const { moves } = await answerNow();
  await new Promise((done) => setTimeout(done, still() ? 0 : 450));
  if (mine !== moving || record.end || !$("opponent").value.includes(record.position.side)) return;
  const move = await choose(moves, Number($("strength").value));
  if (mine === moving) await play(bare(move));
}

const bare = ({ move }) => move.split("+")[0];

/** The move of a partner who plays `strength` of ten moves perfectly and the others at random, as `tihbat play` does. */
async function choose(moves, strength) {
  if (Math.random() * 10 >= strength) return moves[Math.floor(Math.random() * moves.length)];
  const best = moves.filter((move) => move.best);
  if (best.length === 1 || !analysis.setsTraps(best[0])) return best[0];
  // If the best moves only draw: the move after which the opponent has the most ways to go wrong.
  const from = record;
  const traps = await Promise.all(
    best.map(async (move) => {
      const next = from.play(bare(move));
      if (next.end) return [move, 0, 0];
      const replies = (await analysis.answer(next.position, next.seen)).moves;
      const losses = replies.map(({ margin }) => replies[0].margin - margin);
      return [move, losses.filter((loss) => loss > 0).length, losses.reduce((all, loss) => all + loss, 0)];
    }),
  );
  return traps.reduce((most, trap) => (trap[1] > most[1] || (trap[1] === most[1] && trap[2] > most[2]) ? trap : most))[0];
}

/** Shows another record, as a step that the back button can undo. */
async function change(next) {
  moving++;
  record = next;
  say("");
  store();
  await show();
}

const store = () => history.pushState({ moves: record.moves }, "", addressOf(record));

async function step(by) {
  let at = record.at + by;
  const opponent = $("opponent").value;
  const tableMoves = (at) => opponent.length === 1 && record.goto(at).position.side === opponent;
  if (at > 0 && at < record.moves.length && tableMoves(at)) at += by;
  await change(record.goto(at));
}

// --- showing

let said = "";

/** Says what has just happened, on the screen and for screen readers. */
function say(words) {
  said = words;
  status();
}

function status() {
  const over = record?.end && `The game is over: ${endText(record.end, analysis.rules)}. ${capital(endingText(record.finals()))}.`;
  const passes = record && !record.end && analysis.plays(record.position)[0].pit === null;
  const next = passes ? `${turn()} has no move and must pass.` : `${turn()} to move.`;
  const words = [said, over || next].filter(Boolean).join(" ");
  if ($("status").textContent !== words) $("status").textContent = words;
}

async function show() {
  const number = ++shown;
  const { position } = record;
  status();
  stores(position);
  board.show(position, marks(position, null));
  $("undo").disabled = record.at === 0;
  $("redo").disabled = record.at === record.moves.length;
  $("best").disabled = record.end !== null;
  $("pass").hidden = record.end !== null || analysis.plays(position)[0]?.pit !== null;
  try {
    const answer = record.end ? null : await answerNow();
    if (number !== shown) return;
    board.show(position, marks(position, answer));
    value(answer);
    moveTable(answer);
    look(board.looked());
    await played(number);
    if (number === shown) $("play").dataset.shown = text(position);
    if ($("line-box").open && number === shown) await line(number);
  } catch (error) {
    if (number === shown) problem(capital(`${error.message}.`));
  }
}

function stores(position) {
  for (const [id, side, at] of [["south", "S", 0], ["north", "N", 1]]) {
    const moves = position.side === side && !record.end;
    $(id).textContent = `${sideName(side)}: ${position.captured[at]} captured${moves ? ", to move" : ""}`;
    $(id).classList.toggle("turn", moves);
  }
}

/** The marks of the mover's pits: see `Board.show`. */
function marks(position, answer) {
  const hidden = $("hide").checked;
  return analysis.pits(position).map((pit) => {
    if (record.end) return { legal: false, words: "the game is over" };
    if (!pit.legal) return { legal: false, words: whyNot(position.side, pit).replace(/^pit . /, "") };
    const move = answer?.moves.find(({ play }) => play.pit === pit.pit);
    if (!move || hidden) return { legal: true };
    const mark = analysis.mark(move);
    return { ...mark, legal: true, words: `${mark.words}${move.best ? ", best" : ""}`, best: move.best };
  });
}

function value(answer) {
  $("exact").hidden = !answer || answer.exact;
  $("exact").textContent = analysis.inexact;
  if (!answer) $("value").textContent = `The game is over: ${endingText(record.finals())}.`;
  else if ($("hide").checked) $("value").textContent = "The numbers are hidden.";
  else {
    const first = answer.first_move ? " This is the first move of the game, which captures nothing." : "";
    $("value").textContent = analysis.valueText(record.position, answer) + first;
  }
}

const number = ({ words, sign }) => el("td", { class: `number ${sign > 0 ? "plus" : sign < 0 ? "minus" : ""}` }, words);

function moveTable(answer) {
  const rows = (answer?.moves ?? []).map((move) => {
    const button = el("button", { type: "button", onclick: () => play(bare(move)), "aria-label": `Play ${move.move}` }, move.move);
    const leads = move.repeats ? `${move.position}, seen before: the game ends` : move.position;
    const hidden = $("hide").checked;
    return el(
      "tr",
      { class: move.best && !hidden ? "best" : "" },
      el("td", null, button, move.best && !hidden ? " \u2605 best" : ""),
      analysis.cells(move).map((cell) => number(hidden ? { words: "?", sign: 0 } : cell)),
      el("td", null, el("code", null, leads)),
    );
  });
  if (hidden()) rows.sort((one, other) => (one.textContent < other.textContent ? -1 : 1));
  $("moves").tBodies[0].replaceChildren(...rows);
}

const hidden = () => $("hide").checked;

/** The list of moves, each with the number of seeds that it gave away. */
async function played(number) {
  const items = await Promise.all(
    record.plies.map(async (ply, at) => {
      const { moves } = await earlierAnswerOf(ply.before, ply.seen, record.moves.slice(0, at));
      const { lost, words } = analysis.cost(moves, moves.find(({ play }) => play.pit === ply.play.pit));
      const cost = hidden() ? "" : words;
      const here = at + 1 === record.at;
      const button = el("button", { type: "button", onclick: () => change(record.goto(at + 1)), "aria-label": `Go to move ${at + 1}, ${ply.move}` }, ply.move);
      return el("li", { "aria-current": here && "step" }, `${sideName(ply.side)} `, button, " ", el("span", { class: lost > 0 && !hidden() ? "minus" : "note" }, cost));
    }),
  );
  if (number !== shown) return;
  $("played").replaceChildren(...items);
  $("played-none").hidden = items.length > 0;
}

async function line(number) {
  const from = record;
  if (from.end || hidden()) {
    $("line").replaceChildren();
    $("line-end").textContent = from.end ? "The game is over." : "The numbers are hidden.";
    return;
  }
  const found = await analysis.line(from.position, from.seen);
  if (number !== shown) return;
  const { moves } = found;
  const names = moves.map(({ move }) => move);
  const upTo = (at) => change(names.slice(0, at + 1).reduce((record, name) => record.play(name.split("+")[0]), from));
  const items = moves.map((move, at) => {
    const side = (from.position.side === "S") === (at % 2 === 0) ? "South" : "North";
    const label = `Go to move ${at + 1} of the main line, ${move.move}`;
    return el("li", null, `${side} `, el("button", { type: "button", onclick: () => upTo(at), "aria-label": label }, move.move), ` ${analysis.lineMoveText(move)}`);
  });
  $("line").replaceChildren(...items);
  $("line-end").textContent = analysis.lineEndText(found);
}

/** Shows a hint for the pit that is pointed at or has the focus. */
async function look(pit) {
  if (pit === null || !record || record.end) return void ($("hint").textContent = "");
  const { position } = record;
  const found = analysis.pits(position)[pit];
  const name = letter(position.side, pit);
  if (!found.legal) return void ($("hint").textContent = capital(`${whyNot(position.side, found)}.`));
  if (hidden()) return void ($("hint").textContent = `${name}`);
  const number = shown;
  const answer = await answerNow().catch(() => null);
  const move = answer?.moves.find(({ play }) => play.pit === pit);
  if (number === shown && move) $("hint").textContent = `${move.move}: ${analysis.moveText(move)}, leads to ${move.position}`;
}

// --- the forms

function editor() {
  const { row } = analysis.rules;
  const field = (id, label) => el("label", null, `${label} `, el("input", { type: "number", id, min: 0, max: 127, required: true, inputmode: "numeric" }));
  const pits = (side) => Array.from({ length: row }, (_, pit) => field(`pit-${letter(side, pit)}`, letter(side, pit)));
  const side = el("select", { id: "edit-side" }, el("option", { value: "S" }, "South"), el("option", { value: "N" }, "North"));
  $("edit").replaceChildren(
    el("fieldset", null, el("legend", null, "North's pits, in sowing order"), pits("N")),
    el("fieldset", null, el("legend", null, "South's pits, in sowing order"), pits("S")),
    el("fieldset", null, el("legend", null, "Captured"), field("edit-south", "by South"), field("edit-north", "by North")),
    el("label", null, "To move ", side),
    el("p", { class: "note" }, `All seeds must add up to ${game.seeds}. If nothing is captured and South is to move, the pits may hold any number of seeds.`),
    el("div", { class: "controls" }, el("button", { type: "submit" }, "Show this board"), el("button", { type: "button", onclick: fillEditor }, "Copy the board shown")),
    el("p", { id: "edit-problem", role: "alert" }),
  );
  $("edit").noValidate = true;
}

function fillEditor() {
  const { row } = analysis.rules;
  fromSouth(record.position).forEach((seeds, pit) => {
    $(`pit-${letter(pit < row ? "S" : "N", pit % row)}`).value = seeds;
  });
  [$("edit-south").value, $("edit-north").value] = record.position.captured;
  $("edit-side").value = record.position.side;
}

function edited() {
  const { row } = analysis.rules;
  const pits = ["S", "N"].flatMap((side) => Array.from({ length: row }, (_, pit) => $(`pit-${letter(side, pit)}`).value));
  const [south, north, side] = ["edit-south", "edit-north", "edit-side"].map((id) => $(id).value);
  const alone = side === "S" && Number(south) === 0 && Number(north) === 0;
  return analysis.parse(alone ? pits.join("-") : [...pits, south, north, side].join("-"));
}

function submitted(form, complaint, next) {
  $(form).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const made = next();
      $(complaint).textContent = "";
      await change(made);
    } catch (error) {
      $(complaint).textContent = capital(`${error.message}.`);
    }
  });
}

function save() {
  const blob = new Blob([record.ogn()], { type: "text/plain" });
  const link = el("a", { href: URL.createObjectURL(blob), download: `${game.name}.ogn` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address is copied.");
  } catch {
    say(`The address is ${location.href}`);
  }
}

function listen() {
  $("undo").addEventListener("click", () => step(-1));
  $("redo").addEventListener("click", () => step(1));
  $("pass").addEventListener("click", () => play("pass"));
  $("best").addEventListener("click", async () => play(bare((await answerNow()).moves[0])));
  $("new").addEventListener("click", () => change(Record.at(analysis, analysis.start)).then(tableTurn));
  $("opponent").addEventListener("change", tableTurn);
  $("hide").addEventListener("change", show);
  $("ogn").addEventListener("click", save);
  $("copy").addEventListener("click", copy);
  $("line-box").addEventListener("toggle", show);
  $("edit-box").addEventListener("toggle", () => $("edit-box").open && fillEditor());
  submitted("edit", "edit-problem", () => Record.at(analysis, edited()));
  submitted("paste", "paste-problem", () => Record.parse(analysis, $("pasted").value));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), textarea, select");
    if (typing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const by = { z: -1, y: 1 }[event.key.toLowerCase()];
      if (!by || (by < 0 ? record.at === 0 : record.at === record.moves.length)) return;
      event.preventDefault();
      return void step(by);
    }
    if (!$("keys").checked || event.key.length !== 1) return;
    const pit = event.key.toLowerCase().charCodeAt(0) - 97;
    if (pit >= 0 && pit < analysis.rules.row) playPit(pit);
    else if (event.key.toLowerCase() === "p" && !$("pass").hidden) play("pass");
  });
  addEventListener("popstate", load);
}

async function load() {
  moving++;
  try {
    problem(null);
    record = await read();
    if ($("problem").hidden) history.replaceState({ moves: record.moves }, "", addressOf(record));
    say("");
    await show();
  } catch (error) {
    problem(capital(`${error.message}.`));
    if (!game) {
      game = list[0];
      await open(game);
    }
    record = Record.at(analysis, analysis.start);
    await show();
  }
}

try {
  list = await games().then(({ games, api, made_by }) => {
    $("footer").textContent = `Tables made by ${made_by}.`;
    return Object.assign(games, { api });
  });
  listen();
  await load();
} catch (error) {
  problem(capital(`${error.message}.`));
}
