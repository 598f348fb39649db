//! A question about one position: what `value`, `best` and `line` have in common

use clap::Args;
use serde_json::{Value as Json, json};
use tihbat::analysis::Analysis;
use tihbat::position::Position;

use super::failure::Failure;
use super::game::{Game, GameArgs};
use super::source::SourceArgs;

/// Which position is asked about, and how the answer is to be given.
#[derive(Args)]
pub(super) struct Question {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or the pits alone [default: the start]
    position: Option<String>,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// A question that was understood, and what answers it.
pub(super) struct Asked<'a> {
    pub(super) position: Position,
    pub(super) analysis: Analysis<'a>,
    game: &'a Game,
}

impl Question {
    /// Finds a table that can answer, and lets `answer` do so.
    pub(super) fn ask(&self, answer: impl FnOnce(&Asked<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        let (game, position) = self.game.game_and_text(self.position.as_deref())?;
        let position = game.position(position)?;
        let table = self.source.table(&game, position.board.total())?;
        let analysis = Analysis::new(game.rules, &table)?;
        answer(&Asked { position, analysis, game: &game })
    }
}

impl Asked<'_> {
    /// The beginning of every answer in JSON, to which `answer` is added.
    pub(super) fn json(&self, answer: Json) -> Json {
        let mut json = json!({ "game": self.game.name, "position": self.position.to_string() });
        if let (Json::Object(json), Json::Object(answer)) = (&mut json, answer) {
            json.extend(answer);
        }
        if self.analysis.is_quiet_start(&self.position) {
            json["first_move"] = true.into();
        }
        json
    }
}
