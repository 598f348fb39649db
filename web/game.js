// tihbat: The page about a game: its value, its rules, statistics of its layers, its longest lines, its table

import { $, el, svg } from "./dom.js";
import { picture } from "./board.js";
import { forcesText, resultText, whyBounds } from "./bounds.js";
import { clausesOf, sourcesOf } from "./clauses.js";
import { endingText, ofBoard, signed, text, valueText } from "./position.js";
import { endText } from "./ends.js";
import { address, analysisOf, games, navigation, problem, title } from "./site.js";

const count = (number) => number.toLocaleString("en");

/** Whether the table of a game has bounds: its rules leave open what a repetition pays. */
const hasBounds = ({ rules }) => rules.repetition !== "split";

function start(game) {
  if (hasBounds(game)) return startOfBounds(game);
  const { margin, distance, final, moves } = game.start;
  const first = moves.map((move) => `${move.move} ${valueText(move)}`).join(", ");
  $("start").textContent = `The value for South, who begins: ${valueText({ margin, distance })}. With perfect play ${endingText(final)}. First moves, best first: ${first}.`;
}

function startOfBounds(game) {
  const { moves } = game.start;
  const first = moves.map((move) => `${move.move} ${forcesText(move, game.seeds)}`).join("; ");
  $("start-title").textContent = "What each side can force";
  $("start").textContent = `${whyBounds(game.rules)}, so the game has no single value. South, who begins, ${forcesText(game.start, game.seeds)}. ${resultText(game.start)}. First moves, best first: ${first}.`;
}

function rules(game) {
  $("source").textContent = sourcesOf(game)?.game ?? "";
  const row = ({ name, value, about, words, source }) =>
    el("tr", null, el("th", { scope: "row" }, about, el("br"), el("code", { class: "note" }, `${name} = ${value}`)), el("td", null, words), el("td", null, source));
  $("rules").tBodies[0].replaceChildren(...clausesOf(game).map(row));
}

/** How the layers of a table of margins are shown: parts of a bar as name and field, and columns of the table of numbers. */
const OF_MARGINS = {
  title: "Won, drawn and lost",
  about: "For each layer: the share of boards that the player to move wins, draws and loses.",
  parts: [["won", "won"], ["drawn", "drawn"], ["lost", "lost"]],
  legend: "Top: boards won by the player to move; middle: drawn; bottom: lost.",
  shares: "won, drawn and lost",
  columns: { Won: "won", Drawn: "drawn", Lost: "lost", "Largest margin": "max_margin" },
};

/** The same for a table of bounds. */
const OF_BOUNDS = {
  title: "What depends on the repetition rule",
  about: "For each layer: the share of boards with the same value under every repetition rule, and of boards whose value depends on what a repetition pays.",
  parts: [["won", "independent"], ["drawn", "dependent"]],
  legend: "Top: boards with the same value under every repetition rule; bottom: boards whose value depends on what a repetition pays.",
  shares: "that do not and that do depend on the repetition rule",
  columns: { "Do not depend": "independent", Depend: "dependent", "Nothing can be forced": "nothing_forced", "Most seeds forced": "max_forced" },
};

