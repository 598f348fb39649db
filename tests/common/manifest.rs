//! Folders of several files: whether they are one complete export, as docs/format.md says how to tell.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// The names of manifests, with the list of files in each.
const MANIFESTS: [(&str, &str); 3] =
    [("manifest.json", "columns"), ("npy-manifest.json", "columns"), ("files.json", "files")];

/// The files that a manifest names, in its order, and the manifest itself. `files` are those of a folder by their paths.
/// None if there is no manifest.
pub fn named(files: &BTreeMap<String, Vec<u8>>, folder: &str) -> Option<Vec<String>> {
    let (name, list) = MANIFESTS.into_iter().find(|(name, _)| files.contains_key(&format!("{folder}/{name}")))?;
    let manifest: Json = serde_json::from_slice(&files[&format!("{folder}/{name}")]).expect("a manifest is JSON");
    let entries = manifest[list].as_array().expect("a list").iter();
    let named = entries.map(|entry| format!("{folder}/{}", entry["file"].as_str().expect("a name")));
    Some(named.chain([format!("{folder}/{name}")]).collect())
}

/// Whether all files that the manifest names have the sizes and checksums that it says.
pub fn is_whole(files: &BTreeMap<String, Vec<u8>>, folder: &str) -> bool {
    MANIFESTS.into_iter().any(|(name, list)| {
        let Some(manifest) = files.get(&format!("{folder}/{name}")) else { return false };
        let manifest: Json = serde_json::from_slice(manifest).expect("a manifest is JSON");
        manifest[list].as_array().expect("a list").iter().all(|entry| {
            let path = format!("{folder}/{}", entry["file"].as_str().expect("a name"));
            files
                .get(&path)
                .is_some_and(|bytes| entry["bytes"] == bytes.len() as u64 && entry["crc32"] == crc32fast::hash(bytes))
        })
    })
}
