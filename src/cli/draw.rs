//! A position as a picture in text

use std::fmt::Write;

use tihbat::board::Pit;
use tihbat::position::{Position, Side};
use tihbat::shape::Shape;

/// South's row below, sown from left to right; North's above, sown from right to left.
///
/// ```text
///            b    a
///   North [  7 |  7 ]  captured 0
///   South [  7 |  7 ]  captured 0, to move
///            A    B
/// ```
pub(super) fn board(position: &Position) -> String {
    let seeds: Vec<u8> = position.from_south().pits().collect();
    let row = position.board.shape().row();
    let (south, north) = seeds.split_at(row);
    let letters = |side: Side| (0..row).map(move |pit| side.move_name(Some(Pit::new(pit))));
    let cells = |row: Vec<String>| row.iter().map(|cell| format!("{cell:>3}")).collect::<Vec<_>>();
    let bar = |row: Vec<u8>| cells(row.iter().map(u8::to_string).collect()).join(" |");
    let names = |row: Vec<String>| cells(row).join("  ");
    let note = |side: Side| {
        let turn = if position.side == side { ", to move" } else { "" };
        format!("captured {}{turn}", position.captured[side as usize])
    };
    let mut drawn = String::new();
    let mut line = |text: String| {
        let _ = writeln!(drawn, "{}", text.trim_end());
    };
    line(format!("         {}", names(letters(Side::North).rev().collect())));
    line(format!("  North [{} ]  {}", bar(north.iter().rev().copied().collect()), note(Side::North)));
    line(format!("  South [{} ]  {}", bar(south.to_vec()), note(Side::South)));
    line(format!("         {}", names(letters(Side::South).collect())));
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use tihbat::rules::MODIAR;

    #[test]
    fn north_is_drawn_from_right_to_left() {
        let position = Position::parse("1-2-3-4-15-6-8-3-N", &MODIAR).expect("a position");
        let drawn = [
            "           c    b    a",
            "  North [  6 | 15 |  4 ]  captured 3, to move",
            "  South [  1 |  2 |  3 ]  captured 8",
            "           A    B    C",
        ];
        assert_eq!(board(&position).lines().collect::<Vec<_>>(), drawn);
    }
}
