// tihbat: The first page: one card for each game, with its result

import { $, el } from "./dom.js";
import { address } from "./address.js";
import { picture } from "./board.js";
import { alive, navigation, problem, site, title } from "./site.js";
import { count, position } from "./words.js";
import { worth } from "./worth.js";

const TOLD = {
  tihbat: "Two pits a side, played by children of Taourirt in the north-east of Morocco. Capture in your own row.",
  modiar: "Three pits a side, played by children around Tangier. Captures run backwards, on both sides.",
  awari: "The game of West Africa by the rules of its published tables.",
  oware: "The game of West Africa as it is played in tournaments.",
};

/** The result in a sentence: `Solved: the second player wins 15–13`. South begins. */
function solved(start) {
  const { kind, least, most, title } = worth(position(start.position), start);
  if (least.south !== most.south) return kind === "open" ? "Solved, up to what a repetition pays" : `Solved: ${title[0].toLowerCase() === "n" ? "the second" : "the first"} player wins in any case`;
  if (least.south === least.north) return `Solved: a draw, ${least.south}\u2013${least.north}`;
  const first = least.south > least.north;
  return `Solved: the ${first ? "first" : "second"} player wins ${first ? `${least.south}\u2013${least.north}` : `${least.north}\u2013${least.south}`}`;
}

function card({ name, rules, start, table }) {
  const row = Number(rules.pits);
  const to = (page) => address(page, { game: name });
  return el(
    "li",
    { class: "card" },
    picture(position(start.position), row),
    el("h2", null, title(name)),
    el("p", { class: "solved" }, solved(start)),
    el("p", { class: "note" }, `${TOLD[name] ?? `${count(row, "pit")} a side.`} ${count(table.boards, "board")}.`.trim()),
    el(
      "p",
      { class: "row" },
      el("a", { class: "button strong", href: to("play.html"), "aria-label": `Play ${title(name)}` }, "Play"),
      el("a", { class: "button", href: to("game.html"), "aria-label": `How to play ${title(name)}` }, "How to play"),
      el("a", { class: "button", href: to("puzzles.html"), "aria-label": `Puzzles of ${title(name)}` }, "Puzzles"),
    ),
  );
}

const anyRules = () =>
  el(
    "li",
    { class: "card" },
    el("h2", null, "Any rules"),
    el("p", { class: "solved" }, "Solved while you wait"),
    el("p", { class: "note" }, "Change the size of the board, what captures, how a game ends: the game is solved again in this page."),
    el("p", { class: "row" }, el("a", { class: "button strong", href: "rules.html" }, "Change the rules")),
  );

/** Links to a position that an older address of this page shows. */
function moved() {
  const parameters = new URLSearchParams(location.search);
  if (["game", "position", "moves"].some((name) => parameters.has(name))) location.replace(`play.html${location.search}`);
}

try {
  alive();
  moved();
  const { games, made_by } = await site();
  navigation(games, null, "index.html");
  $("cards").replaceChildren(...games.map(card), anyRules());
  $("footer").textContent = `Solved by ${made_by}.`;
  document.body.dataset.shown = "games";
} catch (error) {
  problem(error);
}
