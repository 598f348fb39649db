// tihbat: The solver in a web page
//
// `tihbat.wasm` is the library of the program, so its answers are those of the program's `--json`. It runs in workers: one
// for questions about rules, and one for each table. So a page never waits, a long solve can be stopped, and the memory of
// a table is free again when the table is closed.
//
//     import { Solver } from "./solver.js";
//     const solver = await Solver.start();
//     const table = await solver.solve(await solver.rules({ game: "tihbat" }));
//     await table.position({ moves: "A b" });        // { margin: -2, outcome: "loss", moves: [...], ... }
//
// Positions and moves are text in the program's notation: `7-7-7-7-0-0-S`, `A`, `b+4`, `pass`. Pits in answers are numbered as
// a position is written: South's row first, in sowing order, from 0. A position without moves is answered by the table
// alone. With `moves`, even none (""), the answer is exact in this game: positions seen before count.

/**
 * @typedef {"win" | "draw" | "loss"} Outcome
 * @typedef {"South" | "North"} Side
 * @typedef {"all_captured" | "no_move" | "repetition"} End
 * @typedef {{south: number, north: number}} Totals Seeds of South and North; halves occur where an odd number is split
 *
 * @typedef {object} Meaning A value of a clause
 * @property {string} value
 * @property {string} meaning
 *
 * @typedef {object} Clause A clause of the rules, with its value in this game
 * @property {string} name For example `capture.chain`
 * @property {string} meaning
 * @property {string} value
 * @property {string | null} value_meaning The meaning of this value; null if it is a number
 * @property {string | null} source The source for this value in the built-in game that this game is based on; null if it has another value there
 * @property {Meaning[]} values All values that have a name; none if the values are numbers
 *
 * @typedef {object} BuiltIn A built-in game
 * @property {string} game Its name
 * @property {number} pits Pits a side
 * @property {number} seeds Seeds in all
 * @property {string} description
 * @property {string} source
 *
 * @typedef {object} Rules The rules of a game. `spec` names them to this interface again.
 * @property {RulesSpec} spec
 * @property {string} game The name, with every change: `tihbat`, `tihbat-3x7`, `tihbat+capture.chain=backwards`
 * @property {string | null} base The built-in game that they are based on
 * @property {string} title The name for people
 * @property {string | null} description What kind of game it is; null if nobody said it
 * @property {string | null} source Where the rules are from; null if nobody said it
 * @property {Clause[]} clauses In their order
 * @property {number} pits Pits a side
 * @property {number} seeds Seeds in all
 * @property {string} start The start position
 * @property {"margins" | "bounds"} kind `bounds` if the rules leave open what a repetition pays
 * @property {boolean} opening_rule Whether the first move of the game captures nothing
 * @property {number | null} boards Boards of the whole table; null if they are more than 64 bits can count
 * @property {number | null} memory Bytes that a solve takes at most; null like `boards`
 * @property {number} seconds Seconds that a solve takes, very roughly, in the program on one thread
 * @property {string} toml The rules file
 *
 * @typedef {{game?: string, text?: string, set?: Object<string, string | number | boolean | number[]>}} RulesSpec Names rules:
 *   a built-in game (`tihbat`, `awari-3x4`) or the text of a rules file, with clauses changed
 *
 * @typedef {object} Question A position, by default the start of the game, with the moves since then
 * @property {string} [position]
 * @property {string | string[]} [moves]
 *
 * @typedef {object} MarginMove A legal move with its value, for its mover, this move counted
 * @property {string} move
 * @property {number} margin
 * @property {number | null} distance Plies to the next capture or the end; null where the margin is 0
 * @property {number} captured
 * @property {string} position The position after it
 * @property {boolean} best
 * @property {{margin: number, distance: number | null}} [table] What the table alone says; only inside a game
 *
 * @typedef {object} Bounds Seeds that the mover and the opponent can force
 * @property {number} forced
 * @property {number | null} forced_distance
 * @property {number} forced_other
 * @property {number | null} forced_other_distance
 *
 * @typedef {{move: string, captured: number, position: string, best: boolean} & Bounds} BoundsMove
 *
 * @typedef {object} History What the moves so far have to do with an answer; absent outside a game
 * @property {string} [from]
 * @property {string[]} [played]
 * @property {End | null} [over]
 * @property {number} [seen] Positions seen since the last capture, without this one
 * @property {boolean} [history_matters] Whether the positions seen change the value
 * @property {{margin: number, distance: number | null}} [table] What the table alone says
 *
 * @typedef {{game: string, position: string, margin: number, outcome: Outcome, distance: number | null, final: Totals,
 *   moves: MarginMove[], first_move?: true} & History} MarginPosition A position of a game with margins
 * @typedef {{game: string, position: string, open: number, least: Totals, most: Totals, outcome: Outcome | null,
 *   moves: BoundsMove[], first_move?: true} & Bounds & History} BoundsPosition A position of a game with bounds
 * @typedef {MarginPosition | BoundsPosition} Position
 *
 * @typedef {{game: string, position: string, moves: MarginMove[], end: End, final: Totals, first_move?: true} & History} MarginLine
 * @typedef {{game: string, position: string, moves: (BoundsMove & {holder: "south" | "north"})[], end: End | null,
 *   captured: Totals, left: number, first_move?: true} & History} BoundsLine
 * @typedef {MarginLine | BoundsLine} Line
 *
 * @typedef {object} Sowing What a move does, pit by pit
 * @property {number} origin The pit that is lifted
 * @property {number[]} pits The pits in which the seeds fall, in order, one for each seed
 * @property {number} last The pit of the last seed
 * @property {{pit: number, seeds: number}[]} captured The pits that are captured, in the order of the capture, with their seeds
 *
 * @typedef {object} GameMove A legal move
 * @property {string} move
 * @property {number | null} pit The pit that is lifted; null for a pass
 * @property {number} captured
 * @property {string} position The position after it
 * @property {Sowing | null} sowing null for a pass
 *
 * @typedef {GameMove & {ply: number, side: Side}} Ply A move that was made; `ply` is its number from 1
 *
 * @typedef {object} RefusedPit A pit of the mover that cannot be played
 * @property {number} pit
 * @property {"empty" | "too_few" | "feeding" | "grand_slam" | "over"} reason
 * @property {string} words The reason in words
 *
 * @typedef {object} Game A game in progress
 * @property {string} game
 * @property {string} from The position before the moves
 * @property {string} position The position now
 * @property {Side} side Whose turn it is
 * @property {Totals} captured
 * @property {number} on_board Seeds on the board
 * @property {Ply[]} plies The moves so far, each with the position after it
 * @property {GameMove[]} moves The legal moves in the order of the pits, or the pass; none if the game is over
 * @property {RefusedPit[]} refused The mover's other pits, and why they cannot be played
 * @property {boolean} first_move Whether the opening rule holds for the next move, so that it captures nothing
 * @property {number} seen Positions seen since the last capture, without this one
 * @property {End | null} over Why the game is over; null if it goes on
 * @property {string | null} words The same in words
 * @property {Totals | null} final The result; null if the game goes on, or if the rules leave open what its end pays
 *
 * @typedef {object} JudgedMove
 * @property {number} ply
 * @property {Side} side
 * @property {string} position The position before the move
 * @property {string} move
 * @property {number} margin What the position was worth to the mover
 * @property {number | null} distance
 * @property {number} margin_of_move What the move was worth to the mover
 * @property {number | null} distance_of_move
 * @property {string[]} best
 * @property {boolean} is_best
 * @property {number} gives_away Seeds of the margin that the move gave away
 * @property {Totals} given_away Seeds that each player has given away so far
 * @property {Totals} captured
 * @property {Totals} final The totals at the end, by perfect play from here on
 *
 * @typedef {{choices: number, kept: number, accuracy: number | null, given_away: number, worst_ply: number | null}} Summary
 *
 * @typedef {object} Judged A judged game
 * @property {true} legal
 * @property {string} game
 * @property {Object<string, string>} tags
 * @property {string} from
 * @property {Totals} perfect The totals at the end, by perfect play from the first position on
 * @property {JudgedMove[]} moves
 * @property {Summary} south
 * @property {Summary} north
 * @property {{ply: number, then: string}[]} turns The moves that changed who wins
 * @property {End | null} over
 * @property {Totals} final
 * @property {Ending} result
 *
 * @typedef {object} Ending The result that a record claims, and what the rules say of it
 * @property {End | "majority" | "players" | "unfinished"} end Why the recorded game ended; "players": they agreed, or a clock ran out
 * @property {string | null} claimed The result that the record claims
 * @property {string} [claimed_by_tag] The tag Result, if it claims another result than the end of the moves
 * @property {Totals | null} expected The result under the rules; null if the game is not over by them
 * @property {boolean | null} agrees Whether the rules agree with the claim; null if nothing is claimed, or the rules do not say
 *
 * @typedef {{legal: false, line: number, column: number, reason: string}} RefusedRecord A record that cannot be read, or of a game that cannot have
 *   been played
 *
 * @typedef {object} RecordedGame A record that was read
 * @property {true} legal
 * @property {string} game
 * @property {Object<string, string>} tags
 * @property {string} from
 * @property {string[]} moves
 *
 * @typedef {object} PartnerMove The move of a partner
 * @property {string} position The position before it
 * @property {string | null} move null if the game is over
 * @property {number | null} captured
 * @property {string | null} after The position after it
 *
 * @typedef {object} Puzzle A position in which exactly one move holds
 * @property {string} position
 * @property {"win" | "draw"} holds What the move holds for the mover
 * @property {number} margin The margin of the move that holds
 * @property {number | null} distance
 * @property {number} wrong The number of other moves, all of which lose it
 * @property {boolean} quiet Whether the move captures nothing while another move captures
 * @property {number} grade From 1 (easy) to 5
 * @property {MarginMove[]} moves All moves; the first one holds
 *
 * @typedef {object} Trap A position whose largest capture gives something away
 * @property {string} position
 * @property {string} tempting The move that captures most
 * @property {string[]} best
 * @property {number} gives_away Seeds of the margin that it gives away
 * @property {MarginMove[]} moves All moves, best first
 *
 * @typedef {object} Longest A position of the longest distance of its layer
 * @property {number} seeds
 * @property {string} position
 * @property {number} distance In plies
 * @property {Line} line
 *
 * @typedef {object} Layer Boards of one layer; a table of bounds has other fields, see `tihbat layers --json`
 * @property {number} seeds
 * @property {number} boards
 * @property {number} [won]
 * @property {number} [drawn]
 * @property {number} [lost]
 * @property {number} [max_margin]
 * @property {number | null} max_distance
 * @property {[number, number][]} [margins] Pairs of margin and boards
 * @property {string | null} [longest] The first board with the longest distance
 * @property {number} [independent] Of bounds: boards with the same value under every repetition rule
 * @property {number} [dependent] Of bounds
 * @property {number} [nothing_forced] Of bounds
 * @property {number} [max_forced] Of bounds
 *
 * @typedef {object} TableInfo What a table is
 * @property {string} file The default name of its file
 * @property {string | null} game The built-in game with these clauses
 * @property {Object<string, string>} rules Its clauses with their values
 * @property {number} max_seeds Seeds of its last layer
 * @property {number} boards
 * @property {number} max_distance The longest distance, in plies
 * @property {number} blocks Blocks that have a checksum
 * @property {number} bytes
 * @property {number} version Version of the file's format
 * @property {string} made_by
 * @property {{seeds: number, boards: number, max_distance: number, checksum: string}[]} layers
 *
 * @typedef {{boards: number, allBoards: number, seeds: number}} SolveProgress Boards done, all boards, and the layer in work
 *
 * @typedef {object} WorkerLike What runs `worker.js`; a browser's Worker is one
 * @property {(message: any, transfer?: any[]) => void} postMessage
 * @property {() => void} terminate
 * @property {((event: {data: any}) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 *
 * @typedef {object} StartOptions
 * @property {string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module} [wasm] `tihbat.wasm`; by default it is beside this module
 * @property {() => WorkerLike} [createWorker] Starts `worker.js`; by default it is beside this module
 * @property {(loaded: number, total: number | null) => void} [onLoad] Hears how many bytes are loaded; the total is null if the host does not say it
 * @property {number} [memory] Bytes that a solve may take; by default 1 GiB
 */

