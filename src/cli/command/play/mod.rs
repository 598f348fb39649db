//! `tihbat play`: a game against the table

mod command;
mod event;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tihbat::analysis::AnyAnalysis;
use tihbat::files::{FileError, OutputFile, Replace, read_up_to};
use tihbat::game::Game;
use tihbat::partner::{self, Strength};
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::record::{MAX_BYTES, Record};
use tihbat::rules::Repetition;
use tihbat::text::shown_path;

use crate::cli::assets::contains;
use crate::cli::failure::Failure;
use crate::cli::game::GameArgs;
use crate::cli::lines::{InputLine, Lines};
use crate::cli::progress::Bar;
use crate::cli::source::SourceArgs;
use crate::cli::{colour, machine, output};
use command::Typed;
use event::Event;

/// The tag of a saved game that names the program.
const PROGRAM: &str = "Program";

/// Whether a file begins as a game that was saved here.
fn is_own(head: &[u8]) -> bool {
    let is_mark = |line: &[u8]| line.starts_with(b"[") && contains(line, b" \"tihbat ");
    head.split(|&byte| byte == b'\n').take_while(|line| line.starts_with(b"[")).any(is_mark)
}

/// Play against the perfect-play table, or let it play against itself.
///
/// Moves are typed as letters: South's pits A B C ..., North's a b c ...; ? lists everything else. The moves
/// of the program and the hints are exact in the game: a board that occurs again with the same player to move ends it.
/// Input may also come from a file or another program; then a line that cannot be played ends the game with exit code 2.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat play\n  tihbat play modiar --side north --strength 6\n  tihbat play --side none --strength 0 --seed 7    the program against itself, at random\n  printf 'A\\nB\\nsave game.ogn\\n' | tihbat play --seed 1"
)]
pub(in crate::cli) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The side that you play
    #[arg(long, value_enum, default_value = "south")]
    side: Sides,

    /// How well the program plays, from 0 (random) to 10 (perfect)
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u8).range(0..=10))]
    strength: u8,

    /// Seed of the random numbers, to play the same game again [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// The position to begin from [default: the start]
    #[arg(conflicts_with = "load")]
    position: Option<String>,

    /// The same as POSITION
    #[arg(long = "position", value_name = "POSITION", conflicts_with_all = ["position", "load"])]
    named_position: Option<String>,

    /// Continue the game of this record
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    load: Option<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,

    /// Report events in JSON, one object on each line
    #[arg(long)]
    json: bool,
}

/// Which sides a person plays.
#[derive(Clone, Copy, ValueEnum)]
enum Sides {
    South,
    North,
    Both,
    None,
}

/// A game being played.
struct Session<'a> {
    analysis: &'a AnyAnalysis,
    name: &'a str,
    /// Where the game began, to begin again.
    begin: Game,
    game: Game,
    /// Whether the program plays for South and for North.
    program: [bool; 2],
    strength: Strength,
    random: fastrand::Rng,
    resigned: Option<Side>,
    json: bool,
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoesOn,
    Leave,
}

/// Why what was typed was not done.
enum Refusal {
    /// It cannot be done.
    No(String),
    Failed(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

fn refuse(why: impl Into<String>) -> Refusal {
    Refusal::No(why.into())
}

impl PlayArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let position = self.position.as_deref().or(self.named_position.as_deref());
        let (asked, position) = self.game.game_and_text(position)?;
        let begin = match &self.load {
            None => Game::new(asked.rules, asked.position(position)?)?,
            Some(path) => {
                let bytes = read_up_to(path, MAX_BYTES, "a record")?;
                let record = Record::parse(&bytes).and_then(|record| record.replay(&asked.rules));
                record.map_err(|error| Failure::about(path, error))?
            }
        };
        let table = self.source.part(&asked, begin.positions()[0].board.total())?;
        let limit = machine::boards_to_solve_again(asked.rules.clauses(), 1);
        let analysis = AnyAnalysis::new(asked.rules, &table)?.with_limit(limit);
        // Short enough to be typed again.
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
        let mut session = Session {
            analysis: &analysis,
            name: &asked.name,
            game: begin.clone(),
            begin,
            program: match self.side {
                Sides::South => [false, true],
                Sides::North => [true, false],
                Sides::Both => [false, false],
                Sides::None => [true, true],
            },
            strength: Strength::new(self.strength).expect("in the range that the flag allows"),
            random: fastrand::Rng::with_seed(seed),
            resigned: None,
            json: self.json,
        };
        session.start(seed)?;
        session.play()
    }
}

