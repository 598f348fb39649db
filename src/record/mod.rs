//! Records of games, in the form of the oware program Aualé
//!
//! An OGN file ("oware game notation") is text (see [`crate::text`]): tags, an empty line, then the moves with their numbers and at the
//! end the result.
//!
//! ```text
//! [Variant "tihbat"]
//! [South "Amina"]
//! [North "?"]
//! [Result "13-15"]
//!
//! 1. A a 2. B+4 b { a comment } ... 13-15
//! ```
//!
//! Eight tags are always written, in this order: `Variant`, `Event`, `Site`, `Date`, `Round`, `South`, `North`, `Result`; what
//! is not known is `?`. A game that does not begin at its start has the position in the tag `FEN`. Other tags are kept as they
//! are. In a value, `\"` is a quote and `\\` is a backslash. Moves are those of [`crate::position`]; each number has two
//! moves, whoever begins. The result is the seeds of South and of North, or `*` if there is none. Comments are in braces, other
//! lines of play in parentheses; the reader skips both.

mod error;
mod reader;

use std::fmt;

use hashbrown::HashSet;

use crate::game::Game;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::text::decode;

pub use error::{Reason, RecordError};
use reader::{Reader, is_name};

/// The tags of every record, in their order.
const ROSTER: [&str; 8] = ["Variant", "Event", "Site", "Date", "Round", "South", "North", "Result"];

/// An unknown value, and a missing result.
const UNKNOWN: &str = "?";
const NO_RESULT: &str = "*";

/// Characters of a line of moves at most.
const WIDTH: usize = 79;

/// A record of a game, as it is written: nothing says yet that its moves are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values in the order of the file.
    tags: Vec<(String, Word)>,
    moves: Vec<Word>,
    /// The result after the moves.
    result: Option<Word>,
}

/// A word of a record, and its line.
#[derive(Clone, Debug, Default)]
struct Word {
    text: String,
    line: usize,
}

// Two records are the same wherever the lines break.
impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

/// No file of a record is longer, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

impl Record {
    /// The record of a game under this name of its rules, without players or a date.
    pub fn of_game(game: &Game, variant: &str) -> Self {
        let mut record = Self::default();
        for name in ROSTER {
            record.set_tag(name, UNKNOWN);
        }
        record.set_tag("Variant", variant);
        let result = game.finals().map(|finals| Side::BOTH.map(|side| finals.of(side).to_string()).join("-"));
        record.set_tag("Result", result.as_deref().unwrap_or(NO_RESULT));
        let start = game.positions()[0];
        if start != Position::start(game.rules()) {
            // A board given alone may have any number of seeds, so only its pits are written.
            let itself = start.seeds() != game.rules().seeds().count();
            record.set_tag("FEN", &if itself { start.from_south().to_string() } else { start.to_string() });
        }
        record.moves = game.names().map(|text| Word { text, line: 0 }).collect();
        record.result = result.map(|text| Word { text, line: 0 });
        record
    }

