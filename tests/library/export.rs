//! Every row of every format agrees with the table and its moves; filters drop the right rows.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::common::{board, boards, layer};
use serde_json::Value as Json;
use tempfile::TempDir;
use tihbat::analysis::{Analysis, BoundsAnalysis};
use tihbat::board::Board;
use tihbat::export::{
    self, BoardRows, ExportError, Format, Kind, Layers, PASS_BIT, PositionRows, Reached, Source, Target, mtb,
};
use tihbat::files::Replace;
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::reach;
use tihbat::rules::{AWARI, Clauses, MODIAR, Repetition, Rules, TIHBAT};
use tihbat::table::{Table, WorkFile};
use tihbat::value::Forced;

/// A row as its CSV line.
type Words = Vec<String>;

const COLUMNS: [&str; 7] = ["index", "seeds", "board", "margin", "distance", "outcome", "best"];

const BOUNDS_COLUMNS: [&str; 8] =
    ["index", "seeds", "board", "forced", "forced_distance", "forced_other", "forced_other_distance", "best"];

/// The game with a repetition that pays nobody knows what.
fn open(rules: &Rules) -> Rules {
    rules.with(|draft| draft.clauses.repetition = Repetition::Open).expect("rules")
}

fn solved(rules: &Rules) -> Table {
    tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table")
}

fn all(table: &Table) -> BoardRows<'_> {
    BoardRows::new(table, Layers::all(table.max_seeds()), None).expect("rows")
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder")
}

fn stream(source: &dyn Source, format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    export::write(source, format, Target::Stream(&mut bytes), Progress::NONE).expect("memory");
    bytes
}

fn file(source: &dyn Source, format: Format, path: &Path) {
    export::write(source, format, Target::Path { path, force: false }, Progress::NONE).expect("an export");
}

/// The expected row, by probes and ranked moves.
fn expected(rules: &Rules, table: &Table, board: Board) -> Words {
    let position = Position::of_board(board);
    let value = table.probe(board).expect("a value");
    let rules = rules.with(|draft| draft.captures_on_first_move = true).expect("rules");
    let analysis = Analysis::new(rules, table).expect("a table");
    let moves = analysis.best(&position).expect("moves");
    let best: Vec<_> =
        moves.iter().filter(|ranked| ranked.best).map(|ranked| Side::South.move_name(ranked.play.pit)).collect();
    vec![
        table.index().index_of(board).to_string(),
        board.pits().map(u32::from).sum::<u32>().to_string(),
        board.to_string(),
        value.margin().seeds().to_string(),
        value.distance().map_or_else(String::new, |distance| distance.to_string()),
        ["loss", "draw", "win"][(value.margin().seeds().signum() + 1) as usize].to_owned(),
        words(&best),
    ]
}

/// Seeds and distance as two fields.
fn forced_words(forced: Forced) -> [String; 2] {
    [forced.seeds().to_string(), forced.distance().map_or_else(String::new, |distance| distance.to_string())]
}

/// The expected row of a table of bounds, by probes and ranked moves.
fn expected_bounds(analysis: &BoundsAnalysis, table: &Table, board: Board) -> Words {
    let position = Position::of_board(board);
    let bounds = table.probe_bounds(board).expect("bounds");
    let game = analysis.in_game(analysis.game(position).expect("a game"), Progress::NONE).expect("the same rules");
    let moves = game.best().expect("moves");
    let best = moves.iter().filter(|ranked| ranked.best).map(|ranked| Side::South.move_name(ranked.play.pit));
    let begin = [
        table.index().index_of(board).to_string(),
        board.pits().map(u32::from).sum::<u32>().to_string(),
        board.to_string(),
    ];
    let end = [words(&best.collect::<Vec<_>>())];
    [&begin[..], &forced_words(bounds.forced), &forced_words(bounds.forced_other), &end].concat()
}

fn every_board(clauses: &Clauses, seeds: impl Iterator<Item = usize>) -> Vec<Board> {
    seeds.flat_map(|seeds| boards(clauses, seeds)).collect()
}

fn csv_rows(bytes: &[u8]) -> (Words, Vec<Words>) {
    let mut reader = csv::Reader::from_reader(bytes);
    let words = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Words>();
    let names = words(reader.headers().expect("names"));
    (names, reader.records().map(|record| words(&record.expect("a record"))).collect())
}

