//! Answers as JSON with a description, in the fields of `value`, `best` and `line`
//!
//! For those who ask over the network, or read a file of a web host, and must be told what to expect.

use serde::Serialize;
#[cfg(feature = "serve")]
use tihbat::analysis::InGame;
use tihbat::analysis::{Analysis, AnalysisError, Answer, Line, RankedMove};
use tihbat::position::{Position, Side, Totals};
use tihbat::value::Value;

use super::output;

/// The seeds of both sides at the end; halves where an odd number is split.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
struct Finals {
    #[cfg_attr(feature = "serve", schema(value_type = f64, example = 13))]
    south: serde_json::Value,
    #[cfg_attr(feature = "serve", schema(value_type = f64, example = 15))]
    north: serde_json::Value,
}

/// What the table alone says, as if nothing had been seen before.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
struct OfTable {
    /// Seeds.
    margin: i8,
    /// Plies; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required))]
    distance: Option<u16>,
}

/// A legal move and what it is worth.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
struct Move {
    /// As moves are written: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "serve", schema(example = "A"))]
    name: String,
    /// What the side to move still gets minus what the other still gets, in seeds, this move counted.
    #[cfg_attr(feature = "serve", schema(example = -2))]
    margin: i8,
    /// Plies to the next capture or the end, this move counted; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required, example = 10))]
    distance: Option<u16>,
    /// Seeds captured.
    captured: usize,
    /// The position afterwards.
    #[cfg_attr(feature = "serve", schema(example = "2-9-9-8-0-0-N"))]
    position: String,
    /// Whether no other move is better.
    best: bool,
    /// What the table alone says; only inside a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<OfTable>,
}

/// What a position is worth, and every legal move.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct PositionAnswer {
    #[cfg_attr(feature = "serve", schema(example = "tihbat"))]
    game: String,
    #[cfg_attr(feature = "serve", schema(example = "7-7-7-7-0-0-S"))]
    position: String,
    /// What the side to move still gets minus what the other still gets under perfect play, in seeds.
    #[cfg_attr(feature = "serve", schema(example = -2))]
    margin: i8,
    /// `win`, `draw` or `loss` for the side to move, by the totals at the end.
    #[cfg_attr(feature = "serve", schema(example = "loss"))]
    outcome: &'static str,
    /// Plies to the next capture or the end; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required, example = 10))]
    distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    finals: Finals,
    /// Every legal move, best first; none if the game is over.
    moves: Vec<Move>,
    /// Present, and true, at a first move of the game that captures nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first_move: bool,
    /// The position before the moves; this and what follows only inside a game, that is with `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Vec<String>>,
    /// Why the game is over, `all_captured`, `no_move` or `repetition`; null if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(value_type = Option<String>))]
    over: Option<Option<&'static str>>,
    /// Positions seen since the last capture, this one left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<usize>,
    /// Whether they make a difference to the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    history_matters: Option<bool>,
    /// What the table alone says.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<OfTable>,
}

/// Perfect play by both sides, to the end.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct LineAnswer {
    game: String,
    position: String,
    /// The moves in order.
    moves: Vec<Move>,
    /// Why the game is then over: `all_captured`, `no_move` or `repetition`.
    #[cfg_attr(feature = "serve", schema(example = "no_move"))]
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

#[cfg(feature = "serve")]
impl OfTable {
    fn of(value: Value) -> Self {
        Self { margin: value.margin().seeds(), distance: plies(value) }
    }
}

fn plies(value: Value) -> Option<u16> {
    value.distance().map(|distance| distance.plies())
}

impl Move {
    fn of(before: &Position, ranked: &RankedMove) -> Self {
        Self {
            name: before.move_name(&ranked.play),
            margin: ranked.value.margin().seeds(),
            distance: plies(ranked.value),
            captured: ranked.play.captured.count(),
            position: ranked.after.to_string(),
            best: ranked.best,
            table: None,
        }
    }
}

impl PositionAnswer {
    /// Of a position that stands for itself.
    pub(super) fn alone(game: &str, analysis: &Analysis, position: &Position) -> Result<Self, AnalysisError> {
        let moves = analysis.best(position)?;
        let moves = moves.iter().map(|ranked| Move::of(position, ranked)).collect();
        Ok(Self::of(game, position, analysis.value(position)?, moves))
    }

    /// Of a game in progress, which only the server is asked about.
    #[cfg(feature = "serve")]
    pub(super) fn in_game(name: &str, in_game: &InGame<'_>) -> Result<Self, AnalysisError> {
        let game = in_game.game();
        let position = game.position();
        let answer = in_game.value()?;
        let moves = in_game.best()?.into_iter().map(|ranked| {
            let table = in_game.table_value_of(&ranked)?.map(OfTable::of);
            Ok(Move { table, ..Move::of(position, &ranked) })
        });
        let moves = moves.collect::<Result<_, AnalysisError>>()?;
        let table = if game.end().is_none() { in_game.table_value()? } else { None };
        Ok(Self {
            from: Some(game.positions()[0].to_string()),
            played: Some(game.names().collect()),
            over: Some(game.end().map(|end| end.name())),
            seen: Some(game.seen().len()),
            history_matters: table.map(|table| table != answer.value),
            table: table.map(OfTable::of),
            ..Self::of(name, position, answer, moves)
        })
    }

    fn of(game: &str, position: &Position, answer: Answer, moves: Vec<Move>) -> Self {
        Self {
            game: game.to_owned(),
            position: position.to_string(),
            margin: answer.value.margin().seeds(),
            outcome: answer.outcome.name(),
            distance: plies(answer.value),
            finals: Finals::of(answer.finals),
            moves,
            first_move: answer.first_move,
            from: None,
            played: None,
            over: None,
            seen: None,
            history_matters: None,
            table: None,
        }
    }
}

impl LineAnswer {
    /// The line from a position on; `first_move` if its first move is one of the game's that captures nothing.
    pub(super) fn new(game: &str, position: &Position, line: &Line, first_move: bool) -> Self {
        let befores = std::iter::once(*position).chain(line.moves.iter().map(|ranked| ranked.after));
        Self {
            game: game.to_owned(),
            position: position.to_string(),
            moves: befores.zip(&line.moves).map(|(before, ranked)| Move::of(&before, ranked)).collect(),
            end: line.end.name(),
            finals: Finals::of(line.finals),
            first_move,
        }
    }
}
