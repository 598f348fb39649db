//! A progress bar on a terminal, for work that takes more than a second

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tihbat::solver::STEPS_PER_BOARD;

/// How long work may take before it is worth talking about.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that counts boards; it shows itself only when the work turns out to be long, and only on a terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    begun: Instant,
    shown: AtomicBool,
}

impl Bar {
    /// A bar for work of this many steps of solving.
    pub(super) fn new(what: &str, steps: u64) -> Self {
        Self::counting(what, steps, STEPS_PER_BOARD)
    }

    /// A bar for work on this many boards.
    pub(super) fn boards(what: &str, boards: u64) -> Self {
        Self::counting(what, boards, 1)
    }

    fn counting(what: &str, steps: u64, steps_per_board: u64) -> Self {
        let template = "{msg} {wide_bar} {percent:>3}%  {boards} boards, {rate}/s, {eta} left";
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("boards", move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{}", super::output::count(state.pos() / steps_per_board));
            })
            .with_key("rate", move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{}", super::output::count(state.per_sec() as u64 / steps_per_board));
            });
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden()).with_style(style);
        bar.set_message(what.to_owned());
        Self { bar, begun: Instant::now(), shown: AtomicBool::new(false) }
    }

    /// A bar for work of unknown length that counts boards.
    pub(super) fn counter(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} {spinner} {human_pos} boards, {per_sec}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_message(what.to_owned());
        Self { bar, begun: Instant::now(), shown: AtomicBool::new(false) }
    }

    /// Says what is being worked on.
    pub(super) fn say(&self, what: String) {
        self.bar.set_message(what);
    }

    /// This many steps more are done.
    pub(super) fn add(&self, steps: u64) {
        if !self.shown.load(Relaxed) && self.begun.elapsed() > PATIENCE && !self.shown.swap(true, Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        }
        self.bar.inc(steps);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
