//! The code paths of a table of billions of boards, at test size: a file that is mapped and checked block by block, a solve
//! that is killed, distances of two bytes, and indices above 32 bits.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::sparse::{self, Sparse};
use crate::common::{board, layer, naive, table_bytes};
use serde_json::Value as Json;
use tempfile::TempDir;
use tihbat::board::Board;
use tihbat::files::Replace;
use tihbat::progress::Progress;
use tihbat::rules::{Clauses, TIHBAT};
use tihbat::solver::{Layer, Solver};
use tihbat::table::{CHECKED_AT_OPENING, Table, TableError, WorkError, WorkFile, work_path};
use tihbat::verify::verify;

/// Indices below this fit into 32 bits.
const ABOVE_32_BITS: u64 = 1 << 32;

fn program(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tihbat"));
    command.args(words.split_whitespace());
    command
}

/// Exit code, standard output and standard error.
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The answer of the program about a board of Tihbat with `row` pits a side.
fn ask(question: &str, row: usize, board: &[u8], table: &Path) -> Json {
    let mut command = program(&format!("{question} tihbat --pits {row} --json"));
    let (code, out, err) = run(command.arg(dashed(board)).arg("--table").arg(table));
    assert_eq!(code, Some(0), "{question} {board:?}: {err}");
    serde_json::from_str(&out).expect("JSON")
}

fn dashed(board: &[u8]) -> String {
    board.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// The entry of a table, read from its bytes by the offsets in its header.
struct Raw {
    file: std::cell::RefCell<File>,
}

impl Raw {
    fn open(path: &Path) -> Self {
        Self { file: File::open(path).expect("a table").into() }
    }

    fn bytes<const N: usize>(&self, at: u64) -> [u8; N] {
        let mut bytes = [0; N];
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).expect("bytes of the file");
        bytes
    }

    fn header(&self, at: u64) -> u64 {
        u64::from_le_bytes(self.bytes(at))
    }

    fn entry(&self, number: u64) -> (i64, u64) {
        let [margins_at, distances_at, far_at, far_from] = [56, 64, 72, 80].map(|at| self.header(at));
        let [margin] = self.bytes(margins_at + number);
        let [low] = self.bytes(distances_at + number);
        let high = if number < far_from { [0] } else { self.bytes(far_at + number - far_from) };
        ((margin as i8).into(), u16::from_le_bytes([low, high[0]]).into())
    }
}

/// Margin and distance of an answer; distance 0 if there is none.
fn answered(json: &Json) -> (i64, u64) {
    (json["margin"].as_i64().expect("a margin"), json["distance"].as_u64().unwrap_or(0))
}

/// Asks for the value and the moves of a board, and compares them with the bytes of the table and the moves of the naive
/// solver.
fn questions_are_answered_from_the_bytes(row: usize, board: &[u8], path: &Path) {
    let raw = Raw::open(path);
    let value = ask("value", row, board, path);
    assert_eq!(answered(&value), raw.entry(sparse::number(board)), "{board:?}");
    let best = ask("best", row, board, path);
    let moves = best["moves"].as_array().expect("moves");
    let mut found: Vec<_> =
        moves.iter().map(|play| (play["position"].as_str().expect("a position").to_owned(), answered(play))).collect();
    let worth = |play: naive::Play| {
        let (margin, distance) = raw.entry(sparse::number(&naive::swapped(&play.after)));
        let captured = i64::from(play.captured);
        let worth = captured - margin;
        let plies = match (worth, captured) {
            (0, _) => 0,
            (_, 0) => distance + 1,
            _ => 1,
        };
        (format!("{}-{captured}-0-N", dashed(&play.after)), (worth, plies))
    };
    let mut expected: Vec<_> = naive::successors(&naive::tihbat(row), board).into_iter().map(worth).collect();
    assert!(!expected.is_empty() && moves[0]["best"] == true, "{board:?}");
    let most = expected.iter().map(|(_, (margin, _))| *margin).max();
    assert_eq!(moves[0]["margin"].as_i64(), most, "{board:?}");
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{board:?}");
}

/// The last layer whose record is written in a work file.
fn done(work: &Path, layers: u64) -> Option<u64> {
    let bytes = fs::read(work).ok().filter(|bytes| bytes.len() > 1000)?;
    let records = u64::from_le_bytes(bytes[40..48].try_into().expect("eight bytes")) as usize;
    (0..=layers).take_while(|&layer| bytes[records + 8 * layer as usize..][..8] != [0; 8]).last()
}

/// Solves until half of the layers are written, then kills the program. Returns false if it finished before it died.
fn kill_in_the_middle(solve: &mut Command, work: &Path, layers: u64) -> bool {
    let mut child = solve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs");
    while child.try_wait().expect("a child").is_none() && done(work, layers) < Some(layers / 2) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    child.wait().expect("a child").code().is_none() && done(work, layers) < Some(layers)
}

