//! Forged tables: changed values with correct checksums, so that only the proof can find them.

// Each test uses a part of this file; the rest is not dead.
#![allow(dead_code)]

/// The bytes of a table, to be changed. All offsets come from the header of the file.
#[derive(Clone)]
pub struct Forged {
    pub bytes: Vec<u8>,
}

impl Forged {
    pub fn of(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// The number of N bytes at an offset; none if the file ends before it.
    fn number<const N: usize>(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at + N)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    /// The number of boards that the header claims.
    pub fn boards(&self) -> usize {
        self.number::<8>(24).unwrap_or(0)
    }

    fn margins_at(&self) -> Option<usize> {
        self.number::<8>(56)
    }

    fn distances_at(&self) -> Option<usize> {
        self.number::<8>(64)
    }

    /// Offsets in the header for each column of values: a table of bounds (version 2) has a second one, at the end of its header.
    /// `part` is 0 for the values, 1 for the low bytes of their distances, 2 for the high bytes.
    fn offsets(&self, part: usize) -> Option<Vec<usize>> {
        let mut offsets = vec![self.number::<8>(56 + 8 * part)?];
        if self.number::<4>(8)? == 2 {
            let end = self.number::<4>(12)?.checked_add(16)?;
            offsets.push(self.number::<8>(end.checked_sub(24)? + 8 * part)?);
        }
        Some(offsets)
    }

    /// The value and the distance of a board in a column of values, for distances of one byte.
    pub fn entry(&self, column: usize, board: usize) -> (i8, u8) {
        let byte = |part| self.bytes[self.offsets(part).expect("a header")[column] + board];
        (byte(0) as i8, byte(1))
    }

    /// Changes them, but no checksum.
    pub fn set_entry(&mut self, column: usize, board: usize, (value, distance): (i8, u8)) {
        for (part, byte) in [value as u8, distance].into_iter().enumerate() {
            let at = self.offsets(part).expect("a header")[column] + board;
            self.bytes[at] = byte;
        }
    }

    fn value_at(&self, column: Option<usize>, board: usize) -> usize {
        column.expect("a header") + board
    }

    pub fn margin(&self, board: usize) -> i8 {
        self.bytes[self.value_at(self.margins_at(), board)] as i8
    }

    pub fn distance(&self, board: usize) -> u8 {
        self.bytes[self.value_at(self.distances_at(), board)]
    }

    /// Changes the values of a board, but no checksum.
    pub fn set(&mut self, board: usize, margin: i8, distance: u8) {
        let (margins, distances) = (self.value_at(self.margins_at(), board), self.value_at(self.distances_at(), board));
        self.bytes[margins] = margin as u8;
        self.bytes[distances] = distance;
    }

    /// Changes the byte of a board in the column of margins, if there is such a byte.
    pub fn put_margin(&mut self, board: usize, byte: u8) {
        self.put(self.margins_at(), board, byte);
    }

    /// The same in the column of distances.
    pub fn put_distance(&mut self, board: usize, byte: u8) {
        self.put(self.distances_at(), board, byte);
    }

    fn put(&mut self, column: Option<usize>, board: usize, byte: u8) {
        let at = column.and_then(|column| column.checked_add(board));
        if let Some(found) = at.and_then(|at| self.bytes.get_mut(at)) {
            *found = byte;
        }
    }

    /// Changes the longest distance in the record of a layer.
    pub fn set_longest(&mut self, layer: usize, plies: u16) {
        let at = self.record_at(layer);
        self.bytes[at + 4..at + 6].copy_from_slice(&plies.to_le_bytes());
    }

    fn record_at(&self, layer: usize) -> usize {
        self.number::<8>(40).expect("a header") + 8 * layer
    }

    /// The longest distance in the record of a layer.
    pub fn longest(&self, layer: usize) -> u16 {
        let at = self.record_at(layer);
        u16::from_le_bytes([self.bytes[at + 4], self.bytes[at + 5]])
    }

    /// Sets the longest distance in the record of every layer to the one found in the layer, so that the records agree with
    /// the changed values.
    pub fn hide(&mut self) {
        self.try_hide().expect("a table");
    }

    /// Does the same for bytes that may be no table; none if a part of it does not exist.
    pub fn try_hide(&mut self) -> Option<()> {
        for layer in self.layers()? {
            let mut longest = 0;
            let highs = self.high_bytes(&layer)?;
            for (column, low) in self.offsets(1)?.into_iter().enumerate() {
                let low = low.checked_add(layer.first)?;
                let low = self.bytes.get(low..low.checked_add(layer.boards)?)?;
                let high = match highs.get(column) {
                    Some(&high) => self.bytes.get(high..high.checked_add(layer.boards)?)?,
                    None => &[],
                };
                let high = high.iter().copied().chain(std::iter::repeat(0));
                let plies = low.iter().zip(high).map(|(&low, high)| u16::from_le_bytes([low, high]));
                longest = longest.max(plies.max().unwrap_or(0));
            }
            self.bytes.get_mut(layer.record + 4..layer.record + 6)?.copy_from_slice(&longest.to_le_bytes());
        }
        Some(())
    }

    /// Takes over the values of another table with the same boards; does nothing if its boards are others.
    pub fn graft(&mut self, donor: &Self) {
        if self.boards() != donor.boards() || self.number::<4>(16) != donor.number::<4>(16) {
            return;
        }
        for (to, from) in [(self.margins_at(), donor.margins_at()), (self.distances_at(), donor.distances_at())] {
            let (Some(to), Some(from)) = (to, from) else { return };
            let boards = donor.boards();
            self.bytes[to..to + boards].copy_from_slice(&donor.bytes[from..from + boards]);
        }
    }

    /// The bytes of the same table, made by another program. Its name is filled up to the length of this program's.
    pub fn made_by(mut self, name: &str) -> Vec<u8> {
        let own = concat!("tihbat ", env!("CARGO_PKG_VERSION")).as_bytes();
        let at = self.bytes.windows(own.len()).position(|bytes| bytes == own).expect("a header");
        let filled: Vec<u8> = name.bytes().chain(std::iter::repeat(b'x')).take(own.len()).collect();
        self.bytes[at..at + own.len()].copy_from_slice(&filled);
        self.seal();
        self.bytes
    }

    /// Makes it the work file that it was when its layers up to `last` were finished; none means no layer.
    pub fn unfinish(&mut self, last: Option<usize>) {
        self.bytes[..4].copy_from_slice(b"\x89MTW");
        let layers = self.number::<4>(20).expect("a header") + 1;
        let (from, to) = (self.record_at(last.map_or(0, |last| last + 1)), self.record_at(layers));
        self.bytes[from..to].fill(0);
    }

    /// Computes every checksum again.
    pub fn seal(&mut self) {
        self.try_seal().expect("a table");
    }

    /// Does the same for bytes that may be no table, or a work file, whose unfinished layers have no record. None if a part of it
    /// does not exist; the checksums before that part and the checksum of the header are computed then.
    pub fn try_seal(&mut self) -> Option<()> {
        let sealed = self.seal_layers();
        let header = self.number::<4>(12)?.checked_add(16)?;
        let sum = crc32fast::hash(self.bytes.get(..header)?).to_le_bytes();
        self.bytes.get_mut(header..header + 4)?.copy_from_slice(&sum);
        sealed
    }

    fn seal_layers(&mut self) -> Option<()> {
        let (block_boards, blocks) = (self.number::<8>(32)?, self.number::<8>(48)?);
        let mut block = 0;
        for layer in self.layers()? {
            let begin = block;
            let is_work = self.bytes.starts_with(b"\x89MTW");
            let unfinished = is_work && self.bytes.get(layer.record..layer.record + 8)? == [0; 8];
            let columns =
                [self.offsets(0)?, self.offsets(1)?].concat().into_iter().map(|at| at.checked_add(layer.first));
            let mut columns = columns.collect::<Option<Vec<_>>>()?;
            columns.extend(self.high_bytes(&layer)?);
            for from in (0..layer.boards).step_by(block_boards.max(1)) {
                let to = layer.boards.min(from + block_boards);
                let mut sum = crc32fast::Hasher::new();
                for column in &columns {
                    sum.update(self.bytes.get(column.checked_add(from)?..column.checked_add(to)?)?);
                }
                let at = blocks.checked_add(4 * block)?;
                if !unfinished {
                    self.bytes.get_mut(at..at.checked_add(4)?)?.copy_from_slice(&sum.finalize().to_le_bytes());
                }
                block += 1;
            }
            if unfinished {
                continue;
            }
            let mut seal = crc32fast::Hasher::new();
            seal.update(&[layer.seeds as u8]);
            seal.update(self.bytes.get(layer.record + 4..layer.record + 6)?);
            seal.update(self.bytes.get(blocks + 4 * begin..blocks + 4 * block)?);
            self.bytes.get_mut(layer.record..layer.record + 4)?.copy_from_slice(&seal.finalize().to_le_bytes());
        }
        Some(())
    }

    /// The layers that the header describes.
    fn layers(&self) -> Option<Vec<Layer>> {
        let (pits, max_seeds) = (2 * self.number::<4>(16)?, self.number::<4>(20)?);
        if !(2..=16).contains(&pits) || max_seeds > 127 {
            return None;
        }
        let mut first = 0_usize;
        let mut layers = Vec::new();
        for seeds in 0..=max_seeds {
            let boards = binomial(seeds + pits - 1, pits - 1)?;
            let record = self.number::<8>(40)?.checked_add(8 * seeds).filter(|&at| at < self.bytes.len())?;
            layers.push(Layer { seeds, record, first, boards });
            first = first.checked_add(boards)?;
            // More boards than bytes: no file of such a table is that short.
            if first > self.bytes.len() {
                return None;
            }
        }
        Some(layers)
    }

    /// The offsets of a layer's high bytes, one for each column of values; empty if the layer has none.
    fn high_bytes(&self, layer: &Layer) -> Option<Vec<usize>> {
        let (offsets, far_from) = (self.offsets(2)?, self.number::<8>(80)?);
        if offsets[0] == 0 || layer.first < far_from {
            return Some(Vec::new());
        }
        offsets.into_iter().map(|far_at| far_at.checked_add(layer.first - far_from)).collect()
    }
}

/// The place of a layer in the file.
struct Layer {
    seeds: usize,
    /// The offset of its record.
    record: usize,
    /// The number of its first board.
    first: usize,
    boards: usize,
}

fn binomial(n: usize, k: usize) -> Option<usize> {
    (1..=k).try_fold(1_usize, |product, step| Some(product.checked_mul(n - k + step)? / step))
}
