//! The verdict of a card that is drawn where nobody knows what its reader avoids.

use super::app::{CardProps, State, view_of};
use super::panels::{foot, head, verdict};
use super::render::tree::Element;
use crate::label::{Avoid, avoid_list_with};
use crate::messages::Messages;
use crate::model::Allergen;
use std::collections::BTreeMap;

/// What a browser needs to answer its reader on a card that a server drew: the list of allergens
/// to avoid tells of a person's health, so it stays in the browser.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdicts {
    /// The verdict with an answer for every allergen, of which a reader's verdict keeps some. The
    /// attribute `data-answer` is that of the most serious one, or of `least` if that is worse.
    pub verdict: Element,
    /// The value of `data-answer` that a verdict has at least, whatever the reader avoids.
    pub least: &'static str,
    /// The texts of which the lines in the head of a verdict are made, which are about the answers that
    /// are kept.
    pub head: BTreeMap<&'static str, String>,
    /// The names of the allergens in it, by those of the service.
    pub names: BTreeMap<&'static str, String>,
    /// The foot of a card with a verdict, which gives the advice to check the label.
    pub foot: Option<Element>,
}

/// The verdicts of a card. `None` unless the product was loaded.
///
/// ```
/// use product_pool::card::{CardProps, Record, State, to_html, verdicts};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#,
/// )?;
/// let props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// let verdicts = verdicts(&props).unwrap();
/// let html = to_html(&verdicts.verdict);
/// assert!(html.contains(r#"<li data-allergen="milk" data-answer="contains""#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn verdicts(props: &CardProps) -> Option<Verdicts> {
    let State::Ready(record) = &props.state else {
        return None;
    };
    let record = record.bounded();
    let view = view_of(&record, props);
    let all = Avoid {
        allergens: Allergen::ALL.to_vec(),
        unknown: Vec::new(),
    };
    Some(Verdicts {
        verdict: verdict::answers(&view, &all)?,
        least: verdict::least(&view).key(),
        head: head_texts(&props.messages),
        names: Allergen::ALL
            .iter()
            .map(|allergen| (allergen.wire_name(), head::name(&view, *allergen)))
            .collect(),
        foot: foot::foot(&view, true),
    })
}

/// The kinds of lines in a head: the answers; that the label is to be checked for another reason than
/// that nothing is stated, and for none of the allergens; and that none of several is declared.
const KINDS: [&str; 7] = [
    "contains",
    "may-contain",
    "not-stated",
    "check",
    "unnamed",
    "declared-not-present",
    "none",
];

/// What a browser makes a head of: `lineOf` in pkg/src/card/drawn.ts.
fn head_texts(messages: &Messages) -> BTreeMap<&'static str, String> {
    let kinds = KINDS.map(|kind| (kind, head::template(kind, messages)));
    let joints = ["comma", "and"].map(|name| (name, messages.named("card", name)));
    kinds.into_iter().chain(joints).collect()
}

/// Words by which readers of this language name allergens, in lower case, with the allergens that
/// each stands for: the single words of the service's names, of the English ones, and of those in
/// the language. A list of other words takes
/// [`avoid_list_with`](crate::label::avoid_list_with).
///
/// ```
/// use product_pool::card::avoidable;
/// use product_pool::messages::Messages;
/// use product_pool::model::Allergen;
///
/// let words = avoidable(&Messages::english());
/// assert_eq!(words["nuts"], [Allergen::TreeNuts, Allergen::Peanuts]);
/// ```
pub fn avoidable(messages: &Messages) -> BTreeMap<String, Vec<Allergen>> {
    let english = Messages::english();
    let mut words = BTreeMap::new();
    for allergen in Allergen::ALL {
        let wire = allergen.wire_name();
        let [own, english] = [messages, &english].map(|known| known.allergen(*allergen));
        for name in [wire, &own, &english] {
            let name = name.to_lowercase();
            let parts = name.split([' ', '(', ')', ',']);
            let forms = parts.flat_map(|word| [word, word.strip_suffix('s').unwrap_or(word)]);
            let mut found = Vec::new();
            for word in forms {
                let avoid = avoid_list_with(word, messages.lexicon());
                if avoid.unknown.is_empty() {
                    found.push((word, avoid.allergens));
                }
            }
            // "Brazil nuts" are not nuts of every kind; tree nuts are.
            let whole = avoid_list_with(&name, messages.lexicon()).allergens;
            let mut meant = found.iter().flat_map(|(_, allergens)| allergens);
            if allergen.is_group() || meant.all(|allergen| whole.contains(allergen)) {
                let found = found
                    .into_iter()
                    .filter(|(_, allergens)| !allergens.is_empty());
                words.extend(found.map(|(word, allergens)| (word.to_owned(), allergens)));
            }
        }
    }
    words
}
