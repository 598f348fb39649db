//! A bounded list of boards, written without branches
//!
//! A wave looks at many boards and labels few of them, in no order that a processor can predict. To write each board and
//! then count it or not is cheaper than to branch. So [`Queue::push`] takes every board, and `keep` says whether it stays.
//!
//! A queue has a limit. When it is full it *overflows*: it drops its boards, and only the count remains correct.

use crate::value::Margin;

/// Boards in the order in which they were pushed.
pub(super) struct Queue<W> {
    /// The boards, then room for more.
    room: Vec<W>,
    boards: usize,
    limit: usize,
    /// The number of boards that were dropped.
    dropped: usize,
}

impl<W: Copy + Default> Queue<W> {
    /// A queue without boards and without a limit.
    pub(super) const UNBOUNDED: Self = Self { room: Vec::new(), boards: 0, limit: usize::MAX, dropped: 0 };

    /// Returns the boards: all of them, unless the queue overflowed.
    pub(super) fn boards(&self) -> &[W] {
        &self.room[..self.boards]
    }

    /// Returns the number of boards, dropped ones included.
    pub(super) fn count(&self) -> usize {
        self.dropped + self.boards
    }

    /// Whether boards were dropped.
    pub(super) fn is_overflowed(&self) -> bool {
        self.dropped > 0
    }

    /// Writes a board at the end. It stays only if `keep` is set.
    #[inline(always)]
    pub(super) fn push(&mut self, board: W, keep: bool) {
        if self.boards == self.room.len() {
            self.make_room();
        }
        self.room[self.boards] = board;
        self.boards += usize::from(keep);
    }

    /// Appends the boards of another queue.
    pub(super) fn append(&mut self, other: &Self) {
        self.dropped += other.dropped;
        if self.boards + other.boards > self.limit {
            self.dropped += self.boards + other.boards;
            self.boards = 0;
            return;
        }
        let (fitting, rest) = other.boards().split_at(other.boards.min(self.room.len() - self.boards));
        self.room[self.boards..][..fitting.len()].copy_from_slice(fitting);
        if self.room.capacity() - self.room.len() < rest.len() {
            let room = (2 * self.room.len()).clamp(self.room.len() + rest.len(), self.limit);
            self.room.reserve_exact(room - self.room.len());
        }
        self.room.extend_from_slice(rest);
        self.boards += other.boards;
    }

    /// Removes all boards and sets a new limit. A queue may hold up to 64 boards whatever its limit.
    pub(super) fn clear(&mut self, limit: usize) {
        self.boards = 0;
        self.limit = limit;
        self.dropped = 0;
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        if self.boards >= self.limit {
            self.dropped += self.boards;
            self.boards = 0;
        } else {
            let room = (2 * self.boards).clamp(64, self.limit.max(64));
            self.room.reserve_exact(room - self.room.len());
            self.room.resize(room, W::default());
        }
    }
}

/// Won and lost boards of one copy of the layer, apart from each other.
pub(super) struct Queues<W> {
    pub(super) won: Queue<W>,
    pub(super) lost: Queue<W>,
}

impl<W: Copy + Default> Queues<W> {
    pub(super) const UNBOUNDED: Self = Self { won: Queue::UNBOUNDED, lost: Queue::UNBOUNDED };

    /// Returns the number of boards.
    pub(super) fn count(&self) -> usize {
        self.won.count() + self.lost.count()
    }

    /// Returns the boards with margins of this sign. The margin is not 0.
    #[inline(always)]
    pub(super) fn of(&self, margin: Margin) -> &Queue<W> {
        if margin > Margin::ZERO { &self.won } else { &self.lost }
    }

    /// Returns the queue for boards with margins of this sign. The margin is not 0.
    #[inline(always)]
    pub(super) fn of_mut(&mut self, margin: Margin) -> &mut Queue<W> {
        if margin > Margin::ZERO { &mut self.won } else { &mut self.lost }
    }

    /// Appends the boards of other queues.
    pub(super) fn append(&mut self, other: &Self) {
        self.won.append(&other.won);
        self.lost.append(&other.lost);
    }

    /// Removes all boards and sets a new limit for each queue.
    pub(super) fn clear(&mut self, limit: usize) {
        self.won.clear(limit);
        self.lost.clear(limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_that_overflowed_counts_on() {
        for limit in [1, 63, 64, 65, 1000] {
            let mut queue = Queue::UNBOUNDED;
            queue.clear(limit);
            for board in 0..2000_u64 {
                queue.push(board, true);
                queue.push(board, false);
                assert_eq!(queue.count() as u64, board + 1);
                assert!(queue.is_overflowed() || queue.boards().iter().copied().eq(0..=board), "limit {limit}");
            }
            assert!(queue.is_overflowed() && queue.boards().len() <= limit.max(64), "limit {limit}");
            let mut other = Queue::UNBOUNDED;
            other.clear(limit);
            other.push(0, true);
            other.append(&queue);
            assert!(other.is_overflowed() && other.count() == 2001, "limit {limit}");
            other.clear(limit);
            assert!(!other.is_overflowed() && other.count() == 0, "limit {limit}");
        }
    }

    #[test]
    fn appending_overflows_like_pushing() {
        let mut some = Queue::UNBOUNDED;
        (0..10).for_each(|board| some.push(board, true));
        let mut all = Queue::UNBOUNDED;
        all.clear(25);
        let mut counts = Vec::new();
        for _ in 0..4 {
            all.append(&some);
            counts.push((all.count(), all.boards().len(), all.is_overflowed()));
        }
        assert_eq!(counts, [(10, 10, false), (20, 20, false), (30, 0, true), (40, 10, true)]);
    }
}