/** Says why there is no answer. `kind` tells a wrong question from a solver that failed. */
export class SolverError extends Error {
  /**
   * @param {string} message
   * @param {"question" | "table" | "memory" | "load" | "failed" | "closed"} kind `question`: the rules, position, moves or
   *   record are none; `table`: these bytes are no whole table; `memory`: the solve does not fit; `load`: the solver cannot be
   *   loaded; `failed`: it broke down; `closed`: the table was closed
   */
  constructor(message, kind) {
    super(message);
    this.name = "SolverError";
    this.kind = kind;
  }
}

/** Bytes that a solve may take unless a page says otherwise. */
const MEMORY = 2 ** 30;

/** A worker with the questions that it has not answered. */
class Desk {
  /** @type {WorkerLike | null} */
  #worker = null;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: any) => void, onProgress?: (progress: SolveProgress) => void}>} */
  #open = new Map();
  #next = 0;
  /** @type {() => WorkerLike} */
  #create;
  /** @type {() => void} */
  #lost;

  /**
   * @param {() => WorkerLike} create
   * @param {() => void} lost Called when the worker is gone, with everything that it knew
   */
  constructor(create, lost = () => {}) {
    this.#create = create;
    this.#lost = lost;
  }

  /**
   * Asks the worker.
   * @param {object} question
   * @param {{transfer?: any[], signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
   * @returns {Promise<any>}
   */
  ask(question, { transfer = [], signal, onProgress } = {}) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const worker = (this.#worker ??= this.#begin());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      // The only way to stop a worker that is computing is to end it.
      const abort = () => this.#end(signal?.reason);
      const settle = (/** @type {(value: any) => void} */ how) => (/** @type {any} */ value) => {
        signal?.removeEventListener("abort", abort);
        how(value);
      };
      signal?.addEventListener("abort", abort);
      this.#open.set(id, { resolve: settle(resolve), reject: settle(reject), onProgress });
      worker.postMessage({ id, question }, transfer);
    });
  }

  /** @param {any} [reason] */
  close(reason = new SolverError("the table was closed", "closed")) {
    this.#end(reason);
  }

  #begin() {
    const worker = this.#create();
    worker.onmessage = ({ data: { id, value, error, progress } }) => {
      const asked = this.#open.get(id);
      if (progress) return asked?.onProgress?.(progress);
      this.#open.delete(id);
      if (!error) return asked?.resolve(value);
      const failed = new SolverError(error.message, error.kind);
      asked?.reject(failed);
      if (error.kind === "failed") this.#end(failed);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#end(new SolverError(`the solver's worker cannot run: ${event.message ?? "its script was not loaded"}`, "failed"));
    };
    return worker;
  }

  /** @param {any} reason */
  #end(reason) {
    if (!this.#worker) return;
    this.#worker.terminate();
    this.#worker = null;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#lost();
    for (const { reject } of open) reject(reason);
  }
}

