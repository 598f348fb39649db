// tihbat: The game as a list of two columns, with what was given away, and both sides' accuracy

import { el } from "./dom.js";
import { sideName } from "./words.js";

/** Seeds given away from which on a move gets `??` instead of `?`. */
const MUCH = 6;

/**
 * The list. `judged`: the judge's answer about all moves, or null.
 * @param {HTMLElement} place
 * @param {{ session: any, judged: any, hidden: boolean, goto: (at: number) => void }} what
 */
export function gameList(place, { session, judged, hidden, goto }) {
  const rows = [];
  const first = session.positions[0].side === "S" ? 0 : 1;
  session.moves.forEach((move, at) => {
    const place = at + first;
    if (place % 2 === 0 || at === 0) rows.push([]);
    rows.at(-1).push(cell(session, move, at, hidden ? null : judged?.moves[at], goto));
  });
  const items = rows.map((cells, at) => el("li", null, el("span", { class: "no", "aria-hidden": "true" }, `${at + 1}.`), at === 0 && first === 1 ? el("span", null) : null, cells, cells.length === 1 && !(at === 0 && first === 1) ? el("span", null) : null));
  place.replaceChildren(...items);
  // Only the list scrolls, never the page.
  const current = /** @type {HTMLElement | null} */ (place.querySelector("[aria-current]"));
  if (current) {
    const [top, low] = [current.offsetTop - place.offsetTop, current.offsetTop - place.offsetTop + current.offsetHeight];
    if (top < place.scrollTop) place.scrollTop = top;
    else if (low > place.scrollTop + place.clientHeight) place.scrollTop = low - place.clientHeight;
  } else place.scrollTop = 0;
}

function cell(session, move, at, judged, goto) {
  const lost = judged?.gives_away ?? 0;
  const mark = lost >= MUCH ? "??" : lost > 0 ? "?" : "";
  const here = at + 1 === session.at;
  return el(
    "button",
    { type: "button", "data-ply": at + 1, "aria-current": here && "step", class: at + 1 > session.at ? "later" : null, onclick: () => goto(at + 1), tabindex: here || (session.at === 0 && at === 0) ? "0" : "-1" },
    el("span", { class: "unseen" }, `Move ${at + 1}, ${sideName(session.positions[at].side)} `),
    move,
    lost > 0 ? el("span", { class: "lost" }, el("span", { class: "unseen" }, ", gave away "), `${mark} \u2212${lost}`) : null,
  );
}

/** Both sides' accuracy: the share of choices that gave nothing away, and the seeds given away. */
export function accuracy(place, judged, hidden) {
  const words = (name, { kept, choices, given_away }) =>
    el("span", { title: `${kept} of ${choices} choices gave nothing away` }, `${name} `, el("b", null, choices === 0 ? "\u2013" : `${Math.round((100 * kept) / choices)} %`), given_away > 0 ? `, gave away ${given_away}` : "");
  const shown = judged && !hidden && judged.moves.length > 0;
  place.hidden = !shown;
  if (shown) place.replaceChildren(el("span", null, "Accuracy:"), words("South", judged.south), words("North", judged.north));
}
