//! The board as their front end draws it
//!
//! A board is text: `1_` or `2_` for the side to move, a letter or a full stop for each point of the picture, and then the texts for
//! the full stops, each after a tilde. Here a disc and a number are drawn for each pit and each store; a button beside each pit is a move.

use std::collections::BTreeMap;

use tihbat::position::{Position, Side};

use super::types::{CharImage, ImageData, Theme};

/// The letter of the disc under a number.
const DISC: char = 'o';
/// The name of its picture in their front end.
const DISC_PICTURE: &str = "general/orange_circle.svg";
/// The only theme.
const THEME: &str = "regular";

/// The width of a pit's square, in which the picture is measured.
const PIT: f64 = 1.0;
/// The width of a disc.
const DISC_WIDTH: f64 = 0.8;
/// The height of a number.
const NUMBER_HEIGHT: f64 = 0.4;
/// The radius of a button.
const BUTTON_RADIUS: f64 = 0.12;
/// The distance of a button from the middle of its pit.
const BUTTON_DISTANCE: f64 = 0.6;
/// Room above and below the rows, for the buttons.
const MARGIN: f64 = 0.3;

/// The picture of a board with `row` pits a side. Its points are: for each pit and for South's and North's store a disc; the same for
/// the numbers; for each pit a button.
pub(super) struct BoardImage {
    row: usize,
}

impl BoardImage {
    pub(super) fn new(row: usize) -> Self {
        Self { row }
    }

    /// How the board is drawn.
    pub(super) fn data(&self) -> ImageData {
        let pits = 2 * self.row;
        let mut centers: Vec<_> = (0..pits).map(|pit| self.pit(pit)).collect();
        let middle = MARGIN + PIT;
        centers.push([PIT * (self.row as f64 + 1.5), middle]);
        centers.push([PIT * 0.5, middle]);
        centers.extend(centers.clone());
        centers.extend((0..pits).map(|pit| {
            let [x, y] = self.pit(pit);
            [x, if pit < self.row { y + BUTTON_DISTANCE } else { y - BUTTON_DISTANCE }]
        }));
        let theme = Theme {
            space: [PIT * (self.row as f64 + 2.0), 2.0 * (PIT + MARGIN)],
            centers,
            char_images: BTreeMap::from([(DISC, CharImage { image: DISC_PICTURE, scale: DISC_WIDTH })]),
            text_entity_font_size: NUMBER_HEIGHT,
            circle_button_radius: BUTTON_RADIUS,
            animation_type: "entityFade",
        };
        ImageData { default_theme: THEME, themes: BTreeMap::from([(THEME, theme)]) }
    }

    /// The middle of a pit: South's row is at the bottom and goes to the right, North's is at the top and goes to the left.
    fn pit(&self, pit: usize) -> [f64; 2] {
        let column = if pit < self.row { pit } else { 2 * self.row - 1 - pit };
        let y = if pit < self.row { MARGIN + 1.5 * PIT } else { MARGIN + 0.5 * PIT };
        [PIT * (column as f64 + 1.5), y]
    }
}

/// A position as text for the picture.
pub(super) fn text(position: &Position) -> String {
    let numbers = position.from_south().pits().map(usize::from);
    let numbers: Vec<_> = numbers.chain(position.captured.iter().map(|seeds| seeds.count())).collect();
    let mut text = if position.side == Side::South { "1_" } else { "2_" }.to_owned();
    text.extend(std::iter::repeat_n(DISC, numbers.len()));
    text.extend(std::iter::repeat_n('.', numbers.len()));
    for number in numbers {
        text.push('~');
        text.push_str(&number.to_string());
    }
    text
}

/// A move as text for the picture: a button beside the pit. A pass has none, and is listed by its name.
pub(super) fn move_text(row: usize, side: Side, pit: Option<usize>) -> String {
    let Some(pit) = pit else { return "pass".to_owned() };
    let from_south = if side == Side::South { pit } else { row + pit };
    let discs_and_numbers = 2 * (2 * row + 2);
    format!("A_-_{}", discs_and_numbers + from_south)
}
