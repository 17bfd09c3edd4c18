//! The health of the cache's file, for readers, probes and metrics.

use std::sync::atomic::{AtomicU64, Ordering};

use super::fault::Fault;
use parking_lot::Mutex;
use product_pool_http::listener::metrics::CountersBy;

/// The health of the cache's file.
#[derive(Debug, Default)]
pub(crate) struct Health {
    /// Why the file is not in use.
    fault: Mutex<Option<&'static str>>,
    /// How often the file was opened.
    opened: AtomicU64,
    /// How often the file could no longer be used, or not be opened.
    pub(crate) faults: CountersBy,
    /// Reads and writes that failed.
    pub(crate) errors: CountersBy,
}

impl Health {
    /// Why the file is not in use; `None` while it is.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        *self.fault.lock()
    }

    /// A number that changes whenever the file is opened again: an entry that was read earlier
    /// may no longer be in it.
    pub(crate) fn generation(&self) -> u64 {
        self.opened.load(Ordering::Acquire)
    }

    /// Records that the file was opened.
    pub(super) fn opened(&self) {
        self.opened.fetch_add(1, Ordering::Release);
    }

    /// Records that the file was written, and whether entries were stored in it. Returns whether
    /// it is in use now and was not before: a full disk may have room for everything but entries.
    pub(super) fn recovered(&self, stored: bool) -> bool {
        let mut fault = self.fault.lock();
        let is_over = stored || *fault != Some(Fault::FULL);
        is_over && fault.take().is_some()
    }

    /// Counts a failed read or write: `operation` is `read` or `write`.
    pub(super) fn error(&self, operation: &'static str) {
        self.errors.get_or_create(&[("operation", operation)]).inc();
    }

    /// Records that the file cannot be used. Returns whether this cause is new.
    pub(super) fn failed(&self, fault: &Fault) -> bool {
        let cause = fault.cause();
        let is_new = self.fault.lock().replace(cause) != Some(cause);
        if is_new {
            self.faults.get_or_create(&[("cause", cause)]).inc();
        }
        is_new
    }
}
