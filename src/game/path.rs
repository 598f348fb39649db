//! What a move does, pit by pit
//!
//! A solver needs only the board after a move. Whoever shows a move wants to see each seed fall, and what is captured. The
//! captured pits are those that differ between the board right after the sowing and the board after the move, so a capture
//! that takes nothing, by the clause about grand slams or by the opening rule, captures no pit here.

use crate::board::{Board, Pit, Seeds};
use crate::moves::Play;
use crate::rules::{Clauses, First, OriginOnLaps};
use crate::shape::Shape;

/// A move, seed by seed. Pits are numbered in the mover's view: their row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SowingPath {
    /// The pit that is lifted.
    pub origin: Pit,
    /// The pits in which the seeds fall, in order, one for each seed; at least one.
    pub pits: Vec<Pit>,
    /// The pits that are captured, with their seeds: the pit of the last seed first, then clockwise.
    pub captured: Vec<(Pit, Seeds)>,
}

impl SowingPath {
    /// The sowing of a legal move on a board; none for a pass.
    ///
    /// ```
    /// use tihbat::game::SowingPath;
    /// use tihbat::{Moves, Position, rules::TIHBAT};
    ///
    /// let board = Position::parse("3-1-1-1", &TIHBAT)?.board;
    /// let play = Moves::shared(TIHBAT.clauses()).list(board)[0];
    /// let sowing = SowingPath::new(TIHBAT.clauses(), board, &play).ok_or("no pass")?;
    /// let pits: Vec<_> = sowing.pits.iter().map(|pit| pit.number()).collect();
    /// // The first seed falls back into its pit.
    /// assert_eq!(pits, [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(clauses: &Clauses, board: Board, play: &Play) -> Option<Self> {
        let origin = play.pit?;
        let pits = path(clauses, board, origin);
        let sown = |pit: Pit| {
            let left = if pit == origin { 0 } else { board.seeds(pit).count() };
            left + pits.iter().filter(|&&sown| sown == pit).count()
        };
        let (rest, around) = (play.board.turned(), clauses.shape().pits());
        let last = pits.last()?.number();
        let captured = (0..around).map(|back| Pit::new((last + around - back) % around)).filter_map(|pit| {
            let seeds = sown(pit) - rest.seeds(pit).count();
            Seeds::new(seeds).filter(|&seeds| seeds != Seeds::NONE).map(|seeds| (pit, seeds))
        });
        Some(Self { origin, captured: captured.collect(), pits: pits.clone() })
    }
}

/// The pits in which the seeds of a lift fall, in order.
fn path(clauses: &Clauses, board: Board, origin: Pit) -> Vec<Pit> {
    let around = clauses.shape().pits();
    let mut pits = Vec::with_capacity(board.seeds(origin).count());
    let mut next = origin.number();
    if clauses.first() == First::Next {
        next = (next + 1) % around;
    }
    for _ in 0..board.seeds(origin).count() {
        let first = pits.is_empty() && clauses.first() == First::Origin;
        if next == origin.number() && !first && clauses.origin_on_laps() == OriginOnLaps::Skipped {
            next = (next + 1) % around;
        }
        pits.push(Pit::new(next));
        next = (next + 1) % around;
    }
    pits
}
