//! The commands of the protocol

use std::time::Duration;

use crate::text::shown;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    Position {
        /// None for the start.
        board: Option<String>,
        /// The moves since then, as they are written.
        moves: String,
    },
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: String,
    },
    Quit,
    /// An empty line, or a command of the protocol that means nothing here.
    Nothing,
}

/// How long to think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Plies at most.
    pub(super) depth: Option<u32>,
    /// For this move.
    pub(super) move_time: Option<Duration>,
    /// Left on the clocks of South and of North.
    pub(super) clocks: [Option<Duration>; 2],
    /// Added to them for each move.
    pub(super) increments: [Duration; 2],
    /// Moves until the clocks are set again.
    pub(super) moves_to_go: Option<u32>,
    /// Until `stop`.
    pub(super) infinite: bool,
    /// While the opponent thinks, until `ponderhit` or `stop`.
    pub(super) ponder: bool,
}

impl UciCommand {
    /// The command of a line.
    ///
    /// # Errors
    /// If it is none, as a sentence.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = split(line);
        Ok(match word {
            "" | "debug" | "register" => Self::Nothing,
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "position" => Self::position(rest)?,
            "go" => Self::Go(Go::parse(rest)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "setoption" => Self::set_option(rest)?,
            "quit" => Self::Quit,
            _ => {
                return Err(format!(
                    "unknown command \"{}\"; the commands are uci, isready, ucinewgame, position, go, stop, ponderhit, setoption and quit",
                    shown(word)
                ));
            }
        })
    }

    fn position(text: &str) -> Result<Self, String> {
        let (kind, rest) = split(text);
        let (board, rest) = match kind {
            "startpos" => (None, rest),
            "fen" if !rest.is_empty() => {
                let (board, rest) = split(rest);
                (Some(board.to_owned()), rest)
            }
            _ => return Err(format!("position is followed by startpos or fen BOARD, not by \"{}\"", shown(text))),
        };
        match split(rest) {
            ("", _) => Ok(Self::Position { board, moves: String::new() }),
            ("moves", moves) => Ok(Self::Position { board, moves: moves.to_owned() }),
            (other, _) => Err(format!("a position is followed by moves, not by \"{}\"", shown(other))),
        }
    }

    fn set_option(text: &str) -> Result<Self, String> {
        let form =
            || format!("setoption is written setoption name NAME value VALUE, not \"setoption {}\"", shown(text));
        let ("name", rest) = split(text) else { return Err(form()) };
        let (name, rest) = split(rest);
        match (name, split(rest)) {
            ("", _) => Err(form()),
            (name, ("value", value)) => Ok(Self::SetOption { name: name.to_owned(), value: value.to_owned() }),
            _ => Err(form()),
        }
    }
}

impl Go {
    fn parse(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "depth" => go.depth = Some(number(word, words.next())?),
                "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "wtime" => go.clocks[0] = Some(time(word, words.next())?),
                "btime" => go.clocks[1] = Some(time(word, words.next())?),
                "winc" => go.increments[0] = time(word, words.next())?,
                "binc" => go.increments[1] = time(word, words.next())?,
                _ => {
                    return Err(format!(
                        "go does not know \"{}\"; it knows depth, movetime, wtime, btime, winc, binc, movestogo, infinite and ponder",
                        shown(word)
                    ));
                }
            }
        }
        Ok(go)
    }
}

fn number(word: &str, text: Option<&str>) -> Result<u32, String> {
    let text = text.unwrap_or_default();
    text.parse().map_err(|_| format!("go {word} needs a number, not \"{}\"", shown(text)))
}

/// A number of milliseconds. A clock may have run out, which some interfaces tell by a negative number.
fn time(word: &str, text: Option<&str>) -> Result<Duration, String> {
    let text = text.unwrap_or_default();
    let millis: i64 = text.parse().map_err(|_| format!("go {word} needs milliseconds, not \"{}\"", shown(text)))?;
    // No move takes more than a day.
    Ok(Duration::from_millis(millis.clamp(0, 86_400_000) as u64))
}

/// The first word of a text, and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(line: &str) -> String {
        UciCommand::parse(line).expect_err("no command")
    }

    #[test]
    fn every_command_is_read() {
        let position = |board: Option<&str>, moves: &str| {
            Ok(UciCommand::Position { board: board.map(str::to_owned), moves: moves.to_owned() })
        };
        assert_eq!(UciCommand::parse("position startpos"), position(None, ""));
        assert_eq!(UciCommand::parse(" position  startpos moves FfBe "), position(None, "FfBe"));
        assert_eq!(UciCommand::parse("position fen 1-1-1-1-0-0-S moves A b"), position(Some("1-1-1-1-0-0-S"), "A b"));
        let go = Go {
            clocks: [Some(Duration::from_secs(1)), Some(Duration::ZERO)],
            increments: [Duration::from_millis(5), Duration::ZERO],
            moves_to_go: Some(3),
            ..Go::default()
        };
        assert_eq!(UciCommand::parse("go wtime 1000 btime -20 winc 5 movestogo 3"), Ok(UciCommand::Go(go)));
        let set = UciCommand::SetOption { name: "Table".to_owned(), value: "my tables/a.mtb".to_owned() };
        assert_eq!(UciCommand::parse("setoption name Table value my tables/a.mtb"), Ok(set));
        assert_eq!(UciCommand::parse(""), Ok(UciCommand::Nothing));
    }

    #[test]
    fn what_is_no_command_is_told() {
        assert!(why("hello").contains("unknown command \"hello\""));
        assert!(why("go movetime").contains("needs milliseconds, not \"\""));
        assert!(why("go depth x").contains("needs a number, not \"x\""));
        assert!(why("go fast").contains("does not know \"fast\""));
        assert!(why("position").contains("startpos or fen BOARD"));
        assert!(why("position startpos A").contains("followed by moves, not by \"A\""));
        assert!(why("setoption Threads 2").contains("setoption name NAME value VALUE"));
    }
}
