//! A question that was put, and its answers
//!
//! A game has margins, or bounds if its rules leave open what a repetition pays. Each answer is of the same kind.

use serde::Serialize;

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::position::Position;
use crate::progress::Progress;

use super::bounds::{AskedBounds, BoundsLine, BoundsMoves, BoundsPosition, BoundsValue};
use super::margins::AskedMargins;
use super::position::{MarginLine, MarginMoves, MarginPosition, MarginValue};

/// A question with the analysis that answers it.
pub enum Asked<'a> {
    /// About a game with margins.
    Margins(AskedMargins<'a>),
    /// About a game with bounds.
    Bounds(AskedBounds<'a>),
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ValueAnswer {
    /// Its margin.
    Margin(MarginValue),
    /// What each side can force.
    Bounds(BoundsValue),
}

/// Every legal move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MovesAnswer {
    /// With their margins.
    Margin(MarginMoves),
    /// With what each side can force.
    Bounds(BoundsMoves),
}

/// What a position is worth, and every legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum PositionAnswer {
    /// With margins.
    Margin(MarginPosition),
    /// With what each side can force.
    Bounds(BoundsPosition),
}

/// Best play by both players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum LineAnswer {
    /// With margins, to the end.
    Margin(MarginLine),
    /// With what each side can force, to the end or to the first repetition.
    Bounds(BoundsLine),
}

impl<'a> Asked<'a> {
    /// Asks about a position given alone.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn about(name: &'a str, analysis: &'a AnyAnalysis, position: &Position) -> Result<Self, AnalysisError> {
        match analysis {
            AnyAnalysis::Margins(analysis) => Ok(Self::Margins(AskedMargins::new(name, analysis, *position, None))),
            AnyAnalysis::Bounds(analysis) => {
                let game = analysis.game(*position)?;
                Ok(Self::Bounds(AskedBounds::new(name, analysis, game, false, Progress::NONE)?))
            }
        }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        match self {
            Self::Margins(asked) => asked.position(),
            Self::Bounds(asked) => asked.position(),
        }
    }

    /// Answers what the position is worth.
    ///
    /// # Errors
    /// If the table does not answer, or a layer cannot be solved again.
    pub fn value_answer(&self) -> Result<ValueAnswer, AnalysisError> {
        Ok(match self {
            Self::Margins(asked) => ValueAnswer::Margin(asked.value_answer()?),
            Self::Bounds(asked) => ValueAnswer::Bounds(asked.value_answer()?),
        })
    }

    /// Answers which moves there are.
    ///
    /// # Errors
    /// Like [`Asked::value_answer`].
    pub fn moves_answer(&self) -> Result<MovesAnswer, AnalysisError> {
        Ok(match self {
            Self::Margins(asked) => MovesAnswer::Margin(asked.moves_answer()?),
            Self::Bounds(asked) => MovesAnswer::Bounds(asked.moves_answer()?),
        })
    }

    /// Answers what the position is worth, and which moves there are.
    ///
    /// # Errors
    /// Like [`Asked::value_answer`].
    pub fn position_answer(&self) -> Result<PositionAnswer, AnalysisError> {
        Ok(match self {
            Self::Margins(asked) => PositionAnswer::Margin(asked.position_answer()?),
            Self::Bounds(asked) => PositionAnswer::Bounds(asked.position_answer()?),
        })
    }

    /// Answers how best play goes on.
    ///
    /// # Errors
    /// Like [`Asked::value_answer`].
    pub fn line_answer(&self) -> Result<LineAnswer, AnalysisError> {
        Ok(match self {
            Self::Margins(asked) => LineAnswer::Margin(asked.line_answer()?),
            Self::Bounds(asked) => LineAnswer::Bounds(asked.line_answer()?),
        })
    }
}
