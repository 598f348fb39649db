//! A judge of games: what every move was worth, and what it gave away
//!
//! Every move is compared with perfect play *in that game*: the values take account of the positions seen before. A move
//! gives away the margin before it minus the margin after it, both for the player who makes it. Perfect play gives nothing
//! away, and no move gives away less than nothing.

use crate::analysis::{Analysis, AnalysisError, RankedMove};
use crate::game::Game;
use crate::position::{Position, Side, Totals};
use crate::progress::Progress;
use crate::solver::SolveError;
use crate::value::{Outcome, Value};

/// A move, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The position before the move.
    pub before: Position,
    /// The move, with its value in this game for the player who makes it, this ply counted.
    pub made: RankedMove,
    /// The value of the position before the move, for the same player.
    pub value: Value,
    /// The best moves.
    pub best: Vec<RankedMove>,
    /// The number of legal moves.
    pub choices: usize,
    /// The totals at the end, if both players play perfectly after the move.
    pub finals: Totals,
}

impl Judgement {
    /// Returns the seeds of the margin that the move gave away, 0 to 254; 0 for a move that keeps the margin.
    pub fn given_away(&self) -> u32 {
        let margin = |value: Value| i32::from(value.margin().seeds());
        (margin(self.value) - margin(self.made.value)).max(0) as u32
    }
}

/// All moves of a game, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The totals at the end, if both players had played perfectly from the first position on.
    pub start: Totals,
    /// The moves in order.
    pub moves: Vec<Judgement>,
}

/// The moves of one side, taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Moves made with more than one to choose from.
    pub choices: usize,
    /// Moves of these that gave nothing away.
    pub kept: usize,
    /// Seeds of the margin given away.
    pub given_away: u32,
    /// The number, from 0, of the first move that gave away the most; none if nothing was given away.
    pub worst: Option<usize>,
}

impl Summary {
    /// Returns the share of moves that gave nothing away among the moves with a choice, 0 to 1; none if there was no choice.
    pub fn accuracy(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.kept as f64 / self.choices as f64)
    }
}

/// Judges every move of a game. `progress` is called as by [`crate::solver::Solver::next_layer`] when a layer has to be
/// solved again.
///
/// # Errors
/// If the table has too few layers or is damaged where it is needed, or a layer cannot be solved again.
pub fn judge(analysis: &Analysis, game: &Game, progress: Progress<'_>) -> Result<Verdict, AnalysisError> {
    let look = |so_far: &Game| {
        let in_game = analysis.in_game(so_far, progress)?;
        Ok::<_, AnalysisError>((in_game.value()?, in_game.best_alone()?))
    };
    let mut so_far = game.restarted();
    let (mut now, mut best) = look(&so_far)?;
    let start = now.finals;
    let mut moves = Vec::with_capacity(game.plays().len());
    for play in game.plays() {
        let before = *so_far.position();
        let choices = so_far.legal().len();
        so_far.push(play);
        let (next, next_best) = look(&so_far)?;
        let worth = Value::of_move(play.captured, next.value).ok_or(SolveError::Distance)?;
        let made = RankedMove { play: *play, value: worth, best: worth == now.value, after: *so_far.position() };
        moves.push(Judgement { before, made, value: now.value, best, choices, finals: next.finals });
        (now, best) = (next, next_best);
    }
    Ok(Verdict { start, moves })
}

impl Verdict {
    /// The moves of one side, taken together.
    pub fn summary(&self, side: Side) -> Summary {
        let mut summary = Summary::default();
        let mut most = 0;
        for (number, judged) in self.moves.iter().enumerate().filter(|(_, judged)| judged.before.side == side) {
            let given_away = judged.given_away();
            if judged.choices > 1 {
                summary.choices += 1;
                summary.kept += usize::from(given_away == 0);
            }
            summary.given_away += given_away;
            if given_away > most {
                most = given_away;
                summary.worst = Some(number);
            }
        }
        summary
    }

    /// Returns the moves that changed who wins by perfect play: the number of the move, from 0, and the new outcome for
    /// South.
    pub fn turns(&self) -> Vec<(usize, Outcome)> {
        let mut outcome = self.start.outcome(Side::South);
        let mut turns = Vec::new();
        for (number, judged) in self.moves.iter().enumerate() {
            let next = judged.finals.outcome(Side::South);
            if next != outcome {
                turns.push((number, next));
            }
            outcome = next;
        }
        turns
    }
}
