//! Misspelt names of allergens: "glutten", "mlik".

use super::said::Kind;
use crate::lexicon::Lexicon;
use crate::model::Allergen;
use crate::text::tokens::Token;

/// The fewest letters of a misspelt food: shorter ones are near too many others.
const SHORTEST: usize = 7;

/// Whether a word is one edit away from the name of an allergen or of a food that always contains one. A
/// short one counts only in a statement, if it is an allergen's own name.
pub(super) fn is_misspelt(word: &Token, kind: Kind, lexicon: &Lexicon) -> bool {
    // The "almond" of "almond_nuts".
    let names = Allergen::ALL
        .iter()
        .filter_map(|allergen| allergen.wire_name().split('_').next());
    let mut names = names.chain(lexicon.spellings());
    let fewest = if kind == Kind::Statement { 0 } else { SHORTEST };
    // An edit leaves the first letter.
    let first = word.text.bytes().find(|letter| !letter.is_ascii_digit());
    names.any(|name| is_near(word, name, fewest))
        || lexicon
            .foods(first.unwrap_or_default())
            .any(|food| is_near(word, food, SHORTEST))
}

/// Whether a form of a word is one edit away from a name, and both have so many letters.
#[inline(never)]
fn is_near(word: &Token, name: &str, fewest: usize) -> bool {
    // A singular of three letters would be one edit away from too many words.
    let singular = name.trim_end_matches('s');
    let name = if singular.len() > 3 { singular } else { name };
    let mut forms = word.forms();
    let is_long = |form: &str| form.len() >= fewest && form.len().abs_diff(name.len()) < 2;
    name.len() >= fewest && forms.any(|form| is_long(form) && is_one_edit(form, name))
}

/// Whether a letter is missing, added, another or swapped with the next, but for the first one.
fn is_one_edit(word: &str, name: &str) -> bool {
    let (mut word, mut name) = (word.as_bytes(), name.as_bytes());
    if word.first() != name.first() {
        return false;
    }
    while let ([one, rest @ ..], [other, others @ ..]) = (word, name)
        && one == other
    {
        (word, name) = (rest, others);
    }
    while let ([rest @ .., one], [others @ .., other]) = (word, name)
        && one == other
    {
        (word, name) = (rest, others);
    }
    match (word, name) {
        ([one, two], [other, another]) => one == another && two == other,
        _ => word.len() < 2 && name.len() < 2 && word != name,
    }
}
