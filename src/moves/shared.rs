//! One [`Moves`] for each set of clauses
//!
//! Preparing a set of clauses fills tables of some 200 kB. All who ask for the same clauses therefore get the same object.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::rules::Clauses;

use super::Moves;

/// What was prepared and is still in use somewhere. This is a memo, not a state: what is found here equals what would be
/// prepared anew, and it is freed with its last handle.
static PREPARED: Mutex<Vec<(Clauses, Weak<Moves>)>> = Mutex::new(Vec::new());

impl Moves {
    /// Returns these clauses prepared for boards of their shape. They are prepared only if no other handle to them is alive.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tihbat::{Moves, rules};
    ///
    /// let [one, other] = [(); 2].map(|()| Moves::shared(rules::TIHBAT.clauses()));
    /// assert!(Arc::ptr_eq(&one, &other));
    /// ```
    pub fn shared(clauses: &Clauses) -> Arc<Self> {
        // After a panic of another thread the memo is still right: an entry is added whole or not at all.
        let mut prepared = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = prepared.iter().find(|(known, _)| known == clauses).and_then(|(_, moves)| moves.upgrade());
        known.unwrap_or_else(|| {
            let moves = Arc::new(Self::new(clauses, clauses.shape()));
            prepared.retain(|(_, moves)| moves.strong_count() > 0);
            prepared.push((*clauses, Arc::downgrade(&moves)));
            moves
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MODIAR, TIHBAT};

    #[test]
    fn equal_clauses_share_their_moves_while_one_handle_is_alive() {
        let moves = Moves::shared(TIHBAT.clauses());
        assert!(Arc::ptr_eq(&moves, &Moves::shared(TIHBAT.clauses())));
        assert!(!Arc::ptr_eq(&moves, &Moves::shared(MODIAR.clauses())));
    }

    #[test]
    fn the_memo_keeps_nothing_alive() {
        let clauses = TIHBAT.clauses().with(|draft| draft.lift_min = 101).expect("clauses");
        let last = Arc::downgrade(&Moves::shared(&clauses));
        assert!(last.upgrade().is_none());
    }
}
