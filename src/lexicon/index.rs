//! Entries by the letters of their first word, so that a word is looked up and not compared with all of
//! them.

use super::{Entry, Lexicon, has_star, matches_word};
use std::{iter, mem};

/// Positions of entries, by what a word must have to match one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Index {
    /// By their first word, or by the first two letters of its stem, with which the word begins.
    words: Buckets,
    /// By the first two letters of a stem that may stand inside the word.
    inner: Buckets,
    /// Stems of one letter, which only words of a program have: every word is compared with them.
    short: Vec<usize>,
    /// Single words for foods that always contain an allergen, by their first letter.
    foods: Buckets,
}

impl Index {
    pub(super) fn new(entries: &[Entry]) -> Index {
        let mut index = Index {
            words: Buckets::new(),
            inner: Buckets::new(),
            short: Vec::new(),
            foods: Buckets::new(),
        };
        // From the last to the first, because each stands before the others of its bucket.
        for (at, entry) in entries.iter().enumerate().rev() {
            let first = entry.first();
            let stem = first.trim_matches('*').as_bytes();
            match stem.get(..2) {
                _ if !has_star(first) => index.words.add(stem, at),
                Some(letters) => {
                    index.words.add(letters, at);
                    if first.starts_with('*') {
                        index.inner.add(letters, at);
                    }
                }
                None => index.short.insert(0, at),
            }
            if let Some(letter) = stem.get(..1).filter(|_| entry.is_always_food()) {
                index.foods.add(letter, at);
            }
        }
        index
    }
}

/// A hash table of a fixed size, which takes less code than that of the standard library. It may have
/// entries of another key with the same hash.
#[derive(Debug, PartialEq, Eq)]
struct Buckets {
    /// The first link of each bucket.
    first: Vec<usize>,
    links: Vec<Link>,
}

#[derive(Debug, PartialEq, Eq)]
struct Link {
    hash: usize,
    entry: usize,
    next: usize,
}

impl Buckets {
    const COUNT: usize = 2048;

    fn new() -> Buckets {
        Buckets {
            // No link has this index.
            first: vec![usize::MAX; Self::COUNT],
            links: Vec::new(),
        }
    }

    fn hash(key: &[u8]) -> usize {
        let hash = |hash: usize, byte: &u8| hash.wrapping_mul(31).wrapping_add(usize::from(*byte));
        key.iter().fold(0, hash)
    }

    fn add(&mut self, key: &[u8], entry: usize) {
        let hash = Self::hash(key);
        let link = self.links.len();
        let next = mem::replace(&mut self.first[hash % Self::COUNT], link);
        self.links.push(Link { hash, entry, next });
    }

    fn get<'a>(&'a self, key: &[u8]) -> impl Iterator<Item = usize> + use<'a> {
        let hash = Self::hash(key);
        let first = self.first[hash % Self::COUNT];
        let links = iter::successors(self.links.get(first), |link| self.links.get(link.next));
        let links = links.filter(move |link| link.hash == hash);
        links.map(|link| link.entry)
    }
}

impl Lexicon {
    /// Calls a function with the entries whose first word is this one, or a stem that is in it.
    pub(super) fn beginning<'a>(&'a self, word: &str, found: &mut dyn FnMut(&'a Entry)) {
        let (tables, index) = (&*self.0, &self.0.index);
        let mut add = |at: usize| {
            let entry = &tables.entries[at];
            if matches_word(entry.first(), word) {
                found(entry);
            }
        };
        let word = word.as_bytes();
        index.words.get(word).for_each(&mut add);
        index.short.iter().copied().for_each(&mut add);
        for (at, letters) in word.windows(2).enumerate() {
            match at {
                // Found above.
                0 if word.len() == 2 => {}
                0 => index.words.get(letters).for_each(&mut add),
                _ => {
                    let is_first =
                        || word.windows(2).position(|other| other == letters) == Some(at);
                    let stems = index.inner.get(letters);
                    stems.filter(|_| is_first()).for_each(&mut add);
                }
            }
        }
    }

    /// The single words with this first letter for foods that always contain an allergen.
    pub(crate) fn foods(&self, first: u8) -> impl Iterator<Item = &str> {
        let foods = self.0.index.foods.get(&[first]);
        let foods = foods.map(|at| &*self.0.entries[at].phrase);
        foods.filter(move |food| food.as_bytes().first() == Some(&first))
    }
}
