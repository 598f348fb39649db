//! What was written to files

use serde::Serialize;

/// What an export has written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportAnswer {
    /// The file or folder.
    pub output: String,
    /// Rows.
    pub rows: u64,
    /// Bytes.
    pub bytes: u64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// What a site consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteAnswer {
    /// The folder.
    pub folder: String,
    /// The games.
    pub games: Vec<String>,
    /// Bytes of all files.
    pub bytes: u64,
    /// The files.
    pub files: Vec<WrittenFile>,
}

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenFile {
    /// Its path in the folder.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// The CRC-32 of its bytes.
    pub crc32: u32,
}

/// The manifest of a site: every other file, so that a reader can tell whether they belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteFiles {
    /// The program that wrote them.
    pub made_by: &'static str,
    /// The files.
    pub files: Vec<WrittenFile>,
}
