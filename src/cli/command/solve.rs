//! `tihbat solve`: works out a game and writes its table

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Instant;

use clap::Args;
use tihbat::analysis::{Analysis, Answer, BoundedMove, BoundsAnalysis, BoundsAnswer, RankedMove};
use tihbat::answer::{BoundsStart, MarginStart, PlanAnswer, ReachAnswer, ReachCounts, SolveAnswer, SolvedStart};
use tihbat::board::Seeds;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::solve::{FileSolve, FileSolveError, Plan, SolveTarget};
use tihbat::table::{Table, WorkError, is_table, work_path};
use tihbat::text::{shown, shown_path};
use tihbat::value::TableKind;
use tihbat::verify::verify_layers;

use crate::cli::args::{DataArgs, ForceArgs, ThreadArgs};
use crate::cli::failure::Failure;
use crate::cli::game::{GameArgs, layers};
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Bar;
use crate::cli::{bounds, colour, draw, machine, output, ranked};
use tihbat::store::GameSpec;

/// Games of up to this many boards have their reachable positions counted unasked.
const SMALL_GAME: u64 = 1_000_000;

/// Solve a game and write its perfect-play table.
///
/// A solve that was stopped continues after its last finished layer when the same command is started again.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat solve tihbat\n  tihbat solve modiar --threads 1\n  tihbat solve awari --max-seeds 12\n  tihbat solve tihbat --pits 4 --dry-run\n  tihbat solve awari --max-seeds 12 --verify"
)]
pub(in crate::cli) struct Solve {
    #[command(flatten)]
    game: GameArgs,

    /// Solve only the layers of up to N seeds
    #[arg(long, value_name = "N")]
    max_seeds: Option<u64>,

    /// The table to write [default: DIR/GAME.mtb]
    #[arg(short, long, value_name = "FILE", help_heading = "Files")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    data: DataArgs,

    /// Begin with the layers of this table, which has the same rules; they are verified first
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    from: Option<PathBuf>,

    /// Start from the beginning, and drop what an earlier solve left
    #[arg(long, help_heading = "Files")]
    fresh: bool,

    /// If an earlier solve is resumed, verify its layers first, which takes more than half of the time of solving them;
    /// without it the answer says which layers were not verified
    #[arg(long)]
    verify: bool,

    /// Count the reachable positions, even if the game is large
    #[arg(long)]
    reach: bool,

    /// Only print what the solve would need
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The start, what it is worth, and its moves.
enum StartOf {
    Margins(Position, Answer, Vec<RankedMove>),
    Bounds(Position, BoundsAnswer, Vec<BoundedMove>),
}

/// What a solve has found.
struct Solved {
    table: Table,
    /// None if the table does not go up to the start.
    start: Option<StartOf>,
    reach: Option<ReachCounts>,
    /// The last of the layers that an earlier solve has finished and that were not verified.
    unverified: Option<Seeds>,
    seconds: f64,
}

impl StartOf {
    fn new(game: &GameSpec, table: &Table) -> Result<Self, Failure> {
        let start = Position::start(&game.rules);
        if game.rules.clauses().kind() == TableKind::Margins {
            let analysis = Analysis::new(game.rules, table)?;
            return Ok(Self::Margins(start, analysis.value(&start)?, analysis.best(&start)?));
        }
        let analysis = BoundsAnalysis::new(game.rules, table)?;
        let in_game = analysis.in_game(analysis.game(start)?, Progress::NONE)?;
        Ok(Self::Bounds(start, in_game.value()?, in_game.best()?))
    }

    fn answer(self) -> SolvedStart {
        match self {
            Self::Margins(position, answer, moves) => SolvedStart::Margin(MarginStart::new(&position, &answer, &moves)),
            Self::Bounds(position, answer, moves) => SolvedStart::Bounds(BoundsStart::new(&position, &answer, &moves)),
        }
    }

