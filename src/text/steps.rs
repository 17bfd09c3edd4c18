//! How many steps reading takes, which tests count in place of time.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts a look at a word, a phrase, a food or a piece of evidence.
pub(crate) fn step() {
    STEPS.set(STEPS.get() + 1);
}

pub(crate) fn steps(work: impl FnOnce()) -> usize {
    STEPS.set(0);
    work();
    STEPS.get()
}
