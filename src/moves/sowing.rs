//! What every lift sows, worked out once
//!
//! Sowing seed by seed happens here and nowhere else: for every pit and every number of seeds, laps included, the word
//! that the sowing adds to a board. Taking a move back asks the other way round: how many seeds a pit can have held, for
//! what it holds after its own sowing.

use crate::rules::{Clauses, First, OriginOnLaps};
use crate::shape::{MAX_ROW, MAX_SEEDS, Shape, Word};

/// What a lift of one pit adds to a board.
#[derive(Clone, Copy)]
pub(super) struct Sowing<W> {
    /// Seeds that fall into each pit.
    pub(super) sown: W,
    /// The pit of the last seed.
    pub(super) last: u8,
}

/// The lifts that leave a given number of seeds in their origin.
///
/// They follow on each other, each sowing one pit further. The first round of them is the *window*: the lift of
/// `base + i` seeds ends i pits behind the origin, for i below the number of pits. It adds `laps` to every pit, and one
/// more to the i pits behind the origin. Where the origin is passed over, lifts of more rounds leave as much there.
#[derive(Clone, Copy)]
pub(super) struct Lifts {
    pub(super) laps: u8,
    /// Bit i is set if `base + i` seeds may be lifted and leave this much.
    pub(super) window: u16,
    pub(super) base: u8,
    /// The most seeds that leave this much; 0 if no lift does.
    pub(super) most: u8,
}

/// What every lift sows, by pit and seeds lifted.
pub(super) type Sowings<W> = [[Sowing<W>; 256]; MAX_ROW];

/// Which lifts leave how much in their origin, by the seeds that it then holds.
pub(super) type LiftsByOrigin = [Lifts; 256];

/// What every lift sows.
pub(super) fn sowings<S: Shape>(clauses: &Clauses, shape: S) -> Box<Sowings<S::Word>> {
    let one = S::Word::narrow(1);
    let mut sowings = Box::new([[Sowing { sown: S::Word::ZERO, last: 0 }; 256]; MAX_ROW]);
    for origin in 0..shape.row() {
        let mut sown = S::Word::ZERO;
        let mut last = match clauses.first {
            First::Origin => (origin + shape.pits() - 1) % shape.pits(),
            First::Next => origin,
        };
        for seeds in 1..=MAX_SEEDS {
            last = (last + 1) % shape.pits();
            let on_a_lap = clauses.first == First::Next || seeds > 1;
            if last == origin && on_a_lap && clauses.origin_on_laps == OriginOnLaps::Skipped {
                last = (last + 1) % shape.pits();
            }
            sown = sown.plus(one.up(last));
            sowings[origin][usize::from(seeds)] = Sowing { sown, last: last as u8 };
        }
    }
    sowings
}

/// The lifts by what they leave in their origin, which is the same for every origin.
pub(super) fn lifts<S: Shape>(clauses: &Clauses, shape: S, sowings: &Sowings<S::Word>) -> Box<LiftsByOrigin> {
    let mut lifts = Box::new([Lifts { laps: 0, window: 0, base: 0, most: 0 }; 256]);
    for seeds in 1..=MAX_SEEDS {
        let Sowing { sown, last } = sowings[0][usize::from(seeds)];
        let lifts = &mut lifts[usize::from(sown.byte(0))];
        if lifts.most == 0 {
            lifts.base = seeds - last;
            lifts.laps = sown.byte(1) - u8::from(last > 0);
        }
        lifts.most = seeds;
        let step = usize::from(seeds - lifts.base);
        if step < shape.pits() && seeds >= clauses.lift_min {
            lifts.window |= 1 << step;
        }
    }
    lifts
}
