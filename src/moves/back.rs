//! Moves taken back
//!
//! Which boards can have been before this one? For every own pit of the player who has just moved, what the pit holds
//! says which lifts are possible, and each ends one pit further than the one before. So all of them are tried at once,
//! as bits: a lift fits if every pit that it sows holds enough, which is a run of pits behind the origin, and it has
//! captured nothing if the pit of its last seed holds no number that counts. What remains is as many bits as there
//! are moves to take back, and the only branch that cannot be foreseen is the end of the loop over them.

use crate::board::Board;
use crate::rules::GrandSlam;
use crate::shape::{MAX_ROW, Shape, Word};

use super::Moves;
use super::sowing::{Lifts, Sowing, Window};

impl<S: Shape> Moves<S> {
    /// Calls `visit` for every board from which a move that captures nothing, or a pass, leads to `board`: once for
    /// each such move. Boards are seen by their own mover.
    #[inline(always)]
    pub fn for_each_stay_before(&self, board: Board<S>, mut visit: impl FnMut(Board<S>)) {
        let turned = board.turned();
        let after = turned.word();
        if self.passing && self.must_pass(turned) {
            visit(turned);
        }
        let pits = self.shape.pits();
        let fewest = self.fewest_in_a_pit(after);
        let more = self.pits_with_more(after, fewest);
        let windows = &self.windows[usize::from(fewest) % self.windows.len()];
        // As many pits at a time as a word has bits for.
        let at_once = u64::BITS as usize / pits;
        let mut first = 0;
        while first < self.shape.row() {
            let mut lifts = 0;
            let mut bases = [0; MAX_ROW];
            for pit in first..self.shape.row().min(first + at_once) {
                let origin = usize::from(after.byte(pit));
                let Window { all, some } = windows[origin % windows.len()];
                let behind = more >> pit | 1;
                let run = behind & !behind.wrapping_add(1);
                lifts |= u64::from(u32::from(all) | u32::from(some) & run) << (pits * (pit - first));
                bases[pit - first] = self.lifts[origin].base;
            }
            if lifts != 0 && !self.slams_take_nothing() {
                lifts &= self.quiet_lifts(after, first);
            }
            while lifts != 0 {
                let bit = lifts.trailing_zeros() as usize;
                lifts &= lifts - 1;
                let pit = (bit / pits) & (MAX_ROW - 1);
                let seeds = bases[pit] + (bit % pits) as u8;
                self.visit_before(after, first + pit, seeds, &mut visit);
            }
            first += at_once;
        }
        // The origin alone may be empty.
        if self.skips_origin && (fewest > 0 || more.count_ones() as usize >= 2 * (pits - 1)) {
            self.for_each_long_before(after, &mut visit);
        }
    }

    /// The lifts past the window: those that come round again to pits behind an origin that they pass over.
    fn for_each_long_before(&self, after: S::Word, visit: &mut impl FnMut(Board<S>)) {
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
                    self.visit_before(after, pit, seeds, visit);
                }
            }
        }
    }

    /// Visits the board from which `seeds` seeds were lifted, if that was a legal move that captured nothing. It did
    /// not end on a capturing number, or such captures may take nothing.
    #[inline(always)]
    fn visit_before(&self, after: S::Word, pit: usize, seeds: u8, visit: &mut impl FnMut(Board<S>)) {
        let Sowing { change, last } = self.sowings[pit & (MAX_ROW - 1)][usize::from(seeds)];
        let before = after.minus(change);
        let rare = before & self.matters == S::Word::ZERO || self.slams_take_nothing() && self.captures(after, last);
        let before = Board::from_word(before, self.shape);
        if !rare || self.stays(before, pit) {
            visit(before);
        }
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

    /// The lifts that end in a pit where they capture nothing, for the pits from `first` on.
    #[inline(always)]
    fn quiet_lifts(&self, after: S::Word, first: usize) -> u64 {
        let pits = self.shape.pits();
        let within = after & self.place;
        let mut capturing = 0;
        for pair in 0..self.shape.row() {
            capturing |= u64::from(self.capturing_pairs[usize::from(within.pair(pair))]) << (2 * pair);
        }
        let mut quiet = !capturing & ((1 << pits) - 1);
        quiet |= quiet << pits;
        let mut lifts = 0;
        for at in 0..self.shape.row().min(u64::BITS as usize / pits) {
            lifts |= (quiet >> (first + at) & ((1 << pits) - 1)) << (pits * at);
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
