//! Checked blocks, kept for the next question in a bounded number of bytes
//!
//! Only blocks that match their checksums are handed to the cache. A block is evicted by the clock algorithm: those that were
//! asked for since the hand was last there get a second chance. Threads share the cache: it is divided into shards, each with
//! a lock of its own, and no lock is held while a file is read.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;

/// Bytes of a shard at least, so that several blocks fit.
const LEAST_SHARD: usize = 4 << 20;

/// Shards at most.
const MOST_SHARDS: usize = 16;

/// Bytes that a kept block takes besides its own.
const OVERHEAD: usize = 128;

/// Whether a block that was read is worth the place of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It was asked for: it may evict others.
    Always,
    /// It was read on the way through the whole table: it is kept if there is room.
    IfThereIsRoom,
}

/// The blocks of one table that were read last, by their numbers.
pub(super) struct BlockCache {
    shards: Vec<Mutex<Shard>>,
}

struct Shard {
    /// Bytes that it may take.
    capacity: usize,
    /// Bytes that it takes.
    bytes: usize,
    blocks: HashMap<u64, KeptBlock>,
    /// The numbers of the blocks in the order in which the hand of the clock comes to them.
    clock: VecDeque<u64>,
}

struct KeptBlock {
    bytes: Arc<Vec<u8>>,
    /// It was asked for since the hand was last here.
    used: bool,
}

impl BlockCache {
    /// A cache that takes up to this many bytes.
    pub(super) fn new(capacity: usize) -> Self {
        let shards = (capacity / LEAST_SHARD).clamp(1, MOST_SHARDS);
        let shard = || Shard { capacity: capacity / shards, bytes: 0, blocks: HashMap::new(), clock: VecDeque::new() };
        Self { shards: (0..shards).map(|_| Mutex::new(shard())).collect() }
    }

    fn shard(&self, number: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(number % self.shards.len() as u64) as usize];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The block with this number, if it is kept.
    pub(super) fn get(&self, number: u64) -> Option<Arc<Vec<u8>>> {
        let mut shard = self.shard(number);
        let kept = shard.blocks.get_mut(&number)?;
        kept.used = true;
        Some(Arc::clone(&kept.bytes))
    }

    /// Keeps a block that was checked.
    pub(super) fn insert(&self, number: u64, bytes: &Arc<Vec<u8>>, keep: Keep) {
        let evicted = self.shard(number).insert(number, bytes, keep);
        // Freed after the lock.
        drop(evicted);
    }

    /// Bytes that the kept blocks take.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        (0..self.shards.len() as u64).map(|shard| self.shard(shard).bytes).sum()
    }
}

impl Shard {
    /// Keeps a block, and returns those that it evicts.
    fn insert(&mut self, number: u64, bytes: &Arc<Vec<u8>>, keep: Keep) -> Vec<Arc<Vec<u8>>> {
        let mut evicted = Vec::new();
        let cost = bytes.len() + OVERHEAD;
        let full = self.bytes + cost > self.capacity;
        if cost > self.capacity || (full && keep == Keep::IfThereIsRoom) || self.blocks.contains_key(&number) {
            return evicted;
        }
        while self.bytes + cost > self.capacity {
            let Some(oldest) = self.clock.pop_front() else { break };
            let used = self.blocks.get_mut(&oldest).is_some_and(|kept| mem::take(&mut kept.used));
            if used {
                self.clock.push_back(oldest);
            } else if let Some(kept) = self.blocks.remove(&oldest) {
                self.bytes -= kept.bytes.len() + OVERHEAD;
                evicted.push(kept.bytes);
            }
        }
        self.bytes += cost;
        self.clock.push_back(number);
        self.blocks.insert(number, KeptBlock { bytes: Arc::clone(bytes), used: false });
        evicted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 10_000;

    fn block(number: u64) -> Arc<Vec<u8>> {
        Arc::new(vec![number as u8; BLOCK])
    }

    #[test]
    fn it_never_takes_more_than_it_may() {
        for capacity in [0, BLOCK, BLOCK + OVERHEAD, 3 * (BLOCK + OVERHEAD), LEAST_SHARD, 2 * LEAST_SHARD + 5] {
            let cache = BlockCache::new(capacity);
            let kept = |cache: &BlockCache| (0..2000).filter(|&number| cache.get(number).is_some()).count();
            for number in 0..2000 {
                cache.insert(number, &block(number), Keep::Always);
                assert!(cache.bytes() <= capacity, "{} of {capacity} bytes", cache.bytes());
            }
            assert_eq!(kept(&cache) * (BLOCK + OVERHEAD), cache.bytes());
            assert!(cache.bytes() + (BLOCK + OVERHEAD) * cache.shards.len() > capacity, "the room is used");
        }
    }

    #[test]
    fn blocks_that_are_asked_for_stay_longer() {
        let cache = BlockCache::new(3 * (BLOCK + OVERHEAD));
        for number in 0..100 {
            cache.insert(number, &block(number), Keep::Always);
            assert_eq!(cache.get(0).map(|bytes| bytes[0]), Some(0), "after {number}");
        }
        assert!(cache.get(50).is_none() && cache.get(99).is_some());
    }

    #[test]
    fn a_way_through_the_table_evicts_nothing() {
        let cache = BlockCache::new(3 * (BLOCK + OVERHEAD));
        for number in 0..100 {
            cache.insert(number, &block(number), Keep::IfThereIsRoom);
        }
        let kept: Vec<_> = (0..100).filter(|&number| cache.get(number).is_some()).collect();
        assert_eq!(kept, [0, 1, 2]);
    }

    #[test]
    fn threads_share_it() {
        let cache = BlockCache::new(40 * (BLOCK + OVERHEAD));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let cache = &cache;
                scope.spawn(move || {
                    for step in 0..20_000_u64 {
                        let number = (step * (2 * thread + 1)) % 60;
                        match cache.get(number) {
                            Some(bytes) => assert!(bytes.iter().all(|&byte| byte == number as u8)),
                            None => cache.insert(number, &block(number), Keep::Always),
                        }
                    }
                });
            }
        });
        assert!(cache.bytes() <= 40 * (BLOCK + OVERHEAD) && cache.bytes() > 30 * (BLOCK + OVERHEAD));
    }
}