    /// For people.
    fn tell(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let moves = match self {
            Self::Margins(position, answer, moves) => {
                writeln!(out, "{}", draw::board(position))?;
                let margin = answer.value.margin();
                let (value, ending) = (colour::by_sign(margin, margin), output::ending(answer.finals));
                writeln!(out, "theoretical value  {value} for South: {ending}")?;
                ranked::move_lines(position, moves)
            }
            Self::Bounds(position, answer, moves) => {
                writeln!(out, "{}", draw::board(position))?;
                writeln!(out, "theoretical value  {}", bounds::ending(answer, position.side))?;
                bounds::move_lines(moves)
            }
        };
        for (at, line) in moves.lines().enumerate() {
            writeln!(out, "{:<17}{line}", if at == 0 { "first moves" } else { "" })?;
        }
        Ok(())
    }
}

/// What is left of a solve that is interrupted after this layer.
fn kept(target: &Path, done: Option<Seeds>) -> String {
    let work = shown_path(work_path(target));
    match done {
        None => format!("no layer is finished yet; the same command starts again, otherwise delete {work}"),
        Some(done) => format!(
            "the layers of 0 to {done} seeds are kept in {work}; the same command resumes after them, otherwise delete that file"
        ),
    }
}

impl Solve {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let most = layers(&game, self.max_seeds)?;
        let target = self.output.clone().unwrap_or_else(|| self.data.data_dir.join(game.file_name(most)));
        let plan = Plan::new(game.rules.clauses(), most, self.threads.count());
        if self.dry_run {
            return self.say_plan(&game, &plan);
        }
        if target.is_dir() {
            return Err(Failure::new(format!("{} is a folder; give the name of a file", shown_path(&target))));
        }
        plan.check_memory(SolveTarget::File, machine::available_memory())?;
        // Where the system does not tell the space, a full disk is an error when it is met.
        if let Some(available) = machine::available_disk(&target) {
            let written = std::fs::metadata(work_path(&target)).map_or(0, |work| work.len());
            plan.check_disk(written, available).map_err(|error| Failure::from(error).at(&target))?;
        }
        let solved = self.solve(&game, most, &target, &plan)?;
        if !self.json {
            return self.answer(&game, &target, &solved);
        }
        let Solved { table, start, reach, unverified, seconds } = solved;
        output::json(&SolveAnswer {
            game: game.name,
            boards: table.boards(),
            max_seeds: table.max_seeds().count(),
            table: target.display().to_string(),
            bytes: table.bytes(),
            seconds,
            unverified_up_to: unverified.map(Seeds::count),
            start: start.map(StartOf::answer),
            reach,
        })
    }

    fn solve(&self, game: &GameSpec, most: Seeds, target: &Path, plan: &Plan) -> Result<Solved, Failure> {
        let begun = Instant::now();
        let from = self.from.as_deref().map(|path| self.smaller_table(game, path)).transpose()?;
        let solve = FileSolve::begin(target, game.rules.clauses(), most, self.fresh, self.force.replace(is_table));
        let mut solve = solve.map_err(|error| match error {
            FileSolveError::Work(WorkError::Left { .. }) => Failure::new(format!("{error} (--fresh does that)")),
            error => error.into(),
        })?;
        if let Some(done) = solve.resumed() {
            output::note(&format!("continuing after the layer of {done} seeds, which an earlier solve has finished"));
        }
        if let Some((table, path)) = from.as_ref().zip(self.from.as_deref()).filter(|_| solve.resumed().is_none()) {
            self.prove(table, path, most)?;
            solve.copy(table)?;
        }
        if self.verify {
            self.prove_resumed(&solve, target)?;
        }
        let unverified = solve.resumed().filter(|_| !self.verify);
        let progress = Bar::new("solving", plan.steps());
        let interrupt = Interrupt::new(&progress, kept(target, solve.resumed()));
        let begun_at = Once::new();
        let say = |done: Option<Seeds>| {
            // Layers that were there before say nothing about the speed.
            begun_at.call_once(|| progress.restart());
            interrupt.say(kept(target, done));
            let next = done.map_or(0, |done| (done.count() + 1).min(most.count()));
            progress.say(format!("layer {next} of {most}"));
        };
        let table = self.threads.run(|| solve.run(Progress::new(&|steps| progress.add(steps)), &say))??;
        drop(progress);
        interrupt.say(format!("the table {} is finished", shown_path(target)));
        let whole = most == game.rules.seeds();
        let counted = self.reach || (whole && plan.boards() <= SMALL_GAME);
        let reach = counted.then(|| {
            let progress = Bar::counter("walking");
            ReachAnswer::count(&game.rules, Progress::new(&|boards| progress.add(boards))).all
        });
        let start = whole.then(|| StartOf::new(game, &table)).transpose()?;
        Ok(Solved { table, start, reach, unverified, seconds: begun.elapsed().as_secs_f64() })
    }

