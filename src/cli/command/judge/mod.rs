//! `tihbat judge`: what every move of a game was worth

mod text;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::analysis::AnyAnalysis;
use tihbat::answer::{JudgeAnswer, JudgedRecord, RecordsAnswer, RefusedRecord};
use tihbat::files::{OutputFile, read_up_to};
use tihbat::game::Game;
use tihbat::judge::Verdict;
use tihbat::pictures;
use tihbat::pictures::margins::{self, MarginPoint};
use tihbat::position::{Position, Prospect};
use tihbat::progress::Progress;
use tihbat::record::{MAX_BYTES, Record, RecordError};
use tihbat::store::GameSpec;
use tihbat::text::{shown, shown_path};

use crate::cli::args::ForceArgs;
use crate::cli::failure::Failure;
use crate::cli::game::GameArgs;
use crate::cli::progress::Bar;
use crate::cli::source::SourceArgs;
use crate::cli::{colour, machine, output};
use text::Judged;

/// Judge a game: what every move was worth, what was best, and what it gave away.
///
/// The record is an OGN file of the oware program Aualé, with one game or several. An illegal move or a wrong capture is reported with
/// its place, and the exit code is 1; a record without moves has exit code 1 too. A result that differs from the rules is reported. Margins are in the view of the side that moves and exact in this game: positions
/// seen before count. If the table covers only the end of the game, the moves before it are marked as unknown.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat judge game.ogn\n  tihbat judge game.ogn --svg game.svg\n  tihbat judge game.ogn modiar --json    whatever game the record names\n  tihbat judge game.ogn oware --table data/oware-n13.mtb    from the last 13 seeds on\n  tihbat judge - < game.ogn"
)]
pub(in crate::cli) struct Judge {
    /// The record, or - for standard input
    record: PathBuf,

    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    source: SourceArgs,

    /// Draw the margin over the game as a picture
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// What came of a record.
struct Reported {
    answer: JudgedRecord,
    /// The exit code: 0 for a game that was judged, 1 for one that was not played so, 2 for a text that is no record.
    code: u8,
}

impl Judge {
    /// False if a record is of a game that cannot have been played, or has no move.
    pub(super) fn run(self) -> Result<bool, Failure> {
        let name = if self.record == Path::new("-") { Path::new("standard input") } else { &self.record };
        let bytes = self.read()?;
        let mut records = Record::parse_all(&bytes).map_err(|error| Failure::about(name, error))?;
        if let [_] = &records[..] {
            let record = records.remove(0).map_err(|error| Failure::about(name, error))?;
            return self.judge_one(name, record);
        }
        if self.svg.is_some() {
            let found = records.len();
            let why = format!("--svg draws one game, and the file has {found}");
            return Err(Failure::new(why).at(name));
        }
        self.judge_all(name, records)
    }

    fn judge_one(&self, name: &Path, record: Record) -> Result<bool, Failure> {
        let judged = match self.judge(name, record) {
            Ok(judged) => judged,
            Err(NotJudged::Refused(error)) => {
                if self.json {
                    output::json(&RefusedRecord::from(&error))?;
                } else {
                    say(&format!("{}: {error}", shown_path(name)))?;
                }
                return Ok(false);
            }
            Err(NotJudged::Failed(failure)) => return Err(failure),
        };
        if let Some(path) = &self.svg {
            let title = format!("{}: the margin over the game", judged.name);
            let picture = margins::draw(&title, &points(&judged.game, &judged.verdict))?;
            OutputFile::write(path, self.force.replace(pictures::is_own), picture.as_bytes())?;
        }
        let any_move = !judged.verdict.moves.is_empty();
        if self.json {
            output::json(&judged.answer())?;
        } else if any_move {
            let mut out = colour::out();
            judged.text(&mut out)?;
            out.flush()?;
        } else {
            say(&format!("{}: there is no move to judge", shown_path(name)))?;
        }
        Ok(any_move)
    }

