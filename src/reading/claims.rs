//! What a text says of each allergen that it names and does not deny: that the food contains it, that it
//! may contain it, or only its name.

use super::answers::answers;
use super::caution::Caution;
use super::clause::Text;
use super::cue::NO;
use super::grammar::Denials;
use super::said::{Kind, Mention, Polarity};
use super::scope::Scope;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{InList, Match, Named, Role, cues};
use crate::model::Allergen;
use crate::text::tokens::{Break, shown};

/// The most wordings collected for the same mention: a hostile list could contain every spelling of a
/// word.
const WORDINGS: usize = 8;

/// What a text says of a food in it.
pub(super) struct Claim<'a> {
    pub(super) at: usize,
    food: &'a Match,
    named: Named,
    pub(super) polarity: Polarity,
}

/// What is said of every food that a text does not deny.
pub(super) fn claims<'a>(
    text: &'a Text,
    denials: &Denials,
    scopes: &[Scope],
    cautions: &[Caution],
) -> Vec<Claim<'a>> {
    // The "no" of "milk: no, soya: yes" answers a row alone.
    let denies = |at: usize| text.is_any(at, cues![Absent, Free]) && !answers(text, at, NO);
    let has_denial = (0..text.units.len()).any(denies);
    let is_said = |at: &usize| !denials.units[*at] && !scopes[*at].is_phrase(*at);
    let units = (0..text.units.len()).filter(is_said);
    let claims = units.flat_map(|at| {
        let caution = &cautions[text.sentence_of[at]];
        // A warning in brackets applies only inside them.
        let is_inside = |risk| risk > text.unit(at).depth;
        let is_outside = text.kind == Kind::List && caution.depth.is_some_and(is_inside);
        let is_yes = answers(text, at + 1, cues![Yes, Contains]) && !has_denial;
        let is_no = answers(text, at + 1, NO);
        text.unit(at).foods.iter().filter_map(move |food| {
            let named = food.named()?;
            let polarity = match scopes[at].polarity {
                _ if is_no => Polarity::Named,
                Polarity::Named if is_yes && named.always => Polarity::Contains,
                Polarity::Named if caution.warns(text.kind) && !is_outside => Polarity::MayContain,
                Polarity::Contains if !named.always => Polarity::Named,
                other => other,
            };
            Some(Claim {
                at,
                food,
                named,
                polarity,
            })
        })
    });
    claims.collect_vec()
}