/** A digest of bytes that come in pieces. It tells builds of the solver apart; it is no protection from bytes that are made to deceive. */
class Digest {
  #sums = [0x811c9dc5, 0x9e3779b9];

  /** @param {Uint8Array} bytes */
  add(bytes) {
    let [one, other] = this.#sums;
    for (const byte of bytes) {
      one = Math.imul(one ^ byte, 0x01000193);
      other = Math.imul(other ^ byte, 0x85ebca6b);
    }
    this.#sums = [one, other];
  }

  toString() {
    return this.#sums.map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/** The moves of a question as one text. @param {Question} question */
function asked({ position, moves }) {
  return { position, moves: Array.isArray(moves) ? moves.join(" ") : moves };
}

/**
 * Compiles the solver while it is loaded.
 * @param {StartOptions["wasm"]} source
 * @param {StartOptions["onLoad"]} onLoad
 * @returns {Promise<{module: WebAssembly.Module, digest: string | null}>}
 */
async function load(source, onLoad) {
  if (source instanceof WebAssembly.Module) return { module: source, digest: null };
  const digest = new Digest();
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) {
    digest.add(new Uint8Array(source));
    return { module: await WebAssembly.compile(/** @type {BufferSource} */ (source)), digest: String(digest) };
  }
  const address = source ?? new URL("tihbat.wasm", import.meta.url);
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    const file = String(new URL(address, import.meta.url)).startsWith("file:");
    const hint = file ? "; a browser loads it from a server only, not from a file" : "";
    throw new SolverError(`the solver cannot be loaded from ${address}${hint} (${/** @type {Error} */ (error).message})`, "load");
  }
  if (!response.ok || !response.body) throw new SolverError(`the solver cannot be loaded from ${address}: the host answers ${response.status}`, "load");
  // What is counted is what comes out of the stream; the length that a host says is that of the compressed bytes.
  const length = response.headers.get("content-encoding") ? null : Number(response.headers.get("content-length")) || null;
  let loaded = 0;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        digest.add(chunk);
        onLoad?.(loaded, length);
        controller.enqueue(chunk);
      },
    }),
  );
  const wasm = new Response(counted, { headers: { "content-type": "application/wasm" } });
  try {
    return { module: await WebAssembly.compileStreaming(wasm), digest: String(digest) };
  } catch (error) {
    throw new SolverError(`the solver from ${address} is damaged, or this browser does not run it (${/** @type {Error} */ (error).message})`, "load");
  }
}

