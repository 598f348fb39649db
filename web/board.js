// tihbat: The board as a picture on which moves can be played
//
// South's row is at the bottom, sown from left to right. North's row is at the top, sown from right to left. Every pit of
// the player to move is a button, and its label says in words what the picture shows.

import { el, svg } from "./dom.js";
import { fromSouth, letter, sideName } from "./position.js";

const STEP = 110;
const RADIUS = 46;
/** Heights of the rows, North's first. */
const ROWS = [118, 236];
const HEIGHT = 354;
/** The largest number of seeds drawn one by one in a pit. */
const DRAWN = 40;

/** The places of the seeds in a pit: from the centre outwards, each turned by the golden angle. */
function places(seeds) {
  const spread = Math.min(8.5, 37 / Math.sqrt(Math.max(seeds, 1)));
  return Array.from({ length: Math.min(seeds, DRAWN) }, (_, seed) => {
    const [away, angle] = [spread * Math.sqrt(seed + 0.5), seed * 2.39996];
    return [away * Math.cos(angle), away * Math.sin(angle) - 6];
  });
}

/** The column of a pit; pits are numbered from South's first pit. */
const column = (pit, row) => (pit < row ? pit : 2 * row - 1 - pit);

/** The arrows of the sowing direction. */
function arrows(width) {
  const [left, right, top, bottom] = [26, width - 26, 58, HEIGHT - 58];
  const head = (x, y, turn) => svg("path", { d: "M -7 -6 L 4 0 L -7 6", transform: `translate(${x} ${y}) rotate(${turn})` });
  const round = `M ${left} ${bottom - 40} V ${top + 40}`;
  return svg(
    "g",
    { class: "direction", "aria-hidden": "true" },
    svg("path", { d: round }),
    svg("path", { d: `M ${right} ${bottom - 40} V ${top + 40}` }),
    head(left, HEIGHT / 2, 90),
    head(right, HEIGHT / 2, -90),
  );
}

