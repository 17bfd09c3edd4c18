//! Verdicts on the allergens that a shopper avoids, and the reading of that
//! list.

use super::allergens::{AllergenFact, AllergenReport, GlutenFact};
use super::by_component::ByComponent;
use super::data::data;
use super::status::Status;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Match, Named, Role};
use crate::model::Allergen;
use crate::model::table::named;
use crate::text::Run;
use crate::text::letters;
use crate::text::tokens::{Break, shown, tokenize};
use std::ops::Range;

/// A list of allergens to avoid, read from a text such as `milk nuts`.
///
/// ```
/// use product_pool::label::avoid_list;
/// use product_pool::messages::Messages;
///
/// let avoid = avoid_list("nuts, pollen");
/// let messages = Messages::english();
/// let names: Vec<_> = avoid.allergens.iter().map(|one| messages.allergen(*one)).collect();
/// assert_eq!(names, ["Tree nuts", "Peanuts"]);
/// assert_eq!(avoid.unknown, ["pollen"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Avoid {
    /// The allergens, in the order named, each once.
    pub allergens: Vec<Allergen>,
    /// The words that name no allergen, as entered. They must be reported, or
    /// the shopper would assume that they were taken into account.
    pub unknown: Vec<String>,
}

/// Reads a list of allergens to avoid: the service's names and the English
/// words of the lexicon, in any case, singular or plural. A word for several
/// allergens stands for all of them: "shellfish" for crustaceans and molluscs,
/// "nuts" for peanuts too. An emoji names none.
///
/// A name may contain spaces, hyphens and underscores. Words separated by
/// spaces that are names of their own may be separate entries: "almond nuts"
/// stands for almonds and for nuts, "almond-nuts" for almonds.
///
/// ```
/// use product_pool::label::avoid_list;
/// use product_pool::model::Allergen;
/// let avoid = avoid_list("Eggs, sulphur_dioxide and pollen");
/// assert_eq!(avoid.allergens, [Allergen::Eggs, Allergen::SulphurDioxide]);
/// assert_eq!(avoid.unknown, ["pollen"]);
/// ```
pub fn avoid_list(text: &str) -> Avoid {
    avoid_list_with(text, &Lexicon::english())
}

/// As [`avoid_list`], in other languages besides English.
///
/// ```
/// use product_pool::label::avoid_list_with;
/// use product_pool::messages::Messages;
/// use product_pool::model::Allergen;
///
/// let german = Messages::for_language("de").expect("one of the languages");
/// let avoid = avoid_list_with("Milch und Eier", german.lexicon());
/// assert_eq!(avoid.allergens, [Allergen::Milk, Allergen::Eggs]);
/// ```
pub fn avoid_list_with(text: &str, lexicon: &Lexicon) -> Avoid {
    let mut avoid = Avoid::default();
    let mut words = String::new();
    for character in text.chars() {
        if !is_picture(character) {
            if matches!(character, ',' | ';' | '\n') {
                avoid.words(&std::mem::take(&mut words), lexicon);
            }
            words.push(if character == '_' { '-' } else { character });
            continue;
        }
        avoid.words(&std::mem::take(&mut words), lexicon);
        avoid.unknown.push(character.to_string());
    }
    avoid.words(&words, lexicon);
    // Only punctuation, or an "and": must not be dropped silently.
    if avoid.allergens.is_empty()
        && avoid.unknown.is_empty()
        && text.contains(|letter: char| !letter.is_whitespace() && !matches!(letter, ',' | ';'))
    {
        avoid.unknown.push(text.trim().to_owned());
    }
    avoid
}

/// Whether a character is an emoji, and neither punctuation nor a modifier of
/// the emoji before it.
fn is_picture(character: char) -> bool {
    let varies = matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
    character >= '\u{2190}'
        && !letters::is_alphanumeric(character)
        && !character.is_whitespace()
        && !varies
}

