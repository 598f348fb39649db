//! Every reachable position, counted and listed
//!
//! A position is a board, a side to move and the captured totals. The layer of the board gives the sum of both totals, so
//! South's total is enough. No game returns to a layer after a capture, so the walk goes from the full board down. Within a
//! layer, every board with a side to move has the *set* of South's totals with which it can be reached, one bit for each
//! total. A quiet move passes its set to the successor. A capture passes it to a lower layer, shifted if South captures.
//! When no set grows any more, the layer is complete.
//!
//! The start of a game with an opening rule is a node of its own. If its board comes again with nothing captured and South
//! to move, that is the same position, and it is counted once. The game then ends there by repetition, so no successor is
//! reached through moves with captures from it.
//!
//! Any other repetition also ends a game, but makes no position unreachable: leave out the moves between two visits of the
//! same position, and the moves after the second visit can follow the first.

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::position::{Position, Side};
use crate::progress::Progress;
use crate::rules::Rules;

/// The number of reached positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boards with side to move and captured totals.
    pub positions: u64,
    /// Boards with side to move.
    pub boards_with_side: u64,
    /// Boards as their mover sees them: entries of a table.
    pub boards: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.boards_with_side += other.boards_with_side;
        self.boards += other.boards;
    }
}

/// The reached positions of one layer.
pub struct LayerReach {
    seeds: Seeds,
    /// All seeds of the game.
    game: Seeds,
    index: Index,
    /// Rank, side, and South's totals, in the order of the rank, South first.
    reached: Vec<(u64, Side, u128)>,
}

impl LayerReach {
    /// The layer.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// Returns the number of positions.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut last = None;
        for &(rank, _, totals) in &self.reached {
            counts.positions += u64::from(totals.count_ones());
            counts.boards_with_side += 1;
            counts.boards += u64::from(last != Some(rank));
            last = Some(rank);
        }
        counts
    }

    /// Returns the positions in the order of the index of their boards, then South to move first, then by South's total.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let captured = self.game.count() - self.seeds.count();
        self.reached.iter().flat_map(move |&(rank, side, totals)| {
            let board = self.index.board_at(self.seeds, rank).expect("a rank of the layer");
            (0..=captured).filter(move |south| totals >> south & 1 == 1).map(move |south| {
                let captured = [south, captured - south].map(|seeds| Seeds::new(seeds).expect("seeds of the game"));
                Position { board, side, captured }
            })
        })
    }
}

/// Walks through all positions that can follow the start of a game, and calls `visit` with each layer that is reached, the
/// full one first. `progress` is called with the number of boards visited since the last call.
///
/// # Errors
/// The first error that `visit` returns. The walk ends there.
pub fn walk<E>(
    rules: &Rules,
    progress: Progress<'_>,
    mut visit: impl FnMut(&LayerReach) -> Result<(), E>,
) -> Result<(), E> {
    let mut error = None;
    walk_until(rules, progress, &mut |layer| match visit(layer) {
        Ok(()) => ControlFlow::Continue(()),
        Err(found) => {
            error = Some(found);
            ControlFlow::Break(())
        }
    });
    error.map_or(Ok(()), Err)
}

/// Walks until `visit` ends it. Not generic, so that callers do not compile the walk again for each number of pits.
fn walk_until(rules: &Rules, progress: Progress<'_>, visit: &mut dyn FnMut(&LayerReach) -> ControlFlow<()>) {
    Walk::new(rules).run(progress, visit);
}

/// South's totals by rank and side: `2 * rank + side`.
type Totals = HashMap<u64, u128>;

struct Walk {
    rules: Rules,
    moves: Arc<Moves>,
    index: Index,
    /// By layer.
    totals: Vec<Totals>,
}

impl Walk {
    fn new(rules: &Rules) -> Self {
        let layers = rules.seeds().count() + 1;
        Self {
            rules: *rules,
            moves: Moves::shared(rules.clauses()),
            index: Index::new(rules.clauses().shape()),
            totals: vec![Totals::new(); layers],
        }
    }

    fn run(mut self, progress: Progress<'_>, visit: &mut dyn FnMut(&LayerReach) -> ControlFlow<()>) {
        let game = self.rules.seeds();
        for seeds in game.layers().rev() {
            let mut totals = std::mem::take(&mut self.totals[seeds.count()]);
            let mut open: Vec<(Board, Side)> = Vec::new();
            if seeds == game {
                self.begin(&mut totals, &mut open);
            } else {
                let boards = totals.keys().map(|key| {
                    let side = Side::BOTH[(key % 2) as usize];
                    (self.index.board_at(seeds, key / 2).expect("a rank of the layer"), side)
                });
                open.extend(boards);
            }
            self.spread(&mut totals, open, progress);
            if totals.is_empty() {
                continue;
            }
            let mut keys: Vec<_> = totals.into_iter().collect();
            keys.sort_unstable();
            let reached = keys.into_iter().map(|(key, totals)| (key / 2, Side::BOTH[(key % 2) as usize], totals));
            let index = Index::new(self.rules.clauses().shape());
            if visit(&LayerReach { seeds, game, index, reached: reached.collect() }).is_break() {
                return;
            }
        }
    }

    /// Adds the start of the game, or with an opening rule its successors.
    fn begin(&self, totals: &mut Totals, open: &mut Vec<(Board, Side)>) {
        let start = self.rules.start();
        totals.insert(self.key(start, Side::South), 1);
        if self.rules.captures_on_first_move() {
            open.push((start, Side::South));
            return;
        }
        for play in self.moves.list_by_opening_rule(start) {
            // The start itself is reached already, and a game that returns to it is over.
            if totals.insert(self.key(play.board, Side::North), 1).is_none() {
                open.push((play.board, Side::North));
            }
        }
    }

    fn key(&self, board: Board, side: Side) -> u64 {
        2 * self.index.rank_of(board) + side as u64
    }

    /// Passes totals to successors until nothing is new.
    fn spread(&mut self, totals: &mut Totals, mut open: Vec<(Board, Side)>, progress: Progress<'_>) {
        let mut handed_on = Totals::new();
        while let Some((board, side)) = open.pop() {
            let key = self.key(board, side);
            let known = totals[&key];
            let before = std::mem::replace(handed_on.entry(key).or_default(), known);
            let new = known & !before;
            if new == 0 {
                continue;
            }
            progress.add(u64::from(before == 0));
            let (index, lower) = (&self.index, &mut self.totals);
            self.moves.for_each(board, |_, captured, after| {
                let key = 2 * index.rank_of(after) + side.other() as u64;
                if captured != Seeds::NONE {
                    let gained = if side == Side::South { captured.count() } else { 0 };
                    *lower[after.total().count()].entry(key).or_default() |= new << gained;
                    return;
                }
                let reached = totals.entry(key).or_default();
                if new & !*reached != 0 {
                    *reached |= new;
                    open.push((after, side.other()));
                }
            });
        }
    }
}
