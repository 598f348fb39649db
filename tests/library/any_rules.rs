//! Any clauses that fit together can be solved up to the limit of seeds, and `verify` proves the tables.

use proptest::prelude::*;
use tihbat::board::Seeds;
use tihbat::index::Index;
use tihbat::progress::Progress;
use tihbat::rules::{
    CaptureCounts, Chain, Clauses, ClausesDraft, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition,
};
use tihbat::verify::verify;

/// The largest number of boards in the table of a case.
const MOST_BOARDS: u64 = 9_000;

fn any_of<T: Copy + std::fmt::Debug + 'static>(values: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(values)
}

fn clauses() -> impl Strategy<Value = Clauses> {
    let numbers = (1_u8..=8, prop_oneof![1_u8..=4, 1_u8..=127], prop::collection::btree_set(1_u8..=127, 0..40));
    let sowing = (any_of(First::ALL), any_of(OriginOnLaps::ALL), any_of(Place::ALL), any_of(Chain::ALL));
    let ends = (any_of(Feeding::ALL), any_of(GrandSlam::ALL), any_of(NoMove::ALL));
    let clauses = (numbers, sowing, ends).prop_map(|(numbers, sowing, ends)| {
        let (pits, lift_min, counts) = numbers;
        let (first, origin_on_laps, place, chain) = sowing;
        let (feeding, grand_slam, no_move) = ends;
        let counts = CaptureCounts::new(&counts.into_iter().collect::<Vec<_>>()).expect("numbers of seeds");
        let repetition = Repetition::Split;
        ClausesDraft {
            pits,
            first,
            origin_on_laps,
            lift_min,
            counts,
            place,
            chain,
            feeding,
            grand_slam,
            no_move,
            repetition,
        }
    });
    clauses.prop_filter_map("clauses that fit together", |draft| draft.check().ok())
}

proptest! {
    #[test]
    fn any_game_is_solved_and_proved_right(clauses in clauses()) {
        let index = Index::new(clauses.shape());
        let seeds = Seeds::MAX.layers().take_while(|&seeds| index.boards(seeds) <= MOST_BOARDS).last();
        let table = tihbat::solve::table(&clauses, seeds.expect("the empty layer")).expect("a table");
        prop_assert!(verify(&table, Progress::NONE).is_ok(), "{:?}", clauses.entries());
    }
}
