//! `tihbat atlas`: games of many sizes and readings side by side

mod report;

use std::path::PathBuf;

use clap::Args;
use tihbat::atlas::{AtlasWork, NumberRange, SavedResults, Sweep, Vary};
use tihbat::files::OutputFile;
use tihbat::pictures;
use tihbat::progress::Progress;
use tihbat::store::StoreError;
use tihbat::text::shown_path;

use crate::cli::args::{DataArgs, ForceArgs, ThreadArgs};
use crate::cli::failure::Failure;
use crate::cli::game::BaseArgs;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Bar;
use crate::cli::{machine, output};

/// Solve a game in many sizes and readings, and set the results side by side.
///
/// Every row is a game: the margin of its start for South, who moves first, and South's best first moves; the boards of
/// its table, the share of them that are drawn, in all layers and in the last one, which holds the start; the longest
/// distance; and the time it took. Finished games are kept in a file, so that a sweep that was stopped can continue.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat atlas tihbat --pits 1..4 --seeds-per-pit 1..8 --svg tihbat.svg\n  tihbat atlas tihbat --vary capture.chain --vary sowing.origin_on_laps\n  tihbat atlas modiar --vary grand_slam --vary lift.min=1,2 --each --csv\n  tihbat atlas tihbat --vary capture.counts=2,4,6/2,4,6,8\n  tihbat atlas tihbat --pits 1..2 --seeds-per-pit 1..8 --bounds"
)]
pub(in crate::cli) struct Atlas {
    #[command(flatten)]
    base: BaseArgs,

    /// Pits a side: a number, or a range with both ends included
    #[arg(long, value_name = "A..B", help_heading = "Games")]
    pits: Option<NumberRange>,

    /// Seeds in every pit at the start: a number, or a range with both ends included
    #[arg(long, value_name = "A..B", help_heading = "Games")]
    seeds_per_pit: Option<NumberRange>,

    /// Vary this clause: over all its values, or over those given (separate values that contain commas with /). If given
    /// several times: every combination
    #[arg(long, value_name = "CLAUSE[=V,W]", help_heading = "Games")]
    vary: Vec<Vary>,

    /// Vary one clause at a time instead of every combination
    #[arg(long, requires = "vary", help_heading = "Games")]
    each: bool,

    /// Also find what each side can force whatever a repetition pays, and what of the result survives every repetition rule. This is
    /// a second solve, which takes about twice as long as the first
    #[arg(long)]
    bounds: bool,

    /// The most boards that are solved at the same time; games with more boards are left out
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_boards: u64,

    /// Where finished games are kept [default: DIR/atlas.keep]
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    keep: Option<PathBuf>,

    /// Solve every game again, and ignore the finished games
    #[arg(long, help_heading = "Files")]
    fresh: bool,

    #[command(flatten)]
    data: DataArgs,

    /// Also draw a picture: a grid of sizes for every reading, or grids of readings
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

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
        let sweep = self.sweep()?;
        let path = self.keep.clone().unwrap_or_else(|| self.data.data_dir.join("atlas.keep"));
        let mut saved = SavedResults::open(path.clone())?;
        if self.fresh {
            saved.forget();
        }
        let (threads, memory) = (self.threads.count(), machine::available_memory());
        let work = AtlasWork::new(&sweep, self.bounds, &mut saved, self.max_boards, memory, threads);
        let progress = Bar::new("solving", work.steps());
        let kept = shown_path(&path);
        Interrupt::new(
            &progress,
            format!("the finished games are kept in {kept}; the same command continues with the others"),
        );
        let left = |games| progress.say(format!("solving, {games} games left"));
        let pool = self.threads.pool().map_err(StoreError::Threads)?;
        let results = work.run(&pool, Progress::new(&|steps| progress.add(steps)), &left)?;
        drop(progress);
        if let Some(path) = &self.svg {
            let picture = pictures::atlas::draw(&sweep, &results)?;
            OutputFile::write(path, self.force.replace(pictures::is_own), picture.as_bytes())?;
            output::note(&format!("the picture is {}", shown_path(path)));
        }
        if self.json {
            report::json(&sweep, &results)
        } else if self.csv {
            report::csv(&sweep, &results)
        } else {
            report::text(&sweep, &results, self.bounds)
        }
    }

    fn sweep(&self) -> Result<Sweep, Failure> {
        Sweep::check(&self.vary)?;
        // In its smallest size, to say whether the game itself makes sense.
        let sizes = [("pits", self.pits), ("seeds_per_pit", self.seeds_per_pit)];
        let sizes = sizes.map(|(clause, range)| (clause, range.map(|range| range.first.to_string())));
        let smallest = self.base.game(self.base.name(), &sizes)?;
        let name = self.base.game(self.base.name(), &[])?.name;
        Ok(Sweep::new(name, smallest.rules, self.pits, self.seeds_per_pit, &self.vary, self.each)?)
    }
}
