//! `tihbat layers`: what a table holds, layer by layer

use std::io::Write;

use clap::Args;
use tihbat::answer::{BoundsLayerAnswer, HistogramAnswer, LayerAnswer, OpenHistogramAnswer};
use tihbat::board::Seeds;
use tihbat::census::{self, LayerCounts};
use tihbat::table::Table;
use tihbat::value::TableKind;

use crate::cli::failure::Failure;
use crate::cli::game::{self, GameArgs};
use crate::cli::output;
use crate::cli::source::SourceArgs;

/// Count the boards of every layer that are won, drawn and lost for the player to move, or those of each margin.
///
/// A histogram has one line for each layer, "seeds margin:boards margin:boards ...", as those of awari were published. If the
/// rules leave open what a repetition pays, the boards are counted by whether their value depends on it; the histogram then has
/// the number of boards of each number of seeds that depend on it, "seeds open:boards open:boards ...".
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat layers modiar\n  tihbat layers awari --max-seeds 12 --json\n  tihbat layers awari --max-seeds 12 --histogram\n  tihbat layers oware --max-seeds 12    how many boards depend on what a repetition pays"
)]
pub(in crate::cli) struct LayersArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Only the layers of up to N seeds
    #[arg(long, value_name = "N")]
    max_seeds: Option<u64>,

    /// Print the number of boards of each margin instead
    #[arg(long)]
    histogram: bool,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl LayersArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let most = game::layers(&game, self.max_seeds)?;
        let table = self.source.table_of_layers(&game, most)?;
        match (table.kind(), self.histogram) {
            (TableKind::Margins, false) => self.counts(&table, most),
            (TableKind::Margins, true) => self.histograms(&table, most),
            (TableKind::Bounds, false) => self.bounds(&table, most),
            (TableKind::Bounds, true) => self.open_histograms(&table, most),
        }
    }

    /// How many boards depend on what a repetition pays.
    fn bounds(&self, table: &Table, most: Seeds) -> Result<(), Failure> {
        let layers: Result<Vec<_>, _> = most.layers().map(|seeds| census::count_bounds(table, seeds)).collect();
        let layers: Vec<_> = layers?.iter().map(BoundsLayerAnswer::from).collect();
        if self.json {
            return output::json(&layers);
        }
        let mut out = output::out();
        if self.csv {
            writeln!(out, "seeds,boards,independent,dependent,nothing_forced,max_forced,max_distance")?;
            for layer in layers {
                let BoundsLayerAnswer { seeds, boards, independent, dependent, .. } = layer;
                let distance = layer.max_distance.map_or_else(String::new, |plies| plies.to_string());
                let (nothing, forced) = (layer.nothing_forced, layer.max_forced);
                writeln!(out, "{seeds},{boards},{independent},{dependent},{nothing},{forced},{distance}")?;
            }
            return Ok(out.flush()?);
        }
        writeln!(out, "Boards with one value under every repetition rule, and boards whose value depends on it:\n")?;
        writeln!(out, "seeds         boards    independent      dependent  independent  max forced  max plies")?;
        for layer in layers {
            let [boards, independent, dependent] =
                [layer.boards, layer.independent, layer.dependent].map(output::count);
            let share = 100.0 * layer.independent as f64 / layer.boards as f64;
            let distance = layer.max_distance.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
            let (seeds, forced) = (layer.seeds, layer.max_forced);
            writeln!(
                out,
                "{seeds:>5} {boards:>14} {independent:>14} {dependent:>14} {share:>10.1} % {forced:>11} {distance:>10}"
            )?;
        }
        Ok(out.flush()?)
    }

    /// How many boards have how many seeds that depend on what a repetition pays.
    fn open_histograms(&self, table: &Table, most: Seeds) -> Result<(), Failure> {
        let layers = most.layers().map(|seeds| Ok::<_, Failure>((seeds, census::open_histogram(table, seeds)?)));
        if self.json {
            let layers = layers.map(|layer| layer.map(|(seeds, open)| OpenHistogramAnswer::new(seeds, &open)));
            return output::json(&layers.collect::<Result<Vec<_>, Failure>>()?);
        }
        let mut out = output::out();
        if self.csv {
            writeln!(out, "seeds,open,boards")?;
        }
        for layer in layers {
            let (seeds, open) = layer?;
            if self.csv {
                for (open, boards) in open {
                    writeln!(out, "{seeds},{open},{boards}")?;
                }
            } else {
                let words: Vec<_> = open.iter().map(|(open, boards)| format!("{open}:{boards}")).collect();
                writeln!(out, "{seeds} {}", words.join(" "))?;
            }
        }
        Ok(out.flush()?)
    }

    fn histograms(&self, table: &Table, most: Seeds) -> Result<(), Failure> {
        let layers = most.layers().map(|seeds| Ok::<_, Failure>((seeds, census::histogram(table, seeds)?)));
        if self.json {
            let layers = layers.map(|layer| layer.map(|(seeds, margins)| HistogramAnswer::new(seeds, &margins)));
            return output::json(&layers.collect::<Result<Vec<_>, Failure>>()?);
        }
        let mut out = output::out();
        if self.csv {
            writeln!(out, "seeds,margin,boards")?;
        }
        for layer in layers {
            let (seeds, margins) = layer?;
            let margins = margins.iter().map(|(margin, boards)| (margin.seeds(), boards));
            if self.csv {
                for (margin, boards) in margins {
                    writeln!(out, "{seeds},{margin},{boards}")?;
                }
            } else {
                let words: Vec<_> = margins.map(|(margin, boards)| format!("{margin}:{boards}")).collect();
                writeln!(out, "{seeds} {}", words.join(" "))?;
            }
        }
        Ok(out.flush()?)
    }

    fn counts(&self, table: &Table, most: Seeds) -> Result<(), Failure> {
        let counts: Result<Vec<LayerCounts>, _> = most.layers().map(|seeds| census::count(table, seeds)).collect();
        let counts = counts?;
        if self.json {
            return output::json(&counts.iter().map(LayerAnswer::from).collect::<Vec<_>>());
        }
        let mut out = output::out();
        if self.csv {
            writeln!(out, "seeds,boards,won,drawn,lost,max_margin,max_distance")?;
            for LayerCounts { seeds, boards, won, drawn, lost, max_margin, max_distance } in counts {
                let distance = max_distance.map_or_else(String::new, |distance| distance.to_string());
                writeln!(out, "{seeds},{boards},{won},{drawn},{lost},{},{distance}", max_margin.seeds())?;
            }
            return Ok(out.flush()?);
        }
        writeln!(out, "seeds         boards            won          drawn           lost  max margin  max plies")?;
        for counts in counts {
            let [boards, won, drawn, lost] = [counts.boards, counts.won, counts.drawn, counts.lost].map(output::count);
            let distance = counts.max_distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string());
            let (seeds, margin) = (counts.seeds, counts.max_margin);
            writeln!(out, "{seeds:>5} {boards:>14} {won:>14} {drawn:>14} {lost:>14} {margin:>11} {distance:>10}")?;
        }
        Ok(out.flush()?)
    }
}
