//! A search for a good move where no table answers: alpha-beta, with the table at the leaves
//!
//! Depth by depth, each search looks one ply further than the one before it (*iterative deepening*) and orders its moves by it. A position that
//! the table knows is a leaf with its exact margin (or, with bounds, the seeds that are certain: F - G). Such a leaf is reached by a capture,
//! so what was seen before does not matter to it. A position that was seen since the last capture ends the game, in the game and in the search.
//! A leaf at full depth is worth 0: what was captured on the way decides.
//!
//! The first move of a depth is searched alone. The others are searched side by side and need only be compared with it, so the result does
//! not depend on the number of threads.

mod tree;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::game::Game;
use crate::moves::Play;
use crate::parallel;
use crate::position::Side;
use tree::{Halt, Tree};

/// How far a search goes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Plies.
    pub depth: u32,
    /// Positions. The depth in work when this number is exceeded is completed.
    pub positions: u64,
}

impl SearchLimits {
    /// The deepest search, in plies.
    pub const DEEPEST: u32 = 100;

    /// No limit but the deepest search.
    pub const NONE: Self = Self { depth: Self::DEEPEST, positions: u64::MAX };
}

/// The result of a search to one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened {
    /// Plies.
    pub depth: u32,
    /// Seeds that the side to move gets, minus seeds that the opponent gets, as far as the search sees.
    pub score: i32,
    /// Good play by both sides from the position on, as far as the search sees it. The first move is the best one.
    pub line: Vec<Play>,
    /// Positions visited by all depths so far.
    pub positions: u64,
    /// Whether every leaf was an end of the game or a position of the table, so that a deeper search finds nothing else.
    pub complete: bool,
}

/// Searches for the best move of a game, depth by depth, and tells `report` about each. Stops as soon as `go_on` returns false; the last report
/// is then the result. None if the game is over, or if it had to stop before the first depth was done.
///
/// # Errors
/// If the table is damaged where it is needed.
pub fn search(
    analysis: &AnyAnalysis,
    game: &Game,
    limits: SearchLimits,
    go_on: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Deepened),
) -> Result<Option<Deepened>, AnalysisError> {
    let positions = AtomicU64::new(0);
    let side = game.position().side;
    let seen: Vec<_> = game.seen().iter().chain([game.position()]).map(|seen| (seen.board, seen.side)).collect();
    let mut roots: Vec<Root<'_>> =
        game.legal().into_iter().map(|play| Root::new(play, Tree::new(analysis, &seen, go_on, &positions))).collect();
    let mut best = None;
    for depth in 1..=limits.depth.min(SearchLimits::DEEPEST) {
        match deepen(&mut roots, side, depth) {
            Ok(None) => return Ok(None),
            Ok(Some((score, line, complete))) => {
                let found = Deepened { depth, score, line, positions: positions.load(Ordering::Relaxed), complete };
                report(&found);
                let done = found.complete || found.positions > limits.positions;
                best = Some(found);
                if done {
                    break;
                }
            }
            Err(Halt::Stopped) => break,
            Err(Halt::Failed(error)) => return Err(error),
        }
    }
    Ok(best)
}

/// A move of the position that is searched, with its own tree.
struct Root<'a> {
    play: Play,
    tree: Tree<'a>,
    /// What the last depth found; from then on it may only be a bound.
    score: i32,
}

impl<'a> Root<'a> {
    fn new(play: Play, tree: Tree<'a>) -> Self {
        Self { play, tree, score: 0 }
    }

    /// Searches this move, if it can be better than `least`.
    fn search(&mut self, side: Side, depth: u32, least: i32) -> Result<(), Halt> {
        let captured = self.play.captured.count() as i32;
        let (window, other) = ((-tree::MOST, captured - least), side.other());
        self.score = captured - self.tree.below(&self.play, other, depth - 1, window)?;
        Ok(())
    }

    fn line(&self) -> Vec<Play> {
        std::iter::once(self.play).chain(self.tree.line().iter().copied()).collect()
    }
}

/// The best score, its line, and whether the search is complete.
type Best = (i32, Vec<Play>, bool);

/// Searches all moves to one depth. None without moves.
fn deepen(roots: &mut [Root<'_>], side: Side, depth: u32) -> Result<Option<Best>, Halt> {
    let Some((first, others)) = roots.split_first_mut() else { return Ok(None) };
    first.search(side, depth, -tree::MOST)?;
    let least = first.score;
    parallel::map(others.iter_mut(), |root| root.search(side, depth, least)).collect::<Result<(), Halt>>()?;
    let complete = roots.iter().all(|root| root.tree.is_complete());
    // Stable, so that the best move of the last depth comes first among equals.
    roots.sort_by_key(|root| -root.score);
    Ok(Some((roots[0].score, roots[0].line(), complete)))
}