/** The solver, ready for questions. */
export class Solver {
  #create;
  #desk;
  #module;
  #memory;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => WorkerLike} create
   * @param {number} memory
   * @param {string | null} digest
   */
  constructor(module, create, memory, digest) {
    /** What tells this build of the solver from others: a digest of its bytes. Null if it came as a compiled module. */
    this.digest = digest;
    this.#module = module;
    this.#memory = memory;
    this.#create = () => {
      const worker = create();
      worker.postMessage({ module: this.#module });
      return worker;
    };
    this.#desk = new Desk(this.#create);
  }

  /**
   * Loads the solver. Rejects with a `SolverError` if that is not possible.
   * @param {StartOptions} [options]
   */
  static async start({ wasm, createWorker, onLoad, memory = MEMORY } = {}) {
    const create = createWorker ?? (() => new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    const { module, digest } = await load(wasm, onLoad);
    const solver = new Solver(module, /** @type {() => WorkerLike} */ (create), memory, digest);
    // A worker that cannot run says so now, not at the first question.
    await solver.games();
    return solver;
  }

  /**
   * Lists the built-in games.
   * @returns {Promise<BuiltIn[]>}
   */
  games() {
    return this.#desk.ask({ do: "games" });
  }

  /**
   * Reads rules: a built-in game by its name, or a rules file by its text, with clauses changed.
   * @param {RulesSpec} spec
   * @returns {Promise<Rules>}
   */
  rules(spec) {
    return this.#desk.ask({ do: "rules", rules: spec }).then((rules) => ({ spec, ...rules }));
  }

  /**
   * Solves a game into a table. `maxSeeds` stops at a layer before the last one.
   * @param {Rules | RulesSpec} rules
   * @param {{maxSeeds?: number, signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
   * @returns {Promise<Table>}
   */
  solve(rules, { maxSeeds, signal, onProgress } = {}) {
    const question = { do: "solve", rules: specOf(rules), max_seeds: maxSeeds, memory: this.#memory };
    return Table.begin(this.#create, question, { signal, onProgress });
  }

  /**
   * Opens a table that is in memory. Its game is the built-in one with its clauses, unless rules are given. The bytes move to the
   * worker: the buffer is empty afterwards.
   * @param {ArrayBuffer} bytes
   * @param {Rules | RulesSpec} [rules]
   * @returns {Promise<Table>}
   */
  open(bytes, rules) {
    const question = { do: "open", rules: rules && specOf(rules), bytes, memory: this.#memory };
    return Table.begin(this.#create, question, { transfer: [bytes] });
  }

  /**
   * Solves a game, answers what its start is worth, and forgets the table.
   * @param {Rules | RulesSpec} rules
   * @param {{signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
   * @returns {Promise<Position & {boards: number}>}
   */
  value(rules, options = {}) {
    return this.#desk.ask({ do: "value", rules: specOf(rules), memory: this.#memory }, options);
  }

  /** Ends the solver. Its tables stay. */
  close() {
    this.#desk.close(new SolverError("the solver was closed", "closed"));
  }
}

/** What names rules to the worker. @param {Rules | RulesSpec} rules @returns {RulesSpec} */
function specOf(rules) {
  return "spec" in rules ? rules.spec : rules;
}

/** A solved game, ready for questions. */
export class Table {
  #desk;
  /** @type {string | null} */
  #lost = null;

  /**
   * @param {Desk} desk
   * @param {TableInfo} info
   * @param {Rules} rules
   */
  constructor(desk, info, rules) {
    this.#desk = desk;
    /** What the table is. */
    this.info = info;
    /** The rules of its game. */
    this.rules = rules;
  }

  /**
   * @param {() => WorkerLike} create
   * @param {{rules?: RulesSpec}} question
   * @param {{transfer?: any[], signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} options
   * @returns {Promise<Table>}
   */
  static async begin(create, question, options) {
    /** @type {Table | undefined} */
    let table;
    const desk = new Desk(create, () => {
      if (table) table.#lost ??= "the solver broke down at an earlier question, and this table is lost; solve or open it again";
    });
    try {
      const { info, rules } = await desk.ask(question, options);
      table = new Table(desk, info, { spec: question.rules ?? { text: rules.toml }, ...rules });
      return table;
    } catch (error) {
      desk.close();
      throw error;
    }
  }

  /**
   * @param {object} question
   * @param {{transfer?: any[], signal?: AbortSignal}} [options]
   */
  #ask(question, options) {
    if (this.#lost) return Promise.reject(new SolverError(this.#lost, "closed"));
    return this.#desk.ask(question, options);
  }

  /**
   * Answers what a position is worth, and every legal move, best first.
   * @param {Question} [question]
   * @returns {Promise<Position>}
   */
  position(question = {}) {
    return this.#ask({ do: "position", ...asked(question) });
  }

  /**
   * Answers how best play goes on.
   * @param {Question} [question]
   * @returns {Promise<Line>}
   */
  line(question = {}) {
    return this.#ask({ do: "line", ...asked(question) });
  }

  /**
   * Follows a game by the rules: every position, what each move does pit by pit, and which pits can be played.
   * @param {Question} [question]
   * @returns {Promise<Game>}
   */
  game(question = {}) {
    return this.#ask({ do: "game", ...asked(question) });
  }

  /**
   * Judges every move of a game, or of a record (OGN). Only for games with margins.
   * @param {Question | {record: string}} game
   * @returns {Promise<Judged | RefusedRecord>}
   */
  judge(game) {
    return this.#ask("record" in game ? { do: "judge", record: game.record } : { do: "judge", ...asked(game) });
  }

  /**
   * Reads a record (OGN) and plays it again.
   * @param {string} text
   * @returns {Promise<RecordedGame | RefusedRecord>}
   */
  record(text) {
    return this.#ask({ do: "record", record: text });
  }

  /**
   * Writes a game as a record (OGN). `tags` are further tags, or values for those that every record has.
   * @param {Question & {tags?: Object<string, string>}} game
   * @returns {Promise<string>}
   */
  ogn(game) {
    return this.#ask({ do: "ogn", ...asked(game), tags: game.tags });
  }

  /**
   * Answers the move of a partner of a strength from 0 (random) to 10 (perfect). The same seed gives the same moves. Only for games
   * with margins.
   * @param {Question & {strength?: number, seed?: number}} question
   * @returns {Promise<PartnerMove>}
   */
  partner(question) {
    return this.#ask({ do: "partner", ...asked(question), strength: question.strength, seed: question.seed });
  }

  /**
   * Answers what every layer holds.
   * @returns {Promise<{game: string, layers: Layer[]}>}
   */
  layers() {
    return this.#ask({ do: "layers" });
  }

  /**
   * Returns the bytes of the table's file.
   * @returns {Promise<ArrayBuffer>}
   */
  bytes() {
    return this.#ask({ do: "bytes" });
  }

  /**
   * Finds puzzles: positions in which exactly one move holds a win or a draw. The same seed finds the same ones; there may be fewer
   * than asked for. `seeds` is the number of seeds on the board, [least, most]; `grade` is [easiest, hardest], within 1 to 5.
   * Only for games with margins.
   * @param {{count?: number, seed?: number, seeds?: [number, number], grade?: [number, number]}} [wanted]
   * @returns {Promise<Puzzle[]>}
   */
  puzzles(wanted = {}) {
    return this.#ask({ do: "puzzles", ...wanted });
  }

  /**
   * Draws a random position that is not the end of a game. `seeds` is the number of seeds on its board, [least, most].
   * @param {{seed?: number, seeds?: [number, number]}} [wanted]
   * @returns {Promise<{game: string, position: string}>}
   */
  random(wanted = {}) {
    return this.#ask({ do: "random", ...wanted });
  }

  /**
   * Finds the positions whose largest capture gives most away, worst first. `seeds` are the layers to search, [least, most]; by
   * default all up to about a million boards. Only for games with margins.
   * @param {{count?: number, seeds?: [number, number]}} [wanted]
   * @returns {Promise<Trap[]>}
   */
  traps(wanted = {}) {
    return this.#ask({ do: "traps", ...wanted });
  }

  /**
   * Finds a position of the longest distance in each layer, with its line, the longest first. Only for games with margins.
   * @param {{count?: number, seeds?: [number, number]}} [wanted]
   * @returns {Promise<Longest[]>}
   */
  longest(wanted = {}) {
    return this.#ask({ do: "longest", ...wanted });
  }

  /** Closes the table and frees its memory. */
  close() {
    this.#lost = "the table was closed";
    this.#desk.close();
  }
}