    fn smaller_table(&self, game: &GameSpec, path: &Path) -> Result<Table, Failure> {
        let table = Table::open(path).map_err(|error| Failure::about(path, error))?;
        table.serves(game.rules.clauses(), Seeds::NONE).map_err(|error| Failure::about(path, error))?;
        Ok(table)
    }

    /// Proves layers that this solve builds on: a table with right checksums may still be wrong.
    fn prove(&self, table: &Table, path: &Path, most: Seeds) -> Result<(), Failure> {
        let last = table.max_seeds().min(most);
        let progress = Bar::boards("verifying", table.index().boards(last));
        let proved = self.threads.run(|| verify_layers(table, last, Progress::new(&|boards| progress.add(boards))))?;
        drop(progress);
        proved.map_err(|error| Failure::about(path, error))
    }

    /// Proves the layers of an earlier solve that was stopped.
    fn prove_resumed(&self, solve: &FileSolve, target: &Path) -> Result<(), Failure> {
        let Some(table) = solve.resumed_layers()? else { return Ok(()) };
        let proved = self.prove(&table, &work_path(target), table.max_seeds());
        proved.map_err(|failure| failure.then("; --fresh starts over"))
    }

    fn say_plan(&self, game: &GameSpec, plan: &Plan) -> Result<(), Failure> {
        let (memory, disk, seconds) = (plan.memory(SolveTarget::File), plan.disk(), plan.seconds());
        if self.json {
            return output::json(&PlanAnswer::new(&game.name, plan));
        }
        let mut out = output::out();
        writeln!(out, "boards   {}", output::count(plan.boards()))?;
        writeln!(out, "memory   about {}", output::bytes(memory))?;
        writeln!(out, "disk     about {}", output::bytes(disk))?;
        writeln!(out, "time     very roughly {}", output::time(seconds))?;
        Ok(out.flush()?)
    }

    fn answer(&self, game: &GameSpec, target: &Path, solved: &Solved) -> Result<(), Failure> {
        let mut out = colour::out();
        let Solved { table, start, reach, unverified, seconds } = solved;
        writeln!(out, "{}: {}\n", shown(&game.name), game.size())?;
        if let Some(start) = start {
            start.tell(&mut out)?;
        }
        let boards = output::count(table.boards());
        writeln!(out, "boards             {boards} in the layers of 0 to {} seeds", table.max_seeds())?;
        if let Some(counts) = reach {
            let [positions, boards] = [counts.positions, counts.boards].map(output::count);
            writeln!(out, "reachable          {positions} positions on {boards} boards")?;
        }
        writeln!(out, "table              {}, {}", shown_path(target), output::bytes(table.bytes()))?;
        if let Some(last) = unverified {
            writeln!(
                out,
                "not verified       the layers of 0 to {last} seeds, from an earlier solve: tihbat verify {}",
                shown_path(target)
            )?;
        }
        writeln!(out, "time               {}", output::time(*seconds))?;
        Ok(out.flush()?)
    }
}
