//! A shopper's own list: what the report says of the allergens to avoid.

use super::allergens::{AllergenFact, AllergenReport};
use super::claims::{Source, Status};
use crate::model::Allergen;
use crate::words::Gather as _;

/// What a text such as `milk nuts` asks to avoid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Avoid {
    /// The allergens, in the order named, each once.
    pub allergens: Vec<Allergen>,
    /// The words that name no allergen, as they were given. They must be
    /// reported: a shopper would take them for heeded.
    pub unknown: Vec<String>,
}

/// Reads a list of allergens to avoid: the service's names and the plain
/// English ones, in any case, singular or plural, with anything but letters
/// and digits between them. A word for several allergens stands for them all.
///
/// A name goes on over spaces, hyphens and underscores only. Where spaces part
/// words that are names of their own, they may be entries of the list: "almond
/// nuts" stands for almonds and for nuts, "almond-nuts" for almonds.
///
/// ```
/// use product_pool::label::avoid_list;
/// use product_pool::model::Allergen;
/// let avoid = avoid_list("Nuts, sulphur_dioxide and pollen");
/// assert_eq!(avoid.allergens, [Allergen::TreeNuts, Allergen::SulphurDioxide]);
/// assert_eq!(avoid.unknown, ["pollen"]);
/// ```
pub fn avoid_list(text: &str) -> Avoid {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(char::is_alphanumeric) {
        let (between, from) = rest.split_at_checked(at).unwrap_or_default();
        let end = from.find(|it: char| !it.is_alphanumeric());
        let (given, after) = from
            .split_at_checked(end.unwrap_or(from.len()))
            .unwrap_or_default();
        words.push(Word {
            given,
            plain: singular(&given.to_ascii_lowercase()).to_owned(),
            joined: match between {
                "-" | "_" => Joined::Tightly,
                _ if between.trim().is_empty() => Joined::Loosely,
                _ => Joined::Not,
            },
        });
        rest = after;
    }
    let mut avoid = Avoid::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let taken = longest(&words[at..], &mut avoid.allergens);
        if taken == 0 && !matches!(word.plain.as_str(), "and" | "or") {
            avoid.unknown.push(word.given.to_owned());
        }
        let name = words.get(at..at + taken).unwrap_or_default();
        let alone = |word: &Word<'_>| !named(std::slice::from_ref(word)).1.is_empty();
        let loose = name.iter().skip(1).any(|it| it.joined == Joined::Loosely);
        if loose && name.iter().all(alone) {
            for word in name {
                longest(std::slice::from_ref(word), &mut avoid.allergens);
            }
        }
        at += taken.max(1);
    }
    avoid
}

/// A word of a list.
struct Word<'a> {
    given: &'a str,
    /// In lower case and in the singular.
    plain: String,
    joined: Joined,
}

/// How a word hangs together with the one before.
#[derive(PartialEq, Eq)]
enum Joined {
    Not,
    Loosely,
    Tightly,
}