/// A JSON line as the CSV line of the same row.
fn json_words(line: &str, columns: &[String]) -> Words {
    let json: Json = serde_json::from_str(line).expect("JSON");
    assert_eq!(json.as_object().expect("an object").keys().collect::<Vec<_>>(), columns.iter().collect::<Vec<_>>());
    let words = |value: &Json| match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        number => number.to_string(),
    };
    columns.iter().map(|column| words(&json[column])).collect()
}

#[test]
fn a_csv_says_what_probes_and_ranked_moves_say() {
    for (rules, seeds) in [(TIHBAT, 28), (MODIAR, 9), (AWARI, 4)] {
        let table = tihbat::solve::table(rules.clauses(), layer(seeds)).expect("a table");
        let (names, rows) = csv_rows(&stream(&all(&table), Format::Csv));
        assert_eq!(names, COLUMNS);
        let boards = every_board(rules.clauses(), 0..=seeds);
        assert_eq!(rows.len(), boards.len());
        for (row, board) in rows.iter().zip(boards) {
            assert_eq!(*row, expected(&rules, &table, board));
        }
    }
}

#[test]
fn json_lines_say_what_the_csv_says() {
    let table = solved(&TIHBAT);
    let (names, rows) = csv_rows(&stream(&all(&table), Format::Csv));
    let json = String::from_utf8(stream(&all(&table), Format::Jsonl)).expect("text");
    assert!(json.ends_with('\n'));
    assert_eq!(json.lines().map(|line| json_words(line, &names)).collect::<Vec<_>>(), rows);
}

#[test]
fn rows_of_bounds_say_what_probes_and_ranked_moves_say() {
    for (rules, seeds) in [(open(&TIHBAT), 28), (open(&MODIAR), 9), (open(&AWARI), 4)] {
        let table = tihbat::solve::table(rules.clauses(), layer(seeds)).expect("a table");
        let rows = all(&table);
        let bytes = stream(&rows, Format::Csv);
        let (names, csv) = csv_rows(&bytes);
        assert_eq!(names, BOUNDS_COLUMNS);
        let rules = rules.with(|draft| draft.captures_on_first_move = true).expect("rules");
        let analysis = BoundsAnalysis::new(rules, &table).expect("a table");
        let boards = every_board(rules.clauses(), 0..=seeds);
        assert_eq!(csv.len(), boards.len());
        for (row, board) in csv.iter().zip(boards) {
            assert_eq!(*row, expected_bounds(&analysis, &table, board));
        }
        let json = String::from_utf8(stream(&rows, Format::Jsonl)).expect("text");
        assert_eq!(json.lines().map(|line| json_words(line, &names)).collect::<Vec<_>>(), csv);
    }
}

#[test]
fn numpy_and_raw_columns_of_bounds_are_those_of_the_table() {
    let cut = open(&MODIAR);
    let tables = [solved(&open(&TIHBAT)), tihbat::solve::table(cut.clauses(), layer(9)).expect("a table")];
    for table in tables {
        let folder = folder();
        file(&all(&table), Format::Npy, folder.path());
        file(&all(&table), Format::Bin, folder.path());
        let (_, csv) = csv_rows(&stream(&all(&table), Format::Csv));
        let (_, index) = npy::<u64>(folder.path(), "index");
        let (_, best) = npy::<u16>(folder.path(), "best");
        let seeds = ["forced", "forced_other"].map(|name| npy::<u8>(folder.path(), name).1);
        let plies = ["forced_distance", "forced_other_distance"].map(|name| npy::<u16>(folder.path(), name).1);
        assert_eq!(index.len() as u64, table.boards());
        for (at, &number) in index.iter().enumerate() {
            let bounds = table.probe_bounds(table.index().board(number).expect("a board")).expect("bounds");
            for (side, forced) in [bounds.forced, bounds.forced_other].into_iter().enumerate() {
                assert_eq!(usize::from(seeds[side][at]), forced.seeds().count());
                assert_eq!(plies[side][at], forced.distance().map_or(0, |distance| distance.plies()));
            }
            assert_eq!(letters(best[at]), csv[at][7]);
        }
        let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
        assert_eq!([read("forced.u8"), read("forced_other.u8")], seeds);
        assert_eq!(
            [read("forced_distance.u16"), read("forced_other_distance.u16")].map(|bytes| u16::all(&bytes)),
            plies
        );
        let manifest: Json = serde_json::from_slice(&read("manifest.json")).expect("JSON");
        assert_eq!(manifest["clauses"]["repetition"], "open");
        let columns = manifest["columns"].as_array().expect("columns").iter();
        let files = ["forced.u8", "forced_distance.u16", "forced_other.u8", "forced_other_distance.u16"];
        assert_eq!(columns.map(|column| &column["file"]).collect::<Vec<_>>(), files);
    }
}

