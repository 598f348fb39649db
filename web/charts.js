// tihbat: Charts about the boards of a game: layers as bars, and the boards of each margin

import { el, svg } from "./dom.js";
import { count, signed } from "./words.js";

const number = (value) => value.toLocaleString("en");

/** What the parts of a layer's bar are, from the top: class, field, and words. */
export const OF_MARGINS = {
  title: "Won, drawn and lost",
  about: "For boards with each number of seeds: the share that the player to move wins, draws and loses.",
  parts: [["won", "won", "Win"], ["drawn", "drawn", "Draw"], ["lost", "lost", "Loss"]],
  columns: { Win: "won", Draw: "drawn", Loss: "lost", "Largest margin": "max_margin" },
};
export const OF_BOUNDS = {
  title: "What depends on the repetition rule",
  about: "For boards with each number of seeds: the share with the same value under every repetition rule, and the share whose value depends on what a repetition pays.",
  parts: [["won", "independent", "The same under every rule"], ["drawn", "dependent", "Depends on the rule"]],
  columns: { "Do not depend": "independent", Depend: "dependent", "Nothing can be forced": "nothing_forced", "Most seeds forced": "max_forced" },
};

const legend = (parts) =>
  el("ul", { class: "legend", "aria-label": "Legend, from top to bottom" }, parts.map(([name, , words]) => el("li", null, svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("rect", { class: name, width: 16, height: 16, rx: 3 })), words)));

/** The layers as bars of equal height: the shares of boards of each kind. */
export function layersChart(layers, { parts }) {
  const [width, height, left, top] = [760, 220, 48, 8];
  const step = (width - left - 4) / layers.length;
  const bars = layers.flatMap((layer, at) => {
    let y = top;
    return parts.map(([name, field, words]) => {
      const tall = (height * layer[field]) / layer.boards;
      const bar = svg("rect", { class: name, x: left + at * step + 0.5, y, width: Math.max(1, step - 1), height: tall }, svg("title", null, `${count(layer.seeds, "seed")}: ${words.toLowerCase()} on ${number(layer[field])} of ${number(layer.boards)} boards`));
      y += tall;
      return bar;
    });
  });
  const every = [1, 2, 5, 10, 20].find((each) => layers.length / each <= 16) ?? 20;
  const below = layers.filter(({ seeds }) => seeds % every === 0).map(({ seeds }) => svg("text", { class: "tick", x: left + (seeds - layers[0].seeds + 0.5) * step, y: top + height + 16 }, String(seeds)));
  const aside = [0, 25, 50, 75, 100].map((share) => [
    svg("line", { x1: left - 4, x2: width - 4, y1: top + height * (1 - share / 100), y2: top + height * (1 - share / 100) }),
    svg("text", { class: "side", x: left - 8, y: top + height * (1 - share / 100) }, `${share} %`),
  ]);
  const words = `Shares of boards (${parts.map(([, , words]) => words.toLowerCase()).join(", ")}) with ${layers[0].seeds} to ${layers.at(-1).seeds} seeds. The numbers are in the table below.`;
  return [legend(parts), svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height + 48}`, role: "img", "aria-label": words }, aside, bars, below, svg("text", { class: "title", x: (width + left) / 2, y: top + height + 36 }, "seeds on the board"))];
}

/** The rows of the table beside the chart: headings, then numbers. */
export function layersTable(layers, { columns }) {
  const headings = ["Seeds", "Boards", ...Object.keys(columns), "Longest distance, in moves"].map((name) => el("th", { scope: "col", class: "number" }, name));
  const written = (layer, field) => (field === "max_margin" ? signed(layer[field]) : number(layer[field]));
  const rows = layers.map((layer) => {
    const numbers = [...["seeds", "boards", ...Object.values(columns)].map((field) => written(layer, field)), String(layer.max_distance ?? "\u2013")];
    return el("tr", null, numbers.map((value) => el("td", { class: "number" }, value)));
  });
  return { headings, rows };
}

/** The number of boards of each margin in a layer: a sentence, and bars with their numbers beside them. */
export function marginsChart({ seeds, boards, margins }) {
  const [width, line, left] = [760, 20, 56];
  const most = Math.max(...margins.map(([, number]) => number));
  const bars = [...margins].reverse().map(([margin, boards], at) => {
    const long = Math.max(1, ((width - left - 90) * boards) / most);
    const name = margin > 0 ? "won" : margin < 0 ? "lost" : "drawn";
    return svg("g", { transform: `translate(0 ${20 + at * line})` }, svg("text", { class: "side", x: left - 8, y: line / 2 }, signed(margin)), svg("rect", { class: name, x: left, y: 2, width: long, height: line - 4 }), svg("text", { class: "beside", x: left + long + 6, y: line / 2 }, number(boards)));
  });
  const common = margins.reduce((best, pair) => (pair[1] > best[1] ? pair : best));
  const words = `${count(boards, "board")} with ${count(seeds, "seed")}; margins from ${signed(margins[0][0])} to ${signed(margins.at(-1)[0])}. The most frequent margin is ${signed(common[0])}, on ${number(common[1])} boards.`;
  const axis = [svg("text", { class: "side", x: left - 8, y: 9 }, "margin"), svg("text", { class: "beside", x: left, y: 9 }, "boards")];
  return { words, chart: [legend(OF_MARGINS.parts), svg("svg", { class: "chart", viewBox: `0 0 ${width} ${20 + margins.length * line}`, role: "img", "aria-label": `Boards of each margin. ${words}` }, axis, bars)] };
}
