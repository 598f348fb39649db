//! A mapped table that is cut short in place ends the process with a sentence
//!
//! Reading beyond the new end of a mapped file raises the signal SIGBUS. The handler finds the file by the address, names it
//! on standard error and ends the process with exit code 2. It may only do what is allowed in a handler, so the names of
//! mapped files are in a fixed array of atomics.

#![expect(unsafe_code, reason = "a signal handler cannot be installed without")]

use std::ffi::{c_int, c_void};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::SeqCst};

/// Mapped tables that are known at a time. Another one is used, but a fault in it ends the process by the signal.
const MAX_MAPS: usize = 64;

/// Bytes of a name that are kept.
const MAX_NAME: usize = 512;

struct Slot {
    taken: AtomicBool,
    start: AtomicUsize,
    /// The first address after the map; 0 while the slot is being filled.
    end: AtomicUsize,
    name: [AtomicU8; MAX_NAME],
    length: AtomicUsize,
}

static SLOTS: [Slot; MAX_MAPS] = [const {
    Slot {
        taken: AtomicBool::new(false),
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        name: [const { AtomicU8::new(0) }; MAX_NAME],
        length: AtomicUsize::new(0),
    }
}; MAX_MAPS];

/// A mapped file whose name the handler knows, until this is dropped.
pub(super) struct Watched(&'static Slot);

impl Watched {
    /// Makes a map known; none if there are too many.
    pub(super) fn new(map: &[u8], path: &Path) -> Option<Self> {
        let slot = SLOTS.iter().find(|slot| !slot.taken.swap(true, SeqCst))?;
        let name = path.display().to_string();
        let name = crate::text::shown_whole(&name).to_string();
        let bytes = &name.as_bytes()[..name.len().min(MAX_NAME)];
        for (kept, &byte) in slot.name.iter().zip(bytes) {
            kept.store(byte, SeqCst);
        }
        slot.length.store(bytes.len(), SeqCst);
        slot.start.store(map.as_ptr() as usize, SeqCst);
        slot.end.store(map.as_ptr() as usize + map.len().next_multiple_of(1 << 16), SeqCst);
        Some(Self(slot))
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.0.end.store(0, SeqCst);
        self.0.taken.store(false, SeqCst);
    }
}

/// From now on, a mapped table that is cut short in place ends the process with a message and exit code 2.
pub fn end_with_a_message_when_cut() {
    // SAFETY: the struct is plain numbers, for which zeros are valid, and the handler has the type that SA_SIGINFO asks for.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_fault;
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        libc::sigemptyset(&raw mut action.sa_mask);
        // If it cannot be installed, the signal ends the process as before.
        libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut());
    }
}

extern "C" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: with SA_SIGINFO the system passes valid information; for SIGBUS it has the address.
    let at = unsafe { (*info).si_addr() } as usize;
    let holds = |slot: &&Slot| (slot.start.load(SeqCst)..slot.end.load(SeqCst)).contains(&at);
    let Some(slot) = SLOTS.iter().find(holds) else {
        // SAFETY: no table of ours. With the default action the same access ends the process by the signal.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
        return;
    };
    // Several threads may read beyond the end at the same time. The first one speaks and ends the process.
    static SPEAKS: AtomicBool = AtomicBool::new(false);
    if SPEAKS.swap(true, SeqCst) {
        loop {
            // SAFETY: it is allowed in a handler, and only waits.
            unsafe { libc::pause() };
        }
    }
    write(b"error: ");
    for byte in &slot.name[..slot.length.load(SeqCst).min(MAX_NAME)] {
        write(&[byte.load(SeqCst)]);
    }
    write(b" was changed in place while it was read; replace tables by rename\n");
    // SAFETY: it is allowed in a handler, and runs nothing else of this process.
    unsafe { libc::_exit(2) };
}

fn write(bytes: &[u8]) {
    // SAFETY: the bytes are valid, and write is allowed in a handler. Nobody can be told if it fails.
    let _ = unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
}