/// How many words the longest name at the head of `words` takes; all allergens
/// of that name are added.
fn longest(words: &[Word<'_>], allergens: &mut Vec<Allergen>) -> usize {
    let (best, mut named) = named(words);
    named.retain(|allergen| !allergens.contains(allergen));
    allergens.append(&mut named);
    best
}

/// The longest name at the head of `words`: how many words it takes, and all
/// allergens that have it.
fn named(words: &[Word<'_>]) -> (usize, Vec<Allergen>) {
    let mut best = 0;
    let mut named: Vec<Allergen> = Vec::new();
    for allergen in Allergen::ALL.iter().copied() {
        let names = [allergen.words(), allergen.other_words()];
        for name in names
            .into_iter()
            .flatten()
            .copied()
            .chain([allergen.wire()])
        {
            let length = name_length(words, name);
            if length > best {
                best = length;
                named.clear();
            }
            if length > 0 && length == best && !named.contains(&allergen) {
                named.push(allergen);
            }
        }
    }
    (best, named)
}

/// How many words `name` takes at the head of `words`; 0 if it is not there.
fn name_length(words: &[Word<'_>], name: &str) -> usize {
    let mut length = 0;
    for part in name.split([' ', '_']) {
        match words.get(length) {
            Some(word)
                if word.plain == singular(part) && (length == 0 || word.joined != Joined::Not) =>
            {
                length += 1;
            }
            _ => return 0,
        }
    }
    length
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// The plain answer for a shopper who avoids an allergen. None of them says
/// that a food is safe: no record can know that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Every component declares that it is not an ingredient.
    NotDeclared,
    /// At least one component says nothing usable: check the label.
    NotStated,
    /// It may be there.
    MayContain,
    /// It is an ingredient.
    Contains,
}

impl Answer {
    /// The key of its message, and its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            Answer::NotDeclared => "not-declared",
            Answer::NotStated => "not-stated",
            Answer::MayContain => "may-contain",
            Answer::Contains => "contains",
        }
    }
}

impl From<Status> for Answer {
    fn from(status: Status) -> Self {
        match status {
            Status::NotPresent => Answer::NotDeclared,
            Status::NotStated => Answer::NotStated,
            Status::MayContain => Answer::MayContain,
            Status::Contains => Answer::Contains,
        }
    }
}

/// The answer for one allergen over all components of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The allergen.
    pub allergen: Allergen,
    /// The answer.
    pub answer: Answer,
    /// The components whose evidence gives the answer, in order.
    pub components: Vec<usize>,
}

/// The verdict on each of a shopper's allergens, in the order given.
///
/// A member of a group answers for itself, with one caution. Where "nuts" are
/// declared without saying which, an almond may be among them: then an almond
/// of which nothing is stated *may* be there, and one declared absent counts
/// as not stated.
///
/// ```
/// use product_pool::label::{Answer, allergen_report, avoid_list, verdicts};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#,
/// )?;
/// let report = allergen_report(product.data());
/// let verdicts = verdicts(&report, &avoid_list("milk eggs").allergens);
/// assert_eq!(verdicts[0].answer, Answer::Contains);
/// assert_eq!(verdicts[1].answer, Answer::NotStated);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn verdicts(report: &AllergenReport, avoid: &[Allergen]) -> Vec<Verdict> {
    avoid
        .iter()
        .map(|allergen| verdict(report, *allergen))
        .gather()
}

fn verdict(report: &AllergenReport, allergen: Allergen) -> Verdict {
    let fact = report.fact(allergen);
    let status = report.status(allergen);
    let unnamed = report
        .fact(allergen.group())
        .filter(|group| group.allergen != allergen && !status.is_positive())
        .map(unnamed_members)
        .unwrap_or_default();
    let (answer, components) = match (status, unnamed.is_empty()) {
        (Status::NotStated, false) => (Answer::MayContain, unnamed),
        (Status::NotPresent, false) => (Answer::NotStated, unnamed),
        _ => (
            status.into(),
            fact.map(AllergenFact::components).unwrap_or_default(),
        ),
    };
    Verdict {
        allergen,
        answer,
        components,
    }
}

/// The components in which something speaks for a group and no member explains
/// it: "contains hazelnuts, may contain other nuts" is about more than hazelnuts.
fn unnamed_members(group: &AllergenFact) -> Vec<usize> {
    let positive = |member: bool| {
        group
            .evidence
            .iter()
            .filter(|piece| piece.status.is_positive())
            .filter(move |piece| matches!(piece.source, Source::Member(_)) == member)
            .map(|piece| (piece.component, piece.status))
    };
    let last = positive(false).map(|(component, _)| component).max();
    (0..=last.unwrap_or_default())
        .filter(|component| {
            positive(false)
                .filter(|own| own.0 == *component)
                .any(|own| positive(true).all(|other| other != own))
        })
        .gather()
}
