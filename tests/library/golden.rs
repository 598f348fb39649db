//! Results never change: `data/golden.txt`.

use crate::common;
use tihbat::analysis::Analysis;
use tihbat::board::Seeds;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::reach::{Counts, walk};
use tihbat::rules::{BUILT_IN, Rules};
use tihbat::table::Table;

fn game(name: &str, pits: &str, seeds: &str) -> Rules {
    let (_, rules) = BUILT_IN.into_iter().find(|(built_in, _)| *built_in == name).expect("a game");
    rules.resized(pits.parse().expect("pits"), seeds.parse().expect("seeds")).expect("a size")
}

/// CRC-32 of all margins (signed bytes) and of all distances (two bytes, little-endian) in index order.
fn digests(table: &Table) -> String {
    let [mut margins, mut distances] = [crc32fast::Hasher::new(), crc32fast::Hasher::new()];
    for seeds in table.max_seeds().layers() {
        let values: Vec<_> = table.layer(seeds).map(|value| value.expect("a margin")).collect();
        let bytes: Vec<u8> = values.iter().map(|value| value.margin().seeds() as u8).collect();
        margins.update(&bytes);
        let plies = values.iter().flat_map(|value| value.distance().map_or(0, |d| d.plies()).to_le_bytes());
        distances.update(&plies.collect::<Vec<u8>>());
    }
    format!("{:08x} {:08x}", margins.finalize(), distances.finalize())
}

fn start(rules: &Rules) -> String {
    let table = tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table");
    let analysis = Analysis::new(*rules, &table).expect("the same rules");
    let value = analysis.value(&Position::start(rules)).expect("a value").value;
    format!("{} {}", value.margin(), value.distance().map_or_else(|| "-".to_owned(), |distance| distance.to_string()))
}

fn reach(rules: &Rules) -> String {
    let mut all = Counts::default();
    let Ok(()) = walk::<std::convert::Infallible>(rules, Progress::NONE, |layer| {
        all += layer.counts();
        Ok(())
    });
    format!("{} {} {}", all.positions, all.boards_with_side, all.boards)
}

#[test]
fn results_stay_what_they_are() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/golden.txt");
    let text = std::fs::read_to_string(path).expect("the golden results");
    let mut found = String::new();
    let mut cases = 0;
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let result = match words[..] {
            ["table", name, pits, seeds, most, ..] => {
                let rules = game(name, pits, seeds);
                let most = common::layer(most.parse().expect("seeds"));
                let table = tihbat::solve::table(rules.clauses(), most).expect("a table");
                format!("table {name} {pits} {seeds} {most} {}", digests(&table))
            }
            ["start", name, pits, seeds, ..] => {
                format!("start {name} {pits} {seeds} {}", start(&game(name, pits, seeds)))
            }
            ["reach", name, pits, seeds, ..] => {
                format!("reach {name} {pits} {seeds} {}", reach(&game(name, pits, seeds)))
            }
            _ => line.to_owned(),
        };
        cases += usize::from(!line.starts_with('#'));
        found += &format!("{result}\n");
    }
    assert_eq!(found, text, "the results of today are on the left");
    assert!(cases >= 12);
}

#[test]
fn the_committed_table_of_tihbat_is_the_one_that_is_solved_today() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tihbat.mtb");
    let rules = game("tihbat", "2", "7");
    let mut solver = tihbat::solver::Solver::new(*rules.clauses());
    let memory = std::io::Cursor::new(Vec::new());
    let mut writer = tihbat::table::Writer::create(memory, *rules.clauses(), rules.seeds()).expect("memory");
    for _ in rules.seeds().layers() {
        writer.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("memory");
    }
    let fresh = writer.finish().expect("memory").into_inner();
    assert!(fresh == std::fs::read(path).expect("the committed table"), "solve tihbat again and commit its table");
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads() {
    // The last layers of the last game are large and grow fast, so all threads solve them together.
    for (name, pits, seeds) in [("modiar", "3", "4"), ("awari", "5", "1"), ("tihbat", "4", "2"), ("awari", "6", "1")] {
        let rules = game(name, pits, seeds);
        let solve = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| digests(&tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table")))
        };
        let alone = solve(1);
        for threads in [2, 3, 8] {
            assert_eq!(solve(threads), alone, "{name} with {threads} threads");
        }
    }
}

#[test]
fn layers_side_by_side_are_those_one_after_the_other() {
    for counts in ["1,3", "2,4", "3", "5,1", "7,9"] {
        let clauses = game("tihbat", "3", "4").clauses().changed("capture.counts", counts).expect("numbers of seeds");
        let most = Seeds::new(22).expect("a layer");
        let solve = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| digests(&tihbat::solve::table(&clauses, most).expect("a table")))
        };
        let alone = solve(1);
        for threads in [2, 3, 6, 12] {
            assert_eq!(solve(threads), alone, "captures of {counts} on {threads} threads");
        }
    }
}
