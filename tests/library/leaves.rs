//! The endgame file of oware programs, read back by a reader that shares no code with the writer.

use crate::common::{layer, naive, naive_rules};
use tihbat::export::{ExportError, leaves};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, OWARE, TIHBAT};
use tihbat::shape::Shape;
use tihbat::solve;

/// What an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    LowerBound(u8),
    Exact(u8),
}

/// A file that was read.
struct Leaves {
    head: Vec<(String, String)>,
    bytes: Vec<u8>,
}

impl Leaves {
    fn read(file: &[u8]) -> Self {
        let mut units = file.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
        let mut lines = Vec::new();
        let mut bytes = 0;
        loop {
            let line: Vec<u16> = units.by_ref().take_while(|&unit| unit != u16::from(b'\n')).collect();
            bytes += 2 * (line.len() + 1);
            if line.is_empty() {
                break;
            }
            lines.push(String::from_utf16(&line).expect("text"));
        }
        assert_eq!(lines.remove(0), "Oware Endgames 2.0");
        let field = |line: String| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        let head = lines.into_iter().map(|line| field(line).expect("a field")).collect();
        Self { head, bytes: file[bytes..].to_vec() }
    }

    fn entry(&self, board: &[u8]) -> Entry {
        let byte = self.bytes[number(board)];
        match byte & 3 {
            1 => Entry::LowerBound(byte >> 2),
            3 => Entry::Exact(byte >> 2),
            kind => panic!("kind {kind} of {board:?}"),
        }
    }
}

/// The number of a board: the boards with fewer seeds, then those with fewer seeds before the last pit, and so on.
fn number(board: &[u8]) -> usize {
    let mut sum = 0;
    let mut number = 0;
    for (pit, &seeds) in board.iter().enumerate() {
        sum += usize::from(seeds);
        // The ways to put fewer than `sum` seeds into the pits up to this one.
        number += (0..sum).map(|fewer| ways(fewer, pit + 1)).sum::<usize>();
    }
    number
}

/// Ways to put `seeds` seeds into `pits` pits.
fn ways(seeds: usize, pits: usize) -> usize {
    (1..pits).fold(1, |ways, k| ways * (seeds + k) / k)
}

fn written(max_seeds: usize) -> Vec<u8> {
    let table = solve::table(OWARE.clauses(), layer(max_seeds)).expect("a table");
    let mut file = Vec::new();
    leaves::write(&table, layer(max_seeds), &mut file, Progress::NONE).expect("a file");
    file
}

#[test]
fn entries_are_what_the_naive_solver_finds() {
    let leaves = Leaves::read(&written(4));
    let bounds = naive::bounds::bounds(&naive_rules(OWARE.clauses()), 4);
    assert_eq!(leaves.bytes.len(), bounds.len());
    let (mut exact, mut lower) = (0, 0);
    for (board, found) in bounds {
        let seeds: u32 = board.iter().map(|&pit| u32::from(pit)).sum();
        let forced = found.forced as u8;
        let expected =
            if found.forced + found.other == seeds { Entry::Exact(forced) } else { Entry::LowerBound(forced) };
        assert_eq!(leaves.entry(&board), expected, "{board:?}");
        *(if matches!(expected, Entry::Exact(_)) { &mut exact } else { &mut lower }) += 1;
    }
    assert!(exact > 1000 && lower > 300, "{exact}, {lower}");
}

#[test]
fn every_entry_up_to_nine_seeds_is_that_of_the_table() {
    let leaves = Leaves::read(&written(9));
    let table = solve::table(OWARE.clauses(), layer(9)).expect("a table");
    assert_eq!(leaves.head[0], ("Positions".to_owned(), "293930".to_owned()));
    assert_eq!(leaves.bytes.len(), 293_930);
    for at in 0..table.boards() {
        let board = table.index().board(at).expect("a board");
        let bounds = table.probe_bounds(board).expect("bounds");
        let pits: Vec<u8> = board.pits().collect();
        assert_eq!(pits.len(), 2 * board.shape().row());
        let forced = bounds.forced.seeds().count();
        let exact =
            forced + bounds.forced_other.seeds().count() == pits.iter().map(|&pit| usize::from(pit)).sum::<usize>();
        let expected = if exact { Entry::Exact(forced as u8) } else { Entry::LowerBound(forced as u8) };
        assert_eq!(leaves.entry(&pits), expected, "{board}");
    }
}

#[test]
fn only_bounds_of_oware_are_written() {
    let own_row = OWARE.clauses().changed("repetition", "own_row").expect("rules");
    let split = OWARE.clauses().changed("repetition", "split").expect("rules");
    let open = |clauses: &tihbat::rules::Clauses| clauses.changed("repetition", "open").expect("rules");
    let write = |clauses: &tihbat::rules::Clauses, max_seeds| {
        let table = solve::table(clauses, layer(max_seeds)).expect("a table");
        leaves::write(&table, layer(max_seeds), &mut Vec::new(), Progress::NONE)
    };
    write(&own_row, 3).expect("the same bounds");
    for clauses in [split, open(AWARI.clauses()), open(TIHBAT.clauses())] {
        assert!(matches!(write(&clauses, 3), Err(ExportError::NotOware)), "{:?}", clauses.entries());
    }
}
