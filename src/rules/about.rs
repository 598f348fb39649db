//! Rules as text: every clause with its meaning, and where the built-in games have theirs from

use super::clause::{Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
use super::{BUILT_IN, Rules};

/// What is known of a built-in game beside its clauses.
pub struct AboutGame {
    /// The name.
    pub name: &'static str,
    /// The game in a few words.
    pub description: &'static str,
    /// Where its rules are from.
    pub source: &'static str,
    /// The source of each clause.
    clauses: [(&'static str, &'static str); 13],
}

/// No source has this, and none contradicts.
const SILENT: &str = "decided; the source is silent";

/// The built-in games in the order of [`BUILT_IN`].
pub const ABOUT_GAMES: [AboutGame; 3] = [
    AboutGame {
        name: "tihbat",
        description: "played by children of Taourirt, north-eastern Morocco",
        source: "Mancala World, Tihbat: watched by Lalo Kinast in Flix, Catalonia, in February 2006, told to Victor Bautista i Roca",
        clauses: [
            ("pits", "\"two rows of two pits\""),
            ("seeds_per_pit", "\"7 counters\", 28 in all"),
            ("sowing.first", "\"the first counter directly back into the pit just emptied\""),
            (
                "sowing.origin_on_laps",
                "decided; the source says only that sowing ends when all are placed, and the other reading changes the value of the game",
            ),
            (
                "lift.min",
                "decided; the source does not forbid single seeds, and speaks of four of them circling without end",
            ),
            ("capture.counts", "\"exactly 2, 4, 6 or 8 counters\""),
            ("capture.where", "\"only when the last counter lands in a pit on the player's own side\""),
            (
                "capture.chain",
                "\"all counters in that pit\"; decided, because a label of the source, owareChainOwnSideOnly, speaks of a chain",
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
                "\"the capture extends backwards in an unbroken chain\"; decided, that a chain may run on past the origin",
            ),
            ("capture.on_first_move", "\"on the very first move any capture is waived and the stones stay\""),
            (
                "feeding",
                "\"required, if able, to make a move that passes stones into the opponent's territory\"; decided, that the stones must still be there after captures",
            ),
            (
                "grand_slam",
                "\"strictly forbidden to capture all stones of the opponent's row\"; decided, that there is no legal move if every move does; a Catalan field page has takes_nothing_if_only",
            ),
            ("no_move", "\"each player collects the stones left in his own three pits\""),
            (
                "repetition",
                "decided; the source is silent, positions do come again, and Tihbat's rule is the one that can be solved",
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
            ("sowing.first", "sown from the pit behind the origin on"),
            ("sowing.origin_on_laps", "the origin is left empty"),
            ("lift.min", "any pit that is not empty"),
            ("capture.counts", "the last seed makes 2 or 3"),
            ("capture.where", "in the opponent's row"),
            ("capture.chain", "and so on backwards, as long as it is the opponent's row"),
            ("capture.on_first_move", "no first move is different"),
            ("feeding", "a move that leaves the opponent no seed is illegal if another does not"),
            ("grand_slam", "the same; if every move leaves him none, all are legal and captures count"),
            ("no_move", "who cannot move loses all seeds left to the opponent"),
            ("repetition", "the seeds left are split"),
        ],
    },
];

/// What a clause is about, and its values with the meaning of each.
pub(super) fn about(clause: &str) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match clause {
        "pits" => (" pits a side, 1 to 8.", &[]),
        "seeds_per_pit" => {
            (" seeds in every pit at the start, at most 127 on the board; or start = [...] for any other board.", &[])
        }
        "start" => (" the seeds at the start in sowing order, South's row first, at most 127.", &[]),
        "sowing.first" => First::ABOUT,
        "sowing.origin_on_laps" => OriginOnLaps::ABOUT,
        "lift.min" => (" the fewest seeds that a pit must hold to be lifted, 1 to 127.", &[]),
        "capture.counts" => (" the numbers of seeds in a pit that can be captured, each from 1 to 127.", &[]),
        "capture.where" => Place::ABOUT,
        "capture.chain" => Chain::ABOUT,
        "capture.on_first_move" => (" whether the first move of the game captures.", &[]),
        "feeding" => Feeding::ABOUT,
        "grand_slam" => GrandSlam::ABOUT,
        "no_move" => NoMove::ABOUT,
        "repetition" => Repetition::ABOUT,
        _ => ("", &[]),
    }
}

/// A text as TOML: in quotes, whatever is in it.
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
        "start" | "capture.counts" => format!("[{}]", words.replace(',', ", ")),
        _ => quoted(words),
    }
}

/// Rules as TOML that reads back to the same rules: every clause with a comment on its meaning and its values, and,
/// where it is that of the built-in game called `like`, on its source.
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
        let (meaning, values) = about(clause);
        // A clause whose values are words begins its documentation with its own name.
        let meaning = meaning.trim().trim_start_matches(&format!("`{clause}`:")).trim();
        text += &format!("\n# {clause}: {meaning}\n");
        for (value, meaning) in values {
            text += &format!("#   {value}: {}\n", meaning.trim());
        }
        if let Some((entries, about)) = &own {
            let game = about.name;
            match entries.iter().find(|(name, _)| *name == clause) {
                Some((_, same)) if *same == words => {
                    let source =
                        about.clauses.iter().find(|(name, _)| *name == clause).map_or("", |(_, source)| source);
                    text += &format!("# Source for {game}: {source}.\n");
                }
                Some((_, other)) => text += &format!("# Changed: {game} has {}.\n", toml_value(clause, other)),
                None => text += &format!("# Changed: {game} has as many seeds in every pit.\n"),
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
