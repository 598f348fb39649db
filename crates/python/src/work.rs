//! Long work: in a thread of its own, while Python's thread shows progress and listens for Ctrl-C
//!
//! The work runs without Python's lock. Ten times a second the calling thread asks Python whether there was an interrupt, and calls the
//! progress function. If either raises an exception, the work is told to stop, and the exception is raised once it has.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tihbat::progress::Progress;

use crate::failure::{Answer, Failure};

/// Time between two looks at what Python wants.
const PAUSE: Duration = Duration::from_millis(100);

/// How long work is done.
pub struct Work<'a, 'py> {
    /// The number of threads; none for one for each processor.
    pub threads: Option<usize>,
    /// Called with the steps that are done and their number.
    pub progress: Option<&'a Bound<'py, PyAny>>,
    /// The number of steps of the whole work.
    pub steps: u64,
}

impl Work<'_, '_> {
    /// Work that nobody watches.
    pub const QUIET: Work<'static, 'static> = Work { threads: None, progress: None, steps: 0 };

    /// Does the work. It must end soon after its progress is stopped.
    ///
    /// # Errors
    /// If it was interrupted, or the threads cannot be started, or the work panicked.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(Progress<'_>) -> T + Send) -> Answer<T> {
        let pool = match self.threads {
            None => None,
            Some(threads) => Some(pool(threads)?),
        };
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let count = |more| _ = done.fetch_add(more, Relaxed);
        let progress = Progress::new(&count).until(&stop);
        let callback = self.progress.map(|callback| callback.clone().unbind());
        let steps = self.steps;
        let work = move || match pool {
            Some(pool) => pool.install(|| work(progress)),
            None => work(progress),
        };
        py.detach(|| {
            thread::scope(|scope| {
                let (sender, receiver) = channel();
                scope.spawn(move || {
                    // The receiver waits for the result, whatever happens.
                    let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
                });
                let mut raised = None;
                let result = loop {
                    match receiver.recv_timeout(PAUSE) {
                        Ok(result) => break result,
                        Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
                        Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            if let Err(error) = listen(callback.as_ref(), done.load(Relaxed), steps) {
                                stop.store(true, Relaxed);
                                raised = Some(error);
                            }
                        }
                    }
                };
                match (raised, result) {
                    (Some(error), _) => Err(error.into()),
                    (None, Err(payload)) => Err(Failure::panic(&*payload)),
                    (None, Ok(result)) => {
                        listen(callback.as_ref(), done.load(Relaxed), steps)?;
                        Ok(result)
                    }
                }
            })
        })
    }
}

/// Asks Python for interrupts, and tells it the progress.
fn listen(callback: Option<&Py<PyAny>>, done: u64, steps: u64) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        callback.map_or(Ok(()), |callback| callback.call1(py, (done.min(steps), steps)).map(drop))
    })
}

fn pool(threads: usize) -> Answer<rayon::ThreadPool> {
    if !(1..=1024).contains(&threads) {
        return Err(Failure::rules(format!("threads is a number from 1 to 1024, not {threads}")));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::memory(format!("threads cannot be started: {error}")))
}