/// Whether each sentence says of a named allergen that it is, or may be, in the food, or only denies.
pub(super) fn resolved(
    text: &Text,
    denials: &Denials,
    scopes: &[Scope],
    claims: &[Claim<'_>],
) -> Vec<bool> {
    let mut resolved = denials.resolves.clone();
    for claim in claims.iter().filter(|claim| claim.says()) {
        resolved[text.sentence_of[claim.at]] = true;
        // "May contain" as a heading is resolved by the line below it.
        let scope = &scopes[claim.at];
        resolved[text.sentence_of[scope.at]] |= scope.polarity != Polarity::Named;
    }
    resolved
}

/// The mentions of allergens in what is said.
pub(super) fn mentions(text: &Text, scopes: &[Scope], claims: &[Claim<'_>]) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = Vec::new();
    let mut groups = Vec::new();
    for named in claims.iter().flat_map(|claim| claim.named.allergens()) {
        if named.group() != named && !groups.contains(&named.group()) {
            groups.push(named.group());
        }
    }
    let claims = claims.iter().filter(|claim| !claim.is_silent(text, scopes));
    for mention in claims.flat_map(|claim| claim.mentions(text, &groups)) {
        let same = mentions.iter().filter(|other| mention.says_the_same(other));
        let same = same.take(WORDINGS).collect_vec();
        let is_known = |other: &&Mention| other.text.eq_ignore_ascii_case(&mention.text);
        if same.len() < WORDINGS && !same.iter().any(is_known) {
            mentions.push(mention);
        }
    }
    mentions
}

impl Claim<'_> {
    /// Whether it says more than a name.
    pub(super) fn says(&self) -> bool {
        self.polarity != Polarity::Named
    }

    /// Whether it is an ingredient that says nothing in a list.
    fn is_silent(&self, text: &Text, scopes: &[Scope]) -> bool {
        let mut words = text.words[self.food.start..self.food.end].iter();
        let is_listed = text.kind == Kind::List
            && scopes[self.at].polarity == Polarity::Named
            && !self.says()
            && !words.any(|word| word.emphasised);
        is_listed
            && match self.named.in_list {
                InList::Asks => false,
                InList::Silent => true,
                InList::IfMuch => !is_much(text, self.at),
            }
    }

    /// A mention of each of its allergens, where the text names members of these groups.
    fn mentions(&self, text: &Text, groups: &[Allergen]) -> impl Iterator<Item = Mention> {
        let words = &text.words[self.food.start..self.food.end];
        let behind = self.at + 1;
        let has_examples = text.is(behind, Role::Example) && text.breaks(behind) <= Break::Bracket;
        // "Contains: see below. Made where these are handled: gluten, barley".
        let may = self.polarity == Polarity::MayContain || text.in_sentence(self.at, cues![Around]);
        let is_vague = self.says() && may && is_vague(text, self.at, self.named, groups);
        let has_others = has_others(text, self.at) || is_vague;
        // "Almonds etc." are nuts of any kind.
        let allergens = self.named.allergens().flat_map(move |of| {
            let group = Some(of.group()).filter(|group| has_examples && *group != of);
            std::iter::once(of).chain(group)
        });
        allergens.map(move |allergen| Mention {
            allergen,
            text: shown(words),
            emphasised: words.iter().any(|word| word.emphasised),
            always: self.named.always || has_others,
            imitated: self.named.imitated,
            has_others: has_others || has_examples,
            polarity: self.polarity,
        })
    }
}

/// Whether a word beside a food says that more of its kind are meant: "other tree nuts", "nuts of other
/// kinds", "cnau eraill".
fn has_others(text: &Text, at: usize) -> bool {
    const NEAR: usize = 4;
    let fills = |at: &usize| text.is_any(*at, cues![Other, Filler]);
    let is_near = |at: &usize| text.breaks(*at) <= Break::Quote && fills(at);
    let before = (0..at).rev().take(NEAR);
    let mut before = before.take_while(|at| text.breaks(*at + 1) <= Break::Quote && fills(at));
    let mut behind = (at + 1..text.units.len()).take(NEAR).take_while(is_near);
    let is_other = |at: usize| text.is(at, Role::Other);
    before.any(is_other) || behind.any(is_other)
}

/// Whether all of a group are meant: "may contain nuts", and in French "noix", which are walnuts too, but
/// not "nuts (almonds)" and "almonds (nuts)". Those of cereals only where a member is named beside the group:
/// "gluten, barley". Alone, "gluten" is that of the cereal in the food.
fn is_vague(text: &Text, at: usize, named: Named, groups: &[Allergen]) -> bool {
    let is_behind = text.breaks(at) == Break::Bracket && text.unit(at).depth > 0;
    let behind = text.breaks(at + 1);
    let is_before = matches!(behind, Break::Bracket | Break::Label | Break::Dash);
    let mut allergens = named.allergens();
    let is_whole = |of: Allergen| of == Allergen::TreeNuts || groups.contains(&of);
    allergens.any(is_whole) && !is_behind && !is_before
}

/// Whether an ingredient is the first of a list, or 5 % of it or more.
fn is_much(text: &Text, at: usize) -> bool {
    const MUCH: u32 = 5;
    let begins = |at: usize| {
        matches!(
            text.breaks(at),
            Break::Phrase | Break::Clause | Break::Bracket
        )
    };
    let is_first = !(1..=at).any(begins);
    let percent = |at: usize| text.first(at).parse::<u32>().ok();
    let behind = at + 1..text.units.len().min(at + 3);
    let mut behind = behind.take_while(|at| text.breaks(*at) != Break::Phrase);
    let figure = behind.find_map(percent);
    // "12 % red wine".
    let before = (at.saturating_sub(3)..at).rev();
    let mut before = before.take_while(|at| text.breaks(*at + 1) == Break::None);
    let figure = figure.or_else(|| before.find_map(percent));
    figure.map_or(is_first, |figure| figure >= MUCH)
}
