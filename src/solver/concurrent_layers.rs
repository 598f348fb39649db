//! Which layers are solved at the same time
//!
//! Every capture takes at least k seeds, the smallest number that counts (127 if nothing is ever captured). Layer n therefore needs only layers up to n - k,
//! and k consecutive layers can be solved *side by side*. Side by side each layer is solved by one thread if there are no
//! more than k threads. Two kinds of layers are solved one at a time, by all threads together: layers that take much
//! memory, and layers that are much larger than the previous one, where the other threads would wait for the largest.

use crate::board::Seeds;
use crate::index::Index;
use crate::shape::Shape;

/// The most boards of a layer that is solved side by side with others. Larger layers take too much memory.
const MOST_SIDE_BY_SIDE: u64 = 1 << 27;

/// Layers of up to this many boards have waves that are too short for several threads.
const SHORT_WAVES: u64 = 1 << 18;

/// Whether all threads solve this layer together, and no other at the same time.
pub(super) fn by_all_threads<S: Shape>(index: &Index<S>, seeds: Seeds) -> bool {
    let boards = index.layer_boards(seeds);
    let previous = seeds.count().checked_sub(1).and_then(Seeds::new).map_or(0, |previous| index.layer_boards(previous));
    boards > MOST_SIDE_BY_SIDE || (boards > SHORT_WAVES && boards > previous + previous / 2)
}

/// Returns how many of the previous layers may be started and not yet handed out when this layer starts. They hold memory.
/// `side_by_side` is the number of layers that may be solved at the same time.
pub(super) fn unfinished_before<S: Shape>(index: &Index<S>, seeds: Seeds, side_by_side: usize) -> usize {
    if index.layer_boards(seeds) > MOST_SIDE_BY_SIDE { 0 } else { side_by_side }
}
