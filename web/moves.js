// The moves of a game, by its clauses
//
// A board is an array of seeds in sowing (counter-clockwise) order, the row of the player to move first. The clauses are
// words, as the header of a table has them: nothing here knows a game by name.

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** The board as the opponent sees it. */
export const turned = (board) => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** The seeds of the mover's row. */
export const ownSeeds = (board) => sum(board.slice(0, board.length / 2));

/** All seeds: the layer of the board. */
export const total = sum;

/** A set of clauses, ready to play. */
export class Rules {
  constructor(clauses) {
    this.clauses = clauses;
    this.row = Number(clauses.pits);
    this.liftMin = Number(clauses["lift.min"]);
    this.counts = new Set(clauses["capture.counts"].split(",").map(Number));
  }

  /** The pits into which a lift of `seeds` seeds from pit `origin` falls, one after the other. */
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

  /** Whether a pit with this many seeds, at this place, can be captured. */
  #captures(board, pit) {
    const own = pit < this.row;
    const where = this.clauses["capture.where"];
    return this.counts.has(board[pit]) && (where === "both" || own === (where === "own"));
  }

  /** What lifting a pit does, before it is asked whether it is legal; null if it holds too few seeds. */
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
   * Every own pit: `{ pit, legal, captured, board, path, taken }` with the board as the opponent then sees it, or
   * `{ pit, legal: false, why }`, why being `empty`, `too_few`, `grand_slam` or `must_feed`. `first`: a first move that
   * captures nothing.
   */
  pits(board, first = false) {
    const candidates = board.slice(0, this.row).map((_, pit) => this.#candidate(board, pit));
    const there = candidates.filter((candidate) => candidate);
    let legal = there;
    let quiet = () => first;
    if (!first) {
      const slams = there.filter((candidate) => candidate.slam);
      const without = there.filter((candidate) => !candidate.slam);
      const clause = this.clauses.grand_slam;
      if (clause === "forbidden") legal = without;
      if (clause === "forbidden_unless_only") legal = there.every((candidate) => candidate.emptying) ? there : without;
      if (clause === "takes_nothing_if_only" && slams.length < there.length) legal = without;
      if (clause.startsWith("takes_nothing")) quiet = (candidate) => candidate.slam;
    }
    let mustFeed = false;
    const theirs = (board) => sum(board.slice(this.row));
    if (this.clauses.feeding === "if_able" && theirs(board) === 0) {
      const feeding = legal.filter((candidate) => theirs(quiet(candidate) ? candidate.sown : candidate.rest) > 0);
      mustFeed = feeding.length > 0;
      if (mustFeed) legal = feeding;
    }
    return candidates.map((candidate, pit) => {
      if (!candidate) return { pit, legal: false, why: board[pit] === 0 ? "empty" : "too_few" };
      if (!legal.includes(candidate)) return { pit, legal: false, why: mustFeed ? "must_feed" : "grand_slam" };
      const after = quiet(candidate) ? candidate.sown : candidate.rest;
      const taken = quiet(candidate) ? [] : candidate.taken;
      return { pit, legal: true, captured: total(board) - total(after), board: turned(after), path: candidate.path, taken };
    });
  }

  /** Every legal move in the order of the pits, or the pass (`pit: null`); empty if the game is over. */
  plays(board, first = false) {
    const plays = this.pits(board, first).filter((play) => play.legal);
    if (plays.length === 0 && this.clauses.no_move === "pass" && total(board) > 0) {
      return [{ pit: null, captured: 0, board: turned(board), path: [], taken: [] }];
    }
    return plays;
  }

  /** What the mover gets more than the opponent of the seeds left, if the game is over on this board. */
  ending(board) {
    if (this.clauses.no_move === "own_row") return 2 * ownSeeds(board) - total(board);
    return this.clauses.no_move === "opponent_takes" ? 0 - total(board) : 0;
  }
}
