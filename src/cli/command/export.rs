//! `tihbat export`: hands a table to other programs

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use tihbat::answer::ExportAnswer;
use tihbat::board::Seeds;
use tihbat::export::{self, BoardRows, ExportError, Layers, PositionRows, Reached, Source, Target};
use tihbat::files::is_stdout;
use tihbat::progress::Progress;
use tihbat::solver::STEPS_PER_BOARD;
use tihbat::table::Table;
use tihbat::text::shown_path;

use crate::cli::args::ForceArgs;
use crate::cli::failure::Failure;
use crate::cli::game::{self, GameArgs};
use crate::cli::output;
use crate::cli::progress::Bar;
use crate::cli::source::SourceArgs;
use tihbat::store::GameSpec;

/// Write a table in a format that other programs read.
///
/// GAME may also be the file of a table. Rows are boards in index order; docs/format.md describes the
/// columns and their types. A table of bounds has what each side can force in place of the margin. The folders of npy and bin have a manifest, written last, with the size and CRC-32 of every file; other
/// files in such a folder stay.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat export tihbat -o tihbat.csv\n  tihbat export modiar --even --reachable -o modiar.jsonl.gz\n  tihbat export data/modiar.mtb --format npy -o modiar/\n  tihbat export modiar --max-seeds 12 -o modiar-n12.mtb\n  tihbat export oware --max-seeds 15 --format leaves -o oware-leaves.bin\n  tihbat export --positions --format csv -o - | head"
)]
pub(in crate::cli) struct Export {
    #[command(flatten)]
    game: GameArgs,

    /// The format [default: by the extension of OUT]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// The file to write, for npy and bin the folder; - for standard output. csv, jsonl and parquet can also be written to
    /// a pipe or a device
    #[arg(short, long, value_name = "OUT", help_heading = "Files")]
    output: PathBuf,

    #[command(flatten)]
    force: ForceArgs,

    /// Only the layers of A to B seeds, both included; A.. and ..B leave one end open
    #[arg(long, value_name = "A..B", value_parser = str::parse::<Layers>, help_heading = "Rows")]
    seeds: Option<Layers>,

    /// Only the layers of up to N seeds
    #[arg(long, value_name = "N", help_heading = "Rows")]
    max_seeds: Option<u64>,

    /// Only layers with an even number of seeds
    #[arg(long, help_heading = "Rows")]
    even: bool,

    /// Only boards that can be reached from the start
    #[arg(long, help_heading = "Rows")]
    reachable: bool,

    /// Reachable positions instead of boards: with side to move, captured totals and final totals (at least, for bounds)
    #[arg(long, conflicts_with = "reachable", help_heading = "Rows")]
    positions: bool,

    #[command(flatten)]
    source: SourceArgs,

    /// Report in JSON what was written
    #[arg(long)]
    json: bool,
}

/// A format of an export.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a line of names
    Csv,
    /// One JSON object on each line
    Jsonl,
    /// A folder with one NumPy file for each column
    Npy,
    /// A folder with raw columns and a manifest
    Bin,
    /// Apache Parquet
    Parquet,
    /// A table of the first layers
    Mtb,
    /// The endgame file of oware programs, from a table of oware
    Leaves,
}

/// What an export is made of.
enum Content {
    /// Rows, which can be chosen.
    Rows(export::Format),
    /// Every board of the first layers.
    Layers(FirstLayers),
}

/// A format of the first layers.
#[derive(Clone, Copy)]
enum FirstLayers {
    Table,
    Leaves,
}

impl FirstLayers {
    const fn name(self) -> &'static str {
        match self {
            Self::Table => "mtb",
            Self::Leaves => "leaves",
        }
    }

    /// The most seeds of a board that it holds.
    fn max_seeds(self) -> Seeds {
        match self {
            Self::Table => Seeds::MAX,
            Self::Leaves => export::leaves::MAX_SEEDS,
        }
    }
}

