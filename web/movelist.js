// tihbat: The legal moves: what each leads to, in words

import { el } from "./dom.js";
import { KIND, bare, capital } from "./words.js";
import { worth } from "./worth.js";

/**
 * The moves as buttons, best first; in the order of the pits if the numbers are hidden.
 * @param {HTMLElement} place a list
 * @param {{ session: any, answer: any, hidden: boolean, positions: boolean, play: (name: string) => void }} what
 */
export function moveList(place, { session, answer, hidden, positions, play }) {
  const moves = [...(answer?.moves ?? [])];
  if (hidden) moves.sort((one, other) => (one.move < other.move ? -1 : 1));
  place.replaceChildren(...moves.map((move) => row(session, move, { hidden, positions, play })));
}

function row(session, move, { hidden, positions, play }) {
  const { kind, words, next } = worth(session.shown, move);
  const name = bare(move.move);
  const repeats = session.seen(move.position) ? "the board has been seen before: the game ends" : next;
  const [scored, ...rest] = words.split(", ");
  return el(
    "li",
    { "data-move": move.move, class: move.best && !hidden ? "best" : null },
    el(
      "button",
      { type: "button", onclick: () => play(name) },
      el("span", { class: "name" }, el("span", { class: "unseen" }, "Play "), name === "pass" ? capital(name) : name, !hidden && move.best ? [el("span", { class: "star", "aria-hidden": "true" }, " \u2605"), el("span", { class: "unseen" }, ", best, ")] : null),
      hidden ? el("span", { class: "badge open" }, "?") : el("span", { class: `badge ${kind}` }, KIND[kind]),
      hidden ? el("span", null) : el("span", { class: "words" }, el("b", null, scored), rest.length ? `, ${rest.join(", ")}` : "", el("span", { class: "next" }, repeats, positions ? el("code", null, ` ${move.position}`) : null)),
    ),
  );
}
