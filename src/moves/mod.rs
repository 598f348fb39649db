//! Moves and unmoves
//!
//! [`Moves`] holds a set of clauses, prepared for play. For every pit and every number of seeds it knows the word that the sowing
//! adds to a board, so a sowing is one addition, whatever the laps. A few clauses ask about the other moves of the same board:
//! feeding, and grand slams that are legal only if nothing else is. They rarely matter. A cold path lists all candidates for
//! them, and the hot path pays one comparison.
//!
//! An unmove is the reverse of a quiet move: [`Unmoves::for_each_predecessor`] subtracts every sowing that fits. It finds a
//! predecessor once for each quiet move that leads from it to the board.

mod captures;
mod shared;
mod sowing;
mod unmove;

use crate::board::{Board, Pit, Seeds};
use crate::rules::{Chain, Clauses, Feeding, GrandSlam, NoMove, OriginOnLaps, Place};
use crate::shape::{Any, MAX_ROW, MAX_SEEDS, Shape, Word};
use crate::value::Margin;

use sowing::{LiftsByOrigin, Sowing, Sowings, Windows};
pub use unmove::Unmoves;

/// A set of clauses, prepared for play on boards of one shape.
pub struct Moves<S: Shape = Any> {
    shape: S,
    /// By pit and number of seeds lifted.
    sowings: Box<Sowings<S::Word>>,
    /// By the number of seeds in the origin after the sowing.
    lifts: Box<LiftsByOrigin>,
    windows: Box<Windows>,
    /// By the number of seeds in a pit: whether they can be captured.
    capturing: Box<[bool; 256]>,
    /// The same for two pits, as two bits.
    capturing_pairs: Box<[u8; 1 << 16]>,
    fewest_captured: Seeds,
    /// `0xff` in every pit where a capture can be made.
    place: S::Word,
    lift_min: u8,
    /// The same in every byte.
    lift_min_everywhere: S::Word,
    skips_origin: bool,
    chain: bool,
    grand_slam: GrandSlam,
    feeding: Feeding,
    /// A mover without a legal move passes if one of these pits holds a seed. If nobody passes, there are no such pits. If the game
    /// ends on a board where the opponent has no seeds and cannot be fed, they are the opponent's.
    passing: S::Word,
    no_move: NoMove,
    /// Whether it depends on an empty row of the opponent which moves are legal.
    empty_row_matters: bool,
    /// If all these pits are empty, the cold path decides: the opponent's row if that matters, else the whole board, which is
    /// never empty after a move.
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

/// What a candidate move does. It may be illegal.
#[derive(Clone, Copy)]
struct Candidate<W> {
    /// The board right after the sowing, the mover's row first.
    sown: W,
    /// The board after the capture.
    rest: W,
    captured: u8,
    slam: bool,
}

/// What a grand slam is, as far as it can be told without the other moves of the board.
enum Slam {
    /// A capture like any other.
    Takes,
    /// A quiet move: the seeds stay where they are.
    TakesNothing,
    /// Illegal, unless there is no other move.
    Waits,
}

/// The pits that may be lifted, and those whose captures take nothing.
#[derive(Clone, Copy)]
struct Legal {
    /// Bit `pit` is set if that pit may be lifted.
    pits: u8,
    /// Bit `pit` is set if the capture of that pit takes nothing.
    quiet: u8,
}

impl<S: Shape> Moves<S> {
    /// Prepares the clauses for boards of their shape.
    pub fn new(clauses: &Clauses, shape: S) -> Self {
        debug_assert_eq!(shape.row(), usize::from(clauses.pits()));
        let mut capturing = Box::new([false; 256]);
        for seeds in 1..=MAX_SEEDS {
            capturing[usize::from(seeds)] = clauses.counts().holds(Seeds::from_byte(seeds));
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
        let feeding = clauses.feeding();
        let empty_row_matters = feeding != Feeding::None || clauses.grand_slam() != GrandSlam::Allowed;
        let passing = match (clauses.no_move(), feeding) {
            (NoMove::Pass, Feeding::IfAbleOrOver) => shape.opposite(),
            (NoMove::Pass, Feeding::None | Feeding::IfAble) => shape.own() | shape.opposite(),
            _ => S::Word::ZERO,
        };
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
            lift_min: clauses.lift_min().into(),
            lift_min_everywhere: S::Word::all(clauses.lift_min().into()),
            skips_origin: clauses.origin_on_laps() == OriginOnLaps::Skipped,
            chain: clauses.chain() == Chain::Backwards,
            grand_slam: clauses.grand_slam(),
            feeding,
            passing,
            no_move: clauses.no_move(),
            empty_row_matters,
            matters: if empty_row_matters { shape.opposite() } else { shape.own() | shape.opposite() },
        }
    }

