// tihbat: The board as a picture on which moves can be played
//
// Pits are numbered in sowing order from South's first pit: 0 to row - 1 are South's, the others North's. South sits below
// unless the board is flipped. Every pit of the player to move is a button, and its label says in words what is drawn.

import { svg } from "./dom.js";
import { layout } from "./layout.js";
import { places } from "./seeds.js";
import { letter, sideName } from "./words.js";

/** @typedef {import("./words.js").Position} Position */
/**
 * What is drawn at a pit of the mover.
 * @typedef {object} Mark
 * @property {boolean} legal whether it can be played
 * @property {string} [words] what the label says about it
 * @property {string} [badge] the text of its badge
 * @property {string} [short] the same for a narrow badge
 * @property {"win" | "draw" | "loss" | "open"} [kind] the fill of its badge
 * @property {boolean} [best]
 * @property {boolean} [over] whether the game is over
 */
/**
 * A move as the board shows it.
 * @typedef {object} Sowing
 * @property {string} move its name
 * @property {number | null} pit the pit that is lifted; null for a pass
 * @property {"S" | "N"} side who plays it
 * @property {number[]} path the pits in which the seeds fall, in order
 * @property {number[]} taken the pits that are captured, in order
 * @property {number} captured seeds captured
 */

const narrowly = matchMedia("(max-width: 40rem)");

/** A star of five points around the origin, 9 units in radius. */
const STAR = Array.from({ length: 10 }, (_, at) => {
  const [away, angle] = [at % 2 === 0 ? 9 : 4, (Math.PI * at) / 5 - Math.PI / 2];
  return `${at === 0 ? "M" : "L"} ${(away * Math.cos(angle)).toFixed(1)} ${(away * Math.sin(angle)).toFixed(1)}`;
}).join(" ") + " Z";

export class Board {
  /**
   * A board in the element `place`. Calls `play(pit)` when a pit of the mover is chosen, `look(pit or null)` on focus or pointing.
   * @param {HTMLElement} place
   * @param {number} row pits a side
   * @param {{ play?: (pit: number) => void, look?: (pit: number | null) => void }} heard
   */
  constructor(place, row, { play = () => {}, look = () => {} } = {}) {
    this.place = place;
    this.row = row;
    this.play = play;
    this.look = look;
    this.flipped = false;
    /** What is shown, as `show` was told. @type {[Position, Record<number, Mark>, Sowing | null] | null} */
    this.shown = null;
    this.layout = layout(row, narrowly.matches);
    /** @type {any} */
    this.root = null;
    /** The parts of each pit. @type {any[]} */
    this.pits = [];
    /** The parts of both stores. @type {{ S: any, N: any }} */
    this.stores = { S: null, N: null };
    /** Where seeds fly. @type {any} */
    this.flying = null;
    this.#draw();
    narrowly.addEventListener("change", () => this.#redraw());
  }

  /** Turns the board around, so that the other player sits below. */
  flip(flipped) {
    this.flipped = flipped;
    this.#redraw();
  }

  #redraw() {
    this.#draw();
    if (this.shown) this.show(...this.shown);
  }

