//! The solver of Tihbat, Modiar and their relatives, for a web page
//!
//! The functions that are exported here are called by `web/worker.js`, which shows how: it asks for `room`, writes a
//! question into it and calls `ask`. Question and reply are JSON. A table goes in by `give`, and comes out as a reply of bytes.
//!
//! - `question` has the form of every question, `fields` reads its JSON, `desk` answers it.
//! - The answers are the types of `tihbat::answer`, so they are those of the program's `--json`.
//!
//! A panic ends the worker: the page says what happened and starts another one.

mod desk;
mod fields;
mod page;
mod question;
mod refusal;

use std::cell::RefCell;

use desk::{Desk, Reply};

thread_local! {
    /// All that one worker knows. A worker has one thread.
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// What is between the page and the desk.
#[derive(Default)]
struct Worker {
    desk: Desk,
    /// Bytes that the page writes.
    room: Vec<u8>,
    /// Bytes that the page reads.
    reply: Vec<u8>,
}

/// The kinds of reply, as `ask` returns them.
const ANSWER: u32 = 0;
const ERROR: u32 = 1;
const BYTES: u32 = 2;

/// Makes room for a question or a table of this many bytes, and returns its address. The room before it is gone.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    WORKER.with_borrow_mut(|worker| {
        worker.room = vec![0; bytes];
        worker.room.as_mut_ptr()
    })
}

/// Takes what is in the room as the bytes of a table, which the next question opens.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn give() {
    WORKER.with_borrow_mut(|worker| worker.desk.give(std::mem::take(&mut worker.room)));
}

/// Answers the question in the room. The reply is 0: an answer in JSON, 1: an error in JSON, 2: bytes.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    page::report_panics();
    WORKER.with_borrow_mut(|worker| {
        let question = std::mem::take(&mut worker.room);
        let (kind, reply) = match worker.desk.answer(&question) {
            Ok(Reply::Json(json)) => (ANSWER, json),
            Ok(Reply::Bytes(bytes)) => (BYTES, bytes),
            Err(refusal) => (ERROR, refusal.json()),
        };
        worker.reply = reply;
        kind
    })
}

/// Returns the address of the reply.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    WORKER.with_borrow(|worker| worker.reply.as_ptr())
}

/// Returns the length of the reply, in bytes.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn reply_bytes() -> usize {
    WORKER.with_borrow(|worker| worker.reply.len())
}

/// Frees the reply.
#[expect(unsafe_code, reason = "a function is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    WORKER.with_borrow_mut(|worker| worker.reply = Vec::new());
}
