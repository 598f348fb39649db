//! Which existing files may be replaced

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes at the beginning of a file by which it is recognised.
const HEAD: u64 = 4096;

/// Which existing file a new one may replace.
#[derive(Clone, Copy)]
pub enum Replace {
    /// Any file: the user said so.
    Any,
    /// Only an empty file, or one whose first bytes (at most 4,096) show that this program wrote it.
    Own(fn(&[u8]) -> bool),
    /// None.
    Nothing,
}

impl Replace {
    /// `Any` if the user said so, otherwise files that `own` recognises by their first bytes.
    pub fn own_or(forced: bool, own: fn(&[u8]) -> bool) -> Self {
        if forced { Self::Any } else { Self::Own(own) }
    }

    /// Whether an existing regular file may be replaced.
    pub(super) fn allows(self, path: &Path) -> io::Result<bool> {
        match self {
            Self::Any => Ok(true),
            Self::Nothing => Ok(false),
            Self::Own(own) => {
                let mut head = Vec::new();
                File::open(path)?.take(HEAD).read_to_end(&mut head)?;
                Ok(head.is_empty() || own(&head))
            }
        }
    }
}
