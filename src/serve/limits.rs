//! What the server takes on at most

use std::time::Duration;

use clap::Args;

/// What the server takes on at most.
#[derive(Args, Clone, Copy)]
pub(crate) struct Limits {
    /// Connections at once; more wait to be accepted
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_connections: usize,

    /// Requests at once; more are answered with 503
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_requests: usize,

    /// Questions inside a game at once, each of which may solve a layer again; more wait, then are answered with 503
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_solves: usize,

    /// Seconds that a request may take; longer ones are answered with 503
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) timeout: u64,
}

impl Limits {
    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

fn above_zero(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "a number from 1 to 1,000,000 is needed".to_owned())
}
