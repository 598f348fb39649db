//! The result that a record claims

use serde::Serialize;

use crate::record::RecordedEnding;

use super::totals::FinalTotals;

/// The result that a record claims, and what the rules say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingAnswer {
    /// Why the recorded game ended: `all_captured`, `no_move`, `repetition`, `majority` (a player has more than half of all seeds), `players` (they
    /// agreed, or a clock ran out) or `unfinished`.
    pub end: &'static str,
    /// The result that the record claims; null if it claims none.
    pub claimed: Option<String>,
    /// The tag `Result`, if it claims another result than the end of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_by_tag: Option<String>,
    /// The result under this game's rules; null if the game is not over by them, or they leave it open.
    pub expected: Option<FinalTotals>,
    /// Whether the rules agree with the claim; null if nothing is claimed, or the rules do not say.
    pub agrees: Option<bool>,
}

impl From<RecordedEnding> for EndingAnswer {
    fn from(ending: RecordedEnding) -> Self {
        Self {
            end: ending.end.name(),
            claimed: ending.claimed,
            claimed_by_tag: ending.claimed_by_tag,
            expected: ending.expected.map(FinalTotals::from),
            agrees: ending.agrees,
        }
    }
}