  #draw() {
    const at = (this.layout = layout(this.row, narrowly.matches));
    const { width, height } = at;
    this.root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", role: "group", "aria-label": "Board" });
    this.root.append(svg("rect", { class: "wood", x: 1, y: 1, width: width - 2, height: height - 2, rx: at.narrow ? 18 : 30 }), this.#arrows());
    const [below, above] = this.flipped ? [at.stores.upper, at.stores.lower] : [at.stores.lower, at.stores.upper];
    this.stores = { S: this.#store("S", below), N: this.#store("N", above) };
    this.root.append(this.stores.N.group, this.stores.S.group);
    this.pits = Array.from({ length: 2 * this.row }, (_, pit) => this.#pit(pit));
    // In reading order: the upper row from left to right, then the lower row.
    const slots = [...this.pits].sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
    this.flying = svg("g", { "aria-hidden": "true" });
    this.root.append(...slots.map(({ group }) => group), this.flying);
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.place.replaceChildren(this.root);
  }

  /** Arrows of the sowing direction, between the pits and the stores. */
  #arrows() {
    const { slot, radius, narrow } = this.layout;
    const [first, last] = [slot(0), slot(this.row - 1)];
    const middle = (slot(0).y + slot(this.row).y) / 2;
    const away = narrow ? 0 : radius + 14;
    const arrow = (x, turn) => svg("path", { d: "M -9 0 H 8 M 2 -6 L 8 0 L 2 6", transform: `translate(${x} ${middle}) rotate(${turn})` });
    if (narrow) return svg("g", { class: "direction", "aria-hidden": "true" });
    return svg("g", { class: "direction", "aria-hidden": "true" }, arrow(first.x - away, 90), arrow(last.x + away, -90));
  }

  #store(side, box) {
    const { narrow } = this.layout;
    const name = sideName(side);
    const [right, middle] = [box.x + box.width, box.x + box.width / 2];
    const seat = narrow ? { x: box.x + 46, y: box.y + box.height / 2 } : { x: middle, y: box.y + box.height + 32 };
    const total = narrow ? { x: right - 34, y: box.y + box.height / 2 + 1 } : { x: middle, y: box.y - 32 };
    const hollow = narrow ? { x: box.x + 92, y: box.y + 4, width: box.width - 164, height: box.height - 8 } : box;
    const parts = {
      seeds: svg("g", {}),
      total: svg("text", { class: "total", ...total, "font-size": narrow ? 28 : 40 }),
      who: svg("text", { class: "who", ...seat, "font-size": narrow ? 16 : 19 }, name),
      tag: svg("rect", { class: "tag", x: seat.x - (narrow ? 38 : 46), y: seat.y - (narrow ? 15 : 17), width: narrow ? 76 : 92, height: narrow ? 30 : 34, rx: 17 }),
    };
    const group = svg("g", { class: "store", role: "img", "data-store": side }, svg("rect", { ...hollow, rx: narrow ? hollow.height / 2 : 44 }), parts.seeds, parts.tag, parts.who, parts.total);
    return { group, ...parts, middle: { x: hollow.x + hollow.width / 2, y: hollow.y + hollow.height / 2 }, across: hollow.width / 2 - 6, down: hollow.height / 2 - 6 };
  }

  #pit(pit) {
    const { radius, slot, badge, text } = this.layout;
    const place = slot(this.flipped ? (pit + this.row) % (2 * this.row) : pit);
    const out = place.upper ? -1 : 1;
    const name = letter(pit, this.row);
    const chip = { width: text * 1.9, height: text * 1.35 };
    const corner = radius * 0.76;
    const parts = {
      seeds: svg("g", {}),
      count: svg("text", { "font-size": text }),
      mark: svg("g", { class: "mark" }, svg("rect", { x: -badge / 2, y: -14, width: badge, height: 28, rx: 8 }), svg("text", {}), svg("path", { class: "star", d: STAR, transform: `translate(${-badge / 2} -13)` })),
    };
    parts.mark.setAttribute("transform", `translate(0 ${out * (radius + 26)})`);
    const hole = svg("circle", { r: radius, class: "hole", "data-pit": name });
    const group = svg(
      "g",
      { class: "pit", transform: `translate(${place.x} ${place.y})`, "data-pit": name },
      hole,
      svg("circle", { class: "depth", r: radius - 5 }),
      svg("circle", { class: "ring", r: radius - 1 }),
      svg("circle", { class: "focus", r: radius + 5 }),
      parts.seeds,
      svg("text", { class: "letter", x: -radius * 0.92, y: out * radius * 0.86, "font-size": text, "aria-hidden": "true" }, name),
      svg("g", { class: "chip", transform: `translate(${corner} ${out * corner})`, "aria-hidden": "true" }, svg("rect", { x: -chip.width / 2, y: -chip.height / 2, ...chip, rx: chip.height / 2 }), parts.count),
      parts.mark,
    );
    parts.mark.setAttribute("aria-hidden", "true");
    hole.addEventListener("click", () => this.#chosen(pit));
    for (const event of ["mouseenter", "focus"]) hole.addEventListener(event, () => this.look(this.owns(pit) ? pit : null));
    for (const event of ["mouseleave", "blur"]) hole.addEventListener(event, () => this.look(null));
    return { group, hole, place, name, ...parts };
  }

