//! Board, side to move and captured totals, and how they are written
//!
//! A position is written as the oware program Aualé writes it: the pits in sowing order, South's row then North's,
//! the seeds captured by South and by North, and the side to move, joined by dashes: `7-7-7-7-0-0-S`. The pits alone,
//! `7-7-7-7`, mean South to move and nothing captured, whatever the number of seeds. Readers also take commas in the
//! place of all dashes, as in a start board of a rules file, and the side in a small letter: `7,7,7,7,0,0,s`.
//!
//! Moves are written as letters: South's pits `A B C ...`, North's `a b c ...`, each in its owner's sowing order; a
//! capture adds the seeds taken, `B+4`; a player without a move writes `pass`.

use std::cmp::Ordering;
use std::fmt;

use crate::board::{Board, BoardError, Pit, Seeds};
use crate::moves::Play;
use crate::rules::Rules;
use crate::text::{clean, shown};
use crate::value::{AnyValue, Margin, Outcome};

/// One of the two players. South moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Owns the row nearest the reader.
    South,
    /// Owns the other row.
    North,
}

impl Side {
    /// Both, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// `South` or `North`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::South => "South",
            Self::North => "North",
        }
    }

    /// `S` or `N`.
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }

    /// How a move of this side from this pit is written: `A` for South's first, `a` for North's; `pass` without one.
    pub fn move_name(self, pit: Option<Pit>) -> String {
        let first = match self {
            Self::South => b'A',
            Self::North => b'a',
        };
        pit.map_or_else(|| "pass".to_owned(), |pit| char::from(first + pit.number() as u8).to_string())
    }

    /// How a move of this side is written with the seeds that it captures: `B`, `B+4` or `pass`.
    pub fn play_name(self, play: &Play) -> String {
        let name = self.move_name(play.pit);
        if play.captured == Seeds::NONE { name } else { format!("{name}+{}", play.captured) }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A board, whose turn it is, and what has been captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board as the side to move sees it.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
    /// Seeds captured by South and by North.
    pub captured: [Seeds; 2],
}

impl Position {
    /// The start of a game.
    pub fn start(rules: &Rules) -> Self {
        Self::of_board(rules.start())
    }

    /// South to move on a board, nothing captured.
    pub fn of_board(board: Board) -> Self {
        Self { board, side: Side::South, captured: [Seeds::NONE; 2] }
    }

