//! Questions about positions, and their answers in the fields of the command line's `--json`

use serde::Serialize;
use tihbat::analysis::{AnalysisError, Answer, Line, RankedMove};
use tihbat::game::Game;
use tihbat::position::{Position, Side, Totals};
use tihbat::table::TableError;
use tihbat::value::Value;
use utoipa::ToSchema;

use super::super::{output, question};
use super::problem::Problem;
use super::{Served, http};

/// Moves of a game at most.
pub(super) const MOST_MOVES: usize = 1_000;

/// A position, or a game in progress.
pub(super) struct Asked {
    position: Position,
    /// The game, if moves were given.
    game: Option<Game>,
}

/// The seeds of both sides at the end; halves where an odd number is split.
#[derive(Serialize, ToSchema)]
struct Finals {
    #[schema(value_type = f64, example = 13)]
    south: serde_json::Value,
    #[schema(value_type = f64, example = 15)]
    north: serde_json::Value,
}

/// What the table alone says, as if nothing had been seen before.
#[derive(Serialize, ToSchema)]
struct OfTable {
    /// Seeds.
    margin: i8,
    /// Plies; null where the margin is 0.
    distance: Option<u16>,
}

/// A legal move and what it is worth.
#[derive(Serialize, ToSchema)]
struct Move {
    /// As moves are written: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    #[schema(example = "A")]
    name: String,
    /// What the side to move still gets minus what the other still gets, in seeds, this move counted.
    #[schema(example = -2)]
    margin: i8,
    /// Plies to the next capture or the end, this move counted; null where the margin is 0.
    #[schema(example = 10)]
    distance: Option<u16>,
    /// Seeds captured.
    captured: usize,
    /// The position afterwards.
    #[schema(example = "2-9-9-8-0-0-N")]
    position: String,
    /// Whether no other move is better.
    best: bool,
    /// What the table alone says; only inside a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<OfTable>,
}

/// What a position is worth, and every legal move.
#[derive(Serialize, ToSchema)]
pub(super) struct PositionAnswer {
    #[schema(example = "tihbat")]
    game: String,
    #[schema(example = "7-7-7-7-0-0-S")]
    position: String,
    /// What the side to move still gets minus what the other still gets under perfect play, in seeds.
    #[schema(example = -2)]
    margin: i8,
    /// `win`, `draw` or `loss` for the side to move, by the totals at the end.
    #[schema(example = "loss")]
    outcome: &'static str,
    /// Plies to the next capture or the end; null where the margin is 0.
    #[schema(example = 10)]
    distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    finals: Finals,
    /// Every legal move, best first; none if the game is over.
    moves: Vec<Move>,
    /// Present, and true, at a first move of the game that captures nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first_move: bool,
    /// Only inside a game, that is with `moves`.
    #[serde(flatten)]
    in_game: Option<InGameAnswer>,
}

/// What is said inside a game beyond the position.
#[derive(Serialize, ToSchema)]
struct InGameAnswer {
    /// The position before the moves.
    from: String,
    /// The moves.
    played: Vec<String>,
    /// Why the game is over, `all_captured`, `no_move` or `repetition`; null if it goes on.
    over: Option<&'static str>,
    /// Positions seen since the last capture, this one left out.
    seen: usize,
    /// Whether they make a difference to the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    history_matters: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<OfTable>,
}

/// Perfect play by both sides, to the end.
#[derive(Serialize, ToSchema)]
pub(super) struct LineAnswer {
    game: String,
    position: String,
    /// The moves in order.
    moves: Vec<Move>,
    /// Why the game is then over: `all_captured`, `no_move` or `repetition`.
    #[schema(example = "no_move")]
    end: &'static str,
    /// The totals at the end.
    #[serde(rename = "final")]
    finals: Finals,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first_move: bool,
}

impl Finals {
    fn of(totals: Totals) -> Self {
        let [south, north] = Side::BOTH.map(|side| output::total(totals.of(side)));
        Self { south, north }
    }
}

impl OfTable {
    fn of(value: Value) -> Self {
        Self { margin: value.margin.seeds(), distance: plies(value) }
    }
}

fn plies(value: Value) -> Option<u16> {
    value.distance.map(|distance| distance.plies())
}

impl Move {
    fn of(before: &Position, ranked: &RankedMove) -> Self {
        Self {
            name: before.move_name(&ranked.play),
            margin: ranked.value.margin.seeds(),
            distance: plies(ranked.value),
            captured: ranked.play.captured.count(),
            position: ranked.after.to_string(),
            best: ranked.best,
            table: None,
        }
    }
}

