//! Forged tables: changed values with correct checksums, so that only the proof can find them.

/// The bytes of a table, to be changed. All offsets come from the header of the file.
#[derive(Clone)]
pub struct Forged {
    pub bytes: Vec<u8>,
}

impl Forged {
    pub fn of(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    fn u32(&self, at: usize) -> usize {
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("four bytes")) as usize
    }

    fn u64(&self, at: usize) -> usize {
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("eight bytes")) as usize
    }

    pub fn boards(&self) -> usize {
        self.u64(24)
    }

    fn max_seeds(&self) -> usize {
        self.u32(20)
    }

    fn margins_at(&self) -> usize {
        self.u64(56)
    }

    fn distances_at(&self) -> usize {
        self.u64(64)
    }

    pub fn margin(&self, board: usize) -> i8 {
        self.bytes[self.margins_at() + board] as i8
    }

    pub fn distance(&self, board: usize) -> u8 {
        self.bytes[self.distances_at() + board]
    }

    /// Changes the values of a board, but no checksum.
    pub fn set(&mut self, board: usize, margin: i8, distance: u8) {
        let (margins, distances) = (self.margins_at(), self.distances_at());
        self.bytes[margins + board] = margin as u8;
        self.bytes[distances + board] = distance;
    }

    /// Changes the longest distance in the record of a layer.
    pub fn set_longest(&mut self, layer: usize, plies: u16) {
        let at = self.u64(40) + 8 * layer;
        self.bytes[at + 4..at + 6].copy_from_slice(&plies.to_le_bytes());
    }

    /// The longest distance in the record of a layer.
    pub fn longest(&self, layer: usize) -> u16 {
        let at = self.u64(40) + 8 * layer;
        u16::from_le_bytes([self.bytes[at + 4], self.bytes[at + 5]])
    }

    /// Sets the longest distance in the record of every layer to the one found in the layer, so that the records agree with
    /// the changed values.
    pub fn hide(&mut self) {
        let pits = 2 * self.u32(16);
        let mut first = 0;
        for layer in 0..=self.max_seeds() {
            let end = first + binomial(layer + pits - 1, pits - 1);
            let longest = (first..end).map(|board| self.distance(board)).max().unwrap_or(0);
            self.set_longest(layer, longest.into());
            first = end;
        }
    }

    /// Computes every checksum again, for a table without high bytes.
    pub fn seal(&mut self) {
        assert_eq!(self.u64(72), 0, "a table without high bytes");
        let (pits, block_boards) = (2 * self.u32(16), self.u64(32));
        let (records, blocks) = (self.u64(40), self.u64(48));
        let mut first = 0;
        let mut block = 0;
        for layer in 0..=self.max_seeds() {
            let boards = binomial(layer + pits - 1, pits - 1);
            let begin = block;
            for from in (0..boards).step_by(block_boards) {
                let to = boards.min(from + block_boards);
                let mut sum = crc32fast::Hasher::new();
                for column in [self.margins_at(), self.distances_at()] {
                    sum.update(&self.bytes[column + first + from..column + first + to]);
                }
                self.bytes[blocks + 4 * block..blocks + 4 * block + 4].copy_from_slice(&sum.finalize().to_le_bytes());
                block += 1;
            }
            let record = records + 8 * layer;
            let mut seal = crc32fast::Hasher::new();
            seal.update(&[layer as u8]);
            seal.update(&self.bytes[record + 4..record + 6]);
            seal.update(&self.bytes[blocks + 4 * begin..blocks + 4 * block]);
            self.bytes[record..record + 4].copy_from_slice(&seal.finalize().to_le_bytes());
            first += boards;
        }
        let header = 16 + self.u32(12);
        let sum = crc32fast::hash(&self.bytes[..header]).to_le_bytes();
        self.bytes[header..header + 4].copy_from_slice(&sum);
    }
}

fn binomial(n: usize, k: usize) -> usize {
    (1..=k).fold(1, |product, step| product * (n - k + step) / step)
}
