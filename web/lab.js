// tihbat: Any rules: the clauses and the size of the board as controls; after each change the game is solved again
//
// The address holds the game that the rules begin with and the changed clauses, so a link restores everything.

import { $, el } from "./dom.js";
import { address, setOf, setText } from "./address.js";
import { picture } from "./board.js";
import { solver } from "./engine.js";
import { brief } from "./howto.js";
import { bar } from "./result.js";
import { save } from "./share.js";
import { alive, navigation, problem, progress, site, title } from "./site.js";
import { KIND, bare, capital, count, position, sentence } from "./words.js";
import { worth } from "./worth.js";

/** The largest game that is solved here, and the largest whose neighbours are solved too, in boards. */
const MOST = 30_000_000;
const MOST_AROUND = 3_000_000;
/** How long nothing may change before the game is solved, in milliseconds. */
const PAUSE = 200;

let base = "tihbat";
/** @type {Record<string, string>} */
let changed = {};
/** @type {import("./solver.js").Rules | any} */
let rules = null;
/** Ends what is being solved. */
let stop = new AbortController();
let timer = 0;

const spec = (set = changed) => ({ game: base, set });
const words = (name) => title(name.replaceAll("_", " ").replaceAll(".", ": "));

// --- the controls

/** The largest value of a clause that is a number. */
const RANGE = { pits: [1, 8], seeds_per_pit: [1, 63], "lift.min": [1, 127] };

/** The values of a clause that is yes or no have no meaning of their own. */
const YES_OR_NO = [{ value: "true", meaning: "yes" }, { value: "false", meaning: "no" }];
const choices = ({ value, values }) => (["true", "false"].includes(String(value)) ? YES_OR_NO : values);

function control(clause) {
  const { name, value, meaning } = clause;
  const values = choices(clause);
  const id = `clause-${name}`;
  const change = (event) => set(name, event.target.value);
  const about = { id, "data-clause": name, onchange: change, title: capital(meaning) };
  if (values.length > 0) return el("select", about, values.map(({ value: one, meaning }) => el("option", { value: one, selected: one === String(value), title: meaning }, one.replaceAll("_", " "))));
  const range = RANGE[name];
  if (range) return el("input", { ...about, type: "number", min: range[0], max: range[1], value, inputmode: "numeric" });
  return el("input", { ...about, type: "text", value, spellcheck: "false", autocomplete: "off" });
}

function controls() {
  const focused = document.activeElement?.id;
  $("clauses").replaceChildren(
    ...rules.clauses.map((clause) =>
      el(
        "div",
        { class: clause.name in changed ? "clause changed" : "clause" },
        el("label", { for: `clause-${clause.name}` }, words(clause.name)),
        control(clause),
        el("span", { class: "note" }, clause.value_meaning ? sentence(clause.value_meaning) : ""),
      ),
    ),
  );
  if (focused) $(focused)?.focus();
  $("reset").disabled = Object.keys(changed).length === 0;
}

/** Changes a clause, and asks again after a moment. */
function set(name, value) {
  changed = { ...changed, [name]: value.trim() };
  // Seeds in every pit, or a start pit by pit: never both.
  if (name === "pits" && "start" in changed) delete changed.start;
  clearTimeout(timer);
  timer = window.setTimeout(show, PAUSE);
}

// --- the result

async function show() {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  delete document.body.dataset.shown;
  try {
    const ready = await solver(progress);
    const asked = await ready.rules(spec());
    if (signal.aborted) return;
    rules = asked;
    const standard = (await ready.rules({ game: base })).clauses;
    // A clause that is set to its usual value is no change.
    for (const { name, value } of standard) if (changed[name] === String(value)) delete changed[name];
    problem(null);
    history.replaceState(null, "", address("rules.html", { game: base, set: setText(changed) }));
    controls();
    tell();
    if (rules.boards === null || rules.boards > MOST) throw new Error(`this game has ${rules.boards === null ? "more than 2^64 boards" : count(rules.boards, "board")}; a page solves up to ${MOST.toLocaleString("en")}: save the rules file and use the program`);
    const answer = await ready.value(rules, { signal, onProgress: ({ boards, allBoards }) => progress("Solving", boards / Math.max(1, allBoards)) });
    progress("", null);
    if (signal.aborted) return;
    result(answer);
    document.body.dataset.shown = rules.game;
    await atlas(ready, signal);
  } catch (error) {
    if (signal.aborted) return;
    progress("", null);
    $("result").replaceChildren(el("p", { class: "result" }, "No result"));
    $("moves").replaceChildren();
    $("atlas").tBodies[0].replaceChildren();
    problem(error);
    document.body.dataset.shown = "refused";
  }
}

