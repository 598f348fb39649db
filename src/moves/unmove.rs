//! Moves taken back
//!
//! Which boards can have been before this one? For every own pit of the player who has just moved, what the pit holds
//! says which lifts are possible, and each ends one pit further than the one before. So all of them are tried at once,
//! as bits: a lift fits if every pit that it sows holds enough, which is a run of pits behind the origin, and it has
//! captured nothing if the pit of its last seed holds no number that counts. What remains is as many bits as there
//! are moves to take back.
//!
//! Many boards are asked at a time, in steps that are the same for all: the lifts that fit, those of them that captured
//! nothing, and then lift after lift, whichever board it leads to. So no branch depends on how many a board has.

use std::hint::select_unpredictable;

use crate::board::Board;
use crate::rules::GrandSlam;
use crate::shape::{MAX_ROW, Shape, Word};

use super::Moves;
use super::sowing::{Lifts, Sowing, Window};

/// Boards that are asked at a time.
const TOGETHER: usize = 64;

/// Moves taken back, with the room that this takes.
///
/// ```
/// use tihbat::{board::Board, moves::Moves, rules::TIHBAT};
///
/// let moves = Moves::new(TIHBAT.clauses(), TIHBAT.clauses().shape());
/// let board: Board = "0-3-1-1".parse()?;
/// let mut before = Vec::new();
/// moves.unmoves().for_each_predecessor([board], |board| before.push(board));
/// for board in before {
///     assert!(moves.list(board).iter().any(|play| play.board.to_string() == "0-3-1-1"));
/// }
/// # Ok::<(), tihbat::board::BoardError>(())
/// ```
pub struct Unmoves<'a, S: Shape> {
    moves: &'a Moves<S>,
    /// Boards that some lift leads to, seen by the player who has just moved.
    after: [S::Word; TOGETHER],
    /// Those lifts, as bits: bit i of the bits for an origin stands for the i-th of its window.
    lifts: [S::Word; TOGETHER],
    /// Boards before that no such lift leads from: by a pass, or by a lift past its window.
    others: Vec<Board<S>>,
}

impl<S: Shape> Moves<S> {
    /// Ready to take moves back.
    pub fn unmoves(&self) -> Unmoves<'_, S> {
        Unmoves { moves: self, after: [S::Word::ZERO; TOGETHER], lifts: [S::Word::ZERO; TOGETHER], others: Vec::new() }
    }
}

impl<S: Shape> Unmoves<'_, S> {
    /// Calls `visit` for every board from which a move that captures nothing, or a pass, leads to one of `boards`: once
    /// for each such move. Boards are seen by their own mover.
    #[inline(always)]
    pub fn for_each_predecessor(
        &mut self,
        boards: impl IntoIterator<Item = Board<S>>,
        mut visit: impl FnMut(Board<S>),
    ) {
        let mut boards = boards.into_iter();
        loop {
            let (asked, fitting) = self.ask(boards.by_ref().take(TOGETHER));
            let quiet = if self.moves.slams_take_nothing() { fitting } else { self.keep_quiet(fitting) };
            let mut at = 0;
            let mut lifts = self.lifts[0];
            loop {
                let before = if at < quiet {
                    let (after, lift) = (self.after[at % TOGETHER], lifts.lowest_bit());
                    lifts = lifts.without_lowest_bit();
                    at += usize::from(lifts == S::Word::ZERO);
                    lifts = select_unpredictable(lifts == S::Word::ZERO, self.lifts[at % TOGETHER], lifts);
                    self.moves.before(after, lift)
                } else if let Some(before) = self.others.pop() {
                    Some(before)
                } else {
                    break;
                };
                if let Some(before) = before {
                    visit(before);
                }
            }
            if asked < TOGETHER {
                return;
            }
        }
    }

    /// Finds the lifts that fit, of at most as many boards as there is room for. The answer is the number of these boards,
    /// and of those that have any.
    #[inline(always)]
    fn ask(&mut self, boards: impl Iterator<Item = Board<S>>) -> (usize, usize) {
        let (mut asked, mut found) = (0, 0);
        for board in boards {
            let lifts = self.moves.fitting_lifts(board.turned(), &mut self.others);
            self.after[found % TOGETHER] = board.turned().word();
            self.lifts[found % TOGETHER] = lifts;
            asked += 1;
            found += usize::from(lifts != S::Word::ZERO);
        }
        (asked, found)
    }

    /// Keeps the lifts that captured nothing, of the first boards. The answer is the number of boards that still have any.
    #[inline(always)]
    fn keep_quiet(&mut self, boards: usize) -> usize {
        let mut found = 0;
        for at in 0..boards {
            let after = self.after[at % TOGETHER];
            let lifts = self.lifts[at % TOGETHER] & self.moves.quiet_lifts(after);
            self.after[found % TOGETHER] = after;
            self.lifts[found % TOGETHER] = lifts;
            found += usize::from(lifts != S::Word::ZERO);
        }
        found
    }
}

