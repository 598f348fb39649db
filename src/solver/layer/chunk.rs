//! A chunk of a layer, and what a scan can know of it in advance

/// Boards of a chunk: what one task of the forward pass or of a scan handles.
pub(super) const CHUNK: usize = 1 << 14;

/// Which best exits the boards of a chunk have. A scan skips chunks without the exit that it looks for.
pub(in crate::solver) struct ChunkSummary {
    /// Best captures.
    pub(in crate::solver) captures: ExitSet,
    /// What the end of the game pays.
    pub(in crate::solver) ended: ExitSet,
}

impl ChunkSummary {
    pub(in crate::solver) const EMPTY: Self = Self { captures: ExitSet(0), ended: ExitSet(0) };
}

/// A 64-bit set of exit values. Values that are equal modulo 64 share a bit.
pub(in crate::solver) struct ExitSet(u64);

impl ExitSet {
    #[inline(always)]
    pub(in crate::solver) fn insert(&mut self, exit: i8) {
        self.0 |= 1_u64.wrapping_shl(exit as u32);
    }

    /// Whether the set may contain `seeds` or -`seeds`.
    pub(super) fn may_contain(&self, seeds: i8) -> bool {
        let seeds = seeds as u32;
        self.0 & (1_u64.wrapping_shl(seeds) | 1_u64.wrapping_shl(seeds.wrapping_neg())) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: i8 = 3;

    #[test]
    fn no_exit_that_occurs_is_denied() {
        for exit in i8::MIN..=i8::MAX {
            let mut exits = ExitSet(0);
            assert!(!exits.may_contain(SEEDS));
            exits.insert(exit);
            for seeds in 1..=crate::shape::MAX_SEEDS {
                let same = seeds % 64 == exit.unsigned_abs() % 64;
                let other = (usize::from(seeds) + usize::from(exit.unsigned_abs())).is_multiple_of(64);
                assert_eq!(exits.may_contain(seeds as i8), same || other, "{exit} and {seeds}");
            }
        }
    }
}
