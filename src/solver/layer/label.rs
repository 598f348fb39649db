//! What a board is labelled with

use crate::value::{Distance, Margin};

/// The label that all boards of a wave share, if they are of one side and have the same sign.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Label {
    /// Which copy of the layer the boards are in.
    pub(in crate::solver) side: usize,
    /// Not 0.
    pub(in crate::solver) margin: Margin,
    pub(in crate::solver) distance: Distance,
}

impl Label {
    /// Returns the label of boards won by `margin`, and that of boards lost by it.
    pub(in crate::solver) fn won_and_lost(side: usize, margin: Margin, distance: Distance) -> [Self; 2] {
        [Self { side, margin, distance }, Self { side, margin: -margin, distance }]
    }

    /// Returns the label that predecessors of such boards get, if they get one: the other player's view, one ply more. The
    /// distance is below the largest.
    pub(in crate::solver) fn of_predecessors<const SIDES: usize>(self) -> Self {
        let distance = Distance::new(self.distance.plies() + 1);
        Self { side: SIDES - 1 - self.side, margin: -self.margin, distance }
    }
}
