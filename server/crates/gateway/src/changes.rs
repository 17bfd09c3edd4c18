//! What changed or was purged, and since when, so that no response from before
//! is taken for one from after it.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use crate::entry::Entry;
use crate::tags::is_list;

/// How many batches of changes are remembered for responses under way.
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
    /// Responses about them are removed: they may not even be served while the
    /// upstream fails.
    pub(crate) purged: bool,
}

/// What a change means for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    None,
    /// It may be out of date.
    Dropped,
    /// It must not be served any more.
    Purged,
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
            || is_list(key)
            || (self.purged && entry.tags.gtins().iter().any(|gtin| self.gtins.contains(gtin)))
    }

    fn effect(&self, key: &str, entry: &Entry) -> Effect {
        match (self.affects(key, entry), self.purged) {
            (false, _) => Effect::None,
            (true, false) => Effect::Dropped,
            (true, true) => Effect::Purged,
        }
    }
}

/// A moment between two batches of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(u64);

#[derive(Default)]
pub(super) struct Changes {
    count: u64,
    recent: VecDeque<Arc<Changed>>,
    /// How many there were at the latest purge.
    purged: u64,
}

impl Changes {
    /// Now.
    pub(super) fn moment(&self) -> Moment {
        Moment(self.count)
    }

    /// Notes a batch, after which it is another moment.
    pub(super) fn note(&mut self, changed: Arc<Changed>) {
        self.count += 1;
        if changed.purged {
            self.purged = self.count;
        }
        self.recent.push_back(changed);
        if self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
    }

    /// What happened after that moment to what an entry is about.
    pub(super) fn effect(&self, since: Moment, key: &str, entry: &Entry) -> Effect {
        let after = usize::try_from(self.count - since.0).unwrap_or(usize::MAX);
        if after > self.recent.len() {
            // What is no longer remembered may have been about anything.
            return match self.purged > since.0 {
                true => Effect::Purged,
                false => Effect::Dropped,
            };
        }
        let changes = self.recent.iter().rev().take(after);
        let effects = changes.map(|changed| changed.effect(key, entry));
        effects.max().unwrap_or(Effect::None)
    }
}