impl Format {
    /// What it is made of.
    fn content(self) -> Content {
        match self {
            Self::Csv => Content::Rows(export::Format::Csv),
            Self::Jsonl => Content::Rows(export::Format::Jsonl),
            Self::Npy => Content::Rows(export::Format::Npy),
            Self::Bin => Content::Rows(export::Format::Bin),
            Self::Parquet => Content::Rows(export::Format::Parquet),
            Self::Mtb => Content::Layers(FirstLayers::Table),
            Self::Leaves => Content::Layers(FirstLayers::Leaves),
        }
    }

    /// The form that a file's ending names.
    fn of(path: &Path) -> Option<Self> {
        let ending = |path: &Path| path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let (ending, gzip) = match ending(path)?.as_str() {
            "gz" => (ending(&path.with_extension(""))?, true),
            plain => (plain.to_owned(), false),
        };
        let form = Self::from_str(&ending, true).ok()?;
        (!gzip || matches!(form, Self::Csv | Self::Jsonl)).then_some(form)
    }
}

impl Export {
    pub(super) fn run(self) -> Result<(), Failure> {
        let format = self.format.or_else(|| Format::of(&self.output)).ok_or_else(|| {
            let forms = Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let forms = forms.map(|form| form.get_name().to_owned()).collect::<Vec<_>>().join(", ");
            Failure::new(format!(
                "{}: the ending names no form; give one with --format: {forms}",
                shown_path(&self.output)
            ))
        })?;
        let begun = Instant::now();
        let content = format.content();
        let most = match content {
            Content::Rows(_) => Seeds::MAX,
            // Before anything is solved.
            Content::Layers(format) => self.check_options(format)?,
        };
        let (game, table) = self.game_and_table(most)?;
        let rows = match content {
            Content::Rows(format) => self.write_rows(format, game.as_ref(), &table)?,
            Content::Layers(format) => self.write_layers(format, &table, most)?,
        };
        if self.to_stdout() { Ok(()) } else { self.answer(rows, begun.elapsed().as_secs_f64()) }
    }

    /// Returns the most seeds of a format of the first layers, or says why an option does not go with it.
    fn check_options(&self, format: FirstLayers) -> Result<Seeds, Failure> {
        let filters = [
            ("--seeds", self.seeds.is_some()),
            ("--even", self.even),
            ("--reachable", self.reachable),
            ("--positions", self.positions),
        ];
        if let Some((filter, _)) = filters.iter().find(|(_, given)| *given) {
            let why = "it holds every board of its layers from 0 on";
            let name = format.name();
            return Err(Failure::new(format!("{filter} does not go with {name}: {why}; cut it with --max-seeds")));
        }
        let most = format.max_seeds();
        match self.max_seeds.and_then(|asked| Seeds::new(usize::try_from(asked).ok()?)) {
            Some(found) if found > most => Err(ExportError::TooManySeeds { max_seeds: most, found }.into()),
            _ => Ok(most),
        }
    }

    /// The table, and its game if that is known. A game is solved up to `most` seeds.
    fn game_and_table(&self, most: Seeds) -> Result<(Option<GameSpec>, Table), Failure> {
        if let Some(path) = self.game.table_file() {
            let table = Table::open(path).map_err(|error| Failure::about(path, error))?;
            return Ok((self.game.of_table(&table)?, table));
        }
        let game = self.game.game()?;
        let layers =
            || game::layers(&game, self.max_seeds.or((most < game.rules.seeds()).then_some(most.count() as u64)));
        let most = if self.needs_game() { game.rules.seeds() } else { layers()? };
        let table = self.source.table_of_layers(&game, self.seeds.map_or(most, |layers| layers.last.min(most)))?;
        Ok((Some(game), table))
    }

    /// Whether the start of the game makes a difference.
    fn needs_game(&self) -> bool {
        self.reachable || self.positions
    }

    fn to_stdout(&self) -> bool {
        self.output.as_os_str() == "-" || is_stdout(&self.output)
    }

