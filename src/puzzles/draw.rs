//! A random position of a game

use crate::board::Seeds;
use crate::moves::Moves;
use crate::position::Position;
use crate::rules::Rules;
use crate::table::Table;

use super::layer_range::{LayerRange, position_on};

/// Draws a number from 0 on, below its argument, which is at least 1.
pub type Draw<'a> = dyn FnMut(u64) -> u64 + 'a;

/// Positions that are drawn before the layers count as having none with a legal move.
const ATTEMPTS: usize = 1_000;

/// Draws a position with a legal move: first a layer, each with the same chance, then a board of it. None if a thousand positions
/// had no legal move.
pub fn draw(rules: &Rules, table: &Table, layers: LayerRange, random: &mut Draw<'_>) -> Option<Position> {
    let moves = Moves::shared(rules.clauses());
    (0..ATTEMPTS)
        .map(|_| any_board(rules, table, layers, random))
        .find(|position| !moves.list(position.board).is_empty())
}

/// Draws a position, whether it has a legal move or not.
pub(super) fn any_board(rules: &Rules, table: &Table, layers: LayerRange, random: &mut Draw<'_>) -> Position {
    let choice: Vec<Seeds> = layers.iter().collect();
    let seeds = choice[random(choice.len() as u64) as usize];
    let rank = random(table.index().layer_boards(seeds));
    position_on(table.index().board_at(seeds, rank).expect("a rank below the number of boards"), rules)
}
