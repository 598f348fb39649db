//! Many questions at once: positions from standard input, one on each line, each answered in one line
//!
//! A line is a position, followed by the moves since then if there are any. Empty lines are skipped. A line that is not a
//! question is answered by an error message, and the next lines are still answered. Answers are written out whenever there
//! is no more input for now, so that another program can ask and wait for the answer.

use std::io::{self, BufRead, BufReader, Read, Write};

use tihbat::analysis::Analysis;
use tihbat::answer::{Question, RefusedLine};
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::table::Table;

use super::failure::Failure;
use super::reply::Reply;
use super::source::SourceArgs;
use super::{machine, output};
use tihbat::store::GameSpec;

/// No line is longer, in bytes.
const LONGEST: u64 = 1 << 16;

/// Standard input, line by line.
struct Lines<R> {
    input: BufReader<R>,
    number: usize,
}

/// What a line asks.
struct Line {
    number: usize,
    question: Result<Question, Failure>,
}

impl Line {
    /// Seeds on the board; none if the line is no question.
    fn seeds(&self) -> Option<Seeds> {
        self.question.as_ref().ok().map(Question::seeds)
    }
}

impl<R: Read> Lines<R> {
    /// The next line that is not empty; none at the end.
    fn next(&mut self, game: &GameSpec, out: &mut impl Write) -> Result<Option<Line>, Failure> {
        let mut line = Vec::new();
        loop {
            if !self.input.buffer().contains(&b'\n') {
                out.flush()?;
            }
            line.clear();
            let unread = |error| Failure::new(format!("standard input cannot be read: {error}"));
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(unread)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let whole = line.ends_with(b"\n") || (read as u64) < LONGEST;
            if !whole {
                self.input.skip_until(b'\n').map_err(unread)?;
            }
            if !line.trim_ascii().is_empty() {
                let question = if whole {
                    ask(game, &line)
                } else {
                    Err(Failure::new(format!("a line has at most {LONGEST} bytes, this one has more")))
                };
                return Ok(Some(Line { number: self.number, question }));
            }
        }
    }
}

/// What a line asks: a position, with the moves since then or without.
fn ask(game: &GameSpec, line: &[u8]) -> Result<Question, Failure> {
    let text = str::from_utf8(line).map_err(|_| Failure::new("a position is text in UTF-8, this line is not"))?;
    let (position, moves) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let moves = Some(moves).filter(|moves| !moves.is_empty());
    Ok(Question::parse(game, Some(position), moves)?)
}

/// Answers every line of standard input; false if one of them was no question.
pub(super) fn answer(game: &GameSpec, source: &SourceArgs, as_json: bool, reply: &impl Reply) -> Result<bool, Failure> {
    let mut out = output::out();
    let mut lines = Lines { input: BufReader::with_capacity(1 << 16, io::stdin().lock()), number: 0 };
    // A whole answer is written or none.
    let mut said = Vec::new();
    let mut fine = true;
    let limit = machine::boards_to_solve_again(game.rules.clauses(), 1);
    let mut next = lines.next(game, &mut out)?;
    while let Some(line) = next {
        let table = match table(game, source, line.seeds().unwrap_or(Seeds::NONE)) {
            Ok(table) => table,
            Err(error) => {
                fine = false;
                refuse(&mut out, line.number, error, as_json)?;
                next = lines.next(game, &mut out)?;
                continue;
            }
        };
        let analysis = Analysis::new(game.rules, &table)?.with_limit(limit);
        next = Some(line);
        // With one table as far as it goes.
        while let Some(line) = next.take_if(|line| line.seeds().is_none_or(|seeds| seeds <= table.max_seeds())) {
            let number = line.number;
            said.clear();
            let answered = line.question.and_then(|question| {
                let asked = question.ask(&game.name, &analysis, Progress::NONE)?;
                if as_json {
                    return output::json_line(&mut said, &reply.answer(&asked)?);
                }
                write!(said, "{}: ", question.position())?;
                reply.short(&asked, &mut said)?;
                Ok(writeln!(said)?)
            });
            match answered {
                Ok(()) => out.write_all(&said)?,
                Err(error) => {
                    fine = false;
                    refuse(&mut out, number, error, as_json)?;
                }
            }
            next = lines.next(game, &mut out)?;
        }
    }
    out.flush()?;
    Ok(fine)
}

/// The table of the whole game if there can be one, otherwise one of the layers that are needed.
fn table(game: &GameSpec, source: &SourceArgs, needed: Seeds) -> Result<Table, Failure> {
    let whole = game.rules.seeds();
    if needed <= whole
        && let Ok(table) = source.table(game, whole)
    {
        return Ok(table);
    }
    source.table(game, needed)
}

/// Tells what is wrong with a line, in its place.
fn refuse(out: &mut impl Write, number: usize, error: Failure, as_json: bool) -> Result<(), Failure> {
    let message = error.message()?;
    if as_json {
        output::json_line(out, &RefusedLine { line: number, error: message })
    } else {
        Ok(writeln!(out, "line {number}: error: {message}")?)
    }
}
