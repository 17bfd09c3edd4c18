//! What must hold for the words of every card, in every language, checked over generated
//! records: badges leave no group out, a verdict says no more than its answer, and a summary
//! warns exactly where the full card does.

use super::{attribute, elements, text};
use crate::label::properties::{Made, cases, made, product};
use product_pool::card::{CardProps, Element, Record, State, Variant, draw};
use product_pool::label::{AllergenReport, Status, allergen_report_with};
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::Allergen;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A record, the language of its card, and what that card reads from it.
struct Case {
    made: Vec<Made>,
    messages: Messages,
    report: AllergenReport,
}

impl Case {
    fn new(made: Vec<Made>, language: usize) -> Case {
        let messages = Messages::for_language(LANGUAGES[language].0).unwrap();
        let report = allergen_report_with(product(&made).data(), messages.lexicon());
        Case {
            made,
            messages,
            report,
        }
    }

    fn card(&self, variant: Variant, avoid: Option<&str>) -> Element {
        let state = State::Ready(Record::new(product(&self.made)));
        let mut props = CardProps::new(state, self.messages.clone());
        props.variant = variant;
        props.avoid = avoid.map(str::to_owned);
        draw(&props)
    }

    fn says(&self, key: &str) -> &str {
        let text = self.messages.find(key);
        text.unwrap_or_else(|| panic!("{key} is no message"))
    }

    /// Whether no flag of any component states a group: that there are no almonds states none.
    fn is_silent(&self) -> bool {
        self.made.iter().all(|component| {
            let mut stated = Allergen::ALL.iter().filter(|allergen| {
                let flag = component.flag(**allergen);
                flag.is_positive() || flag == Status::DeclaredNotPresent && allergen.is_group()
            });
            stated.next().is_none()
        })
    }
}

/// The elements with an attribute of this value.
fn having<'a>(
    card: &'a Element,
    name: &'a str,
    value: &'a str,
) -> impl Iterator<Item = &'a Element> {
    let all = elements(card).into_iter();
    all.filter(move |element| attribute(element, name) == Some(value))
}

/// Every group that is not declared absent has a badge with its name, or is one of the
/// fourteen of which a badge says that nothing was stated.
fn badges(case: &Case) -> Result<(), TestCaseError> {
    let card = case.card(Variant::Badges, None);
    let none = having(&card, "data-notice", "no-allergens").map(text);
    let none: Vec<String> = none.collect();
    prop_assert!(none.len() <= usize::from(case.is_silent()));
    for said in &none {
        prop_assert!(said.ends_with(case.says("allergens.none")), "{}", said);
    }
    for group in &case.report.groups {
        let mut drawn = having(&card, "data-allergen", group.allergen.wire_name());
        let badge = drawn.find(|element| element.name() == "li");
        if group.status == Status::DeclaredNotPresent
            || group.status == Status::NotStated && !none.is_empty()
        {
            continue;
        }
        let Some(badge) = badge else {
            prop_assert!(false, "no badge of {:?}", group.allergen);
            continue;
        };
        prop_assert_eq!(attribute(badge, "data-status"), Some(group.status.key()));
        let said = text(badge);
        let mut names = group.allergen.members().chain([group.allergen]);
        prop_assert!(
            names.any(|allergen| said.contains(&case.messages.allergen(allergen))),
            "{:?}: {}",
            group.allergen,
            said
        );
    }
    Ok(())
}

/// An answer begins with the words of its status, says "in this product" of nothing else, and
/// names a member with its own status.
fn verdict(case: &Case) -> Result<(), TestCaseError> {
    let all: Vec<&str> = Allergen::ALL.iter().map(|of| of.wire_name()).collect();
    let card = case.card(Variant::Full, Some(&all.join(" ")));
    let contained = case.says("verdict.contains");
    let list = elements(&card).into_iter();
    let answers = list.filter(|element| attribute(element, "data-answer").is_some());
    let mut count = 0;
    for answer in answers.filter(|element| element.name() == "li") {
        count += 1;
        let mut known = Allergen::ALL.iter().copied();
        let of =
            |allergen: &Allergen| attribute(answer, "data-allergen") == Some(allergen.wire_name());
        let allergen = known.find(of).unwrap();
        let said = text(answer);
        let lead = case.messages.allergen(allergen) + case.says("card.colon") + " ";
        let (_, said) = said.split_once(&lead).unwrap();
        let keys: &[&str] = match attribute(answer, "data-answer").unwrap() {
            "contains" => &["contains"],
            "may-contain" => &["may-contain"],
            "not-stated" => &["not-stated", "conflict", "group", "unread"],
            _ => &["declared-not-present"],
        };
        let mut words = keys
            .iter()
            .map(|key| case.says(&format!("verdict.{key}")).to_owned());
        let rest = words.find_map(|words| said.strip_prefix(&words));
        let Some(rest) = rest else {
            prop_assert!(false, "{:?}: {}", allergen, said);
            continue;
        };
        prop_assert_eq!(
            keys == ["contains"],
            case.report.status(allergen) == Status::Contains,
            "{}",
            said
        );
        prop_assert!(!rest.contains(contained), "{}", said);
        for member in Allergen::ALL.iter().copied() {
            let name = case.messages.allergen(member);
            let claimed = format!("{name} ({})", case.says("status.contains").to_lowercase());
            let is_contained = case.report.status(member) == Status::Contains;
            prop_assert!(is_contained || !rest.contains(&claimed), "{}", said);
        }
    }
    prop_assert_eq!(count, Allergen::ALL.len());
    Ok(())
}

