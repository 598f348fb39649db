//! A header with absurd sizes does not make the program allocate memory.

use crate::{TURN, largest_request};
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::rules::TIHBAT;
use tihbat::table::Table;

#[test]
fn no_claim_of_a_header_takes_memory() {
    let _turn = TURN.lock();
    let clauses = TIHBAT.clauses().with(|draft| draft.pits = 8).expect("clauses");
    let mut work =
        tihbat::table::Writer::create(std::io::Cursor::new(Vec::new()), clauses, Seeds::NONE).expect("memory");
    work.append(&tihbat::solver::Solver::new(clauses).next_layer(Progress::NONE).expect("a layer")).expect("memory");
    let good = work.finish().expect("memory").into_inner();
    assert!(Table::from_bytes(good.clone()).is_ok(), "the table is right before it is changed");
    let header = 16 + u32::from_le_bytes(good[12..16].try_into().expect("four bytes")) as usize;
    let claims = [0, 1, 127, 128, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 40, u64::MAX / 2, u64::MAX];
    // Every number of the header, including the lengths of its strings (the first one is at offset 96).
    for at in 16..header - 8 {
        for claim in claims {
            for bytes in [4, 8] {
                let mut bad = good.clone();
                bad[at..at + bytes].copy_from_slice(&claim.to_le_bytes()[..bytes]);
                let sum = crc32fast::hash(&bad[..header]).to_le_bytes();
                bad[header..header + 4].copy_from_slice(&sum);
                let (largest, opened) = largest_request(|| Table::from_bytes(bad.clone()));
                assert!(opened.is_err() || bad == good || at >= 96, "byte {at} as {claim}");
                assert!(largest < 1 << 20, "byte {at} as {claim}: {largest} bytes at once");
            }
        }
    }
}