    /// Returns the shape of the boards.
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Returns the smallest number of seeds that can be captured from a pit. Every capture takes at least this number. It is
    /// 127 if nothing is ever captured.
    pub fn fewest_captured(&self) -> Seeds {
        self.fewest_captured
    }

    /// Calls `visit` for every legal move, in the order of the pits: with the pit, the captured seeds and the successor, which
    /// the opponent moves on. A pass is a move here. Returns false, without a call, if the game is over.
    #[inline(always)]
    pub fn for_each(&self, board: Board<S>, mut visit: impl FnMut(Option<Pit>, Seeds, Board<S>)) -> bool {
        let word = board.word();
        let mut legal = Legal { pits: u8::MAX, quiet: 0 };
        // Whether `legal` takes every clause into account. If not, a grand slam is handled where it occurs.
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
            // Every candidate is a grand slam. The clause says whether they are then legal.
            legal = self.legal(board);
            settled = true;
        }
        if !any && word & self.passing != S::Word::ZERO {
            any = true;
            visit(None, Seeds::NONE, board.turned());
        }
        any
    }

    /// Returns all legal moves in the order of the pits, or the pass, or nothing if the game is over.
    pub fn list(&self, board: Board<S>) -> Vec<Play<S>> {
        let mut plays = Vec::with_capacity(self.shape.row());
        self.for_each(board, |pit, captured, board| plays.push(Play { pit, captured, board }));
        plays
    }

    /// Returns all legal moves under the opening rule, by which the first move of a game captures nothing. The feeding clause
    /// looks at the board after the sowing.
    pub fn list_by_opening_rule(&self, board: Board<S>) -> Vec<Play<S>> {
        let opposite = self.shape.opposite();
        let mut plays = Vec::with_capacity(self.shape.row());
        for pit in 0..self.shape.row() {
            if let Some(candidate) = self.candidate(board.word(), pit) {
                plays.push((pit, candidate.sown));
            }
        }
        if self.feeding != Feeding::None && board.word() & opposite == S::Word::ZERO {
            let feeds = |&(_, sown): &(usize, S::Word)| sown & opposite != S::Word::ZERO;
            if self.feeding == Feeding::IfAbleOrOver || plays.iter().any(feeds) {
                plays.retain(feeds);
            }
        }
        let play = |(pit, sown)| Play {
            pit: Some(Pit::new(pit)),
            captured: Seeds::NONE,
            board: Board::from_word(sown, self.shape).turned(),
        };
        let plays: Vec<_> = plays.into_iter().map(play).collect();
        if plays.is_empty() && board.word() & self.passing != S::Word::ZERO {
            return vec![Play { pit: None, captured: Seeds::NONE, board: board.turned() }];
        }
        plays
    }

    /// Returns the margin of the mover on a board on which the game is over: by the clause about a player without a legal move, or
    /// by the one about feeding. Has no meaning on other boards.
    pub fn ending(&self, board: Board<S>) -> Margin {
        let [own, total] = [board.own_seeds(), board.total()].map(|seeds| u8::from(seeds) as i8);
        let seeds = match self.no_move {
            // No move gives the opponent a seed.
            _ if self.feeding == Feeding::IfAbleOrOver && own == total => total,
            // In this order, because twice the own seeds may be more than a byte holds.
            NoMove::OwnRow => own - (total - own),
            NoMove::OpponentTakes => -total,
            // A game with passes ends only on the empty board.
            NoMove::Pass | NoMove::Split => 0,
        };
        Margin::from_byte(seeds).expect("at most 127 seeds either way")
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

    /// Classifies a capture that leaves the opponent's row empty. It is a grand slam if that row held seeds after the sowing.
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

    /// Captures pit `last`, and further pits clockwise. Returns the board after the capture and the number of seeds taken.
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
            // A chain that has gone all the way round ends at its first pit, which is empty.
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

    /// Returns what lifting a pit does, or none if the pit holds too few seeds.
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

    /// Finds the pits that may be lifted, by all clauses. This is the cold path: it lists every candidate.
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
        if self.feeding != Feeding::None && word & opposite == S::Word::ZERO {
            let feeding = pits & (!emptying | quiet);
            if feeding != 0 || self.feeding == Feeding::IfAbleOrOver {
                pits = feeding;
            }
        }
        Legal { pits, quiet }
    }
}
