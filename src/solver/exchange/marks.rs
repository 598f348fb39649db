//! The boards of a bucket that got a label
//!
//! They are marked in any order, with one bit each, and read by rising place. A second bit says where marks are, so that few marks
//! are read quickly.

use std::mem;

use super::super::owners::MOST_PLACES;

/// Places that are looked at together.
const AT_ONCE: usize = 512;

const LANES: usize = u64::BITS as usize;

/// Marked places of a bucket.
pub(super) struct Marks {
    /// By place.
    marks: Box<[u64; MOST_PLACES / LANES]>,
    /// By word of `marks`: whether it has a mark.
    marked: [u64; MOST_PLACES / LANES / LANES],
    /// Room for places that are to be marked.
    chosen: [u16; AT_ONCE],
}

impl Marks {
    /// No marks.
    pub(super) fn new() -> Self {
        Self { marks: Box::new([0; _]), marked: [0; _], chosen: [0; _] }
    }

    /// Calls `is` with each of these places, and marks those for which it is true.
    #[inline(always)]
    pub(super) fn mark_those(&mut self, places: &[u16], is: impl Fn(usize) -> bool) {
        for places in places.chunks(self.chosen.len()) {
            let mut chosen = 0;
            for &place in places {
                // Every place is written, and only those that are chosen stay: there is no branch that nobody can predict.
                self.chosen[chosen] = place;
                chosen += usize::from(is(place.into()));
            }
            for place in self.chosen[..chosen].iter().copied().map(usize::from) {
                self.marks[place / LANES] |= 1 << (place % LANES);
                self.marked[place / LANES / LANES] |= 1 << (place / LANES % LANES);
            }
        }
    }

    /// Removes all marks. Calls `visit` with each marked place, by rising place.
    #[inline(always)]
    pub(super) fn take(&mut self, mut visit: impl FnMut(usize)) {
        for (at, marked) in self.marked.iter_mut().enumerate() {
            while *marked != 0 {
                let word = at * LANES + marked.trailing_zeros() as usize;
                *marked &= *marked - 1;
                let mut marks = mem::take(&mut self.marks[word]);
                while marks != 0 {
                    visit(word * LANES + marks.trailing_zeros() as usize);
                    marks &= marks - 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_once_by_rising_place() {
        let mut marks = Marks::new();
        let all: Vec<u16> = (0..=u16::MAX).rev().collect();
        for places in [&[][..], &all, &[0], &[65535, 0], &[4097, 64, 63, 64, 4095, 4096, 127, 128], &[65535]] {
            marks.mark_those(places, |_| false);
            marks.mark_those(places, |_| true);
            let mut expected: Vec<_> = places.iter().copied().map(usize::from).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut found = Vec::new();
            marks.take(|place| found.push(place));
            assert_eq!(found, expected);
            marks.take(|place| panic!("place {place} is marked twice"));
        }
    }
}
