//! What asks the server to stop
//!
//! Unix sends a signal; Windows has the keys of the console only.

use std::io;

/// Listens for requests to stop. The future ends when one comes.
///
/// # Errors
/// If the system does not let the program listen.
#[cfg(unix)]
pub(super) fn asked() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = terminate.recv() => (),
        }
    })
}

/// Listens for requests to stop. The future ends when one comes.
///
/// # Errors
/// If the system does not let the program listen.
#[cfg(windows)]
pub(super) fn asked() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c};

    let (mut interrupt, mut stop) = (ctrl_c()?, ctrl_break()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = stop.recv() => (),
        }
    })
}
