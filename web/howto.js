// tihbat: How to play, in ordinary words, made from the clauses of a game

/** @typedef {Record<string, string>} Clauses the values of the clauses by name */

/** `2, 4, 6 or 8` */
function either(counts) {
  const numbers = counts.split(",");
  return numbers.length === 1 ? numbers[0] : `${numbers.slice(0, -1).join(", ")} or ${numbers.at(-1)}`;
}

const WHERE = { own: "in your own row", opponent: "in the opponent's row", both: "in either row" };

function aim(clauses, start) {
  const row = Number(clauses.pits);
  const seeds = new Set(start).size === 1 ? `${start[0]} seeds in every pit` : "the seeds as the start shows them";
  return `South and North each own a row of ${row} ${row === 1 ? "pit" : "pits"}, with ${seeds}. Whoever has captured more seeds at the end wins.`;
}

function turn(clauses) {
  const first = clauses["sowing.first"] === "origin" ? "the first one falls back into the pit that you have just emptied" : "beginning with the next pit";
  return `On your turn, lift all seeds of one of your own pits and drop them one by one, counter-clockwise: ${first}.`;
}

function capture(clauses) {
  const { "capture.counts": counts, "capture.where": where, "capture.chain": chain } = clauses;
  if (counts === "none") return "Nothing is ever captured while seeds are sown.";
  const more = chain === "backwards" ? " Then you take the previous pit too if it also holds such a number, and so on backwards." : "";
  return `If your last seed falls into a pit ${WHERE[where]} and makes it hold exactly ${either(counts)}, you capture all seeds of that pit.${more}`;
}

const NO_MOVE = {
  pass: "If you have nothing to lift, you pass.",
  own_row: "If you have no move, the game is over, and each side takes the seeds in its own row.",
  opponent_takes: "If you have no move, the game is over, and the opponent takes all seeds left.",
  split: "If you have no move, the game is over, and the seeds left are split evenly.",
};
const REPETITION = {
  split: "If a board comes again with the same player to move, the game is over, and the seeds left are split evenly.",
  open: "If a board comes again, the rules do not say who gets the seeds left.",
  own_row: "If a board comes again with the same player to move, the game is over, and each side takes the seeds in its own row.",
};

/** The rules in four sentences or so: the aim, a turn, capturing, the end. @returns {string[]} */
export const brief = (clauses, start) => [aim(clauses, start), turn(clauses), capture(clauses), `${NO_MOVE[clauses.no_move]} ${REPETITION[clauses.repetition]}`];

const FEEDING = {
  if_able: "If the opponent's row is empty, you must play a move that leaves a seed there, if you can.",
  if_able_or_over: "If the opponent's row is empty, you must play a move that leaves a seed there. If you cannot, the game is over and you take all seeds left.",
};
const SLAM = {
  forbidden: "You may not capture every seed of the opponent's row in one move.",
  forbidden_unless_only: "You may not capture every seed of the opponent's row in one move, unless every move leaves that row empty.",
  takes_nothing: "A move that would capture every seed of the opponent's row captures nothing.",
  takes_nothing_if_only: "You may not capture every seed of the opponent's row in one move. If you have no other move, you may play it, and it captures nothing.",
};

/** What else to know: the rarer cases. @returns {string[]} */
export function details(clauses) {
  const least = Number(clauses["lift.min"]);
  return [
    least > 1 ? `A pit can be lifted only if it holds at least ${least} seeds.` : "A single seed may be lifted.",
    clauses["sowing.origin_on_laps"] === "skipped" ? "If you go once around the board, you skip the pit that you have lifted." : "If you go once around the board, the pit that you have lifted gets a seed like any other.",
    clauses["capture.on_first_move"] === "false" ? "The very first move of the game captures nothing." : "",
    FEEDING[clauses.feeding] ?? "",
    SLAM[clauses.grand_slam] ?? "",
  ].filter(Boolean);
}