/// The order of answers, the calmest first.
const ORDER: [&str; 4] = [
    "declared-not-present",
    "not-stated",
    "may-contain",
    "contains",
];

/// A head is no calmer than any answer below it. It has a line for each answer that is not calm, the
/// worst first, which names all that have it.
fn head(case: &Case, avoid: &[Allergen]) -> Result<(), TestCaseError> {
    let names: Vec<&str> = avoid.iter().map(|of| of.wire_name()).collect();
    let card = case.card(Variant::Full, Some(&names.join(", ")));
    let Some(verdict) = having(&card, "class", "verdict").next() else {
        prop_assert!(avoid.is_empty());
        return Ok(());
    };
    let rank = |element| {
        let answer = attribute(element, "data-answer").unwrap();
        ORDER.iter().position(|known| *known == answer).unwrap()
    };
    let lines: Vec<&Element> = having(verdict, "class", "answer").collect();
    let below = elements(verdict).into_iter();
    let below: Vec<&Element> = below.filter(|element| element.name() == "li").collect();
    let worst = below.iter().map(|answer| rank(answer)).max().unwrap();
    prop_assert!(rank(verdict) >= worst);
    let ranks: Vec<usize> = lines.iter().map(|line| rank(line)).collect();
    prop_assert_eq!(ranks[0], rank(verdict));
    prop_assert!(ranks[1..].is_sorted_by(|one, next| one > next));
    prop_assert!(ranks[1..].iter().all(|one| *one > 0 && *one != ranks[0]));
    for line in &lines {
        let said: String = text(line).chars().skip(1).collect();
        let begins = |key: &str| {
            let (before, _) = case.says(key).split_once("{names}").unwrap();
            said.starts_with(before)
        };
        let is_right = match ORDER[rank(line)] {
            "contains" => begins("answer.contains"),
            "may-contain" => begins("answer.may-contain"),
            "not-stated" => {
                said.starts_with(case.says("allergens.check"))
                    || said.ends_with(&case.says("status.not-stated").to_lowercase())
            }
            _ => true,
        };
        prop_assert!(is_right, "{}", said);
    }
    let is_named = |of: &str, rank: usize| {
        let name = case.says(&format!("allergen.{of}")).to_lowercase();
        let line = ranks.iter().position(|one| *one == rank);
        line.is_some_and(|at| text(lines[at]).to_lowercase().contains(&name))
    };
    for answer in below.into_iter().filter(|answer| rank(answer) > 0) {
        let of = attribute(answer, "data-allergen").unwrap();
        prop_assert!(is_named(of, rank(answer)), "{}", of);
    }
    // Beside an answer on tree nuts.
    let peanuts = case.report.status(Allergen::Peanuts);
    if avoid.contains(&Allergen::TreeNuts) && peanuts >= Status::MayContain {
        let rank = ORDER.iter().position(|known| *known == peanuts.key());
        prop_assert!(is_named("peanuts", rank.unwrap()));
    }
    Ok(())
}

/// The kinds of warnings in the panel of the allergens; whether a text stands there that warns
/// of nothing.
fn warnings(card: &Element) -> (BTreeSet<&str>, bool) {
    let panel = having(card, "data-panel", "allergens").next().unwrap();
    let mut found = BTreeSet::new();
    let mut has_more = false;
    for element in elements(panel) {
        let class = attribute(element, "class").unwrap_or_default();
        let notice = attribute(element, "data-notice").unwrap_or_default();
        match class {
            "notice" => {
                found.insert(notice);
            }
            "conflict" => {
                found.insert("conflict");
            }
            _ => has_more |= notice == "statement",
        }
    }
    let details = having(panel, "data-toggle", "sources").flat_map(elements);
    let folded: Vec<_> = details.map(std::ptr::from_ref).collect();
    let is_open = |element: &&Element| !folded.contains(&std::ptr::from_ref(*element));
    has_more |= having(panel, "class", "statement").any(|element| is_open(&element));
    (found, has_more)
}

/// A summary warns of the same as the full card, no more and no less.
fn summary(case: &Case) -> Result<(), TestCaseError> {
    let (full, summary) = (
        case.card(Variant::Full, None),
        case.card(Variant::Summary, None),
    );
    let ((full, has_texts), (summary, has_more)) = (warnings(&full), warnings(&summary));
    prop_assert_eq!(&summary, &full);
    // What was not understood of a text is said in other words.
    prop_assert_eq!(has_more, has_texts && !full.contains("unread"));
    Ok(())
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn of_the_words_of_a_card(
        components in prop::collection::vec(made(), 0..4),
        language in 0..LANGUAGES.len(),
        avoid in prop::sample::subsequence(Allergen::ALL.to_vec(), 0..5),
    ) {
        let case = Case::new(components, language);
        badges(&case)?;
        verdict(&case)?;
        head(&case, &avoid)?;
        summary(&case)?;
    }
}
