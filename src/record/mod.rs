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
//! **Written** is a strict form. Eight tags are always there, in this order: `Variant`, `Event`, `Site`, `Date`, `Round`, `South`, `North`,
//! `Result`; what is not known is `?`. A game that does not begin at its start has the position in the tag `FEN`. In a value, `\"` is a
//! quote and `\\` is a backslash. Moves are those of [`crate::position`]; each number has two moves, whoever begins. Lines of moves have at
//! most 79 characters. The result is the seeds of South and of North, or `*` if there is none.
//!
//! **Read** is what game files contain: one game or several; tags in any order, the last one if a name occurs twice; comments in braces, after a
//! semicolon or on a line that begins with `%`; glyphs (`$1`, `!`, `?`); other lines of play in parentheses; moves with or without spaces and
//! numbers. Another byte is an error with its line and column.
//!
//! The program Aualé counts the seeds that a player takes from the board at the end of the game to the capture of the last move. Such a
//! capture is read too.

mod error;
mod reader;
mod replay;
mod result;
mod written;

use crate::game::Game;
use crate::position::{Position, Side};
use crate::text::decode;

pub use error::{Place, Reason, RecordError};
use reader::{Reader, Token, is_name};
use result::NO_RESULT;
pub use result::{ClaimedResult, RecordedEnd, RecordedEnding};

/// The tags of every record, in their order.
const ROSTER: [&str; 8] = ["Variant", "Event", "Site", "Date", "Round", "South", "North", "Result"];

/// An unknown value.
const UNKNOWN: &str = "?";

/// A record of a game, as it is written: nothing says yet that its moves are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values in the order of the file.
    tags: Vec<(String, Word)>,
    moves: Vec<Word>,
    /// The result after the moves.
    result: Option<Word>,
}

/// A word of a record, and its place.
#[derive(Clone, Debug, Default)]
struct Word {
    text: String,
    place: Place,
}

// Two records are the same wherever their words are.
impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self { text, place: Place::default() }
    }
}

