//! The result that a record claims, and what the rules say of it
//!
//! A game ends by its rules, by a majority of the seeds, or because the players say so: they agree, or a clock has run out. A claimed
//! result is kept as it is. It is compared with the rules, and a difference is told, not refused.

use std::cmp::Ordering;

use crate::game::{End, Game};
use crate::position::{Side, Totals};

/// How the result of a game without one is written.
pub(super) const NO_RESULT: &str = "*";

/// The result that a record claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedResult {
    /// The seeds of South and of North, in half seeds.
    Totals([u32; 2]),
    /// Who wins; nobody wins a draw. So `1-0`, `0-1` and `1/2-1/2` are read.
    Winner(Option<Side>),
}

impl ClaimedResult {
    /// Reads a result; none if the text is `*` or not a result.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => return Some(Self::Winner(Some(Side::South))),
            "0-1" => return Some(Self::Winner(Some(Side::North))),
            "1/2-1/2" => return Some(Self::Winner(None)),
            _ => {}
        }
        let halves = |total: &str| {
            let (whole, half) = total.strip_suffix(".5").map_or((total, 0), |whole| (whole, 1));
            let digits = whole.bytes().all(|byte| byte.is_ascii_digit());
            whole.parse().ok().filter(|&seeds: &u32| digits && seeds < 1000).map(|seeds| 2 * seeds + half)
        };
        let (south, north) = text.split_once('-')?;
        Some(Self::Totals([halves(south)?, halves(north)?]))
    }

    /// Who wins; none for a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Winner(winner) => winner,
            Self::Totals(halves) => leader(halves),
        }
    }

    /// Whether it says the same as these totals, in half seeds.
    fn is(self, halves: [u32; 2]) -> bool {
        match self {
            Self::Winner(winner) => winner == leader(halves),
            Self::Totals(claimed) => claimed == halves,
        }
    }

    /// Whether both sides have at least these totals, in half seeds.
    fn is_at_least(self, halves: [u32; 2]) -> bool {
        match self {
            Self::Winner(_) => true,
            Self::Totals(claimed) => claimed[0] >= halves[0] && claimed[1] >= halves[1],
        }
    }
}

/// Totals of South and of North in half seeds.
fn halves(totals: Totals) -> [u32; 2] {
    Side::BOTH.map(|side| (2.0 * totals.of(side)) as u32)
}

/// The side with more; none if both have the same.
fn leader(halves: [u32; 2]) -> Option<Side> {
    match halves[0].cmp(&halves[1]) {
        Ordering::Less => Some(Side::North),
        Ordering::Equal => None,
        Ordering::Greater => Some(Side::South),
    }
}

/// Whether a text is `*` or a result.
pub(super) fn is_result(text: &str) -> bool {
    text == NO_RESULT || ClaimedResult::parse(text).is_some()
}

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedEnd {
    /// By the rules.
    Rules(End),
    /// A side has captured more than half of all seeds. For the players the game is over; the values of a table take no account of it.
    Majority(Side),
    /// There is a result although play could go on: the players agreed, or a clock ran out.
    Players,
    /// It did not end.
    Unfinished,
}

impl RecordedEnd {
    /// `all_captured`, `no_move`, `repetition`, `majority`, `players` or `unfinished`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules(end) => end.name(),
            Self::Majority(_) => "majority",
            Self::Players => "players",
            Self::Unfinished => "unfinished",
        }
    }
}

/// How a recorded game ended, and whether the rules agree with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEnding {
    /// Why it ended.
    pub end: RecordedEnd,
    /// The result that the record claims, as it is written; none for `*`.
    pub claimed: Option<String>,
    /// Another result in the tag, if the tag and the end of the moves differ.
    pub claimed_by_tag: Option<String>,
    /// The result under this game's rules; none if the game is not over by them, or they leave it open.
    pub expected: Option<Totals>,
    /// Whether the rules agree with the claim; none if nothing is claimed, or the rules do not say.
    pub agrees: Option<bool>,
}

