//! Texts that repeat themselves take steps in proportion to their words, so that no record holds up
//! its reader for longer than its length explains.

use super::{Lexicon, allergen_report};
use crate::model::Product;
use crate::reading::{Kind, read};
use crate::text::rich_text;
use crate::text::steps::steps;

/// Fails if three times the length takes more than three times the steps, and a little.
fn check(what: &str, steps: impl Fn(usize) -> usize) -> Option<String> {
    /// Beyond what a denial or a claim may look at.
    const LENGTH: usize = 600;
    let (short, long) = (steps(LENGTH), steps(3 * LENGTH));
    let is_linear = long * 10 <= short * 35;
    (!is_linear).then(|| format!("{what:?}: {short} and {long} steps"))
}

/// What a hostile text repeats: denials, answers, claims, warnings, instructions, brackets, marks and
/// tags, in a language.
const REPEATED: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "no egg, ",
            "milk: no, ",
            "milk: no / ",
            "no milk: ",
            "milk free ",
            "nut-free-",
            "gluten free bread ",
            "free from milk, ",
            "free from: ",
            "not free from milk ",
            "neither milk nor egg ",
            "contains milk; no egg; ",
            "contains nuts? no. ",
            "milk not used ",
            "milk absent: ",
            "milk, egg are not used, ",
            "no milk but on site; ",
            "nuts on site: no, ",
            "milk [no] ",
            "milk (",
            "lecithins (soya, ",
            "sunflower, not soya, ",
            "vegan, milk, ",
            "vegan milk style ",
            "serve with milk, ",
            "Serve with milk. ",
            "contains ",
            "contains of allergens: ",
            "may contain milk, ",
            "may contain:\nmilk\n",
            "allergens: none (nut free) ",
            "made in a factory that handles nuts, ",
            "less than 20 ppm gluten, ",
            "almonds and other nuts, ",
            "and ",
            "of ",
            "<b>milk</b> ",
            "<b>zib</b>bel ",
            "<p>milk</p>",
            "CODfillet ",
            "smokedcodfillet ",
            "m i l k ",
        ],
    ),
    ("de", &["keine Milch, ", "werden keine Nüsse verarbeitet "]),
    ("fr", &["sans lait, ", "ni lait ni œuf "]),
    ("pl", &["bezmleczny ", "bez mleka, "]),
];

#[test]
fn a_text_that_repeats_itself_is_read_in_as_many_steps_as_it_has_words() {
    let mut faults = Vec::new();
    for (language, texts) in REPEATED {
        let lexicon = Lexicon::for_language(language).unwrap_or_default();
        for text in *texts {
            for kind in [Kind::List, Kind::Statement, Kind::Prose] {
                let words = text.split(' ').filter(|word| !word.is_empty()).count();
                faults.extend(check(&format!("{kind:?} {text}"), |length| {
                    let runs = rich_text(&text.repeat(length / words));
                    steps(|| drop(read(&runs, kind, &lexicon)))
                }));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_field_that_repeats_itself_is_read_in_as_many_steps() {
    let field = r#""general":{"component_name":"Milk, may contain nuts"},"#;
    let fault = check("a section", |length| {
        let sections = field.repeat(length);
        let record = format!(r#"{{"data":{{"components":[{{{sections}"x":1}}]}}}}"#);
        let product = Product::from_json(&record).unwrap_or_else(|_| panic!("{record}"));
        steps(|| drop(allergen_report(product.data())))
    });
    assert_eq!(fault, None);
}