    /// Reads a record from the bytes of a file.
    ///
    /// # Errors
    /// If they are not of the form, with the line.
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        // A text error says its own place.
        let text = decode(bytes).map_err(|error| RecordError { line: 0, reason: Reason::Text(error) })?;
        let mut reader = Reader { rest: &text, line: 1 };
        let mut record = Self::default();
        let mut names = HashSet::new();
        reader.skip_space();
        while reader.rest.starts_with('[') {
            let line = reader.line;
            let (name, value) = reader.tag().ok_or(RecordError { line, reason: Reason::Tag })?;
            if !names.insert(name.clone()) {
                return Err(RecordError { line, reason: Reason::Twice { name } });
            }
            record.tags.push((name, Word { text: value, line }));
            reader.skip_space();
        }
        record.read_moves(&mut reader)?;
        Ok(record)
    }

    fn read_moves(&mut self, reader: &mut Reader<'_>) -> Result<(), RecordError> {
        loop {
            reader.skip_space();
            let line = reader.line;
            let fail = |reason| Err(RecordError { line, reason });
            match reader.rest.chars().next() {
                None => return Ok(()),
                Some('{') if reader.skip_comment() => {}
                Some('(') if reader.skip_variation() => {}
                Some(open @ ('{' | '(')) => return fail(Reason::Open { open }),
                Some(_) => {
                    let word = reader.word();
                    // A number may stand apart from its move or not: "1. A" and "1.A".
                    let text = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let numbered = text.starts_with('.') && !is_result(word);
                    let text = if numbered { text.trim_start_matches('.') } else { word };
                    if text.is_empty() {
                        continue;
                    }
                    let word = Word { text: text.to_owned(), line };
                    if self.result.is_some() {
                        return fail(Reason::AfterResult { found: word.text });
                    } else if is_result(text) {
                        self.result = Some(word);
                    } else if is_move(text) {
                        self.moves.push(word);
                    } else {
                        return fail(Reason::Word { found: word.text });
                    }
                }
            }
        }
    }

    /// The value of a tag; none if the record does not have it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.word(name).map(|value| value.text.as_str())
    }

    fn word(&self, name: &str) -> Option<&Word> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// All tags with their values, in the order of the file.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.text.as_str()))
    }

    /// Gives a tag a value.
    ///
    /// # Panics
    /// If the name is not of letters, digits and `_` alone.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        assert!(!name.is_empty() && name.chars().all(is_name), "a tag is named by letters and digits");
        let value = Word { text: value.to_owned(), line: 0 };
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The moves as they are written.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.moves.iter().map(|word| word.text.as_str())
    }

    /// Plays the game again: every move must be legal, every capture right, and the result that of the game.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn replay(&self, rules: &Rules) -> Result<Game, RecordError> {
        let start = match self.word("FEN") {
            None => Position::start(rules),
            Some(Word { text, line }) => Position::parse(text, rules)
                .map_err(|error| RecordError { line: *line, reason: Reason::Start(error) })?,
        };
        let mut game = Game::begun(*rules, start);
        for (at, Word { text, line }) in self.moves.iter().enumerate() {
            let number = at + 1;
            game.play_named(text)
                .map_err(|error| RecordError { line: *line, reason: Reason::Move { number, error } })?;
        }
        let tag = self.word("Result").filter(|word| word.text != UNKNOWN);
        for claimed in tag.into_iter().chain(&self.result).filter(|word| word.text != NO_RESULT) {
            check_result(&game, &claimed.text).map_err(|reason| RecordError { line: claimed.line, reason })?;
        }
        Ok(game)
    }
}

/// `*`, `13-15`, or `2.5-2.5`.
fn is_result(text: &str) -> bool {
    text == NO_RESULT || totals(text).is_some()
}

/// What a result says of South and of North, in half seeds.
fn totals(text: &str) -> Option<[u32; 2]> {
    let halves = |total: &str| {
        let (whole, half) = total.strip_suffix(".5").map_or((total, 0), |whole| (whole, 1));
        let digits = whole.bytes().all(|byte| byte.is_ascii_digit());
        whole.parse().ok().filter(|&seeds: &u32| digits && seeds < 1000).map(|seeds| 2 * seeds + half)
    };
    let (south, north) = text.split_once('-')?;
    Some([halves(south)?, halves(north)?])
}

/// A letter with or without a capture, or a pass.
fn is_move(text: &str) -> bool {
    let (name, seeds) = text.split_once('+').unwrap_or((text, "0"));
    let letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    (letter && !seeds.is_empty() && seeds.bytes().all(|byte| byte.is_ascii_digit())) || text == "pass"
}

