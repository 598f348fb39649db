//! The explorer: the files of the web page, and what it has to know of a game
//!
//! The page itself is plain files, part of the program. What it cannot work out from a table alone is told in JSON:
//! `games.json` lists the games with their clauses and the answers about their starts, and beside each table a file of
//! the same name has its statistics.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use tihbat::analysis::Analysis;
use tihbat::census;
use tihbat::position::Position;
use tihbat::table::{Table, TableError};

use super::answer::{LineAnswer, PositionAnswer};
use super::failure::Failure;
use super::source::SourceArgs;
use tihbat::store::GameSpec;

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

/// The list of games.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct Games {
    /// The program that made this.
    made_by: &'static str,
    /// Where the API is; not there on a host without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    api: Option<&'static str>,
    games: Vec<GameEntry>,
}

/// A game: its rules, its table, and what its start is worth.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct GameEntry {
    #[cfg_attr(feature = "serve", schema(example = "tihbat"))]
    name: String,
    /// The clauses that the table depends on, by name, in words.
    #[cfg_attr(feature = "serve", schema(value_type = std::collections::BTreeMap<String, String>))]
    rules: Map<String, Json>,
    /// Seeds in all.
    seeds: usize,
    /// Whether the first move of the game captures.
    captures_on_first_move: bool,
    table: TableEntry,
    start: Start,
}

/// A table.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct TableEntry {
    /// Its address, from the page's.
    file: String,
    /// The address of its statistics.
    statistics: String,
    bytes: u64,
    boards: u64,
    /// The last layer.
    max_seeds: usize,
    /// The longest distance, in plies.
    max_distance: u16,
    /// A name for its content.
    digest: String,
    /// The program that made it.
    made_by: String,
}

/// Value and moves of the start, and its main line.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct Start {
    #[serde(flatten)]
    answer: PositionAnswer,
    line: LineAnswer,
}

/// What the layers of a table hold.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub(super) struct Statistics {
    game: String,
    layers: Vec<LayerEntry>,
}

/// All boards with the same number of seeds, by what they are worth to the player to move.
#[derive(Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
struct LayerEntry {
    seeds: usize,
    boards: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The largest margin, in seeds.
    max_margin: i8,
    /// The longest distance, in plies; null if every board is drawn.
    #[cfg_attr(feature = "serve", schema(required))]
    max_distance: Option<u16>,
    /// How many boards have each margin, from the smallest margin that occurs: pairs of margin and boards.
    #[cfg_attr(feature = "serve", schema(value_type = Vec<Vec<i64>>))]
    margins: Vec<(i8, u64)>,
    /// The first board with the longest distance; null if every board is drawn.
    #[cfg_attr(feature = "serve", schema(required))]
    longest: Option<String>,
}

/// A game with its table.
pub(super) struct Solved {
    pub(super) game: GameSpec,
    pub(super) table: Table,
}

impl Solved {
    /// Finds the table of a game, or makes one.
    pub(super) fn new(game: GameSpec, source: &SourceArgs) -> Result<Self, Failure> {
        let table = source.table(&game, game.rules.seeds())?;
        table.check_values(table.max_seeds())?;
        Ok(Self { game, table })
    }

    /// The table's file, from the page's folder.
    pub(super) fn table_path(&self) -> String {
        format!("tables/{}", self.game.file_name(self.game.rules.seeds()))
    }

    /// The file of its statistics.
    pub(super) fn statistics_path(&self) -> String {
        Path::new(&self.table_path()).with_extension("json").display().to_string()
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
    pub(super) fn describe(&self) -> Result<GameEntry, Failure> {
        let Self { game, table } = self;
        let entries = table.clauses().entries().into_iter();
        Ok(GameEntry {
            name: game.name.clone(),
            rules: entries.map(|(name, value)| (name.to_owned(), value.into())).collect(),
            seeds: game.rules.seeds().count(),
            captures_on_first_move: game.rules.captures_on_first_move(),
            table: TableEntry {
                file: self.table_path(),
                statistics: self.statistics_path(),
                bytes: table.bytes(),
                boards: table.boards(),
                max_seeds: table.max_seeds().count(),
                max_distance: table
                    .max_seeds()
                    .layers()
                    .map(|seeds| table.max_distance(seeds).plies())
                    .max()
                    .unwrap_or(0),
                digest: self.digest(),
                made_by: table.made_by().to_owned(),
            },
            start: self.start()?,
        })
    }

    /// Value, moves and main line of the start.
    fn start(&self) -> Result<Start, Failure> {
        let analysis = Analysis::new(self.game.rules, &self.table)?;
        let (name, start) = (&self.game.name, Position::start(&self.game.rules));
        let line = LineAnswer::new(name, &start, &analysis.line(&start)?, analysis.is_opening(&start));
        Ok(Start { answer: PositionAnswer::alone(name, &analysis, &start)?, line })
    }

    /// What every layer holds.
    pub(super) fn statistics(&self) -> Result<Statistics, TableError> {
        let layer = |seeds| -> Result<LayerEntry, TableError> {
            let counts = census::count(&self.table, seeds)?;
            let histogram = census::histogram(&self.table, seeds)?;
            Ok(LayerEntry {
                seeds: counts.seeds.count(),
                boards: counts.boards,
                won: counts.won,
                drawn: counts.drawn,
                lost: counts.lost,
                max_margin: counts.max_margin.seeds(),
                max_distance: counts.max_distance.map(|distance| distance.plies()),
                margins: histogram.iter().map(|(margin, &boards)| (margin.seeds(), boards)).collect(),
                longest: census::longest(&self.table, seeds)?.map(|board| board.to_string()),
            })
        };
        let layers: Result<_, _> = self.table.max_seeds().layers().map(layer).collect();
        Ok(Statistics { game: self.game.name.clone(), layers: layers? })
    }
}

/// The list of games, as the page reads it. `api`: where the API is, if there is one.
pub(super) fn games(games: &[Solved], api: Option<&'static str>) -> Result<Games, Failure> {
    let games: Result<Vec<_>, _> = games.iter().map(Solved::describe).collect();
    Ok(Games { made_by: concat!("tihbat ", env!("CARGO_PKG_VERSION")), api, games: games? })
}
