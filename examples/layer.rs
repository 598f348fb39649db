//! Goes through every board of a layer of a table: `cargo run --example layer -- data/tihbat.mtb 4`

use std::error::Error;
use std::io::Write;

use tihbat::Table;
use tihbat::board::Seeds;

/// Writes every board with a number of seeds that the mover wins, with its index and its value.
pub fn run(path: &str, seeds: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let table = Table::open(path)?;
    let seeds = Seeds::new(seeds.parse()?).filter(|&seeds| seeds <= table.max_seeds());
    let seeds = seeds.ok_or("the table has no layer of that many seeds")?;
    for (index, value) in (table.index().layer_start(seeds)..).zip(table.layer(seeds)) {
        let value = value?;
        let board = table.index().board(index).ok_or("there is no such board")?;
        if value.margin().seeds() > 0 {
            writeln!(out, "{index} {board} {value}")?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, seeds] = arguments.as_slice() else {
        return Err("usage: layer TABLE SEEDS, like: layer data/tihbat.mtb 4".into());
    };
    run(path, seeds, &mut std::io::stdout().lock())
}
