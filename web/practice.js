// tihbat: Practice: the table plays one side, with a strength

import { settings } from "./settings.js";
import { bare } from "./words.js";

/** The move of the table, after a moment to look at the board; null if it is not the table's turn. */
export async function tableTurn(table, session, wait) {
  if (session.end || !settings.opponent.includes(session.shown.side) || session.at < session.moves.length) return null;
  const [move] = await Promise.all([choose(table, session.question), new Promise((done) => setTimeout(done, wait))]);
  return move && settings.opponent.includes(session.shown.side) ? bare(move) : null;
}

/** The partner's move. A game with bounds has no partner: then it is the best move, or as often as the strength says a random one. */
async function choose(table, question) {
  const strength = Number(settings.strength);
  // The seed is a new one each time, so that a game is not played twice.
  if (table.rules.kind === "margins") return (await table.partner({ ...question, strength, seed: Math.floor(Math.random() * 2 ** 31) })).move;
  const { moves } = await table.position(question);
  return moves[Math.random() * 10 < strength ? 0 : Math.floor(Math.random() * moves.length)].move;
}
