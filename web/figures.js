// tihbat: The page about a game: how to play it, its rules with their sources, figures, its longest lines, traps, its table

import { $, el } from "./dom.js";
import { address, setOf, setText } from "./address.js";
import { picture } from "./board.js";
import { OF_BOUNDS, OF_MARGINS, layersChart, layersTable, marginsChart } from "./charts.js";
import { rulesOf, tableOf } from "./engine.js";
import { brief, details } from "./howto.js";
import { bar } from "./result.js";
import { alive, gameNamed, navigation, problem, progress, site, title } from "./site.js";
import { stepper } from "./stepper.js";
import { bare, capital, count, endText, position, resultText, sideName, signed } from "./words.js";
import { worth } from "./worth.js";

/** The number of longest lines and of traps that are shown. */
const SHOWN = { lines: 8, traps: 6 };

/** The value of the game: who wins, and what each first move leads to. */
function start(game) {
  const at = position(game.start.position);
  const { title: words, least, range } = worth(at, game.start);
  const first = game.start.moves.map((move) => `${bare(move.move)} ${worth(at, move).words}`).join("; ");
  const note = range ? `${range}. What neither side can force depends on what a repetition pays.` : "With perfect play by both sides. South begins.";
  $("start").replaceChildren(
    el("p", { class: "result" }, words, el("small", null, note)),
    bar(at, least),
    el("p", { class: "note" }, `First moves, best first: ${first}.`),
    el("p", { class: "row" }, el("a", { class: "button strong", href: address("play.html", { game: game.name }) }, "Play it"), el("a", { class: "button", href: address("puzzles.html", { game: game.name }) }, "Puzzles")),
  );
}

function rules(game, { values, clauses, source, start }) {
  $("howto").replaceChildren(...brief(values, position(start).pits).map((words) => el("li", null, words)));
  $("details").replaceChildren(...details(values).map((words) => el("li", null, words)));
  $("source").textContent = source ?? "";
  const row = ({ name, value, meaning, value_meaning, source }) =>
    el("tr", null, el("th", { scope: "row" }, capital(meaning), el("br"), el("code", { class: "note" }, `${name} = ${value}`)), el("td", null, value_meaning ? capital(value_meaning) : String(value)), el("td", null, source ?? ""));
  $("rules").tBodies[0].replaceChildren(...clauses.map(row));
  $("lab").setAttribute("href", address("rules.html", { game: game.name, set: setText(game.set ?? {}) }));
}

function layers(found, bounds) {
  const words = bounds ? OF_BOUNDS : OF_MARGINS;
  $("layers-title").textContent = words.title;
  $("layers-about").textContent = words.about;
  $("layers-chart").replaceChildren(...layersChart(found, words));
  const { headings, rows } = layersTable(found, words);
  $("layers-headings").replaceChildren(...headings);
  $("layers").tBodies[0].replaceChildren(...rows);
}

function margins(found) {
  const show = (layer) => {
    const { words, chart } = marginsChart(layer);
    $("margins-about").textContent = words;
    $("margins-chart").replaceChildren(...chart);
  };
  $("layer").replaceChildren(...found.map(({ seeds }) => el("option", { value: seeds }, String(seeds))));
  $("layer").addEventListener("change", () => show(found[$("layer").selectedIndex]));
  $("layer").selectedIndex = found.length - 1;
  show(found.at(-1));
}