#[test]
fn positions_of_bounds_say_what_analysis_says() {
    // The second game has an opening rule.
    for rules in [open(&TIHBAT), open(&MODIAR.resized(3, 2).expect("a size"))] {
        let (folder, table) = (folder(), solved(&rules));
        let analysis = BoundsAnalysis::new(rules, &table).expect("a table");
        let rows = PositionRows::new(&rules, &table, Layers::all(table.max_seeds()), Progress::NONE).expect("rows");
        let (names, csv) = csv_rows(&stream(&rows, Format::Csv));
        let json = String::from_utf8(stream(&rows, Format::Jsonl)).expect("text");
        assert_eq!(json.lines().map(|line| json_words(line, &names)).collect::<Vec<_>>(), csv);
        file(&rows, Format::Npy, folder.path());
        let [least_south, least_north] = ["least_south", "least_north"].map(|name| npy::<u8>(folder.path(), name).1);
        let mut found = csv.iter().zip(least_south.into_iter().zip(least_north));
        let Ok(()) = reach::walk::<std::convert::Infallible>(&rules, Progress::NONE, |layer| {
            for position in layer.positions() {
                let (row, least) = found.next().expect("a row");
                let game = analysis.in_game(analysis.game(position).expect("a game"), Progress::NONE).expect("rules");
                let answer = game.value().expect("an answer");
                let moves = game.best().expect("moves");
                let best = moves.iter().filter(|ranked| ranked.best);
                let best: Vec<_> = best.map(|ranked| position.side.move_name(ranked.play.pit)).collect();
                assert_eq!(row[2], position.board.to_string());
                let [forced, other] = [answer.bounds.forced, answer.bounds.forced_other].map(forced_words);
                assert_eq!(row[3..8], [&forced[..], &other, &[words(&best)]].concat());
                let captured = position.captured.map(|seeds| seeds.to_string());
                let [south, north] = answer.least.map(|seeds| seeds.to_string());
                assert_eq!(row[8..11], [&[position.side.letter().to_string()], &captured[..]].concat());
                assert_eq!(row[11..], [south, north]);
                assert_eq!([least.0, least.1], answer.least.map(u8::from));
            }
            Ok(())
        });
        assert!(found.next().is_none());
        assert_eq!(names[..8], BOUNDS_COLUMNS);
        assert_eq!(names[8..], ["side", "captured_south", "captured_north", "least_south", "least_north"]);
    }
}

#[test]
fn the_start_of_an_opening_rule_has_the_bounds_of_the_opening() {
    let rules = open(&MODIAR.resized(2, 5).expect("a size"));
    let table = solved(&rules);
    let start = Position::start(&rules);
    let analysis = BoundsAnalysis::new(rules, &table).expect("a table");
    let game = analysis.in_game(analysis.game(start).expect("a game"), Progress::NONE).expect("rules");
    let bounds = game.value().expect("an answer").bounds;
    assert_ne!(bounds, table.probe_bounds(start.board).expect("bounds"), "the opening rule makes no difference here");
    let last = Layers { first: table.max_seeds(), ..Layers::all(table.max_seeds()) };
    let rows = PositionRows::new(&rules, &table, last, Progress::NONE).expect("rows");
    let (_, csv) = csv_rows(&stream(&rows, Format::Csv));
    let of_start = |row: &&Words| row[2] == start.board.to_string() && row[8] == "S" && row[9] == "0";
    let row = csv.iter().find(of_start).expect("the start");
    assert_eq!(row[3..7], [forced_words(bounds.forced), forced_words(bounds.forced_other)].concat());
}

