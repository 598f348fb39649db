//! A pile of boards
//!
//! Labelling puts boards on piles as often as it looks at a board, and only some of them stay there. To put every board
//! down and count it or not costs less than to ask first, because the answer cannot be foreseen.
//!
//! A pile that has become too high is *forgotten*: it still counts its boards, but no longer holds all of them. Whoever
//! needs them finds them by looking through the layer.

/// What was found of boards, in the order in which it was put down.
pub(super) struct Pile<T> {
    /// The boards, and room behind them.
    room: Vec<T>,
    boards: usize,
    /// Boards that it may hold.
    most: usize,
    /// Boards that it no longer holds.
    forgotten: usize,
}

impl<T: Copy + Default> Pile<T> {
    /// A pile that holds whatever is put down.
    pub(super) const EMPTY: Self = Self { room: Vec::new(), boards: 0, most: usize::MAX, forgotten: 0 };

    /// The boards that it holds: all, unless it was forgotten.
    pub(super) fn boards(&self) -> &[T] {
        &self.room[..self.boards]
    }

    /// The number of boards put down.
    pub(super) fn count(&self) -> usize {
        self.forgotten + self.boards
    }

    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten > 0
    }

    /// Puts a board down; it stays only if `keep` says so.
    #[inline(always)]
    pub(super) fn put(&mut self, board: T, keep: bool) {
        if self.boards == self.room.len() {
            self.make_room();
        }
        self.room[self.boards] = board;
        self.boards += usize::from(keep);
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.forgotten += other.forgotten;
        if self.boards + other.boards > self.most {
            self.forgotten += self.boards + other.boards;
            self.boards = 0;
            return;
        }
        let (fitting, rest) = other.boards().split_at(other.boards.min(self.room.len() - self.boards));
        self.room[self.boards..][..fitting.len()].copy_from_slice(fitting);
        if self.room.capacity() - self.room.len() < rest.len() {
            let room = (2 * self.room.len()).clamp(self.room.len() + rest.len(), self.most);
            self.room.reserve_exact(room - self.room.len());
        }
        self.room.extend_from_slice(rest);
        self.boards += other.boards;
    }

    /// Empties the pile; from now on it is forgotten when it has about `most` boards.
    pub(super) fn clear(&mut self, most: usize) {
        self.boards = 0;
        self.most = most;
        self.forgotten = 0;
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        if self.boards >= self.most {
            self.forgotten += self.boards;
            self.boards = 0;
        } else {
            let room = (2 * self.boards).clamp(64, self.most.max(64));
            self.room.reserve_exact(room - self.room.len());
            self.room.resize(room, T::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_that_is_too_high_counts_on() {
        for most in [1, 63, 64, 65, 1000] {
            let mut pile = Pile::EMPTY;
            pile.clear(most);
            for board in 0..2000_u64 {
                pile.put(board, true);
                pile.put(board, false);
                assert_eq!(pile.count() as u64, board + 1);
                assert!(pile.is_forgotten() || pile.boards().iter().copied().eq(0..=board), "most {most}");
            }
            assert!(pile.is_forgotten() && pile.boards().len() <= most.max(64), "most {most}");
            let mut other = Pile::EMPTY;
            other.clear(most);
            other.put(0, true);
            other.append(&pile);
            assert!(other.is_forgotten() && other.count() == 2001, "most {most}");
            other.clear(most);
            assert!(!other.is_forgotten() && other.count() == 0, "most {most}");
        }
    }

    #[test]
    fn appending_forgets_like_putting() {
        let mut some = Pile::EMPTY;
        (0..10).for_each(|board| some.put(board, true));
        let mut all = Pile::EMPTY;
        all.clear(25);
        let mut counts = Vec::new();
        for _ in 0..4 {
            all.append(&some);
            counts.push((all.count(), all.boards().len(), all.is_forgotten()));
        }
        assert_eq!(counts, [(10, 10, false), (20, 20, false), (30, 0, true), (40, 10, true)]);
    }
}
