//! A huge table in a sparse file, written by hand
//!
//! Its length and offsets are those of a real table, and its checksums are correct. Only a few values are not zero, so the
//! file needs little disk space. The layout and the indices of boards are computed from `docs/format.md` alone, in 128 bits,
//! not by the code under test.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

const BLOCK: u64 = 65_536;

fn binomial(n: u64, k: u64) -> u128 {
    (1..=u128::from(k)).fold(1, |product, step| product * (u128::from(n - k) + step) / step)
}

/// The number of boards of `pits` pits with fewer than `seeds` seeds.
fn below(pits: usize, seeds: u64) -> u64 {
    let boards = if seeds == 0 { 0 } else { binomial(seeds + pits as u64 - 1, pits as u64) };
    boards.try_into().expect("an index of a board")
}

/// The index of a board: C(S_1, 1) + C(S_2 + 1, 2) + ..., where S_j is the number of seeds in its first j pits.
pub fn number(board: &[u8]) -> u64 {
    let mut sum = 0;
    let term = |(pit, &seeds): (usize, &u8)| {
        sum += u64::from(seeds);
        below(pit + 1, sum)
    };
    board.iter().enumerate().map(term).sum()
}

/// The board with an index. From the last pit to the first, it takes the largest sum whose term is not above the rest.
pub fn board(pits: usize, number: u64) -> Vec<u8> {
    let mut left = number;
    let mut board = vec![0; pits];
    for pit in (0..pits).rev() {
        let fits = |&sum: &u64| below(pit + 1, sum) <= left;
        let sum = (0..).take_while(fits).last().expect("no board has fewer than 0 seeds");
        left -= below(pit + 1, sum);
        board[pit] = sum as u8;
    }
    for pit in (1..pits).rev() {
        board[pit] -= board[pit - 1];
    }
    board
}

/// A table to write: Tihbat's clauses with another number of pits, and the values that are not zero.
pub struct Sparse {
    pub row: usize,
    pub max_seeds: u64,
    /// Margin and distance by the index of the board.
    pub values: BTreeMap<u64, (i8, u16)>,
}

/// The offsets of the parts of a table in its file.
#[derive(Debug, PartialEq, Eq)]
pub struct Offsets {
    pub boards: u64,
    pub records_at: u64,
    pub blocks_at: u64,
    pub margins_at: u64,
    pub distances_at: u64,
    /// 0 if there are no high bytes.
    pub far_at: u64,
    pub far_from: u64,
    pub bytes: u64,
}

impl Sparse {
    fn pits(&self) -> usize {
        2 * self.row
    }

    fn start(&self, layer: u64) -> u64 {
        below(self.pits(), layer)
    }

    /// The clauses as Tihbat's committed table writes them, with another number of pits.
    fn rules(&self) -> String {
        let tihbat = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tihbat.mtb")).expect("Tihbat's table");
        let rules = std::str::from_utf8(&tihbat[104..104 + 209]).expect("text");
        rules.replacen("pits = 2\n", &format!("pits = {}\n", self.row), 1)
    }

    /// The longest distance of a layer.
    fn longest(&self, layer: u64) -> u16 {
        let boards = self.values.range(self.start(layer)..self.start(layer + 1));
        boards.map(|(_, &(_, distance))| distance).max().unwrap_or(0)
    }

    /// The blocks of a layer: the index of the first board of each, and the index after its last board.
    fn blocks(&self, layer: u64) -> impl Iterator<Item = (u64, u64)> {
        let (start, end) = (self.start(layer), self.start(layer + 1));
        (start..end).step_by(BLOCK as usize).map(move |first| (first, end.min(first + BLOCK)))
    }

