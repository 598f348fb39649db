//! The clauses whose values are names, and the set of capturing counts

use std::fmt;

use crate::board::Seeds;
use crate::shape::MAX_SEEDS;

use super::error::RulesError;
use super::start::numbers;

/// Reads a number from `least` to `most`.
pub(super) fn number(clause: &'static str, text: &str, least: u8, most: u8) -> Result<u8, RulesError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
    number.ok_or_else(|| out_of_range(clause, text, least, most))
}

/// Refuses a number that is not from `least` to `most`.
pub(super) fn range(clause: &'static str, number: u8, least: u8, most: u8) -> Result<(), RulesError> {
    if (least..=most).contains(&number) { Ok(()) } else { Err(out_of_range(clause, &number.to_string(), least, most)) }
}

fn out_of_range(clause: &'static str, found: &str, least: u8, most: u8) -> RulesError {
    RulesError::Value { clause, found: found.to_owned(), expected: format!("a number from {least} to {most}") }
}

/// Declares a clause whose values are names.
macro_rules! clause {
    ($(#[doc = $about:literal])* $name:ident { $($(#[doc = $value_about:literal])* $value:ident = $word:literal,)+ }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $value_about])* $value,)+
        }

        impl $name {
            /// All values, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The name of the value, as it is written in rules files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// The meaning of the clause, and of each value: the text of its documentation.
            pub(super) const ABOUT: (&'static str, &'static [(&'static str, &'static str)]) =
                (concat!($($about),*), &[$(($word, concat!($($value_about),*))),+]);

            pub(super) fn parse(clause: &'static str, word: &str) -> Result<Self, RulesError> {
                Self::ALL.iter().copied().find(|value| value.name() == word).ok_or_else(|| RulesError::Value {
                    clause,
                    found: word.to_owned(),
                    expected: format!(
                        "one of: {}",
                        Self::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", ")
                    ),
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

clause! {
    /// `sowing.first`: where the first seed of a lift falls.
    First {
        /// Back into the pit just lifted (Tihbat, Modiar).
        Origin = "origin",
        /// Into the next pit in sowing order (Awari).
        Next = "next",
    }
}

clause! {
    /// `sowing.origin_on_laps`: what happens when a lift longer than one lap reaches its origin again.
    OriginOnLaps {
        /// The origin receives a seed like any other pit.
        Sown = "sown",
        /// The origin is skipped.
        Skipped = "skipped",
    }
}

clause! {
    /// `capture.where`: in whose row the last seed must fall to capture. A chain stays in that row.
    Place {
        /// The mover's row.
        Own = "own",
        /// The opponent's row.
        Opponent = "opponent",
        /// Any pit.
        Both = "both",
    }
}

clause! {
    /// `capture.chain`: whether a capture continues with the pits before the last one.
    Chain {
        /// Only the last pit is taken.
        None = "none",
        /// It continues backwards, against the sowing direction, pit by pit, until a pit does not hold a capturing count.
        Backwards = "backwards",
    }
}

clause! {
    /// `feeding`: whether the mover must give a seed to an opponent whose row is empty.
    Feeding {
        /// No.
        None = "none",
        /// If some move leaves a seed in the opponent's row (after captures), only such moves are legal.
        IfAble = "if_able",
        /// As `if_able`. But if no move leaves a seed there, no move is legal: the game is over, and the mover takes all seeds
        /// left, whatever `no_move` says.
        IfAbleOrOver = "if_able_or_over",
    }
}

clause! {
    /// `grand_slam`: a move that captures every seed of the opponent's row, which held or received at least one.
    GrandSlam {
        /// A move like any other.
        Allowed = "allowed",
        /// Illegal.
        Forbidden = "forbidden",
        /// Illegal, unless every move leaves the opponent's row empty: then all moves are legal, and captures count.
        ForbiddenUnlessOnly = "forbidden_unless_only",
        /// Legal, but captures nothing.
        TakesNothing = "takes_nothing",
        /// Illegal, unless every move is a grand slam: then all moves are legal and capture nothing.
        TakesNothingIfOnly = "takes_nothing_if_only",
    }
}

clause! {
    /// `no_move`: what happens when the player to move has no legal move.
    NoMove {
        /// The mover passes, which counts as a ply.
        Pass = "pass",
        /// The game is over: each side takes the seeds in its own row.
        OwnRow = "own_row",
        /// The game is over: the opponent takes all seeds left.
        OpponentTakes = "opponent_takes",
        /// The game is over: the seeds left are split evenly.
        Split = "split",
    }
}

clause! {
    /// `repetition`: what happens when a board occurs again with the same player to move.
    Repetition {
        /// The game is over: the seeds left are split evenly.
        Split = "split",
        /// The rules do not say what a repetition or endless play pays. What is known of a board is what each side can force
        /// (bounds).
        Open = "open",
        /// The game is over: each player takes the seeds of their own row. What that pays depends on the moves already played,
        /// so boards have the bounds of `open`.
        OwnRow = "own_row",
    }
}

/// `capture.counts`: the numbers of seeds in a pit that can be captured, each from 1 to 127. There may be none: nothing is ever
/// captured then, and the clause about the end decides the game. As text that is `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureCounts(u128);

impl CaptureCounts {
    /// No numbers: nothing is ever captured.
    pub const NONE: Self = Self(0);

    /// The set of these numbers; none if one is not from 1 to 127.
    pub fn new(counts: &[u8]) -> Option<Self> {
        counts.iter().all(|count| (1..=MAX_SEEDS).contains(count)).then(|| Self::of(counts))
    }

    /// The set of these numbers, each from 1 to 127.
    pub(super) const fn of(counts: &[u8]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < counts.len() {
            assert!(0 < counts[at] && counts[at] <= MAX_SEEDS);
            set |= 1 << counts[at];
            at += 1;
        }
        Self(set)
    }

    /// Whether a pit that holds `seeds` seeds can be captured.
    pub const fn holds(self, seeds: Seeds) -> bool {
        self.0 >> seeds.count() & 1 == 1
    }

    /// The smallest count: no capture takes fewer seeds. If nothing is ever captured, this is 127, the most seeds of a board.
    pub const fn fewest(self) -> Seeds {
        if self.0 == 0 { Seeds::MAX } else { Seeds::from_byte(self.0.trailing_zeros() as u8) }
    }

    pub(super) fn parse(text: &str) -> Result<Self, RulesError> {
        let refuse = || RulesError::Value {
            clause: "capture.counts",
            found: text.to_owned(),
            expected: "numbers of seeds from 1 to 127, like 2,4,6, or none".to_owned(),
        };
        if ["none", "[]"].contains(&text.trim()) {
            return Ok(Self::NONE);
        }
        let mut set = 0;
        for number in numbers(text) {
            match number {
                Some(count) if (1..=MAX_SEEDS).contains(&count) => set |= 1 << count,
                _ => return Err(refuse()),
            }
        }
        Ok(Self(set))
    }
}

impl fmt::Display for CaptureCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        let counts: Vec<_> =
            Seeds::MAX.layers().filter(|&count| self.holds(count)).map(|count| count.to_string()).collect();
        f.write_str(&counts.join(","))
    }
}
