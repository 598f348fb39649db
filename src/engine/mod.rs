//! An engine for the interfaces of oware programs: a dialect of the chess protocol UCI
//!
//! Commands come as lines of text, answers go out as lines of text. The oware program Aualé and its engines speak this dialect:
//!
//! | command | answer |
//! |---|---|
//! | `uci` | `id name ...`, `id author ...`, one `option name ...` for each option, `uciok` |
//! | `isready` | `readyok`, at once, also during a search |
//! | `ucinewgame` | nothing; the position is the start |
//! | `position startpos` or `position fen BOARD`, then `moves ...` | nothing. BOARD is a position ([`crate::position`]); moves may follow each other without spaces: `FfBe` |
//! | `go` with `depth N`, `movetime MS`, `wtime MS`, `btime MS`, `winc MS`, `binc MS`, `movestogo N`, `infinite`, `ponder` | `info depth .. score cp .. nodes .. time .. pv ..`, then `bestmove d` or `bestmove d ponder E`; `bestmove 0000` if the game is over |
//! | `stop` | the `bestmove` of the search, at once |
//! | `ponderhit` | nothing; the time of the search begins |
//! | `setoption name NAME value VALUE` | nothing. `Table`: a file; `Strength`: 0 to 10; `Threads`: 1 to 1024 |
//! | `quit` | nothing; the engine ends |
//!
//! `wtime` is South's clock, `btime` is North's. A score of 100 is one seed: what the side to move gets from now on, minus what the other side gets.
//! Whatever cannot be understood is answered by an `info string` and changes nothing, except that after a wrong `position` there is no
//! position to play.
//!
//! A position that the table knows is played perfectly, with the positions seen in the game. Above the table the engine searches:
//! [`crate::search`].

mod clock;
mod command;
mod control;
mod output;
mod thinker;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use crate::analysis::AnyAnalysis;
use crate::game::Game;
use crate::partner::Strength;
use crate::position::Position;
use crate::record::Record;
use crate::rules::Rules;
use crate::text::shown;

use clock::{budget, is_endless};
use command::{Go, UciCommand};
use control::Control;
use output::AnswerStream;
use thinker::Thinker;

/// What plays, and how.
pub struct Setup<'a> {
    /// What answers about positions.
    pub analysis: AnyAnalysis,
    /// The table's file, if it has one.
    pub table: Option<String>,
    /// How well the engine plays.
    pub strength: Strength,
    /// The number of threads that search.
    pub threads: usize,
    /// Opens another table of the game, or says why it cannot be used.
    pub open: &'a dyn Fn(&Path) -> Result<AnyAnalysis, String>,
}

/// Reads commands and answers them, to `quit` or to the end of the lines. A line that is no text is answered like one that is no command. Ends
/// quietly if nobody reads the answers.
///
/// # Errors
/// If no threads can be started, or the answers cannot be written for another reason.
pub fn run(
    lines: impl Iterator<Item = Result<String, String>>,
    out: impl Write + Send + 'static,
    setup: Setup<'_>,
) -> io::Result<()> {
    let mut engine = Engine::new(out, setup)?;
    for line in lines {
        let command = line.and_then(|line| UciCommand::parse(&line));
        match command {
            Ok(UciCommand::Quit) => {
                engine.stop();
                return engine.out.result();
            }
            Ok(command) => engine.obey(command)?,
            Err(why) => engine.out.complain(&why),
        }
        if engine.out.is_closed() {
            break;
        }
    }
    // Whoever has no more to say may still want to hear the answer.
    engine.wait_for_answer();
    engine.out.result()
}

/// An engine between two commands.
struct Engine<'a> {
    setup: Setup<'a>,
    out: Arc<AnswerStream>,
    pool: Arc<rayon::ThreadPool>,
    /// None after a position that was wrong.
    game: Option<Game>,
    thinking: Option<Thinking>,
}

/// A search that goes on.
struct Thinking {
    control: Arc<Control>,
    thread: JoinHandle<()>,
}

impl<'a> Engine<'a> {
    fn new(out: impl Write + Send + 'static, setup: Setup<'a>) -> io::Result<Self> {
        let game = Some(start(setup.analysis.rules()));
        let pool = pool(setup.threads)?;
        Ok(Self { setup, out: Arc::new(AnswerStream::new(out)), pool, game, thinking: None })
    }