#[test]
fn an_export_of_bounds_replaces_one_of_margins() {
    let (folder, margins, bounds) = (folder(), solved(&TIHBAT), solved(&open(&TIHBAT)));
    for name in ["table.csv", "table.jsonl", "table.csv.gz"] {
        let format = if name.contains("csv") { Format::Csv } else { Format::Jsonl };
        for table in [&margins, &bounds, &margins] {
            file(&all(table), format, &folder.path().join(name));
        }
    }
}

#[test]
fn a_name_that_ends_in_gz_is_compressed() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    for format in [Format::Csv, Format::Jsonl] {
        let path = folder.path().join(format!("table.{}.gz", format.name()));
        file(&all(&table), format, &path);
        let mut text = Vec::new();
        let compressed = std::fs::File::open(path).expect("a file");
        flate2::read::GzDecoder::new(compressed).read_to_end(&mut text).expect("gzip");
        assert!(text == stream(&all(&table), format));
    }
}

/// A number of a column, from its bytes.
trait Number: Sized {
    /// As NumPy calls the type.
    const TYPE: &str;

    fn all(bytes: &[u8]) -> Vec<Self>;
}

macro_rules! numbers {
    ($($number:ident $name:literal),*) => {
        $(impl Number for $number {
            const TYPE: &str = $name;

            fn all(bytes: &[u8]) -> Vec<Self> {
                let (numbers, rest) = bytes.as_chunks();
                assert!(rest.is_empty(), "whole numbers");
                numbers.iter().copied().map(Self::from_le_bytes).collect()
            }
        })*
    };
}

numbers!(u8 "|u1", i8 "|i1", u16 "<u2", u64 "<u8", f32 "<f4");

/// Shape and numbers of a column, read as version 1.0 of NumPy's format says.
fn npy<T: Number>(folder: &Path, column: &str) -> (Vec<u64>, Vec<T>) {
    let bytes = std::fs::read(folder.join(format!("{column}.npy"))).expect("a column");
    let rest = bytes.strip_prefix(b"\x93NUMPY\x01\x00").expect("magic and version");
    let length = usize::from(u16::from_le_bytes([rest[0], rest[1]]));
    let (header, numbers) = rest[2..].split_at(length);
    assert_eq!((bytes.len() - numbers.len()) % 64, 0, "numbers are aligned");
    let header = std::str::from_utf8(header).expect("text").strip_suffix('\n').expect("a line").trim_end();
    let begin = format!("{{'descr': '{}', 'fortran_order': False, 'shape': (", T::TYPE);
    let shape = header.strip_prefix(&begin).and_then(|rest| rest.strip_suffix("), }")).expect(header);
    let shape: Vec<u64> = shape.split_terminator(", ").map(|side| side.parse().expect("a number")).collect();
    let numbers = T::all(numbers);
    assert_eq!(numbers.len() as u64, shape.iter().product::<u64>());
    (shape, numbers)
}

/// Best moves as a field.
fn words(best: &[String]) -> String {
    if best.is_empty() { "over".to_owned() } else { best.join("|") }
}

/// A set of best moves as letters.
fn letters(bits: u16) -> String {
    let pits = (0..8).filter(|pit| bits >> pit & 1 == 1).map(|pit| char::from(b'A' + pit).to_string());
    words(&pits.chain((bits & PASS_BIT != 0).then(|| "pass".to_owned())).collect::<Vec<_>>())
}

