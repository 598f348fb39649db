//! What asks the server to stop
//!
//! Unix sends a signal; Windows has the keys of the console only. The first request to stop lets open requests finish, the
//! second one ends them.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal as Interrupt, Signal as Terminate, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlBreak as Terminate, CtrlC as Interrupt, ctrl_break, ctrl_c};

/// Listens for requests to stop.
pub(super) struct Signals {
    interrupt: Interrupt,
    terminate: Terminate,
}

impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system does not let the program listen.
    pub(super) fn new() -> io::Result<Self> {
        #[cfg(unix)]
        let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        #[cfg(windows)]
        let (interrupt, terminate) = (ctrl_c()?, ctrl_break()?);
        Ok(Self { interrupt, terminate })
    }

    /// Waits for the next request to stop.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.terminate.recv() => (),
        }
    }
}
