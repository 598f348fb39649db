// tihbat: The evaluation graph: the lead of South at the end of perfect play, after each move; a click goes there

import { svg } from "./dom.js";
import { score, signed } from "./words.js";

const [WIDTH, HEIGHT, LEFT, FOOT] = [360, 96, 30, 16];

/**
 * Draws the graph.
 * @param {HTMLElement} place
 * @param {{ session: any, judged: any, goto: (at: number) => void }} what
 */
export function graph(place, { session, judged, goto }) {
  place.hidden = !judged || judged.moves.length === 0;
  if (place.hidden) return void place.replaceChildren();
  const finals = [judged.perfect, ...judged.moves.map((move) => move.final)];
  const leads = finals.map(({ south, north }) => south - north);
  const most = Math.max(4, ...leads.map(Math.abs));
  const step = (WIDTH - LEFT - 6) / Math.max(1, leads.length - 1);
  const x = (at) => LEFT + at * step;
  const middle = (HEIGHT - FOOT) / 2 + 2;
  const y = (lead) => middle - (lead / most) * (middle - 6);
  // From move to move the value stays what it was until the move changes it.
  const line = leads.map((lead, at) => `${at === 0 ? `M ${x(0)} ${y(lead)}` : `H ${x(at)} V ${y(lead)}`}`).join(" ");
  const area = `${line} V ${middle} H ${x(0)} Z`;
  const lost = judged.moves.flatMap((move, at) => (move.gives_away > 0 ? [svg("circle", { class: "graph-lost", cx: x(at + 1), cy: y(leads[at + 1]), r: 4 }, svg("title", null, `${move.move} gave away ${move.gives_away}`))] : []));
  const parts = [
    svg("clipPath", { id: "above" }, svg("rect", { x: 0, y: 0, width: WIDTH, height: middle })),
    svg("clipPath", { id: "below" }, svg("rect", { x: 0, y: middle, width: WIDTH, height: HEIGHT })),
    svg("path", { class: "graph-south", d: area, "clip-path": "url(#above)" }),
    svg("path", { class: "graph-north", d: area, "clip-path": "url(#below)" }),
    svg("line", { class: "graph-zero", x1: LEFT, x2: WIDTH - 6, y1: middle, y2: middle }),
    svg("path", { class: "graph-line", d: line }),
    svg("line", { class: "graph-now", x1: x(session.at), x2: x(session.at), y1: 2, y2: HEIGHT - FOOT + 2 }),
    lost,
    [most, 0, -most].map((lead) => svg("text", { class: "axis", x: LEFT - 5, y: y(lead) }, signed(lead))),
    svg("text", { class: "axis foot", x: LEFT, y: HEIGHT - 5 }, "start"),
    svg("text", { class: "axis foot end", x: WIDTH - 6, y: HEIGHT - 5 }, `move ${leads.length - 1}`),
  ];
  const words = `South's lead at the end of perfect play, after each move: ${leads.map(signed).join(", ")}.`;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": words }, parts);
  const at = (event) => {
    const box = drawn.getBoundingClientRect();
    return Math.max(0, Math.min(leads.length - 1, Math.round((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / step)));
  };
  drawn.addEventListener("click", (event) => goto(at(event)));
  drawn.addEventListener("mousemove", (event) => {
    const number = at(event);
    place.title = `${number === 0 ? "Start" : `Move ${number}, ${judged.moves[number - 1].move}`}: ${score(finals[number])}`;
  });
  place.replaceChildren(drawn);
}