#[test]
fn a_killed_solve_of_eight_pits_goes_on_and_its_mapped_table_answers() {
    let (row, layers) = (4, 21);
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("table.mtb");
    let solve = || {
        let mut command = program(&format!("solve tihbat --pits {row} --max-seeds {layers} --threads 1 -o"));
        command.arg(&target);
        command
    };
    let killed = (0..20).any(|_| {
        for left in [&target, &work_path(&target)] {
            let _ = fs::remove_file(left);
        }
        kill_in_the_middle(&mut solve(), &work_path(&target), layers)
    });
    assert!(killed && !target.exists(), "the solve was stopped in the middle");
    let stood = done(&work_path(&target), layers).expect("some layers stand");
    assert!((layers / 2..layers).contains(&stood), "{stood}");
    let (code, _, talk) = run(&mut solve());
    assert_eq!(code, Some(0), "{talk}");
    assert!(talk.contains(&format!("continuing after the layer of {stood} seeds")), "{talk}");
    let clauses = TIHBAT.clauses().with(|draft| draft.pits = row as u8).expect("clauses");
    let bytes = fs::read(&target).expect("a table");
    assert!(bytes.len() as u64 > CHECKED_AT_OPENING, "a table that is not checked at opening");
    assert!(bytes == table_bytes(&clauses, layers as usize), "the bytes of a solve that nothing stopped");
    let (code, _, talk) = run(program("verify").arg(&target));
    assert_eq!(code, Some(0), "{talk}");
    let boards = Raw::open(&target).header(24);
    assert_eq!(boards, 4_292_145, "C(29, 8)");
    for number in (0..boards).rev().step_by(300_000).chain([65_536]) {
        questions_are_answered_from_the_bytes(row, &sparse::board(2 * row, number), &target);
    }
    one_damaged_block_is_refused_alone(row, &target, boards);
}

/// With a damaged byte in the last block the table opens and other boards are answered, but boards of this block are not.
fn one_damaged_block_is_refused_alone(row: usize, path: &Path, boards: u64) {
    let mut file = OpenOptions::new().write(true).open(path).expect("a table");
    let at = Raw::open(path).header(56) + boards - 1;
    let [byte] = Raw::open(path).bytes(at);
    file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(&[byte ^ 1])).expect("written");
    // The last layer of C(28, 7) boards begins at C(28, 8), and its last block comes after 18 full ones.
    let (first, last) = (3_108_105 + 18 * 65_536, boards - 1);
    questions_are_answered_from_the_bytes(row, &sparse::board(2 * row, 1_000_000), path);
    for number in [first, last] {
        let words = format!("value tihbat --pits {row} {} --table", dashed(&sparse::board(2 * row, number)));
        let (code, out, err) = run(program(&words).arg(path));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(&format!("boards {first} to {last} of the table do not match their checksum")), "{err}");
    }
    for command in ["verify", "info"] {
        let (code, _, err) = run(program(command).arg(path));
        assert!(code == Some(2) && err.contains("damaged"), "{command}: {err}");
    }
}

/// Rules with long distances: a capture needs exactly 7 seeds in a pit of the mover.
fn slow() -> Clauses {
    let mut clauses = *TIHBAT.clauses();
    for (clause, value) in [("pits", "6"), ("sowing.first", "next"), ("lift.min", "2"), ("capture.counts", "7")] {
        clauses = clauses.changed(clause, value).expect("a clause");
    }
    clauses
}

/// Compares the bytes of a solved layer with those of the file.
fn assert_layer_in(bytes: &[u8], solved: &Layer) {
    let field = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize;
    let [margins_at, distances_at, far_at, far_from] = [56, 64, 72, 80].map(field);
    let mut first = vec![0; 12];
    first[11] = solved.seeds().count() as u8;
    let start = sparse::number(&first) as usize;
    let boards = solved.boards() as usize;
    for (rank, (&margin, plies)) in solved.column(0).iter().zip(solved.distances(0, 0..boards)).enumerate() {
        let number = start + rank;
        let high = if number < far_from { 0 } else { bytes[far_at + number - far_from] };
        let entry = (bytes[margins_at + number] as i8, u16::from_le_bytes([bytes[distances_at + number], high]));
        assert_eq!(entry, (margin, plies), "board {number}");
    }
}

