//! Reading a rules file, up to a limit

use std::path::Path;

use crate::files::read_up_to;
use crate::rules::Rules;
use crate::rules::file::RulesFile;
use crate::text::decode;

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
    let bytes = read_up_to(path, MAX_BYTES, "a rules file").map_err(SpecError::Read)?;
    let text = decode(&bytes).map_err(|source| SpecError::Text { path: path_buf(), source })?;
    let file = RulesFile::parse(&text).map_err(|source| SpecError::File { path: path_buf(), source })?;
    Ok((file.name, file.rules))
}
