//! Timing for the benchmarks: the best and the median of several runs, and boards a second.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(dead_code, reason = "every benchmark is a crate of its own and uses a part")]

use std::time::{Duration, Instant};

/// The number of runs of each work.
const IN_TURN: usize = 9;

/// Times `work` several times and prints the figures. One run handles `boards` boards. Every run must return `expected`.
pub fn time(name: &str, boards: u64, expected: u64, mut work: impl FnMut() -> u64) {
    const RUNS: usize = 5;
    let mut times = [Duration::ZERO; RUNS];
    for time in &mut times {
        let begun = Instant::now();
        let found = work();
        *time = begun.elapsed();
        assert_eq!(found, expected, "{name} gives a wrong answer");
    }
    print(name, boards, times);
}

fn print<const RUNS: usize>(name: &str, boards: u64, mut times: [Duration; RUNS]) {
    times.sort_unstable();
    let (best, middle) = (times[0], times[RUNS / 2]);
    let rate = boards as f64 / best.as_secs_f64() / 1e6;
    println!("{name:<44} best {best:>9.2?}  middle {middle:>9.2?}  {rate:>7.2} million boards a second");
}

/// Runs several works in turn, several times, and checks and prints each like [`time`]. Returns the times of each work, run
/// by run. Times of the same run were measured under similar conditions, so their ratios mean more than single times.
pub fn in_turn<const WORKS: usize>(
    boards: u64,
    mut works: [(&str, u64, &mut dyn FnMut() -> u64); WORKS],
) -> [[Duration; IN_TURN]; WORKS] {
    let mut times = [[Duration::ZERO; IN_TURN]; WORKS];
    for run in 0..IN_TURN {
        for ((name, expected, work), times) in works.iter_mut().zip(&mut times) {
            let begun = Instant::now();
            let found = work();
            times[run] = begun.elapsed();
            assert_eq!(found, *expected, "{name} gives a wrong answer");
        }
    }
    for ((name, ..), times) in works.iter().zip(&times) {
        print(name, boards, *times);
    }
    times
}

/// The median over all runs of the ratio between a time and that of `yardstick`.
pub fn ratio(times: &[Duration; IN_TURN], yardstick: &[Duration; IN_TURN]) -> f64 {
    let mut ratios: Vec<_> =
        times.iter().zip(yardstick).map(|(one, other)| one.as_secs_f64() / other.as_secs_f64()).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[IN_TURN / 2]
}
