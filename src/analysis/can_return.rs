//! Whether positions that were seen can come again

use hashbrown::HashSet;

use crate::board::{Board, Seeds};
use crate::game::Game;
use crate::moves::Moves;
use crate::position::{Position, Side};

/// Positions that are searched at most.
const ENOUGH: usize = 1 << 12;

/// Whether one of these positions, all of the game's present layer, can come again, as far as a short search backwards can tell: false
/// only if it is certain that none can.
pub(super) fn can_return(moves: &Moves, game: &Game, seen: &[Position]) -> bool {
    let side = game.position().side.other();
    let stays = game.legal().into_iter().filter(|play| play.captured == Seeds::NONE);
    let next: HashSet<(Board, Side)> = stays.map(|play| (play.board, side)).collect();
    let mut before: HashSet<_> = seen.iter().map(|position| (position.board, position.side)).collect();
    let mut open: Vec<_> = before.iter().copied().collect();
    let mut back = moves.unmoves();
    while let Some(position) = open.pop() {
        if next.contains(&position) || before.len() > ENOUGH {
            return true;
        }
        let (board, side) = position;
        back.for_each_predecessor([board], |board| {
            if before.insert((board, side.other())) {
                open.push((board, side.other()));
            }
        });
    }
    false
}
