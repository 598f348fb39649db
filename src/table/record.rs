//! The record of a layer: its longest distance, under a checksum with its block checksums

use crate::board::Seeds;
use crate::checksum;

/// Bytes of the record of one layer.
pub(super) const RECORD_BYTES: u64 = 8;

/// The record of a layer: a checksum over its block checksums, and its longest distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerRecord {
    seal: u32,
    /// Longest distance of the layer, in plies.
    pub(super) max_distance: u16,
}

impl LayerRecord {
    /// The record of a layer with these block checksums.
    pub(super) fn new(seeds: Seeds, max_distance: u16, blocks: &[u8]) -> Self {
        let mut seal = checksum::Hasher::new();
        seal.update(&[u8::from(seeds)]);
        seal.update(&max_distance.to_le_bytes());
        seal.update(blocks);
        Self { seal: seal.finalize(), max_distance }
    }

    /// The checksum over the block checksums.
    pub(super) fn seal(self) -> u32 {
        self.seal
    }

    /// Its bytes.
    pub(super) fn bytes(self) -> [u8; RECORD_BYTES as usize] {
        let [a, b, c, d] = self.seal.to_le_bytes();
        let [e, f] = self.max_distance.to_le_bytes();
        [a, b, c, d, e, f, 0, 0]
    }

    /// The longest distance that these bytes claim.
    pub(super) fn claimed_distance(bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[4], bytes[5]])
    }
}
