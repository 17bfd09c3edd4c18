//! Warnings that name no allergen.

use super::answers::is_of_unknown;
use super::caution::Caution;
use super::claims::{Claim, resolved};
use super::clause::Text;
use super::grammar::Denials;
use super::language::is_foreign;
use super::misspelt::is_misspelt;
use super::said::{Kind, Polarity};
use super::scope::{Scope, is_heading};
use super::unit::{Unit, is_slight};
use super::void::is_doubt;
use super::why::Why;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Match, Role, cues};
use crate::text::tokens::{Break, Token};

/// Whether a text warns of an allergen without naming it: in a sentence that no claim resolves, or by what is
/// claimed and not understood.
pub(super) fn warns(
    text: &Text,
    denials: &Denials,
    scopes: &[Scope],
    cautions: &[Caution],
    claims: &[Claim<'_>],
) -> bool {
    let resolved = resolved(text, denials, scopes, claims);
    let units = 0..text.units.len();
    let (is_statement, is_prose) = (text.kind == Kind::Statement, text.kind == Kind::Prose);
    let is_cautious =
        |at: usize| !is_prose && !resolved[at] && is_cautious(text, at, &cautions[at]);
    let owes = |at: usize| scopes[at].promises_at(at) && !is_kept(at, scopes, claims);
    let warns = |at: usize| !denials.units[at] && warns_at(text, at, &scopes[at], cautions);
    let why = match () {
        () if (0..text.sentences.len()).any(is_cautious) => Why::Caution,
        () if units.clone().any(warns) => Why::Unread,
        () if has_unread_item(text, scopes) => Why::UnreadItem,
        () if is_of_unknown(text) => Why::UnknownRow,
        () if !is_prose && is_foreign(text) => Why::Foreign,
        () if units.clone().any(owes) => Why::Promised,
        () if is_statement && units.clone().any(|at| heads_codes(text, at)) => Why::Coded,
        () => return false,
    };
    note!(text, 0, why);
    true
}

/// "Our lines are cleaned between runs" warns of nothing; "but traces may remain" does, and so do "shared
/// lines without cleaning" and "allergens not yet assessed".
fn is_cautious(text: &Text, sentence: usize, caution: &Caution) -> bool {
    let mut units = text.sentences[sentence].units.clone();
    let is_unsettled = |at: usize| is_doubt(text, at) && text.unit(at).inner.is(Role::Open);
    let has = |role| caution.cues.is(role);
    let is_open = caution.has_doubt || caution.cues.any(cues![May, Contains, Absent]);
    let is_harmful = caution.is_risky
        || caution.is_mild && has(Role::Any)
        || caution.is_conditional && is_open
        || caution.has_doubt && has(Role::Clean);
    let warns = caution.warns(text.kind) && is_harmful && (!has(Role::Clean) || is_open);
    warns || has(Role::Any) && units.any(is_unsettled)
}

/// Whether a unit warns where it stands: "contains glutten", "kann Spuren von Zibbel enthalten" on an English
/// page, "contains an allergen", "a factory that handles allergens", "allergens: yes".
fn warns_at(text: &Text, at: usize, scope: &Scope, cautions: &[Caution]) -> bool {
    let unit = text.unit(at);
    let word = &text.words[unit.words.start];
    if !unit.is_read() && text.in_sentence(at, cues![Foreign]) {
        return true;
    }
    if text.kind != Kind::Prose {
        let is_misspelt = || is_misspelt(word, text.kind, &text.lexicon);
        if has_other_letters(word) || !unit.is_read() && is_misspelt() {
            return true;
        }
    }
    let is_risk = cautions[text.sentence_of[at]].risk.is_some();
    let is_contained = || scope.polarity == Polarity::Contains && scope.is_about(text, at);
    let is_said = match scope.is_phrase(at) {
        true => text.is(at + 1, Role::Yes),
        false => !unit.is_food() && !is_heading(text, at) && (is_risk || is_contained()),
    };
    unit.is(Role::Any) && !unit.is(Role::Heading) && is_said
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
    let units = (0..text.units.len()).collect_vec();
    let mut items = units.chunk_by(|_, next| !begins(*next));
    items.any(|item| is_unread(text, scopes, item))
}

fn is_unread(text: &Text, scopes: &[Scope], item: &[usize]) -> bool {
    let scope = &scopes[item[item.len() - 1]];
    let units = item.iter().filter(|at| !scopes[**at].is_phrase(**at));
    let units = units.map(|at| text.unit(*at)).collect_vec();
    let any = |is_it: fn(&Unit) -> bool| units.iter().any(|unit| is_it(unit));
    let is_word =
        |unit: &&&Unit| !unit.cues.is_empty() || !is_slight(&text.words[unit.words.start]);
    let lists = match scope.polarity {
        Polarity::Named => false,
        Polarity::MayContain => true,
        Polarity::Contains => {
            let is_heading = text.kind == Kind::Statement && is_heading(text, scope.at);
            is_heading && !units.iter().filter(is_word).any(|unit| unit.is_read())
        }
    };
    let names = |food: &Match| food.named().is_some_and(|named| named.always);
    // "May contain one or more of the following: …".
    lists
        && !any(|unit| unit.is(Role::Following))
        && any(|unit| !unit.is_read() || unit.is(Role::Any))
        && !units.iter().flat_map(|unit| &unit.foods).any(names)
}
