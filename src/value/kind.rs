//! The kinds of tables

/// Which numbers a table holds of each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// The margin and its distance: a repetition splits the seeds left evenly.
    Margins,
    /// What each side can force, whatever a repetition pays.
    Bounds,
}

impl TableKind {
    /// The number of columns of values, each with a column of distances: the margin; or F and G.
    pub const fn columns(self) -> usize {
        match self {
            Self::Margins => 1,
            Self::Bounds => 2,
        }
    }
}
