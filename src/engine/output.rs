//! Where the answers go: whole lines, from several threads

use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::text::shown_whole;

/// Where the answers go.
pub(super) struct AnswerStream(Mutex<Stream>);

struct Stream {
    out: Box<dyn Write + Send>,
    /// Why nothing more can be written.
    failed: Option<io::Error>,
}

impl AnswerStream {
    pub(super) fn new(out: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Stream { out: Box::new(out), failed: None }))
    }

    fn stream(&self) -> MutexGuard<'_, Stream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says a line.
    pub(super) fn say(&self, line: &str) {
        let mut stream = self.stream();
        if stream.failed.is_none() {
            let written = writeln!(stream.out, "{line}").and_then(|()| stream.out.flush());
            stream.failed = written.err();
        }
    }

    /// Says what is wrong.
    pub(super) fn complain(&self, why: &str) {
        self.say(&format!("info string {}", shown_whole(why)));
    }

    /// Whether nothing more can be written.
    pub(super) fn is_closed(&self) -> bool {
        self.stream().failed.is_some()
    }

    /// Why nothing more could be written; a reader that has gone is no error.
    pub(super) fn result(&self) -> io::Result<()> {
        match self.stream().failed.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}
