//! Why a game is over

use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No seed is left on the board.
    AllCaptured,
    /// The player to move has no legal move.
    NoMove,
    /// A board came again with the same player to move.
    Repetition,
}

impl End {
    /// `all_captured`, `no_move` or `repetition`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllCaptured => "all_captured",
            Self::NoMove => "no_move",
            Self::Repetition => "repetition",
        }
    }

    /// The reason as a clause of a sentence. At a repetition it says that the seeds are split: see [`End::cause`].
    pub const fn words(self) -> &'static str {
        match self {
            Self::Repetition => "the board came again with the same player to move, the seeds left are split",
            end => end.cause(),
        }
    }

    /// The reason as a clause of a sentence, without what a repetition pays.
    pub const fn cause(self) -> &'static str {
        match self {
            Self::AllCaptured => "all seeds are captured",
            Self::NoMove => "the player to move has no legal move",
            Self::Repetition => "the board came again with the same player to move",
        }
    }
}

/// The reason as a clause of a sentence.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}
