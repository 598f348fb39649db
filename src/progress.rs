//! Progress of long work
//!
//! Whoever starts long work may want to hear how far it is, and may want to stop it. The work adds its steps; what a step is, and
//! how many there are, is said by each function that reports progress.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Who hears of progress: a callback, or nobody. And what stops the work: a flag, or nothing.
///
/// ```
/// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
///
/// use tihbat::progress::Progress;
///
/// let steps = AtomicU64::new(0);
/// let count = |more| _ = steps.fetch_add(more, Ordering::Relaxed);
/// for progress in [Progress::NONE, Progress::new(&count)] {
///     progress.add(3);
/// }
/// assert_eq!(steps.into_inner(), 3);
///
/// let stop = AtomicBool::new(false);
/// let progress = Progress::NONE.until(&stop);
/// assert!(!progress.is_stopped());
/// stop.store(true, Ordering::Relaxed);
/// assert!(progress.is_stopped());
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a> {
    add: Option<&'a (dyn Fn(u64) + Sync)>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Progress<'a> {
    /// Nobody hears of it, and nothing stops the work.
    pub const NONE: Self = Self { add: None, stop: None };

    /// Calls `add` with the number of steps just done, from any thread.
    pub const fn new(add: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { add: Some(add), stop: None }
    }

    /// The same, and the work ends with an error soon after somebody has set `stop`. A solve and a proof can be stopped; other
    /// work goes on to its end.
    pub const fn until(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Whether the work is to end now.
    pub fn is_stopped(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    /// Reports this many steps as just done.
    pub fn add(self, steps: u64) {
        if let Some(add) = self.add {
            add(steps);
        }
    }
}
