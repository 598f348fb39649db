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
    constructor(message: string, kind: "question" | "table" | "memory" | "load" | "failed" | "closed");
    kind: "failed" | "closed" | "table" | "load" | "memory" | "question";
}
/** The solver, ready for questions. */
export class Solver {
    /**
     * Loads the solver. Rejects with a `SolverError` if that is not possible.
     * @param {StartOptions} [options]
     */
    static start({ wasm, createWorker, onLoad, memory }?: StartOptions): Promise<Solver>;
    /**
     * @param {WebAssembly.Module} module
     * @param {() => WorkerLike} create
     * @param {number} memory
     * @param {string | null} digest
     */
    constructor(module: WebAssembly.Module, create: () => WorkerLike, memory: number, digest: string | null);
    /** What tells this build of the solver from others: a digest of its bytes. Null if it came as a compiled module. */
    digest: string | null;
    /**
     * Lists the built-in games.
     * @returns {Promise<BuiltIn[]>}
     */
    games(): Promise<BuiltIn[]>;
    /**
     * Reads rules: a built-in game by its name, or a rules file by its text, with clauses changed.
     * @param {RulesSpec} spec
     * @returns {Promise<Rules>}
     */
    rules(spec: RulesSpec): Promise<Rules>;
    /**
     * Solves a game into a table. `maxSeeds` stops at a layer before the last one.
     * @param {Rules | RulesSpec} rules
     * @param {{maxSeeds?: number, signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
     * @returns {Promise<Table>}
     */
    solve(rules: Rules | RulesSpec, { maxSeeds, signal, onProgress }?: {
        maxSeeds?: number;
        signal?: AbortSignal;
        onProgress?: (progress: SolveProgress) => void;
    }): Promise<Table>;
    /**
     * Opens a table that is in memory. Its game is the built-in one with its clauses, unless rules are given. The bytes move to the
     * worker: the buffer is empty afterwards.
     * @param {ArrayBuffer} bytes
     * @param {Rules | RulesSpec} [rules]
     * @returns {Promise<Table>}
     */
    open(bytes: ArrayBuffer, rules?: Rules | RulesSpec): Promise<Table>;
    /**
     * Solves a game, answers what its start is worth, and forgets the table.
     * @param {Rules | RulesSpec} rules
     * @param {{signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
     * @returns {Promise<Position & {boards: number}>}
     */
    value(rules: Rules | RulesSpec, options?: {
        signal?: AbortSignal;
        onProgress?: (progress: SolveProgress) => void;
    }): Promise<Position & {
        boards: number;
    }>;
    /** Ends the solver. Its tables stay. */
    close(): void;
    #private;
}
/** A solved game, ready for questions. */
export class Table {
    /**
     * @param {() => WorkerLike} create
     * @param {{rules?: RulesSpec}} question
     * @param {{transfer?: any[], signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} options
     * @returns {Promise<Table>}
     */
    static begin(create: () => WorkerLike, question: {
        rules?: RulesSpec;
    }, options: {
        transfer?: any[];
        signal?: AbortSignal;
        onProgress?: (progress: SolveProgress) => void;
    }): Promise<Table>;
    /**
     * @param {Desk} desk
     * @param {TableInfo} info
     * @param {Rules} rules
     */
    constructor(desk: Desk, info: TableInfo, rules: Rules);
    /** What the table is. */
    info: TableInfo;
    /** The rules of its game. */
    rules: Rules;
    /**
     * Answers what a position is worth, and every legal move, best first.
     * @param {Question} [question]
     * @returns {Promise<Position>}
     */
    position(question?: Question): Promise<Position>;
    /**
     * Answers how best play goes on.
     * @param {Question} [question]
     * @returns {Promise<Line>}
     */
    line(question?: Question): Promise<Line>;
    /**
     * Follows a game by the rules: every position, what each move does pit by pit, and which pits can be played.
     * @param {Question} [question]
     * @returns {Promise<Game>}
     */
    game(question?: Question): Promise<Game>;
    /**
     * Judges every move of a game, or of a record (OGN). Only for games with margins.
     * @param {Question | {record: string}} game
     * @returns {Promise<Judged | RefusedRecord>}
     */
    judge(game: Question | {
        record: string;
    }): Promise<Judged | RefusedRecord>;
    /**
     * Reads a record (OGN) and plays it again.
     * @param {string} text
     * @returns {Promise<RecordedGame | RefusedRecord>}
     */
    record(text: string): Promise<RecordedGame | RefusedRecord>;
    /**
     * Writes a game as a record (OGN). `tags` are further tags, or values for those that every record has.
     * @param {Question & {tags?: Object<string, string>}} game
     * @returns {Promise<string>}
     */
    ogn(game: Question & {
        tags?: {
            [x: string]: string;
        };
    }): Promise<string>;
    /**
     * Answers the move of a partner of a strength from 0 (random) to 10 (perfect). The same seed gives the same moves. Only for games
     * with margins.
     * @param {Question & {strength?: number, seed?: number}} question
     * @returns {Promise<PartnerMove>}
     */
    partner(question: Question & {
        strength?: number;
        seed?: number;
    }): Promise<PartnerMove>;
    /**
     * Answers what every layer holds.
     * @returns {Promise<{game: string, layers: Layer[]}>}
     */
    layers(): Promise<{
        game: string;
        layers: Layer[];
    }>;
    /**
     * Returns the bytes of the table's file.
     * @returns {Promise<ArrayBuffer>}
     */
    bytes(): Promise<ArrayBuffer>;
    /**
     * Finds puzzles: positions in which exactly one move holds a win or a draw. The same seed finds the same ones; there may be fewer
     * than asked for. `seeds` is the number of seeds on the board, [least, most]; `grade` is [easiest, hardest], within 1 to 5.
     * Only for games with margins.
     * @param {{count?: number, seed?: number, seeds?: [number, number], grade?: [number, number]}} [wanted]
     * @returns {Promise<Puzzle[]>}
     */
    puzzles(wanted?: {
        count?: number;
        seed?: number;
        seeds?: [number, number];
        grade?: [number, number];
    }): Promise<Puzzle[]>;
    /**
     * Draws a random position that is not the end of a game. `seeds` is the number of seeds on its board, [least, most].
     * @param {{seed?: number, seeds?: [number, number]}} [wanted]
     * @returns {Promise<{game: string, position: string}>}
     */
    random(wanted?: {
        seed?: number;
        seeds?: [number, number];
    }): Promise<{
        game: string;
        position: string;
    }>;
    /**
     * Finds the positions whose largest capture gives most away, worst first. `seeds` are the layers to search, [least, most]; by
     * default all up to about a million boards. Only for games with margins.
     * @param {{count?: number, seeds?: [number, number]}} [wanted]
     * @returns {Promise<Trap[]>}
     */
    traps(wanted?: {
        count?: number;
        seeds?: [number, number];
    }): Promise<Trap[]>;
    /**
     * Finds a position of the longest distance in each layer, with its line, the longest first. Only for games with margins.
     * @param {{count?: number, seeds?: [number, number]}} [wanted]
     * @returns {Promise<Longest[]>}
     */
    longest(wanted?: {
        count?: number;
        seeds?: [number, number];
    }): Promise<Longest[]>;
    /** Closes the table and frees its memory. */
    close(): void;
    #private;
}
export type Outcome = "win" | "draw" | "loss";
export type Side = "South" | "North";
export type End = "all_captured" | "no_move" | "repetition";
/**
 * Seeds of South and North; halves occur where an odd number is split
 */
