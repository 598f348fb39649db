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

/// How many seeds the origin can have held, for what it holds after the sowing: a run `fewest..=most`, empty if
/// `fewest > most`.
#[derive(Clone, Copy)]
pub(super) struct Lifts {
    pub(super) fewest: u8,
    pub(super) most: u8,
}

/// What every lift sows, by pit and seeds lifted.
pub(super) type Sowings<W> = [[Sowing<W>; 256]; MAX_ROW];

/// Which lifts leave how much in their origin, by the seeds that it then holds.
pub(super) type LiftsByOrigin = [Lifts; 256];

/// Both tables, for one set of clauses.
pub(super) fn tables<S: Shape>(clauses: &Clauses, shape: S) -> (Box<Sowings<S::Word>>, Box<LiftsByOrigin>) {
    let one = S::Word::narrow(1);
    let mut sowings = Box::new([[Sowing { sown: S::Word::ZERO, last: 0 }; 256]; MAX_ROW]);
    let mut lifts = Box::new([Lifts { fewest: 1, most: 0 }; 256]);
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
            if origin == 0 && seeds >= clauses.lift_min {
                let lifts = &mut lifts[usize::from(sown.byte(origin))];
                if lifts.most == 0 {
                    lifts.fewest = seeds;
                }
                lifts.most = seeds;
            }
        }
    }
    (sowings, lifts)
}
