//! The games of a web page: their rules, tables, and starts
//!
//! `games.json` lists the games with their clauses and the answers about their starts. Beside each table a file of the
//! same name has its statistics.

use std::path::Path;

use serde::Serialize;

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::checksum;
use crate::position::Position;
use crate::store::GameSpec;
use crate::table::{Table, TableError};

use super::asked::{Asked, LineAnswer, PositionAnswer};
use super::entries::Entries;
use super::layers::Statistics;

/// The list of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct Games {
    /// The program that made this.
    pub made_by: &'static str,
    /// The address of the API; absent on a host without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<&'static str>,
    /// The games.
    pub games: Vec<GameEntry>,
}

/// A game: its rules, its table, and what its start is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct GameEntry {
    /// The game.
    #[cfg_attr(feature = "serve", schema(example = "tihbat"))]
    pub name: String,
    /// The clauses of the game that its values depend on, with their values.
    #[cfg_attr(feature = "serve", schema(value_type = std::collections::BTreeMap<String, String>))]
    pub rules: Entries,
    /// Seeds in all.
    pub seeds: usize,
    /// Whether the first move of the game captures.
    pub captures_on_first_move: bool,
    /// The table.
    pub table: TableEntry,
    /// The start.
    pub start: StartAnswer,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct TableEntry {
    /// Its address, from the page's.
    pub file: String,
    /// The address of its statistics.
    pub statistics: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its boards.
    pub boards: u64,
    /// Seeds of the last layer.
    pub max_seeds: usize,
    /// The longest distance, in plies.
    pub max_distance: u16,
    /// A name for its content.
    pub digest: String,
    /// The program that made it.
    pub made_by: String,
}

/// Value and moves of the start, and its main line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct StartAnswer {
    /// Value and moves.
    #[serde(flatten)]
    pub answer: PositionAnswer,
    /// The main line.
    pub line: LineAnswer,
}

/// A game with its table.
pub struct Solved {
    /// The game.
    pub game: GameSpec,
    /// Its table.
    pub table: Table,
}

impl Solved {
    /// Returns the table's file, from the page's folder.
    pub fn table_path(&self) -> String {
        format!("tables/{}", self.game.file_name(self.game.rules.seeds()))
    }

    /// Returns the file of its statistics.
    pub fn statistics_path(&self) -> String {
        Path::new(&self.table_path()).with_extension("json").display().to_string()
    }

    /// Returns a name for the content of the table: tables with other values or clauses have other names.
    pub fn digest(&self) -> String {
        let mut sum = [checksum::Hasher::new(), checksum::Hasher::new()];
        for (name, value) in self.table.clauses().entries() {
            sum[0].update(format!("{name} = {value}\n").as_bytes());
        }
        for seeds in self.table.max_seeds().layers() {
            sum[1].update(&self.table.layer_checksum(seeds).to_le_bytes());
        }
        sum.map(|sum| format!("{:08x}", sum.finalize())).concat()
    }

    /// Returns the game's entry in the list.
    ///
    /// # Errors
    /// If the table does not answer.
    pub fn entry(&self) -> Result<GameEntry, AnalysisError> {
        let Self { game, table } = self;
        let analysis = AnyAnalysis::new(game.rules, table)?;
        let start = Position::start(&game.rules);
        let asked = Asked::about(&game.name, &analysis, &start)?;
        Ok(GameEntry {
            name: game.name.clone(),
            rules: game.rules.clauses().entries().into_iter().collect(),
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
            start: StartAnswer { answer: asked.position_answer()?, line: asked.line_answer()? },
        })
    }

    /// Returns what every layer holds.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn statistics(&self) -> Result<Statistics, TableError> {
        Statistics::new(&self.game.name, &self.table)
    }
}

impl Games {
    /// The list of games; `api` is the address of the API, if there is one.
    ///
    /// # Errors
    /// If a table does not answer.
    pub fn new(games: &[Solved], api: Option<&'static str>) -> Result<Self, AnalysisError> {
        let games: Result<Vec<_>, _> = games.iter().map(Solved::entry).collect();
        Ok(Self { made_by: concat!("tihbat ", env!("CARGO_PKG_VERSION")), api, games: games? })
    }
}
