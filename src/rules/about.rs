//! Rules as a commented rules file, and the sources of the built-in games

use super::built_in::BUILT_IN;
use super::game_rules::Rules;
use super::meaning::meaning;

/// A built-in game: its name, description and sources.
pub struct AboutGame {
    /// The name.
    pub name: &'static str,
    /// The game in a few words.
    pub description: &'static str,
    /// The source of its rules.
    pub source: &'static str,
    /// The source of each clause.
    clauses: [(&'static str, &'static str); 13],
}

impl AboutGame {
    /// Returns the source of a clause; none if the game does not have this clause.
    pub fn source_of(&self, clause: &str) -> Option<&'static str> {
        self.clauses.iter().find(|(name, _)| *name == clause).map(|(_, source)| *source)
    }
}

/// A clause: its meaning, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutClause {
    /// The meaning, as a sentence; empty if there is no such clause.
    pub meaning: &'static str,
    /// The name and meaning of each value; empty if the values are numbers.
    pub values: Vec<(&'static str, &'static str)>,
}

impl AboutClause {
    /// Explains the clause with this name.
    ///
    /// ```
    /// let about = tihbat::rules::AboutClause::of("no_move");
    /// assert!(about.values.iter().any(|(value, _)| *value == "pass"));
    /// ```
    pub fn of(clause: &str) -> Self {
        let (meaning, values) = meaning(clause);
        // The documentation of a clause whose values are names begins with the name of the clause, in backquotes.
        let named = meaning.trim().strip_prefix('`').and_then(|rest| rest.strip_prefix(clause)?.strip_prefix("`:"));
        let meaning = named.unwrap_or(meaning).trim();
        Self { meaning, values: values.iter().map(|(value, meaning)| (*value, meaning.trim())).collect() }
    }
}

/// No source says this, and none contradicts it.
const SILENT: &str = "decided; the source is silent";

/// The built-in games in the order of [`BUILT_IN`].
pub const ABOUT_GAMES: [AboutGame; 4] = [
    AboutGame {
        name: "tihbat",
        description: "played by children of Taourirt, north-eastern Morocco",
        source: "Mancala World, Tihbat: watched by Lalo Kinast in Flix, Catalonia, in February 2006, told to Víktor Bautista i Roca",
        clauses: [
            ("pits", "\"two rows of two pits\""),
            ("seeds_per_pit", "\"7 counters\", 28 in all"),
            ("sowing.first", "\"the first counter directly back into the pit just emptied\""),
            (
                "sowing.origin_on_laps",
                "decided; the source says only that sowing ends when all seeds are placed; the other reading changes the value of the game",
            ),
            (
                "lift.min",
                "decided; the source does not forbid it, and speaks of four single seeds circling without end",
            ),
            ("capture.counts", "\"exactly 2, 4, 6 or 8 counters\""),
            ("capture.where", "\"only when the last counter lands in a pit on the player's own side\""),
            (
                "capture.chain",
                "\"all counters in that pit\"; decided against a label of the source, owareChainOwnSideOnly, which speaks of a chain",
            ),
            ("capture.on_first_move", SILENT),
            ("feeding", SILENT),
            ("grand_slam", "nothing is captured in the opponent's row"),
            ("no_move", "\"if both home pits are empty, he passes until counters come into his territory\""),
            (
                "repetition",
                "\"any repeated position with the same player to move: the counters left are split evenly\"",
            ),
        ],
    },
    AboutGame {
        name: "modiar",
        description: "played by children around Tangier, northern Morocco",
        source: "Mancala World, Modiar: recorded by Jordi Climent in December 2012, told by Loubna Charrabi of Chrarba",
        clauses: [
            ("pits", "\"two rows of three pits\""),
            ("seeds_per_pit", "\"7 stones\", 42 in all"),
            ("sowing.first", "\"the first stone directly back into the emptied pit\""),
            ("sowing.origin_on_laps", "decided; the source says only that sowing ends when the hand is empty"),
            ("lift.min", "\"pits that hold a single stone cannot be moved\""),
            ("capture.counts", "\"two, four or six stones\""),
            ("capture.where", "\"in any pit, on either player's side\""),
            (
                "capture.chain",
                "\"the capture extends backwards in an unbroken chain\"; decided: a chain may continue beyond the origin",
            ),
            ("capture.on_first_move", "\"on the very first move any capture is waived and the stones stay\""),
            (
                "feeding",
                "\"required, if able, to make a move that passes stones into the opponent's territory\"; decided: the stones must still be there after captures",
            ),
            (
                "grand_slam",
                "\"strictly forbidden to capture all stones of the opponent's row\"; decided: if every move does so, there is no legal move; a Catalan field page has takes_nothing_if_only",
            ),
            ("no_move", "\"each player collects the stones left in his own three pits\""),
            (
                "repetition",
                "decided; the source is silent, positions do repeat, and Tihbat's rule is the one that can be solved",
            ),
        ],
    },
    AboutGame {
        name: "awari",
        description: "the yardstick: the relative whose tables were published",
        source: "T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, thesis ETH Zurich 14701 (2002)",
        clauses: [
            ("pits", "two rows of six pits"),
            ("seeds_per_pit", "48 seeds in all"),
            ("sowing.first", "sowing begins with the next pit after the origin"),
            ("sowing.origin_on_laps", "the origin is left empty"),
            ("lift.min", "every pit that is not empty"),
            ("capture.counts", "the last seed makes 2 or 3"),
            ("capture.where", "in the opponent's row"),
            ("capture.chain", "and so on backwards within the opponent's row"),
            ("capture.on_first_move", "the first move is like any other"),
            ("feeding", "a move that leaves the opponent no seed is illegal if another move leaves one"),
            (
                "grand_slam",
                "as for feeding; if every move leaves the opponent no seed, all moves are legal and captures count",
            ),
            ("no_move", "the opponent of a player who cannot move takes all seeds left"),
            ("repetition", "the seeds left are split"),
        ],
    },
    AboutGame {
        name: "oware",
        description: "oware as it is played in tournaments (abapa)",
        source: "the abapa rules of oware, as commonly published",
        clauses: [
            ("pits", "two rows of six pits"),
            ("seeds_per_pit", "48 seeds in all"),
            ("sowing.first", "sowing begins with the next pit after the origin"),
            ("sowing.origin_on_laps", "the origin is left empty"),
            ("lift.min", "every pit that is not empty"),
            ("capture.counts", "the last seed makes 2 or 3"),
            ("capture.where", "in the opponent's row"),
            ("capture.chain", "and so on backwards within the opponent's row"),
            ("capture.on_first_move", "the first move is like any other"),
            (
                "feeding",
                "a player must give seeds to an opponent who has none; if no move does, the game is over and the player takes the seeds left",
            ),
            ("grand_slam", "a capture of all the opponent's seeds is legal, but takes nothing"),
            ("no_move", "the opponent of a player who cannot move takes all seeds left"),
            (
                "repetition",
                "the players end a game that goes round without end, and each takes the seeds of their own row; that depends on the moves before, so it is left open",
            ),
        ],
    },
];

