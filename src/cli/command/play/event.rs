//! What happens in a game, told to people or to programs

use std::io::Write;
use std::path::Path;

use tihbat::analysis::{AnyAnalysis, KnownMove};
use tihbat::answer::{PartialMove, PlayEvent};
use tihbat::game::{End, Game};
use tihbat::partner::Strength;
use tihbat::position::{Position, Side, Totals};
use tihbat::text::{shown, shown_path, shown_whole};

use super::command::HELP;
use crate::cli::failure::Failure;
use crate::cli::{draw, output, ranked};

/// Something that happens.
pub(super) enum Event<'a> {
    /// A game begins, or goes on from a record.
    Start {
        name: &'a str,
        position: &'a Position,
        program: Vec<Side>,
        strength: Strength,
        seed: u64,
    },
    /// A move was made.
    Move {
        side: Side,
        name: String,
        program: bool,
        after: &'a Position,
    },
    /// The side to move has nothing but to pass.
    MustPass(Side),
    /// Moves were undone.
    Undone(&'a Position),
    /// What every move is worth.
    Hint {
        analysis: &'a AnyAnalysis,
        position: &'a Position,
        moves: Vec<KnownMove>,
    },
    /// Who plays for whom from now on.
    Players {
        program: Vec<Side>,
        strength: Strength,
    },
    Board(&'a Position),
    Record(&'a Game),
    Saved(&'a Path),
    Resigned(Side),
    Over {
        end: End,
        /// None if the rules leave open what the end pays.
        finals: Option<Totals>,
        /// Whether a repetition splits the seeds left.
        splits: bool,
    },
    /// What was typed cannot be done.
    Refused(&'a str),
    Help,
}

fn names(sides: &[Side]) -> String {
    match sides {
        [] => "nobody".to_owned(),
        sides => sides.iter().map(|side| side.name()).collect::<Vec<_>>().join(" and "),
    }
}

impl Event<'_> {
    pub(super) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Start { name, position, program, strength, seed } => {
                let strength = strength.number();
                let name = shown(name);
                writeln!(out, "{name}. The program plays {} at strength {strength}, seed {seed}.", names(program))?;
                writeln!(out, "Type a move, or ? for help.\n\n{}", draw::board(position))?;
            }
            Self::Move { side, name, program, after } => {
                let by = if *program { ", the program," } else { "" };
                let does = if name == "pass" { "has no move and passes" } else { "plays" };
                let name = if name == "pass" { String::new() } else { format!(" {name}") };
                writeln!(out, "{side}{by} {does}{name}.\n\n{}", draw::board(after))?;
            }
            Self::MustPass(side) => writeln!(out, "{side} has no move and must pass.")?,
            Self::Undone(position) => writeln!(out, "Undone.\n\n{}", draw::board(position))?,
            Self::Hint { moves, .. } => write!(out, "{}", ranked::known_lines(moves))?,
            Self::Players { program, strength } => {
                writeln!(out, "The program plays {} at strength {}.", names(program), strength.number())?;
            }
            Self::Board(position) => writeln!(out, "{}", draw::board(position))?,
            Self::Record(game) => {
                let moves: Vec<_> = game.names().collect();
                writeln!(out, "{}: {}", game.positions()[0], moves.join(" "))?;
            }
            Self::Saved(path) => writeln!(out, "Saved to {}.", shown_path(path))?,
            Self::Resigned(side) => writeln!(out, "The game is over: {side} gives up, {} wins.", side.other())?,
            Self::Over { end, finals: Some(finals), splits: true } => output::over(out, *end, *finals)?,
            Self::Over { end, finals, .. } => {
                writeln!(out, "The game is over: {}.", end.cause())?;
                match finals {
                    Some(finals) => writeln!(out, "In the end {}.", output::ending(*finals))?,
                    None => writeln!(out, "The rules leave open what that pays.")?,
                }
            }
            Self::Refused(why) => writeln!(out, "{}", shown_whole(why))?,
            Self::Help => write!(out, "{HELP}")?,
        }
        Ok(())
    }

    /// The event for programs.
    pub(super) fn answer(&self) -> PlayEvent {
        let sides = |sides: &[Side]| sides.iter().map(|side| side.name()).collect();
        match self {
            Self::Start { name, position, program, strength, seed } => PlayEvent::Start {
                game: (*name).to_owned(),
                position: position.to_string(),
                program: sides(program),
                strength: strength.number(),
                seed: *seed,
            },
            Self::Move { side, name, program, after } => PlayEvent::Move {
                side: side.name(),
                name: name.clone(),
                program: *program,
                position: after.to_string(),
            },
            Self::MustPass(side) => PlayEvent::MustPass { side: side.name() },
            Self::Undone(position) => PlayEvent::Undone { position: position.to_string() },
            Self::Hint { analysis, position, moves } => PlayEvent::Hint {
                position: position.to_string(),
                moves: moves.iter().map(|known| PartialMove::new(analysis, known)).collect(),
            },
            Self::Players { program, strength } => {
                PlayEvent::Players { program: sides(program), strength: strength.number() }
            }
            Self::Board(position) => PlayEvent::Board { position: position.to_string() },
            Self::Record(game) => {
                PlayEvent::Record { from: game.positions()[0].to_string(), moves: game.names().collect() }
            }
            Self::Saved(path) => PlayEvent::Saved { file: path.display().to_string() },
            Self::Resigned(side) => PlayEvent::Resigned { side: side.name() },
            Self::Over { end, finals, .. } => PlayEvent::Over { end: end.name(), finals: finals.map(Into::into) },
            Self::Refused(why) => PlayEvent::Refused { reason: (*why).to_owned() },
            Self::Help => PlayEvent::Help { text: HELP },
        }
    }
}