impl<S: Shape> Moves<S> {
    /// The lifts that may have led to this board, but for their captures. Boards before it that are not found by them, for
    /// a pass or a lift past its window, are added to `others`.
    #[inline(always)]
    fn fitting_lifts(&self, board: Board<S>, others: &mut Vec<Board<S>>) -> S::Word {
        if self.passing && self.must_pass(board) {
            others.push(board);
        }
        let (after, pits) = (board.word(), self.shape.pits());
        let fewest = self.fewest_in_a_pit(after);
        let more = self.pits_with_more(after, fewest);
        // The origin alone may be empty.
        if self.skips_origin && (fewest > 0 || more.count_ones() as usize >= 2 * (pits - 1)) {
            self.long_lifts(after, others);
        }
        let windows = &self.windows[usize::from(fewest) % self.windows.len()];
        let mut lifts = S::Word::ZERO;
        for pit in 0..self.shape.row() {
            let Window { all, some } = windows[usize::from(after.byte(pit)) % windows.len()];
            // The pits behind the origin that hold more than the emptiest, without a gap.
            let behind = more >> pit | 1;
            let run = behind & !behind.wrapping_add(1);
            lifts = lifts | S::Word::narrow((u32::from(all) | u32::from(some) & run).into()).up_bits(pits * pit);
        }
        lifts
    }

    /// The lifts past the window: those that come round again to pits behind an origin that they pass over.
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
                    others.extend(self.before_lift(after, pit, seeds));
                }
            }
        }
    }

    /// The board before a lift, which is given by its bit.
    #[inline(always)]
    fn before(&self, after: S::Word, bit: usize) -> Option<Board<S>> {
        let pits = self.shape.pits();
        let pit = bit / pits % MAX_ROW;
        let base = self.lifts[usize::from(after.byte(pit))].base;
        self.before_lift(after, pit, base + (bit % pits) as u8)
    }

    /// The board from which `seeds` seeds were lifted, if that was a legal move that captured nothing. It did not end on a
    /// capturing number, or such captures may take nothing.
    #[inline(always)]
    fn before_lift(&self, after: S::Word, pit: usize, seeds: u8) -> Option<Board<S>> {
        let Sowing { change, last } = self.sowings[pit][usize::from(seeds)];
        let before = after.minus(change);
        let rare = before & self.matters == S::Word::ZERO || self.slams_take_nothing() && self.captures(after, last);
        let before = Board::from_word(before, self.shape);
        (!rare || self.stays(before, pit)).then_some(before)
    }

    /// The seeds of the pit that holds the fewest.
    #[inline(always)]
    fn fewest_in_a_pit(&self, board: S::Word) -> u8 {
        // The lower number of both rows, pit by pit, then of these.
        let (own, opposite) = (board & self.shape.own(), board.down(self.shape.row()));
        let not_above = (opposite | S::Word::TOPS).minus(own) & S::Word::TOPS;
        let take_own = not_above.minus(not_above.down_bits(7));
        let lower = own & take_own | opposite & !take_own;
        (0..self.shape.row()).map(|pit| lower.byte(pit)).fold(u8::MAX, u8::min)
    }

    /// Bit j is set if pit j holds more than `seeds` seeds; all bits are there twice, so that a shift by j brings those
    /// of the pits behind pit j down.
    #[inline(always)]
    fn pits_with_more(&self, board: S::Word, seeds: u8) -> u32 {
        let pits = self.shape.pits();
        let more = (board | S::Word::TOPS).minus(S::Word::all(seeds + 1)).tops() & ((1 << pits) - 1);
        more | more << pits
    }

    /// The lifts of all origins that end in a pit where they capture nothing.
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

    /// Whether lifting this pit is legal and captures nothing.
    #[cold]
    #[inline(never)]
    fn stays(&self, board: Board<S>, pit: usize) -> bool {
        let legal = self.legal(board);
        let quiet =
            || legal.quiet >> pit & 1 == 1 || self.candidate(board.word(), pit).is_some_and(|c| c.captured == 0);
        legal.pits >> pit & 1 == 1 && quiet()
    }

    /// Whether the mover has seeds on the board to play for, but no legal move.
    #[inline(always)]
    fn must_pass(&self, board: Board<S>) -> bool {
        let none = self.none_liftable(board);
        if none || self.grand_slam == GrandSlam::Allowed {
            return none && board.word() != S::Word::ZERO;
        }
        self.legal(board).pits == 0
    }

    /// Whether no own pit holds enough seeds to be lifted.
    #[inline(always)]
    fn none_liftable(&self, board: Board<S>) -> bool {
        let row = board.word() & self.shape.own();
        if self.lift_min == 1 {
            return row == S::Word::ZERO;
        }
        (0..self.shape.row()).all(|pit| row.byte(pit) < self.lift_min)
    }
}
