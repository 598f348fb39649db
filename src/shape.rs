//! How many pits a board has, and which machine word holds them
//!
//! A board is one machine word, with one byte for each pit. Code that works on boards is generic over a [`Shape`]: with
//! [`Fixed`] the compiler knows the number of pits and unrolls every loop; the solver and `verify` use it. With [`Any`] the number
//! is read at run time, so that one compiled copy serves all sizes.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use crate::sealed::Sealed;

/// The most pits in a row.
pub const MAX_ROW: usize = 8;

/// The most seeds on a board. A margin is a signed byte.
pub const MAX_SEEDS: u8 = 127;

/// A machine word with one number of seeds in each byte, pit 0 in the lowest.
///
/// Sealed: the words are `u64` and `u128`.
pub trait Word:
    Sealed
    + Copy
    + Default
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// A one in every byte.
    const ONES: Self;
    /// The top bit of every byte.
    const TOPS: Self;
    /// The empty word.
    const ZERO: Self;
    /// The low bytes of `wide`.
    fn narrow(wide: u128) -> Self;
    /// The same bytes in the widest word.
    fn widen(self) -> u128;
    /// Byte number `pit`.
    fn byte(self, pit: usize) -> u8;
    /// Bytes number 2 * `pair` and 2 * `pair` + 1.
    fn pair(self, pair: usize) -> u16;
    /// All bytes, the lowest first.
    fn bytes(self) -> impl Iterator<Item = u8>;
    /// The word with `seeds` in byte number `pit`, and nothing else.
    fn at(pit: usize, seeds: u8) -> Self;
    /// The word with `seeds` in every byte.
    fn all(seeds: u8) -> Self;
    /// The word shifted down by fewer bits than a byte has.
    fn down_bits(self, bits: u32) -> Self;
    /// The word shifted up by fewer bits than it has.
    fn up_bits(self, bits: usize) -> Self;
    /// The word shifted up by whole bytes, fewer than it has.
    fn up(self, bytes: usize) -> Self;
    /// The word shifted down by whole bytes, fewer than it has.
    fn down(self, bytes: usize) -> Self;
    /// Bytewise sum, for bytes that stay within a byte.
    fn plus(self, other: Self) -> Self;
    /// Bytewise difference, for bytes that stay within a byte.
    fn minus(self, other: Self) -> Self;
    /// Byte j of the result is the sum of bytes 0 to j.
    fn prefix_sums(self) -> Self;
    /// The number of the lowest byte that is not zero. Has no meaning for the empty word.
    fn lowest_filled(self) -> usize;
    /// The number of the lowest bit that is set. Has no meaning for the empty word.
    fn lowest_bit(self) -> usize;
    /// The word without its lowest bit. The empty word stays the same.
    fn without_lowest_bit(self) -> Self;
    /// Bit j of the result is the top bit of byte j.
    fn tops(self) -> u32;
}

