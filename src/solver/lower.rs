//! What the layers below say: the worth of captures and of ended games
//!
//! A layer is solved in one copy or in two, and each copy asks for numbers of its own. Every number is in the mover's view, and the
//! mover chooses the largest.
//!
//! - Margins need one copy. Two copies, one for each side, hold the same numbers until positions are pinned.
//! - Bounds need two copies. In the first one the *holder* of the seeds moves: its number is F, the seeds that the mover can
//!   force. In the second one the opponent of the holder moves: its number is -G, because the mover wants the holder to get few.

use crate::board::Seeds;
use crate::value::Margin;

/// The columns of the solved layers, by seeds: for each layer one value a board and column, by rank.
#[derive(Clone, Copy)]
pub(super) struct Lower<'a, const COLUMNS: usize>(pub(super) &'a [[&'a [i8]; COLUMNS]]);

/// The margins of the solved layers, for a layer in two copies: one for each side to move.
pub(super) struct BothSides<'a>(pub(super) Lower<'a, 1>);

/// Says what exits are worth, in each copy of a layer.
pub(super) trait Exits<const COPIES: usize>: Sync {
    /// The sign of each copy: a margin of the copy times its sign is what a table holds.
    const SIGNS: [i8; COPIES];

    /// Returns the worth of a capture of `captured` seeds on a board of `seeds` seeds. `rank` is the rank of the successor in its
    /// layer.
    fn capture(&self, seeds: Seeds, captured: Seeds, rank: usize) -> [i8; COPIES];

    /// Returns what the end of the game pays on a board of `seeds` seeds. `margin` is the margin of its mover.
    fn end(&self, seeds: Seeds, margin: Margin) -> [i8; COPIES];
}

impl Exits<1> for Lower<'_, 1> {
    const SIGNS: [i8; 1] = [1];

    #[inline(always)]
    fn capture(&self, seeds: Seeds, captured: Seeds, rank: usize) -> [i8; 1] {
        let [margins] = self.0[seeds.count() - captured.count()];
        [captured.count() as i8 - margins[rank]]
    }

    fn end(&self, _: Seeds, margin: Margin) -> [i8; 1] {
        [margin.seeds()]
    }
}

impl Exits<2> for BothSides<'_> {
    const SIGNS: [i8; 2] = [1, 1];

    #[inline(always)]
    fn capture(&self, seeds: Seeds, captured: Seeds, rank: usize) -> [i8; 2] {
        let [margin] = self.0.capture(seeds, captured, rank);
        [margin; 2]
    }

    fn end(&self, _: Seeds, margin: Margin) -> [i8; 2] {
        [margin.seeds(); 2]
    }
}

/// Bounds: the columns are F and G.
impl Exits<2> for Lower<'_, 2> {
    const SIGNS: [i8; 2] = [1, -1];

    #[inline(always)]
    fn capture(&self, seeds: Seeds, captured: Seeds, rank: usize) -> [i8; 2] {
        let [forced, forced_other] = self.0[seeds.count() - captured.count()];
        [captured.count() as i8 + forced_other[rank], -forced[rank]]
    }

    fn end(&self, seeds: Seeds, margin: Margin) -> [i8; 2] {
        let [seeds, margin] = [u8::from(seeds).into(), i16::from(margin.seeds())];
        // Both are at most 127, because a margin is at most the number of seeds.
        let movers = ((seeds + margin) / 2) as i8;
        [movers, movers - seeds as i8]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(count: usize) -> Seeds {
        Seeds::new(count).expect("in range")
    }

    #[test]
    fn an_ended_game_is_paid_to_the_holder() {
        let lower = Lower::<2>(&[]);
        for (margin, expected) in [(127, [127, 0]), (-127, [0, -127]), (1, [64, -63])] {
            assert_eq!(lower.end(seeds(127), Margin::new(margin).expect("in range")), expected);
        }
    }

    #[test]
    fn a_capture_changes_who_moves() {
        let (forced, forced_other) = ([1, 0], [0, 2]);
        let lower = Lower(&[[&forced[..], &forced_other[..]]]);
        // The mover takes 3, and then has what is forced for the player who does not move.
        assert_eq!([0, 1].map(|rank| lower.capture(seeds(3), seeds(3), rank)), [[3, -1], [5, 0]]);
    }
}