    /// Reads a position of a game: see the [module](self) for the form.
    ///
    /// # Errors
    /// If it has not the form, or the wrong number of pits, or more seeds than the game, or (with captured totals)
    /// not exactly the seeds of the game.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let pits = 2 * usize::from(rules.clauses().pits());
        let text = clean(text);
        let text = text.trim();
        let parts: Vec<_> = match text.contains('-') {
            false if text.contains(',') => text.split(',').map(str::trim).collect(),
            _ => text.split('-').collect(),
        };
        let whole = parts.len() == pits + 3;
        if !whole && parts.len() != pits {
            return Err(PositionError::Parts { pits, found: parts.len() });
        }
        let board: Board = parts[..pits].join("-").parse()?;
        let seeds = rules.seeds().count();
        if !whole {
            // If only the pits are given, any board that a table can hold is fine.
            return Ok(Self::of_board(board));
        }
        let captured = |part: &str| -> Result<Seeds, PositionError> {
            let number = part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten();
            number.and_then(Seeds::new).ok_or_else(|| PositionError::Captured { found: part.to_owned() })
        };
        let captured = [captured(parts[pits])?, captured(parts[pits + 1])?];
        let (board, side) = match parts[pits + 2] {
            "S" | "s" => (board, Side::South),
            "N" | "n" => (board.turned(), Side::North),
            other => return Err(PositionError::Side { found: other.to_owned() }),
        };
        let position = Self { board, side, captured };
        if position.seeds() != seeds {
            return Err(PositionError::Totals {
                board: board.total().count(),
                south: captured[0].count(),
                north: captured[1].count(),
                found: position.seeds(),
                expected: seeds,
            });
        }
        Ok(position)
    }

    /// The pits as South sees them: South's row, then North's.
    pub fn from_south(&self) -> Board {
        match self.side {
            Side::South => self.board,
            Side::North => self.board.turned(),
        }
    }

    /// All seeds, on the board and captured.
    pub fn seeds(&self) -> usize {
        self.board.total().count() + self.captured[0].count() + self.captured[1].count()
    }

    /// The position after a legal move of this one.
    pub fn after(&self, play: &Play) -> Self {
        let mut captured = self.captured;
        let mine = &mut captured[self.side as usize];
        *mine = Seeds::new(mine.count() + play.captured.count()).unwrap_or(Seeds::MAX);
        Self { board: play.board, side: self.side.other(), captured }
    }

    /// How a move of this position is written.
    pub fn move_name(&self, play: &Play) -> String {
        self.side.play_name(play)
    }

    /// The totals at the end of the game if the side to move gets `margin` more of the seeds on the board.
    pub fn finals(&self, margin: Margin) -> Totals {
        let board = self.board.total().count() as i32;
        let mover = board + i32::from(margin.seeds());
        let mut halves = self.captured.map(|seeds| 2 * seeds.count() as i32);
        halves[self.side as usize] += mover;
        halves[self.side.other() as usize] += 2 * board - mover;
        Totals { halves: halves.map(|halves| halves as u16) }
    }

    /// What each side has at the end of the game, if the present position is worth `worth` to the side to move.
    pub fn prospect(&self, worth: AnyValue) -> Prospect {
        match worth {
            AnyValue::Margin(value) => {
                let finals = self.finals(value.margin());
                Prospect { least: finals, most: finals }
            }
            AnyValue::Bounds(bounds) => {
                let mut least = self.captured.map(|seeds| seeds.count());
                least[self.side as usize] += bounds.forced.seeds().count();
                least[self.side.other() as usize] += bounds.forced_other.seeds().count();
                let open = bounds.open(self.board.total()).count();
                let [least, most] =
                    [0, open].map(|more| Totals { halves: least.map(|seeds| 2 * (seeds + more) as u16) });
                Prospect { least, most }
            }
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [south, north] = self.captured;
        write!(f, "{}-{south}-{north}-{}", self.from_south(), self.side.letter())
    }
}

/// What South and North have in the end, in half seeds: an odd number of seeds may be split evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Totals {
    halves: [u16; 2],
}

impl Totals {
    /// The seeds of a side, a multiple of one half.
    pub fn of(self, side: Side) -> f64 {
        f64::from(self.halves[side as usize]) / 2.0
    }

    /// How the game ends for a side.
    pub fn outcome(self, side: Side) -> Outcome {
        match self.halves[side as usize].cmp(&self.halves[side.other() as usize]) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "South {}, North {}", self.of(Side::South), self.of(Side::North))
    }
}

/// What each side has at the end of a game under perfect play. Both are the same unless the rules leave open what a repetition pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// What each side has at least.
    pub least: Totals,
    /// What each side has at most. The two cannot both have it if it is more than the least.
    pub most: Totals,
}