    pub fn offsets(&self) -> Offsets {
        let aligned = |at: u64| at.div_ceil(4096) * 4096;
        let boards = self.start(self.max_seeds + 1);
        let header = 8 + 9 * 8 + (8 + self.rules().len() as u64) + (8 + "by hand".len() as u64);
        let records_at = (16 + header + 4).div_ceil(8) * 8;
        let blocks_at = records_at + 8 * (self.max_seeds + 1);
        let blocks: u64 = (0..=self.max_seeds).map(|layer| self.blocks(layer).count() as u64).sum();
        let margins_at = aligned(blocks_at + 4 * blocks);
        let distances_at = aligned(margins_at + boards);
        let after = distances_at + boards;
        let far = (0..=self.max_seeds).find(|&layer| self.longest(layer) > 255);
        let far_from = far.map_or(boards, |layer| self.start(layer));
        let far_at = if far.is_some() { aligned(after) } else { 0 };
        let bytes = if far.is_some() { far_at + boards - far_from } else { after };
        Offsets { boards, records_at, blocks_at, margins_at, distances_at, far_at, far_from, bytes }
    }

    fn head(&self) -> Vec<u8> {
        let at = self.offsets();
        let (rules, by) = (self.rules(), "by hand");
        let mut header = Vec::new();
        header.extend((self.row as u32).to_le_bytes());
        header.extend((self.max_seeds as u32).to_le_bytes());
        let numbers =
            [at.boards, BLOCK, at.records_at, at.blocks_at, at.margins_at, at.distances_at, at.far_at, at.far_from];
        header.extend(numbers.into_iter().chain([at.bytes]).flat_map(u64::to_le_bytes));
        for text in [rules.as_str(), by] {
            header.extend((text.len() as u64).to_le_bytes());
            header.extend(text.as_bytes());
        }
        let mut head = b"\x89MTB\r\n\x1a\n".to_vec();
        head.extend(1_u32.to_le_bytes());
        head.extend((header.len() as u32).to_le_bytes());
        head.extend(header);
        head.extend(crc32fast::hash(&head).to_le_bytes());
        head.resize(at.records_at as usize, 0);
        head
    }

    /// Writes it.
    pub fn write(&self, path: &Path) -> Offsets {
        let at = self.offsets();
        let mut head = self.head();
        let (mut sums, mut zero_sums) = (Vec::new(), BTreeMap::new());
        for layer in 0..=self.max_seeds {
            let columns = if self.start(layer) < at.far_from { 2 } else { 3 };
            let begin = sums.len();
            for (first, end) in self.blocks(layer) {
                let boards = (end - first) as usize;
                let sum = if self.values.range(first..end).next().is_none() {
                    *zero_sums.entry(columns * boards).or_insert_with(|| crc32fast::hash(&vec![0; columns * boards]))
                } else {
                    let mut bytes = vec![0; columns * boards];
                    for (&number, &(margin, distance)) in self.values.range(first..end) {
                        let entry = [margin as u8, distance as u8, (distance >> 8) as u8];
                        for (column, byte) in entry.into_iter().take(columns).enumerate() {
                            bytes[column * boards + (number - first) as usize] = byte;
                        }
                    }
                    crc32fast::hash(&bytes)
                };
                sums.extend(sum.to_le_bytes());
            }
            let longest = self.longest(layer).to_le_bytes();
            let sealed = [&[layer as u8], &longest[..], &sums[begin..]].concat();
            head.extend(crc32fast::hash(&sealed).to_le_bytes());
            head.extend([longest[0], longest[1], 0, 0]);
        }
        let mut file = File::create(path).expect("a file");
        file.set_len(at.bytes).expect("a file with holes");
        file.write_all(&head).and_then(|()| file.write_all(&sums)).expect("written");
        let mut put = |at: u64, byte: u8| {
            file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(&[byte])).expect("written");
        };
        for (&number, &(margin, distance)) in &self.values {
            put(at.margins_at + number, margin as u8);
            put(at.distances_at + number, distance as u8);
            if number >= at.far_from {
                put(at.far_at + number - at.far_from, (distance >> 8) as u8);
            }
        }
        at
    }
}