/// Bit j of the result is byte j, which is 0 or 1.
#[inline(always)]
pub(crate) fn lows(word: u64) -> u8 {
    // The factor moves byte j to bit 56 + j; nothing else falls there.
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Bit j of the result is the top bit of byte j.
#[inline(always)]
fn tops(word: u64) -> u32 {
    u32::from(lows((word & u64::TOPS) >> 7))
}

macro_rules! word {
    ($word:ty, $tops:expr) => {
        impl Sealed for $word {}

        impl Word for $word {
            const ONES: Self = <$word>::MAX / 0xff;
            const TOPS: Self = Self::ONES << 7;
            const ZERO: Self = 0;

            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn byte(self, pit: usize) -> u8 {
                debug_assert!(pit < size_of::<$word>());
                self.wrapping_shr(8 * pit as u32) as u8
            }

            #[inline(always)]
            fn pair(self, pair: usize) -> u16 {
                debug_assert!(2 * pair < size_of::<$word>());
                self.wrapping_shr(16 * pair as u32) as u16
            }

            #[inline(always)]
            fn bytes(self) -> impl Iterator<Item = u8> {
                self.to_le_bytes().into_iter()
            }

            #[inline(always)]
            fn at(pit: usize, seeds: u8) -> Self {
                debug_assert!(pit < size_of::<$word>());
                <$word>::from(seeds).wrapping_shl(8 * pit as u32)
            }

            #[inline(always)]
            fn all(seeds: u8) -> Self {
                Self::ONES.wrapping_mul(<$word>::from(seeds))
            }

            #[inline(always)]
            fn down_bits(self, bits: u32) -> Self {
                self >> bits
            }

            #[inline(always)]
            fn up_bits(self, bits: usize) -> Self {
                debug_assert!(bits < 8 * size_of::<$word>());
                self.wrapping_shl(bits as u32)
            }

            #[inline(always)]
            fn up(self, bytes: usize) -> Self {
                debug_assert!(bytes < size_of::<$word>());
                self.wrapping_shl(8 * bytes as u32)
            }

            #[inline(always)]
            fn down(self, bytes: usize) -> Self {
                debug_assert!(bytes < size_of::<$word>());
                self.wrapping_shr(8 * bytes as u32)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn prefix_sums(self) -> Self {
                self.wrapping_mul(Self::ONES)
            }

            #[inline(always)]
            fn lowest_filled(self) -> usize {
                self.trailing_zeros() as usize / 8
            }

            #[inline(always)]
            fn lowest_bit(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn without_lowest_bit(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn tops(self) -> u32 {
                $tops(self)
            }
        }
    };
}

word!(u64, tops);
word!(u128, |word: u128| tops(word as u64) | tops((word >> 64) as u64) << 8);

/// The number of pits in a row, and the word that holds a board.
///
/// Sealed: the shapes are [`Any`] and [`Fixed`].
pub trait Shape: Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds a board.
    type Word: Word;

    /// The number of pits in a row, 1 to [`MAX_ROW`].
    fn row(self) -> usize;

    /// The number of pits of the board.
    #[inline(always)]
    fn pits(self) -> usize {
        2 * self.row()
    }

    /// A word with `0xff` in each of the mover's pits.
    #[inline(always)]
    fn own(self) -> Self::Word {
        !(!Self::Word::ZERO).up(self.row())
    }

    /// A word with `0xff` in each of the opponent's pits.
    #[inline(always)]
    fn opposite(self) -> Self::Word {
        self.own().up(self.row())
    }
}

/// A number of pits in a row that is known at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Any {
    row: u8,
}

impl Any {
    /// `row` pits in a row, or none unless that is 1 to [`MAX_ROW`].
    pub fn new(row: usize) -> Option<Self> {
        (1..=MAX_ROW).contains(&row).then_some(Self { row: row as u8 })
    }
}

impl Sealed for Any {}

impl Shape for Any {
    type Word = u128;

    #[inline(always)]
    fn row(self) -> usize {
        usize::from(self.row)
    }
}

/// A number of pits in a row that the compiler knows: `ROW`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<const ROW: usize>;

macro_rules! fixed {
    ($($row:literal $word:ty),*) => {
        $(impl Sealed for Fixed<$row> {}

        impl Shape for Fixed<$row> {
            type Word = $word;

            #[inline(always)]
            fn row(self) -> usize {
                $row
            }
        })*
    };
}

fixed!(1 u64, 2 u64, 3 u64, 4 u64, 5 u128, 6 u128, 7 u128, 8 u128);

/// Evaluates `$body` with `$shape` bound to the [`Fixed`] shape with the number of pits of `$any`, if games of that size are solved
/// often, and else to `$any`: the one place where a size read at run time becomes a size that the compiler knows. Each fixed size
/// costs a compiled copy of the body. Web pages load these copies, so there only the size of Modiar is fixed: Tihbat is small.
macro_rules! with_fixed {
    ($any:expr, $shape:ident => $body:expr) => {{
        macro_rules! arm {
            ($row:literal) => {{
                let $shape = $crate::shape::Fixed::<$row>;
                $body
            }};
        }
        let $shape = $any;
        match $crate::shape::Shape::row($shape) {
            #[cfg(not(target_arch = "wasm32"))]
            2 => arm!(2),
            3 => arm!(3),
            #[cfg(not(target_arch = "wasm32"))]
            4 => arm!(4),
            #[cfg(not(target_arch = "wasm32"))]
            5 => arm!(5),
            #[cfg(not(target_arch = "wasm32"))]
            6 => arm!(6),
            _ => $body,
        }
    }};
}
pub(crate) use with_fixed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_knows_its_two_rows() {
        assert_eq!(Fixed::<2>.own(), 0xffff);
        assert_eq!(Fixed::<2>.opposite(), 0xffff_0000);
        assert_eq!(Fixed::<4>.opposite(), 0xffff_ffff_0000_0000);
        assert_eq!(Fixed::<8>.own(), u128::from(u64::MAX));
        assert_eq!(Any::new(8).map(Shape::opposite), Some(!u128::from(u64::MAX)));
    }

    #[test]
    fn no_shape_is_empty_or_too_long() {
        assert_eq!(Any::new(0), None);
        assert_eq!(Any::new(MAX_ROW + 1), None);
    }

    #[test]
    fn every_size_reaches_a_shape_of_its_size() {
        for row in 1..=MAX_ROW {
            let any = Any::new(row).expect("in range");
            assert_eq!(with_fixed!(any, shape => shape.row()), row);
        }
    }

    #[test]
    fn prefix_sums_add_up_bytes() {
        assert_eq!(0x0403_0201_u64.prefix_sums() & 0xffff_ffff, 0x0a06_0301);
        assert_eq!(0x01_u128.prefix_sums(), u128::ONES);
    }
}
