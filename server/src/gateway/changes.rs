//! What changed, and since when, so that no answer from before a change is taken
//! for one from after it.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use super::entry::Entry;

/// How many batches of changes are remembered for answers under way.
pub(super) const REMEMBERED: usize = 64;

/// Products that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    /// Their identifiers.
    pub(crate) products: HashSet<String>,
    /// Their GTINs, as 14 digits.
    pub(crate) gtins: HashSet<String>,
    /// It may have been any product.
    pub(crate) all: bool,
}

impl Changed {
    /// Whether an answer may be another one now.
    pub(super) fn affects(&self, key: &str, entry: &Entry) -> bool {
        let names = |names: &HashSet<String>, name: &Option<Box<str>>| {
            name.as_deref().is_some_and(|name| names.contains(name))
        };
        self.all
            || names(&self.products, &entry.product)
            || names(&self.gtins, &entry.gtin)
            // Any list may have that product now, or no longer.
            || key == "/v2/products"
            || key.starts_with("/v2/products?")
    }
}

/// A moment between two batches of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(u64);

#[derive(Default)]
pub(super) struct Changes {
    count: u64,
    recent: VecDeque<Arc<Changed>>,
}

impl Changes {
    /// Now.
    pub(super) fn moment(&self) -> Moment {
        Moment(self.count)
    }

    /// Notes a batch, after which it is another moment.
    pub(super) fn note(&mut self, changed: Arc<Changed>) {
        self.count += 1;
        self.recent.push_back(changed);
        if self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
    }

    /// Whether what an answer is about changed after that moment.
    pub(super) fn affect(&self, since: Moment, key: &str, entry: &Entry) -> bool {
        let Ok(after) = usize::try_from(self.count - since.0) else {
            return true;
        };
        // What is no longer remembered may have affected anything.
        after > self.recent.len()
            || self
                .recent
                .iter()
                .rev()
                .take(after)
                .any(|changed| changed.affects(key, entry))
    }
}
