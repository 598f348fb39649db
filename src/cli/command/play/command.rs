//! What can be typed in a game

use std::path::PathBuf;

use tihbat::answer::Question;
use tihbat::partner::Strength;
use tihbat::text::shown;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// Moves, made one after the other.
    Moves(Vec<String>),
    Undo,
    Hint,
    Switch,
    /// Writes the game to a file, whatever is there if `force` is set.
    Save {
        path: PathBuf,
        force: bool,
    },
    Resign,
    Strength(Strength),
    Board,
    Record,
    New,
    Help,
    Quit,
}

/// The help that `?` shows.
pub(super) const HELP: &str = "\
  A, b, B+4, pass   a move: a pit of the side to move, with the seeds it takes or without; several may follow each other
  hint              every legal move with what it is worth, the best marked
  undo              take your last move back
  switch            change sides with the program
  strength N        let the program play at strength N, from 0 (random) to 10 (perfect)
  board             draw the board
  record            show the moves so far
  save FILE         write the game to a file, as a record that tihbat judge and the program Aualé read;
  save! FILE        an existing file is replaced only if this program wrote it, but save! replaces any
  resign            give up
  new               begin again
  quit              leave
";

impl Typed {
    /// What a line asks for; none if it is empty.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "save" | "save!" if rest.is_empty() => {
                return Err("save needs the name of a file: save game.ogn".to_owned());
            }
            "save" | "save!" => {
                return Ok(Some(Self::Save { path: PathBuf::from(rest), force: word.ends_with('!') }));
            }
            "strength" => {
                let strength = rest.parse().ok().and_then(Strength::new);
                let strength =
                    strength.ok_or_else(|| format!("a strength is a number from 0 to 10, not \"{}\"", shown(rest)))?;
                return Ok(Some(Self::Strength(strength)));
            }
            "undo" | "u" => Self::Undo,
            "hint" => Self::Hint,
            "switch" => Self::Switch,
            "resign" => Self::Resign,
            "board" => Self::Board,
            "record" => Self::Record,
            "new" => Self::New,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => {
                return Ok(Some(Self::Moves(Question::names(line).map(str::to_owned).collect())));
            }
        };
        if rest.is_empty() { Ok(Some(command)) } else { Err(format!("\"{}\" means nothing after {word}", shown(rest))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_one() {
        for line in HELP.lines() {
            let word = line.split_whitespace().next().expect("a word").trim_end_matches(',');
            let typed = match word {
                "save" | "save!" => format!("{word} game.ogn"),
                "strength" => "strength 3".to_owned(),
                word => word.to_owned(),
            };
            let command = Typed::parse(&typed).expect("a command").expect("not empty");
            assert_eq!(matches!(command, Typed::Moves(_)), word == "A", "{line}");
        }
    }

    #[test]
    fn moves_may_follow_each_other() {
        let moves = |names: &[&str]| Ok(Some(Typed::Moves(names.iter().map(|&name| name.to_owned()).collect())));
        assert_eq!(Typed::parse(" A b+4, pass \n"), moves(&["A", "b+4", "pass"]));
        assert_eq!(Typed::parse("C.b"), moves(&["C", "b"]));
        assert_eq!(Typed::parse(" \n"), Ok(None));
    }

    #[test]
    fn what_is_missing_or_too_much_is_said() {
        assert!(Typed::parse("save").expect_err("no name").contains("save game.ogn"));
        assert!(Typed::parse("strength 11").expect_err("too strong").contains("from 0 to 10, not \"11\""));
        assert!(Typed::parse("undo twice").expect_err("too much").contains("\"twice\" means nothing after undo"));
    }
}
