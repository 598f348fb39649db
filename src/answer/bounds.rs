//! What each side can force: answers about games that leave open what a repetition pays

use serde::Serialize;

use crate::analysis::{
    AnalysisError, BoundedMove, BoundsAnalysis, BoundsAnswer, BoundsInGame, ForcingLine, ForcingMove,
};
use crate::board::Seeds;
use crate::game::{End, Game};
use crate::position::{Position, Side};
use crate::progress::Progress;
use crate::rules::Rules;
use crate::value::{Bounds, Forced};

use super::position::History;

/// What the mover and the opponent can force on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct BoundsOfBoard {
    /// Seeds that the mover can force.
    #[cfg_attr(feature = "serve", schema(example = 8))]
    pub forced: usize,
    /// Plies to the conversion that secures them; null where none are forced.
    #[cfg_attr(feature = "serve", schema(required, example = 1))]
    pub forced_distance: Option<u16>,
    /// Seeds that the opponent can force.
    #[cfg_attr(feature = "serve", schema(example = 2))]
    pub forced_other: usize,
    /// Plies to the conversion that secures them; null where none are forced.
    #[cfg_attr(feature = "serve", schema(required, example = 1))]
    pub forced_other_distance: Option<u16>,
}

impl From<Bounds> for BoundsOfBoard {
    fn from(Bounds { forced, forced_other }: Bounds) -> Self {
        let distance = |forced: Forced| forced.distance().map(|distance| distance.plies());
        Self {
            forced: forced.seeds().count(),
            forced_distance: distance(forced),
            forced_other: forced_other.seeds().count(),
            forced_other_distance: distance(forced_other),
        }
    }
}

/// Seeds of South and of North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct SeedsOfSides {
    /// South's seeds.
    pub south: usize,
    /// North's seeds.
    pub north: usize,
}

impl From<[Seeds; 2]> for SeedsOfSides {
    fn from([south, north]: [Seeds; 2]) -> Self {
        Self { south: south.count(), north: north.count() }
    }
}

/// What each side can force from a position on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundsValue {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// What the mover and the opponent can force.
    #[serde(flatten)]
    pub bounds: BoundsOfBoard,
    /// The seeds that neither side can force. They depend on what a repetition pays.
    pub open: usize,
    /// What each side has at least at the end, captured seeds included.
    pub least: SeedsOfSides,
    /// What each side has at most at the end, captured seeds included.
    pub most: SeedsOfSides,
    /// `win`, `draw` or `loss` for the mover, whatever a repetition pays; null if it depends on that.
    pub outcome: Option<&'static str>,
    /// Present, and true, where the opening rule holds for the next move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// A legal move and what it forces.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct BoundsMove {
    /// The name of the move: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// What the mover and the opponent can force, this move counted.
    #[serde(flatten)]
    pub bounds: BoundsOfBoard,
    /// Seeds captured by this move.
    pub captured: usize,
    /// The position after the move.
    pub position: String,
    /// Whether no other move is better.
    pub best: bool,
}

impl BoundsMove {
    /// A move as the answers have it.
    pub fn new(ranked: &BoundedMove) -> Self {
        Self {
            name: ranked.name(),
            bounds: ranked.bounds.into(),
            captured: ranked.play.captured.count(),
            position: ranked.after.to_string(),
            best: ranked.best,
        }
    }
}

/// A move of a forcing line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct LineMove {
    /// The move.
    #[serde(flatten)]
    pub ranked: BoundsMove,
    /// Who plays for the seeds that it can force: `south` or `north`. The other side gives as few as possible, as late as possible.
    pub holder: &'static str,
}

impl LineMove {
    fn new(made: &ForcingMove) -> Self {
        let holder = if made.holder == Side::South { "south" } else { "north" };
        Self { ranked: BoundsMove::new(&made.ranked), holder }
    }
}

