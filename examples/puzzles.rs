//! Finds positions that are worth a second look: `cargo run --example puzzles -- tihbat data/tihbat.mtb longest 3`

use std::error::Error;
use std::io::Write;

use tihbat::analysis::AnyAnalysis;
use tihbat::answer::{Asked, LongestAnswer, PuzzleAnswer, TrapAnswer};
use tihbat::board::Seeds;
use tihbat::puzzles::{self, Grade, LayerRange, Wanted};
use tihbat::store::GameSpec;
use tihbat::{Progress, Table};

/// Writes up to `count` puzzles, traps or longest lines of a game as JSON Lines. They are the same in every run.
pub fn run(game: &str, path: &str, kind: &str, count: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let spec = GameSpec::called(game).ok_or("there is no built-in game of that name")?;
    let table = Table::open(path)?;
    let all = LayerRange::new(&spec.rules, &table, Seeds::new(1).ok_or("no layer")?, spec.rules.seeds());
    let layers = all.ok_or("the table has not got all layers of the game")?;
    let count = count.parse()?;
    let AnyAnalysis::Margins(analysis) = AnyAnalysis::new(spec.rules, &table)? else {
        return Err("the table has bounds, but these positions are found by margins".into());
    };
    match kind {
        "puzzles" => {
            let mut random = fastrand::Rng::with_seed(0);
            let wanted = Wanted { count, layers, easiest: Grade::EASIEST, hardest: Grade::HARDEST };
            for puzzle in puzzles::find(&analysis, wanted, &mut |below| random.u64(..below))? {
                writeln!(out, "{}", serde_json::to_string(&PuzzleAnswer::from(&puzzle))?)?;
            }
        }
        "traps" => {
            for trap in puzzles::worst(&analysis, layers, count, Progress::NONE)? {
                writeln!(out, "{}", serde_json::to_string(&TrapAnswer::from(&trap))?)?;
            }
        }
        "longest" => {
            let longest = puzzles::longest(&analysis, layers, count)?;
            let analysis = AnyAnalysis::Margins(analysis);
            for longest in longest {
                let line = Asked::about(&spec.name, &analysis, &longest.position)?.line_answer()?;
                writeln!(out, "{}", serde_json::to_string(&LongestAnswer::new(&longest, line))?)?;
            }
        }
        _ => return Err("the kinds are puzzles, traps and longest".into()),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, path, kind, count] = arguments.as_slice() else {
        return Err("usage: puzzles GAME TABLE KIND COUNT, like: puzzles tihbat data/tihbat.mtb traps 3".into());
    };
    run(game, path, kind, count, &mut std::io::stdout().lock())
}
