//! What each side can force: questions about games whose rules leave open what a repetition pays
//!
//! A table of bounds says what each side can force by finite play. In the middle of a game, a position that was seen ends the game if
//! it comes again, and then nobody is certain of anything more: whoever needs it to force seeds cannot force them. If that can
//! matter, the present layer is solved again, once for each player as the holder of the seeds.

mod answer;

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::board::Seeds;
use crate::game::{End, Game, GameError};
use crate::moves::{Moves, Play};
use crate::position::{Position, Side};
use crate::progress::Progress;
use crate::rules::{Repetition, Rules};
use crate::solver::{self, Layer, SolveError};
use crate::table::{Table, TableError};
use crate::value::{Bounds, Distance, Forced};

use super::can_return::can_return;
use super::error::AnalysisError;
pub use answer::{BoundedMove, BoundsAnswer, ForcingLine, ForcingMove};

/// A game that leaves open what a repetition pays, and its table of bounds, ready for questions.
///
/// ```
/// use tihbat::analysis::BoundsAnalysis;
/// use tihbat::{Position, Progress, rules, solve};
///
/// let rules = rules::TIHBAT.with(|draft| draft.clauses.repetition = rules::Repetition::Open)?;
/// let table = solve::table(rules.clauses(), rules.seeds())?;
/// let analysis = BoundsAnalysis::new(rules, &table)?;
/// let game = analysis.game(Position::start(&rules))?;
/// let answer = analysis.in_game(game, Progress::NONE)?.value()?;
/// assert!(answer.least.iter().map(|seeds| seeds.count()).sum::<usize>() <= 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BoundsAnalysis {
    rules: Rules,
    table: Table,
    moves: Arc<Moves>,
    limit: u64,
}

impl BoundsAnalysis {
    /// Questions about a game, answered from a table of bounds.
    ///
    /// # Errors
    /// If the table is of other rules, or holds margins.
    pub fn new(rules: Rules, table: &Table) -> Result<Self, TableError> {
        table.serves(rules.clauses(), Seeds::NONE)?;
        table.check_kind(crate::value::TableKind::Bounds)?;
        Ok(Self { rules, table: table.clone(), moves: Moves::shared(rules.clauses()), limit: u64::MAX })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The table that answers.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A game that begins with `start`, before the first move.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn game(&self, start: Position) -> Result<Game, GameError> {
        Game::new(self.rules, start)
    }

    /// Refuses to solve layers of more than `boards` boards again; at first every layer is solved where a game in
    /// progress needs it. [`crate::solver::memory_pinned`] says what that takes.
    pub fn with_limit(self, boards: u64) -> Self {
        Self { limit: boards, ..self }
    }

    /// Questions about a game in progress, answered exactly. `progress` is called if the present layer is solved again, as
    /// [`crate::solver::Solver::next_layer`] does, twice.
    ///
    /// # Errors
    /// If the game has other rules.
    pub fn in_game<'g>(&'g self, game: Game, progress: Progress<'g>) -> Result<BoundsInGame<'g>, AnalysisError> {
        super::game_table::same_rules(&self.rules, game.rules())?;
        Ok(BoundsInGame { known: self, game, progress, pinned: OnceCell::new() })
    }
}

/// A game in progress and a table of bounds, ready for questions about the position now. Made by [`BoundsAnalysis::in_game`].
///
/// A position given alone is a game before its first move.
pub struct BoundsInGame<'a> {
    known: &'a BoundsAnalysis,
    game: Game,
    progress: Progress<'a>,
    pinned: OnceCell<Source>,
}

