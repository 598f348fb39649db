//! The algorithm: retrograde analysis of one layer
//!
//! A layer has all boards with n seeds. Quiet moves lead to boards of the same layer. An *exit* leaves it: a capture, whose
//! value the layers below know, or the end of the game. The *forward pass* finds the best exit and the number of quiet moves of
//! each board. Then the *retrograde pass* labels boards with their margins, for t = n down to 1:
//!
//! * a board whose best exit is +t is won by t;
//! * a predecessor of a board lost by t is won by t;
//! * a board whose quiet moves all lead to won boards, and whose best exit is not better than -t, is lost by t.
//!
//! **Why this is right.** When t begins, the boards worth more than t to either player have labels, and no others. A board now
//! labelled as won has a move that is worth t; were it worth more, it would have a label already. A board labelled as lost has
//! no move worth more than -t. When t ends, a board without a label has no move that wins t, and it has an exit better than -t
//! or a quiet move to a board without a label. So neither player can win t. What never gets a label, neither can win: margin 0.
//!
//! **Waves.** Within t, wave d labels the boards at distance d. In wave 0 the game is over, in wave 1 a capture decides, and the
//! predecessors of each wave belong to the next. A won board is reached by the first of its moves that wins, a lost one by the
//! last of its moves that loses: winners make the distance short, losers long. Each quiet move is followed once.
//!
//! **Exits.** Boards that an exit decides are many, so a scan finds them, and updates the predecessors of those found while it
//! still finds others. That is never too early. An ended board has no moves, so no update reaches it. If a winning capture is
//! still to be found, no update makes its board lost; if a losing one is, its board has no quiet move left, so no update
//! reaches it. But losing captures wait for the end of the scan: a predecessor wins by them at distance 2, and it may have a
//! winning capture at distance 1 that is still to be found.

use std::mem;

use crate::board::Board;
use crate::progress::Progress;
use crate::shape::Shape;
use crate::value::{Distance, Margin};

use super::error::SolveError;
use super::exchange::Exchange;
use super::forward;
use super::frontier::Frontier;
use super::layer::{Label, Unsolved, scan};
use super::lower::Exits;

/// Solves a layer and returns its longest distance. `exits` knows the layers below. `pins` are boards, each in one copy of the
/// layer, that end the game with margin 0. Progress is two steps for each board.
pub(super) fn solve<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    exits: &impl Exits<COPIES>,
    pins: &[(Board<S>, usize)],
    exchange: &mut dyn Exchange<S, COPIES>,
    progress: Progress<'_>,
) -> Result<Distance, SolveError> {
    forward::pass(layer, exits, progress);
    check(progress)?;
    pins.iter().for_each(|&(board, copy)| layer.pin(board, copy));
    let [frontier, next] = [(); 2].map(|()| Frontier::new(layer.queue_limit));
    let (seeds, remaining) = (layer.seeds(), layer.positions());
    let mut pass = Retrograde { layer, exchange, frontier, next, remaining, longest: Distance::ENDED, progress };
    for seeds in seeds.layers().rev().take(seeds.count()) {
        pass.label_margin(Margin::from(seeds))?;
    }
    // No wave reached the remaining boards: their margin is 0.
    progress.add(pass.remaining / COPIES as u64);
    Ok(pass.longest)
}

/// Refuses to go on with work that was stopped. A layer that is stopped is thrown away, so its passes may end anywhere.
fn check(progress: Progress<'_>) -> Result<(), SolveError> {
    if progress.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
}

/// The retrograde pass over a layer.
struct Retrograde<'a, 'l, S: Shape, const COPIES: usize> {
    layer: &'a mut Unsolved<'l, S, COPIES>,
    exchange: &'a mut dyn Exchange<S, COPIES>,
    /// Boards of the current wave whose predecessors are not yet updated.
    frontier: Frontier<S::Word, COPIES>,
    /// Boards of the next wave.
    next: Frontier<S::Word, COPIES>,
    /// The number of boards without a label.
    remaining: u64,
    longest: Distance,
    progress: Progress<'a>,
}

impl<S: Shape, const COPIES: usize> Retrograde<'_, '_, S, COPIES> {
    /// Labels all boards worth `margin` or -`margin`.
    fn label_margin(&mut self, margin: Margin) -> Result<(), SolveError> {
        self.frontier.clear();
        self.next.clear();
        self.ended_boards(margin);
        self.captures(margin);
        let mut distance = Distance::ONE;
        loop {
            check(self.progress)?;
            self.count_labels(self.frontier.count(), distance);
            let next_distance = distance.next().ok_or(SolveError::Distance)?;
            self.layer.make_room_for(next_distance);
            for label in (0..COPIES).flat_map(|copy| Label::won_and_lost(copy, margin, distance)) {
                self.update_predecessors(label);
            }
            if self.exchange.finish(self.layer, &mut self.next) == 0 {
                return Ok(());
            }
            mem::swap(&mut self.frontier, &mut self.next);
            self.next.clear();
            distance = next_distance;
        }
    }

    /// Wave 0: labels the boards on which the game is over. Their predecessors begin wave 1, in the frontier.
    fn ended_boards(&mut self, margin: Margin) {
        for copy in 0..COPIES {
            let mut labelled = 0;
            scan::label_ended(self.layer, copy, margin, |layer, found| {
                if self.progress.is_stopped() {
                    return;
                }
                labelled += found.count();
                for label in Label::won_and_lost(copy, margin, Distance::ENDED) {
                    let boards = found.of(label.margin).boards();
                    self.exchange.update_predecessors(boards, label, layer, &mut self.frontier);
                }
            });
            self.count_labels(labelled, Distance::ENDED);
        }
        self.exchange.finish(self.layer, &mut self.frontier);
    }

    /// The rest of wave 1: labels the boards that a capture decides. Lost ones join the frontier. Won ones update their
    /// predecessors at once, after the won ones that the frontier has already; so only lost boards remain there.
    fn captures(&mut self, margin: Margin) {
        for copy in 0..COPIES {
            let [won, lost] = Label::won_and_lost(copy, margin, Distance::ONE);
            let mut labelled = self.frontier.queue(won).count();
            self.update_predecessors(won);
            self.frontier.remove(won);
            scan::label_captures(self.layer, copy, margin, |layer, found| {
                if self.progress.is_stopped() {
                    return;
                }
                labelled += found.won.count();
                self.exchange.update_predecessors(found.won.boards(), won, layer, &mut self.next);
                self.frontier.queue(lost).append(&found.lost);
            });
            self.count_labels(labelled, Distance::ONE);
        }
        self.exchange.finish(self.layer, &mut self.next);
    }

    /// Updates the predecessors of the boards in the frontier that have this label. They go to the next wave.
    fn update_predecessors(&mut self, label: Label) {
        self.frontier.for_each_batch(label, self.layer, |layer, boards| {
            if self.progress.is_stopped() {
                return;
            }
            self.exchange.update_predecessors(boards, label, layer, &mut self.next);
        });
    }

    fn count_labels(&mut self, labels: usize, distance: Distance) {
        if labels > 0 {
            self.remaining -= labels as u64;
            self.longest = self.longest.max(distance);
            self.progress.add(labels as u64 / COPIES as u64);
        }
    }
}