/** The layers as bars of equal height: the shares of boards of each kind. */
function layersChart(layers, { title, about, parts, legend, shares, columns }) {
  const [width, height] = [720, 180];
  const step = width / layers.length;
  const bars = layers.flatMap((layer, at) => {
    let top = 0;
    return parts.map(([name, field]) => {
      const tall = (height * layer[field]) / layer.boards;
      const words = `${layer.seeds} seeds: ${count(layer[field])} of ${count(layer.boards)} boards ${field}`;
      const bar = svg("rect", { class: name, x: at * step + 0.5, y: top, width: step - 1, height: tall }, svg("title", null, words));
      top += tall;
      return bar;
    });
  });
  const every = Math.ceil(layers.length / 15);
  const labels = layers.filter((_, at) => at % every === 0).map(({ seeds }, at) => svg("text", { x: at * every * step + step / 2, y: height + 16 }, String(seeds)));
  $("layers-title").textContent = title;
  $("layers-about").textContent = `A layer is all boards with the same number of seeds. ${about}`;
  $("layers-chart").replaceChildren(
    svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height + 22}`, role: "img", "aria-label": `Share of boards ${shares} in the layers of ${layers[0].seeds} to ${layers.at(-1).seeds} seeds; the numbers are in the table below.` }, bars, labels),
    el("p", { class: "note" }, `Each bar is a layer, by its number of seeds. ${legend}`),
  );
  const headings = ["Seeds", "Boards", ...Object.keys(columns), "Longest distance, in plies"];
  $("layers-headings").replaceChildren(...headings.map((name) => el("th", { scope: "col", class: "number" }, name)));
  const written = (layer, field) => (field === "max_margin" ? signed(layer[field]) : count(layer[field]));
  const numbers = (layer) => [...["seeds", "boards", ...Object.values(columns)].map((field) => written(layer, field)), String(layer.max_distance ?? "\u2013")];
  $("layers").tBodies[0].replaceChildren(...layers.map((layer) => el("tr", null, numbers(layer).map((number) => el("td", { class: "number" }, number)))));
}

/** The number of boards of each margin in a layer. */
function marginsChart({ seeds, boards, margins }) {
  const [width, line, left] = [720, 20, 60];
  const most = Math.max(...margins.map(([, number]) => number));
  const bars = [...margins].reverse().map(([margin, number], at) => {
    const long = Math.max(1, ((width - left - 110) * number) / most);
    const name = margin > 0 ? "won" : margin < 0 ? "lost" : "drawn";
    return svg(
      "g",
      { transform: `translate(0 ${at * line})` },
      svg("text", { class: "side", x: left - 8, y: 15 }, signed(margin)),
      svg("rect", { class: name, x: left, y: 3, width: long, height: line - 5 }),
      svg("text", { x: left + long + 48, y: 15 }, count(number)),
    );
  });
  const common = margins.reduce((best, pair) => (pair[1] > best[1] ? pair : best));
  const words = `${count(boards)} boards of ${seeds} seeds; margins from ${signed(margins[0][0])} to ${signed(margins.at(-1)[0])}. The most frequent margin is ${signed(common[0])}, on ${count(common[1])} boards.`;
  $("margins-chart").replaceChildren(
    el("p", null, words),
    svg("svg", { class: "chart", viewBox: `0 0 ${width} ${margins.length * line + 4}`, role: "img", "aria-label": `Boards of each margin. ${words}` }, bars),
  );
}

/** The line from the boards with the longest distance, as pictures, up to the capture or the end of the game. */
async function longest(game, layers) {
  const most = Math.max(...layers.map(({ max_distance }) => max_distance ?? 0));
  const found = layers.filter(({ max_distance }) => max_distance === most && most > 0);
  const boards = found.length === 1 ? "one layer has" : `${found.length} layers have`;
  $("longest-about").textContent = `No capture can be held off longer than ${most} plies: ${boards} such boards. The first of each, played perfectly by both sides:`;
  if (found.length === 0) return;
  const analysis = await analysisOf(game);
  const lines = found.map(async ({ longest, seeds }) => {
    const start = ofBoard(longest.split("-").map(Number));
    const line = await analysis.line(start);
    const moves = line.moves.slice(0, most);
    const pictures = moves.map(({ after, move, margin, distance }) => el("li", null, picture(after, analysis.rules.row, `${move}: ${valueText({ margin, distance })}`)));
    const end = moves.length === line.moves.length ? ` The game is then over: ${endText(line.end, analysis.rules)}.` : "";
    return el(
      "section",
      null,
      el("h3", null, `${seeds} seeds, ${longest}`),
      el("ol", { class: "pictures" }, el("li", null, picture(start, analysis.rules.row, "South to move")), pictures),
      el("p", { class: "note" }, `${moves.length} plies.${end} `, el("a", { href: address("index.html", { game: game.name, position: longest }) }, `Explore ${text(start)}`)),
    );
  });
  $("longest").replaceChildren(...(await Promise.all(lines)));
}

/** The parts of the page that only a table of margins has. */
async function margins(game, layers) {
  const choice = $("layer");
  choice.replaceChildren(...layers.map(({ seeds }) => el("option", { value: seeds }, String(seeds))));
  choice.addEventListener("change", () => marginsChart(layers[choice.selectedIndex]));
  choice.selectedIndex = layers.length - 1;
  marginsChart(layers.at(-1));
  await longest(game, layers);
}

function download(game) {
  const { file, statistics, bytes, boards, max_seeds, max_distance, digest, made_by } = game.table;
  $("download").replaceChildren(
    el("a", { href: file, download: true }, file.split("/").at(-1)),
    ` (${count(bytes)} bytes): ${hasBounds(game) ? "what each side can force, and the distances," : "margin and distance"} of ${count(boards)} boards, the layers of 0 to ${max_seeds} seeds, distances up to ${max_distance} plies. Digest ${digest}, made by ${made_by}. `,
    el("a", { href: statistics, download: true }, "Figures of this page as JSON"),
    ".",
  );
}

try {
  const list = await games();
  const name = new URLSearchParams(location.search).get("game") ?? list.games[0].name;
  const game = list.games.find((game) => game.name === name);
  if (!game) throw new Error(`there is no game "${name}"; the games are ${list.games.map((game) => game.name).join(", ")}`);
  navigation(list.games, game.name, "game.html");
  document.title = `${title(game)}: rules and figures - tihbat explorer`;
  $("title").textContent = `${title(game)}: rules and figures`;
  $("footer").textContent = `Tables made by ${list.made_by}.`;
  start(game);
  rules(game);
  download(game);
  const { layers } = await (await fetch(game.table.statistics)).json();
  layersChart(layers, hasBounds(game) ? OF_BOUNDS : OF_MARGINS);
  $("margins-box").hidden = $("longest-box").hidden = hasBounds(game);
  if (!hasBounds(game)) await margins(game, layers);
  document.body.dataset.shown = game.name;
} catch (error) {
  problem(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
}
