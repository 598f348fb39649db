//! Which exchange a layer gets that is solved in one process
//!
//! Where there is only one thread, in a web page, the exchange between buckets is not worth its size.

use crate::shape::Shape;

use super::super::layer::Unsolved;
use super::super::owners::{CACHED, ONE_THREAD};
use super::Exchange;
use super::bucketed::Bucketed;
use super::direct::Direct;

/// Returns the exchange between the owners of a layer.
pub(in crate::solver) fn between<S: Shape, const COPIES: usize>(
    layer: &Unsolved<'_, S, COPIES>,
) -> Box<dyn Exchange<S, COPIES>> {
    if layer.boards() <= CACHED || ONE_THREAD { Box::new(Direct) } else { Box::new(Bucketed::new(layer)) }
}