export type Totals = {
    south: number;
    north: number;
};
/**
 * A value of a clause
 */
export type Meaning = {
    value: string;
    meaning: string;
};
/**
 * A clause of the rules, with its value in this game
 */
export type Clause = {
    /**
     * For example `capture.chain`
     */
    name: string;
    meaning: string;
    value: string;
    /**
     * The meaning of this value; null if it is a number
     */
    value_meaning: string | null;
    /**
     * The source for this value in the built-in game that this game is based on; null if it has another value there
     */
    source: string | null;
    /**
     * All values that have a name; none if the values are numbers
     */
    values: Meaning[];
};
/**
 * A built-in game
 */
export type BuiltIn = {
    /**
     * Its name
     */
    game: string;
    /**
     * Pits a side
     */
    pits: number;
    /**
     * Seeds in all
     */
    seeds: number;
    description: string;
    source: string;
};
/**
 * The rules of a game. `spec` names them to this interface again.
 */
export type Rules = {
    spec: RulesSpec;
    /**
     * The name, with every change: `tihbat`, `tihbat-3x7`, `tihbat+capture.chain=backwards`
     */
    game: string;
    /**
     * The built-in game that they are based on
     */
    base: string | null;
    /**
     * The name for people
     */
    title: string;
    /**
     * What kind of game it is; null if nobody said it
     */
    description: string | null;
    /**
     * Where the rules are from; null if nobody said it
     */
    source: string | null;
    /**
     * In their order
     */
    clauses: Clause[];
    /**
     * Pits a side
     */
    pits: number;
    /**
     * Seeds in all
     */
    seeds: number;
    /**
     * The start position
     */
    start: string;
    /**
     * `bounds` if the rules leave open what a repetition pays
     */
    kind: "margins" | "bounds";
    /**
     * Whether the first move of the game captures nothing
     */
    opening_rule: boolean;
    /**
     * Boards of the whole table; null if they are more than 64 bits can count
     */
    boards: number | null;
    /**
     * Bytes that a solve takes at most; null like `boards`
     */
    memory: number | null;
    /**
     * Seconds that a solve takes, very roughly, in the program on one thread
     */
    seconds: number;
    /**
     * The rules file
     */
    toml: string;
};
/**
 * Names rules:
 * a built-in game (`tihbat`, `awari-3x4`) or the text of a rules file, with clauses changed
 */
