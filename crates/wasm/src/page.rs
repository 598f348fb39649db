//! What the page hears while a question is answered
//!
//! `web/worker.js` imports both functions into the module. On other targets, where tests run, nobody hears anything.

use std::sync::Once;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "tihbat")]
#[expect(unsafe_code, reason = "functions of the page are declared")]
unsafe extern "C" {
    /// Hears of progress: boards done, all boards, and the layer in work. Doubles, because there may be more than 2^32 boards.
    safe fn progress(boards: f64, all_boards: f64, seeds: u32);
    /// Hears why the solver breaks down: a text in UTF-8.
    safe fn panicked(text: *const u8, bytes: usize);
}

#[cfg(not(target_arch = "wasm32"))]
fn progress(_boards: f64, _all_boards: f64, _seeds: u32) {}

#[cfg(not(target_arch = "wasm32"))]
fn panicked(_text: *const u8, _bytes: usize) {}

/// Tells the page how far a solve is.
pub(crate) fn report_progress(boards: u64, all_boards: u64, seeds: usize) {
    progress(boards as f64, all_boards as f64, seeds as u32);
}

/// From now on the page hears of a panic.
pub(crate) fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            panicked(text.as_ptr(), text.len());
        }));
    });
}