impl Prospect {
    /// How the game ends for a side; none if that depends on what a repetition pays.
    pub fn outcome(self, side: Side) -> Option<Outcome> {
        let halves = |totals: Totals, side: Side| totals.halves[side as usize];
        let worst = halves(self.least, side).cmp(&halves(self.most, side.other()));
        let best = halves(self.most, side).cmp(&halves(self.least, side.other()));
        match (worst, best) {
            (Ordering::Greater, _) => Some(Outcome::Win),
            (_, Ordering::Less) => Some(Outcome::Loss),
            (Ordering::Equal, Ordering::Equal) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The seeds that South is certain of minus those that North is certain of, a multiple of one half.
    pub fn lead_of_south(self) -> f64 {
        self.least.of(Side::South) - self.least.of(Side::North)
    }
}

/// What can be wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The pits are no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The wrong number of parts.
    #[error(
        "a position of this game is {pits} pits joined by dashes, alone or followed by the seeds captured by South and North and the side to move ({} parts), not {found} parts", pits + 3
    )]
    Parts {
        /// Pits of the game.
        pits: usize,
        /// Parts of the text.
        found: usize,
    },
    /// Not a captured total.
    #[error("a captured total is a number of seeds from 0 to 127, not \"{}\"", shown(found))]
    Captured {
        /// The text found.
        found: String,
    },
    /// Not a side.
    #[error("the side to move is S or N, not \"{}\"", shown(found))]
    Side {
        /// The text found.
        found: String,
    },
    /// The seeds do not add up.
    #[error(
        "{board} seeds on the board, {south} captured by South and {north} by North make {found}, but the game has {expected}; the pits alone may hold any number"
    )]
    Totals {
        /// Seeds on the board.
        board: usize,
        /// Seeds captured by South.
        south: usize,
        /// Seeds captured by North.
        north: usize,
        /// Their sum.
        found: usize,
        /// Seeds of the game.
        expected: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MODIAR, TIHBAT};

    fn error(text: &str) -> PositionError {
        Position::parse(text, &TIHBAT).expect_err("no position")
    }

    #[test]
    fn text_and_position_go_both_ways() {
        for text in ["7-7-7-7-0-0-S", "1-2-3-4-10-8-N", "0-0-0-0-28-0-N"] {
            assert_eq!(Position::parse(text, &TIHBAT).expect("a position").to_string(), text);
        }
        assert_eq!(Position::parse("7-7-7-7", &TIHBAT).expect("a board").to_string(), "7-7-7-7-0-0-S");
        // As other parts of the program, other systems and people write them.
        for (text, same) in [
            ("7,7,7,7", "7-7-7-7-0-0-S"),
            ("1, 2, 3, 4, 10, 8, n", "1-2-3-4-10-8-N"),
            ("1-2-3-4-10-8-n\r\n", "1-2-3-4-10-8-N"),
            ("\u{feff}7-7-7-7-0-0-s", "7-7-7-7-0-0-S"),
        ] {
            assert_eq!(Position::parse(text, &TIHBAT).expect("a position").to_string(), same);
        }
        assert!(Position::parse("7,7-7,7", &TIHBAT).is_err());
    }

    #[test]
    fn north_sees_its_own_row_first() {
        let position = Position::parse("1-2-3-4-10-8-N", &TIHBAT).expect("a position");
        assert_eq!(position.board.to_string(), "3-4-1-2");
    }

    #[test]
    fn a_board_alone_may_hold_any_number_of_seeds() {
        assert!(Position::parse("1-2-1-1", &TIHBAT).is_ok());
        assert!(Position::parse("30-30-30-30", &TIHBAT).is_ok());
    }

    #[test]
    fn bad_text_is_refused_with_what_was_found() {
        assert_eq!(error("7-7-7"), PositionError::Parts { pits: 4, found: 3 });
        assert_eq!(error("7-7-7-7-7-7"), PositionError::Parts { pits: 4, found: 6 });
        assert_eq!(error("7-7-7-7-0-0-W"), PositionError::Side { found: "W".into() });
        assert_eq!(error("7-7-7-7-0-x-S"), PositionError::Captured { found: "x".into() });
        assert!(matches!(error("7-7-7-7-2-0-S"), PositionError::Totals { found: 30, expected: 28, .. }));
        assert!(matches!(error("7-7-7-300"), PositionError::Board(BoardError::Number { .. })));
        assert!(Position::parse("7-7-7-7", &MODIAR).is_err());
    }

    #[test]
    fn totals_add_up_to_the_seeds_of_the_position() {
        let position = Position::parse("1-2-1-1", &TIHBAT).expect("a position");
        let totals = position.finals(Margin::new(-2).expect("in range"));
        assert_eq!((totals.of(Side::South), totals.of(Side::North)), (1.5, 3.5));
        assert_eq!(totals.outcome(Side::North), Outcome::Win);
    }
}