export type RulesSpec = {
    game?: string;
    text?: string;
    set?: {
        [x: string]: string | number | boolean | number[];
    };
};
/**
 * A position, by default the start of the game, with the moves since then
 */
export type Question = {
    position?: string | undefined;
    moves?: string | string[] | undefined;
};
/**
 * A legal move with its value, for its mover, this move counted
 */
export type MarginMove = {
    move: string;
    margin: number;
    /**
     * Plies to the next capture or the end; null where the margin is 0
     */
    distance: number | null;
    captured: number;
    /**
     * The position after it
     */
    position: string;
    best: boolean;
    /**
     * What the table alone says; only inside a game
     */
    table?: {
        margin: number;
        distance: number | null;
    } | undefined;
};
/**
 * Seeds that the mover and the opponent can force
 */
export type Bounds = {
    forced: number;
    forced_distance: number | null;
    forced_other: number;
    forced_other_distance: number | null;
};
export type BoundsMove = {
    move: string;
    captured: number;
    position: string;
    best: boolean;
} & Bounds;
/**
 * What the moves so far have to do with an answer; absent outside a game
 */
export type History = {
    from?: string | undefined;
    played?: string[] | undefined;
    over?: End | null | undefined;
    /**
     * Positions seen since the last capture, without this one
     */
    seen?: number | undefined;
    /**
     * Whether the positions seen change the value
     */
    history_matters?: boolean | undefined;
    /**
     * What the table alone says
     */
    table?: {
        margin: number;
        distance: number | null;
    } | undefined;
};
/**
 * A position of a game with margins
 */
export type MarginPosition = {
    game: string;
    position: string;
    margin: number;
    outcome: Outcome;
    distance: number | null;
    final: Totals;
    moves: MarginMove[];
    first_move?: true;
} & History;
/**
 * A position of a game with bounds
 */
export type BoundsPosition = {
    game: string;
    position: string;
    open: number;
    least: Totals;
    most: Totals;
    outcome: Outcome | null;
    moves: BoundsMove[];
    first_move?: true;
} & Bounds & History;
export type Position = MarginPosition | BoundsPosition;
export type MarginLine = {
    game: string;
    position: string;
    moves: MarginMove[];
    end: End;
    final: Totals;
    first_move?: true;
} & History;
export type BoundsLine = {
    game: string;
    position: string;
    moves: (BoundsMove & {
        holder: "south" | "north";
    })[];
    end: End | null;
    captured: Totals;
    left: number;
    first_move?: true;
} & History;
export type Line = MarginLine | BoundsLine;
/**
 * What a move does, pit by pit
 */
export type Sowing = {
    /**
     * The pit that is lifted
     */
    origin: number;
    /**
     * The pits in which the seeds fall, in order, one for each seed
     */
    pits: number[];
    /**
     * The pit of the last seed
     */
    last: number;
    /**
     * The pits that are captured, in the order of the capture, with their seeds
     */
    captured: {
        pit: number;
        seeds: number;
    }[];
};
/**
 * A legal move
 */
