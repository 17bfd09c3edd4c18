//! Answers to what stands before them: "milk: contains, egg: no", "nuts (yes)", "soya N".

use super::annotated::{Annotated, bit, bits};
use crate::lexicon::Role;
use crate::text::is_among;
use crate::text::tokens::{Break, Token};

/// The roles of phrases that answer.
pub(super) const ANSWERS: u32 = bits(&[Role::Yes, Role::No, Role::Contains, Role::May]);

/// The role of phrases that answer with no.
pub(super) const NO: u32 = bit(Role::No);

/// Whether a phrase answers the food before it: "milk: contains, egg: no".
pub(super) fn answers_food(text: &Annotated, at: usize) -> bool {
    at > 0 && text.token(at - 1).in_food && is_answered(text, at, ANSWERS)
}

/// Whether a word with one of these roles answers what ends before it: "milk: no", "nuts (yes)".
/// The letter in "nuts (n)" may be the sign of a remark, and a list follows in "milk - free from: nuts".
pub(super) fn is_answered(text: &Annotated, at: usize, roles: u32) -> bool {
    let explains = |token: &Token| match token.breaks {
        Break::Label => true,
        Break::Dash => token.text != "free",
        // "Gluten N, milk no".
        Break::None => token.depth == 0 && is_among(&token.text, "n|y|no|yes"),
        Break::Bracket => token.text.len() > 1 || token.depth == 0,
        _ => false,
    };
    let ends = |next: &Token| !matches!(next.breaks, Break::None | Break::Label);
    let answer = text.phrase(at).filter(|phrase| phrase.is_any(roles));
    answer.is_some_and(|phrase| {
        explains(text.token(phrase.start)) && text.tokens.get(phrase.end).is_none_or(ends)
    })
}
