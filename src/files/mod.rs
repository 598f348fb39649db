//! Files: written whole or not at all, read up to a limit
//!
//! Everything that the program writes goes through [`NewFile`]: a private temporary file in the folder of the target,
//! which is synced and then renamed. So nobody ever sees half a file, and writers of the same target can only replace
//! each other's complete files. Several files that belong together go through [`NewFiles`].
//!
//! One rule holds for all of them: **an existing file is replaced only if this program wrote it, or if the user said
//! so** ([`Replace`]).
//!
//! Writing needs the feature `files`. Everything that the program reads whole goes through [`read_up_to`]: regular files only, and no more than a limit.

mod error;
mod kind;
#[cfg(feature = "files")]
mod new_file;
#[cfg(feature = "files")]
mod new_files;
mod read;
#[cfg(feature = "files")]
mod replace;

pub use error::FileError;
pub use kind::{FileKind, resolve};
#[cfg(feature = "files")]
pub use new_file::NewFile;
#[cfg(feature = "files")]
pub use new_files::NewFiles;
pub use read::{check_readable, read_up_to};
#[cfg(feature = "files")]
pub use replace::Replace;
