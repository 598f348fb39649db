//! A table that claims absurd sizes takes no memory by its claim.
#![allow(unsafe_code, reason = "an allocator that watches is unsafe by its trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::rules::{Clauses, TIHBAT};
use tihbat::table::Table;

/// Passes everything on to the system, and remembers the largest request in bytes.
struct Watching;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every request goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Relaxed);
        // SAFETY: the caller keeps the promises of this very method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static WATCHING: Watching = Watching;

// One test, because the largest request is that of the whole process.
#[test]
fn no_claim_of_a_header_takes_memory() {
    let clauses = Clauses { pits: 8, ..TIHBAT.clauses };
    let mut work =
        tihbat::table::Writer::create(std::io::Cursor::new(Vec::new()), clauses, Seeds::NONE).expect("memory");
    work.append(&tihbat::solver::Solver::new(clauses).next_layer(Progress::NONE).expect("a layer")).expect("memory");
    let good = work.finish().expect("memory").into_inner();
    assert!(Table::from_bytes(good.clone()).is_ok(), "the table is right before it is changed");
    let header = 16 + u32::from_le_bytes(good[12..16].try_into().expect("four bytes")) as usize;
    let claims = [0, 1, 127, 128, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 40, u64::MAX / 2, u64::MAX];
    // Every number of the header, the lengths of its strings too (the first stands at 96).
    for at in 16..header - 8 {
        for claim in claims {
            for bytes in [4, 8] {
                let mut bad = good.clone();
                bad[at..at + bytes].copy_from_slice(&claim.to_le_bytes()[..bytes]);
                let sum = crc32fast::hash(&bad[..header]).to_le_bytes();
                bad[header..header + 4].copy_from_slice(&sum);
                LARGEST.store(0, Relaxed);
                let opened = Table::from_bytes(bad.clone());
                assert!(opened.is_err() || bad == good || at >= 96, "byte {at} as {claim}");
                let largest = LARGEST.load(Relaxed);
                assert!(largest < 1 << 20, "byte {at} as {claim}: {largest} bytes at once");
            }
        }
    }
}
