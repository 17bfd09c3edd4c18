//! Misspelt names of allergens: "glutten", "mlik".

use crate::model::Allergen;
use crate::text::tokens::Token;

/// Whether a word is one edit away from the name of an allergen.
pub(super) fn is_misspelt(token: &Token, others: &[Box<str>]) -> bool {
    // The "almond" of "almond_nuts".
    let names = Allergen::ALL
        .iter()
        .filter_map(|allergen| allergen.wire_name().split('_').next());
    let mut names = names.chain(others.iter().map(|name| &**name));
    names.any(|name| {
        // A singular of three letters would be one edit away from too many words.
        let singular = name.trim_end_matches('s');
        let name = if singular.len() > 3 { singular } else { name };
        token.forms.iter().any(|form| is_one_edit(form, name))
    })
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
