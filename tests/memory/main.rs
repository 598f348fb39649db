//! Memory: the bytes that a solve uses, and the requests caused by a damaged table.
//!
//! A separate program, because its allocator counts for the whole process.
#![allow(unsafe_code, reason = "an allocator that watches is unsafe by its trait")]

#[path = "../common/mod.rs"]
mod common;

mod claims;
mod solve;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Passes every request to the system allocator, and records the bytes in use and the largest request.
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

// SAFETY: every request goes to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller meets the requirements of this method.
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

/// One test at a time, because the counts cover the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// The largest number of bytes in use during `work`, minus those in use before.
fn most_held<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = HELD.load(Relaxed);
    MOST.store(before, Relaxed);
    let done = work();
    ((MOST.load(Relaxed) - before) as u64, done)
}

/// The largest request during `work`, in bytes.
fn largest_request<T>(work: impl FnOnce() -> T) -> (usize, T) {
    LARGEST.store(0, Relaxed);
    let done = work();
    (LARGEST.load(Relaxed), done)
}