#[test]
fn numpy_columns_say_what_the_csv_says() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    file(&all(&table), Format::Npy, folder.path());
    let (_, rows) = csv_rows(&stream(&all(&table), Format::Csv));
    let n = table.boards();
    let (shape, index) = npy::<u64>(folder.path(), "index");
    assert_eq!(shape, [n]);
    let (shape, pits) = npy::<u8>(folder.path(), "pits");
    assert_eq!(shape, [n, 4]);
    let (_, seeds) = npy::<u8>(folder.path(), "seeds");
    let (_, margin) = npy::<i8>(folder.path(), "margin");
    let (_, distance) = npy::<u16>(folder.path(), "distance");
    let (_, best) = npy::<u16>(folder.path(), "best");
    for (at, row) in rows.iter().enumerate() {
        let distance = if margin[at] == 0 { String::new() } else { distance[at].to_string() };
        let board = board(&pits[4 * at..4 * at + 4]).to_string();
        let found = [
            index[at].to_string(),
            seeds[at].to_string(),
            board,
            margin[at].to_string(),
            distance,
            row[5].clone(),
            letters(best[at]),
        ];
        assert_eq!(found, row[..]);
    }
    assert!(distance.iter().zip(&margin).all(|(&distance, &margin)| margin != 0 || distance == 0));
}

#[test]
fn raw_columns_are_the_numbers_alone_and_the_manifest_says_which() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    let rows = BoardRows::new(&table, Layers::all(table.max_seeds()).even(), None).expect("rows");
    file(&rows, Format::Bin, folder.path());
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    let (margins, distances) = (read("margin.i8"), read("distance.u16"));
    let manifest: Json = serde_json::from_slice(&read("manifest.json")).expect("JSON");
    assert_eq!(manifest["rows"], rows.about().rows());
    assert_eq!(manifest["clauses"]["capture.counts"], "2,4,6,8");
    let names: Vec<_> = manifest["columns"].as_array().expect("columns").iter().map(|column| &column["file"]).collect();
    assert_eq!(names, ["margin.i8", "distance.u16"]);
    let mut at = 0;
    for entry in manifest["layers"].as_array().expect("layers") {
        assert_eq!(entry["first_row"], at as u64);
        let first = entry["first_index"].as_u64().expect("whole layers");
        for number in first..first + entry["rows"].as_u64().expect("a number") {
            let value = table.probe(table.index().board(number).expect("a board")).expect("a value");
            let distance = u16::from_le_bytes([distances[2 * at], distances[2 * at + 1]]);
            assert_eq!(margins[at] as i8, value.margin().seeds());
            assert_eq!(distance, value.distance().map_or(0, |distance| distance.plies()));
            at += 1;
        }
    }
    assert_eq!((margins.len(), distances.len()), (at, 2 * at));
}

#[test]
fn raw_columns_of_chosen_boards_have_an_index() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    let reached = Reached::walk(&TIHBAT, Progress::NONE);
    let rows = BoardRows::new(&table, Layers::all(table.max_seeds()), Some(reached)).expect("rows");
    file(&rows, Format::Bin, folder.path());
    let index = std::fs::read(folder.path().join("index.u64")).expect("a column");
    let index: Vec<_> = index.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8"))).collect();
    let (_, csv) = csv_rows(&stream(&rows, Format::Csv));
    assert_eq!(index, csv.iter().map(|row| row[0].parse().expect("a number")).collect::<Vec<u64>>());
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_says_what_the_csv_says() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let small = MODIAR.resized(3, 1).expect("a size");
    let (folder, tihbat, modiar) = (folder(), solved(&TIHBAT), solved(&small));
    let (tihbat_bounds, modiar_bounds) = (solved(&open(&TIHBAT)), solved(&open(&small)));
    let layers = Layers::all(modiar.max_seeds());
    let positions = PositionRows::new(&small, &modiar, layers, Progress::NONE).expect("rows");
    let bounded = PositionRows::new(&open(&small), &modiar_bounds, layers, Progress::NONE).expect("rows");
    let path = folder.path().join("table.parquet");
    for rows in [&all(&tihbat) as &dyn Source, &positions, &all(&tihbat_bounds), &bounded] {
        file(rows, Format::Parquet, &path);
        let (names, expected) = csv_rows(&stream(rows, Format::Csv));
        let reader = SerializedFileReader::new(std::fs::File::open(&path).expect("a file")).expect("Parquet");
        let mut found = Vec::new();
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            assert!(row.get_column_iter().map(|(name, _)| name).eq(&names));
            let words = |(_, field): (&String, &Field)| match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::Float(number) => format!("{number:?}"),
                number => number.to_string(),
            };
            found.push(row.get_column_iter().map(words).collect::<Words>());
        }
        assert_eq!(found, expected);
        assert_eq!(stream(rows, Format::Parquet), std::fs::read(&path).expect("a file"));
    }
}

