//! What the universal web API sends: the names of its fields

use std::collections::BTreeMap;

use serde::Serialize;
use tihbat::store::GameSpec;

/// A game in the list of games.
#[derive(Serialize)]
pub(super) struct GameInList {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) gui: &'static str,
}

/// A game with its variants.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameWithVariants {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) variants: Vec<VariantInList>,
    pub(super) allow_custom_variant_creation: bool,
    pub(super) supports_win_by: bool,
}

/// A variant in a game.
#[derive(Serialize)]
pub(super) struct VariantInList {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) gui: &'static str,
}

/// A variant: its start, and how the board is drawn.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Variant {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) start_position: String,
    pub(super) autogui_start_position: String,
    #[serde(rename = "imageAutoGUIData")]
    pub(super) image_auto_gui_data: ImageData,
    pub(super) gui: &'static str,
}

/// The pictures of a board, by theme.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageData {
    pub(super) default_theme: &'static str,
    pub(super) themes: BTreeMap<&'static str, Theme>,
}

/// One way to draw a board. Lengths are in units of `space`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Theme {
    /// Width and height of the picture.
    pub(super) space: [f64; 2],
    /// The points where things are drawn: x to the right, y down.
    pub(super) centers: Vec<[f64; 2]>,
    /// The picture for each letter of a board.
    pub(super) char_images: BTreeMap<char, CharImage>,
    pub(super) text_entity_font_size: f64,
    pub(super) circle_button_radius: f64,
    pub(super) animation_type: &'static str,
}

/// A picture that is a part of their front end.
#[derive(Serialize)]
pub(super) struct CharImage {
    pub(super) image: &'static str,
    /// Its width.
    pub(super) scale: f64,
}

/// A position, and its moves, best first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionData {
    #[serde(flatten)]
    pub(super) child: Child,
    pub(super) moves: Vec<Move>,
}

/// What is said of every position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Child {
    pub(super) position: String,
    pub(super) autogui_position: String,
    /// `win`, `lose`, `tie`, `draw` or `unsolved`, for the side to move.
    pub(super) position_value: &'static str,
    /// Plies to the end of the game; -100 if they are finite but not known, -200 if the game has no end.
    pub(super) remoteness: i32,
    /// The difference of the totals at the end.
    pub(super) winby: u32,
    pub(super) mex: &'static str,
    pub(super) draw_level: i32,
    pub(super) draw_remoteness: i32,
}

/// A move, and the position after it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Move {
    #[serde(flatten)]
    pub(super) child: Child,
    #[serde(rename = "move")]
    pub(super) name: String,
    pub(super) autogui_move: String,
    /// The value for the side that moves.
    pub(super) move_value: &'static str,
    /// Plies by which the move is slower than the fastest of its value, or, if it loses, faster than the slowest.
    pub(super) delta_remoteness: i32,
}

/// How a game is played, in Markdown.
#[derive(Serialize)]
pub(super) struct Instructions {
    instructions: String,
}

impl Instructions {
    pub(super) fn new(spec: &GameSpec) -> Self {
        let (title, rules) = (title(&spec.name), spec.toml());
        let instructions = format!(
            "# {title}\n\n## Rules\n\n```toml\n{rules}```\n\n## What the numbers mean\n\nThe board is drawn as South sees it; South's store is at \
             the right. The difference at the end counts the captured seeds. The moves to the end are those of one perfect \
             line. The moves before a position are not known here, so a position that came before is not noticed.\n"
        );
        Self { instructions }
    }
}

/// A name with a capital letter.
pub(super) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
