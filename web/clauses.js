// tihbat: The clauses in words, and their sources

const WORDS = {
  pits: { about: "Pits a side", say: (value) => `${value} pits in each player's row.` },
  seeds_per_pit: { about: "The start", say: (value) => `${value} seeds in every pit.` },
  start: { about: "The start", say: (value) => `The pits hold ${value.replaceAll(",", ", ")}, South's first.` },
  "sowing.first": {
    about: "First seed",
    origin: "The first seed of a lift falls back into the pit just emptied.",
    next: "The first seed falls into the next pit in sowing order.",
  },
  "sowing.origin_on_laps": {
    about: "Long lifts",
    sown: "A lift longer than one lap sows into its origin again, like into any other pit.",
    skipped: "A lift longer than one lap skips its origin.",
  },
  "lift.min": {
    about: "Smallest lift",
    say: (value) => (value === "1" ? "Any pit that is not empty may be lifted, even if it holds a single seed." : `A pit needs at least ${value} seeds to be lifted.`),
  },
  "capture.counts": {
    about: "Capture",
    say: (value) => (value === "none" ? "Nothing is ever captured." : `The last seed captures if its pit then holds one of these numbers: ${value.replaceAll(",", ", ")}.`),
  },
  "capture.where": {
    about: "Where captures are made",
    own: "Only in the row of the player who moves.",
    opponent: "Only in the opponent's row.",
    both: "In any pit, on either side.",
  },
  "capture.chain": {
    about: "Chains",
    none: "Only that pit is taken.",
    backwards: "The previous pits are taken too, one by one, until a pit does not hold such a number.",
  },
  "capture.on_first_move": {
    about: "First move of the game",
    true: "Captures like any other.",
    false: "Captures nothing; the seeds stay on the board.",
  },
  feeding: {
    about: "Feeding",
    none: "A player need not leave the opponent a seed.",
    if_able: "If the opponent's row is empty, the mover must play a move that leaves a seed there, if there is one.",
    if_able_or_over: "If the opponent's row is empty, the mover must play a move that leaves a seed there. If there is none, the game is over, and the mover takes all seeds left.",
  },
  grand_slam: {
    about: "Taking the whole row",
    allowed: "A capture of every seed of the opponent's row is a move like any other.",
    forbidden: "A capture of every seed of the opponent's row is illegal.",
    forbidden_unless_only: "Illegal, unless every move leaves the opponent's row empty: then all are legal.",
    takes_nothing: "Legal, but captures nothing.",
    takes_nothing_if_only: "Illegal, unless every move is a grand slam: then all are legal and capture nothing.",
  },
  no_move: {
    about: "No legal move",
    pass: "The player passes, which counts as a move.",
    own_row: "The game is over; each side takes the seeds in its own row.",
    opponent_takes: "The game is over; the opponent takes all seeds left.",
    split: "The game is over; the seeds left are split evenly.",
  },
  repetition: {
    about: "Repetition",
    split: "If a board occurs again with the same player to move, the game is over; the seeds left are split evenly.",
    open: "The rules do not say what a repetition or endless play pays.",
    own_row: "If a board occurs again with the same player to move, the game is over; each player takes the seeds of their own row.",
  },
};

const SILENT = "Decided here: the source does not say.";
const WORLD = (game) => `Mancala World, article on ${game}.`;

/** The source of each clause of a game; a clause that is not listed has the source `all`. */
const SOURCES = {
  tihbat: {
    game: "Played by children of Taourirt in the north-east of Morocco; the teacher Lalo Kinast noted the rules in 2006 and told them to V\u00edktor Bautista i Roca.",
    all: WORLD("Tihbat"),
    "sowing.origin_on_laps": SILENT,
    "lift.min": "Decided here: no source forbids single seeds, and the sources speak of single seeds that go round without end.",
    "capture.chain": "Decided here: the text of the sources speaks of one pit, but one of their labels speaks of a chain.",
    feeding: SILENT,
    grand_slam: "Nothing is ever captured in the opponent's row.",
    "capture.on_first_move": "No exception is known.",
  },
  modiar: {
    game: "Played by children around Tangier in the north of Morocco; Loubna Charrabi of the village of Chrarba told the rules to Jordi Climent, who noted them in 2012.",
    all: WORLD("Modiar"),
    "sowing.origin_on_laps": SILENT,
    grand_slam: "Mancala World, article on Modiar. Decided here: if every move is a grand slam, there is no legal move.",
    feeding: "Mancala World, article on Modiar. Decided here: the opponent must hold a seed after captures.",
    repetition: "Decided here: the source is silent, and boards do repeat.",
  },
  oware: {
    game: "Oware as it is played in tournaments (abapa).",
    all: "The abapa rules of oware, as commonly published.",
    repetition: "The players end a game that goes round without end, and each takes the seeds of their own row. That depends on the moves before, so it is left open.",
  },
  awari: {
    game: "The yardstick: its tables were published, by these rules.",
    all: "T. R. Lincke, thesis ETH Z\u00fcrich 14701, 2002.",
  },
};

/** The start as a clause: `seeds_per_pit` if all pits hold the same number of seeds, otherwise `start`. */
function startOf(game) {
  const pits = game.start.position.split("-").slice(0, 2 * Number(game.rules.pits));
  return pits.every((seeds) => seeds === pits[0]) ? { seeds_per_pit: pits[0] } : { start: pits.join(",") };
}

/** The clauses of a game, each as `{ name, value, about, words, source }`. */
export function clausesOf(game) {
  const values = { ...game.rules, ...startOf(game), "capture.on_first_move": String(game.captures_on_first_move) };
  const sources = sourcesOf(game);
  // The name of a game lists the changes to the built-in game: tihbat-3x7, tihbat+capture.chain=backwards.
  const [sized, ...changed] = game.name.split("+");
  const chosen = new Set([...(sized.includes("-") ? ["pits", "seeds_per_pit", "start"] : []), ...changed.map((change) => change.split("=")[0])]);
  const names = Object.keys(WORDS).filter((name) => name in values);
  return names.map((name) => {
    const { about, say, [values[name]]: word } = WORDS[name];
    const source = chosen.has(name) ? "A change to the game, not its own rule." : (sources?.[name] ?? sources?.all ?? "");
    return { name, value: values[name], about, words: say ? say(values[name]) : word, source };
  });
}

/** The sources of a game; undefined for other games. */
export const sourcesOf = ({ name }) => SOURCES[name.split(/[-+]/)[0]];
