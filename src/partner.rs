//! A partner to play against, from random to perfect
//!
//! Perfect play is exact in the game: it takes account of the positions seen before. A winning player shortens the game, a
//! losing player prolongs it. If the best moves only draw, margins and distances do not tell them apart. The partner then
//! sets a trap: it plays the drawing move after which the opponent has the most ways to go wrong.
//!
//! If the rules leave open what a repetition pays, the partner keeps what it can force. Above the layers of a table that covers only the end of
//! the game, it searches.

use crate::analysis::{AnalysisError, AnyAnalysis, KnownMove};
use crate::game::Game;
use crate::moves::Play;
use crate::progress::Progress;
use crate::search::{SearchLimits, search};
use crate::value::AnyValue;

/// How far the partner searches above the table: the same for the same game, on every machine.
const SEARCH: SearchLimits = SearchLimits { depth: 12, positions: 100_000 };

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
/// If the table is damaged where it is needed, or a layer cannot be solved again.
pub fn choose(
    analysis: &AnyAnalysis,
    game: &Game,
    strength: Strength,
    random: &mut dyn FnMut(usize) -> usize,
    progress: Progress<'_>,
) -> Result<Option<Play>, AnalysisError> {
    if random(10) >= usize::from(strength.0) {
        let legal = game.legal();
        return Ok(if legal.is_empty() { None } else { Some(legal[random(legal.len())]) });
    }
    perfect(analysis, game, progress)
}

/// Returns the move of a perfect partner; none if the game is over. Above the table it is only a good move.
///
/// # Errors
/// Like [`choose`].
pub fn perfect(analysis: &AnyAnalysis, game: &Game, progress: Progress<'_>) -> Result<Option<Play>, AnalysisError> {
    let followed = analysis.follow(game, progress)?;
    if !followed.is_known() {
        let found = search(analysis, game, SEARCH, &|| true, &mut |_| ())?;
        return Ok(found.and_then(|found| found.line.first().copied()));
    }
    let best = followed.best()?;
    let Some(mut chosen) = best.first().copied() else { return Ok(None) };
    if best.len() > 1 && is_drawn(&chosen) {
        let mut most = trap(analysis, game, &chosen, progress)?;
        for &known in &best[1..] {
            let trap = trap(analysis, game, &known, progress)?;
            if trap > most {
                (chosen, most) = (known, trap);
            }
        }
    }
    Ok(Some(chosen.play))
}

/// Whether a move only draws, so that neither margin nor distance tells it from others like it.
fn is_drawn(known: &KnownMove) -> bool {
    known.worth.is_some_and(|worth| matches!(worth, AnyValue::Margin(_)) && worth.certain() == 0)
}

/// Returns what the opponent can do wrong after a move.
///
/// # Errors
/// If the move is not legal in the game; else like [`choose`].
pub fn trap(
    analysis: &AnyAnalysis,
    game: &Game,
    known: &KnownMove,
    progress: Progress<'_>,
) -> Result<Trap, AnalysisError> {
    let mut after = game.clone();
    after.play(&known.play)?;
    let mut worths = analysis.follow(&after, progress)?.moves()?.into_iter().filter_map(|reply| reply.worth);
    let mut trap = Trap::default();
    let Some(best) = worths.next() else { return Ok(trap) };
    for loss in worths.map(|worth| best.given_away(worth)) {
        trap.wrong += usize::from(loss > 0);
        trap.given_away += loss;
    }
    Ok(trap)
}
