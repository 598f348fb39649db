//! `tihbat info`: what a table is

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value as Json, json};
use tihbat::board::Seeds;
use tihbat::table::{self, Table};

use crate::cli::failure::Failure;
use crate::cli::output;
use tihbat::store::GameSpec;

/// Say what a table is: its game, its rules clause by clause, its layers, and whether its checksums are right.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat info data/tihbat.mtb\n  tihbat info data/modiar.mtb --json")]
pub(in crate::cli) struct Info {
    /// The file of a table
    file: PathBuf,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(super) fn run(self) -> Result<(), Failure> {
        let about = |error| Failure::about(&self.file, error);
        let table = Table::open(&self.file).map_err(about)?;
        table.check_values(table.max_seeds()).map_err(about)?;
        if self.json { self.answer_json(&table) } else { self.answer(&table) }
    }

    fn answer(&self, table: &Table) -> Result<(), Failure> {
        let mut out = output::out();
        let clauses = table.clauses();
        let game = match GameSpec::of_clauses(clauses, None) {
            Some(game) => format!("{}, 2 x {} pits", game.name, clauses.pits()),
            None => format!("none of the built-in ones, 2 x {} pits", clauses.pits()),
        };
        writeln!(out, "table      {}", self.file.display())?;
        writeln!(out, "game       {game}")?;
        for (at, (name, value)) in clauses.entries().into_iter().enumerate() {
            writeln!(out, "{:<11}{name} = {value}", if at == 0 { "rules" } else { "" })?;
        }
        let longest = longest(table);
        let bytes = if longest > u16::from(u8::MAX) {
            "1 byte a board, 2 from the first that needs them"
        } else {
            "1 byte a board"
        };
        writeln!(out, "layers     0 to {} seeds", table.max_seeds())?;
        writeln!(out, "boards     {}", output::count(table.boards()))?;
        writeln!(out, "distances  up to {longest} plies, {bytes}")?;
        writeln!(out, "checksums  {} blocks, all right", output::count(table.blocks()))?;
        writeln!(out, "size       {} bytes", output::count(table.bytes()))?;
        writeln!(out, "format     version {}", table::VERSION)?;
        writeln!(out, "made by    {}", table.made_by())?;
        writeln!(out, "\nseeds         boards  plies  checksum")?;
        for seeds in table.max_seeds().layers() {
            let boards = output::count(table.index().layer_boards(seeds));
            let (plies, checksum) = (table.max_distance(seeds).plies(), table.layer_checksum(seeds));
            writeln!(out, "{seeds:>5} {boards:>14} {plies:>6}  {checksum:08x}")?;
        }
        Ok(out.flush()?)
    }

    fn answer_json(&self, table: &Table) -> Result<(), Failure> {
        let clauses = table.clauses();
        let rules: Map<_, _> =
            clauses.entries().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let layer = |seeds: Seeds| {
            json!({
                "seeds": seeds.count(),
                "boards": table.index().layer_boards(seeds),
                "max_distance": table.max_distance(seeds).plies(),
                "checksum": format!("{:08x}", table.layer_checksum(seeds)),
            })
        };
        output::json(&json!({
            "file": self.file.display().to_string(),
            "game": GameSpec::of_clauses(clauses, None).map_or(Json::Null, |game| game.name.into()),
            "rules": rules,
            "max_seeds": table.max_seeds().count(),
            "boards": table.boards(),
            "max_distance": longest(table),
            "blocks": table.blocks(),
            "bytes": table.bytes(),
            "version": table::VERSION,
            "made_by": table.made_by(),
            "layers": table.max_seeds().layers().map(layer).collect::<Vec<_>>(),
        }))
    }
}

/// The longest distance of a table, in plies.
fn longest(table: &Table) -> u16 {
    table.max_seeds().layers().map(|seeds| table.max_distance(seeds).plies()).max().unwrap_or(0)
}
