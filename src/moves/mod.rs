//! Moves and unmoves
//!
//! [`Moves`] is a set of clauses, prepared for play. For every pit and every number of seeds it holds the word that a sowing
//! adds to the board, so sowing is one addition for any number of laps. Some clauses depend on the other moves of the
//! same board (feeding, grand slams that are legal only if no other move is). They matter rarely, and a cold path that lists all
//! candidates decides them. The hot path makes one comparison for them.
//!
//! An unmove is the reverse of a quiet move. [`Unmoves::for_each_predecessor`] finds the predecessors of a board by
//! subtracting every sowing that fits. A predecessor is visited once for each quiet move that leads from it to the board.

mod captures;
mod sowing;
mod unmove;

use crate::board::{Board, Pit, Seeds};
use crate::rules::{Chain, Clauses, Feeding, GrandSlam, NoMove, OriginOnLaps, Place};
use crate::shape::{Any, MAX_ROW, MAX_SEEDS, Shape, Word};

use sowing::{LiftsByOrigin, Sowing, Sowings, Windows};
pub use unmove::Unmoves;

/// A set of clauses, ready to play on boards of one shape.
pub struct Moves<S: Shape = Any> {
    shape: S,
    /// By pit and seeds lifted.
    sowings: Box<Sowings<S::Word>>,
    /// By the seeds that the origin holds after the sowing.
    lifts: Box<LiftsByOrigin>,
    windows: Box<Windows>,
    /// By the seeds of a pit: whether they can be captured.
    capturing: Box<[bool; 256]>,
    /// The same for two pits, as bits.
    capturing_pairs: Box<[u8; 1 << 16]>,
    fewest_captured: usize,
    /// `0xff` in every pit where a capture can be made.
    place: S::Word,
    lift_min: u8,
    /// The same in every byte.
    lift_min_everywhere: S::Word,
    skips_origin: bool,
    chain: bool,
    grand_slam: GrandSlam,
    feeding: bool,
    passing: bool,
    no_move: NoMove,
    /// Whether an empty row of the opponent makes a difference to what is legal.
    empty_row_matters: bool,
    /// The pits that make a difference if they are all empty: the opponent's row if that matters, or the whole board,
    /// which is never empty in an unmove.
    matters: S::Word,
}

/// One legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play<S: Shape = Any> {
    /// The pit lifted; none for a pass.
    pub pit: Option<Pit>,
    /// Seeds captured.
    pub captured: Seeds,
    /// The board afterwards, as the opponent sees it.
    pub board: Board<S>,
}

/// What a candidate move does, before it is asked whether it is legal.
#[derive(Clone, Copy)]
struct Candidate<W> {
    /// The board right after the sowing, the mover's row first.
    sown: W,
    /// The same after the capture.
    rest: W,
    captured: u8,
    slam: bool,
}

/// What becomes of a grand slam before the other moves of its board are looked at.
enum Slam {
    /// It is a capture like any other.
    Takes,
    /// It is a move that leaves the seeds where they are.
    TakesNothing,
    /// It is illegal, unless there is no other move.
    Waits,
}

/// The pits that may be lifted, and whether their captures count.
#[derive(Clone, Copy)]
struct Legal {
    /// Bit `pit` is set if that pit may be lifted.
    pits: u8,
    /// Bit `pit` is set if that pit's capture is left where it is.
    quiet: u8,
}

