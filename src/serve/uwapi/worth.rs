//! What a position is worth, in the terms of the universal web API
//!
//! A value is that of the whole game, so captured seeds count. The remoteness is the length of the perfect line. A line that
//! goes round without end has none: it is a draw if the totals are equal, and decided at an unknown distance if they are not.

use tihbat::analysis::{AnalysisError, AnyAnalysis};
use tihbat::answer::Asked;
use tihbat::game::End;
use tihbat::moves::Play;
use tihbat::position::Position;
use tihbat::value::Outcome;

use super::board;
use super::types::{Child, Move, PositionData};

/// The remoteness of an end at an unknown distance.
const UNKNOWN: i32 = -100;
/// The remoteness of a game without end.
const ENDLESS: i32 = -200;

/// A value for one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Win,
    /// Equal totals at an end.
    Tie,
    /// Equal totals, without end.
    Draw,
    Lose,
    /// It depends on what a repetition pays.
    Unsolved,
}

impl Value {
    const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Tie => "tie",
            Self::Draw => "draw",
            Self::Lose => "lose",
            Self::Unsolved => "unsolved",
        }
    }

    /// The value for the other side.
    const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Lose,
            Self::Lose => Self::Win,
            same => same,
        }
    }
}

/// What a position is worth for the side to move.
#[derive(Clone, Copy)]
struct Worth {
    value: Value,
    remoteness: i32,
    winby: u32,
}

/// Answers about a position and about each position after it.
pub(super) fn position(name: &str, analysis: &AnyAnalysis, position: &Position) -> Result<PositionData, AnalysisError> {
    let asked = Asked::about(name, analysis, position)?;
    let moves = moves(&asked)?.into_iter().map(|(play, after)| {
        let worth = Worth::of(&Asked::about(name, analysis, &after)?)?;
        Ok((play, after, worth))
    });
    let moves: Vec<_> = moves.collect::<Result<_, AnalysisError>>()?;
    let worths: Vec<_> = moves.iter().map(|(_, _, worth)| *worth).collect();
    let row = usize::from(analysis.rules().clauses().pits());
    let moves = moves.iter().map(|(play, after, worth)| Move {
        child: child(after, *worth),
        name: position.move_name(play),
        autogui_move: board::move_text(row, position.side, play.pit.map(|pit| pit.number())),
        move_value: worth.value.turned().name(),
        delta_remoteness: delta_remoteness(*worth, &worths),
    });
    Ok(PositionData { moves: moves.collect(), child: child(position, Worth::of(&asked)?) })
}

fn child(position: &Position, worth: Worth) -> Child {
    Child {
        position: position.to_string(),
        autogui_position: board::text(position),
        position_value: worth.value.name(),
        remoteness: worth.remoteness,
        winby: worth.winby,
        mex: "",
        draw_level: -1,
        draw_remoteness: -1,
    }
}

/// The moves, best first, each with the position after it.
fn moves(asked: &Asked<'_>) -> Result<Vec<(Play, Position)>, AnalysisError> {
    Ok(match asked {
        Asked::Margins(asked) => asked.best()?.into_iter().map(|ranked| (ranked.play, ranked.after)).collect(),
        Asked::Bounds(asked) => asked.best()?.into_iter().map(|ranked| (ranked.play, ranked.after)).collect(),
    })
}

impl Worth {
    fn of(asked: &Asked<'_>) -> Result<Self, AnalysisError> {
        let side = asked.position().side;
        match asked {
            Asked::Margins(asked) => {
                let line = asked.line()?;
                let is_endless = line.end == End::Repetition;
                let [mine, theirs] = [side, side.other()].map(|side| line.finals.of(side));
                let (value, remoteness) = match line.finals.outcome(side) {
                    Outcome::Win if is_endless => (Value::Win, UNKNOWN),
                    Outcome::Loss if is_endless => (Value::Lose, UNKNOWN),
                    Outcome::Draw if is_endless => (Value::Draw, ENDLESS),
                    Outcome::Win => (Value::Win, line.moves.len() as i32),
                    Outcome::Loss => (Value::Lose, line.moves.len() as i32),
                    Outcome::Draw => (Value::Tie, line.moves.len() as i32),
                };
                Ok(Self { value, remoteness, winby: (mine - theirs).abs() as u32 })
            }
            Asked::Bounds(asked) => {
                let answer = asked.value()?;
                let value = match answer.outcome {
                    Some(Outcome::Win) => Value::Win,
                    Some(Outcome::Loss) => Value::Lose,
                    Some(Outcome::Draw) => Value::Tie,
                    None => Value::Unsolved,
                };
                let [south, north] = answer.least.map(|seeds| seeds.count() as u32);
                let remoteness = if asked.over().is_some() { 0 } else { UNKNOWN };
                // What is certain, if a part depends on the repetition rule.
                let winby = if value == Value::Unsolved {
                    0
                } else {
                    south.abs_diff(north).saturating_sub(answer.open.count() as u32)
                };
                Ok(Self { value, remoteness, winby })
            }
        }
    }
}

/// How much slower a move is than the fastest of its value; of moves that lose, how much faster than the slowest. `child` is the
/// worth of the position after it, `all` are those of all moves.
fn delta_remoteness(child: Worth, all: &[Worth]) -> i32 {
    let of_value = || all.iter().filter(|other| other.value == child.value).map(|other| other.remoteness);
    let known = || of_value().filter(|&plies| plies >= 0);
    // An unknown end counts as one ply after the last known one.
    let plies = |plies: i32| if plies >= 0 { plies } else { known().max().unwrap_or(0) + 1 };
    let (least, most) = (of_value().map(plies).min(), of_value().map(plies).max());
    match child.value {
        // The side that moves wins.
        Value::Lose | Value::Tie => plies(child.remoteness) - least.unwrap_or(0),
        Value::Win => most.unwrap_or(0) - plies(child.remoteness),
        Value::Draw | Value::Unsolved => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(value: Value, remoteness: i32) -> Worth {
        Worth { value, remoteness, winby: 0 }
    }

    #[test]
    fn deltas_count_from_the_best_move_of_the_same_value() {
        let all = [
            worth(Value::Lose, 4),
            worth(Value::Lose, 10),
            worth(Value::Lose, UNKNOWN),
            worth(Value::Win, 7),
            worth(Value::Win, 3),
            worth(Value::Draw, ENDLESS),
        ];
        let deltas: Vec<_> = all.iter().map(|&worth| delta_remoteness(worth, &all)).collect();
        assert_eq!(deltas, [0, 6, 7, 0, 4, 0]);
    }
}
