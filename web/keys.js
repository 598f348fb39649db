// tihbat: Keys of the board page, and the list of them

import { $, el } from "./dom.js";
import { settings } from "./settings.js";

const TOLD = [
  ["A, B, \u2026", "lift that pit of the player to move"],
  ["p", "pass, if there is no move"],
  ["\u2190 \u2192", "one move back, forward"],
  ["Home, End", "to the start, to the last move"],
  ["m", "play the best move"],
  ["u", "undo the last move"],
  ["x", "flip the board"],
  ["Tab, Enter", "choose a pit, play it"],
  ["?", "this list"],
];

/**
 * Listens to keys.
 * @param {{ step: (by: number) => void, to: (end: number) => void, best: () => void, undo: () => void, flip: () => void, pass: () => void, pit: (number: number) => void, row: () => number }} doing
 */
export function keys(doing) {
  $("keys-list").replaceChildren(...TOLD.flatMap(([key, words]) => [el("dt", null, el("kbd", null, key)), el("dd", null, words)]));
  const help = () => $("keys").showModal();
  $("help").addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if ($("keys").open || event.altKey || target.closest?.("input:not([type=checkbox]), textarea, select")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const after = (act) => {
      event.preventDefault();
      act();
    };
    if (event.ctrlKey || event.metaKey) {
      if (key === "z") after(() => doing.step(-1));
      else if (key === "y") after(() => doing.step(1));
      return;
    }
    if (key === "ArrowLeft") return after(() => doing.step(-1));
    if (key === "ArrowRight") return after(() => doing.step(1));
    if (key === "Home") return after(() => doing.to(0));
    if (key === "End") return after(() => doing.to(Infinity));
    if (key === "?") return after(help);
    if (key === "m") return doing.best();
    if (key === "u") return doing.undo();
    if (key === "x") return doing.flip();
    if (!settings.letters || event.key.length !== 1) return;
    if (key === "p") return doing.pass();
    const pit = key.charCodeAt(0) - 97;
    if (pit >= 0 && pit < doing.row()) doing.pit(pit);
  });
}
