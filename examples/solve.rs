//! Solves a game and asks about it: `cargo run --example solve`

use std::error::Error;
use std::io::Write;

use tihbat::{Analysis, Position, rules, solve};

/// Solves Tihbat and writes who wins it, every first move with its value, and the line of perfect play.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = rules::TIHBAT;
    let table = solve::table(rules.clauses(), rules.seeds())?;
    let analysis = Analysis::new(rules, &table)?;

    let start = Position::start(&rules);
    let answer = analysis.value(&start)?;
    writeln!(out, "{start}: {} for {}, {}", answer.value, start.side, answer.finals)?;
    for ranked in analysis.best(&start)? {
        writeln!(out, "{ranked}: {}", ranked.value)?;
    }
    let line = analysis.line(&start)?;
    writeln!(out, "{line}")?;
    Ok(writeln!(out, "{}, because {}", line.finals, line.end)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout().lock())
}
