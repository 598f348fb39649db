// tihbat: The result comes first: who wins, by how much, and where the seeds go

import { el, svg } from "./dom.js";
import { capital, count, endText, resultText, seedsOn, sideName } from "./words.js";
import { worth } from "./worth.js";

/**
 * A bar of all seeds: captured by South, still to come for South, open, still to come for North, captured by North.
 * @param {import("./words.js").Position} position
 * @param {{ south: number, north: number } | null} least what each side gets at least; null if it is not shown
 */
export function bar({ captured, pits }, least) {
  const left = seedsOn({ pits });
  const all = captured.S + captured.N + left;
  const [souths, norths] = least ? [least.south - captured.S, least.north - captured.N] : [0, 0];
  const parts = [
    ["bar-south", captured.S], ["bar-south-soon", souths], ["bar-open", left - souths - norths], ["bar-north-soon", norths], ["bar-north", captured.N],
  ];
  let at = 0;
  const rects = parts.map(([name, seeds]) => {
    const rect = svg("rect", { class: name, x: at, y: 0, width: Math.max(0, Number(seeds)), height: 1 });
    at += Number(seeds);
    return rect;
  });
  const half = svg("rect", { class: "bar-half", x: all / 2 - all / 400, y: 0, width: all / 200, height: 1 });
  const words = `Captured: South ${captured.S}, North ${captured.N}; on the board ${left}${least ? `; at the end South gets ${least.south}, North ${least.north}` : ""}.`;
  return el("div", { class: "bar" }, svg("svg", { viewBox: `0 0 ${Math.max(all, 1)} 1`, preserveAspectRatio: "none", role: "img", "aria-label": words }, rects, half));
}

/**
 * The banner above the moves.
 * @param {HTMLElement} place
 * @param {{ name?: string, session: any, answer: any, repetition: string, hidden: boolean }} what
 */
export function banner(place, { name = "", session, answer, repetition, hidden }) {
  const { shown, end, final } = session;
  const of = answer && !hidden ? worth(shown, answer) : null;
  const open = final?.left ?? 0;
  let [title, words] = ["", ""];
  if (end) {
    title = open > 0 ? `${count(open, "seed")} left open` : resultText(final);
    const who = open > 0 ? ` South has ${final.south}, North ${final.north}.` : "";
    words = `The game is over: ${endText(end, repetition)}.${who}`;
  } else if (hidden) {
    title = `${sideName(shown.side)} to move`;
    words = "The numbers are hidden.";
  } else if (of) {
    title = of.title;
    const next = answer.distance ?? answer.forced_distance;
    const when = next === null || next === undefined ? "Neither side can force more than the other from here." : next === 0 ? "" : `${capital(answer.forced === undefined ? "next capture or end" : "certain")} in ${count(next, "move")}.`;
    const first = answer.first_move ? " The first move of the game captures nothing." : "";
    const matters = answer.history_matters ? " The positions already seen change the value." : answer.exact === false ? " Positions already seen are not counted here." : "";
    words = `${answer.forced === undefined ? "With perfect play from here." : `${of.range}. ${answer.open === 0 ? "This holds whatever a repetition pays." : "What neither side can force depends on what a repetition pays."}`} ${answer.forced === undefined ? when : ""}${first}${matters}`;
  }
  const least = end ? final : of?.least;
  const names = (side, at) => el("span", null, `${sideName(side)} `, el("b", null, String(shown.captured[side])), at !== undefined && at !== shown.captured[side] ? ` \u2192 ${at}` : "");
  const at = session.at === 0 ? (session.usual ? "the start" : "a position") : `after ${count(session.at, "move")}`;
  place.replaceChildren(
    name ? el("p", { class: "eyebrow" }, `${name}, ${at}`) : "",
    el("p", { class: "result" }, title, el("small", null, words.trim())),
    bar(shown, least ?? null),
    el("div", { class: "barnames", "aria-hidden": "true" }, names("S", least?.south), el("span", null, `${seedsOn(shown)} on the board`), names("N", least?.north)),
  );
}
