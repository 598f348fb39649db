//! Which existing files may be replaced

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::error::FileError;
use super::kind::FileKind;

/// Bytes at the beginning and at the end of a file by which it is recognised.
const END: u64 = 4096;

/// Which existing file a new one may replace.
#[derive(Clone, Copy)]
pub enum Replace {
    /// Any file: the user said so.
    Any,
    /// Only an empty file, or one whose first bytes (at most 4,096) show that this program wrote it.
    Own(fn(&[u8]) -> bool),
    /// The same for formats whose mark is in the last bytes: the function is given the first 4,096 bytes and the last.
    OwnByBothEnds(fn(&[u8], &[u8]) -> bool),
    /// None.
    Nothing,
}

impl Replace {
    /// `Any` if the user said so, otherwise files that `own` recognises by their first bytes.
    pub fn own_or(forced: bool, own: fn(&[u8]) -> bool) -> Self {
        if forced { Self::Any } else { Self::Own(own) }
    }

    /// Checks that a file of this name may be written: there is none, or a regular file that may be replaced.
    ///
    /// # Errors
    /// If there is a file that may not be replaced, or something other than a regular file.
    pub fn check(self, target: &Path) -> Result<(), FileError> {
        let error = |source| FileError::io(target, source);
        match FileKind::of(target).map_err(error)? {
            None => Ok(()),
            Some(FileKind::Regular) if self.allows(target).map_err(error)? => Ok(()),
            Some(FileKind::Regular) => Err(FileError::Foreign { path: target.to_owned() }),
            Some(kind) => Err(FileError::Kind { path: target.to_owned(), kind }),
        }
    }

    /// Whether an existing regular file may be replaced.
    fn allows(self, path: &Path) -> io::Result<bool> {
        let first = || -> io::Result<_> {
            let (mut file, mut head) = (File::open(path)?, Vec::new());
            file.by_ref().take(END).read_to_end(&mut head)?;
            Ok((file, head))
        };
        match self {
            Self::Any => Ok(true),
            Self::Nothing => Ok(false),
            Self::Own(own) => {
                let (_, head) = first()?;
                Ok(head.is_empty() || own(&head))
            }
            Self::OwnByBothEnds(own) => {
                let (mut file, head) = first()?;
                let mut tail = Vec::new();
                let length = file.metadata()?.len();
                file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
                file.take(END).read_to_end(&mut tail)?;
                Ok(head.is_empty() || own(&head, &tail))
            }
        }
    }
}
