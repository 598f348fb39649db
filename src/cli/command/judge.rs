//! `tihbat judge`: what every move of a game was worth

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::analysis::Analysis;
use tihbat::answer::{JudgeAnswer, RefusedRecord};
use tihbat::files::{OutputFile, read_up_to};
use tihbat::game::Game;
use tihbat::judge::{Judgement, Summary, Verdict};
use tihbat::pictures;
use tihbat::pictures::margins::{self, MarginPoint};
use tihbat::position::{Position, Side, Totals};
use tihbat::progress::Progress;
use tihbat::record::{MAX_BYTES, Record, RecordError};
use tihbat::text::{shown, shown_path};
use tihbat::value::Outcome;

use crate::cli::args::ForceArgs;
use crate::cli::failure::Failure;
use crate::cli::game::{GameArgs, check_margins};
use crate::cli::progress::Bar;
use crate::cli::source::SourceArgs;
use crate::cli::{colour, draw, machine, output};
use tihbat::store::GameSpec;

/// Judge a game: what every move was worth, what was best, and what it gave away.
///
/// The record is an OGN file of the oware program Aualé. An illegal move, a wrong capture or a wrong result is reported with
/// its line, and the exit code is 1; a record without moves has exit code 1 too. Margins are in the view of the side that moves and exact in this game: positions
/// seen before count.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat judge game.ogn\n  tihbat judge game.ogn --svg game.svg\n  tihbat judge game.ogn modiar --json    whatever game the record names\n  tihbat judge - < game.ogn"
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

/// A game that was judged.
struct Judged<'a> {
    name: &'a str,
    record: &'a Record,
    game: &'a Game,
    verdict: &'a Verdict,
}

impl Judge {
    /// False if the record is of a game that cannot have been played.
    pub(super) fn run(self) -> Result<bool, Failure> {
        let name = if self.record == Path::new("-") { Path::new("standard input") } else { &self.record };
        let bytes = self.read()?;
        let record = Record::parse(&bytes).map_err(|error| Failure::about(name, error))?;
        let asked = self.game_of(&record)?;
        check_margins(&asked, "judge")?;
        let game = match record.replay(&asked.rules) {
            Ok(game) => game,
            Err(error) if error.reason.is_of_play() => return self.refuse(name, &error),
            Err(error) => return Err(Failure::about(name, error)),
        };
        let table = self.source.table(&asked, game.positions()[0].board.total())?;
        let limit = machine::boards_to_solve_again(asked.rules.clauses(), 1);
        let analysis = Analysis::new(asked.rules, &table)?.with_limit(limit);
        let progress = Bar::counter("judging");
        let verdict = tihbat::judge::judge(&analysis, &game, Progress::new(&|steps| progress.add(steps)))?;
        drop(progress);
        if let Some(path) = &self.svg {
            let title = format!("{}: the margin over the game", asked.name);
            let picture = margins::draw(&title, &points(&game, &verdict))?;
            OutputFile::write(path, self.force.replace(pictures::is_own), picture.as_bytes())?;
        }
        let judged = Judged { name: &asked.name, record: &record, game: &game, verdict: &verdict };
        let any_move = !verdict.moves.is_empty();
        if self.json {
            output::json(&JudgeAnswer::new(&asked.name, &record, &game, &verdict))?
        } else if any_move {
            judged.text()?
        } else {
            say(&format!("{}: there is no move to judge", shown_path(name)))?;
        }
        Ok(any_move)
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

    fn refuse(&self, name: &Path, error: &RecordError) -> Result<bool, Failure> {
        if self.json {
            output::json(&RefusedRecord::from(error))?;
        } else {
            say(&format!("{}: {error}", shown_path(name)))?;
        }
        Ok(false)
    }
}

/// Prints one line.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = output::out();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// What South has more than North, before the first move and after each.
fn points(game: &Game, verdict: &Verdict) -> Vec<MarginPoint> {
    let finals = std::iter::once(verdict.start).chain(verdict.moves.iter().map(|judged| judged.finals));
    let point = |(position, finals): (&Position, Totals)| {
        let [south, north] = position.captured.map(|seeds| seeds.count() as f64);
        MarginPoint { end: finals.of(Side::South) - finals.of(Side::North), captured: south - north }
    };
    game.positions().iter().zip(finals).map(point).collect()
}

/// Who wins, in words.
fn winner(south: Outcome) -> &'static str {
    match south {
        Outcome::Win => "South wins",
        Outcome::Draw => "a draw",
        Outcome::Loss => "North wins",
    }
}