export type GameMove = {
    move: string;
    /**
     * The pit that is lifted; null for a pass
     */
    pit: number | null;
    captured: number;
    /**
     * The position after it
     */
    position: string;
    /**
     * null for a pass
     */
    sowing: Sowing | null;
};
/**
 * A move that was made; `ply` is its number from 1
 */
export type Ply = GameMove & {
    ply: number;
    side: Side;
};
/**
 * A pit of the mover that cannot be played
 */
export type RefusedPit = {
    pit: number;
    reason: "empty" | "too_few" | "feeding" | "grand_slam" | "over";
    /**
     * The reason in words
     */
    words: string;
};
/**
 * A game in progress
 */
export type Game = {
    game: string;
    /**
     * The position before the moves
     */
    from: string;
    /**
     * The position now
     */
    position: string;
    /**
     * Whose turn it is
     */
    side: Side;
    captured: Totals;
    /**
     * Seeds on the board
     */
    on_board: number;
    /**
     * The moves so far, each with the position after it
     */
    plies: Ply[];
    /**
     * The legal moves in the order of the pits, or the pass; none if the game is over
     */
    moves: GameMove[];
    /**
     * The mover's other pits, and why they cannot be played
     */
    refused: RefusedPit[];
    /**
     * Whether the opening rule holds for the next move, so that it captures nothing
     */
    first_move: boolean;
    /**
     * Positions seen since the last capture, without this one
     */
    seen: number;
    /**
     * Why the game is over; null if it goes on
     */
    over: End | null;
    /**
     * The same in words
     */
    words: string | null;
    /**
     * The result; null if the game goes on, or if the rules leave open what its end pays
     */
    final: Totals | null;
};
export type JudgedMove = {
    ply: number;
    side: Side;
    /**
     * The position before the move
     */
    position: string;
    move: string;
    /**
     * What the position was worth to the mover
     */
    margin: number;
    distance: number | null;
    /**
     * What the move was worth to the mover
     */
    margin_of_move: number;
    distance_of_move: number | null;
    best: string[];
    is_best: boolean;
    /**
     * Seeds of the margin that the move gave away
     */
    gives_away: number;
    /**
     * Seeds that each player has given away so far
     */
    given_away: Totals;
    captured: Totals;
    /**
     * The totals at the end, by perfect play from here on
     */
    final: Totals;
};
export type Summary = {
    choices: number;
    kept: number;
    accuracy: number | null;
    given_away: number;
    worst_ply: number | null;
};
/**
 * A judged game
 */
export type Judged = {
    legal: true;
    game: string;
    tags: {
        [x: string]: string;
    };
    from: string;
    /**
     * The totals at the end, by perfect play from the first position on
     */
    perfect: Totals;
    moves: JudgedMove[];
    south: Summary;
    north: Summary;
    /**
     * The moves that changed who wins
     */
    turns: {
        ply: number;
        then: string;
    }[];
    over: End | null;
    final: Totals;
    result: Ending;
};
/**
 * The result that a record claims, and what the rules say of it
 */
export type Ending = {
    /**
     * Why the recorded game ended; "players": they agreed, or a clock ran out
     */
    end: End | "majority" | "players" | "unfinished";
    /**
     * The result that the record claims
     */
    claimed: string | null;
    /**
     * The tag Result, if it claims another result than the end of the moves
     */
    claimed_by_tag?: string | undefined;
    /**
     * The result under the rules; null if the game is not over by them
     */
    expected: Totals | null;
    /**
     * Whether the rules agree with the claim; null if nothing is claimed, or the rules do not say
     */
    agrees: boolean | null;
};
/**
 * A record that cannot be read, or of a game that cannot have
 * been played
 */
export type RefusedRecord = {
    legal: false;
    line: number;
    column: number;
    reason: string;
};
/**
 * A record that was read
 */
export type RecordedGame = {
    legal: true;
    game: string;
    tags: {
        [x: string]: string;
    };
    from: string;
    moves: string[];
};
/**
 * The move of a partner
 */
export type PartnerMove = {
    /**
     * The position before it
     */
    position: string;
    /**
     * null if the game is over
     */
    move: string | null;
    captured: number | null;
    /**
     * The position after it
     */
    after: string | null;
};
/**
 * A position in which exactly one move holds
 */
