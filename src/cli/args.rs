//! Flags that several commands share

use std::path::PathBuf;

use clap::Args;
use tihbat::files::Replace;
use tihbat::store::StoreError;

use super::failure::Failure;

/// Where default files are.
#[derive(Args)]
pub(super) struct DataArgs {
    /// Folder of the default table files
    #[arg(long, value_name = "DIR", env = "TIHBAT_DATA", default_value = "data", help_heading = "Files")]
    pub(super) data_dir: PathBuf,
}

/// What may be replaced.
#[derive(Args)]
pub(super) struct ForceArgs {
    /// An existing file is replaced only if this program wrote it; --force replaces any
    #[arg(long, help_heading = "Files")]
    pub(super) force: bool,
}

impl ForceArgs {
    /// Which files may be replaced, if `own` recognises those of this program by their first bytes.
    pub(super) fn replace(&self, own: fn(&[u8]) -> bool) -> Replace {
        Replace::own_or(self.force, own)
    }
}

/// How many threads work.
#[derive(Args)]
pub(super) struct ThreadArgs {
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

impl ThreadArgs {
    /// How many that is.
    pub(super) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Runs `work` on that many threads.
    pub(super) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        Ok(self.pool().map_err(StoreError::Threads)?.install(work))
    }

    /// That many threads, ready to work.
    pub(super) fn pool(&self) -> std::io::Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new().num_threads(self.count()).build().map_err(std::io::Error::other)
    }
}
