//! What has a name: a regular file, a folder, a pipe, a device, or nothing

use std::fmt;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// Symbolic links that are followed from one name, at most.
const MAX_LINKS: usize = 40;

/// The kind of a file, after following symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    Regular,
    /// A folder.
    Folder,
    /// A pipe or a socket, whose reader or writer may wait for ever.
    Pipe,
    /// A device, such as a terminal or `/dev/null`.
    Device,
}

impl FileKind {
    /// Returns the kind of the file at `path`; `None` if there is no such file.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Option<Self>> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(Some(metadata.file_type().into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl From<FileType> for FileKind {
    fn from(file_type: FileType) -> Self {
        if file_type.is_file() {
            Self::Regular
        } else if file_type.is_dir() {
            Self::Folder
        } else if is_device(file_type) {
            Self::Device
        } else {
            Self::Pipe
        }
    }
}

#[cfg(unix)]
fn is_device(file_type: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file_type.is_char_device() || file_type.is_block_device()
}

/// Windows has no device among the files that a folder lists.
#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Regular => "a regular file",
            Self::Folder => "a folder",
            Self::Pipe => "a pipe",
            Self::Device => "a device",
        })
    }
}

/// Follows symbolic links, also those that lead to nothing yet: the file that a write to `path` is meant for.
///
/// # Errors
/// If the links form a loop, or one cannot be read.
pub fn resolve(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let mut path = path.as_ref().to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
