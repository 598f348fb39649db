//! Chaos: every command that writes files is killed, starved of disk, raced against itself and fed damaged files
//!
//! Each round begins with a folder that holds nothing or the files of an earlier run, disturbs one or several runs of a command,
//! and then checks:
//!
//! - Every target is a complete file that some run has written, the old one or a new one, never a mixture.
//! - A folder of several files that match their manifest is one run's. Other folders are known as mixtures.
//! - A command that failed says why, ends with exit code 2, and leaves its targets as they were.
//! - A file that another program has written stays.
//! - Undisturbed runs afterwards succeed, write their own files, and remove what killed runs have left.
//!
//! It takes minutes, so it runs only if `TIHBAT_CHAOS_MINUTES` says how many. It prints its seed; `TIHBAT_CHAOS_SEED` gives it again,
//! which repeats the plan of all rounds, but not the moments at which the system does its work.

#![expect(clippy::print_stdout, reason = "the seed and the counts are for people")]

mod disturbance;
#[path = "../common/manifest.rs"]
mod manifest;
mod scenario;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use disturbance::Ended;
use scenario::Scenario;

#[test]
fn whatever_happens_files_are_complete() {
    let setting = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(minutes) = setting("TIHBAT_CHAOS_MINUTES") else {
        println!("chaos is skipped: TIHBAT_CHAOS_MINUTES=2 runs it for two minutes");
        return;
    };
    let minutes: f64 = minutes.parse().expect("TIHBAT_CHAOS_MINUTES is a number");
    let seed = setting("TIHBAT_CHAOS_SEED").map(|seed| seed.parse().expect("TIHBAT_CHAOS_SEED is a number"));
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    println!("TIHBAT_CHAOS_SEED={seed}");
    let scenarios = Scenario::all();
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let mut counts: BTreeMap<(&str, &str), BTreeMap<Ended, usize>> = BTreeMap::new();
    let mut rounds = 0_u64;
    while Instant::now() < end {
        // Each round has its own numbers, so that one can be repeated alone.
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(rounds));
        let scenario = &scenarios[random.usize(..scenarios.len())];
        let disturbance = scenario.disturbance(&mut random);
        let at = format!("round {rounds} of seed {seed}: {disturbance:?} of {}", scenario.name());
        let counts = counts.entry((scenario.name(), disturbance.name())).or_default();
        for ended in scenario.round(disturbance, &mut random, &at) {
            *counts.entry(ended).or_default() += 1;
        }
        rounds += 1;
    }
    println!("{:<12} {:<12} {:>6} {:>8} {:>7}", "command", "disturbance", "well", "refused", "killed");
    for ((scenario, disturbance), counts) in &counts {
        let [well, refused, killed] =
            [Ended::Well, Ended::Refused, Ended::Killed].map(|ended| counts.get(&ended).unwrap_or(&0));
        println!("{scenario:<12} {disturbance:<12} {well:>6} {refused:>8} {killed:>7}");
    }
    println!("{rounds} rounds");
}
