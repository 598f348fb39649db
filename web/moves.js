// tihbat: The moves of a game, according to its clauses
//
// A board is an array with the seeds of each pit in sowing (counter-clockwise) order, the mover's row first. The clauses are
// the texts in the header of a table. Nothing here depends on the name of a game.

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** The board as the opponent sees it. */
export const turned = (board) => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** The number of seeds in the mover's row. */
export const ownSeeds = (board) => sum(board.slice(0, board.length / 2));

/** The number of seeds on the board: its layer. */
export const total = sum;

/** A set of clauses, ready to play. */
export class Rules {
  constructor(clauses) {
    this.clauses = clauses;
    this.row = Number(clauses.pits);
    this.liftMin = Number(clauses["lift.min"]);
    const counts = clauses["capture.counts"];
    this.counts = new Set(counts === "none" ? [] : counts.split(",").map(Number));
  }

  /** The pits that receive the seeds of a lift of `seeds` seeds from pit `origin`, in order. */
  path(origin, seeds) {
    const pits = 2 * this.row;
    const path = [];
    let pit = this.clauses["sowing.first"] === "origin" ? (origin + pits - 1) % pits : origin;
    while (path.length < seeds) {
      pit = (pit + 1) % pits;
      const back = this.clauses["sowing.first"] === "next" || path.length > 0;
      if (pit === origin && back && this.clauses["sowing.origin_on_laps"] === "skipped") pit = (pit + 1) % pits;
      path.push(pit);
    }
    return path;
  }

  /** Whether a last seed in this pit captures it. */
  #captures(board, pit) {
    const own = pit < this.row;
    const where = this.clauses["capture.where"];
    return this.counts.has(board[pit]) && (where === "both" || own === (where === "own"));
  }

  /** The move that lifts a pit, legal or not; null if the pit holds too few seeds. */
  #candidate(board, pit) {
    const seeds = board[pit];
    if (seeds < this.liftMin) return null;
    const path = this.path(pit, seeds);
    const sown = [...board];
    sown[pit] = 0;
    for (const at of path) sown[at] += 1;
    const rest = [...sown];
    const taken = [];
    for (let at = path.at(-1); this.#captures(rest, at); at = (at + rest.length - 1) % rest.length) {
      taken.push(at);
      rest[at] = 0;
      if (this.clauses["capture.chain"] === "none") break;
    }
    const theirs = (board) => sum(board.slice(this.row));
    return { pit, path, sown, rest, taken, emptying: theirs(rest) === 0, slam: theirs(rest) === 0 && theirs(sown) > 0 };
  }

  /**
   * The moves of the mover's pits, legal or not. A legal one is `{ pit, legal, captured, board, path, taken }`, where the
   * board is in the opponent's view. Another one is `{ pit, legal: false, why }`, where `why` is `empty`, `too_few`,
   * `grand_slam` or `must_feed`. `first`: the opening rule holds, so the move captures nothing.
   */
  pits(board, first = false) {
    const candidates = board.slice(0, this.row).map((_, pit) => this.#candidate(board, pit));
    const there = candidates.filter((candidate) => candidate);
    let legal = there;
    let capturesNothing = () => first;
    if (!first) {
      const slams = there.filter((candidate) => candidate.slam);
      const without = there.filter((candidate) => !candidate.slam);
      const clause = this.clauses.grand_slam;
      if (clause === "forbidden") legal = without;
      if (clause === "forbidden_unless_only") legal = there.every((candidate) => candidate.emptying) ? there : without;
      if (clause === "takes_nothing_if_only" && slams.length < there.length) legal = without;
      if (clause.startsWith("takes_nothing")) capturesNothing = (candidate) => candidate.slam;
    }
    let mustFeed = false;
    const theirs = (board) => sum(board.slice(this.row));
    if (this.clauses.feeding !== "none" && theirs(board) === 0) {
      const feeding = legal.filter((candidate) => theirs(capturesNothing(candidate) ? candidate.sown : candidate.rest) > 0);
      mustFeed = feeding.length > 0 || this.clauses.feeding === "if_able_or_over";
      if (mustFeed) legal = feeding;
    }
    return candidates.map((candidate, pit) => {
      if (!candidate) return { pit, legal: false, why: board[pit] === 0 ? "empty" : "too_few" };
      if (!legal.includes(candidate)) return { pit, legal: false, why: mustFeed ? "must_feed" : "grand_slam" };
      const after = capturesNothing(candidate) ? candidate.sown : candidate.rest;
      const taken = capturesNothing(candidate) ? [] : candidate.taken;
      return { pit, legal: true, captured: total(board) - total(after), board: turned(after), path: candidate.path, taken };
    });
  }

  /** Whether the game is over because the opponent has no seeds, if no move feeds them. */
  #unfed(board) {
    return this.clauses.feeding === "if_able_or_over" && ownSeeds(board) === total(board);
  }

  /** The legal moves in the order of the pits, or the pass (`pit: null`); empty if the game is over. */
  plays(board, first = false) {
    const plays = this.pits(board, first).filter((play) => play.legal);
    if (plays.length === 0 && this.clauses.no_move === "pass" && total(board) > 0 && !this.#unfed(board)) {
      return [{ pit: null, captured: 0, board: turned(board), path: [], taken: [] }];
    }
    return plays;
  }

  /** The margin of a game that is over on this board: the seeds the mover gets minus those the opponent gets. */
  ending(board) {
    if (this.#unfed(board)) return total(board);
    if (this.clauses.no_move === "own_row") return 2 * ownSeeds(board) - total(board);
    return this.clauses.no_move === "opponent_takes" ? 0 - total(board) : 0;
  }
}
