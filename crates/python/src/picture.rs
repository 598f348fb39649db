//! A board as a picture, and text in pictures and pages

use std::fmt::Write;

use tihbat::position::{Position, Side};

/// Pixels.
const CELL: usize = 56;
const MARGIN: usize = 26;
const STORE: usize = 64;

/// Text that is safe inside HTML and SVG.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            plain => safe.push(plain),
        }
    }
    safe
}

/// Draws a position: North's row above, sown from right to left, South's row below, and the captured seeds beside them. The row of the
/// side to move is coloured. `note` is written under the board.
pub fn board(position: &Position, note: &str) -> String {
    let pits: Vec<u8> = position.from_south().pits().collect();
    let row = pits.len() / 2;
    let (width, height) = (2 * STORE + row * CELL, 2 * CELL + 2 * MARGIN + if note.is_empty() { 0 } else { 24 });
    let width = width.max(if note.is_empty() { 0 } else { 8 * note.chars().count() + 16 });
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" role=\"img\"><title>{position}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    let mut pit = |side: Side, number: usize| {
        let (column, line, name_at) = match side {
            Side::South => (number, 1, 2 * CELL + MARGIN + 17),
            Side::North => (row - 1 - number, 0, MARGIN - 9),
        };
        let seeds = pits[number + if side == Side::South { 0 } else { row }];
        let (x, y) = (STORE + column * CELL + CELL / 2, MARGIN + line * CELL + CELL / 2);
        let fill = if side == position.side { "#fdebd0" } else { "#f2f2f2" };
        let radius = CELL / 2 - 4;
        let letter = side.move_name(Some(tihbat::board::Pit::new(number)));
        // Writing to a text cannot fail.
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#7e5109\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"18\" fill=\"#000\">{seeds}</text>\
             <text x=\"{x}\" y=\"{name_at}\" font-size=\"12\" fill=\"#666\">{letter}</text>",
            y + 6
        );
    };
    for number in 0..row {
        pit(Side::North, number);
        pit(Side::South, number);
    }
    let stores = [(Side::North, STORE / 2, 0), (Side::South, STORE + row * CELL + STORE / 2, 1)];
    for (side, x, line) in stores {
        let y = MARGIN + line * CELL + CELL / 2;
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"12\" fill=\"#666\">{side}</text>\
             <text x=\"{x}\" y=\"{}\" font-size=\"18\" fill=\"#000\">{}</text>",
            y - 10,
            y + 12,
            position.captured[side as usize]
        );
    }
    if !note.is_empty() {
        let note = escaped(note);
        let _ = write!(
            svg,
            "<text x=\"8\" y=\"{}\" font-size=\"13\" text-anchor=\"start\" fill=\"#000\">{note}</text>",
            height - 9
        );
    }
    svg + "</svg>"
}
