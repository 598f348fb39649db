// tihbat: Setting up a board by its fields

import { $, el } from "./dom.js";
import { letter, sideName } from "./words.js";

/** The largest number of seeds of a board. */
const MOST = 127;

/**
 * The form, its fields in the order of the board: North's row from left to right, then South's.
 * @param {number} row pits a side
 * @param {number} seeds of the game
 * @param {() => void} copy puts the board shown into the fields
 */
export function editor(row, seeds, copy) {
  const field = (id, label) => el("label", null, `${label} `, el("input", { type: "number", id, min: 0, max: MOST, value: 0, inputmode: "numeric" }));
  const pits = (from) => Array.from({ length: row }, (_, at) => from + at).map((pit) => field(`pit-${letter(pit, row)}`, letter(pit, row)));
  const side = el("select", { id: "edit-side" }, el("option", { value: "S" }, "South"), el("option", { value: "N" }, "North"));
  $("edit").noValidate = true;
  $("edit").replaceChildren(
    el("fieldset", null, el("legend", null, "North's row, from left to right"), pits(row).reverse()),
    el("fieldset", null, el("legend", null, "South's row, from left to right"), pits(0)),
    el("fieldset", null, el("legend", null, "Captured, and who is to move"), field("edit-south", "South"), field("edit-north", "North"), el("label", null, "To move ", side)),
    el("p", { class: "note" }, `All seeds must add up to ${seeds}. If nothing is captured and South is to move, the pits may hold any number of seeds.`),
    el("div", { class: "row" }, el("button", { type: "submit", class: "strong" }, "Show this board"), el("button", { type: "button", onclick: copy }, "Copy the board shown")),
    el("p", { id: "edit-problem", class: "complaint", role: "alert" }),
  );
}

/** Puts a position into the fields. */
export function fill({ pits, captured, side }, row) {
  pits.forEach((seeds, pit) => {
    $(`pit-${letter(pit, row)}`).value = seeds;
  });
  $("edit-south").value = captured.S;
  $("edit-north").value = captured.N;
  $("edit-side").value = side;
  for (const field of $("edit").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

/** The position in the fields as text. A field that is no number of seeds is named in the error, and marked. */
export function edited(row) {
  const number = (id, name) => {
    const field = $(id);
    const good = /^[0-9]{1,3}$/.test(field.value.trim()) && Number(field.value) <= MOST;
    if (good) field.removeAttribute("aria-invalid");
    else field.setAttribute("aria-invalid", "true");
    return { value: Number(field.value), complaint: good ? null : `${name} is a number of seeds from 0 to ${MOST}, not "${field.value === "" ? field.validity.badInput ? "these letters" : "" : field.value}"` };
  };
  const pits = Array.from({ length: 2 * row }, (_, pit) => number(`pit-${letter(pit, row)}`, `pit ${letter(pit, row)}`));
  const captured = ["south", "north"].map((side) => number(`edit-${side}`, `the number captured by ${sideName(side === "south" ? "S" : "N")}`));
  const wrong = [...pits, ...captured].find(({ complaint }) => complaint);
  if (wrong) throw new Error(wrong.complaint ?? "");
  const side = $("edit-side").value;
  const values = pits.map(({ value }) => value);
  const alone = side === "S" && captured.every(({ value }) => value === 0);
  return (alone ? values : [...values, ...captured.map(({ value }) => value), side]).join("-");
}
