//! What asks the server to stop
//!
//! Unix sends a signal; Windows has the keys of the console only. The first request to stop lets open requests finish, the
//! second one ends them.

use std::io;

/// Listens for requests to stop.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// # Errors
    /// If the system does not let the program listen.
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for the next request to stop.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.terminate.recv() => (),
        }
    }
}

/// Listens for requests to stop.
#[cfg(windows)]
pub(super) struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    stop: tokio::signal::windows::CtrlBreak,
}

#[cfg(windows)]
impl Signals {
    /// # Errors
    /// If the system does not let the program listen.
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c};

        Ok(Self { interrupt: ctrl_c()?, stop: ctrl_break()? })
    }

    /// Waits for the next request to stop.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => (),
            _ = self.stop.recv() => (),
        }
    }
}
