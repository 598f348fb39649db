//! Ctrl-C in long work: what is kept, and how to continue
//!
//! Work that can be resumed ends at once when it is interrupted, as every program does, but first it says what it keeps.
//! The exit code is 130.

use std::io::Write;
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};

use tihbat::text::shown_whole;

use super::colour;
use super::progress::Bar;

/// What a program returns that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// What is said if the work is interrupted now.
pub(super) struct Interrupt(Arc<Mutex<String>>);

impl Interrupt {
    /// Says `text` from now on if the user interrupts the work that `bar` shows.
    pub(super) fn new(bar: &Bar, text: String) -> Self {
        let said = Arc::new(Mutex::new(text));
        let (bar, to_say) = (bar.line(), Arc::clone(&said));
        // Where the handler cannot be set, or interrupts are ignored on purpose, an interrupt does what it always does.
        let _ = ctrlc::try_set_handler(move || {
            bar.finish_and_clear();
            let text = to_say.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(colour::err(), "\n{} interrupted; {}", colour::note(), shown_whole(&text));
            exit(INTERRUPTED);
        });
        Self(said)
    }

    /// Says another text from now on.
    pub(super) fn say(&self, text: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}
