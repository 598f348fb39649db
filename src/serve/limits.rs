//! What the server takes on at most

use std::time::Duration;

use clap::Args;

/// What the server takes on at most.
#[derive(Args, Clone, Copy)]
pub(crate) struct Limits {
    /// Connections at once; more wait to be accepted
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_connections: usize,

    /// Requests at once, each until its response is sent; more are answered with 503. Questions about games in progress
    /// (with moves) have their own limits
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_requests: usize,

    /// Questions about games in progress that are worked out at once; each may solve a layer again
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits", value_parser = above_zero)]
    pub(super) max_solves: usize,

    /// Questions about games in progress that wait for their turn, for at most 10 seconds; more are answered with 503
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Limits", value_parser = number)]
    pub(super) max_waiting: usize,

    /// MiB of memory for the batches of positions that are being received or answered; more are answered with 503
    #[arg(long, value_name = "MIB", default_value_t = 64, help_heading = "Limits", value_parser = mebibytes)]
    pub(super) max_batches: usize,

    /// Seconds until the response to a request begins; if it takes longer, the response is 503
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Limits", value_parser = seconds())]
    pub(super) timeout: u64,

    /// Seconds that a response waits for a client that does not read it; then the client is disconnected
    #[arg(long, value_name = "SECONDS", default_value_t = 10, help_heading = "Limits", value_parser = seconds())]
    pub(super) write_timeout: u64,
}

impl Limits {
    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    pub(super) fn write_timeout(&self) -> Duration {
        Duration::from_secs(self.write_timeout)
    }
}

fn above_zero(text: &str) -> Result<usize, String> {
    within(text, 1, 1_000_000).ok_or_else(|| "a number from 1 to 1,000,000 is needed".to_owned())
}

fn number(text: &str) -> Result<usize, String> {
    within(text, 0, 1_000_000).ok_or_else(|| "a number from 0 to 1,000,000 is needed".to_owned())
}

/// Room for one batch of the largest size at least.
fn mebibytes(text: &str) -> Result<usize, String> {
    within(text, 2, 1_000_000).ok_or_else(|| "a number from 2 to 1,000,000 is needed".to_owned())
}

fn within(text: &str, least: usize, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

fn seconds() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=86_400)
}
