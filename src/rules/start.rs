//! The board at the start of a game

use std::fmt;

use crate::board::{Board, BoardError, Seeds};
use crate::shape::MAX_SEEDS;

use super::error::RulesError;

/// The board at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// `seeds_per_pit`: this number of seeds in every pit, at least 1, and at most 127 on the whole board.
    SeedsPerPit(u8),
    /// `start`: these seeds, at least 1, in sowing order, South's row first.
    Board(Board),
}

impl Start {
    /// `seeds_per_pit` or `start`.
    pub const fn clause(&self) -> &'static str {
        match self {
            Self::SeedsPerPit(_) => "seeds_per_pit",
            Self::Board(_) => "start",
        }
    }

    /// Reads a start board: numbers separated by commas, with or without brackets.
    pub(super) fn parse(text: &str) -> Result<Self, RulesError> {
        let pits: Option<Vec<u8>> = numbers(text).collect();
        let board = pits.and_then(|pits| Board::new(&pits).ok());
        board.filter(|board| board.total() != Seeds::NONE).map(Self::Board).ok_or_else(|| no_start(text))
    }

    /// Whether the board fits `pits` pits a side.
    pub(super) fn check(&self, pits: u8) -> Result<(), RulesError> {
        match *self {
            Self::SeedsPerPit(seeds_per_pit) => {
                let seeds = 2 * usize::from(pits) * usize::from(seeds_per_pit);
                if seeds == 0 {
                    return Err(RulesError::Value {
                        clause: "seeds_per_pit",
                        found: "0".to_owned(),
                        expected: "at least 1".to_owned(),
                    });
                }
                if seeds > usize::from(MAX_SEEDS) {
                    return Err(RulesError::TooManySeeds { pits, seeds_per_pit, seeds });
                }
            }
            Self::Board(board) => {
                let found = board.pits().len();
                if found != 2 * usize::from(pits) {
                    return Err(RulesError::StartPits { pits, found });
                }
                if board.total() == Seeds::NONE {
                    return Err(no_start(&self.to_string()));
                }
            }
        }
        Ok(())
    }

    /// The start board on `pits` pits a side; the caller has checked that it fits.
    pub(super) fn board(&self, pits: u8) -> Board {
        match *self {
            Self::SeedsPerPit(seeds) => {
                let pits = vec![seeds; 2 * usize::from(pits)];
                Board::new(&pits).unwrap_or_else(|error: BoardError| panic!("unchecked rules: {error}"))
            }
            Self::Board(board) => board,
        }
    }
}

fn no_start(found: &str) -> RulesError {
    RulesError::Value {
        clause: "start",
        found: found.to_owned(),
        expected: "the seeds of every pit in sowing order, 2 to 16 numbers that make 1 to 127 seeds, like 2,1,0,0"
            .to_owned(),
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeedsPerPit(seeds) => seeds.fmt(f),
            Self::Board(board) => f.write_str(&board.to_string().replace('-', ",")),
        }
    }
}

/// Reads numbers separated by commas, with or without brackets; `None` for a part that is not a number from 0 to 255.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Option<u8>> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    inside.split(',').map(|part| {
        let digits = part.trim();
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    })
}
