//! The explorer: the files of the web page, and what it has to know of a game
//!
//! The page itself is plain files, part of the program. What it cannot work out from a table alone is told in JSON:
//! `games.json` lists the games with their clauses and the answers about their starts, and beside each table a file of
//! the same name has its statistics.

use serde_json::{Map, Value as Json, json};
use tihbat::analysis::Analysis;
use tihbat::layers;
use tihbat::position::Position;
use tihbat::table::{Table, TableError};

use super::args::Game;
use super::failure::Failure;
use super::source::SourceArgs;
use super::{best, line, output};

macro_rules! assets {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../web/", $name)))),+]
    };
}

/// Every file of the web page, by name.
pub(super) const ASSETS: &[(&str, &[u8])] = assets![
    "index.html",
    "game.html",
    "style.css",
    "icon.svg",
    "mtb.js",
    "moves.js",
    "position.js",
    "history.js",
    "analysis.js",
    "record.js",
    "dom.js",
    "site.js",
    "board.js",
    "clauses.js",
    "explorer.js",
    "game.js",
];

/// A game with its table.
pub(super) struct Solved {
    pub(super) game: Game,
    pub(super) table: Table,
}

impl Solved {
    /// Finds the table of a game, or makes one.
    pub(super) fn new(game: Game, source: &SourceArgs) -> Result<Self, Failure> {
        let table = source.table(&game, game.rules.seeds())?;
        table.check_values(table.max_seeds())?;
        Ok(Self { game, table })
    }

    /// The table's file, from the page's folder.
    pub(super) fn table_path(&self) -> String {
        format!("tables/{}.mtb", self.game.name)
    }

    /// The file of its statistics.
    pub(super) fn statistics_path(&self) -> String {
        format!("tables/{}.json", self.game.name)
    }

    /// A name for the content of the table: two tables with other values or clauses have other names.
    pub(super) fn digest(&self) -> String {
        let mut sum = [crc32fast::Hasher::new(), crc32fast::Hasher::new()];
        for (name, value) in self.table.clauses().entries() {
            sum[0].update(format!("{name} = {value}\n").as_bytes());
        }
        for seeds in self.table.max_seeds().layers() {
            sum[1].update(&self.table.layer_checksum(seeds).to_le_bytes());
        }
        sum.map(|sum| format!("{:08x}", sum.finalize())).concat()
    }

    /// The game's entry in `games.json`.
    pub(super) fn describe(&self) -> Result<Json, Failure> {
        let Self { game, table } = self;
        let rules: Map<_, _> =
            table.clauses().entries().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let longest = table.max_seeds().layers().map(|seeds| table.max_distance(seeds)).max();
        Ok(json!({
            "name": game.name,
            "rules": rules,
            "seeds_per_pit": game.rules.seeds_per_pit,
            "seeds": game.rules.seeds().count(),
            "captures_on_first_move": game.rules.captures_on_first_move,
            "table": {
                "file": self.table_path(),
                "statistics": self.statistics_path(),
                "bytes": table.bytes(),
                "boards": table.boards(),
                "max_seeds": table.max_seeds().count(),
                "max_distance": longest,
                "digest": self.digest(),
                "made_by": table.made_by(),
            },
            "start": self.start()?,
        }))
    }

    /// Value, moves and main line of the start, as `value`, `best` and `line` have them.
    fn start(&self) -> Result<Json, Failure> {
        let analysis = Analysis::new(self.game.rules, &self.table)?;
        let start = Position::start(&self.game.rules);
        let (answer, moves, line) = (analysis.value(&start)?, analysis.best(&start)?, analysis.line(&start)?);
        Ok(json!({
            "position": start.to_string(),
            "margin": answer.value.margin.seeds(),
            "outcome": answer.outcome.name(),
            "distance": output::distance(answer.value),
            "final": output::totals(answer.finals),
            "first_move": answer.first_move,
            "moves": moves.iter().map(|ranked| best::move_json(&start, ranked)).collect::<Vec<_>>(),
            "line": line::line_json(&start, &line),
        }))
    }

    /// What every layer holds: the fields of `layers`, the number of boards of each margin, and a board of the longest
    /// distance.
    pub(super) fn statistics(&self) -> Result<Json, TableError> {
        let layer = |seeds| -> Result<Json, TableError> {
            let counts = layers::count(&self.table, seeds)?;
            let histogram = layers::histogram(&self.table, seeds)?;
            let margins: Vec<_> =
                histogram.margins.iter().map(|(margin, boards)| json!([margin.seeds(), boards])).collect();
            let mut json = super::layers::layer_json(&counts);
            json["margins"] = margins.into();
            json["longest"] = histogram.longest.map_or(Json::Null, |(_, board)| board.to_string().into());
            Ok(json)
        };
        let layers: Result<Vec<_>, _> = self.table.max_seeds().layers().map(layer).collect();
        Ok(json!({ "game": self.game.name, "layers": layers? }))
    }
}

/// The list of games, as the page reads it.
pub(super) fn games_json(games: &[Solved]) -> Result<Json, Failure> {
    let games: Result<Vec<_>, _> = games.iter().map(Solved::describe).collect();
    Ok(json!({ "made_by": concat!("tihbat ", env!("CARGO_PKG_VERSION")), "games": games? }))
}
