//! Files: written whole or not at all, read up to a limit
//!
//! Everything that the program writes goes through `NewFile`: a private temporary file in the folder of the target,
//! which is synced and then renamed. So nobody ever sees half a file, and writers of the same target can only replace
//! each other's complete files. Several files that belong together go through `NewFiles`. `OutputFile` is a new file
//! too, unless its name is that of a pipe or a device, which is written as it is.
//!
//! One rule holds for all of them: **an existing file is replaced only if this program wrote it, or if the user said
//! so** ([`Replace`]).
//!
//! Writing needs the feature `files`. Everything that the program reads whole goes through [`read_up_to`]: regular files
//! only, and no more than a limit.

mod error;
mod kind;
#[cfg(feature = "files")]
mod new_file;
#[cfg(feature = "files")]
mod new_files;
#[cfg(feature = "files")]
mod output_file;
mod read;
mod replace;

pub use error::FileError;
pub use kind::{FileKind, resolve};
#[cfg(feature = "files")]
pub use new_file::NewFile;
#[cfg(feature = "export")]
pub(crate) use new_file::temporary_files;
#[cfg(feature = "files")]
pub use new_files::NewFiles;
#[cfg(feature = "files")]
pub use output_file::{OutputFile, is_stdout};
pub use read::{check_readable, read_up_to};
pub use replace::Replace;
