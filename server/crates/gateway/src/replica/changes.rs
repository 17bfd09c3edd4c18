//! The latest changes and purges, in their order, so that no response from before one is taken
//! for a response from after it.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use crate::entry::Entry;
use product_pool_http::responses::cache_tags::is_list;

/// How many batches of changes are remembered for requests under way.
pub(super) const HISTORY: usize = 64;

/// A batch of changed products.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    /// Their identifiers.
    pub(crate) products: HashSet<String>,
    /// Their GTINs, as 14 digits.
    pub(crate) gtins: HashSet<String>,
    /// Whether any product may have changed.
    pub(crate) all: bool,
    /// Whether entries about them are purged: they may not even be served while the upstream
    /// fails.
    pub(crate) purged: bool,
}

/// What a change means for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    None,
    /// It may be out of date.
    Invalidated,
    /// It must not be served any more.
    Purged,
}

impl Changed {
    /// Whether an entry may be out of date now.
    pub(super) fn affects(&self, key: &str, entry: &Entry) -> bool {
        let names = |names: &HashSet<String>, name: &Option<Box<str>>| {
            name.as_deref().is_some_and(|name| names.contains(name))
        };
        self.all
            || names(&self.products, &entry.product)
            || names(&self.gtins, &entry.gtin)
            // Any list may have gained or lost the product.
            || is_list(key)
            || (self.purged && entry.tags.gtins().iter().any(|gtin| self.gtins.contains(gtin)))
    }

    fn effect(&self, key: &str, entry: &Entry) -> Effect {
        match (self.affects(key, entry), self.purged) {
            (false, _) => Effect::None,
            (true, false) => Effect::Invalidated,
            (true, true) => Effect::Purged,
        }
    }
}

/// How many batches of changes there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Revision(u64);

/// The latest batches of changes.
#[derive(Default)]
pub(super) struct Changes {
    count: u64,
    recent: VecDeque<Arc<Changed>>,
    /// The count at the latest purge.
    purged: u64,
}

impl Changes {
    /// The current revision.
    pub(super) fn revision(&self) -> Revision {
        Revision(self.count)
    }

    /// Adds a batch, which begins a new revision.
    pub(super) fn push(&mut self, changed: Arc<Changed>) {
        self.count += 1;
        if changed.purged {
            self.purged = self.count;
        }
        self.recent.push_back(changed);
        if self.recent.len() > HISTORY {
            self.recent.pop_front();
        }
    }

    /// The effect on an entry of the changes after that revision.
    pub(super) fn effect(&self, since: Revision, key: &str, entry: &Entry) -> Effect {
        let after = usize::try_from(self.count - since.0).unwrap_or(usize::MAX);
        if after > self.recent.len() {
            // Changes that are no longer remembered may have affected any entry.
            return match self.purged > since.0 {
                true => Effect::Purged,
                false => Effect::Invalidated,
            };
        }
        let changes = self.recent.iter().rev().take(after);
        let effects = changes.map(|changed| changed.effect(key, entry));
        effects.max().unwrap_or(Effect::None)
    }
}
