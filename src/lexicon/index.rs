//! Entries by the letters of their first word, so that a word is looked up and not compared with all of
//! them.

use super::{Entry, Lexicon, Tables, matches_word};
use std::ptr;

/// Positions of entries by a key: a hash table of a fixed size, which takes less code than that of the
/// standard library.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Index(Vec<Vec<usize>>);

const BUCKETS: usize = 2048;

impl Index {
    pub(super) fn new() -> Index {
        Index(vec![Vec::new(); BUCKETS])
    }

    fn bucket(key: &[u8]) -> usize {
        let hash = |hash: usize, byte: &u8| hash.wrapping_mul(31).wrapping_add(usize::from(*byte));
        key.iter().fold(0, hash) % BUCKETS
    }

    fn add(&mut self, key: &[u8], entry: usize) {
        self.0[Self::bucket(key)].push(entry);
    }

    fn get(&self, key: &[u8]) -> &[usize] {
        &self.0[Self::bucket(key)]
    }
}

impl Tables {
    pub(super) fn push(&mut self, entry: Entry) {
        let at = self.entries.len();
        let first = entry.first();
        let letters = first.trim_matches('*').as_bytes();
        // Stems of one letter, which only words of a program have, are compared with every word.
        match letters.get(..2) {
            _ if !first.contains('*') => self.index.add(letters, at),
            Some(key) => self.index.add(key, at),
            None => self.short_stems.push(at),
        }
        self.entries.push(entry);
    }
}

impl Lexicon {
    /// The entries whose first word is this one, or a stem that is in it.
    pub(super) fn beginning(&self, word: &str) -> Vec<&Entry> {
        let tables = &*self.0;
        let mut found: Vec<&Entry> = Vec::new();
        let mut add = |positions: &[usize]| {
            for at in positions {
                let entry = &tables.entries[*at];
                let is_found = found.iter().any(|other| ptr::eq(*other, entry));
                if matches_word(entry.first(), word) && !is_found {
                    found.push(entry);
                }
            }
        };
        add(tables.index.get(word.as_bytes()));
        add(&tables.short_stems);
        for letters in word.as_bytes().windows(2) {
            add(tables.index.get(letters));
        }
        found
    }
}
