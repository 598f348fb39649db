//! Bodies of responses that are made piece by piece, and requests that keep their slot until the last piece is taken
//!
//! A response waits for its client. So no large response is ever whole in memory: the next piece is computed or copied
//! when the client has taken the one before. A request occupies its slot for as long as its response has pieces left.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use http_body_util::channel::Channel;
use hyper::body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;
use tracing::error;

/// Bytes of a piece, about.
pub(super) const PIECE: usize = 32 << 10;

/// A piece of a body; an error ends the response, so that the client knows that it is not whole.
pub(super) type Piece = Result<Bytes, Error>;

/// A body of pieces. Each is computed when the one before is taken, on a thread that may wait for disks.
pub(super) fn body(mut next: impl FnMut() -> Option<Piece> + Send + 'static) -> Body {
    let (mut sender, channel) = Channel::<Bytes, Error>::new(1);
    tokio::spawn(async move {
        loop {
            let compute = move || (next(), next);
            let piece = match tokio::task::spawn_blocking(compute).await {
                Ok((None, _)) => return,
                Ok((Some(piece), rest)) => {
                    next = rest;
                    piece
                }
                Err(error) => {
                    error!("a response ends early: {error}");
                    return sender.abort(Error::new(error));
                }
            };
            match piece {
                Ok(piece) => {
                    if sender.send_data(piece).await.is_err() {
                        // The client is gone.
                        return;
                    }
                }
                Err(error) => {
                    error!("a response ends early: {error}");
                    return sender.abort(error);
                }
            }
        }
    });
    Body::new(channel)
}

/// Slots of requests of one connection whose responses are complete, but not sent.
#[derive(Clone, Default)]
pub(super) struct Unsent(Arc<Mutex<Vec<OwnedSemaphorePermit>>>);

impl Unsent {
    /// Everything is sent: frees the slots.
    pub(super) fn sent(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// A body that holds the slot of its request, and hands on its bytes in pieces. At its end the slot is held until the
/// last piece is sent.
pub(super) struct Held {
    body: Body,
    /// What is left of a longer piece.
    rest: Bytes,
    slot: Option<OwnedSemaphorePermit>,
    unsent: Unsent,
}

impl Held {
    pub(super) fn hold(body: Body, slot: Option<OwnedSemaphorePermit>, unsent: Unsent) -> Body {
        Body::new(Self { body, rest: Bytes::new(), slot, unsent })
    }

    /// The next piece of what is left.
    fn piece(&mut self) -> Frame<Bytes> {
        Frame::data(self.rest.split_to(self.rest.len().min(PIECE)))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.unsent.0.lock().unwrap_or_else(PoisonError::into_inner).extend(self.slot.take());
    }
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.piece())));
        }
        match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
            Some(Ok(frame)) => Poll::Ready(Some(Ok(match frame.into_data() {
                Ok(data) => {
                    self.rest = data;
                    self.piece()
                }
                Err(other) => other,
            }))),
            other => Poll::Ready(other),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