/// Every legal move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundsMoves {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Every legal move, best first; none if the game is over.
    pub moves: Vec<BoundsMove>,
    /// Present, and true, where the opening rule holds for the next move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// What each side can force from a position on, and every legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct BoundsPosition {
    /// The game.
    #[cfg_attr(feature = "serve", schema(example = "oware-3x2"))]
    pub game: String,
    /// The position.
    #[cfg_attr(feature = "serve", schema(example = "2-2-2-2-2-2-0-0-S"))]
    pub position: String,
    /// What the mover and the opponent can force.
    #[serde(flatten)]
    pub bounds: BoundsOfBoard,
    /// The seeds that neither side can force. They depend on what a repetition pays.
    #[cfg_attr(feature = "serve", schema(example = 2))]
    pub open: usize,
    /// What each side has at least at the end, captured seeds included.
    pub least: SeedsOfSides,
    /// What each side has at most at the end, captured seeds included.
    pub most: SeedsOfSides,
    /// `win`, `draw` or `loss` for the mover, whatever a repetition pays; null if it depends on that.
    #[cfg_attr(feature = "serve", schema(required, example = "win"))]
    pub outcome: Option<&'static str>,
    /// Every legal move, best first; none if the game is over.
    pub moves: Vec<BoundsMove>,
    /// Present, and true, where the opening rule holds for the next move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// How the side to move gets the seeds that it can force, then the other side, until neither side can force anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct BoundsLine {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves in order.
    pub moves: Vec<LineMove>,
    /// Why the game is then over: `all_captured`, `no_move` or `repetition`; null if seeds are left that neither side can force.
    #[cfg_attr(feature = "serve", schema(required))]
    pub end: Option<&'static str>,
    /// What each side has then.
    pub captured: SeedsOfSides,
    /// The seeds left. Who gets them depends on what a repetition pays.
    pub left: usize,
    /// Present, and true, where the opening rule holds for the next move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// A question about a game with bounds, with the analysis that answers it.
pub struct AskedBounds<'a> {
    name: &'a str,
    in_game: BoundsInGame<'a>,
    /// Whether moves belong to the question.
    with_moves: bool,
}

impl<'a> AskedBounds<'a> {
    /// Asks about the present position of a game. `with_moves` says whether the moves so far belong to the question. `progress` is
    /// called if a layer has to be solved.
    ///
    /// # Errors
    /// If the analysis is about a game of other rules.
    pub fn new(
        name: &'a str,
        analysis: &'a BoundsAnalysis,
        game: Game,
        with_moves: bool,
        progress: Progress<'a>,
    ) -> Result<Self, AnalysisError> {
        Ok(Self { name, in_game: analysis.in_game(game, progress)?, with_moves })
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.in_game.game().position()
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        self.in_game.game().rules()
    }

    /// Returns why the game is over; none if it goes on.
    pub fn over(&self) -> Option<End> {
        self.in_game.game().end()
    }

    /// Returns what each side can force.
    ///
    /// # Errors
    /// If the table does not answer, or a layer cannot be solved again.
    pub fn value(&self) -> Result<BoundsAnswer, AnalysisError> {
        self.in_game.value()
    }

    /// Returns every legal move, best first.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn best(&self) -> Result<Vec<BoundedMove>, AnalysisError> {
        self.in_game.best()
    }

    /// Returns the forcing line.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn line(&self) -> Result<ForcingLine, AnalysisError> {
        self.in_game.line()
    }

    fn history(&self) -> History {
        if !self.with_moves {
            return History::default();
        }
        let game = self.in_game.game();
        History {
            from: Some(game.positions()[0].to_string()),
            played: Some(game.names().collect()),
            over: Some(game.end().map(|end| end.name())),
            seen: Some(game.seen().len()),
            history_matters: None,
            table: None,
        }
    }

    /// Answers what each side can force.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn value_answer(&self) -> Result<BoundsValue, AnalysisError> {
        let answer = self.value()?;
        Ok(BoundsValue {
            game: self.name.to_owned(),
            position: self.position().to_string(),
            bounds: answer.bounds.into(),
            open: answer.open.count(),
            least: answer.least.into(),
            most: answer.most.into(),
            outcome: answer.outcome.map(|outcome| outcome.name()),
            first_move: answer.by_opening_rule,
            history: self.history(),
        })
    }

    /// Answers which moves there are.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn moves_answer(&self) -> Result<BoundsMoves, AnalysisError> {
        Ok(BoundsMoves {
            game: self.name.to_owned(),
            position: self.position().to_string(),
            moves: self.best()?.iter().map(BoundsMove::new).collect(),
            first_move: self.in_game.game().is_opening(),
            history: self.history(),
        })
    }

    /// Answers what each side can force, and which moves there are.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn position_answer(&self) -> Result<BoundsPosition, AnalysisError> {
        let BoundsValue { game, position, bounds, open, least, most, outcome, first_move, history } =
            self.value_answer()?;
        let moves = self.best()?.iter().map(BoundsMove::new).collect();
        Ok(BoundsPosition { game, position, bounds, open, least, most, outcome, moves, first_move, history })
    }

    /// Answers how best play goes on.
    ///
    /// # Errors
    /// Like [`AskedBounds::value`].
    pub fn line_answer(&self) -> Result<BoundsLine, AnalysisError> {
        let line = self.line()?;
        Ok(BoundsLine {
            game: self.name.to_owned(),
            position: self.position().to_string(),
            moves: line.moves.iter().map(LineMove::new).collect(),
            end: line.end.map(End::name),
            captured: line.captured.into(),
            left: line.left.count(),
            first_move: self.in_game.game().is_opening(),
            history: self.history(),
        })
    }
}
