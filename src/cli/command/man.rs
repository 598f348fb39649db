//! `tihbat man`: manual pages, made of the same texts as the help

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, roman};
use tihbat::files::NewFiles;
use tihbat::text::shown_path;

use crate::cli::args::ForceArgs;
use crate::cli::assets::contains;
use crate::cli::failure::Failure;
use crate::cli::output;

/// Print the manual page of tihbat, or write one page for every command into a folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat man | man -l -\n  tihbat man -o ~/.local/share/man/man1    then: man tihbat-best"
)]
pub(in crate::cli) struct Man {
    /// The folder for the pages of all commands; it is created if necessary
    #[arg(short, long, value_name = "DIR", help_heading = "Files")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,
}

impl Man {
    /// Prints or writes the pages of `program`.
    pub(super) fn run(self, program: Command) -> Result<(), Failure> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let Some(folder) = self.output else {
            let mut out = output::out();
            out.write_all(&page(program)?.1)?;
            return Ok(out.flush()?);
        };
        if folder.is_file() {
            return Err(Failure::new(format!("{} is a file; give the name of a folder", shown_path(&folder))));
        }
        let commands = with_subcommands(program);
        let pages = commands.len();
        let mut files = NewFiles::new();
        for command in commands {
            let (name, page) = page(command)?;
            let path = folder.join(name);
            let file = files.create(&path, self.force.replace(is_own))?;
            file.write_all(&page).map_err(|error| Failure::about(&path, error))?;
        }
        files.commit()?;
        let mut out = output::out();
        writeln!(out, "{}: {pages} pages", shown_path(&folder))?;
        Ok(out.flush()?)
    }
}

/// Whether a file begins as a manual page of this program.
fn is_own(head: &[u8]) -> bool {
    contains(head, b"\n.TH tihbat")
}

/// A command, its commands, and theirs.
fn with_subcommands(command: Command) -> Vec<Command> {
    let below: Vec<_> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned()
        .flat_map(with_subcommands)
        .collect();
    std::iter::once(command).chain(below).collect()
}

/// The page of a command, and the name of its file.
fn page(command: Command) -> io::Result<(String, Vec<u8>)> {
    let more = command.get_after_help().map_or_else(String::new, ToString::to_string);
    let has_commands = command.has_subcommands();
    let page = Page::new(command).source(concat!("tihbat ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if has_commands {
        page.render_subcommands_section(&mut text)?;
    }
    let (notes, examples) = more.split_once("Examples:\n").unwrap_or((&more, ""));
    let mut roff = Roff::new();
    if !notes.is_empty() {
        roff.control("SH", ["NOTES"]);
        for paragraph in notes.trim_end().split("\n\n") {
            roff.control("PP", []).text([roman(paragraph)]);
        }
    }
    if !examples.is_empty() {
        // Line by line, as they are typed.
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in examples.lines() {
            roff.text([roman(line.trim_start())]);
        }
        roff.control("fi", []);
    }
    roff.to_writer(&mut text)?;
    Ok((page.get_filename(), text))
}
