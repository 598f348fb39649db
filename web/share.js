// tihbat: Games in and out: files by button and by drop, the link, the table

import { $, el } from "./dom.js";
import { problem } from "./site.js";

/** The largest file that is read as a game, in bytes. */
const LARGEST = 1 << 20;

/** Offers bytes or text as a file. */
export function save(content, name, type = "text/plain") {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Listens to the buttons and to dropped files.
 * @param {{ now: () => any, opened: (game: { from: string, moves: string[] }) => any, say: (words: string) => void, random: () => any }} page
 */
export function share({ now, opened, say, random }) {
  const failing = (act) => async (...given) => {
    try {
      await act(...given);
    } catch (error) {
      problem(error);
    }
  };
  const open = failing(async (file) => {
    if (!now().table) throw new Error("the game is not solved yet");
    if (file.size > LARGEST) throw new Error(`the file ${file.name} has ${file.size} bytes; a game has fewer than ${LARGEST}`);
    const unreadable = (error) => Promise.reject(new Error(`the file ${file.name} cannot be read: ${error.message}`));
    const record = await now().table.record(await file.text()).catch(unreadable);
    if (!record.legal) {
      const place = `line ${record.line}, column ${record.column}`;
      throw new Error(`the file ${file.name} is no game of these rules: ${place}: ${record.reason}`);
    }
    problem(null);
    await opened(record);
  });
  $("file").addEventListener("change", () => $("file").files[0] && open($("file").files[0]).then(() => ($("file").value = "")));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  for (const end of ["dragleave", "drop"]) document.addEventListener(end, () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) open(file);
  });
  $("ogn").addEventListener("click", failing(async () => {
    const { session, table, game } = now();
    save(await table.ogn(session.questionAt(session.moves.length)), `${game.name}.ogn`);
  }));
  $("table-file").addEventListener("click", failing(async () => {
    const { table, game } = now();
    save(await table.bytes(), `${game.name}.mtb`, "application/octet-stream");
  }));
  $("random").addEventListener("click", failing(random));
  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied.");
    } catch {
      say(`The link is ${location.href}`);
    }
  });
}