export type Puzzle = {
    position: string;
    /**
     * What the move holds for the mover
     */
    holds: "win" | "draw";
    /**
     * The margin of the move that holds
     */
    margin: number;
    distance: number | null;
    /**
     * The number of other moves, all of which lose it
     */
    wrong: number;
    /**
     * Whether the move captures nothing while another move captures
     */
    quiet: boolean;
    /**
     * From 1 (easy) to 5
     */
    grade: number;
    /**
     * All moves; the first one holds
     */
    moves: MarginMove[];
};
/**
 * A position whose largest capture gives something away
 */
export type Trap = {
    position: string;
    /**
     * The move that captures most
     */
    tempting: string;
    best: string[];
    /**
     * Seeds of the margin that it gives away
     */
    gives_away: number;
    /**
     * All moves, best first
     */
    moves: MarginMove[];
};
/**
 * A position of the longest distance of its layer
 */
export type Longest = {
    seeds: number;
    position: string;
    /**
     * In plies
     */
    distance: number;
    line: Line;
};
/**
 * Boards of one layer; a table of bounds has other fields, see `tihbat layers --json`
 */
export type Layer = {
    seeds: number;
    boards: number;
    won?: number | undefined;
    drawn?: number | undefined;
    lost?: number | undefined;
    max_margin?: number | undefined;
    max_distance: number | null;
    /**
     * Pairs of margin and boards
     */
    margins?: [number, number][] | undefined;
    /**
     * The first board with the longest distance
     */
    longest?: string | null | undefined;
    /**
     * Of bounds: boards with the same value under every repetition rule
     */
    independent?: number | undefined;
    /**
     * Of bounds
     */
    dependent?: number | undefined;
    /**
     * Of bounds
     */
    nothing_forced?: number | undefined;
    /**
     * Of bounds
     */
    max_forced?: number | undefined;
};
/**
 * What a table is
 */
export type TableInfo = {
    /**
     * The default name of its file
     */
    file: string;
    /**
     * The built-in game with these clauses
     */
    game: string | null;
    /**
     * Its clauses with their values
     */
    rules: {
        [x: string]: string;
    };
    /**
     * Seeds of its last layer
     */
    max_seeds: number;
    boards: number;
    /**
     * The longest distance, in plies
     */
    max_distance: number;
    /**
     * Blocks that have a checksum
     */
    blocks: number;
    bytes: number;
    /**
     * Version of the file's format
     */
    version: number;
    made_by: string;
    layers: {
        seeds: number;
        boards: number;
        max_distance: number;
        checksum: string;
    }[];
};
/**
 * Boards done, all boards, and the layer in work
 */
export type SolveProgress = {
    boards: number;
    allBoards: number;
    seeds: number;
};
/**
 * What runs `worker.js`; a browser's Worker is one
 */
export type WorkerLike = {
    postMessage: (message: any, transfer?: any[]) => void;
    terminate: () => void;
    onmessage: ((event: {
        data: any;
    }) => void) | null;
    onerror: ((event: any) => void) | null;
};
export type StartOptions = {
    /**
     * `tihbat.wasm`; by default it is beside this module
     */
    wasm?: string | ArrayBuffer | Uint8Array<ArrayBufferLike> | URL | WebAssembly.Module | undefined;
    /**
     * Starts `worker.js`; by default it is beside this module
     */
    createWorker?: (() => WorkerLike) | undefined;
    /**
     * Hears how many bytes are loaded; the total is null if the host does not say it
     */
    onLoad?: ((loaded: number, total: number | null) => void) | undefined;
    /**
     * Bytes that a solve may take; by default 1 GiB
     */
    memory?: number | undefined;
};
/** A worker with the questions that it has not answered. */
declare class Desk {
    /**
     * @param {() => WorkerLike} create
     * @param {() => void} lost Called when the worker is gone, with everything that it knew
     */
    constructor(create: () => WorkerLike, lost?: () => void);
    /**
     * Asks the worker.
     * @param {object} question
     * @param {{transfer?: any[], signal?: AbortSignal, onProgress?: (progress: SolveProgress) => void}} [options]
     * @returns {Promise<any>}
     */
    ask(question: object, { transfer, signal, onProgress }?: {
        transfer?: any[];
        signal?: AbortSignal;
        onProgress?: (progress: SolveProgress) => void;
    }): Promise<any>;
    /** @param {any} [reason] */
    close(reason?: any): void;
    #private;
}
export {};
