//! Boards whose value does not depend on what a repetition pays: `cargo run --release --example independent -- 12`
//!
//! For each layer of oware: the share of the boards on which the bounds add up to all seeds. Boards on which the opponent, who has
//! just moved, has no empty pit are left out, because no move leads to them.

use std::error::Error;
use std::io::Write;

use tihbat::board::Seeds;
use tihbat::shape::Shape;
use tihbat::{rules, solve};

/// Writes a line for each layer up to this number of seeds.
pub fn run(most: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let most = Seeds::new(most.parse()?).ok_or("at most 127 seeds")?;
    let table = solve::table(rules::OWARE.clauses(), most)?;
    for seeds in most.layers() {
        let (mut boards, mut independent) = (0_u64, 0_u64);
        for (index, bounds) in (table.index().layer_start(seeds)..).zip(table.layer_bounds(seeds)) {
            let board = table.index().board(index).ok_or("there is no such board")?;
            if board.pits().skip(board.shape().row()).any(|seeds| seeds == 0) {
                boards += 1;
                independent += u64::from(bounds?.open(seeds) == Seeds::NONE);
            }
        }
        writeln!(
            out,
            "{seeds:>2} seeds: {independent} of {boards} boards, {:.1} %",
            100.0 * independent as f64 / boards as f64
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let most = std::env::args().nth(1).unwrap_or_else(|| "12".to_owned());
    run(&most, &mut std::io::stdout().lock())
}
