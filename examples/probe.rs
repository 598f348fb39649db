//! Asks a table about a board: `cargo run --example probe -- data/tihbat.mtb 1-2-1-1`
//!
//! What a program does that uses tihbat as a library: open a table, read a board, probe it, and look at the moves.

use std::error::Error;
use std::io::Write;

use tihbat::{Analysis, Board, Position, Table, rules};

/// Writes what the table says of a board of Tihbat, and every move with its value.
pub fn run(path: &str, board: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let table = Table::open(path)?;
    let board: Board = board.parse()?;
    writeln!(out, "{board}: {}", table.probe(board)?)?;
    for ranked in Analysis::new(rules::TIHBAT, &table)?.best(&Position::of_board(board))? {
        writeln!(out, "{ranked}: {}", ranked.value)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, board] = arguments.as_slice() else {
        return Err("usage: probe TABLE BOARD, like: probe data/tihbat.mtb 1-2-1-1".into());
    };
    run(path, board, &mut std::io::stdout().lock())
}
