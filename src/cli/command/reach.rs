//! `tihbat reach`: every reachable position, counted or listed

use std::cell::RefCell;
use std::io::Write;

use clap::{Args, ValueEnum};
use serde_json::json;
use tihbat::analysis::Analysis;
use tihbat::board::Seeds;
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::reach::{Counts, walk};

use crate::cli::failure::Failure;
use crate::cli::game::GameArgs;
use crate::cli::output;
use crate::cli::progress::Bar;
use crate::cli::source::SourceArgs;
use tihbat::store::GameSpec;

/// Count the positions that can be reached from the start, or list them all.
///
/// A position is a board, the side to move and the captured totals.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat reach\n  tihbat reach modiar --json\n  tihbat reach --list | head")]
pub(in crate::cli) struct Reach {
    #[command(flatten)]
    game: GameArgs,

    /// List every position with its margin, best move, distance and final totals
    #[arg(long)]
    list: bool,

    /// How positions are listed
    #[arg(long, value_enum, default_value = "csv", requires = "list")]
    format: Format,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long, conflicts_with = "list")]
    json: bool,
}

/// A form of a list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a line of names
    Csv,
    /// A JSON object a line
    Jsonl,
}

/// Counts the reachable positions of a game, with progress: in all, and by layer, the full one first.
pub(super) fn count(game: &GameSpec) -> (Counts, Vec<(Seeds, Counts)>) {
    let progress = Bar::counter("walking");
    let mut all = Counts::default();
    let mut layers = Vec::new();
    let Ok(()) =
        walk::<std::convert::Infallible>(&game.rules, Progress::new(&|boards| progress.add(boards)), |layer| {
            let counts = layer.counts();
            all += counts;
            layers.push((layer.seeds(), counts));
            Ok(())
        });
    (all, layers)
}

/// Counts as JSON.
pub(super) fn counts_json(counts: &Counts) -> serde_json::Value {
    json!({
        "positions": counts.positions,
        "boards_with_side": counts.boards_with_side,
        "boards": counts.boards,
    })
}

impl Reach {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        if self.list {
            return self.list(&game);
        }
        let (all, layers) = count(&game);
        if self.json {
            let mut json = counts_json(&all);
            let layer = |(seeds, counts): &(Seeds, Counts)| {
                let mut json = json!({ "seeds": seeds.count() });
                json.as_object_mut()
                    .expect("an object")
                    .extend(counts_json(counts).as_object().cloned().unwrap_or_default());
                json
            };
            json["layers"] = layers.iter().rev().map(layer).collect();
            return output::json(&json);
        }
        let mut out = output::out();
        writeln!(out, "seeds      positions  boards with side         boards")?;
        let mut line = |name: &str, counts: &Counts| {
            let [positions, sided, boards] =
                [counts.positions, counts.boards_with_side, counts.boards].map(output::count);
            writeln!(out, "{name:>5} {positions:>14} {sided:>17} {boards:>14}")
        };
        for (seeds, counts) in layers.iter().rev() {
            line(&seeds.to_string(), counts)?;
        }
        line("all", &all)?;
        Ok(out.flush()?)
    }

    fn list(&self, game: &GameSpec) -> Result<(), Failure> {
        let table = self.source.table(game, game.rules.seeds())?;
        let analysis = Analysis::new(game.rules, &table)?;
        let out = RefCell::new(output::out());
        if self.format == Format::Csv {
            writeln!(out.borrow_mut(), "position,margin,best,distance,south,north")?;
        }
        let progress = Bar::counter("walking");
        walk(&game.rules, Progress::new(&|boards| progress.add(boards)), |layer| {
            layer.positions().try_for_each(|position| self.list_one(&analysis, &position, &mut *out.borrow_mut()))
        })?;
        Ok(out.into_inner().flush()?)
    }

    fn list_one(&self, analysis: &Analysis, position: &Position, out: &mut impl Write) -> Result<(), Failure> {
        let answer = analysis.value(position)?;
        let moves = analysis.best(position)?;
        let best = moves.first().map_or_else(String::new, |best| position.move_name(&best.play));
        let margin = answer.value.margin().seeds();
        if self.format == Format::Jsonl {
            let best = if best.is_empty() { serde_json::Value::Null } else { best.into() };
            let row = json!({
                "position": position.to_string(),
                "margin": margin,
                "best": best,
                "distance": output::distance(answer.value),
                "final": output::totals(answer.finals),
            });
            return Ok(writeln!(out, "{row}")?);
        }
        let distance = answer.value.distance().map_or_else(String::new, |distance| distance.to_string());
        let [south, north] = Side::BOTH.map(|side| answer.finals.of(side));
        Ok(writeln!(out, "{position},{margin},{best},{distance},{south},{north}")?)
    }
}