/// A text as a TOML string, with quotes and escapes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted += &format!("\\u{:04X}", u32::from(control)),
            plain => quoted.push(plain),
        }
    }
    quoted + "\""
}

/// The value of a clause as TOML.
fn toml_value(clause: &str, words: &str) -> String {
    match clause {
        "pits" | "seeds_per_pit" | "lift.min" | "capture.on_first_move" => words.to_owned(),
        "capture.counts" if words == "none" => "[]".to_owned(),
        "start" | "capture.counts" => format!("[{}]", words.replace(',', ", ")),
        _ => quoted(words),
    }
}

/// Returns the rules as a rules file that reads back to the same rules. A comment before each clause gives its meaning
/// and its values. With `like`, the name of a built-in game, it also gives the source of a clause that equals this game's,
/// or the value in this game.
pub fn toml(name: &str, like: Option<&str>, rules: &Rules) -> String {
    let own = like.and_then(|like| {
        let (_, rules) = BUILT_IN.into_iter().find(|(name, _)| *name == like)?;
        Some((rules.entries(), ABOUT_GAMES.iter().find(|about| about.name == like)?))
    });
    let mut text = format!("name = {}\n", quoted(name));
    if let Some((_, about)) = own.as_ref().filter(|(_, about)| about.name == name) {
        text += &format!("description = {}\nsource = {}\n", quoted(about.description), quoted(about.source));
    }
    for (clause, words) in rules.entries() {
        let AboutClause { meaning, values } = AboutClause::of(clause);
        text += &format!("\n# {clause}: {meaning}\n");
        for (value, meaning) in values {
            text += &format!("#   {value}: {meaning}\n");
        }
        if let Some((entries, about)) = &own {
            let game = about.name;
            match entries.iter().find(|(name, _)| *name == clause) {
                Some((_, same)) if *same == words => {
                    let source = about.source_of(clause).unwrap_or_default();
                    text += &format!("# Source for {game}: {source}.\n");
                }
                Some((_, other)) => text += &format!("# Changed: {game} has {}.\n", toml_value(clause, other)),
                None => text += &format!("# Changed: {game} has the same number of seeds in every pit.\n"),
            }
        }
        text += &format!("{clause} = {}\n", toml_value(clause, &words));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_game_has_a_source_for_each_clause() {
        for ((name, rules), about) in BUILT_IN.iter().zip(&ABOUT_GAMES) {
            assert_eq!(*name, about.name);
            let clauses = about.clauses.map(|(clause, _)| clause);
            assert_eq!(clauses.to_vec(), rules.entries().iter().map(|(clause, _)| *clause).collect::<Vec<_>>());
        }
    }

    #[test]
    fn any_text_is_a_string() {
        assert_eq!(quoted("a \"b\" \\ \n\u{7f}é"), "\"a \\\"b\\\" \\\\ \\u000A\\u007Fé\"");
    }
}