impl Avoid {
    fn words(&mut self, text: &str, lexicon: &Lexicon) {
        let mut tokens = tokenize(&[Run {
            text: text.to_owned(),
            emphasised: false,
            struck: false,
        }]);
        if tokens.is_empty() && text.contains(['?', '!', '%', '#', '*']) {
            let sign = text.trim_matches([',', ';', ' ', '\n']);
            self.unknown.push(sign.to_owned());
        }
        let found = lexicon.find(&mut tokens);
        let mut at = 0;
        while at < tokens.len() {
            let here = starting_at(at, &found);
            let names = here.iter().filter(|entry| entry.named().is_some());
            let Some(end) = names.map(|entry| entry.end).max() else {
                let mut cues = here.iter().filter_map(Match::cues);
                if !cues.any(|cues| cues.is(Role::And)) {
                    self.unknown.push(shown(&tokens[at..=at]));
                }
                at += 1;
                continue;
            };
            let own = &tokens[at..end];
            // "Eggplant" is no egg.
            let names = named(at..end, &found);
            if names.iter().any(|name| name.is_none()) {
                self.unknown.push(shown(own));
            } else {
                self.add(&names);
            }
            // "Almond nuts" may be two entries of the list; "almond-nuts" is one.
            if own[1..]
                .iter()
                .any(|token| token.breaks == Break::None && !token.hyphenated)
            {
                let words = (at..end).map(|at| named(at..at + 1, &found)).collect_vec();
                if words.iter().all(|names| names_food(names)) {
                    words.iter().for_each(|names| self.add(names));
                }
            }
            at = end;
        }
    }

    fn add(&mut self, names: &[Named]) {
        for allergen in names.iter().flat_map(|named| named.allergens()) {
            if !self.allergens.contains(&allergen) {
                self.allergens.push(allergen);
            }
        }
    }
}

/// The entries of the lexicon that begin with this word. All are in the order of their beginning.
fn starting_at(start: usize, found: &[Match]) -> &[Match] {
    let first = found.partition_point(|entry| entry.start < start);
    let end = found.partition_point(|entry| entry.start <= start);
    &found[first..end]
}

/// What exactly these words name.
fn named(words: Range<usize>, found: &[Match]) -> Vec<Named> {
    let here = starting_at(words.start, found).iter();
    here.filter(|entry| entry.end == words.end)
        .filter_map(Match::named)
        .collect_vec()
}

/// Whether one of these names is that of a food by itself.
fn names_food(names: &[Named]) -> bool {
    names
        .iter()
        .any(|name| !name.is_none() && !name.only_avoided)
}

named! {
    /// Why the label must be checked for an allergen although no evidence warns of
    /// it.
    #[non_exhaustive]
    Caution key: "The key of the message, and the name in markup." {
        /// It is declared absent, but a text names it or a claim contradicts it.
        Conflict "conflict",
        /// Its group is named, but not which member.
        Group "group",
        /// A text warns of an allergen without naming it, or in words that were not
        /// understood.
        Unread "unread",
    }
}

data! {
    /// The answer for one allergen over all components of a product.
    pub struct Verdict {
        /// The allergen.
        pub allergen: Allergen,
        /// The answer.
        pub answer: Status,
        /// The components whose evidence gives the answer, in order.
        pub components: Vec<usize>,
        /// Why the label must be checked, where that is not because nothing is
        /// stated.
        pub caution: Option<Caution>,
        /// For tree nuts, the answer on peanuts, which many people count among nuts.
        /// Absent where it is no worse and peanuts are not, and may not be, in the food.
        pub peanuts: Option<Status>,
        /// For cereals, the claims of gluten of at most 20 mg/kg: to be shown beside the
        /// answer, which they do not change.
        pub gluten: Vec<GlutenFact>,
    }
}

/// The verdict on each of a shopper's allergens, in their order.
///
/// A member of a group has a verdict of its own, with one exception. Where
/// "nuts" are declared without saying which, almonds may be among them: then
/// almonds that are not stated *may* be present, and almonds declared absent
/// count as not stated.
///
/// ```
/// use product_pool::label::{Status, allergen_report, avoid_list, verdicts};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#,
/// )?;
/// let report = allergen_report(&product);
/// let verdicts = verdicts(&report, &avoid_list("milk eggs").allergens);
/// assert_eq!(verdicts[0].answer, Status::Contains);
/// assert_eq!(verdicts[1].answer, Status::NotStated);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn verdicts(report: &AllergenReport, avoid: &[Allergen]) -> Vec<Verdict> {
    avoid
        .iter()
        .map(|allergen| verdict(report, *allergen))
        .collect_vec()
}

