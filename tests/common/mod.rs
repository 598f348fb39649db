//! What several tests need: families of clauses, and the same clauses for the naive solver.

// Each test uses a part of this file; the rest is not dead.
#![allow(dead_code)]

pub mod forge;
pub mod high_bytes;
#[path = "../naive/mod.rs"]
pub mod naive;
pub mod published;
pub mod sparse;

use tihbat::board::{Board, Seeds};
use tihbat::progress::Progress;
use tihbat::rules::{
    self, Chain, Clauses, ClausesDraft, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Rules,
};
use tihbat::value::TableKind;

/// A layer; the number of seeds must be in range.
pub fn layer(seeds: usize) -> Seeds {
    Seeds::new(seeds).expect("a layer")
}

/// A board; the pits must be valid.
pub fn board(pits: &[u8]) -> Board {
    Board::new(pits).expect("a board")
}

/// Values of the clauses, to vary one clause at a time.
const READINGS: [(&str, &[&str]); 9] = [
    ("sowing.first", &["origin", "next"]),
    ("sowing.origin_on_laps", &["sown", "skipped"]),
    ("lift.min", &["1", "2", "3"]),
    ("capture.counts", &["2,4,6,8", "2,4,6", "2,3", "1", "3,5,7", "1,2,3,4,5,6,7,8,9,10,11,12", "none"]),
    ("capture.where", &["own", "opponent", "both"]),
    ("capture.chain", &["none", "backwards"]),
    ("feeding", &["none", "if_able", "if_able_or_over"]),
    ("grand_slam", &["allowed", "forbidden", "forbidden_unless_only", "takes_nothing", "takes_nothing_if_only"]),
    ("no_move", &["pass", "own_row", "opponent_takes", "split"]),
];

/// The built-in games on `pits` pits a side; each of them with every other value of one clause; and each of them with all
/// combinations of the clauses about the opponent's row.
pub fn family(pits: u8) -> Vec<Clauses> {
    let mut family = Vec::new();
    let with_margins = |(_, rules): &(&str, Rules)| rules.clauses().kind() == TableKind::Margins;
    for (_, built_in) in rules::BUILT_IN.into_iter().filter(with_margins) {
        let base = built_in.clauses().with(|draft| draft.pits = pits).expect("a size").draft();
        family.push(base);
        for (clause, values) in READINGS {
            for value in values {
                let mut variant = base;
                variant.set(clause, value).expect("a reading");
                family.push(variant);
            }
        }
        for place in [Place::Opponent, Place::Both] {
            for &feeding in Feeding::ALL {
                for &grand_slam in GrandSlam::ALL {
                    for &no_move in NoMove::ALL {
                        family.push(ClausesDraft { place, feeding, grand_slam, no_move, ..base });
                    }
                }
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    family.into_iter().filter_map(|draft| draft.check().ok()).filter(|clauses| seen.insert(*clauses)).collect()
}

/// The same clauses as the naive solver writes them.
pub fn naive_rules(clauses: &Clauses) -> naive::Rules {
    naive::Rules {
        pits: clauses.pits().into(),
        first: match clauses.first() {
            First::Origin => naive::First::Origin,
            First::Next => naive::First::Next,
        },
        origin_on_laps: match clauses.origin_on_laps() {
            OriginOnLaps::Sown => naive::OnLaps::Sown,
            OriginOnLaps::Skipped => naive::OnLaps::Skipped,
        },
        lift_min: clauses.lift_min().into(),
        counts: Seeds::MAX.layers().filter(|&seeds| clauses.counts().holds(seeds)).map(u8::from).collect(),
        place: match clauses.place() {
            Place::Own => naive::Place::Own,
            Place::Opponent => naive::Place::Opponent,
            Place::Both => naive::Place::Both,
        },
        chain: clauses.chain() == Chain::Backwards,
        feeding: match clauses.feeding() {
            Feeding::None => naive::Feeding::None,
            Feeding::IfAble => naive::Feeding::IfAble,
            Feeding::IfAbleOrOver => naive::Feeding::IfAbleOrOver,
        },
        grand_slam: match clauses.grand_slam() {
            GrandSlam::Allowed => naive::GrandSlam::Allowed,
            GrandSlam::Forbidden => naive::GrandSlam::Forbidden,
            GrandSlam::ForbiddenUnlessOnly => naive::GrandSlam::ForbiddenUnlessOnly,
            GrandSlam::TakesNothing => naive::GrandSlam::TakesNothing,
            GrandSlam::TakesNothingIfOnly => naive::GrandSlam::TakesNothingIfOnly,
        },
        no_move: match clauses.no_move() {
            NoMove::Pass => naive::NoMove::Pass,
            NoMove::OwnRow => naive::NoMove::OwnRow,
            NoMove::OpponentTakes => naive::NoMove::OpponentTakes,
            NoMove::Split => naive::NoMove::Split,
        },
    }
}

/// All boards of a layer, in index order.
pub fn boards(clauses: &Clauses, seeds: usize) -> Vec<Board> {
    let index = tihbat::index::Index::new(clauses.shape());
    let mut next = Board::first(clauses.shape(), layer(seeds));
    (0..index.layer_boards(layer(seeds)))
        .map(|_| {
            let board = next;
            next = next.next();
            board
        })
        .collect()
}

/// The bytes of a table that holds layers 0 to `seeds`.
pub fn table_bytes(clauses: &Clauses, seeds: usize) -> Vec<u8> {
    let mut solver = tihbat::solver::Solver::new(*clauses);
    let memory = std::io::Cursor::new(Vec::new());
    let mut writer = tihbat::table::Writer::create(memory, *clauses, layer(seeds)).expect("memory");
    for _ in 0..=seeds {
        writer.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}
