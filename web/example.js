// tihbat: An example for people new to the game: the first capture of perfect play, shown as an animation

import { el } from "./dom.js";
import { Board } from "./board.js";
import { sowing } from "./session.js";
import { bare, position, sideName } from "./words.js";

/** How far perfect play is searched for a capture, in moves. */
const FAR = 60;

/** @type {ReturnType<typeof firstCapture> | null} */
let found = null;
let running = 0;

/** The first capture of the main line: the position before it, and the sowing. */
async function firstCapture(table) {
  /** @type {{ moves: { move: string, captured: number }[] }} */
  const { moves } = await table.line();
  const at = moves.slice(0, FAR).findIndex(({ captured }) => captured > 0);
  if (at < 0) return null;
  const { from, plies } = await table.game({ moves: moves.slice(0, at + 1).map(({ move }) => bare(move)) });
  return { before: position(at === 0 ? from : plies[at - 1].position), sowing: sowing(plies[at]), after: position(plies[at].position) };
}

export const example = {
  /** Another game has its own example. */
  forget() {
    found = null;
    running++;
  },

  /** Shows the example in `place`; only its end if motion is not wanted. */
  async show(place, table, rules, still) {
    if (!table) return;
    const mine = ++running;
    found ??= firstCapture(table);
    const shown = await found;
    if (!shown || mine !== running) return;
    const { before, sowing: move, after } = shown;
    const words = `${sideName(move.side)} lifts ${bare(move.move)} and captures ${move.captured}.`;
    const drawn = el("div");
    place.replaceChildren(el("p", { class: "note" }, words), drawn);
    const board = new Board(drawn, rules.pits);
    board.root.setAttribute("aria-hidden", "true");
    for (const { hole } of board.pits) hole.setAttribute("tabindex", "-1");
    board.show(before, {}, null);
    if (!still) await board.sow(before, move, () => mine !== running);
    if (mine === running) board.show(after, {}, move);
  },
};
