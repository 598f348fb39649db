//! `tihbat reach`: every reachable position, counted or listed

use std::cell::RefCell;
use std::io::Write;

use clap::{Args, ValueEnum};
use tihbat::analysis::Analysis;
use tihbat::answer::{ReachAnswer, ReachCounts, ReachRow};
use tihbat::export::OVER;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::reach::walk;

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
    /// One JSON object on each line
    Jsonl,
}

impl Reach {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        if self.list {
            return self.list(&game);
        }
        let progress = Bar::counter("walking");
        let reached = ReachAnswer::count(&game.rules, Progress::new(&|boards| progress.add(boards)));
        drop(progress);
        if self.json {
            return output::json(&reached);
        }
        let mut out = output::out();
        writeln!(out, "seeds      positions  boards with side         boards")?;
        let mut line = |name: &str, counts: &ReachCounts| {
            let [positions, sided, boards] =
                [counts.positions, counts.boards_with_side, counts.boards].map(output::count);
            writeln!(out, "{name:>5} {positions:>14} {sided:>17} {boards:>14}")
        };
        for layer in &reached.layers {
            line(&layer.seeds.to_string(), &layer.counts)?;
        }
        line("all", &reached.all)?;
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
        walk::<Failure>(&game.rules, Progress::new(&|boards| progress.add(boards)), |layer| {
            layer.positions().try_for_each(|position| self.list_one(&analysis, &position, &mut *out.borrow_mut()))
        })?;
        Ok(out.into_inner().flush()?)
    }

    fn list_one(&self, analysis: &Analysis, position: &Position, out: &mut impl Write) -> Result<(), Failure> {
        let row = ReachRow::new(analysis, position)?;
        if self.format == Format::Jsonl {
            return output::json_line(out, &row);
        }
        let ReachRow { position, margin, best, distance, finals } = row;
        let best = best.as_deref().unwrap_or(OVER);
        let distance = distance.map_or_else(String::new, |distance| distance.to_string());
        Ok(writeln!(out, "{position},{margin},{best},{distance},{},{}", finals.south, finals.north)?)
    }
}