    fn target(&self) -> Target<'_> {
        Target::Path { path: &self.output, force: self.force.force }
    }

    /// The layers that were asked for.
    fn layers(&self, table: &Table) -> Result<Layers, Failure> {
        let mut layers = self.seeds.unwrap_or(Layers::all(Seeds::MAX));
        if let Some(most) = self.max_seeds {
            let most = usize::try_from(most).ok().and_then(Seeds::new);
            let most = most.ok_or_else(|| Failure::new("--max-seeds is at most 127"))?;
            layers.last = layers.last.min(most);
        }
        if layers.last == Seeds::MAX {
            layers.last = table.max_seeds();
        }
        Ok(Layers { only_even: self.even, ..layers })
    }

    fn write_rows(&self, format: export::Format, game: Option<&GameSpec>, table: &Table) -> Result<u64, Failure> {
        let layers = self.layers(table)?;
        let game = || {
            let why = "the start of this table's game is not known; name the game, and the file with --table";
            game.ok_or_else(|| Failure::new(why))
        };
        let walking = Bar::counter("walking");
        let walked = |boards| walking.add(boards);
        let source: Box<dyn Source + '_> = if self.positions {
            Box::new(PositionRows::new(&game()?.rules, table, layers, Progress::new(&walked))?)
        } else {
            let reached = self
                .reachable
                .then(|| game().map(|game| Reached::walk(&game.rules, Progress::new(&walked))))
                .transpose()?;
            Box::new(BoardRows::new(table, layers, reached)?)
        };
        drop(walking);
        let rows = source.about().rows();
        let progress = Bar::new("exporting", rows.saturating_mul(STEPS_PER_BOARD));
        let written = |rows| progress.add(rows * STEPS_PER_BOARD);
        let done = if self.to_stdout() {
            export::write(&*source, format, Target::Stream(&mut output::out()), Progress::new(&written))
        } else {
            export::write(&*source, format, self.target(), Progress::new(&written))
        };
        done.map_err(|error| self.failure(error))?;
        Ok(rows)
    }

    fn write_layers(&self, format: FirstLayers, table: &Table, most: Seeds) -> Result<u64, Failure> {
        let most = self.layers(table)?.last.min(most);
        let boards = table.index().boards(most);
        let progress = Bar::new("exporting", boards.saturating_mul(STEPS_PER_BOARD));
        let written = |boards| progress.add(boards * STEPS_PER_BOARD);
        let written = Progress::new(&written);
        let (path, force) = (&self.output, self.force.force);
        let done = match (format, self.to_stdout()) {
            (FirstLayers::Table, true) => export::mtb::write(table, most, &mut output::out()),
            (FirstLayers::Table, false) => export::mtb::write_file(table, most, path, force, written),
            (FirstLayers::Leaves, true) => export::leaves::write(table, most, &mut output::out(), written),
            (FirstLayers::Leaves, false) => export::leaves::write_file(table, most, path, force, written),
        };
        done.map_err(|error| self.failure(error))?;
        Ok(boards)
    }

    /// An error of writing, with the name of what could not be written.
    fn failure(&self, error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) if self.to_stdout() => Failure::Output(error),
            ExportError::Io(error) => Failure::about(&self.output, error),
            error => error.into(),
        }
    }

    fn answer(&self, rows: u64, seconds: f64) -> Result<(), Failure> {
        use io::Write;

        let bytes = size(&self.output);
        if self.json {
            let output = self.output.display().to_string();
            return output::json(&ExportAnswer { output, rows, bytes, seconds });
        }
        let mut out = output::out();
        let (path, bytes) = (shown_path(&self.output), output::bytes(bytes));
        writeln!(out, "{path}: {} rows, {bytes}, {}", output::count(rows), output::time(seconds))?;
        Ok(out.flush()?)
    }
}

/// Bytes of a file, or of all files in a folder.
fn size(path: &Path) -> u64 {
    let files = path.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let sizes = files.chain([path.to_owned()]).filter_map(|path| std::fs::metadata(path).ok());
    sizes.filter(std::fs::Metadata::is_file).map(|metadata| metadata.len()).sum()
}
