//! A game in progress: the moves so far, and everything seen since the last capture
//!
//! Repetition is about *positions*: the game is over if a board comes again with the same player to move. A board, and the
//! turned board with the other player to move, are two positions, although a table has one entry for both. No position
//! comes again after a capture, so the game remembers the positions since the last one.
//!
//! [`Game`] follows the rules move by move: which moves are legal, the opening rule, and when and why the game is over.

mod end;
mod error;
mod path;
mod refusal;

use std::fmt;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::board::{Board, Seeds};
use crate::moves::{Moves, Play};
use crate::position::{Position, Side, Totals};
use crate::rules::{Repetition, Rules};
use crate::shape::Shape;
use crate::value::Margin;

pub use end::End;
pub use error::{GameError, MoveError};
pub use path::SowingPath;
pub use refusal::PitRefusal;

/// The margin of a mover if each player takes the seeds of their own row.
fn rows(board: Board) -> Margin {
    let [own, total] = [board.own_seeds(), board.total()].map(|seeds| seeds.count() as i32);
    Margin::new(2 * own - total).expect("at most 127 seeds either way")
}

/// A game from some position on, move by move.
///
/// ```
/// use tihbat::game::{End, Game};
/// use tihbat::{position::Position, rules};
///
/// let start = Position::parse("1-1-1-1", &rules::TIHBAT)?;
/// let mut game = Game::new(rules::TIHBAT, start)?;
/// for name in ["A", "a"] {
///     game.play_named(name)?;
/// }
/// assert_eq!(game.end(), Some(End::Repetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    moves: Arc<Moves>,
    /// The start, then the position after each move.
    positions: Vec<Position>,
    plays: Vec<Play>,
    /// For each position the number of the first one of its layer.
    layer_begins: Vec<usize>,
    /// The positions of the present layer, the present one among them.
    seen: HashSet<(Board, Side)>,
    end: Option<End>,
}