/// No file of records is longer, in bytes.
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
        record.moves = game.names().map(Word::from).collect();
        record.result = result.map(Word::from);
        record
    }

    /// Reads the bytes of a file with the record of one game.
    ///
    /// # Errors
    /// If they are not of the form, with the place, or hold several games.
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut records = Self::parse_all(bytes)?;
        match records.len() {
            1 => records.remove(0),
            found => {
                let first_error = records.into_iter().find_map(Result::err);
                let several = RecordError { place: Place::default(), reason: Reason::Several { found } };
                Err(first_error.unwrap_or(several))
            }
        }
    }

    /// Reads every record of a file, at least one: a file without words is one empty record. A record that is not of the form is an error
    /// with its place, and the next ones are read.
    ///
    /// # Errors
    /// If the bytes are no text.
    pub fn parse_all(bytes: &[u8]) -> Result<Vec<Result<Self, RecordError>>, RecordError> {
        // A text error says its own place.
        let text =
            decode(bytes).map_err(|error| RecordError { place: Place::default(), reason: Reason::Text(error) })?;
        let mut reader = Reader::new(&text);
        let mut records = Vec::new();
        let mut record = Self::default();
        loop {
            match record.read(&mut reader) {
                Ok(None) if record == Self::default() && !records.is_empty() => return Ok(records),
                Ok(None) => {
                    records.push(Ok(record));
                    return Ok(records);
                }
                Ok(Some(next)) => {
                    reader.moves = next.moves.len();
                    records.push(Ok(std::mem::replace(&mut record, next)));
                }
                Err(error) => {
                    records.push(Err(error));
                    reader.skip_game();
                    reader.moves = 0;
                    record = Self::default();
                }
            }
        }
    }

    /// Reads words up to the end of this game. Returns the next game with its first word; none at the end of the text.
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<Option<Self>, RecordError> {
        while let Some((word, place)) = reader.next()? {
            let mut next = Self::default();
            match word {
                Token::Tag(name, value) if self.moves.is_empty() && self.result.is_none() => {
                    self.set_word(name, Word { text: value, place });
                }
                Token::Tag(name, value) => {
                    next.set_word(name, Word { text: value, place });
                    return Ok(Some(next));
                }
                Token::Move(text) if self.result.is_none() => {
                    self.moves.push(Word { text, place });
                    reader.moves += 1;
                }
                Token::Move(text) => {
                    next.moves.push(Word { text, place });
                    return Ok(Some(next));
                }
                Token::Result(text) if self.result.is_none() => self.result = Some(Word { text, place }),
                Token::Result(found) => {
                    return Err(RecordError { place, reason: Reason::SecondResult { found } });
                }
            }
        }
        Ok(None)
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
        self.set_word(name.to_owned(), value.to_owned().into());
    }

    fn set_word(&mut self, name: String, value: Word) {
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name, value)),
        }
    }

    /// The moves as they are written.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.moves.iter().map(|word| word.text.as_str())
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
    fn tags_are_read_in_any_order_and_the_last_one_counts() {
        let record =
            read("{c} [South \"a \\\"b\\\" \\\\ c\"]\n[Mood\t\"bad\" ]\n; [North \"x\"]\n[Mood \"good\"]\n\n1. A *\n");
        assert_eq!(
            (record.tag("South"), record.tag("Mood"), record.tag("North")),
            (Some("a \"b\" \\ c"), Some("good"), None)
        );
    }

    #[test]
    fn a_record_is_read_from_any_system_and_age() {
        // A byte order mark, lines that end with CR, a name in Latin-1.
        let record = Record::parse(b"\xef\xbb\xbf[South \"One\"]\r\r1. A a *\r").expect("a record");
        assert_eq!((record.tag("South"), record.moves().len()), (Some("One"), 2));
        let record = Record::parse(b"[South \"Jos\xe9\"]\n\n1. A a *\n").expect("a record");
        assert_eq!((record.tag("South"), record.moves().len()), (Some("José"), 2));
        let error = Record::parse(b"[South \"x\"]\r\r1. A what").expect_err("no record").to_string();
        assert!(error.starts_with("line 3, column 6: expected a move"), "{error}");
    }

    #[test]
    fn what_is_no_record_is_refused_with_its_place() {
        assert!(refused("[South 1]").starts_with("line 1, column 1: a tag is written like"));
        assert!(refused("1. A\n{ no end").starts_with("line 2, column 1: what begins with \"{\" does not end"));
        assert!(refused("( ( )").starts_with("line 1, column 1: what begins with \"(\""));
        assert!(refused("1. A * *").starts_with("line 1, column 8: \"*\" is a second result"));
        assert!(refused("1. A * 2. B").contains("found 2 games"));
    }

    #[test]
    fn a_file_may_have_several_games_and_bad_ones() {
        let games = |text: &str| {
            let records = Record::parse_all(text.as_bytes()).expect("text");
            let game = |record: Result<Record, RecordError>| match record {
                Ok(record) => record.moves().collect::<Vec<_>>().join(" "),
                Err(error) => error.place.to_string(),
            };
            records.into_iter().map(game).collect::<Vec<_>>()
        };
        assert_eq!(games(""), [""]);
        assert_eq!(games("[South \"One\"]\n1. A a *\n\n[South \"Two\"]\n1. B b"), ["A a", "B b"]);
        assert_eq!(games("1. A 13-15 1. B * {c}\n[South \"\"]"), ["A", "B", ""]);
        assert_eq!(
            games("[A \"\"]\n1. A x\n2. B\n[B \"\"]\n[C \"\"]\n1. B ( *\n\n[C \"\"]\n\n1. b+42.a"),
            ["line 2, column 6", "line 6, column 6", "b+42 a"]
        );
    }

    #[test]
    fn a_record_of_another_game_than_was_played_is_found_out() {
        let error = |text: &str| read(text).replay(&TIHBAT).expect_err("not played so").to_string();
        let start = "[FEN \"1-1-1-1\"]\n";
        assert!(error(&format!("{start}1. A\nB")).starts_with("line 3, column 1: move 2: North is to move"));
        assert!(
            error(&format!("{start}1. A+2")).starts_with("line 2, column 4: move 1: A captures 0 seeds here, not 2")
        );
        assert!(error(&format!("{start}1. A+1 b 2-2")).contains("A captures 0 seeds here, not 1"));
        assert!(error(&format!("{start}1. A b 2. A")).contains("the game was over before"));
        assert!(error("[FEN \"1-1\"]").starts_with("line 1, column 1: the start position: "));
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