    fn obey(&mut self, command: UciCommand) -> io::Result<()> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => {}
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.out.say("readyok"),
            UciCommand::NewGame => {
                self.wait_for_answer();
                self.game = Some(start(self.setup.analysis.rules()));
            }
            UciCommand::Position { board, moves } => {
                self.wait_for_answer();
                match position(self.setup.analysis.rules(), board.as_deref(), &moves) {
                    Ok(game) => self.game = Some(game),
                    Err(why) => {
                        self.game = None;
                        self.out.complain(&why);
                    }
                }
            }
            UciCommand::Go(go) => self.go(&go)?,
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.control.hit();
                }
            }
            UciCommand::SetOption { name, value } => {
                self.wait_for_answer();
                if let Err(why) = self.set(&name, &value) {
                    self.out.complain(&why);
                }
            }
        }
        Ok(())
    }

    fn introduce(&self) {
        let table = self.setup.table.as_deref().unwrap_or("<empty>");
        self.out.say(concat!("id name tihbat ", env!("CARGO_PKG_VERSION")));
        self.out.say("id author the authors of tihbat");
        self.out.say(&format!("option name Table type string default {}", shown(table)));
        self.out.say(&format!("option name Strength type spin default {} min 0 max 10", self.setup.strength.number()));
        self.out.say(&format!("option name Threads type spin default {} min 1 max 1024", self.setup.threads));
        self.out.say("option name Ponder type check default false");
        self.out.say("uciok");
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "table" => {
                self.setup.analysis = (self.setup.open)(Path::new(value))?;
                self.setup.table = Some(value.to_owned());
            }
            "strength" => {
                let strength = value.parse().ok().and_then(Strength::new);
                let wrong = || format!("the option Strength is a number from 0 to 10, not \"{}\"", shown(value));
                self.setup.strength = strength.ok_or_else(wrong)?;
            }
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=1024).contains(threads));
                let wrong = || format!("the option Threads is a number from 1 to 1024, not \"{}\"", shown(value));
                let threads = threads.ok_or_else(wrong)?;
                self.pool = pool(threads).map_err(|error| error.to_string())?;
                self.setup.threads = threads;
            }
            // The interface decides when to ponder.
            "ponder" => {}
            _ => {
                let name = shown(name);
                return Err(format!(
                    "there is no option \"{name}\"; the options are Table, Strength, Threads and Ponder"
                ));
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.wait_for_answer();
        let Some(game) = self.game.clone() else {
            self.out.complain("there is no position to play: the last command position was wrong");
            self.out.say("bestmove 0000");
            return Ok(());
        };
        let control = Arc::new(Control::new(budget(go, game.position().side), is_endless(go), go.ponder));
        let thinker = Thinker {
            analysis: self.setup.analysis.clone(),
            game,
            strength: self.setup.strength,
            depth: go.depth,
            pool: Arc::clone(&self.pool),
            control: Arc::clone(&control),
            out: Arc::clone(&self.out),
        };
        let thread = std::thread::Builder::new().spawn(move || thinker.think())?;
        self.thinking = Some(Thinking { control, thread });
        Ok(())
    }

    /// Ends a search, which then says its move.
    fn stop(&mut self) {
        if let Some(Thinking { control, thread }) = self.thinking.take() {
            control.stop();
            self.join(thread);
        }
    }

    /// Lets a search come to its end before something else is done, unless only a command could end it.
    fn wait_for_answer(&mut self) {
        if let Some(Thinking { control, thread }) = self.thinking.take() {
            control.release();
            self.join(thread);
        }
    }

    fn join(&self, thread: JoinHandle<()>) {
        if thread.join().is_err() {
            self.out.complain("the search has failed");
            self.out.say("bestmove 0000");
        }
    }
}

fn pool(threads: usize) -> io::Result<Arc<rayon::ThreadPool>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Arc::new).map_err(io::Error::other)
}

/// A game before its first move.
fn start(rules: &Rules) -> Game {
    Game::new(*rules, Position::start(rules)).expect("the start has the shape of its own game")
}

/// The game of a position, and of moves that are read as those of a record.
fn position(rules: &Rules, board: Option<&str>, moves: &str) -> Result<Game, String> {
    let position = match board {
        None => Position::start(rules),
        Some(text) => Position::parse(text, rules).map_err(|error| format!("position \"{}\": {error}", shown(text)))?,
    };
    let mut game = Game::new(*rules, position).map_err(|error| error.to_string())?;
    let record = Record::parse(moves.as_bytes()).map_err(|error| format!("moves: {error}"))?;
    for (at, name) in record.moves().enumerate() {
        game.play_named(name).map_err(|error| format!("move {}: {error}", at + 1))?;
    }
    Ok(game)
}
