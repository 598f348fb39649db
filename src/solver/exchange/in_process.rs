//! Which exchange a layer gets that is solved in one process

use crate::shape::Shape;

use super::Exchange;
use super::single_thread::SingleThread;
use super::thread_pool::{self, ThreadPool};

/// Whether there are never more threads than one: in a web page. Then the exchange between threads is not compiled.
const ONE_THREAD: bool = cfg!(target_arch = "wasm32");

/// Returns how many owners of one layer there are in this process: 1 if a single thread solves the layer.
pub(in crate::solver) fn owners(single_thread: bool) -> usize {
    if single_thread || ONE_THREAD { 1 } else { thread_pool::SHARDS }
}

/// Returns the exchange between these owners.
pub(in crate::solver) fn between<S: Shape, const COPIES: usize>(owners: usize) -> Box<dyn Exchange<S, COPIES>> {
    if owners == 1 || ONE_THREAD { Box::new(SingleThread) } else { Box::new(ThreadPool::new()) }
}
