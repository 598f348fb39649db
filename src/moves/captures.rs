//! Captures, and the number of quiet moves
//!
//! A solver follows quiet moves by unmoves, so in the forward pass it needs only their number. The result of each pit is computed
//! for all pits first, as bits, so that no branch depends on a single pit. Then the captures are visited.

use crate::board::{Board, Seeds};
use crate::shape::{MAX_ROW, Shape, Word};

use super::{Moves, Slam};

impl<S: Shape> Moves<S> {
    /// Calls `visit` for every legal capture, with the captured seeds and the successor, which the opponent moves on. Returns the
    /// number of quiet moves, a pass included, or none if the game is over.
    ///
    /// The moves are those of [`Moves::for_each`].
    #[inline(always)]
    pub fn for_each_capture(&self, board: Board<S>, mut visit: impl FnMut(Seeds, Board<S>)) -> Option<u32> {
        let word = board.word();
        if self.empty_row_matters && word & self.shape.opposite() == S::Word::ZERO {
            return self.captures_by_clauses(board, visit);
        }
        let mut after = [S::Word::ZERO; MAX_ROW];
        let mut last = [0; MAX_ROW];
        let mut captures = 0;
        for pit in 0..self.shape.row() {
            let seeds = word.byte(pit);
            let sowing = self.sowings[pit & (MAX_ROW - 1)][usize::from(seeds)];
            after[pit & (MAX_ROW - 1)] = word.plus(sowing.change);
            last[pit & (MAX_ROW - 1)] = sowing.last;
            captures |= u32::from(self.captures(after[pit & (MAX_ROW - 1)], sowing.last)) << pit;
        }
        let liftable = self.liftable(word);
        let mut quiet_moves = (liftable & !captures).count_ones();
        let mut any = false;
        captures &= liftable;
        while captures != 0 {
            let pit = captures.trailing_zeros() as usize & (MAX_ROW - 1);
            captures &= captures - 1;
            let (rest, captured) = self.capture(after[pit], last[pit]);
            if rest & self.matters == S::Word::ZERO {
                match self.slam(after[pit]) {
                    Slam::Takes => {}
                    Slam::TakesNothing => {
                        quiet_moves += 1;
                        continue;
                    }
                    // If nothing else is legal, the cold path decides below.
                    Slam::Waits => continue,
                }
            }
            any = true;
            visit(Seeds::from_byte(captured), Board::from_word(rest, self.shape).turned());
        }
        if any || quiet_moves > 0 { Some(quiet_moves) } else { self.captures_by_clauses(board, visit) }
    }

    /// Does the same where clauses about an empty row may matter.
    #[inline(always)]
    fn captures_by_clauses(&self, board: Board<S>, mut visit: impl FnMut(Seeds, Board<S>)) -> Option<u32> {
        let (quiet_moves, captures) = self.rare_captures(board);
        for (captured, after) in captures.into_iter().take_while(|&(captured, _)| captured != Seeds::NONE) {
            visit(captured, after);
        }
        quiet_moves
    }

    #[cold]
    #[inline(never)]
    fn rare_captures(&self, board: Board<S>) -> (Option<u32>, [(Seeds, Board<S>); MAX_ROW]) {
        let mut captures = [(Seeds::NONE, board); MAX_ROW];
        let (mut quiet_moves, mut at) = (0, 0);
        let open = self.for_each(board, |_, captured, after| {
            if captured == Seeds::NONE {
                quiet_moves += 1;
            } else {
                captures[at] = (captured, after);
                at += 1;
            }
        });
        (open.then_some(quiet_moves), captures)
    }
}
