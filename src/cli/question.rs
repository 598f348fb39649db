//! A question about a position or a game in progress: what `value`, `best` and `line` have in common

use std::io::Write;

use clap::Args;
use tihbat::analysis::AnyAnalysis;
use tihbat::answer::{Asked, AskedPartial, Question};
use tihbat::progress::Progress;
use tihbat::solver::STEPS_PER_BOARD;

use super::failure::Failure;
use super::game::GameArgs;
use super::progress::Bar;
use super::reply::Reply;
use super::source::SourceArgs;
use super::{batch, colour, draw, machine, output};

/// Which position is asked about, and how the answer is to be given.
#[derive(Args)]
pub(super) struct QuestionArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or the pits alone; - reads positions from standard input, one on each line [default: the start]
    position: Option<String>,

    /// The same as POSITION
    #[arg(long = "position", value_name = "POSITION", conflicts_with = "position")]
    named_position: Option<String>,

    /// The moves since that position, like "B a A+4 pass"; positions seen on the way count
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl QuestionArgs {
    /// Finds a table that can answer, and lets `reply` do so.
    pub(super) fn ask(&self, reply: &impl Reply) -> Result<(), Failure> {
        let position = self.position.as_deref().or(self.named_position.as_deref());
        let (game, position) = self.game.game_and_text(position)?;
        if position == Some("-") {
            if self.moves.is_some() {
                let why = "--moves is for one position; with - the moves follow each position on its line";
                return Err(Failure::new(why));
            }
            return batch::answer(&game, &self.source, self.json, reply);
        }
        let question = Question::parse(&game, position, self.moves.as_deref())?;
        let table = self.source.part(&game, question.seeds())?;
        let analysis =
            AnyAnalysis::new(game.rules, &table)?.with_limit(machine::boards_to_solve_again(game.rules.clauses(), 1));
        if let Some(asked) = question.ask_above(&game.name, &analysis)? {
            return self.answer_above(&asked, reply);
        }
        let boards = table.index().layer_boards(question.seeds());
        let progress = Bar::new("solving the layer again", boards * STEPS_PER_BOARD);
        let count = |steps| progress.add(steps);
        let asked = question.ask(&game.name, &analysis, Progress::new(&count))?;
        if self.json {
            return output::json(&reply.answer(&asked)?);
        }
        let mut out = colour::out();
        reply.text(&asked, &mut out)?;
        tell_history(&asked, &mut out)?;
        Ok(out.flush()?)
    }

    /// Answers about a position above the layers of the table.
    fn answer_above(&self, asked: &AskedPartial<'_>, reply: &impl Reply) -> Result<(), Failure> {
        if self.json {
            return output::json(&reply.answer_above(asked)?);
        }
        let mut out = colour::out();
        writeln!(out, "{}", draw::board(asked.position()))?;
        reply.text_above(asked, &mut out)?;
        writeln!(out, "The position is unknown: {}.", asked.why())?;
        Ok(out.flush()?)
    }
}

/// What the moves so far have to do with the answer.
fn tell_history(asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let Asked::Margins(asked) = asked else { return Ok(()) };
    if let Some((seen @ 1.., table)) = asked.seen()? {
        let seen = if seen == 1 { "1 position".to_owned() } else { format!("{seen} positions") };
        if table == asked.value()?.value {
            writeln!(out, "{seen} seen since the last capture, which changes nothing about the value.")?;
        } else {
            let table = output::value(table);
            writeln!(out, "{seen} seen since the last capture. Without them, by the table alone: {table}.")?;
        }
    }
    Ok(())
}
