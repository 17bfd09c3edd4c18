//! Warnings that name no allergen.

use super::answers::is_of_unknown;
use super::caution::{ANY, CLEAN, Caution};
use super::claims::{Claim, resolved};
use super::clause::Text;
use super::grammar::Denials;
use super::language::is_foreign;
use super::misspelt::is_misspelt;
use super::said::{Kind, Polarity};
use super::scope::{Scope, is_heading};
use super::unit::{Unit, is_slight};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Match, Role, cues};
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// Why a text warns of an allergen without naming it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Warning {
    /// "May contain zibbel".
    Unknown,
    /// "Contains glutten".
    Misspelt,
    /// "Contains an allergen: ask staff".
    Promised,
    /// "Allergens: 1, 3, 7".
    Coded,
    /// "A factory that handles allergens".
    Unnamed,
    /// "Allergens: yes".
    Affirmed,
    /// "Made on a shared line".
    Caution,
    /// "Allergens not yet assessed".
    Unsettled,
    /// "Kann Spuren von Zibbel enthalten" on an English page.
    Foreign,
}

/// The warnings of a text: of sentences that no claim resolves, and of what is claimed and not understood.
pub(super) fn warnings(
    text: &Text,
    denials: &Denials,
    scopes: &[Scope],
    cautions: &[Caution],
    claims: &[Claim<'_>],
) -> Vec<Warning> {
    let resolved = resolved(text, denials, scopes, claims);
    let sentences = cautions.iter().zip(&resolved);
    let open = sentences
        .filter_map(|(caution, is_resolved)| sentence_warning(caution, text.kind, *is_resolved));
    let units = (0..text.units.len()).filter(|at| !denials.units[*at]);
    let units = units.filter_map(|at| unit_warning(text, at, &scopes[at], cautions));
    let is_foreign = text.kind != Kind::Prose && is_foreign(text);
    let unread = has_unread_item(text, scopes) || is_of_unknown(text);
    let owes = |at: &usize| scopes[*at].promises_at(*at) && !is_kept(*at, scopes, claims);
    let promised = (0..text.units.len()).find(owes);
    let coded =
        text.kind == Kind::Statement && (0..text.units.len()).any(|at| heads_codes(text, at));
    let others = [
        unread.then_some(Warning::Unknown),
        is_foreign.then_some(Warning::Foreign),
        promised.map(|_| Warning::Promised),
        coded.then_some(Warning::Coded),
    ];
    let others = others.into_iter().flatten();
    open.chain(units).chain(others).collect_vec()
}

/// "Our lines are cleaned between runs" warns of nothing; "but traces may remain" does.
fn sentence_warning(caution: &Caution, kind: Kind, is_resolved: bool) -> Option<Warning> {
    if kind == Kind::Prose || is_resolved {
        return None;
    }
    // "Shared lines without cleaning", "cleaned, but may contain traces".
    let open = cues![May, Contains, Absent];
    let is_open = caution.has_doubt || caution.cues.any(open);
    let is_cleaned = caution.cues.any(CLEAN);
    let is_harmless = !(caution.is_risky
        || caution.is_mild && caution.cues.any(ANY)
        || caution.is_conditional && is_open
        || caution.has_doubt && is_cleaned);
    if caution.is_unsettled {
        Some(Warning::Unsettled)
    } else if caution.warns(kind) && !is_harmless && (!is_cleaned || is_open) {
        Some(Warning::Caution)
    } else {
        None
    }
}

/// What a unit warns of where it stands.
fn unit_warning(text: &Text, at: usize, scope: &Scope, cautions: &[Caution]) -> Option<Warning> {
    let unit = text.unit(at);
    let caution = &cautions[text.sentence_of[at]];
    let is_contained = || scope.polarity == Polarity::Contains && scope.is_about(text, at);
    let is_apart = scope.is_phrase(at) || unit.is_food();
    let is_unread = !unit.is_read();
    match () {
        () if is_unread && caution.is_foreign => Some(Warning::Foreign),
        () if text.kind != Kind::Prose && has_other_letters(&text.words_of(at)[0]) => {
            Some(Warning::Foreign)
        }
        () if is_unread && text.kind != Kind::Prose => {
            let word = &text.words[unit.words.start];
            is_misspelt(word, text.kind, &text.lexicon).then_some(Warning::Misspelt)
        }
        () if !unit.is(Role::Any) || unit.is(Role::Heading) => None,
        () if scope.is_phrase(at) && text.is(at + 1, Role::Yes) => Some(Warning::Affirmed),
        () if !is_apart && (caution.risk.is_some() || is_contained()) && !is_heading(text, at) => {
            Some(Warning::Unnamed)
        }
        () => None,
    }
}

/// Whether a word is written in letters that no word of a lexicon has: Greek, Cyrillic, Arabic, Chinese, or
/// lost some: "bl?". One may be a symbol, such as the "μ" of "μg".
fn has_other_letters(word: &Token) -> bool {
    let is_other = |letter: &char| *letter >= '\u{370}';
    let is_broken = |letter| matches!(letter, '\u{fffd}' | '?' | 'Ã');
    word.text.chars().filter(is_other).count() > 1 || word.shown.contains(is_broken)
}

/// Whether a promise to name an allergen is kept before another claim begins.
fn is_kept(at: usize, scopes: &[Scope], claims: &[Claim<'_>]) -> bool {
    let first = claims.partition_point(|claim| claim.at < at);
    let mut own = claims[first..].iter();
    own.any(|claim| claim.says() && scopes[claim.at].at == at)
}

/// Whether nothing but letters and numbers stands in a statement behind a word that allergens follow: they
/// stand for names that are somewhere else. "Free from all allergens (14)" has none.
fn heads_codes(text: &Text, at: usize) -> bool {
    const HEADS: Cues = cues![Any, Contains, May];
    // "Allergens: N" is an answer.
    const ANSWERS: Cues = cues![Yes, No, Refusal];
    let is_code = |unit: &Unit| {
        let word = &text.words[unit.words.start];
        !unit.is_any(ANSWERS) && !unit.is_food() && unit.words.len() == 1 && is_slight(word)
    };
    let rest = &text.units[at + 1..text.sentence(at).units.end];
    // "Allergens: see 1 and 3".
    let fills = |unit: &Unit| unit.is_any(cues![And, Not]) && !unit.is_any(ANSWERS);
    text.is_any(at, HEADS)
        && (is_heading(text, at) || !text.in_sentence(at, cues![Absent, Free, Missing]))
        && rest.iter().any(is_code)
        && rest.iter().all(|unit| is_code(unit) || fills(unit))
}

/// Whether something that the food "may" contain was not understood, or nothing of an item behind
/// "contains:".
fn has_unread_item(text: &Text, scopes: &[Scope]) -> bool {
    let begins = |at: usize| {
        let unit = text.unit(at);
        unit.breaks != Break::None || unit.is(Role::And) || scopes[at].is_phrase(at)
    };
    let mut start = 0;
    let count = text.units.len();
    (1..=count).any(|end| {
        let ends = end == count || begins(end);
        ends && is_unread(text, scopes, std::mem::replace(&mut start, end)..end)
    })
}

fn is_unread(text: &Text, scopes: &[Scope], item: Range<usize>) -> bool {
    let scope = &scopes[item.end - 1];
    let units = item.filter(|at| !scopes[*at].is_phrase(*at));
    let units = units.map(|at| text.unit(at));
    let is_unread = |unit: &Unit| !unit.is_read() || unit.is(Role::Any);
    let mut foods = units.clone().flat_map(|unit| &unit.foods);
    let lists = match scope.polarity {
        Polarity::Named => false,
        Polarity::MayContain => true,
        Polarity::Contains => {
            let is_heading = text.kind == Kind::Statement && scope.is_heading(text);
            let is_slight = |unit: &Unit| is_slight(&text.words[unit.words.start]);
            let is_word = |unit: &Unit| !unit.cues.is_empty() || !is_slight(unit);
            is_heading && !units.clone().any(|unit| unit.is_read() && is_word(unit))
        }
    };
    let is_named = |food: &Match| food.named().is_some_and(|named| named.always);
    // "May contain one or more of the following: …".
    let leads = units.clone().any(|unit| unit.is(Role::Following));
    lists && !leads && units.clone().any(is_unread) && !foods.any(is_named)
}
