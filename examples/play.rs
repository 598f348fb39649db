//! Plays a game against the table: `cargo run --example play`
//!
//! South plays the first legal move, whatever it is worth. North plays perfectly *in this game*: a board that was seen
//! before ends it, and no table knows what was seen.

use std::error::Error;
use std::io::Write;

use tihbat::analysis::AnyAnalysis;
use tihbat::progress::Progress;
use tihbat::{Game, Position, Side, partner, rules, solve};

/// Plays a game of Tihbat to its end, and writes each position and move.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = rules::TIHBAT;
    let analysis = AnyAnalysis::new(rules, &solve::table(rules.clauses(), rules.seeds())?)?;

    let mut game = Game::new(rules, Position::start(&rules))?;
    while game.end().is_none() {
        let position = *game.position();
        let play = match position.side {
            Side::South => game.legal().first().copied(),
            Side::North => partner::perfect(&analysis, &game, Progress::NONE)?,
        };
        let Some(play) = play else { break };
        game.play(&play)?;
        writeln!(out, "{position} {}", position.move_name(&play))?;
    }
    if let (Some(end), Some(finals)) = (game.end(), game.finals()) {
        writeln!(out, "{}: {end}, {finals}", game.position())?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout().lock())
}
