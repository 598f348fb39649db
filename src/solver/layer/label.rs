//! What a board is labelled with

use crate::value::{Distance, Margin};

/// The label that all boards of a wave share, if they are in one copy of the layer and have the same sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) struct Label {
    /// Which copy of the layer the boards are in.
    pub(in crate::solver) copy: usize,
    /// Not 0.
    pub(in crate::solver) margin: Margin,
    pub(in crate::solver) distance: Distance,
}

impl Label {
    /// Returns the label of boards won by `margin`, and that of boards lost by it.
    pub(in crate::solver) fn won_and_lost(copy: usize, margin: Margin, distance: Distance) -> [Self; 2] {
        [Self { copy, margin, distance }, Self { copy, margin: -margin, distance }]
    }

    /// Returns the label that predecessors of such boards get, if they get one: the other player's view, one ply more. The
    /// distance is below the largest.
    pub(in crate::solver) fn of_predecessors<const COPIES: usize>(self) -> Self {
        let distance = Distance::new(self.distance.plies() + 1);
        Self { copy: COPIES - 1 - self.copy, margin: -self.margin, distance }
    }
}
