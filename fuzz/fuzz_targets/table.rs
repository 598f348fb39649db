//! Any bytes as a table: `cargo fuzz run table`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tihbat::progress::Progress;
use tihbat::table::Table;
use tihbat::verify::verify;

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::from_bytes(bytes.to_vec()) else { return };
    for seeds in table.max_seeds().layers() {
        let _ = table.layer(seeds).map(|values| values.filter(Option::is_some).count());
    }
    let _ = verify(&table, Progress::NONE);
});