impl RecordedEnding {
    pub(super) fn new(game: &Game, claimed: Option<&str>, claimed_by_tag: Option<&str>) -> Self {
        let position = game.position();
        let captured = position.captured.map(|seeds| 2 * seeds.count() as u32);
        let majority = Side::BOTH.into_iter().find(|&side| captured[side as usize] as usize > position.seeds());
        let expected = game.finals();
        let claim = claimed.and_then(ClaimedResult::parse);
        // With a majority the players may stop before anybody takes the seeds left.
        let stopped = claim == Some(ClaimedResult::Totals(captured));
        let end = match (game.end(), majority) {
            (Some(_), Some(side)) if stopped && expected.map(halves) != Some(captured) => RecordedEnd::Majority(side),
            (Some(end), _) => RecordedEnd::Rules(end),
            (None, Some(side)) => RecordedEnd::Majority(side),
            (None, None) if claimed.is_some() => RecordedEnd::Players,
            (None, None) => RecordedEnd::Unfinished,
        };
        let compare = |claim: ClaimedResult| match (expected, end) {
            (_, RecordedEnd::Majority(side)) => Some(claim.winner() == Some(side) && claim.is_at_least(captured)),
            (Some(finals), _) => Some(claim.is(halves(finals))),
            // Whatever the players agreed on, nobody has less than they have captured.
            (None, _) => (!claim.is_at_least(captured)).then_some(false),
        };
        Self {
            end,
            claimed: claimed.map(str::to_owned),
            claimed_by_tag: claimed_by_tag.filter(|_| claimed.is_some()).map(str::to_owned),
            expected,
            agrees: claim.and_then(compare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::{OWARE, Rules, TIHBAT};

    /// Why a game ended, and whether the rules agree with the result.
    fn ending(rules: &Rules, start: &str, moves: &str, claimed: &str) -> (RecordedEnd, Option<bool>) {
        let mut game = Game::begun(*rules, Position::parse(start, rules).expect("a position"));
        for name in moves.split_whitespace() {
            game.play_named(name).expect("a legal move");
        }
        let ending = RecordedEnding::new(&game, Some(claimed), None);
        (ending.end, ending.agrees)
    }

    #[test]
    fn results_are_totals_or_a_winner() {
        assert_eq!(ClaimedResult::parse("25-22"), Some(ClaimedResult::Totals([50, 44])));
        assert_eq!(ClaimedResult::parse("2.5-2.5").map(ClaimedResult::winner), Some(None));
        assert_eq!(ClaimedResult::parse("0-1").map(ClaimedResult::winner), Some(Some(Side::North)));
        assert_eq!(ClaimedResult::parse("1/2-1/2").map(ClaimedResult::winner), Some(None));
        for text in ["*", "", "25", "25-", "2500-1", "+2-1", "?", "South"] {
            assert_eq!(ClaimedResult::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_claim_is_compared_with_the_rules() {
        let repeated = |claimed| ending(&TIHBAT, "1-1-1-1", "A b", claimed).1;
        assert_eq!([repeated("2-2"), repeated("1/2-1/2"), repeated("3-1")], [Some(true), Some(true), Some(false)]);
        assert_eq!(ending(&TIHBAT, "1-1-1-1", "A", "3-1"), (RecordedEnd::Players, None));
        // Nobody can have less than was captured.
        let start = "1-1-1-1-14-10-S";
        assert_eq!(ending(&TIHBAT, start, "A", "13-15"), (RecordedEnd::Players, Some(false)));
    }

    #[test]
    fn a_majority_ends_a_game_for_the_players() {
        let start = "0-0-0-0-0-1-1-0-0-1-0-0-23-22-S";
        let of = |claimed| ending(&OWARE, start, "F+2", claimed);
        let south = RecordedEnd::Majority(Side::South);
        // The rules would give North the last seed, but the players have stopped.
        assert_eq!(of("25-22"), (south, Some(true)));
        let by_rules = RecordedEnd::Rules(End::NoMove);
        assert_eq!([of("25-23"), of("1-0"), of("24-24")], [true, true, false].map(|agrees| (by_rules, Some(agrees))));
        let goes_on = "0-0-0-0-1-1-1-0-0-1-0-0-23-21-S";
        let of = |claimed| ending(&OWARE, goes_on, "F+2", claimed);
        assert_eq!([of("25-21"), of("26-22"), of("1-0")], [(south, Some(true)); 3]);
        assert_eq!([of("24-24"), of("22-26")], [(south, Some(false)); 2]);
    }
}
