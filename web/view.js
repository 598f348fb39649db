// tihbat: What the board page shows about the game in progress

import { $, el } from "./dom.js";
import { setText } from "./address.js";
import { accuracy, gameList } from "./gamelist.js";
import { graph } from "./graph.js";
import { moveList } from "./movelist.js";
import { now, repetition } from "./now.js";
import { banner } from "./result.js";
import { Session } from "./session.js";
import { settings } from "./settings.js";
import { problem, title } from "./site.js";
import { bare, endText, letter, resultText, sideName, whyText } from "./words.js";
import { worth } from "./worth.js";

/** What the lists call: to play a move, to step to a move, to show another session. @type {{ play: (name: string) => any, goto: (at: number) => any, change: (making: Promise<any>) => any }} */
let acts = { play: () => {}, goto: () => {}, change: () => {} };

/** Says what the lists call. */
export function acting(how) {
  acts = how;
}

/** Counts what is shown, so that a late answer about something else is dropped. */
let shown = 0;
let said = "";

/** Says what has just happened, on the screen and for screen readers. */
export function say(words) {
  said = words;
  status();
}

function status() {
  if (!now.session) return;
  const { end, final, shown, mustPass } = now.session;
  const over = end && `The game is over: ${endText(end, repetition())}. ${final.left > 0 ? "" : `${resultText(final)}.`}`;
  const next = mustPass ? `${sideName(shown.side)} has no move and must pass.` : `${sideName(shown.side)} to move.`;
  const words = [said, over || next].filter(Boolean).join(" ").trim();
  if ($("status").textContent !== words) $("status").textContent = words;
}

/** The marks of the mover's pits. */
function marks(answer) {
  const { pits, shown, end } = now.session;
  return Object.fromEntries(
    Object.entries(pits).map(([pit, { legal, reason }]) => {
      if (!legal) return [pit, { legal, over: end !== null, words: whyText(reason) }];
      const move = answer?.moves.find((move) => bare(move.move) === letter(Number(pit), now.game.rules.pits));
      if (!move || settings.hide) return [pit, { legal }];
      const of = worth(shown, move);
      return [pit, { legal, best: move.best, badge: of.badge, short: of.short, kind: of.kind, words: `${of.words}${move.best ? ", best" : ""}` }];
    }),
  );
}

/** Shows the session, and what is known about it as it comes. */
export async function show() {
  const number = ++shown;
  delete $("play").dataset.shown;
  status();
  now.board.show(now.session.shown, marks(null), now.session.last);
  buttons();
  list(null);
  try {
    const answer = now.session.end ? null : await now.answers.at(now.session);
    if (number !== shown) return;
    value(answer);
    look(now.board.looked());
    await Promise.all([judge(number), line(number)]);
  } catch (error) {
    if (number !== shown) return;
    // What was shown belongs to another position.
    value(null);
    problem(error);
  }
  if (number === shown) $("play").dataset.shown = now.session.shown.text;
}

function value(answer) {
  const hidden = settings.hide;
  now.board.show(now.session.shown, marks(answer), now.session.last);
  banner($("result"), { name: setText(now.game.set) ? now.game.rules.game : title(now.game.name), session: now.session, answer, repetition: repetition(), hidden });
  moveList($("moves"), { session: now.session, answer, hidden, positions: settings.positions, play: acts.play });
  $("moves").parentElement.hidden = !answer || answer.moves.length === 0;
}

function buttons() {
  const { at, moves, end, mustPass } = now.session;
  $("first").disabled = $("back").disabled = $("undo").disabled = at === 0;
  $("forward").disabled = $("last").disabled = at === moves.length;
  $("best").disabled = Boolean(end);
  $("pass").hidden = !mustPass;
  $("played-none").hidden = moves.length > 0;
  $("played").hidden = moves.length === 0;
}

const list = (judged) => gameList($("played"), { session: now.session, judged, hidden: settings.hide, goto: acts.goto });

async function judge(number) {
  const judged = now.session.moves.length > 0 && now.game.rules.kind === "margins" ? await now.answers.judge(now.session, () => number === shown) : null;
  if (number !== shown) return;
  if (judged) list(judged);
  accuracy($("accuracy"), judged, settings.hide);
  graph($("graph"), { session: now.session, judged: settings.hide ? null : judged, goto: acts.goto });
}

async function line(number) {
  if (!$("line-box").open) return;
  const from = now.session;
  const none = from.end ? "The game is over." : settings.hide ? "The numbers are hidden." : "";
  const found = none ? { moves: [] } : await now.answers.line(from);
  if (number !== shown) return;
  const names = found.moves.map(({ move }) => bare(move));
  const upTo = (at) => acts.change(Session.make(now.table, from.given, [...from.moves.slice(0, from.at), ...names], from.at + at + 1));
  $("line").replaceChildren(...found.moves.map(({ move }, at) => el("li", null, el("button", { type: "button", onclick: () => upTo(at), "aria-label": `Go to move ${at + 1} of the main line, ${move}` }, move))));
  const final = found.final ?? found.captured;
  $("line-end").textContent = none || `${found.end ? `Then the game is over: ${endText(found.end, repetition())}.` : "Then neither side can force anything more."} ${found.left > 0 ? "" : `${resultText(final)}.`}`;
}

/** Shows a hint for the pit that is pointed at or has the focus. */
export async function look(pit) {
  const tell = (words) => void ($("hint").textContent = words);
  if (pit === null || !now.session || now.session.end) return tell("");
  const name = letter(pit, now.game.rules.pits);
  const found = now.session.pits[pit];
  if (!found) return tell("");
  if (!found.legal) return tell(`Pit ${name} ${whyText(found.reason)}.`);
  if (settings.hide) return tell("");
  const number = shown;
  const answer = await now.answers.at(now.session).catch(() => null);
  const move = answer?.moves.find(({ move }) => bare(move) === name);
  if (number !== shown || !move) return;
  const of = worth(now.session.shown, move);
  tell(`${name}: ${[of.words, of.next].filter(Boolean).join("; ")}`);
}