/// Where bounds come from.
enum Source {
    /// The table: nothing was seen before that could matter.
    Table,
    /// The present layer, solved again with South and with North as the holder; the table for every lower layer.
    Pinned(Box<[Layer<'static>; 2]>),
}

impl Source {
    fn probe(&self, table: &Table, position: &Position) -> Result<Bounds, TableError> {
        if let Self::Pinned(holders) = self
            && position.board.total() == holders[0].seeds()
        {
            let rank = table.index().rank_of(position.board);
            let [mine, theirs] = [position.side, position.side.other()].map(|side| &holders[side as usize]);
            let (forced, forced_other) = (mine.bounds(rank).forced, theirs.bounds(rank).forced_other);
            return Ok(Bounds { forced, forced_other });
        }
        table.probe_bounds(position.board)
    }
}

impl BoundsInGame<'_> {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what each side can force from the present position on, in this game.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed, or a layer cannot be solved again.
    pub fn value(&self) -> Result<BoundsAnswer, AnalysisError> {
        let position = self.game.position();
        let bounds = match self.game.end() {
            Some(end) => self.ended(position, end),
            None if self.game.is_opening() => self.of_moves(&self.best()?)?,
            None => match self.source()? {
                Source::Table => self.known.table.probe_bounds(position.board)?,
                Source::Pinned(_) => self.of_moves(&self.best()?)?,
            },
        };
        Ok(BoundsAnswer::of(position, bounds, self.game.is_opening()))
    }

    /// Every legal move with what it forces in this game, best first: the move that forces most; then the one by which the
    /// opponent forces least; then the one with the shorter way; then the lower pit. Empty if the game is over.
    ///
    /// # Errors
    /// Like [`BoundsInGame::value`].
    pub fn best(&self) -> Result<Vec<BoundedMove>, AnalysisError> {
        if self.game.end().is_some() {
            return Ok(Vec::new());
        }
        self.ranked(self.game.position(), &self.game.legal(), self.source()?)
    }

    /// The forcing line of the side to move: see [`ForcingLine`].
    ///
    /// # Errors
    /// Like [`BoundsInGame::value`].
    pub fn line(&self) -> Result<ForcingLine, AnalysisError> {
        let mut position = *self.game.position();
        let (first, mut moves) = (position.side, Vec::new());
        if let Some(end) = self.game.end() {
            return self.line_to(position, moves, Some(end));
        }
        let source = self.source()?;
        let (mut bounds, mut plays) = (self.value()?.bounds, self.game.legal());
        let mut seen = HashSet::new();
        loop {
            // By a right table it never comes to this. A wrong one must not keep anybody waiting.
            if !seen.insert((position.board, position.side)) {
                return self.line_to(position, moves, Some(End::Repetition));
            }
            if plays.is_empty() {
                let all_captured = position.board.total() == Seeds::NONE;
                return self.line_to(position, moves, Some(if all_captured { End::AllCaptured } else { End::NoMove }));
            }
            let of = |side| if side == position.side { bounds.forced } else { bounds.forced_other };
            let holder = [first, first.other()].into_iter().find(|&side| of(side) != Forced::NOTHING);
            let Some(holder) = holder else { return self.line_to(position, moves, None) };
            let holder_moves = position.side == holder;
            let order = |one: &BoundedMove, other: &BoundedMove| forcing_order(one.bounds, other.bounds, holder_moves);
            let ranked = self.ranked(&position, &plays, source)?.into_iter().min_by(order).expect("there is a move");
            position = ranked.after;
            bounds = source.probe(&self.known.table, &position)?;
            plays = self.known.moves.list(position.board);
            moves.push(ForcingMove { ranked, holder });
        }
    }

    fn line_to(&self, last: Position, moves: Vec<ForcingMove>, end: Option<End>) -> Result<ForcingLine, AnalysisError> {
        let (captured, left) = match end {
            None => (last.captured, last.board.total()),
            Some(end) => {
                let answer = BoundsAnswer::of(&last, self.ended(&last, end), false);
                (answer.least, answer.open)
            }
        };
        Ok(ForcingLine { moves, end, captured, left })
    }

    /// What the end of the game pays each side. If the rules leave open what a repetition pays, it is nothing for certain.
    fn ended(&self, position: &Position, end: End) -> Bounds {
        let [own, seeds] = [position.board.own_seeds(), position.board.total()].map(|seeds| seeds.count() as i32);
        let mover = match (end, self.known.rules.clauses().repetition()) {
            (End::Repetition, Repetition::OwnRow) => own,
            (End::Repetition, Repetition::Open | Repetition::Split) => return Bounds::NOTHING,
            (End::AllCaptured | End::NoMove, _) => {
                (seeds + i32::from(self.known.moves.ending(position.board).seeds())) / 2
            }
        };
        let of = |seeds: i32| (seeds as u8, Distance::ENDED);
        Bounds::new(of(mover), of(seeds - mover)).expect("no more seeds than are on the board")
    }

    /// What a position is worth by its moves: the mover forces what the best move forces, the opponent what every move leaves.
    fn of_moves(&self, moves: &[BoundedMove]) -> Result<Bounds, AnalysisError> {
        let forced = moves.iter().map(|ranked| ranked.bounds.forced);
        let forced = forced.max_by_key(|forced| (forced.seeds(), std::cmp::Reverse(forced.distance())));
        let other = moves.iter().map(|ranked| ranked.bounds.forced_other);
        let other = other.min_by_key(|forced| (forced.seeds(), std::cmp::Reverse(forced.distance())));
        let (Some(forced), Some(forced_other)) = (forced, other) else { return Ok(Bounds::NOTHING) };
        Ok(Bounds { forced, forced_other })
    }

    fn ranked(&self, position: &Position, plays: &[Play], source: &Source) -> Result<Vec<BoundedMove>, AnalysisError> {
        let mut ranked = Vec::with_capacity(plays.len());
        for &play in plays {
            let after = position.after(&play);
            let theirs = source.probe(&self.known.table, &after)?;
            let bounds = Bounds::of_move(play.captured, theirs).ok_or(SolveError::Distance)?;
            ranked.push(BoundedMove { play, bounds, best: false, after });
        }
        // Stable, so that equal moves stay in the order of the pits.
        ranked.sort_by(|one, other| other.bounds.compare(one.bounds));
        if let Some(bounds) = ranked.first().map(|best| best.bounds) {
            for ranked in &mut ranked {
                ranked.best = ranked.bounds == bounds;
            }
        }
        Ok(ranked)
    }

    fn source(&self) -> Result<&Source, AnalysisError> {
        if let Some(known) = self.pinned.get() {
            return Ok(known);
        }
        let found = self.find_source()?;
        Ok(self.pinned.get_or_init(|| found))
    }

    /// The positions seen, and the present one, are pinned: with a history, or under the opening rule, whose moves the table does not
    /// know. A position alone has no history, and its moves are judged by the table.
    fn find_source(&self) -> Result<Source, AnalysisError> {
        let (table, game) = (&self.known.table, &self.game);
        if game.plays().is_empty() && !game.is_opening() {
            return Ok(Source::Table);
        }
        let seen = &game.positions()[game.positions().len() - game.seen().len() - 1..];
        let mut nothing = true;
        for position in seen {
            let Bounds { forced, forced_other } = table.probe_bounds(position.board)?;
            nothing &= forced.seeds() == Seeds::NONE && forced_other.seeds() == Seeds::NONE;
        }
        if nothing || !can_return(&self.known.moves, game, seen) {
            return Ok(Source::Table);
        }
        let seeds = game.position().board.total();
        let lower = seeds.count().checked_sub(1).and_then(Seeds::new);
        // Copies of columns count like boards that are solved, each of which takes more than eight bytes.
        let copied = lower.map_or(0, |lower| table.margins_memory(lower)) / 8;
        let (boards, limit) = (table.index().layer_boards(seeds), self.known.limit);
        if boards.saturating_add(copied) > limit {
            return Err(AnalysisError::Limit { seeds, boards, limit });
        }
        let pins: Vec<_> = seen.iter().map(|position| (position.board, position.side)).collect();
        let lower = lower.map(|lower| table.columns_to(lower)).transpose()?;
        let lower = lower.unwrap_or_else(|| vec![Default::default(); 2]);
        let [forced, forced_other] = &lower[..] else { unreachable!("a table of bounds has two columns") };
        let solve = |holder: Side| {
            let lower = [&forced[..], &forced_other[..]];
            solver::solve_pinned_bounds(table.clauses(), lower, seeds, holder, &pins, self.progress)
        };
        Ok(Source::Pinned(Box::new([solve(Side::South)?, solve(Side::North)?])))
    }
}

/// Orders the moves of a forcing line, the better one first. The holder takes the move that forces most, and of these the one that
/// does it soonest; the opponent takes the move that leaves the holder least, and of these the one that does it latest. Then each
/// looks at the other number.
fn forcing_order(one: Bounds, other: Bounds, holder_moves: bool) -> Ordering {
    let (mine, theirs) = if holder_moves {
        let soonest = one.forced.distance().cmp(&other.forced.distance());
        (
            other.forced.seeds().cmp(&one.forced.seeds()).then(soonest),
            one.forced_other.seeds().cmp(&other.forced_other.seeds()),
        )
    } else {
        let latest = other.forced_other.distance().cmp(&one.forced_other.distance());
        let least = one.forced_other.seeds().cmp(&other.forced_other.seeds());
        (least.then(latest), other.forced.seeds().cmp(&one.forced.seeds()))
    };
    mine.then(theirs)
}