#[test]
fn a_shorter_table_is_the_one_that_a_solve_makes() {
    let folder = folder();
    for (rules, seeds) in [(TIHBAT, 28), (MODIAR, 11), (AWARI, 5), (open(&TIHBAT), 15), (open(&MODIAR), 9)] {
        let table = tihbat::solve::table(rules.clauses(), layer(seeds)).expect("a table");
        for most in layer(seeds).layers() {
            let [cut, solved] = ["cut.mtb", "solved.mtb"].map(|name| folder.path().join(name));
            mtb::write_file(&table, most, &cut, false, Progress::NONE).expect("a file");
            let (mut work, _) = WorkFile::open(&solved, *rules.clauses(), most, true, Replace::Any).expect("a file");
            let mut solver = tihbat::solver::Solver::new(*rules.clauses());
            for _ in most.layers() {
                work.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("a file");
            }
            work.finish().expect("a table");
            let [cut, solved] = [cut, solved].map(|path| std::fs::read(path).expect("a file"));
            assert!(cut == solved, "{most} seeds");
            let mut streamed = Vec::new();
            mtb::write(&table, most, &mut streamed).expect("memory");
            assert!(streamed == solved, "{most} seeds");
        }
        let more = layer(seeds + 1);
        assert!(matches!(mtb::write(&table, more, &mut Vec::new()), Err(ExportError::Table(_))));
    }
}

#[test]
fn filters_leave_out_what_they_should_and_no_more() {
    let table = solved(&TIHBAT);
    let (_, whole) = csv_rows(&stream(&all(&table), Format::Csv));
    let mut reached = HashSet::new();
    let Ok(()) = reach::walk::<std::convert::Infallible>(&TIHBAT, Progress::NONE, |layer| {
        reached.extend(layer.positions().map(|position| position.board.to_string()));
        Ok(())
    });
    for (first, last, even, reachable) in
        [(0, 28, true, false), (3, 8, false, false), (5, 21, true, true), (28, 28, false, true), (7, 7, true, false)]
    {
        let layers = Layers { first: layer(first), last: layer(last), only_even: even };
        let chosen = reachable.then(|| Reached::walk(&TIHBAT, Progress::NONE));
        let rows = BoardRows::new(&table, layers, chosen).expect("rows");
        let (names, found) = csv_rows(&stream(&rows, Format::Csv));
        let wanted = |row: &&Words| {
            let seeds: usize = row[1].parse().expect("a number");
            (first..=last).contains(&seeds)
                && (!even || seeds.is_multiple_of(2))
                && (!reachable || reached.contains(&row[2]))
        };
        let expected: Vec<_> = whole.iter().filter(wanted).cloned().collect();
        assert_eq!(names, COLUMNS);
        assert_eq!(found, expected);
        assert_eq!(rows.about().rows(), expected.len() as u64);
    }
    assert!(BoardRows::new(&table, Layers::all(layer(29)), None).is_err());
}

#[test]
fn positions_say_what_analysis_says() {
    // The second and third game have an opening rule.
    for rules in [TIHBAT, MODIAR.resized(3, 2).expect("a size"), MODIAR.resized(3, 3).expect("a size")] {
        let table = solved(&rules);
        let analysis = Analysis::new(rules, &table).expect("a table");
        let rows = PositionRows::new(&rules, &table, Layers::all(table.max_seeds()), Progress::NONE).expect("rows");
        assert_eq!(rows.about().kind, Kind::Positions);
        let bytes = stream(&rows, Format::Csv);
        let (names, csv) = csv_rows(&bytes);
        let json = String::from_utf8(stream(&rows, Format::Jsonl)).expect("text");
        let mut found = csv.iter().zip(json.lines());
        let Ok(()) = reach::walk::<std::convert::Infallible>(&rules, Progress::NONE, |layer| {
            for position in layer.positions() {
                let (row, json) = found.next().expect("a row");
                let answer = analysis.value(&position).expect("an answer");
                let moves = analysis.best(&position).expect("moves");
                let best: Vec<_> = moves
                    .iter()
                    .filter(|ranked| ranked.best)
                    .map(|ranked| position.side.move_name(ranked.play.pit))
                    .collect();
                let [south, north] = position.captured;
                let [last_south, last_north] = Side::BOTH.map(|side| format!("{:?}", answer.finals.of(side)));
                let distance = answer.value.distance().map_or_else(String::new, |distance| distance.to_string());
                let margin = answer.value.margin().seeds().to_string();
                assert_eq!(row[2..5], [position.board.to_string(), margin, distance]);
                assert_eq!(row[5..7], [answer.value.margin().outcome().name().to_owned(), words(&best)]);
                assert_eq!(row[7..10], [position.side.letter().to_string(), south.to_string(), north.to_string()]);
                assert_eq!(row[10..], [last_south, last_north]);
                assert_eq!(json_words(json, &names), *row);
            }
            Ok(())
        });
        assert!(found.next().is_none());
        assert_eq!(rows.about().rows(), csv.len() as u64);
    }
}

