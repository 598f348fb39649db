//! The bytes of one connection: a limit for readers that are too slow, and an end that loses no answer
//!
//! A client that asks for much and reads nothing would keep its connection for ever. So a write that waits for its client
//! has a limit. Answers that hyper gives by itself, to what is not HTTP, are replaced by problem documents on their way.
//! After the last response the rest of what the client sends is read and forgotten: to close a connection with unread bytes
//! would destroy the response before the client has read it.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::pieces::Unsent;
use super::refusal;

/// Bytes that a slow client must take before its time starts again.
const PROGRESS: usize = 16 << 10;
/// How long the last bytes of a client are read after the last response.
const LINGER_TIME: Duration = Duration::from_secs(5);
/// Bytes that are read after the last response.
const LINGER_BYTES: usize = 64 << 20;

/// The stream of a client as hyper uses it.
pub(super) struct ClientStream(Arc<Mutex<Inner>>);

/// What is left of the stream when hyper has finished with it.
pub(super) struct Rest(Arc<Mutex<Inner>>);

struct Inner {
    stream: TcpStream,
    /// How long a write may wait without progress.
    patience: Duration,
    /// What is told that all bytes are sent.
    unsent: Unsent,
    /// The end of the time of a write that waits, and the bytes taken since the time started.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
    /// A response that is written in the place of one of hyper's, the bytes of it that are written, and the length of the
    /// one it replaces.
    instead: Option<(Vec<u8>, usize, usize)>,
    /// Whether bytes came since the last write: a request that is not answered yet.
    asked: bool,
}

impl ClientStream {
    /// Takes over a stream. The second value is for the end of the connection.
    pub(super) fn new(stream: TcpStream, patience: Duration, unsent: Unsent) -> (Self, Rest) {
        let inner = Inner { stream, patience, unsent, waiting: None, instead: None, asked: false };
        let inner = Arc::new(Mutex::new(inner));
        (Self(Arc::clone(&inner)), Rest(inner))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Writes some bytes, unless the client has taken nothing for too long.
    fn poll_some(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(Ok(written)) => {
                if let Some((_, taken)) = &mut self.waiting {
                    *taken += written;
                    if *taken >= PROGRESS || written == bytes.len() {
                        self.waiting = None;
                    }
                }
                Poll::Ready(Ok(written))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let patience = self.patience;
                let (end, _) = self.waiting.get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
                ready!(end.as_mut().poll(context));
                // What the system still holds for this client is not worth keeping either.
                let _ = self.stream.set_zero_linger();
                Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client does not read its response")))
            }
        }
    }

    fn poll_write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.asked = false;
        if self.instead.is_none()
            && let Some((at, response)) = refusal::replace(bytes)
        {
            if at > 0 {
                return self.poll_some(context, &bytes[..at]);
            }
            self.instead = Some((response, 0, bytes.len()));
        }
        let Some((response, mut written, length)) = self.instead.take() else {
            return self.poll_some(context, bytes);
        };
        while written < response.len() {
            match self.poll_some(context, &response[written..]) {
                Poll::Ready(Ok(more)) => written += more,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.instead = Some((response, written, length));
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(length))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut inner = self.inner();
        let before = into.filled().len();
        ready!(Pin::new(&mut inner.stream).poll_read(context, into))?;
        inner.asked |= into.filled().len() > before;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.inner().poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut inner = self.inner();
        // hyper flushes when it has written everything.
        inner.unsent.sent();
        Pin::new(&mut inner.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner().stream).poll_shutdown(context)
    }
}

impl Rest {
    /// Answers a request that hyper gave up without an answer, and lets the client read its last response.
    pub(super) async fn finish(self, ended: Result<(), hyper::Error>) {
        let Some(inner) = Arc::into_inner(self.0) else { return };
        let Inner { mut stream, asked, patience, .. } = inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        let response = match &ended {
            Err(error) if is_io(error) => return,
            Err(error) => refusal::of(error).filter(|_| asked),
            Ok(()) => None,
        };
        if let Some(response) = response {
            let _ = tokio::time::timeout(patience, stream.write_all(&response)).await;
        }
        let forget = async {
            let _ = stream.shutdown().await;
            let (mut read, mut bytes) = (0, vec![0; 1 << 16]);
            while read < LINGER_BYTES {
                match stream.read(&mut bytes).await {
                    Ok(0) | Err(_) => break,
                    Ok(more) => read += more,
                }
            }
        };
        let _ = tokio::time::timeout(LINGER_TIME, forget).await;
    }
}

/// Whether the connection itself failed, so that nothing can be said on it.
fn is_io(error: &hyper::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<io::Error>())
}
