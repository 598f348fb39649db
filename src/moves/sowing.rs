//! What every lift sows, computed once
//!
//! Sowing seed by seed happens only here, laps included. The result is, for every pit and every number of seeds, the word that
//! the move adds to a board. Unmoves ask for the reverse: how many seeds can have been lifted from a pit that now holds a given
//! number.

use crate::rules::{Clauses, First, OriginOnLaps};
use crate::shape::{MAX_ROW, MAX_SEEDS, Shape, Word};

/// What a lift of one pit does to a board.
#[derive(Clone, Copy)]
pub(super) struct Sowing<W> {
    /// The word to add: the seeds that fall into each pit, minus the seeds lifted from the origin. It is not a board, because
    /// a byte below zero borrows from the next byte.
    pub(super) change: W,
    /// The pit of the last seed.
    pub(super) last: u8,
}

impl<W: Word> Sowing<W> {
    /// Returns the number of seeds that fall into each pit.
    pub(super) fn sown(self, origin: usize, seeds: u8) -> W {
        self.change.plus(W::at(origin, seeds))
    }
}

/// The lifts that leave a given number of seeds in their origin.
///
/// Their numbers of seeds are consecutive, and each sows one pit further. The first of them, one for each pit, are the *window*:
/// the lift of `base + i` seeds ends in the i-th pit after the origin. All lifts of a window have the same number of laps, and
/// sow one seed more into the i pits after the origin. If laps skip the origin, longer lifts leave the same number there.
#[derive(Clone, Copy)]
pub(super) struct Lifts {
    pub(super) base: u8,
    /// The largest lift that leaves this number; 0 if no lift does.
    pub(super) most: u8,
}

/// Legal lifts of a window that may lead to a board, as bits: bit i is the lift of `base + i` seeds.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// Lifts that fit, whatever the pits sown in the last lap hold.
    pub(super) all: u16,
    /// Lifts that fit if each of these pits holds more seeds than the emptiest pit.
    pub(super) some: u16,
}

/// What every lift sows, by origin and number of seeds lifted.
pub(super) type Sowings<W> = [[Sowing<W>; 256]; MAX_ROW];

/// Lifts, by the number of seeds in their origin after the sowing.
pub(super) type LiftsByOrigin = [Lifts; 256];

/// Windows, by the number of seeds in the emptiest pit, at most 63, and the number in the origin.
pub(super) type Windows = [[Window; 128]; 64];

/// Computes what every lift sows.
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

/// Computes the lifts by what they leave in their origin, and their windows. Both are the same for every origin.
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
        if step < shape.pits() && seeds >= u8::from(clauses.lift_min()) {
            // The first pit after the origin gets one seed more than the number of laps if the last lap reaches it.
            let laps = usize::from(sown.byte(1) - u8::from(last > 0));
            for (fewest, windows) in windows.iter_mut().enumerate().skip(laps) {
                let Window { all, some } = &mut windows[left];
                *(if fewest == laps { some } else { all }) |= 1 << step;
            }
        }
    }
    (lifts, windows)
}
