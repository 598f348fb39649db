//! How much faster some work would be on more cores
//!
//! A large machine is not always at hand. But the steps of a solve that several threads share are known, and so are the tasks of
//! each step. [`measure`] runs work on the calling thread, split as for many threads, and times each task. From these times it
//! computes how long the steps would take on other numbers of cores, if each core were as fast as this one. What is not in a step
//! takes the same time on every machine.
//!
//! The answer is what the algorithm allows. It knows nothing of the memory that cores share, nor of the time that it takes to wake
//! them: that is a few microseconds for each step, and [`Scaling::steps`] says how many there are.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// The times that some work takes on several numbers of cores.
///
/// ```no_run
/// use tihbat::{board::Seeds, rules, scaling, solve};
///
/// let most = Seeds::new(12).ok_or("a layer")?;
/// let scaling = scaling::measure(64, &[1, 64], || solve::table(rules::AWARI.clauses(), most));
/// println!("{:.1} times as fast on 64 cores", scaling.speed_up(64).ok_or("a number that was asked for")?);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaling {
    /// By number of cores: the time of all steps.
    steps_on: Vec<(usize, Duration)>,
    /// The time of all steps if every task has a core of its own.
    longest_tasks: Duration,
    steps: u64,
    /// The time outside of all steps.
    alone: Duration,
}

impl Scaling {
    /// Returns the time that all of the work takes on one core.
    pub fn work(&self) -> Duration {
        self.time_on(1).expect("one core is always measured")
    }

    /// Returns the time on any number of cores: what is in no step, and the longest task of each step.
    pub fn span(&self) -> Duration {
        self.alone + self.longest_tasks
    }

    /// Returns the time in no step, which more cores do not make shorter.
    pub fn alone(&self) -> Duration {
        self.alone
    }

    /// Returns the number of steps that several threads share.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the time on this many cores, or none if the measurement was not asked for it.
    pub fn time_on(&self, cores: usize) -> Option<Duration> {
        let (_, steps) = self.steps_on.iter().find(|&&(number, _)| number == cores)?;
        Some(self.alone + *steps)
    }

    /// Returns how many times as fast the work is on this many cores as on one, or none if the measurement was not asked for it.
    pub fn speed_up(&self, cores: usize) -> Option<f64> {
        Some(self.work().as_secs_f64() / self.time_on(cores)?.as_secs_f64())
    }
}

/// What is measured on this thread.
struct Meter {
    threads: usize,
    steps_on: Vec<(usize, Duration)>,
    longest_tasks: Duration,
    in_steps: Duration,
    steps: u64,
}

thread_local! {
    static METER: RefCell<Option<Meter>> = const { RefCell::new(None) };
}

/// Does `work` on this thread alone, split as for `threads` threads, and says how long it would take on each of these numbers of
/// cores.
pub fn measure<T: Send>(threads: usize, cores: &[usize], work: impl FnOnce() -> T + Send) -> Scaling {
    let cores = [1].into_iter().chain(cores.iter().copied().filter(|&cores| cores > 1));
    let steps_on = cores.map(|cores| (cores, Duration::ZERO)).collect();
    let meter = Meter { threads, steps_on, longest_tasks: Duration::ZERO, in_steps: Duration::ZERO, steps: 0 };
    METER.set(Some(meter));
    let begun = Instant::now();
    work();
    let all = begun.elapsed();
    let meter = METER.take().expect("nobody else takes it");
    let Meter { steps_on, longest_tasks, in_steps, steps, .. } = meter;
    Scaling { steps_on, longest_tasks, steps, alone: all.saturating_sub(in_steps) }
}

/// Returns the number of threads that work is to be split for, if this thread is measured.
pub(crate) fn threads() -> Option<usize> {
    METER.with_borrow(|meter| meter.as_ref().map(|meter| meter.threads))
}

/// Does the tasks of a step in turn, and counts their times. `next` does the next task, and says whether there was one.
pub(crate) fn step(next: &mut dyn FnMut() -> bool) {
    let mut times = Vec::new();
    loop {
        let begun = Instant::now();
        if !next() {
            break;
        }
        times.push(begun.elapsed());
    }
    METER.with_borrow_mut(|meter| {
        let Some(meter) = meter else { return };
        meter.steps += u64::from(times.len() > 1);
        meter.in_steps += times.iter().sum::<Duration>();
        meter.longest_tasks += times.iter().max().copied().unwrap_or_default();
        for (cores, time) in &mut meter.steps_on {
            *time += on_cores(&times, *cores);
        }
    });
}

/// Returns how long tasks take on a number of cores that each take the next task when they are free.
fn on_cores(times: &[Duration], cores: usize) -> Duration {
    let mut busy = vec![Duration::ZERO; cores.min(times.len()).max(1)];
    for &time in times {
        *busy.iter_mut().min().expect("at least one core") += time;
    }
    busy.into_iter().max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: &[u64]) -> Vec<Duration> {
        seconds.iter().copied().map(Duration::from_secs).collect()
    }

    #[test]
    fn tasks_go_to_the_core_that_is_free_first() {
        let times = seconds(&[3, 1, 1, 2]);
        assert_eq!([1, 2, 3, 9].map(|cores| on_cores(&times, cores).as_secs()), [7, 4, 3, 3]);
        assert_eq!(on_cores(&[], 4), Duration::ZERO);
    }
}
