//! A pile of boards
//!
//! Labelling puts boards on piles as often as it looks at a board, and only some of them stay there. To put every board
//! down and count it or not costs less than to ask first, because the answer cannot be foreseen.

/// What was found of boards, in the order in which it was put down.
pub(super) struct Pile<T> {
    /// The boards, and room behind them.
    room: Vec<T>,
    boards: usize,
}

impl<T: Copy + Default> Pile<T> {
    pub(super) const EMPTY: Self = Self { room: Vec::new(), boards: 0 };

    pub(super) fn boards(&self) -> &[T] {
        &self.room[..self.boards]
    }

    /// Puts a board down; it stays only if `keep` says so.
    #[inline(always)]
    pub(super) fn put(&mut self, board: T, keep: bool) {
        if self.boards == self.room.len() {
            self.grow();
        }
        self.room[self.boards] = board;
        self.boards += usize::from(keep);
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.room.truncate(self.boards);
        self.room.extend_from_slice(other.boards());
        self.boards = self.room.len();
    }

    pub(super) fn clear(&mut self) {
        self.boards = 0;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.room.resize((2 * self.room.len()).max(64), T::default());
    }
}
