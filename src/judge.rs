//! A judge of games: what every move was worth, and what it gave away
//!
//! Every move is compared with perfect play *in that game*: the values take account of the positions seen before. A move
//! gives away what the mover is certain of before it minus what they are certain of after it, less the same for the opponent: the margin, or
//! F - G if the rules leave open what a repetition pays. No move gives away less than nothing. Perfect play gives away no margin; with F and G
//! there may be no move that keeps both, and then the best one gives something away too.
//!
//! A table that covers only the end of the game judges the moves of this end. The moves before it are *unknown*.

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::game::Game;
use crate::moves::Play;
use crate::position::{Position, Prospect, Side};
use crate::progress::Progress;
use crate::solver::SolveError;
use crate::value::{AnyValue, Outcome};

/// A move, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub play: Play,
    /// The position after the move.
    pub after: Position,
    /// The worth of the position before the move, for the player who makes it; none if it is unknown.
    pub worth: Option<AnyValue>,
    /// The worth of the move in this game for the same player, this ply counted; none if it is unknown.
    pub made: Option<AnyValue>,
    /// The best moves; none if they are unknown.
    pub best: Vec<Play>,
    /// The number of legal moves.
    pub choices: usize,
    /// What each side has at the end, if both players play perfectly after the move; none if it is unknown.
    pub prospect: Option<Prospect>,
}

impl Judgement {
    /// Returns the certain seeds that the move gave away, 0 to 254; 0 for a move that keeps the margin. None if the move is unknown.
    pub fn given_away(&self) -> Option<u32> {
        Some(self.worth?.given_away(self.made?))
    }

    /// Whether the move is one of the best; none if that is unknown.
    pub fn is_best(&self) -> Option<bool> {
        self.worth.map(|_| self.best.contains(&self.play))
    }
}

/// All moves of a game, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What each side has at the end, if both players had played perfectly from the first position on; none if it is unknown.
    pub start: Option<Prospect>,
    /// The moves in order.
    pub moves: Vec<Judgement>,
}

/// The moves of one side, taken together. Unknown moves are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Moves made with more than one to choose from.
    pub choices: usize,
    /// Moves of these that gave nothing away.
    pub kept: usize,
    /// Certain seeds given away.
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

/// Judges every move of a game, as far as the table goes. `progress` is called as by [`crate::solver::Solver::next_layer`] when a layer has
/// to be solved again.
///
/// # Errors
/// If the table is damaged where it is needed, or a layer cannot be solved again.
pub fn judge(analysis: &AnyAnalysis, game: &Game, progress: Progress<'_>) -> Result<Verdict, AnalysisError> {
    let look = |so_far: &Game| {
        let followed = analysis.follow(so_far, progress)?;
        let best = followed.best()?.into_iter().map(|known| known.play).collect();
        Ok::<(_, Vec<Play>), AnalysisError>((followed.worth()?, best))
    };
    let mut so_far = game.restarted();
    let (mut now, mut best) = look(&so_far)?;
    let start = now.map(|worth| so_far.position().prospect(worth));
    let mut moves = Vec::with_capacity(game.plays().len());
    for play in game.plays() {
        let before = *so_far.position();
        let choices = so_far.legal().len();
        so_far.push(play);
        let after = *so_far.position();
        let (next, next_best) = look(&so_far)?;
        let made =
            next.map(|theirs| AnyValue::of_move(play.captured, theirs).ok_or(SolveError::Distance)).transpose()?;
        let prospect = next.map(|worth| after.prospect(worth));
        moves.push(Judgement { before, play: *play, after, worth: now, made, best, choices, prospect });
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
            let Some(given_away) = judged.given_away() else { continue };
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

    /// What each side has at the end, by perfect play from the last position on; none if it is unknown.
    pub fn last(&self) -> Option<Prospect> {
        self.moves.last().map_or(self.start, |judged| judged.prospect)
    }

    /// Returns the number of the first move, from 0, that is judged; none if every move is unknown.
    pub fn first_judged(&self) -> Option<usize> {
        self.moves.iter().position(|judged| judged.given_away().is_some())
    }

    /// Returns the moves that changed who wins by perfect play: the number of the move, from 0, and the new outcome for
    /// South, or none if it depends on what a repetition pays.
    pub fn turns(&self) -> Vec<(usize, Option<Outcome>)> {
        let of = |prospect: Prospect| prospect.outcome(Side::South);
        let mut outcome = self.start.map(of);
        let mut turns = Vec::new();
        for (number, judged) in self.moves.iter().enumerate() {
            let next = judged.prospect.map(of);
            if let (Some(before), Some(then)) = (outcome, next)
                && before != then
            {
                turns.push((number, then));
            }
            outcome = next;
        }
        turns
    }
}
