//! How many owners the boards of a layer have
//!
//! An owner updates its own boards, and nobody else does: see `exchange`.

/// Whether there are never more threads than one: in a web page.
pub(super) const ONE_THREAD: bool = cfg!(target_arch = "wasm32");

/// Owners for each thread, so that a slow thread does not hold up the others.
const OWNERS_A_THREAD: usize = 4;

/// The most boards of a bucket, which has one owner: 16 bits can name its places.
pub(super) const MOST_PLACES: usize = 1 << u16::BITS;

/// The fewest, but for the last bucket of a layer: fewer boards are not worth a list of their own.
pub(super) const FEWEST_PLACES: usize = 1 << 11;

/// The most boards of a layer without buckets. Its state words are in the cache: 256 KiB of them.
pub(super) const CACHED: u64 = 1 << 17;

/// Returns how many owners of one layer there are in this process if this number of threads solves the layer.
pub(super) fn owners(threads: usize) -> usize {
    if threads == 1 || ONE_THREAD { 1 } else { OWNERS_A_THREAD * threads }
}
