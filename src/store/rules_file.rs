//! Reading a rules file, up to a limit

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::rules::Rules;
use crate::rules::file::RulesFile;

use super::error::SpecError;

/// No rules file is longer.
const MAX_BYTES: u64 = 1 << 20;

/// Returns whether a name is that of a rules file: it ends in `.toml`.
pub fn is_rules_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Reads a rules file: the name of its game and the rules.
pub(super) fn read(path: &Path) -> Result<(String, Rules), SpecError> {
    let path_buf = || path.to_owned();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|source| SpecError::Read { path: path_buf(), source })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(SpecError::Long { path: path_buf() });
    }
    let text = String::from_utf8(bytes).map_err(|_| SpecError::Text { path: path_buf() })?;
    let file = RulesFile::parse(&text).map_err(|source| SpecError::File { path: path_buf(), source })?;
    Ok((file.name, file.rules))
}
