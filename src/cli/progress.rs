//! Progress of work that takes more than a second
//!
//! On a terminal it is a bar. Anywhere else (a file, a log) it is one line every 30 seconds. A terminal that is too narrow
//! for the bar gets the part of it that fits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use tihbat::solver::STEPS_PER_BOARD;

use super::output;

/// How long work may take before it is worth talking about.
const PATIENCE: Duration = Duration::from_secs(1);

/// Seconds between two lines where there is no terminal.
const BETWEEN_LINES: u64 = 30;

/// Columns that a bar with all its numbers needs.
const WIDE: u16 = 90;

/// A bar that counts boards; it shows itself only when the work turns out to be long.
pub(super) struct Bar {
    bar: ProgressBar,
    begun: Instant,
    on_terminal: bool,
    shown: AtomicBool,
    pace: Arc<Pace>,
    lines: Lines,
}

/// How fast the work is, and how much of it there is.
struct Pace {
    /// Steps in all, if that is known.
    steps: Option<u64>,
    steps_per_board: u64,
    /// When the work began, and the steps that were done then.
    start: Mutex<(Instant, u64)>,
}

impl Pace {
    /// The work begins now, with this number of steps already done.
    fn restart(&self, done: u64) {
        *self.start.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), done);
    }

    /// Share, boards, speed and time left; only share and time if there is little room.
    fn numbers(&self, done: u64, now: Instant, wide: bool) -> String {
        let (begun, before) = *self.start.lock().unwrap_or_else(PoisonError::into_inner);
        let rate = done.saturating_sub(before) as f64 / now.duration_since(begun).as_secs_f64().max(1e-3);
        let boards = output::count(done / self.steps_per_board);
        let speed = output::count((rate / self.steps_per_board as f64) as u64);
        let Some(steps) = self.steps else { return format!("{boards} boards, {speed}/s") };
        let percent = (100.0 * done as f64 / steps.max(1) as f64).min(100.0) as u64;
        let left = match rate {
            0.0 => "? left".to_owned(),
            rate => format!("{} left", output::time(steps.saturating_sub(done) as f64 / rate)),
        };
        if wide {
            format!("{percent:>3}%  {boards} boards, {speed}/s, {left}")
        } else {
            format!("{percent:>3}%, {left}")
        }
    }
}

/// When it is time for the next line.
#[derive(Default)]
struct Lines {
    /// Seconds after the beginning when the last line was written.
    last: AtomicU64,
}

impl Lines {
    /// Whether a line is due this long after the beginning; true once for each line.
    fn due(&self, elapsed: Duration) -> bool {
        let (now, last) = (elapsed.as_secs(), self.last.load(Relaxed));
        now >= last + BETWEEN_LINES && self.last.compare_exchange(last, now, Relaxed, Relaxed).is_ok()
    }
}

impl Bar {
    /// A bar for work of this many steps of solving.
    pub(super) fn new(what: &str, steps: u64) -> Self {
        Self::counting(what, Some(steps), STEPS_PER_BOARD)
    }

    /// A bar for work on this many boards.
    pub(super) fn boards(what: &str, boards: u64) -> Self {
        Self::counting(what, Some(boards), 1)
    }

    /// A bar for work of unknown length that counts boards.
    pub(super) fn counter(what: &str) -> Self {
        Self::counting(what, None, 1)
    }

    fn counting(what: &str, steps: Option<u64>, steps_per_board: u64) -> Self {
        let begun = Instant::now();
        let pace = Arc::new(Pace { steps, steps_per_board, start: Mutex::new((begun, 0)) });
        let wide = terminal_size::terminal_size_of(std::io::stderr()).is_none_or(|(width, _)| width.0 >= WIDE);
        let template = match (steps, wide) {
            (Some(_), true) => "{msg} {wide_bar} {numbers}",
            (Some(_), false) => "{msg} {numbers}",
            (None, _) => "{msg} {spinner} {numbers}",
        };
        let shown = Arc::clone(&pace);
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
            "numbers",
            move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = out.write_str(&shown.numbers(state.pos(), Instant::now(), wide));
            },
        );
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden()).with_style(style);
        bar.set_message(what.to_owned());
        let on_terminal = std::io::stderr().is_terminal();
        Self { bar, begun, on_terminal, shown: AtomicBool::new(false), pace, lines: Lines::default() }
    }

    /// Says what is being worked on.
    pub(super) fn say(&self, what: String) {
        self.bar.set_message(what);
    }

    /// What was counted so far was done before: it says nothing about the speed.
    pub(super) fn restart(&self) {
        self.pace.restart(self.bar.position());
    }

    /// The line on the terminal.
    pub(super) fn line(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// This many steps more are done.
    pub(super) fn add(&self, steps: u64) {
        self.bar.inc(steps);
        if self.on_terminal {
            if !self.shown.load(Relaxed) && self.begun.elapsed() > PATIENCE && !self.shown.swap(true, Relaxed) {
                self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
            }
        } else if self.lines.due(self.begun.elapsed()) {
            let numbers = self.pace.numbers(self.bar.position(), Instant::now(), true);
            output::note(&format!("{}: {}", self.bar.message(), numbers.trim_start()));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_an_earlier_solve_are_no_speed() {
        let begun = Instant::now();
        let pace = Pace { steps: Some(1000), steps_per_board: 1, start: Mutex::new((begun, 0)) };
        pace.restart(900);
        let start = pace.start.lock().expect("no panic").0;
        assert_eq!(pace.numbers(900, start + Duration::from_secs(1), false), " 90%, ? left");
        assert_eq!(pace.numbers(910, start + Duration::from_secs(10), false), " 91%, 90.0 s left");
        assert_eq!(pace.numbers(910, start + Duration::from_secs(10), true), " 91%  910 boards, 1/s, 90.0 s left");
    }

    #[test]
    fn a_narrow_terminal_has_room_for_a_whole_line() {
        let start = Mutex::new((Instant::now(), 0));
        let pace = Pace { steps: Some(u64::MAX), steps_per_board: 1, start };
        let later = Instant::now() + Duration::from_secs(1_000_000);
        let line = format!("solving the layer again {}", pace.numbers(1_000_000_000, later, false));
        assert!(line.len() <= 60, "{line}");
    }

    #[test]
    fn without_a_terminal_there_is_a_line_every_thirty_seconds() {
        let lines = Lines::default();
        let due: Vec<u64> = (0..100).filter(|&second| lines.due(Duration::from_secs(second))).collect();
        assert_eq!(due, [30, 60, 90]);
    }
}
