//! Captures alone
//!
//! A solver that is about to follow every move backwards needs of the moves that stay in the layer only how many there
//! are. What each pit does is worked out for all pits first, as bits, so that no branch depends on one of them; then the
//! captures are visited.

use crate::board::{Board, Seeds};
use crate::shape::{MAX_ROW, Shape, Word};

use super::{Moves, Slam};

impl<S: Shape> Moves<S> {
    /// Calls `visit` with the captured seeds and the board afterwards, as the opponent sees it, for every legal move
    /// that captures, and answers the number of the others, a pass among them; none if the game is over.
    ///
    /// The same moves as [`Moves::for_each`] has.
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
        let mut stays = (liftable & !captures).count_ones();
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
                        stays += 1;
                        continue;
                    }
                    // Those that are legal if there is nothing else are heard of below.
                    Slam::Waits => continue,
                }
            }
            any = true;
            visit(Seeds::from_byte(captured), Board::from_word(rest, self.shape).turned());
        }
        if any || stays > 0 { Some(stays) } else { self.captures_by_clauses(board, visit) }
    }

    /// The same where the clauses about an empty row have a say.
    #[inline(always)]
    fn captures_by_clauses(&self, board: Board<S>, mut visit: impl FnMut(Seeds, Board<S>)) -> Option<u32> {
        let (stays, captures) = self.rare_captures(board);
        for (captured, after) in captures.into_iter().take_while(|&(captured, _)| captured != Seeds::NONE) {
            visit(captured, after);
        }
        stays
    }

    #[cold]
    #[inline(never)]
    fn rare_captures(&self, board: Board<S>) -> (Option<u32>, [(Seeds, Board<S>); MAX_ROW]) {
        let mut captures = [(Seeds::NONE, board); MAX_ROW];
        let (mut stays, mut at) = (0, 0);
        let open = self.for_each(board, |_, captured, after| {
            if captured == Seeds::NONE {
                stays += 1;
            } else {
                captures[at] = (captured, after);
                at += 1;
            }
        });
        (open.then_some(stays), captures)
    }
}
