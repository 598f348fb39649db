//! The distances of a layer, while it is solved and after
//!
//! Each distance has a low byte. Few layers have a distance over 255, and only these get high bytes.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use bytemuck::zeroed_vec;

/// Distances by rank, in plies. Entries after the last board have no meaning.
pub(in crate::solver) struct Distances {
    low: Vec<AtomicU8>,
    /// Empty while all high bytes are 0.
    high: Vec<AtomicU8>,
}

impl Distances {
    /// This many distances, all 0.
    pub(in crate::solver) fn new(count: usize) -> Self {
        Self { low: zeroed_vec(count), high: Vec::new() }
    }

    /// Makes room for distances up to `distance`.
    pub(in crate::solver) fn make_room_for(&mut self, distance: u16) {
        if distance > u16::from(u8::MAX) && self.high.is_empty() {
            self.high = zeroed_vec(self.low.len());
        }
    }

    /// Sets a distance for which there is room. The distance of a board is set once.
    #[inline(always)]
    pub(in crate::solver) fn set(&self, rank: usize, distance: u16) {
        let [low, high] = distance.to_le_bytes();
        self.low[rank].store(low, Relaxed);
        if high > 0 {
            self.high[rank].store(high, Relaxed);
        }
    }

    /// Returns the distance of a rank.
    #[inline(always)]
    pub(in crate::solver) fn get(&self, rank: usize) -> u16 {
        let high = self.high.get(rank).map_or(0, |high| high.load(Relaxed));
        u16::from_le_bytes([self.low[rank].load(Relaxed), high])
    }

    /// Returns the distances of these ranks.
    pub(in crate::solver) fn range(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        let high = self.high.get(ranks.clone()).unwrap_or_default();
        self.low[ranks].iter().enumerate().map(|(at, low)| {
            let high = high.get(at).map_or(0, |high| high.load(Relaxed));
            u16::from_le_bytes([low.load(Relaxed), high])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_what_was_set() {
        let mut distances = Distances::new(6);
        let mut expected = [0; 6];
        for (rank, distance) in [(4, 1), (1, 255), (0, 256), (5, 257), (2, u16::MAX), (3, 7)] {
            distances.make_room_for(distance);
            distances.set(rank, distance);
            expected[rank] = distance;
            assert!((0..6).map(|rank| distances.get(rank)).eq(expected.iter().copied()));
            assert!(distances.range(1..5).eq(expected[1..5].iter().copied()));
        }
    }
}
