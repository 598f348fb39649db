// tihbat: What every page needs: the list of games, the top line, and the place where problems are told

import { $, el } from "./dom.js";
import { sentence } from "./words.js";
import { address } from "./address.js";

/** The name of a game as a title: `Modiar`, `Awari 3x4`. */
export const title = (name) => name[0].toUpperCase() + name.slice(1).replace("-", " ");

/**
 * The games that this site offers.
 * @returns {Promise<{ games: any[], made_by: string }>} each game with the address of the server's API, if there is one
 */
export async function site() {
  const response = await fetch("games.json");
  if (!response.ok) throw new Error(`games.json cannot be read: the server answers ${response.status}`);
  const { games, api, made_by } = await response.json();
  return { games: games.map((game) => ({ ...game, api })), made_by };
}

const PAGES = [["index.html", "Games"], ["rules.html", "Any rules"]];
const OF_GAME = [["play.html", "Board"], ["game.html", "Rules, figures"], ["puzzles.html", "Puzzles"]];

/** Fills in the top line: the pages about this game, the same page of other games, and the pages about all games. */
export function navigation(games, current, page) {
  const link = (href, words, here) => el("li", null, el("a", { href, "aria-current": here && "page" }, words));
  const of = current && games.some(({ name }) => name === current) ? OF_GAME.map(([file, words]) => link(address(file, { game: current }), words, file === page)) : [];
  const same = games.map(({ name }) => link(address(OF_GAME.some(([file]) => file === page) ? page : "play.html", { game: name }), title(name), name === current));
  $("pages").replaceChildren(...PAGES.map(([file, words]) => link(file, words, file === page)), ...of);
  $("games")?.replaceChildren(...same);
  document.querySelector("#games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Shows what went wrong, with a button that puts it away; without a message, clears it. */
export function problem(error) {
  const place = $("problem");
  place.hidden = !error;
  if (!error) return void place.replaceChildren();
  const words = sentence(typeof error === "string" ? error : error.message);
  place.replaceChildren(el("span", null, words), el("button", { type: "button", onclick: () => problem(null) }, "Close"));
}

/** Tells that the scripts run, which the page cannot know where they may not be loaded. */
export const alive = () => document.documentElement.classList.add("alive");

/** The game that an address names, or the first one; a wrong name is an error that lists the games. */
export function gameNamed(games, name) {
  const found = name === null ? games[0] : games.find((game) => game.name === name);
  if (!found) throw new Error(`there is no game "${name}" here; the games are ${games.map((game) => game.name).join(", ")}`);
  return found;
}

/** Shows how far something long is: a share from 0 to 1, or null when it is done. */
export function progress(words, share) {
  const place = $("loading");
  place.hidden = share === null;
  if (share === null) return;
  const percent = Math.floor(100 * share);
  if (!place.firstChild) place.append(el("span"), el("progress", { max: 100, "aria-label": "Progress" }), el("span"));
  place.firstChild.textContent = words;
  place.children[1].value = percent;
  place.lastChild.textContent = `${percent} %`;
}