fn verdict(report: &AllergenReport, allergen: Allergen) -> Verdict {
    let fact = report.fact(allergen);
    let status = report.status(allergen);
    let unnamed = report
        .fact(allergen.group())
        .filter(|group| group.allergen != allergen && !status.is_positive())
        .map(Unnamed::of)
        .unwrap_or_default();
    let is_disputed = fact.is_some_and(|fact| !fact.conflicts.is_empty());
    let components = fact.map(|fact| fact.components.clone()).unwrap_or_default();
    let (answer, components, caution) = match status {
        Status::NotStated if unnamed.warns => {
            (Status::MayContain, unnamed.components, Some(Caution::Group))
        }
        Status::NotStated if is_disputed => {
            (Status::NotStated, components, Some(Caution::Conflict))
        }
        Status::DeclaredNotPresent if unnamed.is_there => {
            (Status::NotStated, unnamed.components, Some(Caution::Group))
        }
        Status::DeclaredNotPresent if report.warns => {
            (Status::NotStated, components, Some(Caution::Unread))
        }
        status => (status, components, None),
    };
    Verdict {
        allergen,
        answer,
        components,
        caution,
        peanuts: peanuts(report, allergen, answer),
        gluten: gluten(report, allergen),
    }
}

/// What the answer on tree nuts leaves unsaid about peanuts.
fn peanuts(report: &AllergenReport, allergen: Allergen, answer: Status) -> Option<Status> {
    if allergen != Allergen::TreeNuts {
        return None;
    }
    let peanuts = verdict(report, Allergen::Peanuts).answer;
    (peanuts >= Status::MayContain || peanuts > answer).then_some(peanuts)
}

/// The claims about gluten for a cereal, or for all of them.
fn gluten(report: &AllergenReport, allergen: Allergen) -> Vec<GlutenFact> {
    let group = report.fact(allergen.group());
    let claims = group.iter().flat_map(|group| &group.gluten);
    claims
        .filter(|claim| {
            allergen.is_group() || claim.allergen.is_group() || claim.allergen == allergen
        })
        .cloned()
        .collect_vec()
}

impl AllergenFact {
    /// Whether all evidence for a group is about members of it that are declared or named.
    pub(crate) fn is_explained_by_members(&self) -> bool {
        !Unnamed::of(self).is_there
    }
}

/// Evidence for a group that none of its members explains: "contains hazelnuts, may
/// contain nuts" and "may contain hazelnuts and other nuts" are about more than hazelnuts.
#[derive(Default)]
struct Unnamed {
    components: Vec<usize>,
    is_there: bool,
    /// Whether it says that they are, or may be, in the food.
    warns: bool,
}

impl Unnamed {
    fn of(group: &AllergenFact) -> Unnamed {
        let mut unnamed = Unnamed::default();
        // Whether a member may be in a component, and whether one is.
        let mut of_members = ByComponent::<[bool; 2]>::default();
        for piece in &group.evidence {
            if piece.member.is_some() && piece.status.is_positive() {
                let is_in = usize::from(piece.status == Status::Contains);
                of_members.at(piece.component)[is_in] = true;
            }
        }
        for own in group.evidence.iter().filter(|piece| piece.member.is_none()) {
            let speaks = own.status.is_positive() || own.source.is_text();
            let [may_be, is_in] = of_members.of(own.component);
            let is_explained = match own.status {
                Status::Contains => is_in,
                Status::MayContain => may_be,
                _ => may_be || is_in,
            };
            if speaks && (own.has_others || !is_explained) {
                unnamed.is_there = true;
                unnamed.warns |= own.status.is_positive();
                // The evidence for a group is in the order of the components.
                if let Some(component) = own.component
                    && unnamed.components.last() != Some(&component)
                {
                    unnamed.components.push(component);
                }
            }
        }
        unnamed
    }
}
