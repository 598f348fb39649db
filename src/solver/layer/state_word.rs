//! The 16 bits that are stored of a board while its layer is solved

/// What is known of a board, except for its distance.
///
/// ```text
///     bits 0..8    without a label: the best exit, or NO_EXIT;  with a label: the margin;  each plus 128
///     bits 8..12   the quiet-move count: quiet moves that are not yet known to lose
///     bit  14      the game is over on this board, and the exit is what the end pays
///     bit  15      the board has a label
/// ```
#[derive(Clone, Copy)]
pub(in crate::solver) struct StateWord(pub(super) u16);

/// The exit of a board without exits. It is worse than every margin.
pub(in crate::solver) const NO_EXIT: i8 = i8::MIN;

pub(super) const ONE_QUIET_MOVE: u16 = 1 << 8;
const QUIET_MOVES: u16 = 0xf << 8;
const ENDED: u16 = 1 << 14;
pub(super) const LABELLED: u16 = 1 << 15;

/// Returns the bits of a margin. They rise with the margin, so that state words can be compared.
#[inline(always)]
fn bits(margin: i8) -> u16 {
    u16::from(margin as u8 ^ 0x80)
}

impl StateWord {
    /// A board without a label, with its best capture and its number of quiet moves.
    #[inline(always)]
    pub(in crate::solver) fn unlabelled(exit: i8, quiet_moves: u16) -> Self {
        Self(bits(exit) | (quiet_moves * ONE_QUIET_MOVE))
    }

    /// A board without a label on which the game is over.
    pub(in crate::solver) fn ended(pays: i8) -> Self {
        Self(bits(pays) | ENDED)
    }

    /// The same board with a label. The quiet-move count stays, so that updates may still count down.
    #[inline(always)]
    pub(super) fn labelled(self, margin: i8) -> Self {
        Self(LABELLED | (self.0 & (QUIET_MOVES | ENDED)) | bits(margin))
    }

    /// The same board, labelled with the margin of its exit.
    #[inline(always)]
    pub(super) fn labelled_by_exit(self) -> Self {
        Self(self.0 | LABELLED)
    }

    /// The same board after one of its quiet moves turned out to lose.
    #[inline(always)]
    pub(super) fn without_a_quiet_move(self) -> Self {
        Self(self.0 - ONE_QUIET_MOVE)
    }

    /// Returns the bits, as a layer stores them.
    #[inline(always)]
    pub(in crate::solver) fn to_bits(self) -> u16 {
        self.0
    }

    /// Whether the board has no label, no quiet move left, and no exit better than `margin`. One comparison is enough, because
    /// the exit is in the lowest bits and everything else is above it.
    #[inline(always)]
    pub(super) fn is_lost_by(self, margin: i8) -> bool {
        self.0 <= bits(margin)
    }

    /// Whether a capture decides an unlabelled board: the best one wins `seeds`, or it loses `seeds` and no quiet move is left.
    /// False on boards on which the game is over.
    #[inline(always)]
    pub(super) fn is_decided_by_capture(self, seeds: i8) -> bool {
        (self.0 & !QUIET_MOVES == bits(seeds)) | (self.0 == bits(-seeds))
    }

    /// Whether the game is over on an unlabelled board, and the end pays `seeds` or costs `seeds`.
    #[inline(always)]
    pub(super) fn is_ended(self, seeds: i8) -> bool {
        (self.0 == ENDED | bits(seeds)) | (self.0 == ENDED | bits(-seeds))
    }

    /// Whether the board is labelled with this margin, which is not 0.
    #[inline(always)]
    pub(super) fn is_labelled_with(self, margin: i8) -> bool {
        self.0 & !(QUIET_MOVES | ENDED) == LABELLED | bits(margin)
    }

    /// Whether the board has a label.
    #[inline(always)]
    pub(super) fn is_labelled(self) -> bool {
        self.0 & LABELLED != 0
    }

    /// Returns the margin of a labelled board, or the best exit of an unlabelled one.
    #[inline(always)]
    pub(super) fn margin_or_exit(self) -> i8 {
        (self.0 as u8 ^ 0x80) as i8
    }

    /// Returns the margin of a board after the last wave: that of its label, or 0.
    #[inline(always)]
    pub(super) fn final_margin(self) -> i8 {
        if self.is_labelled() { self.margin_or_exit() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every state word that can occur, asked for every number of seeds.
    #[test]
    fn a_state_word_is_what_it_was_made() {
        for seeds in 1..=127_i8 {
            for exit in -127..=127 {
                let [mut open, ended] = [StateWord::unlabelled(exit, 0), StateWord::ended(exit)];
                let same = exit.unsigned_abs() == seeds.unsigned_abs();
                assert_eq!((open.is_decided_by_capture(seeds), open.is_ended(seeds)), (same, false));
                assert_eq!((ended.is_decided_by_capture(seeds), ended.is_ended(seeds)), (false, same));
                for quiet_moves in 0..=8 {
                    let decided = exit == seeds || (exit == -seeds && quiet_moves == 0);
                    assert_eq!(open.is_decided_by_capture(seeds), decided);
                    for labelled in [open.labelled(exit), ended.labelled(exit)] {
                        assert!(!labelled.is_decided_by_capture(seeds) && !labelled.is_ended(seeds));
                        assert_eq!(labelled.final_margin(), exit);
                        for margin in [seeds, -seeds] {
                            assert_eq!(labelled.is_labelled_with(margin), exit == margin);
                        }
                    }
                    open = StateWord(open.0 + ONE_QUIET_MOVE);
                }
            }
            assert!(!StateWord::unlabelled(NO_EXIT, 0).is_decided_by_capture(seeds));
        }
    }
}
