//! Many questions at once: positions from standard input, one on each line, each answered in one line
//!
//! A line is a position, followed by the moves since then if there are any. Every line of input has one line of output, so
//! answers and questions can be put side by side: an empty line has an empty line (with `--json`: `null`), and a line that is
//! not a question has the word `error` (with `--json`: an object with the number of the line and the error message). The
//! message goes to standard error too, and the next lines are still answered. Answers are written out whenever there is
//! no more input for now, so that another program can ask and wait for the answer.

use std::io::{self, Write};

use tihbat::analysis::AnyAnalysis;
use tihbat::answer::{AskedPartial, Question, RefusedLine};
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::table::Table;
use tihbat::text::shown_whole;

use super::failure::Failure;
use super::lines::{InputLine, Lines};
use super::reply::Reply;
use super::source::SourceArgs;
use super::{colour, machine, output};
use tihbat::store::GameSpec;

/// The rules of the output, for the helps.
const RULES: &str = "\
Many positions: with - each line of standard input has one line of output. An empty line has an empty line (with --json: \
null). A line that is not a question has the word error (with --json: {\"line\": 3, \"error\": \"...\"}); the message goes to \
standard error, the next lines are still answered, and the exit code is 2.";

/// What the help of a command says at its end: the rules of the output, then these examples.
pub(super) fn help(examples: &str) -> String {
    format!("{RULES}\n\n{examples}")
}

/// What a line asks.
struct Line {
    number: usize,
    /// None if the line is empty.
    question: Option<Result<Question, Failure>>,
}

impl Line {
    fn new(game: &GameSpec, InputLine { number, text }: InputLine) -> Self {
        let question = match text {
            Ok(text) if text.trim().is_empty() => None,
            Ok(text) => Some(ask(game, text.trim())),
            Err(error) => Some(Err(error)),
        };
        Self { number, question }
    }

    /// Seeds on the board; none if the line is no question.
    fn seeds(&self) -> Option<Seeds> {
        self.question.as_ref()?.as_ref().ok().map(Question::seeds)
    }
}

/// What a line asks: a position, with the moves since then or without.
fn ask(game: &GameSpec, text: &str) -> Result<Question, Failure> {
    let (position, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let moves = Some(moves).filter(|moves| !moves.is_empty());
    Ok(Question::parse(game, Some(position), moves)?)
}

/// What `answer` works with: where questions come from, and where answers go.
struct Batch<'a, R, W> {
    game: &'a GameSpec,
    lines: Lines<R>,
    out: W,
    as_json: bool,
    /// Every line so far was answered.
    fine: bool,
}

impl<R: io::Read, W: Write> Batch<'_, R, W> {
    /// The next line; none at the end. Writes out the answers before it waits.
    fn next(&mut self) -> Result<Option<Line>, Failure> {
        if self.lines.may_wait() {
            self.out.flush()?;
        }
        Ok(self.lines.next()?.map(|line| Line::new(self.game, line)))
    }

    /// Marks the place of a line that is not answered, and says why on standard error.
    fn refuse(&mut self, number: usize, error: Failure) -> Result<(), Failure> {
        let message = error.message()?;
        self.fine = false;
        if self.as_json {
            output::json_line(&mut self.out, &RefusedLine { line: number, error: message.clone() })?;
        } else {
            writeln!(self.out, "error")?;
        }
        // If standard error is closed, the mark and the exit code are all there is.
        let _ = writeln!(colour::err(), "{} line {number}: {}", colour::error(), shown_whole(&message));
        Ok(())
    }
}

/// Answers every line of standard input. Fails at the end if a line was not answered.
pub(super) fn answer(game: &GameSpec, source: &SourceArgs, as_json: bool, reply: &impl Reply) -> Result<(), Failure> {
    let lines = Lines::new(io::stdin().lock());
    let mut batch = Batch { game, lines, out: output::out(), as_json, fine: true };
    // A whole answer is written or none.
    let mut said = Vec::new();
    let limit = machine::boards_to_solve_again(game.rules.clauses(), 1);
    let mut next = batch.next()?;
    while let Some(line) = next {
        let table = match table(game, source, line.seeds().unwrap_or(Seeds::NONE)) {
            Ok(table) => table,
            Err(error) => {
                batch.refuse(line.number, error)?;
                next = batch.next()?;
                continue;
            }
        };
        let analysis = AnyAnalysis::new(game.rules, &table)?.with_limit(limit);
        // A table that covers only the end of the game was the best there is for a line above it.
        let reach = line.seeds().map_or(table.max_seeds(), |seeds| seeds.max(table.max_seeds()));
        next = Some(line);
        // With one table as far as it goes.
        while let Some(Line { number, question }) = next.take_if(|line| line.seeds().is_none_or(|seeds| seeds <= reach))
        {
            said.clear();
            let Some(question) = question else {
                writeln!(batch.out, "{}", if as_json { "null" } else { "" })?;
                next = batch.next()?;
                continue;
            };
            let answered = question.and_then(|question| {
                if let Some(asked) = question.ask_above(&game.name, &analysis)? {
                    return above(&asked, as_json, reply, &mut said);
                }
                let asked = question.ask(&game.name, &analysis, Progress::NONE)?;
                if as_json {
                    output::json_line(&mut said, &reply.answer(&asked)?)?;
                } else {
                    write!(said, "{}: ", question.position())?;
                    reply.short(&asked, &mut said)?;
                    writeln!(said)?;
                }
                // A byte may have changed after its block was checked.
                Ok(table.check_unchanged()?)
            });
            match answered {
                Ok(()) => batch.out.write_all(&said)?,
                Err(error) => batch.refuse(number, error)?,
            }
            next = batch.next()?;
        }
    }
    batch.out.flush()?;
    if batch.fine { Ok(()) } else { Err(Failure::Told) }
}

/// The table of the whole game if there can be one, otherwise one of the layers that are needed.
fn table(game: &GameSpec, source: &SourceArgs, needed: Seeds) -> Result<Table, Failure> {
    let whole = game.rules.seeds();
    if needed <= whole
        && let Ok(table) = source.table(game, whole)
    {
        return Ok(table);
    }
    source.part(game, needed)
}

/// Answers about a position above the layers of the table.
fn above(asked: &AskedPartial<'_>, as_json: bool, reply: &impl Reply, said: &mut Vec<u8>) -> Result<(), Failure> {
    if as_json {
        return output::json_line(said, &reply.answer_above(asked)?);
    }
    write!(said, "{}: unknown, {}", asked.position(), asked.why())?;
    reply.short_above(asked, said)?;
    Ok(writeln!(said)?)
}