impl<S: Shape> Moves<S> {
    /// The clauses, for boards of the shape that they name.
    pub fn new(clauses: &Clauses, shape: S) -> Self {
        debug_assert_eq!(shape.row(), usize::from(clauses.pits()));
        let mut capturing = Box::new([false; 256]);
        for seeds in 1..=MAX_SEEDS {
            capturing[usize::from(seeds)] = clauses.counts().holds(seeds);
        }
        let mut capturing_pairs: Box<[u8; 1 << 16]> = vec![0; 1 << 16].try_into().expect("the number of pairs");
        for (second, pairs) in capturing_pairs.chunks_exact_mut(256).enumerate().take(usize::from(MAX_SEEDS) + 1) {
            for (pair, &first) in pairs.iter_mut().zip(&capturing[..=usize::from(MAX_SEEDS)]) {
                *pair = u8::from(first) | u8::from(capturing[second]) << 1;
            }
        }
        let place = match clauses.place() {
            Place::Own => shape.own(),
            Place::Opponent => shape.opposite(),
            Place::Both => shape.own() | shape.opposite(),
        };
        let feeding = clauses.feeding() == Feeding::IfAble;
        let empty_row_matters = feeding || clauses.grand_slam() != GrandSlam::Allowed;
        let sowings = sowing::sowings(clauses, shape);
        let (lifts, windows) = sowing::lifts(clauses, shape, &sowings);
        Self {
            shape,
            sowings,
            lifts,
            windows,
            capturing,
            capturing_pairs,
            fewest_captured: clauses.counts().fewest(),
            place,
            lift_min: clauses.lift_min(),
            lift_min_everywhere: S::Word::all(clauses.lift_min()),
            skips_origin: clauses.origin_on_laps() == OriginOnLaps::Skipped,
            chain: clauses.chain() == Chain::Backwards,
            grand_slam: clauses.grand_slam(),
            feeding,
            passing: clauses.no_move() == NoMove::Pass,
            no_move: clauses.no_move(),
            empty_row_matters,
            matters: if empty_row_matters { shape.opposite() } else { shape.own() | shape.opposite() },
        }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> S {
        self.shape
    }

    /// The smallest capturing count: a capture takes at least this many seeds.
    pub fn fewest_captured(&self) -> usize {
        self.fewest_captured
    }

    /// Calls `visit` with the captured seeds and the board afterwards, as the opponent sees it, for every legal move
    /// in the order of the pits; a pass is a move here. Returns false, without a call, if the game is over.
    #[inline(always)]
    pub fn for_each(&self, board: Board<S>, mut visit: impl FnMut(Option<Pit>, Seeds, Board<S>)) -> bool {
        let word = board.word();
        let mut legal = Legal { pits: u8::MAX, quiet: 0 };
        // Whether `legal` has heard every clause; otherwise a grand slam is dealt with when it turns up.
        let mut settled = !self.empty_row_matters;
        if !settled && word & self.shape.opposite() == S::Word::ZERO {
            legal = self.legal(board);
            settled = true;
        }
        let mut any = false;
        loop {
            let mut slams = false;
            let mut pits = self.liftable(word) & u32::from(legal.pits);
            while pits != 0 {
                let pit = pits.trailing_zeros() as usize & (MAX_ROW - 1);
                pits &= pits - 1;
                let seeds = word.byte(pit);
                let Sowing { change, last } = self.sowings[pit][usize::from(seeds)];
                let after = word.plus(change);
                let mut rest = after;
                let mut captured = 0;
                if self.captures(after, last) && legal.quiet >> pit & 1 == 0 {
                    (rest, captured) = self.capture(after, last);
                    if rest & self.matters == S::Word::ZERO && !settled {
                        match self.slam(after) {
                            Slam::Takes => {}
                            Slam::TakesNothing => (rest, captured) = (after, 0),
                            Slam::Waits => {
                                slams = true;
                                continue;
                            }
                        }
                    }
                }
                any = true;
                let turned = Board::from_word(rest, self.shape).turned();
                visit(Some(Pit::new(pit)), Seeds::from_byte(captured), turned);
            }
            if any || !slams {
                break;
            }
            // Every candidate is a grand slam: the clause says whether they are legal then.
            legal = self.legal(board);
            settled = true;
        }
        if !any && self.passing && word != S::Word::ZERO {
            any = true;
            visit(None, Seeds::NONE, board.turned());
        }
        any
    }

    /// Returns all legal moves in the order of the pits, or the pass; empty if the game is over.
    pub fn list(&self, board: Board<S>) -> Vec<Play<S>> {
        let mut plays = Vec::with_capacity(self.shape.row());
        self.for_each(board, |pit, captured, board| plays.push(Play { pit, captured, board }));
        plays
    }

    /// All legal moves under the opening rule: nothing is captured, and feeding is judged by the board after sowing.
    pub fn list_by_opening_rule(&self, board: Board<S>) -> Vec<Play<S>> {
        let opposite = self.shape.opposite();
        let mut plays = Vec::with_capacity(self.shape.row());
        for pit in 0..self.shape.row() {
            if let Some(candidate) = self.candidate(board.word(), pit) {
                plays.push((pit, candidate.sown));
            }
        }
        if self.feeding && board.word() & opposite == S::Word::ZERO {
            let feeds = |&(_, sown): &(usize, S::Word)| sown & opposite != S::Word::ZERO;
            if plays.iter().any(feeds) {
                plays.retain(feeds);
            }
        }
        let play = |(pit, sown)| Play {
            pit: Some(Pit::new(pit)),
            captured: Seeds::NONE,
            board: Board::from_word(sown, self.shape).turned(),
        };
        let plays: Vec<_> = plays.into_iter().map(play).collect();
        if plays.is_empty() && self.passing && board.total() != Seeds::NONE {
            return vec![Play { pit: None, captured: Seeds::NONE, board: board.turned() }];
        }
        plays
    }

    /// What the mover gets more than the opponent if the game is over on this board, by the clause about a player
    /// without a legal move; meaningless on any other board.
    pub fn ending(&self, board: Board<S>) -> i8 {
        let [own, total] = [board.own_seeds(), board.total()].map(|seeds| u8::from(seeds) as i8);
        match self.no_move {
            // The opponent's seeds first: twice the own ones may be more than a byte holds.
            NoMove::OwnRow => own - (total - own),
            NoMove::OpponentTakes => -total,
            // A passing game ends on the empty board alone.
            NoMove::Pass | NoMove::Split => 0,
        }
    }

    /// The board without the seeds of a pit.
    #[inline(always)]
    fn lift(&self, word: S::Word, pit: usize, seeds: u8) -> S::Word {
        word.minus(S::Word::at(pit, seeds))
    }

    /// Bit `pit` is set if an own pit holds enough seeds to be lifted.
    #[inline(always)]
    fn liftable(&self, word: S::Word) -> u32 {
        (word | S::Word::TOPS).minus(self.lift_min_everywhere).tops() & ((1 << self.shape.row()) - 1)
    }

    /// What becomes of a capture that leaves the opponent's row empty, which held something after the sowing or not.
    #[cold]
    #[inline(never)]
    fn slam(&self, sown: S::Word) -> Slam {
        if sown & self.shape.opposite() == S::Word::ZERO {
            return Slam::Takes;
        }
        match self.grand_slam {
            GrandSlam::Allowed => Slam::Takes,
            GrandSlam::TakesNothing => Slam::TakesNothing,
            GrandSlam::Forbidden | GrandSlam::ForbiddenUnlessOnly | GrandSlam::TakesNothingIfOnly => Slam::Waits,
        }
    }

    /// Whether a sowing that ends in pit `last` captures.
    #[inline(always)]
    fn captures(&self, after: S::Word, last: u8) -> bool {
        self.capturing[usize::from((after & self.place).byte(usize::from(last)))]
    }

    /// What is left after a capture from pit `last` backwards, and how many seeds were taken; that pit captures.
    #[inline(always)]
    fn capture(&self, after: S::Word, last: u8) -> (S::Word, u8) {
        let mut pit = usize::from(last);
        let mut rest = after;
        let mut captured = 0;
        loop {
            let seeds = after.byte(pit);
            rest = self.lift(rest, pit, seeds);
            captured += seeds;
            pit = if pit == 0 { self.shape.pits() - 1 } else { pit - 1 };
            // A chain that has come round finds its first pit empty.
            if !self.chain || !self.captures(rest, pit as u8) {
                return (rest, captured);
            }
        }
    }

    /// Whether a capture took every seed of the opponent's row.
    #[inline(always)]
    fn is_slam(&self, sown: S::Word, rest: S::Word) -> bool {
        rest & self.shape.opposite() == S::Word::ZERO && sown & self.shape.opposite() != S::Word::ZERO
    }

    /// What lifting a pit does; none if it holds too few seeds.
    fn candidate(&self, word: S::Word, pit: usize) -> Option<Candidate<S::Word>> {
        let seeds = word.byte(pit);
        if seeds < self.lift_min {
            return None;
        }
        let Sowing { change, last } = self.sowings[pit][usize::from(seeds)];
        let sown = word.plus(change);
        let (rest, captured) = if self.captures(sown, last) { self.capture(sown, last) } else { (sown, 0) };
        Some(Candidate { sown, rest, captured, slam: self.is_slam(sown, rest) })
    }

    /// Which pits may be lifted, by all clauses. The cold path: lists every candidate.
    #[cold]
    #[inline(never)]
    fn legal(&self, board: Board<S>) -> Legal {
        let word = board.word();
        let opposite = self.shape.opposite();
        let candidates: [_; MAX_ROW] =
            std::array::from_fn(|pit| if pit < self.shape.row() { self.candidate(word, pit) } else { None });
        let pits_where = |test: &dyn Fn(&Candidate<S::Word>) -> bool| {
            let holds = |candidate: &Option<Candidate<S::Word>>| candidate.as_ref().is_some_and(test);
            (0..MAX_ROW).filter(|&pit| holds(&candidates[pit])).fold(0, |pits, pit| pits | 1 << pit)
        };
        let all: u8 = pits_where(&|_| true);
        let slams = pits_where(&|candidate| candidate.slam);
        let emptying = pits_where(&|candidate| candidate.rest & opposite == S::Word::ZERO);
        let (mut pits, quiet) = match self.grand_slam {
            GrandSlam::Allowed => (all, 0),
            GrandSlam::Forbidden => (all & !slams, 0),
            GrandSlam::ForbiddenUnlessOnly => (if emptying == all { all } else { all & !slams }, 0),
            GrandSlam::TakesNothing => (all, slams),
            GrandSlam::TakesNothingIfOnly => {
                if slams == all {
                    (all, slams)
                } else {
                    (all & !slams, 0)
                }
            }
        };
        if self.feeding && word & opposite == S::Word::ZERO {
            let feeding = pits & (!emptying | quiet);
            if feeding != 0 {
                pits = feeding;
            }
        }
        Legal { pits, quiet }
    }
}
