//! `tihbat site`: the web page as static files, for any web host

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tihbat::answer::{Games, SiteAnswer, SiteFiles, Solved, WrittenFile};
use tihbat::files::NewFiles;
use tihbat::table::{Table, TableError, is_table};
use tihbat::text::{shown_path, shown_whole};

use crate::cli::args::ForceArgs;
use crate::cli::assets::{ASSETS, contains, is_asset, solved};
use crate::cli::failure::Failure;
use crate::cli::games::GamesArgs;
use crate::cli::output;
use crate::cli::source::SourceArgs;

/// Write the web page and its tables as static files, for any web host.
///
/// The pages read the tables themselves; no program runs on the host. Host the folder, or try it on this machine with
/// `python3 -m http.server --directory DIR`. files.json, written last, has the size and CRC-32 of every file; other files in
/// the folder stay.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat site -o public\n  tihbat site -o public tihbat modiar awari-3x4")]
pub(in crate::cli) struct Site {
    #[command(flatten)]
    games: GamesArgs,

    /// The folder to write to; it is created if necessary
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Site {
    pub(super) fn run(self) -> Result<(), Failure> {
        let games: Result<Vec<_>, _> =
            self.games.games()?.into_iter().map(|game| solved(game, &self.source, CACHE_BYTES)).collect();
        let games = games?;
        let (mut files, mut written) = (NewFiles::new(), Vec::new());
        let mut write = |written: &mut Vec<_>, name: &str, content: Content<'_>| -> Result<(), Failure> {
            let path = self.output.join(name);
            let file = files.create(&path, self.force.replace(is_own))?;
            content.write(file).map_err(|error| Failure::about(&path, error))?;
            written.push(WrittenFile { file: name.to_owned(), bytes: file.bytes(), crc32: file.crc32() });
            Ok(())
        };
        for (name, bytes) in ASSETS {
            write(&mut written, name, Content::Bytes(bytes))?;
        }
        for solved in &games {
            write(&mut written, &solved.table_path(), Content::Table(&solved.table))?;
            write(&mut written, &solved.statistics_path(), Content::Bytes(&json_bytes(&solved.statistics()?)))?;
        }
        let list = Games::new(&games, None)?;
        write(&mut written, "games.json", Content::Bytes(&json_bytes(&list)))?;
        // Last, because with it the others are one thing.
        let manifest = SiteFiles { made_by: list.made_by, files: written.clone() };
        write(&mut written, "files.json", Content::Bytes(&json_bytes(&manifest)))?;
        files.commit()?;
        self.answer(&games, written)
    }

    fn answer(&self, games: &[Solved], files: Vec<WrittenFile>) -> Result<(), Failure> {
        let names: Vec<_> = games.iter().map(|solved| solved.game.name.clone()).collect();
        let bytes = files.iter().map(|file| file.bytes).sum();
        if self.json {
            let folder = self.output.display().to_string();
            return output::json(&SiteAnswer { folder, games: names, bytes, files });
        }
        let mut out = output::out();
        let (folder, files) = (shown_path(&self.output), files.len());
        writeln!(out, "games   {}", shown_whole(&names.join(", ")))?;
        writeln!(out, "site    {folder}, {files} files, {}", output::bytes(bytes))?;
        writeln!(out, "try it  python3 -m http.server --bind 127.0.0.1 --directory {folder}")?;
        Ok(out.flush()?)
    }
}

/// Bytes of each table that are kept in memory for the statistics of its layers.
const CACHE_BYTES: usize = 64 << 20;

/// What a file of a site contains.
enum Content<'a> {
    Bytes(&'a [u8]),
    Table(&'a Table),
}

impl Content<'_> {
    fn write(&self, out: &mut impl Write) -> Result<(), TableError> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes)?,
            Self::Table(table) => {
                let mut at = 0;
                while at < table.bytes() {
                    let some = table.read_some(at..table.bytes())?;
                    out.write_all(&some)?;
                    at += some.len() as u64;
                }
            }
        }
        Ok(())
    }
}

fn json_bytes(content: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(content).unwrap_or_default()
}

/// Whether a file begins as one of a site.
fn is_own(head: &[u8]) -> bool {
    let statistics = head.starts_with(b"{\"game\":\"") && contains(head, b"\"layers\":[{\"seeds\":0,");
    is_table(head) || is_asset(head) || head.starts_with(b"{\"made_by\":\"tihbat ") || statistics
}
