//! When a search must end, told from another thread

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When a search must end.
pub(super) struct Control {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    stopped: bool,
    /// The answer must not be said before a command allows it.
    held: bool,
    /// The interface ponders; the time begins when it says so.
    ponders: bool,
    budget: Option<Duration>,
    endless: bool,
    deadline: Option<Instant>,
}

impl Control {
    /// A search that begins now and has this time; an endless one is ended by a command only.
    pub(super) fn new(budget: Option<Duration>, endless: bool, ponders: bool) -> Self {
        let deadline = budget.filter(|_| !ponders && !endless).map(|budget| Instant::now() + budget);
        let state = State { stopped: false, held: endless || ponders, ponders, budget, endless, deadline };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that failed has left a state that is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether to search on.
    pub(super) fn goes_on(&self) -> bool {
        let state = self.state();
        !state.stopped && state.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        (state.stopped, state.held) = (true, false);
        self.changed.notify_all();
    }

    /// Ends the search if only a command could end it.
    pub(super) fn release(&self) {
        if self.state().held {
            self.stop();
        }
    }

    /// The opponent has made the move that was expected: from now on the time counts.
    pub(super) fn hit(&self) {
        let mut state = self.state();
        if std::mem::take(&mut state.ponders) && !state.endless {
            state.deadline = state.budget.map(|budget| Instant::now() + budget);
            state.held = false;
            self.changed.notify_all();
        }
    }

    /// Waits until the answer may be said.
    pub(super) fn wait(&self) {
        let mut state = self.state();
        while state.held {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_when_it_must() {
        let timed = Control::new(Some(Duration::ZERO), false, false);
        assert!(!timed.goes_on());
        timed.wait();
        let endless = Control::new(None, true, false);
        assert!(endless.goes_on());
        endless.hit();
        assert!(endless.goes_on());
        endless.release();
        assert!(!endless.goes_on());
        endless.wait();
    }

    #[test]
    fn the_time_of_a_pondering_search_begins_with_the_hit() {
        let ponders = Control::new(Some(Duration::ZERO), false, true);
        assert!(ponders.goes_on());
        ponders.hit();
        assert!(!ponders.goes_on());
        ponders.wait();
    }
}
