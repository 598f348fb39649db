//! Memory: what a solve holds, and what a damaged table makes its reader ask for.
//!
//! A program of its own, because its allocator counts for the whole process.
#![allow(unsafe_code, reason = "an allocator that watches is unsafe by its trait")]

#[path = "../common/mod.rs"]
mod common;

mod claims;
mod solve;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Passes everything on to the system, and counts the bytes that are held and the largest request.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

impl Counting {
    fn add(bytes: usize) {
        LARGEST.fetch_max(bytes, Relaxed);
        MOST.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
    }
}

// SAFETY: every request goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller keeps the promises of this very method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time, because the counts are those of the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// The most bytes that were held at a time while `work` went on, beyond those held before.
fn most_held<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = HELD.load(Relaxed);
    MOST.store(before, Relaxed);
    let done = work();
    ((MOST.load(Relaxed) - before) as u64, done)
}

/// The largest request in bytes while `work` goes on.
fn largest_request<T>(work: impl FnOnce() -> T) -> (usize, T) {
    LARGEST.store(0, Relaxed);
    let done = work();
    (LARGEST.load(Relaxed), done)
}
