//! The positions below one move

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashMap;

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::board::{Board, Seeds};
use crate::moves::{Moves, Play};
use crate::position::Side;
use crate::rules::Repetition;
use crate::value::AnyValue;

/// More than any score.
pub(super) const MOST: i32 = 1000;

/// Positions whose best move is remembered, at most.
const REMEMBERED: usize = 1 << 18;

/// Positions between two looks at the clock, less one.
const GLANCE: u64 = (1 << 8) - 1;

/// Why a search ends early.
pub(super) enum Halt {
    /// It had to stop.
    Stopped,
    /// The table is damaged.
    Failed(AnalysisError),
}

/// The positions below one move, searched again for each depth.
pub(super) struct Tree<'a> {
    analysis: &'a AnyAnalysis,
    moves: Arc<Moves>,
    go_on: &'a (dyn Fn() -> bool + Sync),
    /// Positions visited by all trees.
    positions: &'a AtomicU64,
    visited: u64,
    /// The positions of the game and of the present way, since the last capture of either.
    seen: Vec<(Board, Side)>,
    /// The number of the best move in the list of moves, by the last search.
    remembered: HashMap<Board, u8>,
    /// The best line of each ply.
    lines: Vec<Vec<Play>>,
    complete: bool,
}

impl<'a> Tree<'a> {
    /// A tree after the positions `seen` since the last capture of the game.
    pub(super) fn new(
        analysis: &'a AnyAnalysis,
        seen: &[(Board, Side)],
        go_on: &'a (dyn Fn() -> bool + Sync),
        positions: &'a AtomicU64,
    ) -> Self {
        Self {
            analysis,
            moves: Moves::shared(analysis.rules().clauses()),
            go_on,
            positions,
            visited: 0,
            seen: seen.to_vec(),
            remembered: HashMap::new(),
            lines: Vec::new(),
            complete: true,
        }
    }

    /// The best line that the last search found.
    pub(super) fn line(&self) -> &[Play] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Whether the last search met no leaf at full depth.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Searches the position after a move, in which `side` is to move, to this number of plies. Returns what `side` gets minus what the other
    /// side gets: exact between the two bounds of the window, otherwise only on which side of it.
    pub(super) fn below(&mut self, play: &Play, side: Side, depth: u32, window: (i32, i32)) -> Result<i32, Halt> {
        self.complete = true;
        let base = if play.captured == Seeds::NONE { 0 } else { self.seen.len() };
        let known = self.seen.len();
        let found = self.search(play.board, side, 0, depth, window, base);
        self.seen.truncate(known);
        found
    }

    /// Searches a position; `base` is the first of `seen` that can come again.
    fn search(
        &mut self,
        board: Board,
        side: Side,
        ply: usize,
        depth: u32,
        window: (i32, i32),
        base: usize,
    ) -> Result<i32, Halt> {
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        self.lines[ply].clear();
        self.glance()?;
        if self.seen[base..].contains(&(board, side)) {
            return Ok(self.repeated(board));
        }
        let plays = self.moves.list(board);
        if plays.is_empty() {
            return Ok(i32::from(self.moves.ending(board).seeds()));
        }
        if board.total() <= self.analysis.known_up_to() {
            return self.known(board);
        }
        if depth == 0 {
            self.complete = false;
            return Ok(0);
        }
        self.seen.push((board, side));
        let found = self.best(board, side, ply, depth, window, base, &plays);
        self.seen.pop();
        found
    }

    #[allow(clippy::too_many_arguments)]
    fn best(
        &mut self,
        board: Board,
        side: Side,
        ply: usize,
        depth: u32,
        (mut least, most): (i32, i32),
        base: usize,
        plays: &[Play],
    ) -> Result<i32, Halt> {
        let mut best = -MOST;
        for at in self.order(board, plays) {
            let play = plays[usize::from(at)];
            let captured = play.captured.count() as i32;
            let base = if captured == 0 { base } else { self.seen.len() };
            let window = (captured - most, captured - least);
            let score = captured - self.search(play.board, side.other(), ply + 1, depth - 1, window, base)?;
            if score > best {
                best = score;
                self.remember(board, at);
                let (line, rest) = self.lines.split_at_mut(ply + 1);
                line[ply].clear();
                line[ply].push(play);
                line[ply].extend(rest.first().into_iter().flatten());
            }
            least = least.max(score);
            if least >= most {
                break;
            }
        }
        Ok(best)
    }

    /// The order of moves: the best one of an earlier search, then the larger captures, then by pit.
    fn order(&self, board: Board, plays: &[Play]) -> Vec<u8> {
        let mut order: Vec<u8> = (0..plays.len() as u8).collect();
        let first = self.remembered.get(&board).copied();
        order.sort_by_key(|&at| (Some(at) != first, std::cmp::Reverse(plays[usize::from(at)].captured)));
        order
    }

    fn remember(&mut self, board: Board, at: u8) {
        if self.remembered.len() < REMEMBERED || self.remembered.contains_key(&board) {
            self.remembered.insert(board, at);
        }
    }

    /// Looks from time to time whether the search must stop.
    fn glance(&mut self) -> Result<(), Halt> {
        self.visited += 1;
        self.positions.fetch_add(1, Ordering::Relaxed);
        if self.visited & GLANCE == 0 && !(self.go_on)() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// What a repetition pays the side to move.
    fn repeated(&self, board: Board) -> i32 {
        match self.analysis.rules().clauses().repetition() {
            // Nothing is certain.
            Repetition::Split | Repetition::Open => 0,
            Repetition::OwnRow => 2 * board.own_seeds().count() as i32 - board.total().count() as i32,
        }
    }

    /// What the table says.
    fn known(&self, board: Board) -> Result<i32, Halt> {
        let worth = match self.analysis {
            AnyAnalysis::Margins(analysis) => analysis.table().probe(board).map(AnyValue::Margin),
            AnyAnalysis::Bounds(analysis) => analysis.table().probe_bounds(board).map(AnyValue::Bounds),
        };
        worth.map(AnyValue::certain).map_err(|error| Halt::Failed(error.into()))
    }
}