fn check_result(game: &Game, claimed: &str) -> Result<(), Reason> {
    let found = claimed.to_owned();
    let (Some(finals), Some(end)) = (game.finals(), game.end()) else {
        return Err(Reason::Early { found, left: game.position().board.total().count() });
    };
    let right = Side::BOTH.map(|side| (2.0 * finals.of(side)) as u32);
    if totals(claimed) == Some(right) {
        return Ok(());
    }
    let expected = Side::BOTH.map(|side| finals.of(side).to_string()).join("-");
    Err(Reason::Result { found, expected, end })
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let numbered = self.moves().enumerate().flat_map(|(at, name)| {
            let number = at.is_multiple_of(2).then(|| format!("{}.", at / 2 + 1));
            number.into_iter().chain([name.to_owned()])
        });
        let mut width = 0;
        for word in numbered.chain(self.result.iter().map(|word| word.text.clone())) {
            let gap = match width {
                0 => "\n",
                _ if width + 1 + word.len() > WIDTH => {
                    width = 0;
                    "\n"
                }
                _ => " ",
            };
            width += word.len() + usize::from(gap == " ");
            write!(f, "{gap}{word}")?;
        }
        if width > 0 { writeln!(f) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MODIAR, TIHBAT};

    fn read(text: &str) -> Record {
        Record::parse(text.as_bytes()).expect("a record")
    }

    fn refused(text: &str) -> String {
        Record::parse(text.as_bytes()).expect_err("no record").to_string()
    }

    #[test]
    fn numbers_comments_and_other_lines_are_skipped() {
        let record = read(
            "[South \"a \\\"b\\\" \\\\ c\"]\n[Mood\t\"good\" ]\n\n1. A a {(} 2.B ( 2. A (b {)} ) ) pass 3... b+4 *\n",
        );
        assert_eq!(record.moves().collect::<Vec<_>>(), ["A", "a", "B", "pass", "b+4"]);
        assert_eq!(
            (record.tag("South"), record.tag("Mood"), record.tag("North")),
            (Some("a \"b\" \\ c"), Some("good"), None)
        );
    }

    #[test]
    fn a_record_is_read_from_any_system_and_age() {
        // From `bom-cr.ogn` and `latin1.ogn`: a byte order mark, lines that end with CR, a name in Latin-1.
        let record = Record::parse(b"\xef\xbb\xbf[South \"One\"]\r\r1. A a *\r").expect("a record");
        assert_eq!((record.tag("South"), record.moves().len()), (Some("One"), 2));
        let record = Record::parse(b"[South \"Jos\xe9\"]\n\n1. A a *\n").expect("a record");
        assert_eq!((record.tag("South"), record.moves().len()), (Some("José"), 2));
        let error = Record::parse(b"[South \"x\"]\r\r1. A what").expect_err("no record").to_string();
        assert!(error.starts_with("line 3: expected a move"), "{error}");
    }

    #[test]
    fn what_is_no_record_is_refused_with_its_line() {
        for (text, expected) in [
            ("[South Amina]", "line 1: a tag is written like"),
            ("[South \"x", "line 1: a tag is written like"),
            ("[South \"x\"]\n[South \"y\"]", "line 2: the tag South occurs twice"),
            ("\n1. A {", "line 2: what begins with \"{\" does not end"),
            ("1. A\n(b (c)", "line 2: what begins with \"(\" does not end"),
            (
                "1. A\n2. what",
                "line 2: expected a move (B, b+4 or pass), its number or a result (13-15 or *), not \"what\"",
            ),
            ("A 1-2 B", "line 1: \"B\" comes after the result"),
            ("A ]", "line 1: expected a move"),
        ] {
            let error = refused(text);
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
        let error = Record::parse(b"1. A\n\0").expect_err("no text").to_string();
        assert_eq!(error, "line 2, column 1: expected text, found a zero byte");
    }

    #[test]
    fn a_record_of_another_game_than_was_played_is_found_out() {
        let error = |text: &str| read(text).replay(&TIHBAT).expect_err("not played so").to_string();
        let start = "[FEN \"1-1-1-1\"]\n";
        assert!(error(&format!("{start}1. A\nB")).starts_with("line 3: move 2: North is to move"));
        assert!(error(&format!("{start}1. A+2")).starts_with("line 2: move 1: A captures 0 seeds here, not 2"));
        assert!(
            error(&format!("{start}1. A b 3-1"))
                .starts_with("line 2: the result is 2-2, not 3-1: the board came again")
        );
        assert!(error(&format!("{start}1. A b 2. A")).contains("the game was over before"));
        assert!(
            error(&format!("[Result \"2-2\"]\n{start}A"))
                .starts_with("line 1: the result 2-2 is claimed, but the game is not over: 4")
        );
        assert!(error("[FEN \"1-1\"]").starts_with("line 1: the start position: "));
        assert!(read(&format!("[Result \"2-2\"]{start}1. A b 2-2")).replay(&TIHBAT).is_ok());
        assert!(read("[FEN \"1-2-1-1\"] 1. B b 2. A 2.5-2.5").replay(&TIHBAT).is_ok());
        assert!(read(&format!("[Result \"*\"]{start}1. A b *")).replay(&TIHBAT).is_ok());
    }

    #[test]
    fn a_board_given_alone_is_written_as_its_pits() {
        let start = Position::parse("1-1-1-1", &TIHBAT).expect("a position");
        let text = Record::of_game(&Game::begun(TIHBAT, start), "tihbat").to_string();
        assert!(text.contains("[FEN \"1-1-1-1\"]"), "{text}");
        assert_eq!(read(&text).replay(&TIHBAT).expect("the same game").positions(), [start]);
    }

    #[test]
    fn a_record_of_a_game_tells_the_same_game() {
        let mut game = Game::begun(MODIAR, Position::start(&MODIAR));
        for _ in 0..60 {
            let Some(play) = game.legal().last().copied() else { break };
            game.push(&play);
        }
        let record = Record::of_game(&game, "modiar");
        let text = record.to_string();
        assert!(text.lines().all(|line| line.len() < 80));
        let back = read(&text);
        assert_eq!(back, record);
        assert_eq!(back.replay(&MODIAR).expect("the same game").positions(), game.positions());
    }
}
