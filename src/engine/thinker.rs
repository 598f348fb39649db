//! Thinking about one move, on a thread of its own
//!
//! A position that the table knows has its move at once: the table's own. If there is time, the move is then made exact for this game, in
//! which a position seen before ends the play; for that a layer may have to be solved again. If the time is over first, the solve is
//! abandoned and the table's move is played. Of the moves by which most is forced it is the one with the shortest way, so that it comes to its
//! end.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Instant;

use crate::analysis::{AnalysisError, AnyAnalysis, KnownMove};
use crate::game::Game;
use crate::moves::Play;
use crate::partner::{self, Strength};
use crate::position::{Position, Side};
use crate::progress::Progress;
use crate::search::{SearchLimits, search};
use crate::value::AnyValue;

use super::control::Control;
use super::output::AnswerStream;

/// A move to be found.
pub(super) struct Thinker {
    pub(super) analysis: AnyAnalysis,
    pub(super) game: Game,
    pub(super) strength: Strength,
    /// Plies at most.
    pub(super) depth: Option<u32>,
    pub(super) pool: Arc<rayon::ThreadPool>,
    pub(super) control: Arc<Control>,
    pub(super) out: Arc<AnswerStream>,
}

/// A layer that was being solved when the time was over.
struct Abandoned;

impl Thinker {
    /// Finds a move and says it, when it may be said.
    pub(super) fn think(self) {
        let line = self.pool.install(|| self.find());
        let line = line.unwrap_or_else(|error| {
            self.out.complain(&error.to_string());
            // A damaged table must not lose the game on time.
            self.game.legal().into_iter().take(1).collect()
        });
        self.control.wait();
        let names = self.names(&line);
        self.out.say(&match &names[..] {
            [] => "bestmove 0000".to_owned(),
            [best] => format!("bestmove {best}"),
            [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        });
    }

    /// The move, with the moves that are expected after it; empty if the game is over.
    fn find(&self) -> Result<Vec<Play>, AnalysisError> {
        let legal = self.game.legal();
        if fastrand::u8(..10) >= self.strength.number() {
            return Ok(fastrand::choice(legal).into_iter().collect());
        }
        if legal.is_empty() {
            return Ok(Vec::new());
        }
        if self.analysis.covers(self.game.position()) { self.by_table() } else { self.by_search(legal) }
    }

    fn by_search(&self, legal: Vec<Play>) -> Result<Vec<Play>, AnalysisError> {
        let begun = Instant::now();
        let limits = SearchLimits { depth: self.depth.unwrap_or(SearchLimits::DEEPEST).max(1), ..SearchLimits::NONE };
        let found = search(&self.analysis, &self.game, limits, &|| self.control.goes_on(), &mut |found| {
            let (depth, cp, nodes) = (found.depth, 100 * found.score, found.positions);
            let (time, pv) = (begun.elapsed().as_millis(), self.names(&found.line).join(" "));
            self.out.say(&format!("info depth {depth} score cp {cp} nodes {nodes} time {time} pv {pv}"));
        })?;
        Ok(found.map_or_else(|| legal.into_iter().take(1).collect(), |found| found.line))
    }

    fn by_table(&self) -> Result<Vec<Play>, AnalysisError> {
        let quick = self.table_move(self.game.position())?.expect("a game that goes on has a move");
        self.tell(&quick);
        let exact = self.exact_move().transpose()?.flatten().unwrap_or(quick.play);
        if exact != quick.play {
            let moves = self.alone(self.game.position())?;
            moves.iter().filter(|known| known.play == exact).for_each(|known| self.tell(known));
        }
        let after = self.game.position().after(&exact);
        let mut next = self.game.clone();
        next.push(&exact);
        let reply = if next.end().is_none() { self.table_move(&after)? } else { None };
        Ok(std::iter::once(exact).chain(reply.map(|reply| reply.play)).collect())
    }

    /// The moves of a position by the table, as if nothing had been seen before, best first.
    fn alone(&self, position: &Position) -> Result<Vec<KnownMove>, AnalysisError> {
        let game = Game::new(*self.analysis.rules(), *position)?;
        self.analysis.follow(&game, Progress::NONE)?.moves()
    }

    /// The table's own move: most is forced, in the shortest way. None if there is no move.
    fn table_move(&self, position: &Position) -> Result<Option<KnownMove>, AnalysisError> {
        let mut moves = self.alone(position)?;
        let most = moves.iter().filter_map(forced).map(|(seeds, _)| seeds).max();
        if let Some(most) = most.filter(|&most| most > 0) {
            moves.retain(|known| forced(known).is_none_or(|(seeds, _)| seeds == most));
            moves.sort_by_key(|known| forced(known).map(|(_, plies)| plies));
        }
        Ok(moves.into_iter().next())
    }

    /// The best move in this game; none if the time was over before it was found.
    fn exact_move(&self) -> Option<Result<Option<Play>, AnalysisError>> {
        let add = |_| {
            if !self.control.goes_on() {
                // Nothing else ends a solve that has begun. No hook hears of it, and what was solved is dropped.
                resume_unwind(Box::new(Abandoned));
            }
        };
        let found =
            catch_unwind(AssertUnwindSafe(|| partner::perfect(&self.analysis, &self.game, Progress::new(&add))));
        match found {
            Ok(found) => Some(found),
            Err(cause) if cause.is::<Abandoned>() => None,
            Err(cause) => resume_unwind(cause),
        }
    }

    fn tell(&self, known: &KnownMove) {
        let (Some(worth), name) = (known.worth, self.name(self.game.position().side, &known.play)) else { return };
        let plies = match worth {
            AnyValue::Margin(value) => value.distance(),
            AnyValue::Bounds(bounds) => bounds.forced.distance(),
        };
        let depth = plies.map_or(1, |plies| plies.plies());
        self.out.say(&format!("info depth {depth} score cp {} nodes 0 time 0 pv {name}", 100 * worth.certain()));
    }

    /// How a move is written: without what it captures.
    fn name(&self, side: Side, play: &Play) -> String {
        side.move_name(play.pit)
    }

    /// How moves that follow each other are written.
    fn names(&self, line: &[Play]) -> Vec<String> {
        let side = self.game.position().side;
        let sides = [side, side.other()].into_iter().cycle();
        line.iter().zip(sides).map(|(play, side)| self.name(side, play)).collect()
    }
}

/// The seeds that a move forces, and the plies to them; none in a game with margins, whose best move has the shortest way.
fn forced(known: &KnownMove) -> Option<(usize, u16)> {
    match known.worth? {
        AnyValue::Margin(_) => None,
        AnyValue::Bounds(bounds) => {
            let plies = bounds.forced.distance().map_or(0, |distance| distance.plies());
            Some((bounds.forced.seeds().count(), plies))
        }
    }
}
