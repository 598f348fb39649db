//! Unmoves: the predecessors of boards
//!
//! Which boards lead to this one by a quiet move? Take an own pit of the player who has just moved. The seeds in it tell which
//! lifts from it are possible, and each of these ends one pit further than the previous one. All of them are tried at once,
//! as bits. A lift fits if every pit that it sows holds enough; the pits of its last lap follow the origin without a gap. It is
//! quiet if its last pit holds no number of seeds that can be captured. Each bit that remains is an unmove.
//!
//! Many boards are handled together: first all lifts that fit, then the quiet ones among them, then lift after lift, of
//! whichever board. So no branch depends on how many predecessors a board has.

use std::hint::select_unpredictable;

use crate::board::Board;
use crate::rules::GrandSlam;
use crate::shape::{MAX_ROW, Shape, Word};

use super::Moves;
use super::sowing::{Lifts, Sowing, Window};

/// Boards that are handled together.
const LANES: usize = 64;

/// Enumerates predecessors. Holds the memory that this takes.
///
/// ```
/// use tihbat::{board::Board, moves::Moves, rules::TIHBAT};
///
/// let moves = Moves::new(TIHBAT.clauses(), TIHBAT.clauses().shape());
/// let board: Board = "0-3-1-1".parse()?;
/// let mut predecessors = Vec::new();
/// moves.unmoves().for_each_predecessor([board], |board| predecessors.push(board));
/// for board in predecessors {
///     assert!(moves.list(board).iter().any(|play| play.board.to_string() == "0-3-1-1"));
/// }
/// # Ok::<(), tihbat::board::BoardError>(())
/// ```
pub struct Unmoves<'a, S: Shape> {
    moves: &'a Moves<S>,
    /// Boards with at least one lift that may lead to them, in the view of the player who has just moved.
    after: [S::Word; LANES],
    /// These lifts, as bits: for each origin one bit for each lift of its window.
    lifts: [S::Word; LANES],
    /// Predecessors by a pass, or by a lift that is longer than its window.
    others: Vec<Board<S>>,
}

impl<S: Shape> Moves<S> {
    /// Prepares to enumerate predecessors.
    pub fn unmoves(&self) -> Unmoves<'_, S> {
        Unmoves { moves: self, after: [S::Word::ZERO; LANES], lifts: [S::Word::ZERO; LANES], others: Vec::new() }
    }
}

impl<S: Shape> Unmoves<'_, S> {
    /// Calls `visit` with every predecessor of `boards`: once for each quiet move, or pass, that leads from it to one of them.
    /// Each board is in the view of its own mover.
    #[inline(always)]
    pub fn for_each_predecessor(
        &mut self,
        boards: impl IntoIterator<Item = Board<S>>,
        mut visit: impl FnMut(Board<S>),
    ) {
        let mut boards = boards.into_iter();
        loop {
            let (taken, fitting) = self.find_fitting(boards.by_ref().take(LANES));
            let quiet = if self.moves.slams_take_nothing() { fitting } else { self.keep_quiet(fitting) };
            let mut at = 0;
            let mut lifts = self.lifts[0];
            loop {
                let predecessor = if at < quiet {
                    let (after, lift) = (self.after[at % LANES], lifts.lowest_bit());
                    lifts = lifts.without_lowest_bit();
                    at += usize::from(lifts == S::Word::ZERO);
                    lifts = select_unpredictable(lifts == S::Word::ZERO, self.lifts[at % LANES], lifts);
                    self.moves.predecessor(after, lift)
                } else if let Some(predecessor) = self.others.pop() {
                    Some(predecessor)
                } else {
                    break;
                };
                if let Some(predecessor) = predecessor {
                    visit(predecessor);
                }
            }
            if taken < LANES {
                return;
            }
        }
    }

    /// Finds the lifts that fit, for up to [`LANES`] boards. Returns the number of boards taken, and the number of those with a
    /// lift.
    #[inline(always)]
    fn find_fitting(&mut self, boards: impl Iterator<Item = Board<S>>) -> (usize, usize) {
        let (mut taken, mut found) = (0, 0);
        for board in boards {
            let lifts = self.moves.fitting_lifts(board.turned(), &mut self.others);
            self.after[found % LANES] = board.turned().word();
            self.lifts[found % LANES] = lifts;
            taken += 1;
            found += usize::from(lifts != S::Word::ZERO);
        }
        (taken, found)
    }

    /// Keeps the quiet lifts of the first boards. Returns the number of boards that still have a lift.
    #[inline(always)]
    fn keep_quiet(&mut self, boards: usize) -> usize {
        let mut found = 0;
        for at in 0..boards {
            let after = self.after[at % LANES];
            let lifts = self.lifts[at % LANES] & self.moves.quiet_lifts(after);
            self.after[found % LANES] = after;
            self.lifts[found % LANES] = lifts;
            found += usize::from(lifts != S::Word::ZERO);
        }
        found
    }
}

impl<S: Shape> Moves<S> {
    /// Returns the lifts that fit this board, whether they capture or not. Predecessors by a pass, or by a lift that is longer
    /// than its window, go to `others`.
    #[inline(always)]
    fn fitting_lifts(&self, board: Board<S>, others: &mut Vec<Board<S>>) -> S::Word {
        if board.word() & self.passing != S::Word::ZERO && self.must_pass(board) {
            others.push(board);
        }
        let (after, pits) = (board.word(), self.shape.pits());
        let fewest = self.fewest_in_a_pit(after);
        let more = self.pits_with_more(after, fewest);
        // Only the origin may be empty.
        if self.skips_origin && (fewest > 0 || more.count_ones() as usize >= 2 * (pits - 1)) {
            self.long_lifts(after, others);
        }
        let windows = &self.windows[usize::from(fewest) % self.windows.len()];
        let mut lifts = S::Word::ZERO;
        for pit in 0..self.shape.row() {
            let Window { all, some } = windows[usize::from(after.byte(pit)) % windows.len()];
            // The pits that follow the origin and hold more than the emptiest pit, up to the first gap.
            let following = more >> pit | 1;
            let run = following & !following.wrapping_add(1);
            lifts = lifts | S::Word::narrow((u32::from(all) | u32::from(some) & run).into()).up_bits(pits * pit);
        }
        lifts
    }

