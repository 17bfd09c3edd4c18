//! The words of a language, with its formats.

use super::DateFormat;
use crate::lexicon::Lexicon;
use crate::model::{DecodeError, Value};

/// The key of the lexicon in a language's file in the package.
pub(super) const LEXICON: &str = "lexicon";

#[derive(Clone)]
pub(super) struct Words {
    /// Sorted by key.
    pub(super) pairs: Vec<(Box<str>, Box<str>)>,
    pub(super) language: String,
    pub(super) right_to_left: bool,
    pub(super) decimal: String,
    pub(super) date: Option<DateFormat>,
    pub(super) lexicon: Lexicon,
}

impl Words {
    pub(super) fn empty(language: &str) -> Words {
        Words {
            pairs: Vec::new(),
            language: language.to_owned(),
            right_to_left: false,
            decimal: String::from("."),
            date: None,
            lexicon: Lexicon::english(),
        }
    }

    pub(super) fn read(language: &str, text: &str) -> Result<Words, DecodeError> {
        let mut words = Words::empty(language);
        words.add_all(text)?;
        Ok(words)
    }

    /// Adds the messages of a file.
    pub(super) fn add_all(&mut self, file: &str) -> Result<(), DecodeError> {
        let value = Value::parse(file)?;
        let Some(object) = value.as_object() else {
            return Err(DecodeError::NotObject(value.kind()));
        };
        for (key, value) in object.iter() {
            let Some(text) = value.as_text() else {
                continue;
            };
            if key == LEXICON {
                self.lexicon = Lexicon::from_text(text);
                continue;
            }
            if key == "card.decimal" {
                text.clone_into(&mut self.decimal);
            }
            self.add(key, text);
        }
        Ok(())
    }

    /// Where the message for a key is, or would be.
    pub(super) fn place(&self, key: &str) -> Result<usize, usize> {
        self.pairs.binary_search_by(|(known, _)| (**known).cmp(key))
    }

    /// Adds a message, or replaces it.
    pub(super) fn add(&mut self, key: &str, text: &str) {
        match self.place(key) {
            Ok(at) => self.pairs[at].1 = text.into(),
            Err(at) => self.pairs.insert(at, (key.into(), text.into())),
        }
    }
}