impl Judged<'_> {
    /// How the best moves before one are written.
    fn best(judged: &Judgement) -> String {
        judged.best.iter().map(|ranked| judged.before.move_name(&ranked.play)).collect::<Vec<_>>().join(" ")
    }

    fn made(judged: &Judgement) -> String {
        judged.before.move_name(&judged.made.play)
    }

    fn text(&self) -> Result<(), Failure> {
        let mut out = colour::out();
        let player = |side: Side| self.record.tag(side.name()).filter(|&name| name != "?");
        let players: Vec<_> =
            Side::BOTH.map(|side| player(side).map(|name| format!(", {side} {}", shown(name)))).into();
        writeln!(out, "{}{}\n", shown(self.name), players.into_iter().flatten().collect::<String>())?;
        writeln!(out, "{}", draw::board(&self.game.positions()[0]))?;
        writeln!(out, "By perfect play: {}.\n", output::ending(self.verdict.start))?;
        writeln!(out, "              before  after  gives away  in all  captured  in the end  best")?;
        let mut given_away = [0; 2];
        for (ply, judged) in self.verdict.moves.iter().enumerate() {
            let side = judged.before.side;
            let gives = judged.given_away();
            given_away[side as usize] += gives;
            let [gives, in_all] = match gives {
                0 => [String::new(), String::new()],
                _ => [gives, given_away[side as usize]].map(|seeds| seeds.to_string()),
            };
            let [south, north] = judged.made.after.captured;
            let finals = Side::BOTH.map(|side| judged.finals.of(side).to_string()).join("-");
            let best = if judged.made.best { String::new() } else { Self::best(judged) };
            let [before, after] = [(judged.value.margin(), 7), (judged.made.value.margin(), 6)]
                .map(|(margin, width)| colour::by_sign(margin, format_args!("{margin:>width$}")));
            let gives = colour::loss(format_args!("{gives:>10}"));
            let line = format!(
                "{:>3} {} {:<6} {before} {after}  {gives}  {in_all:>6}  {:>8}  {finals:>10}  {best}",
                ply + 1,
                side.letter(),
                Self::made(judged),
                format!("{south}-{north}"),
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
        for side in Side::BOTH {
            writeln!(out, "{}", self.summary_line(side))?;
        }
        for (ply, outcome) in self.verdict.turns() {
            let (side, made) = (self.verdict.moves[ply].before.side, Self::made(&self.verdict.moves[ply]));
            writeln!(out, "The game turned with move {}, {side} {made}: {} from there.", ply + 1, winner(outcome))?;
        }
        match (self.game.end(), self.game.finals()) {
            (Some(end), Some(finals)) => output::over(&mut out, end, finals)?,
            _ => writeln!(out, "The game is not over; by perfect play {}.", output::ending(self.last()))?,
        }
        Ok(out.flush()?)
    }

    /// How the game ends from its last position on, by perfect play.
    fn last(&self) -> Totals {
        self.verdict.moves.last().map_or(self.verdict.start, |judged| judged.finals)
    }

    fn summary_line(&self, side: Side) -> String {
        let Summary { choices, kept, given_away, worst } = self.verdict.summary(side);
        let share = self.verdict.summary(side).accuracy().map(|share| format!(" ({:.0} %)", 100.0 * share));
        let accuracy =
            format!("{kept} of {choices} moves with a choice gave nothing away{}", share.unwrap_or_default());
        let worst = worst.map(|ply| {
            let judged = &self.verdict.moves[ply];
            let (made, best) = (Self::made(judged), Self::best(judged));
            format!(", most with move {} ({made}, {} for {best})", ply + 1, judged.given_away())
        });
        format!("{side:<5} {accuracy}; {given_away} given away in all{}.", worst.unwrap_or_default())
    }
}
