//! `tihbat atlas`: games of many sizes and readings side by side

mod keep;
mod picture;
mod report;
mod sweep;
mod work;

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{DataArgs, ThreadArgs};
use crate::cli::failure::Failure;
use crate::cli::game::BaseArgs;
use crate::cli::output;

use keep::Keep;
use sweep::{Range, Sweep, Vary};

/// Solve a game in many sizes and readings, and set the results side by side.
///
/// Every row is a game: the margin of its start for South, who moves first, and South's best first moves; the boards of
/// its table, the share of them that are drawn, in all layers and in the last one, which holds the start; the longest
/// distance; and the time it took. Finished games are kept in a file, so that a sweep that was stopped goes on.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat atlas tihbat --pits 1..4 --seeds-per-pit 1..8 --svg tihbat.svg\n  tihbat atlas tihbat --vary capture.chain --vary sowing.origin_on_laps\n  tihbat atlas modiar --vary grand_slam --vary lift.min=1,2 --each --csv\n  tihbat atlas tihbat --vary capture.counts=2,4,6/2,4,6,8"
)]
pub(in crate::cli) struct Atlas {
    #[command(flatten)]
    base: BaseArgs,

    /// Pits a side: a number, or a range with both ends included
    #[arg(long, value_name = "A..B", help_heading = "Games")]
    pits: Option<Range>,

    /// Seeds in every pit at the start: a number, or a range with both ends included
    #[arg(long, value_name = "A..B", help_heading = "Games")]
    seeds_per_pit: Option<Range>,

    /// Vary this clause: over all its values, or over those given (values with commas are parted by /). Given several
    /// times, every combination
    #[arg(long, value_name = "CLAUSE[=V,W]", help_heading = "Games")]
    vary: Vec<Vary>,

    /// Vary one clause at a time instead of every combination
    #[arg(long, requires = "vary", help_heading = "Games")]
    each: bool,

    /// Boards that are worked on at the same time, and so the most that a game may have; larger games are left out
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_boards: u64,

    /// Where finished games are kept [default: DIR/atlas.keep]
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    keep: Option<PathBuf>,

    /// Solve every game again, whatever is kept
    #[arg(long, help_heading = "Files")]
    fresh: bool,

    #[command(flatten)]
    data: DataArgs,

    /// Also draw a picture: a grid of sizes for every reading, or grids of readings
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Answer in CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Atlas {
    pub(super) fn run(self) -> Result<(), Failure> {
        let sweep = Sweep::new(&self)?;
        let path = self.keep.clone().unwrap_or_else(|| self.data.data_dir.join("atlas.keep"));
        let mut keep = Keep::open(path)?;
        if self.fresh {
            keep.forget();
        }
        let results = work::results(&sweep, &mut keep, self.max_boards, &self.threads)?;
        if let Some(path) = &self.svg {
            let picture = picture::draw(&sweep, &results)?;
            std::fs::write(path, picture).map_err(|error| Failure::about(path, error))?;
            output::note(&format!("the picture is {}", path.display()));
        }
        if self.json {
            report::json(&sweep, &results)
        } else if self.csv {
            report::csv(&sweep, &results)
        } else {
            report::text(&sweep, &results)
        }
    }
}