#[test]
fn numpy_columns_of_positions_say_what_the_csv_says() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    let layers = Layers { first: layer(20), ..Layers::all(table.max_seeds()) };
    let rows = PositionRows::new(&TIHBAT, &table, layers, Progress::NONE).expect("rows");
    file(&rows, Format::Npy, folder.path());
    let (_, csv) = csv_rows(&stream(&rows, Format::Csv));
    let column = |at: usize| csv.iter().map(move |row| row[at].as_str());
    let (_, side) = npy::<u8>(folder.path(), "side");
    assert!(side.iter().map(|&side| ["S", "N"][usize::from(side)]).eq(column(7)));
    for (at, name) in [(8, "captured_south"), (9, "captured_north")] {
        let (_, captured) = npy::<u8>(folder.path(), name);
        assert!(captured.iter().map(u8::to_string).eq(column(at).map(str::to_owned)));
    }
    for (at, name) in [(10, "final_south"), (11, "final_north")] {
        let (_, last) = npy::<f32>(folder.path(), name);
        assert!(last.iter().map(|last| format!("{last:?}")).eq(column(at).map(str::to_owned)));
    }
}

#[test]
fn progress_adds_up_to_the_rows() {
    let table = solved(&TIHBAT);
    let told = std::sync::atomic::AtomicU64::new(0);
    let mut out = Vec::new();
    let progress = |rows| _ = told.fetch_add(rows, std::sync::atomic::Ordering::Relaxed);
    export::write(&all(&table), Format::Csv, Target::Stream(&mut out), Progress::new(&progress)).expect("memory");
    assert_eq!(told.into_inner(), table.boards());
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    let table = solved(&TIHBAT);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| stream(&all(&table), Format::Csv))
    };
    assert!(run(1) == run(3));
}

/// A pipe whose reader closes it after some bytes.
struct Closed(usize);

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_told_from_other_failures() {
    let table = solved(&TIHBAT);
    for format in [Format::Csv, Format::Jsonl, Format::Parquet] {
        if format == Format::Parquet && !cfg!(feature = "parquet") {
            continue;
        }
        let error = export::write(&all(&table), format, Target::Stream(&mut Closed(1000)), Progress::NONE);
        let closed = matches!(&error, Err(ExportError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe);
        assert!(closed, "{}: {error:?}", format.name());
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let (folder, table) = (folder(), solved(&TIHBAT));
    fn refused(table: &Table, format: Format, target: Target<'_>) -> ExportError {
        export::write(&all(table), format, target, Progress::NONE).expect_err("refused")
    }
    for format in [Format::Npy, Format::Bin] {
        assert!(matches!(refused(&table, format, Target::Stream(&mut Vec::new())), ExportError::Folder { .. }));
    }
    assert!(matches!(
        refused(&table, Format::Csv, Target::Path { path: folder.path(), force: false }),
        ExportError::File(_)
    ));
    assert!(matches!(
        refused(&table, Format::Csv, Target::Path { path: &folder.path().join("no/such/table.csv"), force: false }),
        ExportError::File(_)
    ));
    if cfg!(target_os = "linux") {
        assert!(matches!(
            refused(&table, Format::Csv, Target::Path { path: Path::new("/dev/full"), force: false }),
            ExportError::Io(_)
        ));
    }
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}
