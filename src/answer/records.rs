//! The records of a file: judged or refused

use serde::Serialize;

use crate::record::RecordError;

use super::judge::JudgeAnswer;

/// A record of a game that cannot have been played, or that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedRecord {
    /// False.
    pub legal: bool,
    /// The line of the record, from 1; 0 if the record as a whole is meant.
    pub line: usize,
    /// The column in characters, from 1; 0 with line 0.
    pub column: usize,
    /// The reason.
    pub reason: String,
}

/// A record of a file with several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum JudgedRecord {
    /// A judged game.
    Judged(Box<JudgeAnswer>),
    /// A record that is refused.
    Refused(RefusedRecord),
}

/// All records of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordsAnswer {
    /// The records in their order.
    pub games: Vec<JudgedRecord>,
    /// Games that were judged.
    pub judged: usize,
    /// Records that cannot be read, or whose moves are not legal.
    pub refused: usize,
    /// Judged games whose claimed result differs from the rules.
    pub different_results: usize,
    /// Certain seeds given away in all games.
    pub given_away: u32,
}

impl From<&RecordError> for RefusedRecord {
    fn from(error: &RecordError) -> Self {
        let (line, column) = (error.place.line, error.place.column);
        Self { legal: false, line, column, reason: error.reason.to_string() }
    }
}

impl RecordsAnswer {
    /// All records of a file, with what they have together.
    pub fn new(games: Vec<JudgedRecord>) -> Self {
        let judged = || {
            games.iter().filter_map(|game| match game {
                JudgedRecord::Judged(judged) => Some(judged),
                JudgedRecord::Refused(_) => None,
            })
        };
        Self {
            judged: judged().count(),
            refused: games.len() - judged().count(),
            different_results: judged().filter(|judged| judged.result.agrees == Some(false)).count(),
            given_away: judged().map(|judged| judged.south.given_away + judged.north.given_away).sum(),
            games,
        }
    }
}
