//! `tihbat serve` in a program that was built without it

use std::ffi::OsString;

use clap::Args;

use crate::cli::failure::Failure;

/// Serve the web page and an API over HTTP, in a program that was built with the feature `serve`.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(in crate::cli) struct NoServer {
    /// Whatever the server would have understood
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<OsString>,
}

impl NoServer {
    /// Says how the program is built with the server.
    pub(super) fn run(self) -> Result<(), Failure> {
        let _ = self.words;
        Err(Failure::new(
            "this program was built without the server; build it with: cargo install --path . --features serve",
        ))
    }
}