    /// Judges every record of a file, and sums up.
    fn judge_all(&self, name: &Path, records: Vec<Result<Record, RecordError>>) -> Result<bool, Failure> {
        let mut outcomes = Vec::new();
        let all = records.len();
        for (at, record) in records.into_iter().enumerate() {
            if !self.json {
                say(&format!("{}Game {} of {all}", if at == 0 { "" } else { "\n" }, at + 1))?;
            }
            let code_of_error = if record.is_err() { 2 } else { 1 };
            let judged = record.map_err(NotJudged::Refused).and_then(|record| self.judge(name, record));
            let outcome = match judged {
                Ok(judged) => {
                    let any_move = !judged.verdict.moves.is_empty();
                    if !self.json && any_move {
                        let mut out = colour::out();
                        judged.text(&mut out)?;
                        out.flush()?;
                    } else if !self.json {
                        say("There is no move to judge.")?;
                    }
                    Reported { answer: JudgedRecord::Judged(Box::new(judged.answer())), code: u8::from(!any_move) }
                }
                Err(NotJudged::Refused(error)) => {
                    if !self.json {
                        say(&format!("{}: {error}", shown_path(name)))?;
                    }
                    Reported { answer: JudgedRecord::Refused(RefusedRecord::from(&error)), code: code_of_error }
                }
                Err(NotJudged::Failed(failure)) => return Err(failure),
            };
            outcomes.push(outcome);
        }
        let worst = outcomes.iter().map(|outcome| outcome.code).max().unwrap_or_default();
        let answer = RecordsAnswer::new(outcomes.into_iter().map(|outcome| outcome.answer).collect());
        if self.json {
            output::json(&answer)?;
        } else {
            say(&summary(&answer))?;
        }
        if worst == 2 { Err(Failure::Told) } else { Ok(worst == 0) }
    }

    fn judge(&self, name: &Path, record: Record) -> Result<Judged, NotJudged> {
        let asked = self.game_of(&record)?;
        let game = record.replay(&asked.rules).map_err(|error| match error.reason.is_of_play() {
            true => NotJudged::Refused(error),
            false => NotJudged::Failed(Failure::about(name, error)),
        })?;
        let table = self.source.part(&asked, game.positions()[0].board.total())?;
        let limit = machine::boards_to_solve_again(asked.rules.clauses(), 1);
        let analysis = AnyAnalysis::new(asked.rules, &table).map_err(Failure::from)?.with_limit(limit);
        let progress = Bar::counter("judging");
        let verdict = tihbat::judge::judge(&analysis, &game, Progress::new(&|steps| progress.add(steps)));
        drop(progress);
        Ok(Judged { name: asked.name, record, game, verdict: verdict.map_err(Failure::from)?, analysis })
    }

    fn read(&self) -> Result<Vec<u8>, Failure> {
        if self.record != Path::new("-") {
            return Ok(read_up_to(&self.record, MAX_BYTES, "a record")?);
        }
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::new(format!("standard input cannot be read: {error}")))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Failure::new(format!("standard input has more than {MAX_BYTES} bytes, the most of a record")));
        }
        Ok(bytes)
    }

    /// The game that was named, or else the one that the record names.
    fn game_of(&self, record: &Record) -> Result<GameSpec, Failure> {
        match record.tag("Variant").filter(|_| !self.game.names_game()) {
            None => self.game.game(),
            Some(variant) => GameSpec::called(variant).ok_or_else(|| {
                let hint = "name the game after the record: tihbat judge RECORD GAME";
                Failure::new(format!(
                    "the record is of \"{}\", which is no game that is built in; {hint}",
                    shown(variant)
                ))
            }),
        }
    }
}

/// Why a record is not judged.
enum NotJudged {
    /// It cannot be read, or the game cannot have been played.
    Refused(RecordError),
    Failed(Failure),
}

impl From<Failure> for NotJudged {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Judged {
    fn answer(&self) -> JudgeAnswer {
        JudgeAnswer::new(&self.name, &self.analysis, &self.record, &self.game, &self.verdict)
    }
}

/// What the games of a file have together, in a sentence.
fn summary(answer: &RecordsAnswer) -> String {
    let RecordsAnswer { judged, refused, different_results, given_away, games } = answer;
    format!(
        "\n{} games: {judged} judged, {refused} refused; {different_results} with a result that differs from the rules; {given_away} given away in all.",
        games.len()
    )
}

/// Prints one line.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = output::out();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// What South has more than North, before the first move and after each; unknown positions have no end.
fn points(game: &Game, verdict: &Verdict) -> Vec<MarginPoint> {
    let prospects = std::iter::once(verdict.start).chain(verdict.moves.iter().map(|judged| judged.prospect));
    let point = |(position, prospect): (&Position, Option<Prospect>)| {
        let [south, north] = position.captured.map(|seeds| seeds.count() as f64);
        MarginPoint { end: prospect.map(Prospect::lead_of_south), captured: south - north }
    };
    game.positions().iter().zip(prospects).map(point).collect()
}