impl Session<'_> {
    fn say(&self, event: &Event<'_>) -> Result<(), Failure> {
        if self.json {
            let mut out = output::out();
            output::json_line(&mut out, &event.answer())?;
            return Ok(out.flush()?);
        }
        let mut out = colour::out();
        event.text(&mut out)?;
        Ok(out.flush()?)
    }

    fn start(&self, seed: u64) -> Result<(), Failure> {
        let (program, strength) = (self.program_sides(), self.strength);
        self.say(&Event::Start { name: self.name, position: self.game.position(), program, strength, seed })
    }

    fn program_sides(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|&side| self.program[side as usize]).collect()
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.end().is_some()
    }

    /// Reads and does what is typed, to the end of the input.
    fn play(&mut self) -> Result<(), Failure> {
        let mut lines = Lines::new(std::io::stdin().lock());
        let person = std::io::stdin().is_terminal();
        self.look()?;
        loop {
            if person && !self.json {
                self.prompt()?;
            }
            let Some(InputLine { number, text }) = lines.next()? else { return Ok(()) };
            let typed = match text {
                Ok(text) => Typed::parse(&text),
                Err(failure) => Err(failure.message()?),
            };
            let done = match typed {
                Ok(None) => Ok(Next::GoesOn),
                Ok(Some(command)) => self.obey(command),
                Err(why) => Err(refuse(why)),
            };
            match done {
                Ok(Next::GoesOn) => {}
                Ok(Next::Leave) => return Ok(()),
                Err(Refusal::Failed(failure)) => return Err(failure),
                Err(Refusal::No(why)) if person => self.say(&Event::Refused(&why))?,
                Err(Refusal::No(why)) => return Err(Failure::new(format!("line {number}: {why}"))),
            }
        }
    }

    fn prompt(&self) -> Result<(), Failure> {
        let mut out = output::out();
        if self.is_over() {
            write!(out, "over> ")?;
        } else {
            let position = self.game.position();
            let names: Vec<_> = self.game.legal().iter().map(|play| position.move_name(play)).collect();
            write!(out, "{} ({})> ", position.side, names.join(" "))?;
        }
        Ok(out.flush()?)
    }

    /// Lets the program move while it is its turn, then shows the game.
    fn look(&mut self) -> Result<(), Failure> {
        while !self.is_over() && self.program[self.game.position().side as usize] {
            let progress = Bar::counter("thinking");
            let random = &mut self.random;
            let mut draw = |below: usize| random.usize(..below);
            let count = |steps| progress.add(steps);
            let chosen = partner::choose(self.analysis, &self.game, self.strength, &mut draw, Progress::new(&count))?;
            drop(progress);
            let Some(chosen) = chosen else { break };
            let name = self.game.position().move_name(&chosen);
            self.game.play(&chosen)?;
            self.tell_move(name, true)?;
        }
        if let (None, Some(end)) = (self.resigned, self.game.end()) {
            let splits = self.game.rules().clauses().repetition() == Repetition::Split;
            return self.say(&Event::Over { end, finals: self.game.finals(), splits });
        }
        let position = self.game.position();
        if !self.is_over() && self.game.legal().iter().all(|play| play.pit.is_none()) {
            self.say(&Event::MustPass(position.side))?;
        }
        Ok(())
    }

    fn tell_move(&self, name: String, program: bool) -> Result<(), Failure> {
        let after = self.game.position();
        self.say(&Event::Move { side: after.side.other(), name, program, after })
    }

    fn obey(&mut self, command: Typed) -> Result<Next, Refusal> {
        match command {
            Typed::Moves(names) => {
                for name in names {
                    self.make(&name)?;
                }
            }
            Typed::Undo => self.undo()?,
            Typed::Hint => {
                if self.is_over() {
                    return Err(refuse("the game is over; undo takes a move back, new begins again"));
                }
                let progress = Bar::counter("thinking");
                let count = |steps| progress.add(steps);
                let moves = self
                    .analysis
                    .follow(&self.game, Progress::new(&count))
                    .and_then(|now| now.moves())
                    .map_err(Failure::from)?;
                drop(progress);
                self.say(&Event::Hint { analysis: self.analysis, position: self.game.position(), moves })?;
            }
            Typed::Switch => {
                if self.program[0] == self.program[1] {
                    return Err(refuse("there are no sides to change: the program plays both or none"));
                }
                self.program = self.program.map(|program| !program);
                self.say(&Event::Players { program: self.program_sides(), strength: self.strength })?;
                self.look()?;
            }
            Typed::Save { path, force } => self.save(path, force)?,
            Typed::Resign => {
                if self.is_over() {
                    return Err(refuse("the game is over already"));
                }
                let side = self.game.position().side;
                self.resigned = Some(side);
                self.say(&Event::Resigned(side))?;
            }
            Typed::Strength(strength) => {
                self.strength = strength;
                self.say(&Event::Players { program: self.program_sides(), strength })?;
            }
            Typed::Board => self.say(&Event::Board(self.game.position()))?,
            Typed::Record => self.say(&Event::Record(&self.game))?,
            Typed::New => {
                self.game = self.begin.clone();
                self.resigned = None;
                self.say(&Event::Board(self.game.position()))?;
                self.look()?;
            }
            Typed::Help => self.say(&Event::Help)?,
            Typed::Quit => return Ok(Next::Leave),
        }
        Ok(Next::GoesOn)
    }

    /// Makes a move that was typed, in capitals or not, and lets the program answer.
    fn make(&mut self, typed: &str) -> Result<(), Refusal> {
        if self.resigned.is_some() {
            return Err(refuse("the game is over; undo goes on with it, new begins again"));
        }
        let side = self.game.position().side;
        let name = match (side, typed) {
            (_, word) if word.eq_ignore_ascii_case("pass") => "pass".to_owned(),
            (Side::South, letter) => letter.to_ascii_uppercase(),
            (Side::North, letter) => letter.to_ascii_lowercase(),
        };
        let play = self.game.play_named(&name).map_err(|error| refuse(error.to_string()))?;
        let plays = self.game.plays().len();
        let before: &Position = &self.game.positions()[plays - 1];
        self.tell_move(before.move_name(&play), false)?;
        Ok(self.look()?)
    }

    /// Undoes moves until it is a person's turn again, or only a resignation if there is one.
    fn undo(&mut self) -> Result<(), Refusal> {
        if self.resigned.take().is_none() {
            let plays = self.game.plays().len();
            let mut positions = self.game.positions()[..plays].iter();
            let turn = positions.rposition(|position| !self.program[position.side as usize]);
            let turn = turn.ok_or_else(|| refuse("there is no move of yours to undo"))?;
            for _ in turn..plays {
                self.game.undo();
            }
        }
        Ok(self.say(&Event::Undone(self.game.position()))?)
    }

    fn save(&self, path: PathBuf, force: bool) -> Result<(), Refusal> {
        let mut record = Record::of_game(&self.game, self.name);
        let program = concat!("tihbat ", env!("CARGO_PKG_VERSION"));
        for side in self.program_sides() {
            record.set_tag(side.name(), &format!("{program}, strength {}", self.strength.number()));
        }
        if let Some(side) = self.resigned {
            record.set_tag("Termination", &format!("{side} gave up"));
        }
        record.set_tag(PROGRAM, program);
        let replace = Replace::own_or(force, is_own);
        OutputFile::write(&path, replace, record.to_string().as_bytes()).map_err(|error| {
            refuse(match error {
                FileError::Foreign { path } => {
                    let path = shown_path(&path);
                    format!(
                        "{path} exists and was not written by this program; choose another name, or type save! {path}"
                    )
                }
                error => error.to_string(),
            })
        })?;
        self.say(&Event::Saved(&path))?;
        Ok(())
    }
}
