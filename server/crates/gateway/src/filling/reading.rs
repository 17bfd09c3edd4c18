//! The cursors of a list that is being read.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// The number of cursors remembered at most; a longer circle is not recognised.
const MAX_CURSORS: usize = 100_000;

/// The cursors that led to the pages of a list, by which one that does not lead to its end is told
/// from one that has ended.
#[derive(Default)]
pub(super) struct Reading {
    hasher: RandomState,
    used: HashSet<u64>,
}

impl Reading {
    /// Whether the page under that cursor ends the list, or leads to one that was not read yet.
    pub(super) fn leads_on(&mut self, cursor: Option<&str>, next: Option<&str>) -> bool {
        match cursor {
            Some(cursor) => {
                if self.used.len() >= MAX_CURSORS {
                    self.used.clear();
                }
                self.used.insert(self.hasher.hash_one(cursor));
            }
            None => self.used.clear(),
        }
        next.is_none_or(|next| !self.used.contains(&self.hasher.hash_one(next)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_must_lead_to_its_end() {
        let mut reading = Reading::default();
        for (cursor, next, leads) in [
            (None, Some("a+b"), true),
            (Some("a+b"), Some("a+b"), false),
            // The same page again: a walk goes on where it failed.
            (Some("a+b"), Some("c"), true),
            (Some("c"), Some("a+b"), false),
            (Some("c"), None, true),
            // Another walk has the same cursors.
            (None, Some("a+b"), true),
            (Some("a+b"), Some("c"), true),
            (Some("c"), None, true),
        ] {
            assert_eq!(reading.leads_on(cursor, next), leads, "{cursor:?} {next:?}");
        }
    }
}
