//! `tihbat layers`: what a table holds, layer by layer

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};
use tihbat::layers::{self, LayerCounts};

use super::args::GameArgs;
use super::failure::Failure;
use super::output;
use super::source::SourceArgs;

/// Count the boards of every layer that are won, drawn and lost for the player to move.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat layers modiar\n  tihbat layers awari --max-seeds 12 --json")]
pub(super) struct Layers {
    #[command(flatten)]
    game: GameArgs,

    /// Only the layers of up to N seeds
    #[arg(long, value_name = "N")]
    max_seeds: Option<u8>,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Layers {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let most = game.layers(self.max_seeds)?;
        let table = self.source.table(&game, most)?;
        let counts: Result<Vec<LayerCounts>, _> = most.layers().map(|seeds| layers::count(&table, seeds)).collect();
        let counts = counts?;
        if self.json {
            let layer = |counts: &LayerCounts| {
                json!({
                    "seeds": counts.seeds.count(),
                    "boards": counts.boards,
                    "won": counts.won,
                    "drawn": counts.drawn,
                    "lost": counts.lost,
                    "max_margin": counts.max_margin.seeds(),
                    "max_distance": counts.max_distance.map_or(Json::Null, |distance| distance.plies().into()),
                })
            };
            return output::json(&counts.iter().map(layer).collect());
        }
        let mut out = output::out();
        writeln!(out, "seeds         boards            won          drawn           lost  margin  plies")?;
        for counts in counts {
            let [boards, won, drawn, lost] = [counts.boards, counts.won, counts.drawn, counts.lost].map(output::count);
            let distance = counts.max_distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string());
            let (seeds, margin) = (counts.seeds, counts.max_margin);
            writeln!(out, "{seeds:>5} {boards:>14} {won:>14} {drawn:>14} {lost:>14} {margin:>7} {distance:>6}")?;
        }
        Ok(out.flush()?)
    }
}
