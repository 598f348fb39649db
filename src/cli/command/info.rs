//! `tihbat info`: what a table is

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tihbat::answer::{InfoAnswer, InfoLayer};
use tihbat::table::Table;
use tihbat::text::shown;

use crate::cli::failure::Failure;
use crate::cli::output;

/// Describe a table: its game, its clauses, its layers, and whether its checksums are right.
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
        let info = InfoAnswer::new(&self.file.display().to_string(), &table);
        if self.json { output::json(&info) } else { answer(&info, &table) }
    }
}

fn answer(info: &InfoAnswer, table: &Table) -> Result<(), Failure> {
    let mut out = output::out();
    let clauses = table.clauses();
    let game = match &info.game {
        Some(game) => format!("{game}, 2 x {} pits", clauses.pits()),
        None => format!("none of the built-in ones, 2 x {} pits", clauses.pits()),
    };
    writeln!(out, "table      {}", shown(&info.file))?;
    writeln!(out, "game       {game}")?;
    for (at, (name, value)) in clauses.entries().into_iter().enumerate() {
        writeln!(out, "{:<11}{name} = {value}", if at == 0 { "rules" } else { "" })?;
    }
    let longest = info.max_distance;
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
    writeln!(out, "format     version {}", table.version())?;
    writeln!(out, "made by    {}", shown(table.made_by()))?;
    writeln!(out, "\nseeds         boards  plies  checksum")?;
    for InfoLayer { seeds, boards, max_distance, checksum } in &info.layers {
        writeln!(out, "{seeds:>5} {:>14} {max_distance:>6}  {checksum}", output::count(*boards))?;
    }
    Ok(out.flush()?)
}
