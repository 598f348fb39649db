//! Which exchange a layer gets that is solved in one process

use crate::shape::Shape;

use super::super::layer::Unsolved;
use super::Exchange;
use super::bucketed::Bucketed;
use super::direct::Direct;

/// Whether there are never more threads than one: in a web page. There the other exchange is not worth its size.
const ONE_THREAD: bool = cfg!(target_arch = "wasm32");

/// Owners for each thread, so that a slow thread does not hold up the others.
const OWNERS_A_THREAD: usize = 4;

/// The most boards of a layer whose state words are in the cache: 256 KiB of them.
const CACHED: u64 = 1 << 17;

/// Returns how many owners of one layer there are in this process if this many threads solve the layer.
pub(in crate::solver) fn owners(threads: usize) -> usize {
    if threads == 1 || ONE_THREAD { 1 } else { OWNERS_A_THREAD * threads }
}

/// Returns the exchange between the owners of a layer.
pub(in crate::solver) fn between<S: Shape, const COPIES: usize>(
    layer: &Unsolved<'_, S, COPIES>,
) -> Box<dyn Exchange<S, COPIES>> {
    if layer.boards() <= CACHED || ONE_THREAD { Box::new(Direct) } else { Box::new(Bucketed::new(layer)) }
}
