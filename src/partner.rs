//! A partner to play against, from random to perfect
//!
//! Perfect play is exact in the game: it takes account of the positions seen before. A winning player shortens the game, a
//! losing player prolongs it. If the best moves only draw, margins and distances do not tell them apart. The partner then
//! sets a trap: it plays the drawing move after which the opponent has the most ways to go wrong.

use crate::analysis::{Analysis, AnalysisError, RankedMove};
use crate::game::Game;
use crate::moves::Play;
use crate::progress::Progress;
use crate::value::Margin;

/// How well the partner plays: the number of moves in ten that are perfect, from 0 to 10. The others are random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u8);

impl Strength {
    /// Perfect.
    pub const PERFECT: Self = Self(10);

    /// A strength from 0 to 10; none for more.
    pub fn new(strength: u8) -> Option<Self> {
        (strength <= 10).then_some(Self(strength))
    }

    /// The number, from 0 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The number of wrong replies to a move, and what they lose together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trap {
    /// Replies that are worth less than the best one.
    pub wrong: usize,
    /// Seeds of the margin that these replies give away together.
    pub given_away: u32,
}

/// Returns the move of a partner of this strength; none if the game is over. `random` draws a number below its argument.
/// `progress` is called as by [`crate::solver::Solver::next_layer`] when a layer has to be solved again.
///
/// # Errors
/// If the table has too few layers or is damaged where it is needed, or a layer cannot be solved again.
pub fn choose(
    analysis: &Analysis,
    game: &Game,
    strength: Strength,
    random: &mut dyn FnMut(usize) -> usize,
    progress: Progress<'_>,
) -> Result<Option<Play>, AnalysisError> {
    if random(10) >= usize::from(strength.0) {
        let legal = game.legal();
        return Ok(if legal.is_empty() { None } else { Some(legal[random(legal.len())]) });
    }
    Ok(perfect(analysis, game, progress)?.map(|ranked| ranked.play))
}

/// Returns the move of a perfect partner; none if the game is over.
///
/// # Errors
/// Like [`choose`].
pub fn perfect(analysis: &Analysis, game: &Game, progress: Progress<'_>) -> Result<Option<RankedMove>, AnalysisError> {
    let best = analysis.in_game(game, progress)?.best_alone()?;
    let Some(mut chosen) = best.first().copied() else { return Ok(None) };
    if best.len() > 1 && chosen.value.margin() == Margin::ZERO {
        let mut most = trap(analysis, game, &chosen, progress)?;
        for &ranked in &best[1..] {
            let trap = trap(analysis, game, &ranked, progress)?;
            if trap > most {
                (chosen, most) = (ranked, trap);
            }
        }
    }
    Ok(Some(chosen))
}

/// Returns what the opponent can do wrong after a move.
///
/// # Errors
/// If the move is not legal in the game; else like [`choose`].
pub fn trap(
    analysis: &Analysis,
    game: &Game,
    ranked: &RankedMove,
    progress: Progress<'_>,
) -> Result<Trap, AnalysisError> {
    let mut after = game.clone();
    after.play(&ranked.play)?;
    let replies = analysis.in_game(&after, progress)?.best()?;
    let mut trap = Trap::default();
    for reply in &replies {
        let loss = i32::from(replies[0].value.margin().seeds()) - i32::from(reply.value.margin().seeds());
        trap.wrong += usize::from(loss > 0);
        trap.given_away += loss as u32;
    }
    Ok(trap)
}
