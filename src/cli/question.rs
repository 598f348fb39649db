//! A question about a position or a game in progress: what `value`, `best` and `line` have in common

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};
use tihbat::analysis::{Analysis, Answer, InGame, Line, RankedMove};
use tihbat::game::{self, End};
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::solver::STEPS_PER_BOARD;
use tihbat::value::Value;

use super::failure::Failure;
use super::game::GameArgs;
use super::progress::Bar;
use super::source::SourceArgs;
use super::{batch, colour, machine, output};
use tihbat::store::GameSpec;

/// Which position is asked about, and how the answer is to be given.
#[derive(Args)]
pub(super) struct Question {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or the pits alone; - reads positions from standard input, one a line [default: the start]
    position: Option<String>,

    /// The moves since that position, like "B a A+4 pass": what was seen on the way counts
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// A question that was understood, and what answers it.
pub(super) struct Asked<'a> {
    pub(super) position: Position,
    pub(super) analysis: &'a Analysis,
    pub(super) game: &'a GameSpec,
    /// The game in progress, if moves were given.
    pub(super) in_game: Option<InGame<'a>>,
}

/// How a command answers.
pub(super) trait Reply {
    /// In JSON, behind the beginning that all answers have.
    fn json(&self, asked: &Asked<'_>) -> Result<Json, Failure>;

    /// For people.
    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure>;

    /// In one line, without its end.
    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure>;
}

/// Makes moves in a game, as their names are given by a text.
pub(super) fn play(game: &mut game::Game, moves: &str) -> Result<(), Failure> {
    let names = moves.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty());
    for (at, name) in names.enumerate() {
        game.play_named(name).map_err(|error| Failure::new(format!("move {}: {error}", at + 1)))?;
    }
    Ok(())
}

impl Question {
    /// Finds a table that can answer, and lets `reply` do so; false if one of many questions has no answer.
    pub(super) fn ask(&self, reply: &impl Reply) -> Result<bool, Failure> {
        let (game, position) = self.game.game_and_text(self.position.as_deref())?;
        if position == Some("-") {
            if self.moves.is_some() {
                let why = "--moves is for one position; with - the moves stand behind each position on its line";
                return Err(Failure::new(why));
            }
            return batch::answer(&game, &self.source, self.json, reply);
        }
        let mut position = game.position(position)?;
        let mut so_far = self.moves.is_some().then(|| game::Game::new(game.rules, position));
        if let (Some(so_far), Some(moves)) = (&mut so_far, &self.moves) {
            play(so_far, moves)?;
            position = *so_far.position();
        }
        let seeds = position.board.total();
        let table = self.source.table(&game, seeds)?;
        let analysis =
            Analysis::new(game.rules, &table)?.with_limit(machine::boards_to_solve_again(game.rules.clauses(), 1));
        let progress = Bar::new("solving the layer again", table.index().layer_boards(seeds) * STEPS_PER_BOARD);
        let count = |steps| progress.add(steps);
        let in_game = so_far.as_ref().map(|so_far| analysis.in_game(so_far, Progress::new(&count)));
        let asked = Asked { position, analysis: &analysis, game: &game, in_game };
        if self.json {
            return output::json(&asked.json(reply)?).map(|()| true);
        }
        let mut out = colour::out();
        reply.text(&asked, &mut out)?;
        asked.tell_history(&mut out)?;
        out.flush()?;
        Ok(true)
    }
}

impl Asked<'_> {
    /// Why the game is over; none if it goes on.
    pub(super) fn over(&self) -> Option<End> {
        match &self.in_game {
            Some(in_game) => in_game.game().end(),
            None => self.analysis.end(&self.position),
        }
    }

    /// What the table alone says of a move, if moves were given before it.
    pub(super) fn table_says(&self, ranked: &RankedMove) -> Result<Option<Value>, Failure> {
        Ok(self.in_game.as_ref().map(|in_game| in_game.table_value_of(ranked)).transpose()?.flatten())
    }

    pub(super) fn value(&self) -> Result<Answer, Failure> {
        Ok(self.in_game.as_ref().map_or_else(|| self.analysis.value(&self.position), InGame::value)?)
    }

    pub(super) fn best(&self) -> Result<Vec<RankedMove>, Failure> {
        Ok(self.in_game.as_ref().map_or_else(|| self.analysis.best(&self.position), InGame::best)?)
    }

    pub(super) fn line(&self) -> Result<Line, Failure> {
        Ok(self.in_game.as_ref().map_or_else(|| self.analysis.line(&self.position), InGame::line)?)
    }

    /// The whole answer in JSON.
    pub(super) fn json(&self, reply: &impl Reply) -> Result<Json, Failure> {
        let mut json = json!({ "game": self.game.name, "position": self.position.to_string() });
        if let (Json::Object(json), Json::Object(answer)) = (&mut json, reply.json(self)?) {
            json.extend(answer);
        }
        let first_move = match &self.in_game {
            Some(in_game) => in_game.game().is_opening(),
            None => self.analysis.is_opening(&self.position),
        };
        if first_move {
            json["first_move"] = true.into();
        }
        if let Some(in_game) = &self.in_game {
            let game = in_game.game();
            json["from"] = game.positions()[0].to_string().into();
            json["played"] = game.names().collect();
            json["over"] = game.end().map_or(Json::Null, |end| end.name().into());
            json["seen"] = game.seen().len().into();
            if let (None, Some(table)) = (game.end(), in_game.table_value()?) {
                json["history_matters"] = (table != in_game.value()?.value).into();
                json["table"] = json!({ "margin": table.margin().seeds(), "distance": output::distance(table) });
            }
        }
        Ok(json)
    }

    /// What the moves so far have to do with the answer.
    fn tell_history(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(in_game) = &self.in_game else { return Ok(()) };
        let game = in_game.game();
        let seen = game.seen().len();
        if let (None, Some(table), 1..) = (game.end(), in_game.table_value()?, seen) {
            let seen = if seen == 1 { "1 position".to_owned() } else { format!("{seen} positions") };
            if table == in_game.value()?.value {
                writeln!(out, "{seen} seen since the last capture, which changes nothing about the value.")?;
            } else {
                let table = output::value(table);
                writeln!(out, "{seen} seen since the last capture. Without them, by the table alone: {table}.")?;
            }
        }
        Ok(())
    }
}
