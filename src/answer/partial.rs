//! Answers about positions above the layers of a table that covers only the end of the game
//!
//! Such a position is unknown. Some of its moves may be known: those that lead into the table, and those that end the game.

use serde::Serialize;

use crate::analysis::{AnalysisError, AnyAnalysis, KnownMove};
use crate::board::Seeds;
use crate::game::Game;
use crate::position::Position;
use crate::progress::Progress;
use crate::value::{AnyValue, TableKind};

use super::bounds::BoundsOfBoard;
use super::moves::TableValue;

/// Why a position is unknown.
pub(super) fn why_unknown(seeds: Seeds, known_up_to: Seeds) -> String {
    format!("{seeds} seeds are on the board, and the table goes up to {known_up_to}")
}

/// What is known of a worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum WorthAnswer {
    /// A margin with its distance.
    Margin(TableValue),
    /// What each side can force.
    Bounds(BoundsOfBoard),
    /// An unknown margin.
    NoMargin {
        /// Null.
        margin: Option<i8>,
        /// Null.
        distance: Option<u16>,
    },
    /// Unknown bounds.
    NoBounds {
        /// Null.
        forced: Option<usize>,
        /// Null.
        forced_other: Option<usize>,
    },
}

impl WorthAnswer {
    fn new(kind: TableKind, worth: Option<AnyValue>) -> Self {
        match (worth, kind) {
            (Some(AnyValue::Margin(value)), _) => Self::Margin(value.into()),
            (Some(AnyValue::Bounds(bounds)), _) => Self::Bounds(bounds.into()),
            (None, TableKind::Margins) => Self::NoMargin { margin: None, distance: None },
            (None, TableKind::Bounds) => Self::NoBounds { forced: None, forced_other: None },
        }
    }
}

/// A legal move, with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartialMove {
    /// The name of the move: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// What the move is worth to the mover, this move counted.
    #[serde(flatten)]
    pub worth: WorthAnswer,
    /// Seeds captured by this move.
    pub captured: usize,
    /// The position after the move.
    pub position: String,
    /// Whether no other move is better; false if the worth of a move is unknown.
    pub best: bool,
    /// Why the move is unknown; absent if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

impl PartialMove {
    /// A move as the answers have it.
    pub fn new(analysis: &AnyAnalysis, known: &KnownMove) -> Self {
        let why = || why_unknown(known.after.board.total(), analysis.known_up_to());
        Self {
            name: known.name(),
            worth: WorthAnswer::new(analysis.table().kind(), known.worth),
            captured: known.play.captured.count(),
            position: known.after.to_string(),
            best: known.best,
            unknown: known.worth.is_none().then(why),
        }
    }
}

/// What is known of an unknown position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartialAnswer {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Null in every field.
    #[serde(flatten)]
    pub worth: WorthAnswer,
    /// Why the position is unknown.
    pub unknown: String,
    /// The seeds of the table's last layer. Positions with that number of seeds on the board, or fewer, are known.
    pub known_up_to: usize,
    /// Every legal move, the known ones first; absent if only the value was asked for. No move of a line is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<PartialMove>>,
    /// The position before the moves so far; absent outside a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The moves so far; absent outside a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Vec<String>>,
}

/// A question about a position above the layers of a table.
pub struct AskedPartial<'a> {
    pub(super) name: &'a str,
    pub(super) analysis: &'a AnyAnalysis,
    pub(super) game: Game,
    /// Whether moves belong to the question.
    pub(super) with_moves: bool,
}

impl AskedPartial<'_> {
    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the seeds of the table's last layer.
    pub fn known_up_to(&self) -> Seeds {
        self.analysis.known_up_to()
    }

    /// Returns why the position is unknown, as a sentence without its end.
    pub fn why(&self) -> String {
        why_unknown(self.position().board.total(), self.known_up_to())
    }

    /// Returns every legal move, the known ones first.
    ///
    /// # Errors
    /// If the table is damaged where it is needed.
    pub fn moves(&self) -> Result<Vec<KnownMove>, AnalysisError> {
        self.analysis.follow(&self.game, Progress::NONE)?.moves()
    }

    /// Answers that the value is unknown.
    pub fn value_answer(&self) -> PartialAnswer {
        PartialAnswer {
            game: self.name.to_owned(),
            position: self.position().to_string(),
            worth: WorthAnswer::new(self.analysis.table().kind(), None),
            unknown: self.why(),
            known_up_to: self.known_up_to().count(),
            moves: None,
            from: self.with_moves.then(|| self.game.positions()[0].to_string()),
            played: self.with_moves.then(|| self.game.names().collect()),
        }
    }

    /// Answers which moves there are.
    ///
    /// # Errors
    /// Like [`AskedPartial::moves`].
    pub fn moves_answer(&self) -> Result<PartialAnswer, AnalysisError> {
        let moves = self.moves()?.iter().map(|known| PartialMove::new(self.analysis, known)).collect();
        Ok(PartialAnswer { moves: Some(moves), ..self.value_answer() })
    }

    /// Answers that no line is known.
    pub fn line_answer(&self) -> PartialAnswer {
        PartialAnswer { moves: Some(Vec::new()), ..self.value_answer() }
    }
}
