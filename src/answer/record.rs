//! A record that was read, and the move of a partner

use serde::Serialize;

use crate::game::Game;
use crate::moves::Play;
use crate::record::Record;

use super::entries::Entries;

/// A record of a game that can have been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordAnswer {
    /// True.
    pub legal: bool,
    /// The game.
    pub game: String,
    /// The tags of the record.
    pub tags: Entries,
    /// The first position.
    pub from: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// The move of a partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartnerAnswer {
    /// The position before the move.
    pub position: String,
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Seeds captured; null like the move.
    pub captured: Option<usize>,
    /// The position after it; null like the move.
    pub after: Option<String>,
}

impl RecordAnswer {
    /// The game of a record, played again.
    pub fn new(name: &str, record: &Record, game: &Game) -> Self {
        Self {
            legal: true,
            game: name.to_owned(),
            tags: record.tags().collect(),
            from: game.positions()[0].to_string(),
            moves: game.names().collect(),
        }
    }
}

impl PartnerAnswer {
    /// The move that a partner makes in a game; none if the game is over.
    pub fn new(game: &Game, play: Option<&Play>) -> Self {
        let position = game.position();
        Self {
            position: position.to_string(),
            name: play.map(|play| position.move_name(play)),
            captured: play.map(|play| play.captured.count()),
            after: play.map(|play| position.after(play).to_string()),
        }
    }
}