export class Board {
  /** A board in the element `place`. Calls `play(pit)` when the mover's pit is chosen, `look(pit or null)` on focus or pointing. */
  constructor(place, row, { play, look }) {
    this.row = row;
    this.play = play;
    // A narrow board is not drawn larger than a wide one.
    const width = STEP * Math.max(row, 3) + 2 * RADIUS + 18;
    this.root = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "board", role: "group", "aria-label": "Board" }, arrows(width));
    this.pits = Array.from({ length: 2 * row }, (_, pit) => this.#pit(pit, width, look));
    // In reading order: North's row from left to right, then South's row.
    const reading = [...this.pits.slice(row)].reverse().concat(this.pits.slice(0, row));
    this.root.append(...reading.map((pit) => pit.group));
    this.root.addEventListener("keydown", (event) => this.#key(event));
    place.replaceChildren(this.root);
  }

  #pit(pit, width, look) {
    const north = pit >= this.row;
    const x = width / 2 + (column(pit, this.row) - (this.row - 1) / 2) * STEP;
    const y = ROWS[north ? 0 : 1];
    const side = north ? "N" : "S";
    const at = (dy, name, dx = 0) => svg("text", { y: dy, x: dx, class: name, "aria-hidden": "true" });
    const parts = {
      seeds: svg("g", { class: "seeds" }),
      count: at(34, "count"),
      margin: at(north ? -59 : 73, "margin"),
      plies: at(north ? -81 : 92, "plies"),
      letter: at(-30, "letter", -38),
    };
    parts.letter.textContent = letter(side, pit % this.row);
    const name = letter(side, pit % this.row);
    // Only the hole is the button. Its label says everything that is written in and around it.
    const hole = svg("circle", { r: RADIUS, class: "hole", "data-pit": name });
    const group = svg(
      "g",
      { class: "pit", transform: `translate(${x} ${y})`, "data-pit": name },
      hole,
      parts.seeds,
      ...Object.values(parts).slice(1),
    );
    hole.addEventListener("click", () => this.#chosen(pit));
    for (const event of ["mouseenter", "focus"]) hole.addEventListener(event, () => look(this.own(pit)));
    for (const event of ["mouseleave", "blur"]) hole.addEventListener(event, () => look(null));
    return { group, hole, ...parts };
  }

  /** The mover's pit that has the focus or is pointed at; null if there is none. */
  looked() {
    const at = ["focus", "hover"].map((how) => this.pits.findIndex(({ hole }) => hole.matches(`:${how}`))).find((pit) => pit >= 0);
    return at === undefined ? null : this.own(at);
  }

  /** The number of a pit in the mover's row; null for a pit of the opponent. */
  own(pit) {
    const own = this.position?.side === "S" ? pit : pit - this.row;
    return own >= 0 && own < this.row ? own : null;
  }

  #chosen(pit) {
    if (this.own(pit) !== null) this.play(this.own(pit));
  }

  #key(event) {
    const pit = this.pits.findIndex(({ hole }) => hole === event.target);
    if (pit < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#chosen(pit);
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      const along = this.position.side === "S" ? step : -step;
      const next = (this.own(pit) ?? 0) + along;
      if (next >= 0 && next < this.row) this.#ownHole(next).focus();
    }
  }

  #ownHole(own) {
    return this.pits[this.position.side === "S" ? own : own + this.row].hole;
  }

  /**
   * Shows a position. `marks[own pit]` is `{ legal, words, number, sign, plies, best }`: the words of its label, and
   * the number to show, if any, with the sign of the result.
   */
  show(position, marks) {
    const focused = this.root.contains(document.activeElement);
    const moved = this.position?.side !== position.side;
    this.position = position;
    fromSouth(position).forEach((seeds, pit) => {
      const own = this.own(pit);
      const mark = own === null ? null : marks[own];
      const { group, hole, margin, plies } = this.pits[pit];
      this.#seeds(pit, seeds);
      const name = letter(pit < this.row ? "S" : "N", pit % this.row);
      const words = `Pit ${name}, ${seeds} ${seeds === 1 ? "seed" : "seeds"}${mark?.words ? `, ${mark.words}` : ""}`;
      hole.setAttribute("aria-label", words);
      hole.setAttribute("role", mark ? "button" : "img");
      hole.setAttribute("tabindex", mark ? "0" : "-1");
      if (mark) hole.setAttribute("aria-disabled", String(!mark.legal));
      else hole.removeAttribute("aria-disabled");
      const sign = mark?.sign > 0 ? "plus" : mark?.sign < 0 ? "minus" : "zero";
      group.setAttribute("class", ["pit", mark && "own", mark?.legal && "legal", mark?.best && "best", sign].filter(Boolean).join(" "));
      margin.textContent = mark?.number === undefined ? "" : (mark.best ? "\u2605 " : "") + mark.number;
      plies.textContent = mark?.plies ?? "";
    });
    const { board, side } = position;
    this.root.setAttribute("aria-label", `Board of ${board.length} pits, ${sideName(side)} to move`);
    const first = marks.findIndex((mark) => mark.legal);
    if (focused && moved && first >= 0) this.#ownHole(first).focus();
  }

  #seeds(pit, seeds) {
    const { seeds: place, count } = this.pits[pit];
    if (count.textContent === String(seeds)) return;
    count.textContent = String(seeds);
    place.replaceChildren(...places(seeds).map(([cx, cy]) => svg("circle", { cx, cy, r: 4.6 })));
  }

  /** Shows a move as an animation: the sowing seed by seed, then the captures. `skip()` tells whether to stop. */
  async sow(position, play, skip) {
    const seeds = [...fromSouth(position)];
    const fromMover = (pit) => (position.side === "S" ? pit : (pit + this.row) % seeds.length);
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const put = async (pit, number, time) => {
      if (skip()) return;
      seeds[pit] = number;
      this.#seeds(pit, number);
      this.pits[pit].group.classList.add("sown");
      await wait(time);
      this.pits[pit].group.classList.remove("sown");
    };
    const time = Math.min(110, 1300 / Math.max(play.path.length, 1));
    if (play.pit !== null) await put(fromMover(play.pit), 0, time);
    for (const pit of play.path) await put(fromMover(pit), seeds[fromMover(pit)] + 1, time);
    for (const pit of play.taken) await put(fromMover(pit), 0, 260);
  }
}

/** A small picture of a position, without buttons. */
export function picture(position, row, caption) {
  const width = 34 * row + 8;
  const seeds = fromSouth(position);
  const pits = seeds.map((count, pit) => {
    const [x, y] = [21 + 34 * column(pit, row), pit < row ? 55 : 21];
    const own = (pit < row) === (position.side === "S");
    return svg(
      "g",
      { transform: `translate(${x} ${y})`, class: own ? "own" : "" },
      svg("circle", { r: 15 }),
      svg("text", { y: 5 }, String(count)),
    );
  });
  const words = `South ${seeds.slice(0, row).join(" ")}, North ${seeds.slice(row).join(" ")}, ${sideName(position.side)} to move`;
  const drawn = svg("svg", { viewBox: `0 0 ${width} 76`, class: "picture", role: "img", "aria-label": words }, pits);
  return el("figure", null, drawn, el("figcaption", null, caption));
}
