// tihbat: The board page: play a game, see what every move leads to, share it
//
// The address holds the session (the start of the game, its moves, the one shown), so the back and forward buttons, bookmarks and
// shared links work without further code.

import { $ } from "./dom.js";
import { addressOf, read } from "./address.js";
import { example } from "./example.js";
import { edited, fill } from "./forms.js";
import { keys } from "./keys.js";
import { now, repetition, still } from "./now.js";
import { listening, open, pasted, reopen, seedsIn, startAt } from "./opening.js";
import { tableTurn } from "./practice.js";
import { Session } from "./session.js";
import { set, settings, tie } from "./settings.js";
import { share } from "./share.js";
import { alive, gameNamed, problem, site } from "./site.js";
import { acting, look, say, show } from "./view.js";
import { bare, endText, letter, seedsOn, sentence, sideName, whyText } from "./words.js";

/** Counts what moves, so that it can be stopped. */
let moving = 0;

// --- reading the address

async function load() {
  moving++;
  try {
    problem(null);
    const asked = read(location.search);
    const found = gameNamed(now.games, asked.game);
    await open(found, asked.set, seedsIn(asked.start));
    now.session = await Session.make(now.table, asked.start, asked.moves, asked.ply);
    if (asked.position && asked.moves.length > 0 && asked.position !== now.session.shown.text) {
      problem(`the moves of the address lead to ${now.session.shown.text}, not to its position ${asked.position}`);
    } else history.replaceState(null, "", addressOf(now.game, now.session));
  } catch (error) {
    problem(error);
    await fallBack();
  }
  say("");
  await show();
}

/** After a wrong address: the usual start, so that nothing on the page belongs to another position. */
async function fallBack() {
  if (!now.game) await open(now.games[0], {}, 0);
  now.session = await Session.make(now.table, null, []);
}

// --- playing

async function playPit(pit) {
  if (!now.session) return;
  if (now.session.end) return say(`The game is over: ${endText(now.session.end, repetition())}.`);
  const found = now.session.pits[pit];
  if (!found) return;
  if (found.legal) return play(letter(pit, now.game.rules.pits));
  say(`Pit ${letter(pit, now.game.rules.pits)} ${whyText(found.reason)}.`);
}

/** Plays a move by its name, shows it, and lets the table reply. */
async function play(name) {
  const mine = ++moving;
  const before = now.session.shown;
  let next;
  try {
    next = await now.session.play(name);
  } catch (error) {
    return say(sentence(error.message));
  }
  if (mine !== moving) return;
  now.session = next;
  problem(null);
  store();
  if (!still()) await now.board.sow(before, now.session.last, () => mine !== moving);
  if (mine !== moving) return;
  say(`${sideName(before.side)} ${moveWords(now.session.last)}.`);
  await show();
  if (mine === moving) await reply();
}

function moveWords({ move, captured }) {
  if (bare(move) === "pass") return "cannot move and passes";
  return `plays ${bare(move)}${captured > 0 ? ` and captures ${captured}` : ""}`;
}

/** If the table is to move, it does. */
async function reply() {
  const mine = moving;
  const name = await tableTurn(now.table, now.session, still() ? 0 : 450);
  if (name && mine === moving) await play(name);
}

/** Shows another session, as a step that the back button can undo. */
async function change(making) {
  const mine = ++moving;
  const next = await making;
  if (mine !== moving) return;
  now.session = next;
  problem(null);
  say("");
  store();
  await show();
}

const store = () => history.pushState(null, "", addressOf(now.game, now.session));
const goto = (at) => change(now.session.goto(at));

async function undo() {
  if (!now.session || now.session.at === 0) return;
  // A move of the table is undone together with the one before it.
  const tables = settings.opponent.length === 1 && now.session.at > 1 && now.session.positions[now.session.at - 1].side === settings.opponent;
  await change(now.session.undo(tables ? 2 : 1));
}

async function best() {
  if (!now.session || now.session.end) return;
  const { moves } = await now.answers.at(now.session);
  if (moves.length > 0) await play(bare(moves[0].move));
}

async function anew() {
  await reopen(0);
  await change(Session.make(now.table, null, []));
  await reply();
}

// --- listening

function submitted(form, complaint, make) {
  $(form).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      $(complaint).textContent = "";
      const made = await make();
      problem(null);
      await change(made);
    } catch (error) {
      $(complaint).textContent = sentence(error.message);
    }
  });
}

function listen() {
  // Before the first answer there is nothing to act on.
  const on = (id, act) => $(id).addEventListener("click", () => now.session && act());
  on("first", () => goto(0));
  on("back", () => goto(now.session.at - 1));
  on("forward", () => goto(now.session.at + 1));
  on("last", () => goto(Infinity));
  on("best", best);
  on("undo", undo);
  on("pass", () => play("pass"));
  on("new", anew);
  const flip = () => {
    set("flip", !settings.flip);
    $("flip").setAttribute("aria-pressed", String(settings.flip));
    now.board.flip(settings.flip);
  };
  on("flip", flip);
  $("flip").setAttribute("aria-pressed", String(settings.flip));
  tie($("opponent"), "opponent", () => reply());
  tie($("strength"), "strength", () => {});
  tie($("letters"), "letters", () => {});
  for (const name of ["hide", "positions"]) tie($(name), name, show);
  $("line-box").addEventListener("toggle", show);
  $("edit-box").addEventListener("toggle", () => $("edit-box").open && now.session && fill(now.session.shown, now.game.rules.pits));
  $("howto-box").addEventListener("toggle", () => $("howto-box").open && example.show($("example"), now.table, now.game.rules, still()));
  on("example-again", () => example.show($("example"), now.table, now.game.rules, false));
  submitted("edit", "edit-problem", () => startAt(edited(now.game.rules.pits)));
  submitted("paste", "paste-problem", () => pasted($("pasted").value));
  share({ now: () => now, opened: ({ from, moves }) => change(reopen(0).then(() => Session.make(now.table, from === now.game.rules.start ? null : from, moves))), say, random: async () => change(startAt((await now.table.random()).position)) });
  keys({
    step: (by) => now.session && goto(now.session.at + by),
    to: (end) => now.session && goto(end),
    best,
    undo,
    flip,
    pass: () => !$("pass").hidden && play("pass"),
    pit: (number) => now.session && playPit(number + (now.session.shown.side === "S" ? 0 : now.game.rules.pits)),
    row: () => now.game?.rules.pits ?? 0,
  });
  addEventListener("popstate", load);
}

try {
  alive();
  listening({ play: playPit, look });
  acting({ play, goto, change });
  const offered = await site();
  now.games = offered.games;
  $("footer").textContent = `Solved by ${offered.made_by}, in this page.`;
  listen();
  await load();
  if (seedsOn(now.session.shown) > 0) await reply();
} catch (error) {
  problem(error);
}