  /** Whether a pit belongs to the player to move. */
  owns(pit) {
    return (pit < this.row) === (this.shown?.[0].side === "S");
  }

  /** The pit of the mover that has the focus or is pointed at; null if there is none. */
  looked() {
    const at = ["focus", "hover"].map((how) => this.pits.findIndex(({ hole }) => hole.matches(`:${how}`))).find((pit) => pit >= 0);
    return at !== undefined && this.owns(at) ? at : null;
  }

  #chosen(pit) {
    if (this.owns(pit)) this.play(pit);
  }

  #key(event) {
    const pit = this.pits.findIndex(({ hole }) => hole === event.target);
    if (pit < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#chosen(pit);
    }
  }

  /**
   * Shows a position.
   * @param {Position} position
   * @param {Record<number, Mark>} marks by pit; pits of the mover only
   * @param {Sowing | null} last the last move: its origin, its last pit and what it took are marked
   */
  show(position, marks, last = null) {
    const focused = this.root.contains(document.activeElement);
    const moved = this.shown && this.shown[0].side !== position.side;
    this.shown = [position, marks, last];
    this.root.classList.remove("moving");
    position.pits.forEach((seeds, pit) => {
      const mark = marks[pit];
      const { group, hole, mark: badge, name } = this.pits[pit];
      this.#seeds(pit, seeds);
      const words = [`Pit ${name}`, `${seeds} ${seeds === 1 ? "seed" : "seeds"}`, mark?.words];
      hole.setAttribute("aria-label", words.filter(Boolean).join(", "));
      hole.setAttribute("role", mark ? "button" : "img");
      hole.setAttribute("tabindex", mark ? "0" : "-1");
      if (mark) hole.setAttribute("aria-disabled", String(!mark.legal));
      else hole.removeAttribute("aria-disabled");
      const of = last?.pit === pit ? "from" : last?.path.at(-1) === pit ? "to" : last?.taken.includes(pit) ? "taken" : null;
      group.setAttribute("class", ["pit", mark && "own", mark?.legal && "legal", of].filter(Boolean).join(" "));
      this.#badge(badge, mark);
    });
    for (const side of /** @type {("S" | "N")[]} */ (["S", "N"])) this.#captured(side, position.captured[side], position.side === side && Object.values(marks).some(({ over }) => !over));
    this.root.setAttribute("aria-label", `Board of ${position.pits.length} pits, ${sideName(position.side)} to move`);
    const first = Object.keys(marks).find((pit) => marks[pit].legal);
    if (focused && moved && first !== undefined) this.pits[first].hole.focus();
  }

  #badge(badge, mark) {
    const narrow = this.layout.badge < 64;
    const words = (narrow ? (mark?.short ?? mark?.badge) : mark?.badge) ?? "";
    badge.setAttribute("class", `mark ${words ? mark.kind : ""} ${words && mark.best ? "best" : ""}`);
    badge.toggleAttribute("hidden", !words);
    badge.setAttribute("visibility", words ? "visible" : "hidden");
    const written = badge.children[1];
    written.textContent = words;
    written.setAttribute("font-size", String(Math.min(16, (1.55 * this.layout.badge) / Math.max(words.length, 1))));
  }

  #seeds(pit, seeds) {
    const { seeds: place, count } = this.pits[pit];
    if (count.textContent === String(seeds)) return;
    count.textContent = String(seeds);
    const { radius, places: points } = places(seeds, this.layout.radius - 5);
    place.replaceChildren(...points.map(([cx, cy]) => svg("circle", { class: "seed", cx, cy, r: radius })));
  }

  #captured(side, seeds, turn) {
    const { group, seeds: place, total, middle, across, down } = this.stores[side];
    group.setAttribute("class", turn ? "store turn" : "store");
    group.setAttribute("aria-label", `${sideName(side)}: ${seeds} captured${turn ? ", to move" : ""}`);
    if (total.textContent === String(seeds)) return;
    total.textContent = String(seeds);
    const { radius, places: points } = places(seeds, across, down);
    place.replaceChildren(...points.map(([x, y]) => svg("circle", { class: "seed", cx: middle.x + x, cy: middle.y + y, r: Math.min(radius, 6.5) })));
  }

  /**
   * Shows a move as an animation: the seeds fall one by one, then captures go to the store. Old badges disappear first.
   * @param {Position} position before the move
   * @param {Sowing} sowing
   * @param {() => boolean} skip tells whether to stop
   */
  async sow(position, sowing, skip) {
    this.root.classList.add("moving");
    if (sowing.pit === null) return;
    const seeds = [...position.pits];
    const time = Math.max(28, Math.min(150, 1700 / Math.max(sowing.path.length, 1)));
    let from = this.pits[sowing.pit].place;
    for (const { group } of this.pits) group.classList.remove("from", "to", "taken");
    this.pits[sowing.pit].group.classList.add("from");
    this.#seeds(sowing.pit, 0);
    seeds[sowing.pit] = 0;
    for (const pit of sowing.path) {
      if (skip()) return;
      await this.#fly(1, from, this.pits[pit].place, time);
      from = this.pits[pit].place;
      seeds[pit] += 1;
      this.#seeds(pit, seeds[pit]);
    }
    this.pits[sowing.path[sowing.path.length - 1]].group.classList.add("to");
    let total = position.captured[sowing.side];
    for (const pit of sowing.taken) {
      if (skip()) return;
      const taken = seeds[pit];
      this.#seeds(pit, 0);
      await this.#fly(taken, this.pits[pit].place, this.stores[sowing.side].middle, 420);
      seeds[pit] = 0;
      this.#captured(sowing.side, (total += taken), true);
    }
  }

  /** Some seeds on their way. */
  async #fly(number, from, to, time) {
    const { radius, places: points } = places(number, this.layout.radius - 5);
    const group = svg("g", {}, points.map(([cx, cy]) => svg("circle", { class: "seed", cx, cy, r: radius })));
    this.flying.append(group);
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const above = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 16 };
    const flight = group.animate([{ transform: at(from) }, { transform: at(above) }, { transform: at(to) }], { duration: time, easing: "ease-in-out" });
    await flight.finished.catch(() => {});
    group.remove();
  }
}

/**
 * A small picture of a position, without buttons.
 * @param {Position} position
 * @param {number} row pits a side
 */
export function picture(position, row) {
  // A small board is drawn no larger than one of three pits a side.
  const width = 40 * Math.max(row, 3) + 12;
  const pits = position.pits.map((count, pit) => {
    const column = pit < row ? pit : 2 * row - 1 - pit;
    const own = (pit < row) === (position.side === "S");
    const x = width / 2 + 40 * (column - (row - 1) / 2);
    return svg("g", { transform: `translate(${x} ${pit < row ? 64 : 24})`, class: own ? "own" : "" }, svg("circle", { class: "hole", r: 17 }), svg("text", {}, String(count)));
  });
  const words = `South ${position.pits.slice(0, row).join(" ")}, North ${position.pits.slice(row).join(" ")}, ${sideName(position.side)} to move`;
  return svg("svg", { viewBox: `0 0 ${width} 88`, class: "picture", role: "img", "aria-label": words }, pits);
}