/** The longest lines, each as a board with steps. */
async function longest(game, table, rules) {
  const lines = await table.longest({ count: SHOWN.lines });
  $("longest-box").hidden = lines.length === 0;
  if (lines.length === 0) return;
  $("longest-about").textContent = `No capture can be held off longer than ${count(lines[0].distance, "move")}. Both sides play perfectly: the winner makes it short, the other makes it long.`;
  const choice = $("longest-choice");
  choice.replaceChildren(...lines.map(({ seeds, distance }) => el("option", null, `${count(distance, "move")}, ${count(seeds, "seed")}`)));
  const show = async () => {
    const { position: from, distance, line } = lines[choice.selectedIndex];
    const moves = line.moves.slice(0, distance);
    const played = await table.game({ position: from, moves: moves.map(({ move }) => bare(move)) });
    const caption = (at) => {
      if (at === 0) return `${sideName(position(from).side)} to move; ${count(distance, "move")} to the next capture or the end.`;
      const { move, margin } = moves[at - 1];
      const over = at === moves.length && at === line.moves.length ? ` The game is over: ${endText(line.end, rules.values.repetition)}. ${resultText(line.final)}.` : "";
      return `Move ${at} of ${moves.length}: ${played.plies[at - 1].side} plays ${move} (${signed(margin)}).${over}`;
    };
    stepper($("longest"), rules.pits, played, caption);
    $("longest").append(el("p", null, el("a", { href: address("play.html", { game: game.name, from, moves: moves.map(({ move }) => bare(move)).join("."), ply: 0 }) }, "See it on the board page")));
  };
  choice.addEventListener("change", show);
  await show();
}

/** Positions whose largest capture gives most away. */
async function traps(game, table, rules) {
  const found = await table.traps({ count: SHOWN.traps });
  $("traps-box").hidden = found.length === 0;
  const card = ({ position: at, tempting, best, gives_away }) =>
    el(
      "li",
      { class: "card" },
      picture(position(at), rules.pits),
      el("p", { class: "solved" }, `${sideName(position(at).side)}: ${tempting} gives away ${gives_away}`),
      el("p", { class: "note" }, `${best.join(" or ")} is better.`),
      el("p", { class: "row" }, el("a", { class: "button", href: address("play.html", { game: game.name, position: at }), "aria-label": `Look at it: ${at}` }, "Look at it")),
    );
  $("traps").replaceChildren(...found.map(card));
}

function download(game, bounds) {
  const { file, statistics, bytes, boards, max_seeds, max_distance, digest, made_by } = game.table;
  $("download").replaceChildren(
    el("a", { href: file, download: true }, file.split("/").at(-1)),
    ` (${bytes.toLocaleString("en")} bytes): ${bounds ? "what each side can force, and the distances," : "margin and distance"} of ${count(boards, "board")} with up to ${count(max_seeds, "seed")}, distances up to ${count(max_distance ?? 0, "move")}. Digest ${digest}, made by ${made_by}. `,
    el("a", { href: statistics, download: true }, "Figures of this page as JSON"),
    ".",
  );
}

try {
  alive();
  const { games, made_by } = await site();
  const parameters = new URLSearchParams(location.search);
  const name = parameters.get("game");
  navigation(games, name ?? games[0].name, "game.html");
  const game = { ...gameNamed(games, name), set: setOf(parameters.get("set")) };
  const bounds = game.start.forced !== undefined;
  document.title = `${title(game.name)}: rules and figures - tihbat`;
  $("title").textContent = title(game.name);
  $("footer").textContent = `Tables made by ${made_by}.`;
  start(game);
  download(game, bounds);
  const statistics = fetch(game.table.statistics).then((response) => response.json());
  $("margins-box").hidden = $("longest-box").hidden = bounds;
  const { layers: found } = await statistics;
  layers(found, bounds);
  if (!bounds) margins(found);
  progress("Loading the solver", 0);
  const known = await rulesOf(game, progress).finally(() => progress("", null));
  rules(game, known);
  if (!bounds) {
    const table = await tableOf(game, known, 0, progress).finally(() => progress("", null));
    if (table.longest) await longest(game, table, known);
    else $("longest-box").hidden = true;
    if (table.traps) await traps(game, table, known);
  }
  document.body.dataset.shown = game.name;
} catch (error) {
  progress("", null);
  // Headings without anything below them say nothing.
  for (const section of document.querySelectorAll("main > section")) section.toggleAttribute("hidden", section.querySelectorAll("svg, td, li, a[download]").length === 0);
  problem(error);
  document.body.dataset.failed = "true";
}