/** What is known before the game is solved. */
function tell() {
  const values = Object.fromEntries(rules.clauses.map(({ name, value }) => [name, String(value)]));
  const at = position(rules.start);
  $("picture").replaceChildren(picture(at, rules.pits));
  $("howto").replaceChildren(...brief(values, at.pits).map((words) => el("li", null, words)));
  $("file").textContent = rules.toml;
  $("play-link").setAttribute("href", address("play.html", { game: base, set: setText(changed) }));
}

function result(answer) {
  const at = position(answer.position);
  const of = worth(at, answer);
  const next = answer.margin === undefined ? `${of.range}. What neither side can force depends on what a repetition pays.` : `With perfect play by both sides. South begins. ${of.next ? `${capital(of.next)}.` : ""}`;
  $("result").replaceChildren(el("p", { class: "eyebrow" }, `${rules.title}, ${count(answer.boards, "board")}`), el("p", { class: "result" }, of.title, el("small", null, next)), bar(at, of.least));
  const row = (move) => {
    const { kind, words, next } = worth(at, move);
    const href = address("play.html", { game: base, set: setText(changed), moves: bare(move.move) });
    return el("li", null, el("a", { class: "moverow", href }, el("span", { class: "name" }, bare(move.move), move.best ? el("span", { class: "star" }, " \u2605") : ""), el("span", { class: `badge ${kind}` }, KIND[kind]), el("span", { class: "words" }, words, el("span", { class: "next" }, next))));
  };
  $("moves").replaceChildren(...answer.moves.map(row));
}

/** Every rule that differs from these in one clause, or in the size by one. */
function around() {
  const near = rules.clauses.flatMap((clause) => {
    const { name, value } = clause;
    const values = choices(clause);
    if (values.length > 0) return values.filter((one) => one.value !== String(value)).map((one) => ({ name, value: one.value }));
    if (name === "seeds_per_pit" || name === "pits") return [Number(value) - 1, Number(value) + 1].filter((one) => one > 0).map((one) => ({ name, value: String(one) }));
    if (name === "lift.min") return [1, 2].filter((one) => one !== Number(value)).map((one) => ({ name, value: String(one) }));
    return [];
  });
  return near.map((change) => ({ ...change, set: { ...changed, [change.name]: change.value } }));
}

async function atlas(ready, signal) {
  const body = $("atlas").tBodies[0];
  body.replaceChildren();
  const small = (boards) => boards !== null && boards <= MOST_AROUND;
  for (const { name, value, set } of around()) {
    if (signal.aborted) return;
    const other = await ready.rules(spec(set)).catch(() => null);
    // Clauses that do not fit together are no rules.
    if (!other) continue;
    const button = el("button", { type: "button", onclick: () => apply(set) }, `${words(name)}: ${value.replaceAll("_", " ")}`);
    const cells = [el("td", null, small(other.boards) ? "\u2026" : "too large to be solved here in passing"), el("td", null, "")];
    body.append(el("tr", null, el("td", null, button), cells));
    if (!small(other.boards)) continue;
    const answer = await ready.value(other, { signal });
    if (signal.aborted) return;
    const of = worth(position(answer.position), answer);
    cells[0].replaceChildren(el("span", { class: `badge ${of.kind}` }, of.title));
    cells[1].textContent = answer.moves.filter(({ best }) => best).map(({ move }) => bare(move)).join(", ");
  }
  document.body.dataset.atlas = rules.game;
}

function apply(set) {
  changed = set;
  clearTimeout(timer);
  show();
}

try {
  alive();
  const { games, made_by } = await site();
  const parameters = new URLSearchParams(location.search);
  base = parameters.get("game") ?? "tihbat";
  changed = setOf(parameters.get("set"));
  navigation(games, null, "rules.html");
  $("footer").textContent = `Solved by ${made_by}, in this page.`;
  const ready = await solver(progress);
  const names = (await ready.games()).map(({ game }) => game);
  $("base").replaceChildren(...[...new Set([...names, base])].map((name) => el("option", { value: name, selected: name === base }, title(name))));
  $("base").addEventListener("change", () => {
    base = $("base").value;
    apply({});
  });
  $("reset").addEventListener("click", () => apply({}));
  $("clauses").addEventListener("submit", (event) => event.preventDefault());
  $("toml").addEventListener("click", () => save(rules.toml, `${base}.toml`));
  $("copy").addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(location.href).then(() => "The link is copied.", () => `The link is ${location.href}`);
    $("said").textContent = done;
  });
  await show();
} catch (error) {
  progress("", null);
  problem(error);
}