impl Asked {
    /// Reads a position of a game and the moves since then.
    pub(super) fn parse(served: &Served, position: Option<&str>, moves: Option<&str>) -> Result<Self, Problem> {
        let game = &served.solved.game;
        let position = game.position(position).map_err(http::refused)?;
        let Some(moves) = moves else { return Ok(Self { position, game: None }) };
        // Full stops part moves too, because an address need not escape them.
        let moves = moves.replace('.', " ");
        if moves.split_whitespace().count() > MOST_MOVES {
            return Err(Problem::bad(format!("a game has at most {MOST_MOVES} moves here")));
        }
        let mut played = Game::new(game.rules, position);
        question::play(&mut played, &moves).map_err(http::refused)?;
        Ok(Self { position: *played.position(), game: Some(played) })
    }

    /// Whether an answer may take the solving of a layer.
    pub(super) fn is_in_game(&self) -> bool {
        self.game.is_some()
    }

    /// Value and moves.
    pub(super) fn answer(&self, served: &Served) -> Result<PositionAnswer, Problem> {
        let refused = |error| refused(served, error);
        let analysis = &served.analysis;
        let Some(game) = &self.game else {
            let moves = analysis.best(&self.position).map_err(refused)?;
            let answer = analysis.value(&self.position).map_err(refused)?;
            let moves = moves.iter().map(|ranked| Move::of(&self.position, ranked)).collect();
            return Ok(self.of(served, answer, moves, None));
        };
        let in_game = analysis.in_game(game, &|_| {});
        let answer = in_game.value().map_err(refused)?;
        let moves = in_game.best().map_err(refused)?.into_iter().map(|ranked| {
            let table = in_game.table_value_of(&ranked).map_err(refused)?.map(OfTable::of);
            Ok(Move { table, ..Move::of(&self.position, &ranked) })
        });
        let moves: Vec<_> = moves.collect::<Result<_, Problem>>()?;
        let table = if game.end().is_none() { in_game.table_value().map_err(refused)? } else { None };
        let more = InGameAnswer {
            from: game.positions()[0].to_string(),
            played: game.names().collect(),
            over: game.end().map(|end| end.name()),
            seen: game.seen().len(),
            history_matters: table.map(|table| table != answer.value),
            table: table.map(OfTable::of),
        };
        Ok(self.of(served, answer, moves, Some(more)))
    }

    fn of(&self, served: &Served, answer: Answer, moves: Vec<Move>, in_game: Option<InGameAnswer>) -> PositionAnswer {
        PositionAnswer {
            game: served.solved.game.name.clone(),
            position: self.position.to_string(),
            margin: answer.value.margin.seeds(),
            outcome: answer.outcome.name(),
            distance: plies(answer.value),
            finals: Finals::of(answer.finals),
            moves,
            first_move: answer.first_move,
            in_game,
        }
    }

    /// The main line.
    pub(super) fn line(&self, served: &Served) -> Result<LineAnswer, Problem> {
        let line: Result<Line, _> = match &self.game {
            Some(game) => served.analysis.in_game(game, &|_| {}).line(),
            None => served.analysis.line(&self.position),
        };
        let line = line.map_err(|error| refused(served, error))?;
        let befores = std::iter::once(self.position).chain(line.moves.iter().map(|ranked| ranked.after));
        Ok(LineAnswer {
            game: served.solved.game.name.clone(),
            position: self.position.to_string(),
            moves: befores.zip(&line.moves).map(|(before, ranked)| Move::of(&before, ranked)).collect(),
            end: line.end.name(),
            finals: Finals::of(line.finals),
            first_move: match &self.game {
                Some(game) => game.is_quiet_start(),
                None => served.analysis.is_quiet_start(&self.position),
            },
        })
    }
}

/// Why a table does not answer: a board beyond it is the asker's mistake, a layer too large to solve again is not here to
/// be had, anything else is ours.
fn refused(served: &Served, error: AnalysisError) -> Problem {
    use axum::http::StatusCode;
    let detail = format!("{}: {error}", served.solved.game.name);
    match error {
        AnalysisError::Table(TableError::TooFewSeeds { .. }) => Problem::bad(detail),
        AnalysisError::Limit { .. } => Problem::new(StatusCode::NOT_IMPLEMENTED, detail),
        AnalysisError::Table(_) | AnalysisError::Solve(_) => {
            tracing::error!("{detail}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
        }
    }
}
