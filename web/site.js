// tihbat: What both pages need: the list of games, and the links between the pages

import { $, el } from "./dom.js";
import { Table } from "./mtb.js";
import { Analysis } from "./analysis.js";
import { BoundsAnalysis } from "./bounds.js";

/** The name of a game as a title: `Modiar`, `Awari 3x4`. */
export const title = ({ name }) => name[0].toUpperCase() + name.slice(1).replace("-", " ");

/** The address of a page with parameters. */
export const address = (page, parameters) => `${page}?${new URLSearchParams(parameters)}`;

/** The list of games. */
export async function games() {
  const response = await fetch("games.json");
  if (!response.ok) throw new Error(`games.json cannot be read: the server answers ${response.status}`);
  return response.json();
}

const opened = new Map();

/** The analysis of a game. Its table is opened once. */
export function analysisOf(game) {
  if (!opened.has(game.name)) {
    const table = Table.open(new URL(game.table.file, document.baseURI));
    opened.set(game.name, table.then((table) => new (table.kind === "bounds" ? BoundsAnalysis : Analysis)(game, table)));
    opened.get(game.name).catch(() => opened.delete(game.name));
  }
  return opened.get(game.name);
}

/** Fills in the links to the same page of every game, and the link to the other page of this game. */
export function navigation(list, current, page) {
  const link = (game) =>
    el("li", null, el("a", { href: address(page, { game: game.name }), "aria-current": game.name === current && "page" }, title(game)));
  $("games").replaceChildren(...list.map(link));
  const other = page === "index.html" ? "game.html" : "index.html";
  $("other").setAttribute("href", address(other, { game: current }));
}

/** Shows what went wrong; without a message, clears it. */
export function problem(message) {
  $("problem").hidden = !message;
  $("problem").textContent = message ?? "";
}
