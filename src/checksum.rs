//! CRC-32 checksums
//!
//! crc32fast, except in web pages: its tables are 16 KiB that no compression makes smaller, a twentieth of the solver that a page
//! loads. The tables here are computed when they are first needed.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use crc32fast::{Hasher, hash};
#[cfg(target_arch = "wasm32")]
pub(crate) use small::{Hasher, hash};

/// The same in little code, with the part of the interface that is used.
#[cfg(any(test, target_arch = "wasm32"))]
mod small {
    use std::sync::LazyLock;

    /// The polynomial of CRC-32 (IEEE 802.3), its lowest power in the highest bit.
    const POLYNOMIAL: u32 = 0xedb8_8320;
    /// Bytes that are taken in one step.
    const STEP: usize = 8;

    /// Table t has the checksum of each byte when t zero bytes follow it.
    static TABLES: LazyLock<[[u32; 256]; STEP]> = LazyLock::new(|| {
        let mut tables = [[0; 256]; STEP];
        for (byte, sum) in (0..).zip(&mut tables[0]) {
            *sum = byte;
            for _ in 0..u8::BITS {
                *sum = (*sum >> 1) ^ if *sum & 1 == 1 { POLYNOMIAL } else { 0 };
            }
        }
        for table in 1..STEP {
            tables[table] = tables[table - 1].map(|sum| (sum >> 8) ^ tables[0][usize::from(sum as u8)]);
        }
        tables
    });

    /// The checksum of these bytes.
    pub(crate) fn hash(bytes: &[u8]) -> u32 {
        let mut sum = Hasher::new();
        sum.update(bytes);
        sum.finalize()
    }

    /// The checksum of bytes that come piece by piece.
    #[derive(Clone, Debug)]
    pub(crate) struct Hasher(u32);

    impl Hasher {
        /// The checksum of no bytes.
        pub(crate) fn new() -> Self {
            Self(!0)
        }

        /// Adds more bytes.
        pub(crate) fn update(&mut self, bytes: &[u8]) {
            let tables = &*TABLES;
            let (steps, rest) = bytes.as_chunks::<STEP>();
            for step in steps {
                let taken = u64::from_le_bytes(*step) ^ u64::from(self.0);
                let sums = taken.to_le_bytes().into_iter().zip(tables.iter().rev());
                self.0 = sums.fold(0, |sum, (byte, table)| sum ^ table[usize::from(byte)]);
            }
            for byte in rest {
                self.0 = (self.0 >> 8) ^ tables[0][usize::from(self.0 as u8 ^ byte)];
            }
        }

        /// The checksum of all bytes.
        pub(crate) fn finalize(self) -> u32 {
            !self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::small;

    #[test]
    fn the_checksum_of_nine_digits_is_the_published_one() {
        assert_eq!(small::hash(b"123456789"), 0xcbf4_3926);
    }

    proptest! {
        #[test]
        fn both_are_equal_however_the_bytes_come(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)) {
            let mut sum = small::Hasher::new();
            pieces.iter().for_each(|piece| sum.update(piece));
            prop_assert_eq!(sum.finalize(), crc32fast::hash(&pieces.concat()));
        }
    }
}
