//! Playing a recorded game again

use crate::game::{Game, MoveError};
use crate::position::{Position, Side};
use crate::rules::Rules;

use super::error::{Reason, RecordError};
use super::result::{ClaimedResult, NO_RESULT, RecordedEnding};
use super::{Record, UNKNOWN, Word};

impl Record {
    /// Plays the game again: every move must be legal and every capture right. The result may differ: see [`Record::ending`].
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn replay(&self, rules: &Rules) -> Result<Game, RecordError> {
        let start = match self.word("FEN") {
            None => Position::start(rules),
            Some(Word { text, place }) => Position::parse(text, rules)
                .map_err(|error| RecordError { place: *place, reason: Reason::Start(error) })?,
        };
        let mut game = Game::begun(*rules, start);
        for (at, Word { text, place }) in self.moves.iter().enumerate() {
            let made = match game.play_named(text) {
                Err(MoveError::Captured { name, found, expected }) if at + 1 == self.moves.len() => {
                    let taken_at_end = found.count().saturating_sub(expected.count());
                    game.play_named(&name).map(drop).and_then(|()| {
                        let right = found > expected && self.takes(&game, taken_at_end);
                        if right { Ok(()) } else { Err(MoveError::Captured { name, found, expected }) }
                    })
                }
                made => made.map(drop),
            };
            made.map_err(|error| RecordError { place: *place, reason: Reason::Move { number: at + 1, error } })?;
        }
        Ok(game)
    }

    /// Whether the player of the last move may take this number of seeds from the board at the end of the game.
    fn takes(&self, game: &Game, seeds: usize) -> bool {
        let position = game.position();
        let mover = position.side.other();
        let own_row = position.board.turned().own_seeds();
        let has = |side: Side| position.captured[side as usize].count();
        let by_rules = game.finals().map(|finals| finals.of(mover) - has(mover) as f64);
        let by_result = self.claimed().and_then(|word| match ClaimedResult::parse(&word.text)? {
            ClaimedResult::Totals(halves) => Some(halves[mover as usize] as usize == 2 * (has(mover) + seeds)),
            ClaimedResult::Winner(_) => None,
        });
        by_rules == Some(seeds as f64) || seeds == own_row.count() && (game.end().is_some() || by_result == Some(true))
    }

    /// How the game ended, and whether the rules agree with the result that the record claims. `game` is the one that [`Record::replay`] returned.
    pub fn ending(&self, game: &Game) -> RecordedEnding {
        let text = |word: &Word| word.text.clone();
        let (claimed, by_tag) = (self.claimed().map(text), self.claimed_by_tag().map(text));
        let differs = by_tag.as_deref().filter(|tag| {
            let results = [Some(*tag), claimed.as_deref()].map(|text| text.and_then(ClaimedResult::parse));
            results[0] != results[1]
        });
        RecordedEnding::new(game, claimed.as_deref(), differs)
    }

    /// The result that is claimed: at the end of the moves, or else in the tag.
    fn claimed(&self) -> Option<&Word> {
        self.result.as_ref().filter(|word| word.text != NO_RESULT).or_else(|| self.claimed_by_tag())
    }

    fn claimed_by_tag(&self) -> Option<&Word> {
        let tag = self.word("Result").filter(|word| ![UNKNOWN, NO_RESULT, ""].contains(&word.text.as_str()));
        tag.filter(|word| ClaimedResult::parse(&word.text).is_some())
    }
}
