//! Waiting for what must happen, however busy the machine is.

use std::thread;
use std::time::{Duration, Instant};

/// How long tests wait before they give up. Nothing takes as long, also on a machine that does many other
/// things, but a hang.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// How long tests wait between two looks.
const BETWEEN: Duration = Duration::from_millis(10);

/// Waits until a condition holds.
///
/// # Panics
/// With what was expected, how long it did not come, and how busy the machine was.
#[track_caller]
pub(crate) fn wait_until(expected: &str, mut holds: impl FnMut() -> bool) {
    wait_for(expected, || holds().then_some(()));
}

/// Waits until there is a value.
///
/// # Panics
/// As [`wait_until`] does.
#[track_caller]
pub(crate) fn wait_for<T>(expected: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "expected, but not so after {} s: {expected} ({})",
            begun.elapsed().as_secs(),
            machine()
        );
        thread::sleep(BETWEEN);
    }
}

/// How busy the machine is, for the message of a test that gave up: its load, where the system says so,
/// and its processors.
pub(crate) fn machine() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut words = load.split(' ');
    let load = words.next().filter(|word| !word.is_empty());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("load {} on {cores} cores", load.unwrap_or("unknown"))
}
