//! Asks a table about a board: `cargo run --example probe -- data/tihbat.mtb 1-2-1-1`
//!
//! What a program does that uses tihbat as a library: open a table, read a board, probe it, and look at the moves.

#![expect(clippy::print_stdout, reason = "an example answers on standard output")]

use std::error::Error;
use std::path::Path;

use tihbat::analysis::Analysis;
use tihbat::board::Board;
use tihbat::position::Position;
use tihbat::rules::TIHBAT;
use tihbat::table::Table;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, board] = arguments.as_slice() else {
        return Err("usage: probe TABLE BOARD, like: probe data/tihbat.mtb 1-2-1-1".into());
    };
    let table = Table::open(Path::new(path))?;
    let board: Board = board.parse()?;
    let value = table.probe(board)?;
    let distance = value.distance().map_or_else(|| "none".to_owned(), |distance| distance.to_string());
    println!("margin {}, distance {distance}", value.margin());
    let position = Position::of_board(board);
    for ranked in Analysis::new(TIHBAT, &table)?.best(&position)? {
        println!("{}: {}", position.move_name(&ranked.play), ranked.value.margin());
    }
    Ok(())
}
