//! Entries by the letters of their first word, so that a word is looked up and not compared with all of
//! them.

use super::{Entry, Lexicon, Tables, matches_word};
use std::ops::Range;

/// Positions of entries by a key: a hash table of a fixed size, which takes less code than that of the
/// standard library.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Index(Vec<Vec<usize>>);

const BUCKETS: usize = 2048;

/// The letters of a stem that are its key. Shorter stems, which only words of a program have, are compared
/// with every word.
const KEY: Range<usize> = 0..2;

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
        match letters.get(KEY) {
            _ if !first.contains('*') => self.words.add(letters, at),
            Some(key) => self.stems.add(key, at),
            None => self.short_stems.push(at),
        }
        if entry.is_always_food() {
            self.foods.add(letters.get(..1).unwrap_or_default(), at);
        }
        self.entries.push(entry);
    }
}

impl Lexicon {
    /// The entries whose first word is this one, or a stem that is in it.
    pub(super) fn beginning(&self, word: &str) -> Vec<&Entry> {
        let tables = &*self.0;
        let mut found = Vec::new();
        for at in tables.words.get(word.as_bytes()) {
            let entry = &tables.entries[*at];
            if entry.first() == word {
                found.push(entry);
            }
        }
        let short = tables.short_stems.iter().map(|at| &tables.entries[*at]);
        found.extend(short.filter(|entry| matches_word(entry.first(), word)));
        let mut rest = word.as_bytes();
        while let Some(key) = rest.get(KEY) {
            for at in tables.stems.get(key) {
                let entry = &tables.entries[*at];
                if entry.has_stem_at(word, word.len() - rest.len()) {
                    found.push(entry);
                }
            }
            rest = &rest[1..];
        }
        found
    }

    /// The single words for foods that always contain an allergen, by their first letter.
    pub(crate) fn foods(&self, first: u8) -> impl Iterator<Item = &str> {
        let foods = self.0.foods.get(&[first]).iter();
        foods.map(|at| &*self.0.entries[*at].phrase)
    }
}

impl Entry {
    /// Whether its stem is in a word and is found there first.
    fn has_stem_at(&self, word: &str, at: usize) -> bool {
        let first = self.first();
        match (first.strip_prefix('*'), first.strip_suffix('*')) {
            (None, Some(start)) => at == 0 && word.starts_with(start),
            (Some(end), None) => at + end.len() == word.len() && word.ends_with(end),
            _ => word.find(first.trim_matches('*')) == Some(at),
        }
    }
}
