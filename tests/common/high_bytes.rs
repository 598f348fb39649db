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

/// Offsets in the header for each number of a board: its values, the low bytes of its distances, their high bytes. A table of bounds
/// has a second number, whose offsets are the end of the header.
fn columns(table: &[u8]) -> Vec<[usize; 3]> {
    let end = 16 + number::<4>(table, 12) as usize;
    match number::<4>(table, 8) {
        1 => vec![[56, 64, 72]],
        _ => vec![[56, 64, 72], [end - 24, end - 16, end - 8]],
    }
}

/// Returns the bytes of `table` with `plies` added to all distances from layer `from` on. The table has 2 x 2 pits, no high
/// bytes and one block for each layer.
pub fn lengthened(table: &[u8], from: u64, plies: u16) -> Vec<u8> {
    let [records_at, blocks_at] = [40, 48].map(|at| number::<8>(table, at) as usize);
    let (max_seeds, boards) = (number::<4>(table, 20), number::<8>(table, 24));
    let far_from: u64 = (0..from).map(layer_boards).sum();
    let mut bytes = table.to_vec();
    let mut put = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    let mut length = table.len() as u64;
    for [_, _, high] in columns(table) {
        let high_at = length.next_multiple_of(4096);
        put(high, high_at);
        length = high_at + boards - far_from;
    }
    put(80, far_from);
    put(88, length);
    bytes.resize(length as usize, 0);
    let columns: Vec<_> = columns(table).iter().map(|at| at.map(|at| number::<8>(&bytes, at) as usize)).collect();
    let mut first = far_from as usize;
    for seeds in from..=max_seeds {
        let end = first + layer_boards(seeds) as usize;
        let far = |high_at: usize, board: usize| high_at + board - far_from as usize;
        let mut longest = 0;
        for &[values_at, low_at, high_at] in &columns {
            for board in (first..end).filter(|board| table[values_at + board] != 0) {
                let longer = u16::from(table[low_at + board]) + plies;
                longest = longest.max(longer);
                let [low, high] = longer.to_le_bytes();
                (bytes[low_at + board], bytes[far(high_at, board)]) = (low, high);
            }
        }
        let mut sum = crc32fast::Hasher::new();
        for part in 0..3 {
            for column in &columns {
                let at = if part == 2 { far(column[2], first) } else { column[part] + first };
                sum.update(&bytes[at..at + end - first]);
            }
        }
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
