//! The text of a rules file, and of changed clauses: read and written, and a solve of the game that they make.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::rules::file::RulesFile;
use tihbat::rules::{self, Rules};
use tihbat::solve;
use tihbat::store::GameSpec;
use tihbat::text::decode;
use tihbat::verify::verify;
use tihbat_fuzz::check_message;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = decode(input) else { return };
    match RulesFile::parse(&text) {
        Ok(file) => {
            let written = rules::toml(&file.name, Some("tihbat"), &file.rules);
            let again = RulesFile::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!((&again.name, again.rules), (&file.name, file.rules), "{written}");
            assert_eq!(rules::toml(&again.name, Some("tihbat"), &again.rules), written);
            check(&file.rules);
        }
        Err(error) => check_message(&error),
    }
    // Each line as a change: "clause = value", as on the command line.
    let changes = text.lines().filter_map(|line| line.split_once('='));
    let changes: Vec<_> = changes.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    for (name, _) in rules::BUILT_IN {
        match GameSpec::named(name, &changes) {
            Ok(spec) => {
                assert!(!spec.name.contains(char::is_control));
                let written = RulesFile::parse(&spec.toml()).expect("rules of a game as a file");
                assert_eq!(written.rules, spec.rules);
                check(&spec.rules);
            }
            Err(error) => check_message(&error),
        }
    }
});

/// Every clause reads back from its text, and the first layers can be solved and proved.
fn check(rules: &Rules) {
    let mut same = *rules;
    for (name, value) in rules.entries() {
        same = same.changed(name, &value).unwrap_or_else(|error| panic!("{name} = {value}: {error}"));
        assert_eq!(same, *rules, "{name} = {value}");
    }
    let most = if rules.clauses().pits() <= 2 { 4 } else { 2 };
    let seeds = rules.seeds().min(Seeds::new(most).expect("in range"));
    let table = solve::table(rules.clauses(), seeds).expect("a small game");
    verify(&table, Progress::NONE).expect("a right table");
}
