//! Progress of long work
//!
//! Whoever starts long work may want to hear how far it is. The work adds its steps; what a step is, and how many there are, is
//! said by each function that reports progress.

/// Who hears of progress: a callback, or nobody.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use tihbat::progress::Progress;
///
/// let steps = AtomicU64::new(0);
/// let count = |more| _ = steps.fetch_add(more, Ordering::Relaxed);
/// for progress in [Progress::NONE, Progress::new(&count)] {
///     progress.add(3);
/// }
/// assert_eq!(steps.into_inner(), 3);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a>(Option<&'a (dyn Fn(u64) + Sync)>);

impl<'a> Progress<'a> {
    /// Nobody hears of it.
    pub const NONE: Self = Self(None);

    /// Calls `add` with the number of steps just done, from any thread.
    pub const fn new(add: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self(Some(add))
    }

    /// Reports this many steps as just done.
    pub fn add(self, steps: u64) {
        if let Some(add) = self.0 {
            add(steps);
        }
    }
}
