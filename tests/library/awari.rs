//! The values of awari are equal to the published ones.

use crate::common::published::published;
use crate::common::{board, layer};
use tihbat::analysis::Analysis;
use tihbat::census::histogram;
use tihbat::position::Position;
use tihbat::rules::AWARI;

/// The binomial coefficient C(n, k), by Pascal's triangle.
fn binomial(n: usize, k: usize) -> u64 {
    let mut row = vec![1_u64];
    for _ in 0..n {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        row = [1].into_iter().chain(inner).chain([1]).collect();
    }
    row[k]
}

/// 86 million boards: the longest of the tests.
#[test]
fn layers_up_to_18_have_their_boards_and_the_published_positions_their_values() {
    let table = tihbat::solve::table(AWARI.clauses(), layer(18)).expect("a table");
    let mut published = published().into_iter();
    for seeds in layer(18).layers() {
        let margins = histogram(&table, seeds).expect("a layer");
        assert_eq!(margins.values().sum::<u64>(), binomial(seeds.count() + 11, 11), "{seeds} seeds");
        if let Some(line) = published.next() {
            let words = margins.iter().map(|(margin, boards)| format!(" {}:{boards}", margin.seeds()));
            assert_eq!(format!("{seeds}{}", words.collect::<String>()), line);
        }
    }
    let analysis = Analysis::new(AWARI, &table).expect("the same rules");
    // The margin of the move of each pit; `None` if the move is illegal.
    let moves = |pits: &[u8]| {
        let position = Position::of_board(board(pits));
        let mut margins = [None; 6];
        for ranked in analysis.best(&position).expect("moves") {
            margins[ranked.play.pit.expect("no pass").number()] = Some(ranked.value.margin().seeds());
        }
        (analysis.value(&position).expect("a value").value.margin().seeds(), margins)
    };
    let (margin, margins) = moves(&[1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]);
    assert_eq!((margin, margins), (0, [-1, -1, -2, -2, -2, 0].map(Some)));
    // The move of the third pit would capture every seed of the opponent.
    let (margin, margins) = moves(&[0, 0, 6, 0, 3, 5, 1, 2, 1, 0, 0, 0]);
    assert_eq!((margin, margins.map(|margin| margin.is_some())), (-2, [false, false, false, false, true, true]));
}
