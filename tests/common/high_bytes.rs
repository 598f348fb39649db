//! A table with high bytes, written by hand
//!
//! No game that is quick to solve has distances above 255 plies. This table is made up: it holds the values of a small table,
//! with longer distances from some layer on. It is written byte by byte from `docs/format.md`, not by the code under test.

/// Reads a number of the file.
fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The number of boards in a layer of 2 x 2 pits.
fn layer_boards(seeds: u64) -> u64 {
    (seeds + 1) * (seeds + 2) * (seeds + 3) / 6
}

/// Returns the bytes of `table` with `plies` added to all distances from layer `from` on. The table has 2 x 2 pits, no high
/// bytes and one block for each layer.
pub fn lengthened(table: &[u8], from: u64, plies: u16) -> Vec<u8> {
    let [records_at, blocks_at, margins_at, distances_at] = [40, 48, 56, 64].map(|at| number::<8>(table, at) as usize);
    let (max_seeds, boards) = (number::<4>(table, 20), number::<8>(table, 24));
    let far_from: u64 = (0..from).map(layer_boards).sum();
    let far_at = (distances_at as u64 + boards).next_multiple_of(4096);
    let mut bytes = table.to_vec();
    bytes.resize((far_at + boards - far_from) as usize, 0);
    let length = bytes.len() as u64;
    for (at, value) in [(72, far_at), (80, far_from), (88, length)] {
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    let mut first = far_from as usize;
    for seeds in from..=max_seeds {
        let end = first + layer_boards(seeds) as usize;
        let mut longest = 0;
        for board in first..end {
            let longer = u16::from(table[distances_at + board]) + plies;
            if table[margins_at + board] == 0 {
                continue;
            }
            longest = longest.max(longer);
            bytes[distances_at + board] = longer as u8;
            bytes[far_at as usize + board - far_from as usize] = (longer >> 8) as u8;
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[margins_at + first..margins_at + end]);
        sum.update(&bytes[distances_at + first..distances_at + end]);
        let far = far_at as usize - far_from as usize;
        sum.update(&bytes[far + first..far + end]);
        let block = sum.finalize().to_le_bytes();
        bytes[blocks_at + 4 * seeds as usize..][..4].copy_from_slice(&block);
        let mut seal = crc32fast::Hasher::new();
        seal.update(&[seeds as u8]);
        seal.update(&longest.to_le_bytes());
        seal.update(&block);
        let record = [&seal.finalize().to_le_bytes()[..], &longest.to_le_bytes(), &[0, 0]].concat();
        bytes[records_at + 8 * seeds as usize..][..8].copy_from_slice(&record);
        first = end;
    }
    let head = 16 + number::<4>(table, 12) as usize;
    let sum = crc32fast::hash(&bytes[..head]).to_le_bytes();
    bytes[head..head + 4].copy_from_slice(&sum);
    bytes
}
