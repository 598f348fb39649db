//! The built-in games

use super::clause::{CaptureCounts, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
use super::clauses::{Clauses, ClausesDraft};
use super::game_rules::Rules;
use super::start::Start;

/// Tihbat: 2 x 2 pits, 7 seeds a pit, as played by children of Taourirt, north-eastern Morocco.
pub const TIHBAT: Rules = Rules {
    clauses: Clauses(ClausesDraft {
        pits: 2,
        first: First::Origin,
        origin_on_laps: OriginOnLaps::Sown,
        lift_min: 1,
        counts: CaptureCounts::of(&[2, 4, 6, 8]),
        place: Place::Own,
        chain: Chain::None,
        feeding: Feeding::None,
        grand_slam: GrandSlam::Allowed,
        no_move: NoMove::Pass,
        repetition: Repetition::Split,
    }),
    start: Start::SeedsPerPit(7),
    captures_on_first_move: true,
};

/// Modiar: 2 x 3 pits, 7 seeds a pit, as played by children around Tangier, northern Morocco.
pub const MODIAR: Rules = Rules {
    clauses: Clauses(ClausesDraft {
        pits: 3,
        first: First::Origin,
        origin_on_laps: OriginOnLaps::Sown,
        lift_min: 2,
        counts: CaptureCounts::of(&[2, 4, 6]),
        place: Place::Both,
        chain: Chain::Backwards,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::Forbidden,
        no_move: NoMove::OwnRow,
        repetition: Repetition::Split,
    }),
    start: Start::SeedsPerPit(7),
    captures_on_first_move: false,
};

/// Awari: 2 x 6 pits, 4 seeds a pit, by the rules under which its tables were published (T. R. Lincke, thesis ETH
/// 14701, 2002).
pub const AWARI: Rules = Rules {
    clauses: Clauses(ClausesDraft {
        pits: 6,
        first: First::Next,
        origin_on_laps: OriginOnLaps::Skipped,
        lift_min: 1,
        counts: CaptureCounts::of(&[2, 3]),
        place: Place::Opponent,
        chain: Chain::Backwards,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::ForbiddenUnlessOnly,
        no_move: NoMove::OpponentTakes,
        repetition: Repetition::Split,
    }),
    start: Start::SeedsPerPit(4),
    captures_on_first_move: true,
};

/// Oware: 2 x 6 pits, 4 seeds a pit, by the abapa rules of tournaments. What a repetition pays is left open: the players share
/// the seeds of an endless game by their rows, so that its value depends on the moves before it. Bounds hold for every such rule.
pub const OWARE: Rules = Rules {
    clauses: Clauses(ClausesDraft {
        pits: 6,
        first: First::Next,
        origin_on_laps: OriginOnLaps::Skipped,
        lift_min: 1,
        counts: CaptureCounts::of(&[2, 3]),
        place: Place::Opponent,
        chain: Chain::Backwards,
        feeding: Feeding::IfAbleOrOver,
        grand_slam: GrandSlam::TakesNothing,
        no_move: NoMove::OpponentTakes,
        repetition: Repetition::Open,
    }),
    start: Start::SeedsPerPit(4),
    captures_on_first_move: true,
};

/// The built-in games by name.
pub const BUILT_IN: [(&str, Rules); 4] = [("tihbat", TIHBAT), ("modiar", MODIAR), ("awari", AWARI), ("oware", OWARE)];
