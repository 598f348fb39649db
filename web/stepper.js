// tihbat: A line of moves as a board with buttons that step through it

import { el } from "./dom.js";
import { Board } from "./board.js";
import { sowing } from "./session.js";
import { position } from "./words.js";

/**
 * Puts a stepper into `place`.
 * @param {HTMLElement} place
 * @param {number} row pits a side
 * @param {any} game the answer of the solver about the game: its start and its plies
 * @param {(at: number) => string} caption what is said after `at` moves
 */
export function stepper(place, row, game, caption) {
  const positions = [game.from, ...game.plies.map((ply) => ply.position)].map(position);
  const last = positions.length - 1;
  const drawn = el("div");
  const words = el("p", { role: "status" });
  let at = 0;
  const button = (label, name, to) => el("button", { type: "button", class: "icon", "aria-label": name, onclick: () => go(to()) }, label);
  const first = button("|<", "To the start", () => 0);
  const back = button("<", "One move back", () => at - 1);
  const forward = button(">", "One move forward", () => at + 1);
  const end = button(">|", "To the end", () => last);
  const slider = el("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Move", oninput: () => go(Number(slider.value)) });
  place.replaceChildren(el("div", { class: "stepper" }, drawn, el("div", { class: "under" }, el("span", { class: "steps" }, first, back, forward, end), slider), words));
  const board = new Board(drawn, row);
  function go(to) {
    at = Math.max(0, Math.min(last, to));
    board.show(positions[at], {}, at > 0 ? sowing(game.plies[at - 1]) : null);
    first.disabled = back.disabled = at === 0;
    forward.disabled = end.disabled = at === last;
    slider.value = String(at);
    words.textContent = caption(at);
  }
  go(0);
}