impl Game {
    /// A game that begins with `start`, before the first move.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn new(rules: Rules, start: Position) -> Result<Self, GameError> {
        let [expected, found] = [rules.clauses().shape(), start.board.shape()].map(|shape| shape.pits());
        if expected != found {
            return Err(GameError::Shape { expected, found });
        }
        Ok(Self::begun(rules, start))
    }

    /// This game before its first move.
    pub(crate) fn restarted(&self) -> Self {
        Self::begun(self.rules, self.positions[0])
    }

    /// A game before its first move, on a board that is known to have its shape.
    pub(crate) fn begun(rules: Rules, start: Position) -> Self {
        debug_assert_eq!(rules.clauses().shape(), start.board.shape());
        let mut game = Self {
            rules,
            moves: Moves::shared(rules.clauses()),
            positions: vec![start],
            plays: Vec::new(),
            layer_begins: vec![0],
            seen: HashSet::from_iter([(start.board, start.side)]),
            end: None,
        };
        game.end = game.end_without_move();
        game
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.plays.len()]
    }

    /// The start, then the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// How the moves so far are written.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.positions.iter().zip(&self.plays).map(|(before, play)| before.move_name(play))
    }

    /// Returns the positions since the last capture, or since the start, without the present one. If one of them comes
    /// again, the game is over.
    pub fn seen(&self) -> &[Position] {
        let now = self.plays.len();
        &self.positions[self.layer_begins[now]..now]
    }

    /// Why the game is over; none if it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The result, if the game is over. None as well if it is over by a repetition and the rules leave open what that pays.
    pub fn finals(&self) -> Option<Totals> {
        let position = self.position();
        let margin = match (self.end?, self.rules.clauses().repetition()) {
            (End::Repetition, Repetition::Open) => return None,
            (End::Repetition, Repetition::Split) => Margin::ZERO,
            (End::Repetition, Repetition::OwnRow) => rows(position.board),
            (End::AllCaptured | End::NoMove, _) => self.moves.ending(position.board),
        };
        Some(position.finals(margin))
    }

    /// Whether the opening rule holds for the next move: the game has one, and the next move is the first of the whole game.
    pub fn is_opening(&self) -> bool {
        self.plays.is_empty() && self.rules.has_opening_rule() && self.positions[0] == Position::start(&self.rules)
    }

    /// The legal moves in the order of the pits, or the pass; empty if the game is over.
    pub fn legal(&self) -> Vec<Play> {
        if self.end.is_some() { Vec::new() } else { self.candidates() }
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// If it is none of [`Game::legal`], or the game is over.
    pub fn play(&mut self, play: &Play) -> Result<(), MoveError> {
        let name = || self.position().move_name(play);
        if let Some(end) = self.end {
            return Err(MoveError::Over { found: name(), end });
        }
        let legal = self.candidates();
        if !legal.contains(play) {
            return Err(self.illegal(name(), &legal));
        }
        self.push(play);
        Ok(())
    }

    /// Makes the move that a text names: a letter of the mover's pits, with the seeds that it captures or without them
    /// (`B+4` or `B`), or `pass`.
    ///
    /// # Errors
    /// If it is not a move, or not a legal one, or captures another number of seeds, or the game is over.
    pub fn play_named(&mut self, text: &str) -> Result<Play, MoveError> {
        if let Some(end) = self.end {
            return Err(MoveError::Over { found: text.to_owned(), end });
        }
        let (name, captured) = match text.split_once('+') {
            None => (text, None),
            Some((name, seeds)) => {
                let digits = !seeds.is_empty() && seeds.bytes().all(|byte| byte.is_ascii_digit());
                let seeds = seeds.parse().ok().filter(|_| digits).and_then(Seeds::new);
                (name, Some(seeds.ok_or_else(|| MoveError::Text { found: text.to_owned() })?))
            }
        };
        let position = *self.position();
        let legal = self.candidates();
        let named = legal.iter().find(|play| position.side.move_name(play.pit) == name);
        let Some(&play) = named else {
            return Err(self.illegal(text.to_owned(), &legal));
        };
        if let Some(found) = captured.filter(|&seeds| seeds != play.captured) {
            return Err(MoveError::Captured { name: name.to_owned(), found, expected: play.captured });
        }
        self.push(&play);
        Ok(play)
    }

    /// Undoes the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        if self.plays.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.layer_begins.pop();
        let layer = &self.positions[self.layer_begins[self.plays.len()]..];
        self.seen = layer.iter().map(|position| (position.board, position.side)).collect();
        self.end = None;
        true
    }

    /// The moves by the clauses and the opening rule, without regard to repetition.
    fn candidates(&self) -> Vec<Play> {
        let board = self.position().board;
        if self.is_opening() { self.moves.list_by_opening_rule(board) } else { self.moves.list(board) }
    }

    fn illegal(&self, found: String, legal: &[Play]) -> MoveError {
        let legal: Vec<_> = legal.iter().map(|play| self.position().move_name(play)).collect();
        MoveError::Illegal { side: self.position().side, found, legal: legal.join(", ") }
    }

    /// Makes a move that is known to be legal.
    pub(crate) fn push(&mut self, play: &Play) {
        let before = self.plays.len();
        let position = self.positions[before].after(play);
        let captures = play.captured != Seeds::NONE;
        if captures {
            self.seen.clear();
        }
        self.plays.push(*play);
        self.positions.push(position);
        self.layer_begins.push(if captures { before + 1 } else { self.layer_begins[before] });
        let new = self.seen.insert((position.board, position.side));
        self.end = if new { self.end_without_move() } else { Some(End::Repetition) };
    }

    fn end_without_move(&self) -> Option<End> {
        if self.position().board.total() == Seeds::NONE {
            Some(End::AllCaptured)
        } else {
            self.candidates().is_empty().then_some(End::NoMove)
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({}", self.positions[0])?;
        self.names().try_for_each(|name| write!(f, " {name}"))?;
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MODIAR, TIHBAT};

    fn game(rules: Rules, position: &str, moves: &str) -> Game {
        let mut game = Game::new(rules, Position::parse(position, &rules).expect("a position")).expect("a game");
        for name in moves.split_whitespace() {
            game.play_named(name).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_board_turned_round_is_another_position() {
        // 1-1-1-1 looks the same to both, but only the second time with South to move is a repetition.
        let mut game = game(TIHBAT, "1-1-1-1", "A");
        assert_eq!((game.end(), game.seen().len()), (None, 1));
        assert_eq!(game.position().board, game.positions()[0].board);
        game.play_named("b").expect("a legal move");
        assert_eq!(game.end(), Some(End::Repetition));
        assert_eq!(game.finals().expect("over").to_string(), "South 2, North 2");
        assert!(game.legal().is_empty());
        assert!(matches!(game.play_named("A"), Err(MoveError::Over { end: End::Repetition, .. })));
    }

    #[test]
    fn games_by_the_same_clauses_share_their_moves() {
        let [one, other] = ["1-1-1-1", "5-1-2-0"].map(|start| game(TIHBAT, start, "A"));
        assert!(Arc::ptr_eq(&one.moves, &other.moves));
        assert!(!Arc::ptr_eq(&one.moves, &game(MODIAR, "7-7-7-7-7-7", "").moves));
    }

    #[test]
    fn a_board_of_another_shape_begins_no_game() {
        let start = Position::start(&MODIAR);
        assert_eq!(Game::new(TIHBAT, start).err(), Some(GameError::Shape { expected: 4, found: 6 }));
    }

    #[test]
    fn a_move_that_is_not_legal_is_refused_with_those_that_are() {
        let mut game = game(TIHBAT, "1-1-1-1", "");
        let [first, second] = [0, 1].map(|at| game.legal()[at]);
        game.play(&first).expect("a legal move");
        let error = game.play(&Play { captured: Seeds::MAX, ..second }).expect_err("no capture").to_string();
        assert_eq!(error, "North is to move and cannot play \"b+127\"; the legal moves are a, b");
        game.play_named("b").expect("a legal move");
        assert!(matches!(game.play(&first), Err(MoveError::Over { end: End::Repetition, .. })));
        assert_eq!(game.plays().len(), 2);
    }

    #[test]
    fn a_capture_is_a_new_beginning() {
        let mut game = game(TIHBAT, "5-1-2-0", "B a");
        assert_eq!(game.seen().len(), 2);
        game.play_named("A+2").expect("a capture");
        assert!(game.seen().is_empty());
        assert!(game.undo());
        assert_eq!(game.seen().len(), 2);
    }

    #[test]
    fn undoing_forgets_what_was_seen() {
        let mut game = game(TIHBAT, "1-1-1-1", "A b");
        assert!(game.undo());
        assert_eq!(game.end(), None);
        assert!(game.undo() && !game.undo());
        assert!(game.seen().is_empty());
        game.play_named("B").expect("a legal move");
        game.play_named("a").expect("a legal move");
        assert_eq!(game.end(), Some(End::Repetition));
    }

    #[test]
    fn the_first_move_of_modiar_captures_nothing() {
        let mut game = game(MODIAR, "7-7-7-7-7-7", "");
        assert!(game.is_opening());
        assert!(game.legal().iter().all(|play| play.captured == Seeds::NONE));
        game.play_named("C").expect("a legal move");
        assert!(!game.is_opening());
        assert_eq!(game.seen().len(), 1);
    }

    #[test]
    fn what_is_no_move_is_refused_with_what_would_be() {
        let mut game = game(TIHBAT, "0-0-5-1-12-10-N", "");
        let error = |game: &mut Game, text: &str| game.play_named(text).expect_err("no move").to_string();
        assert_eq!(error(&mut game, "A"), "North is to move and cannot play \"A\"; the legal moves are a+2, b");
        assert_eq!(error(&mut game, "pass"), "North is to move and cannot play \"pass\"; the legal moves are a+2, b");
        assert_eq!(error(&mut game, "a+4"), "a captures 2 seeds here, not 4");
        for text in ["a+", "a+x", "a++1", "a+999"] {
            assert!(matches!(game.play_named(text), Err(MoveError::Text { .. })), "{text}");
        }
    }
}
