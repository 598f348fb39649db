//! What every lift sows, computed once
//!
//! Sowing seed by seed happens here and nowhere else: for every pit and every number of seeds, laps included, the word
//! that the move adds to a board. Taking a move back asks the other way round: how many seeds a pit can have held, for
//! what it holds after its own sowing.

use crate::rules::{Clauses, First, OriginOnLaps};
use crate::shape::{MAX_ROW, MAX_SEEDS, Shape, Word};

/// What a lift of one pit does to a board.
#[derive(Clone, Copy)]
pub(super) struct Sowing<W> {
    /// The word to add: the seeds that fall into each pit, less those lifted from the origin. Alone it is no board,
    /// because a byte below zero borrows from the next.
    pub(super) change: W,
    /// The pit of the last seed.
    pub(super) last: u8,
}

impl<W: Word> Sowing<W> {
    /// The seeds that fall into each pit.
    pub(super) fn sown(self, origin: usize, seeds: u8) -> W {
        self.change.plus(W::at(origin, seeds))
    }
}

/// The lifts that leave a given number of seeds in their origin.
///
/// Each such lift ends one pit further than the previous one. The first lap of them is the *window*: the lift of `base + i`
/// seeds ends i pits after the origin, for i below the number of pits. It adds the same number of laps to every pit, and one more
/// seed to each of the i pits after the origin. If the origin is skipped, lifts of more laps leave the same number there.
#[derive(Clone, Copy)]
pub(super) struct Lifts {
    pub(super) base: u8,
    /// The largest lift that leaves this number; 0 if no lift does.
    pub(super) most: u8,
}

/// Legal lifts of a window by which a board may be reached, as bits: bit i is the lift of `base + i` seeds.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// Those that fit, whatever the pits sown in the last lap hold.
    pub(super) all: u16,
    /// Those that fit if each of these pits holds more seeds than the emptiest pit.
    pub(super) some: u16,
}

/// What every lift sows, by pit and seeds lifted.
pub(super) type Sowings<W> = [[Sowing<W>; 256]; MAX_ROW];

/// Which lifts leave how much in their origin, by the seeds that it then holds.
pub(super) type LiftsByOrigin = [Lifts; 256];

/// The windows, by the seeds in the emptiest pit, of which there are at most 63, and those in the origin.
pub(super) type Windows = [[Window; 128]; 64];

/// What every lift sows.
pub(super) fn sowings<S: Shape>(clauses: &Clauses, shape: S) -> Box<Sowings<S::Word>> {
    let mut sowings = Box::new([[Sowing { change: S::Word::ZERO, last: 0 }; 256]; MAX_ROW]);
    for origin in 0..shape.row() {
        let mut sown = S::Word::ZERO;
        let mut last = match clauses.first() {
            First::Origin => (origin + shape.pits() - 1) % shape.pits(),
            First::Next => origin,
        };
        for seeds in 1..=MAX_SEEDS {
            last = (last + 1) % shape.pits();
            let on_a_lap = clauses.first() == First::Next || seeds > 1;
            if last == origin && on_a_lap && clauses.origin_on_laps() == OriginOnLaps::Skipped {
                last = (last + 1) % shape.pits();
            }
            sown = sown.plus(S::Word::at(last, 1));
            let change = sown.minus(S::Word::at(origin, seeds));
            sowings[origin][usize::from(seeds)] = Sowing { change, last: last as u8 };
        }
    }
    sowings
}

/// The lifts by what they leave in their origin, and their windows, which are the same for every origin.
pub(super) fn lifts<S: Shape>(
    clauses: &Clauses,
    shape: S,
    sowings: &Sowings<S::Word>,
) -> (Box<LiftsByOrigin>, Box<Windows>) {
    let mut lifts = Box::new([Lifts { base: 0, most: 0 }; 256]);
    let mut windows = Box::new([[Window { all: 0, some: 0 }; 128]; 64]);
    for seeds in 1..=MAX_SEEDS {
        let sowing = sowings[0][usize::from(seeds)];
        let (sown, last) = (sowing.sown(0, seeds), sowing.last);
        let left = usize::from(sown.byte(0));
        let Lifts { base, most } = &mut lifts[left];
        if *most == 0 {
            *base = seeds - last;
        }
        *most = seeds;
        let step = usize::from(seeds - *base);
        if step < shape.pits() && seeds >= clauses.lift_min() {
            // The next pit after the origin has one seed more than the laps if the last seed falls there or further.
            let laps = usize::from(sown.byte(1) - u8::from(last > 0));
            for (fewest, windows) in windows.iter_mut().enumerate().skip(laps) {
                let Window { all, some } = &mut windows[left];
                *(if fewest == laps { some } else { all }) |= 1 << step;
            }
        }
    }
    (lifts, windows)
}
