//! In which language a text is.

use super::clause::Text;
use super::said::Kind;
use crate::text::letters;
use crate::text::tokens::{Break, Token};

/// Whether a text is in a language that is not read: a quarter of its words or less are known. Of
/// ordinary lists in a language that is read most are; of sentences fewer, so that they need another
/// sign, a letter that the language has not. Unknown words of two letters do not count, nor do figures.
pub(super) fn is_foreign(text: &Text) -> bool {
    /// The fewest words, and items of a list, that tell.
    const FEWEST: usize = 3;
    let (mut known, mut unknown, mut has_letter) = (0, 0, false);
    for unit in &text.units {
        let words = text.words[unit.words.clone()].iter();
        if unit.is_read() || !unit.cues.is_empty() {
            known += words.filter(|word| letters_of(word) > 1).count();
            continue;
        }
        for word in words.filter(|word| letters_of(word) > 2) {
            unknown += 1;
            has_letter |= word.shown.chars().any(|letter| text.lexicon.lacks(letter));
        }
    }
    let breaks = text
        .units
        .iter()
        .filter(|unit| unit.breaks == Break::Phrase);
    let is_list = text.kind == Kind::List && breaks.count() + 1 >= FEWEST;
    known + unknown >= FEWEST && unknown >= 3 * known && (is_list || has_letter)
}

/// How many letters a word has; none with a figure in it.
fn letters_of(word: &Token) -> usize {
    match word.text.contains(letters::is_numeric) {
        true => 0,
        false => word.text.chars().count(),
    }
}
