//! The file of an atlas, with a checksum that matches: opened, and written again.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tihbat::atlas::SavedResults;
use tihbat::rules::TIHBAT;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// The first line of a file of this version, without its checksum.
static MARK: LazyLock<String> = LazyLock::new(|| {
    let path = FOLDER.path().join("new.atlas");
    SavedResults::open(path.clone()).expect("a new file");
    let text = std::fs::read_to_string(path).expect("a file");
    text.lines().next().and_then(|line| line.rsplit_once(' ')).expect("a checksum").0.to_owned()
});

fuzz_target!(|input: &[u8]| {
    let path = FOLDER.path().join("t.atlas");
    let mut bytes = format!("{} {:08x}\n", *MARK, crc32fast::hash(input)).into_bytes();
    bytes.extend_from_slice(input);
    std::fs::write(&path, &bytes).expect("written");
    let Ok(mut saved) = SavedResults::open(path.clone()) else {
        assert_eq!(std::fs::read(&path).expect("a file"), bytes, "what is refused stays as it is");
        return;
    };
    let known = saved.get(&TIHBAT);
    if let Some((summary, seconds)) = &known {
        saved.add(&TIHBAT, summary, *seconds).expect("kept");
        saved.save().expect("written");
        let again = SavedResults::open(path).expect("what was written is read");
        let (summary, _) = again.get(&TIHBAT).expect("the same game");
        assert_eq!(known.map(|(known, _)| known), Some(summary));
    }
});