    /// Finds the lifts that are longer than their window. They skip their origin and go round once more.
    #[cold]
    #[inline(never)]
    fn long_lifts(&self, after: S::Word, others: &mut Vec<Board<S>>) {
        let full = after | S::Word::TOPS;
        for pit in 0..self.shape.row() {
            let Lifts { base, most, .. } = self.lifts[usize::from(after.byte(pit))];
            for seeds in base + self.shape.pits() as u8..=most {
                let sowing = self.sowings[pit][usize::from(seeds)];
                // A top bit is lost exactly where a pit holds fewer seeds than were sown into it.
                if full.minus(sowing.sown(pit, seeds)) & S::Word::TOPS != S::Word::TOPS {
                    break;
                }
                let quiet = self.slams_take_nothing() || !self.captures(after, sowing.last);
                if quiet && seeds >= self.lift_min {
                    others.extend(self.predecessor_by(after, pit, seeds));
                }
            }
        }
    }

    /// Returns the predecessor by a lift, which is given by its bit.
    #[inline(always)]
    fn predecessor(&self, after: S::Word, bit: usize) -> Option<Board<S>> {
        let pits = self.shape.pits();
        let pit = bit / pits % MAX_ROW;
        let base = self.lifts[usize::from(after.byte(pit))].base;
        self.predecessor_by(after, pit, base + (bit % pits) as u8)
    }

    /// Returns the board from which `seeds` seeds were lifted, if that was a legal quiet move. The caller knows that the move did
    /// not end in a pit that can be captured, or that grand slams take nothing.
    #[inline(always)]
    fn predecessor_by(&self, after: S::Word, pit: usize, seeds: u8) -> Option<Board<S>> {
        let Sowing { change, last } = self.sowings[pit][usize::from(seeds)];
        let board = after.minus(change);
        let rare = board & self.matters == S::Word::ZERO || self.slams_take_nothing() && self.captures(after, last);
        let board = Board::from_word(board, self.shape);
        (!rare || self.is_quiet_move(board, pit)).then_some(board)
    }

    /// Returns the number of seeds in the emptiest pit.
    #[inline(always)]
    fn fewest_in_a_pit(&self, board: S::Word) -> u8 {
        // The smaller number of each two opposite pits, then the smallest of these.
        let (own, opposite) = (board & self.shape.own(), board.down(self.shape.row()));
        let not_above = (opposite | S::Word::TOPS).minus(own) & S::Word::TOPS;
        let take_own = not_above.minus(not_above.down_bits(7));
        let lower = own & take_own | opposite & !take_own;
        (0..self.shape.row()).map(|pit| lower.byte(pit)).fold(u8::MAX, u8::min)
    }

    /// Returns bits: bit j is set if pit j holds more than `seeds` seeds. All bits are there twice, so that a shift by j brings
    /// the bits of the pits after pit j down.
    #[inline(always)]
    fn pits_with_more(&self, board: S::Word, seeds: u8) -> u32 {
        let pits = self.shape.pits();
        let more = (board | S::Word::TOPS).minus(S::Word::all(seeds + 1)).tops() & ((1 << pits) - 1);
        more | more << pits
    }

    /// Returns the lifts of all origins that end in a pit from which they capture nothing.
    #[inline(always)]
    fn quiet_lifts(&self, after: S::Word) -> S::Word {
        let pits = self.shape.pits();
        let within = after & self.place;
        let mut capturing = 0;
        for pair in 0..self.shape.row() {
            capturing |= u32::from(self.capturing_pairs[usize::from(within.pair(pair))]) << (2 * pair);
        }
        let mut quiet = !capturing & (u32::MAX >> (u32::BITS as usize - pits));
        quiet |= quiet << pits;
        let mut lifts = S::Word::ZERO;
        for pit in 0..self.shape.row() {
            let bits = quiet >> pit & (u32::MAX >> (u32::BITS as usize - pits));
            lifts = lifts | S::Word::narrow(bits.into()).up_bits(pits * pit);
        }
        lifts
    }

    #[inline(always)]
    fn slams_take_nothing(&self) -> bool {
        matches!(self.grand_slam, GrandSlam::TakesNothing | GrandSlam::TakesNothingIfOnly)
    }

    /// Whether lifting this pit is a legal quiet move.
    #[cold]
    #[inline(never)]
    fn is_quiet_move(&self, board: Board<S>, pit: usize) -> bool {
        let legal = self.legal(board);
        let quiet =
            || legal.quiet >> pit & 1 == 1 || self.candidate(board.word(), pit).is_some_and(|c| c.captured == 0);
        legal.pits >> pit & 1 == 1 && quiet()
    }

    /// Whether the mover has no legal move.
    #[inline(always)]
    fn must_pass(&self, board: Board<S>) -> bool {
        self.none_liftable(board) || self.grand_slam != GrandSlam::Allowed && self.legal(board).pits == 0
    }

    /// Whether no own pit holds enough seeds for a lift.
    #[inline(always)]
    fn none_liftable(&self, board: Board<S>) -> bool {
        let row = board.word() & self.shape.own();
        if self.lift_min == 1 {
            return row == S::Word::ZERO;
        }
        (0..self.shape.row()).all(|pit| row.byte(pit) < self.lift_min)
    }
}