#[test]
fn high_bytes_of_distances_are_written_taken_up_again_and_read() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("slow.mtb");
    let open = || WorkFile::open(&target, slow(), layer(13), false, Replace::Any);
    let (mut work, _) = open().expect("a work file");
    let mut solver = Solver::new(slow());
    for _ in 0..12 {
        work.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("written");
    }
    // Wait until the first layer with high bytes is synced.
    std::thread::sleep(Duration::from_millis(110));
    let twelve = solver.next_layer(Progress::NONE).expect("a layer");
    assert_eq!(twelve.max_distance().plies(), 319);
    work.append(&twelve).expect("written");
    drop(work);

    // Missing high bytes are noticed.
    let whole = fs::read(work_path(&target)).expect("a work file");
    let cut = OpenOptions::new().write(true).open(work_path(&target)).expect("a work file");
    cut.set_len(whole.len() as u64 - 1).expect("cut");
    let error = open().map(|_| ()).expect_err("a cut work file");
    assert!(matches!(error, WorkError::Left { source: TableError::Block { .. }, .. }), "{error}");
    fs::write(work_path(&target), whole).expect("a work file");

    let (mut work, margins) = open().expect("a work file");
    assert_eq!(work.done(), Some(layer(12)));
    let thirteen = Solver::resume(slow(), margins, layer(12)).next_layer(Progress::NONE).expect("a layer");
    work.append(&thirteen).expect("written");
    let table = work.finish().expect("a table");
    assert!(table.bytes() > CHECKED_AT_OPENING, "a table that is mapped");
    let bytes = fs::read(&target).expect("a table");
    for solved in [&twelve, &thirteen] {
        assert_layer_in(&bytes, solved);
        assert_eq!(table.max_distance(solved.seeds()).plies(), solved.max_distance().plies());
    }
    verify(&table, Progress::NONE).expect("a right table");

    let longest = twelve.distances(0, 0..twelve.boards() as usize).position(|plies| plies == 319).expect("a board");
    let number = sparse::number(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12]) + longest as u64;
    let value = table.probe(board(&sparse::board(12, number))).expect("a value");
    assert_eq!(value.distance().map(|distance| distance.plies()), Some(319));
    let (code, out, err) = run(program("verify --json").arg(&target));
    assert!(code == Some(0) && out.contains("\"boards\": 5200300"), "C(25, 12) boards: {err}");
}

/// Different values for boards of Tihbat with these indices, for their neighbours, and for the boards whose index has the
/// same low 32 bits.
fn planted(row: usize, max_seeds: u64, far_layer: u64, numbers: &[u64]) -> Sparse {
    let mut first = vec![0; 2 * row];
    first[2 * row - 1] = far_layer as u8;
    let far_from = sparse::number(&first);
    let mut table = Sparse { row, max_seeds, values: BTreeMap::new() };
    let boards = table.offsets().boards;
    let near = |&number: &u64| [number.wrapping_sub(1), number, number + 1];
    let wrapped = |number: u64| [number, number % ABOVE_32_BITS];
    let all = [far_from].into_iter().chain(numbers.iter().flat_map(near).flat_map(wrapped));
    for number in all.filter(|&number| number < boards) {
        let count = table.values.len() as u16;
        let margin = (count % 16 + 1) as i8 * if count % 32 < 16 { 1 } else { -1 };
        let plies = if number < far_from { 1 + count % 255 } else { 256 + 255 * (count % 250) };
        table.values.entry(number).or_insert((margin, plies));
    }
    let different: std::collections::HashSet<_> = table.values.values().collect();
    assert!(different.len() == table.values.len() && different.len() < 255);
    table
}

/// Checks that the library finds every planted value, on the board that the formula of `docs/format.md` gives for the index.
fn planted_values_are_found(table: &Table, planted: &Sparse) {
    for (&number, &(margin, plies)) in &planted.values {
        let pits = sparse::board(2 * planted.row, number);
        assert_eq!(sparse::number(&pits), number, "the formula there and back");
        let board = Board::new(&pits).expect("a board");
        assert_eq!((table.index().index_of(board), table.index().board(number)), (number, Some(board)));
        let value = table.probe(board).expect("a value");
        let found = (value.margin().seeds(), value.distance().map(|distance| distance.plies()));
        assert_eq!(found, (margin, Some(plies)), "board {number}: {pits:?}");
    }
}

/// Interesting indices of a table with this many boards, whose last layer begins at `last_layer`.
fn numbers(boards: u64, last_layer: u64) -> Vec<u64> {
    let mut random = 2_u64;
    let mut any = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ABOVE_32_BITS + (random >> 8) % (boards - ABOVE_32_BITS)
    };
    // The first block of the last layer that begins above 32 bits.
    let block = last_layer + ABOVE_32_BITS.saturating_sub(last_layer).next_multiple_of(65_536);
    let edges = [ABOVE_32_BITS, 2 * ABOVE_32_BITS, last_layer, last_layer + ABOVE_32_BITS, block, boards - 1];
    edges.into_iter().chain(std::iter::repeat_with(&mut any).take(8)).collect()
}

