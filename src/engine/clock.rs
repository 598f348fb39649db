//! How long to think about a move

use std::time::Duration;

use crate::position::Side;

use super::command::Go;

/// Moves that a game still has, if nobody says how many.
const MOVES: u32 = 25;

/// Kept back for what happens between the engine and the interface.
const RESERVE: Duration = Duration::from_millis(20);

/// The time for this move; none if there is no limit.
pub(super) fn budget(go: &Go, side: Side) -> Option<Duration> {
    if let Some(time) = go.move_time {
        return Some(time.saturating_sub(RESERVE.min(time / 5)));
    }
    let left = go.clocks[side as usize]?;
    let share = left / go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES) + go.increments[side as usize] / 2;
    Some(share.min(left / 2).min(left.saturating_sub(RESERVE)))
}

/// Whether only `stop` ends the search.
pub(super) fn is_endless(go: &Go) -> bool {
    let limited = go.depth.is_some() || go.move_time.is_some() || go.clocks.iter().any(Option::is_some);
    go.infinite || !limited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_more_than_its_clock() {
        let of = |left, increment, moves_to_go| {
            let millis = Duration::from_millis;
            let go = Go {
                clocks: [Some(millis(left)), None],
                increments: [millis(increment); 2],
                moves_to_go,
                ..Go::default()
            };
            budget(&go, Side::South).expect("a limit").as_millis() as u64
        };
        assert_eq!([of(60_000, 0, None), of(60_000, 1000, None), of(60_000, 0, Some(10))], [2400, 2900, 6000]);
        for (left, moves_to_go) in [(0, None), (5, Some(1)), (30, Some(0)), (1000, Some(1)), (86_400_000, None)] {
            assert!(of(left, 60_000, moves_to_go) <= left / 2, "{left}");
        }
        let go = Go { clocks: [Some(Duration::from_secs(1)), None], ..Go::default() };
        assert_eq!((budget(&go, Side::North), is_endless(&go)), (None, false));
        assert!(is_endless(&Go::default()));
    }
}
