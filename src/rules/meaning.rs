//! The meaning of every clause, and of each of its values, as text

use super::clause::{Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};

/// The meaning of a clause, and the name and meaning of each of its values.
pub(super) fn meaning(clause: &str) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match clause {
        "pits" => (" pits per side, 1 to 8.", &[]),
        "seeds_per_pit" => {
            (" seeds in every pit at the start, at most 127 on the board. Use start = [...] for any other board.", &[])
        }
        "start" => {
            (" the seeds of each pit at the start, in sowing order, South's row first; at most 127 in all.", &[])
        }
        "sowing.first" => First::ABOUT,
        "sowing.origin_on_laps" => OriginOnLaps::ABOUT,
        "lift.min" => (" the smallest number of seeds that a pit must hold to be lifted, 1 to 127.", &[]),
        "capture.counts" => (
            " a pit can be captured if it holds one of these numbers of seeds, each from 1 to 127. With [] nothing is ever captured.",
            &[],
        ),
        "capture.where" => Place::ABOUT,
        "capture.chain" => Chain::ABOUT,
        "capture.on_first_move" => (" whether the first move of the game captures.", &[]),
        "feeding" => Feeding::ABOUT,
        "grand_slam" => GrandSlam::ABOUT,
        "no_move" => NoMove::ABOUT,
        "repetition" => Repetition::ABOUT,
        _ => ("", &[]),
    }
}