#[test]
fn boards_above_32_bits_are_read_where_the_format_says() {
    let folder = TempDir::new().expect("a folder");
    let path: PathBuf = folder.path().join("giant.mtb");
    let giant = {
        let mut numbers = numbers(4_426_165_368, 3_872_894_697);
        // A board to ask about, and its successors.
        let asked = [20, 12, 8, 6, 4, 3, 2, 1];
        assert!(sparse::number(&asked) > ABOVE_32_BITS);
        numbers.push(sparse::number(&asked));
        let plays = naive::successors(&naive::tihbat(4), &asked);
        numbers.extend(plays.iter().map(|play| sparse::number(&naive::swapped(&play.after))));
        planted(4, 56, 56, &numbers)
    };
    let at = giant.write(&path);
    // 2 x 4 pits with 56 seeds, computed separately: C(64, 8) boards in 67,574 blocks; the last layer begins after C(63, 8) boards.
    let expected = sparse::Offsets {
        boards: 4_426_165_368,
        records_at: 336,
        blocks_at: 792,
        margins_at: 274_432,
        distances_at: 4_426_440_704,
        far_at: 8_852_606_976,
        far_from: 3_872_894_697,
        bytes: 8_852_606_976 + 553_270_671,
    };
    assert_eq!(at, expected);
    let table = Table::open(&path).expect("a table");
    assert_eq!((table.boards(), table.bytes(), table.blocks()), (at.boards, at.bytes, 67_574));
    planted_values_are_found(&table, &giant);
    for pits in [[20, 12, 8, 6, 4, 3, 2, 1], [56, 0, 0, 0, 0, 0, 0, 0]] {
        questions_are_answered_from_the_bytes(4, &pits, &path);
    }

    // The first full block above 32 bits.
    a_damaged_block_is_named(&path, 8, at.far_from + (ABOVE_32_BITS - at.far_from).next_multiple_of(65_536));
}

/// A changed high byte is reported with the indices of its block, which begins with `first` and is not the last of its
/// layer. The neighbouring blocks stay readable.
fn a_damaged_block_is_named(path: &Path, pits: usize, first: u64) {
    let [far_at, far_from] = [72, 80].map(|field| Raw::open(path).header(field));
    let mut file = OpenOptions::new().write(true).open(path).expect("a table");
    file.seek(SeekFrom::Start(far_at + first + 5 - far_from)).and_then(|_| file.write_all(&[9])).expect("written");
    let table = Table::open(path).expect("a table");
    let probe = |number: u64| table.probe(board(&sparse::board(pits, number)));
    let last = first + 65_535;
    for number in [first, last] {
        let refused = probe(number).expect_err("damaged");
        assert!(matches!(refused, TableError::Block { first: f, last: l } if (f, l) == (first, last)), "{refused}");
    }
    assert!(probe(first - 1).is_ok() && probe(last + 1).is_ok());
}

/// The last layer alone has more than 2^32 boards, and so has the column of high bytes.
#[test]
fn ranks_above_32_bits_are_read_where_the_format_says() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("giant.mtb");
    let giant = planted(6, 32, 20, &numbers(21_090_682_613, 15_338_678_264));
    let at = giant.write(&path);
    assert_eq!((at.boards, at.margins_at, at.distances_at), (21_090_682_613, 1_290_240, 21_091_975_168));
    let table = Table::open(&path).expect("a table");
    assert_eq!((table.boards(), table.bytes(), table.blocks()), (at.boards, at.bytes, 321_838));
    planted_values_are_found(&table, &giant);
    let last = [32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(sparse::number(&last), at.boards - 1);
    questions_are_answered_from_the_bytes(6, &last, &path);
    // The first block of the last layer whose ranks are above 32 bits.
    a_damaged_block_is_named(&path, 12, 15_338_678_264 + ABOVE_32_BITS);
}

#[test]
fn the_work_file_of_a_giant_has_its_length_and_takes_no_room_yet() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("giant.mtb");
    let clauses = TIHBAT.clauses().with(|draft| draft.pits = 4).expect("clauses");
    let (work, columns) = WorkFile::open(&target, clauses, layer(56), false, Replace::Any).expect("a work file");
    assert_eq!((work.done(), columns), (None, vec![Vec::new()]));
    let at = Sparse { row: 4, max_seeds: 56, values: BTreeMap::new() }.offsets();
    let raw = Raw::open(&work_path(&target));
    let found = [24, 56, 64, 72, 80, 88].map(|field| raw.header(field));
    assert_eq!(found, [at.boards, at.margins_at, at.distances_at, 0, at.boards, 8_852_606_072]);
    let there = fs::metadata(work_path(&target)).expect("a work file");
    assert_eq!(there.len(), at.bytes);
    #[cfg(unix)]
    assert!(std::os::unix::fs::MetadataExt::blocks(&there) * 512 < 1 << 20, "mostly a hole");
}
