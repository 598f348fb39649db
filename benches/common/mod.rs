//! Timing for the benchmarks: the best and the middle of several runs, and boards a second.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::{Duration, Instant};

/// Times `work` several times, prints the figures, and answers the best time. `boards` is how many boards one run
/// looks at, `work` answers a number that must come out the same every time: `expected`.
pub fn time(name: &str, boards: u64, expected: u64, mut work: impl FnMut() -> u64) -> Duration {
    const RUNS: usize = 5;
    let mut times = [Duration::ZERO; RUNS];
    for time in &mut times {
        let begun = Instant::now();
        let found = work();
        *time = begun.elapsed();
        assert_eq!(found, expected, "{name} gives a wrong answer");
    }
    times.sort_unstable();
    let rate = |time: Duration| boards as f64 / time.as_secs_f64() / 1e6;
    let (best, middle) = (times[0], times[RUNS / 2]);
    println!("{name:<44} best {best:>9.2?}  middle {middle:>9.2?}  {:>7.2} million boards a second", rate(best));
    best
}
