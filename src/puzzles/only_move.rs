//! Puzzles: positions in which exactly one move holds
//!
//! A move *holds* if the game ends for its mover, by perfect play after it, as well as it can: with a win, or with a draw where no
//! move wins. In a puzzle one move holds and every other move loses something of the outcome: a win becomes a draw or a
//! loss, or a draw becomes a loss. Seeds alone do not count.

use hashbrown::HashSet;

use crate::analysis::{Analysis, AnalysisError, RankedMove};
use crate::board::Seeds;
use crate::position::Position;
use crate::value::Outcome;

use super::draw::{Draw, any_board};
use super::layer_range::LayerRange;

/// A position in which exactly one move holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// All moves, at least two. The first one holds.
    pub moves: Vec<RankedMove>,
    /// What it holds: a win or a draw for the mover.
    pub holds: Outcome,
    /// How hard it is.
    pub grade: Grade,
}

/// How hard a puzzle is, from 1 (easy) to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade(u8);

impl Grade {
    /// The easiest.
    pub const EASIEST: Self = Self(1);
    /// The hardest.
    pub const HARDEST: Self = Self(5);

    /// A grade from 1 to 5; none for any other number.
    pub fn new(grade: u8) -> Option<Self> {
        (Self::EASIEST.0..=Self::HARDEST.0).contains(&grade).then_some(Self(grade))
    }

    /// The number, from 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A move far from the next capture is harder to find, and so is one among several. A draw is as far away as can be, because
    /// nothing decides it.
    fn of(best: &RankedMove, wrong: usize) -> Self {
        let far = match best.value.distance().map(|distance| distance.plies()) {
            Some(0..=2) => 0,
            Some(3..=6) => 1,
            Some(7..) | None => 2,
        };
        Self(1 + far + (wrong - 1).min(2) as u8)
    }
}

impl Puzzle {
    /// The puzzle of a position; none if it is not one.
    ///
    /// ```
    /// use tihbat::puzzles::Puzzle;
    /// use tihbat::{Analysis, Position, rules, solve};
    ///
    /// let rules = rules::TIHBAT;
    /// let table = solve::table(rules.clauses(), rules.seeds())?;
    /// let analysis = Analysis::new(rules, &table)?;
    /// // Whatever South plays at the start, North wins.
    /// assert_eq!(Puzzle::of(&analysis, &Position::start(&rules))?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn of(analysis: &Analysis, position: &Position) -> Result<Option<Self>, AnalysisError> {
        let moves = analysis.best(position)?;
        let outcome = |ranked: &RankedMove| position.finals(ranked.value.margin()).outcome(position.side);
        let [best, second, ..] = &moves[..] else { return Ok(None) };
        let holds = outcome(best);
        // The moves are ordered by margin, so the second one has the best outcome of the others.
        if holds == Outcome::Loss || outcome(second) == holds {
            return Ok(None);
        }
        let grade = Grade::of(best, moves.len() - 1);
        Ok(Some(Self { position: *position, holds, grade, moves }))
    }

    /// Returns whether the move that holds captures nothing although another move captures.
    pub fn is_quiet(&self) -> bool {
        let captures = |ranked: &RankedMove| ranked.play.captured != Seeds::NONE;
        self.moves.split_first().is_some_and(|(best, others)| !captures(best) && others.iter().any(captures))
    }
}

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Puzzles at most.
    pub count: usize,
    /// The layers of their boards.
    pub layers: LayerRange,
    /// The easiest grade.
    pub easiest: Grade,
    /// The hardest grade.
    pub hardest: Grade,
}

/// Positions that are looked at for each puzzle that is wanted.
const ATTEMPTS: usize = 5_000;

/// Finds different puzzles by looking at random positions. There may be fewer than are wanted.
///
/// # Errors
/// Like [`Puzzle::of`].
pub fn find(analysis: &Analysis, wanted: Wanted, random: &mut Draw<'_>) -> Result<Vec<Puzzle>, AnalysisError> {
    let (mut puzzles, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..ATTEMPTS.saturating_mul(wanted.count) {
        if puzzles.len() == wanted.count {
            break;
        }
        let position = any_board(analysis.rules(), analysis.table(), wanted.layers, random);
        let grades = wanted.easiest..=wanted.hardest;
        let puzzle = Puzzle::of(analysis, &position)?.filter(|puzzle| grades.contains(&puzzle.grade));
        puzzles.extend(puzzle.filter(|puzzle| seen.insert(puzzle.position.board)));
    }
    Ok(puzzles)
}
