//! The health of the cache's file, for readers, probes and metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use super::fault::Fault;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ByCause {
    cause: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ByOperation {
    operation: &'static str,
}

/// The health of the cache's file.
#[derive(Debug, Default)]
pub(crate) struct Health {
    /// Why the file is not in use.
    fault: Mutex<Option<&'static str>>,
    /// How often the file was opened.
    opened: AtomicU64,
    /// How often the file could no longer be used, or not be opened.
    pub(crate) faults: Family<ByCause, Counter>,
    /// Reads and writes that failed.
    pub(crate) errors: Family<ByOperation, Counter>,
}

impl Health {
    fn lock(&self) -> MutexGuard<'_, Option<&'static str>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the file is not in use; `None` while it is.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        *self.lock()
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

    /// Records that the file is in use. Returns whether it was not before.
    pub(super) fn recovered(&self) -> bool {
        self.lock().take().is_some()
    }

    /// Counts a failed read or write: `operation` is `read` or `write`.
    pub(super) fn error(&self, operation: &'static str) {
        self.errors.get_or_create(&ByOperation { operation }).inc();
    }

    /// Records that the file cannot be used. Returns whether this cause is new.
    pub(super) fn failed(&self, fault: &Fault) -> bool {
        let cause = fault.cause();
        let is_new = self.lock().replace(cause) != Some(cause);
        if is_new {
            self.faults.get_or_create(&ByCause { cause }).inc();
        }
        is_new
    }
}
