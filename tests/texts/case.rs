//! The one format of the tests of texts. A case is a row:
//!
//! ```text
//! language | field | text | what holds; what else holds
//! en | S | Contains milk; may contain nuts. | C milk; M nuts
//! ```
//!
//! The language is read together with English. The text may have bars of its own, and `\n`, `\r` and
//! `\t`.
//!
//! | field | where the text stands |
//! |---|---|
//! | `S`, `A` | `allergen_statement_on_pack`, `additional_allergen_information` |
//! | `L`, `P`, `T` | `formatted_ingredients` with tags, `ingredients` with capitals, `plaintext_ingredients` |
//! | `I` | `ingredients_statements` |
//! | `R:milk` | the risk source of an allergen |
//! | `N`, `W` | the product's name and health warning |
//! | `C` | a component's name |
//! | `@components[0].…` | any path |
//!
//! What holds beside flags that all say "No", and beside none:
//!
//! | sign | meaning |
//! |---|---|
//! | `C`, `M`, `N` and allergens | the text says that the food contains them, may contain them, or names them |
//! | `G` and allergens | no verdict on them is calm: the text may mean them |
//! | `?` and allergens | anything may be said of them |
//! | `!` | no verdict on any allergen is calm |
//! | `~` | the text may be taken for a warning that names nothing |
//! | `E` and words | these are remarked on as emphasised |
//! | `calm`, or nothing | nothing is raised |

use product_pool::label::{AllergenReport, Lexicon, Status, allergen_report_with};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::HashMap;

/// A text in its field, and what must be read of it.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) language: &'static str,
    pub(crate) field: &'static str,
    pub(crate) text: String,
    /// What is said of an allergen.
    pub(crate) says: Vec<(Allergen, Status)>,
    /// Whose group is named, so that no verdict on them is calm.
    pub(crate) members: Vec<Allergen>,
    /// Of which anything may be said.
    pub(crate) open: Vec<Allergen>,
    pub(crate) emphasised: Option<&'static str>,
    /// Whether no verdict may be calm.
    pub(crate) warns: bool,
    /// Whether a verdict may be cautious.
    pub(crate) may_warn: bool,
}

impl Case {
    /// Reads a row.
    pub(crate) fn of(row: &'static str) -> Case {
        let mut parts = row.splitn(3, '|').map(str::trim);
        let mut part = || parts.next().unwrap_or_else(|| panic!("no row: {row}"));
        let (language, field, rest) = (part(), part(), part());
        let (text, holds) = rest
            .rsplit_once('|')
            .unwrap_or_else(|| panic!("no row: {row}"));
        let text = text.trim().replace("\\n", "\n").replace("\\r", "\r");
        let mut case = Case {
            language,
            field,
            text: text.replace("\\t", "\t"),
            ..Case::default()
        };
        let signs = holds.split(';').map(str::trim);
        for sign in signs.filter(|sign| !sign.is_empty() && *sign != "calm") {
            let (sign, rest) = sign.split_once(' ').unwrap_or((sign, ""));
            let allergens = rest.split_whitespace().map(allergen);
            let status = match sign {
                "C" => Status::Contains,
                "M" => Status::MayContain,
                "N" => Status::NotStated,
                other => {
                    match other {
                        "?" => case.open.extend(allergens),
                        "G" => case.members.extend(allergens),
                        "E" => case.emphasised = Some(rest),
                        "!" => case.warns = true,
                        "~" => case.may_warn = true,
                        _ => panic!("no sign {other:?}: {row}"),
                    }
                    continue;
                }
            };
            case.says.extend(allergens.map(|of| (of, status)));
        }
        case
    }

    /// The report on a record of this text, every flag of it the same.
    pub(crate) fn report(&self, flag: &Value) -> AllergenReport {
        let mut record = json!({"components": [component(flag)]});
        put(&mut record, self.field, &self.text);
        report(&record, self.language)
    }
}

/// The rows of a file of cases.
pub(crate) fn rows(file: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = file.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// An allergen by its wire name, without "nuts" and "beans", or by its short name.
pub(crate) fn allergen(word: &str) -> Allergen {
    let name = match word {
        "nuts" => "tree_nuts",
        "soya" => "soybeans",
        "sesame" => "sesame_seeds",
        "celery" => "celery_celeriac",
        "so2" => "sulphur_dioxide",
        "gluten" => "cereal",
        other => other,
    };
    name.parse()
        .or_else(|_| format!("{name}_nuts").parse())
        .unwrap_or_else(|_| panic!("no allergen: {word}"))
}

pub(crate) fn no() -> Value {
    json!({"value": 0, "description": "No"})
}

/// A component whose flags are all the same.
pub(crate) fn component(flag: &Value) -> Value {
    let fields = Allergen::ALL.iter().map(|of| of.flag_field().to_owned());
    let flags: Map<_, _> = fields.map(|field| (field, flag.clone())).collect();
    json!({"allergens": flags})
}

/// Puts a text into a record with a component.
pub(crate) fn put(record: &mut Value, field: &str, text: &str) {
    let path = match field {
        "W" => "safety_outer.product_health_warning".to_owned(),
        "N" => "general.product_name".to_owned(),
        path if path.starts_with('@') => path[1..].to_owned(),
        of_component => {
            let path = match of_component {
                "S" => "allergens.allergen_statement_on_pack",
                "A" => "allergens.additional_allergen_information",
                "L" => "ingredients.formatted_ingredients",
                "P" => "ingredients.ingredients",
                "T" => "ingredients.plaintext_ingredients",
                "I" => "ingredients.ingredients_statements",
                "C" => "general.component_name",
                risk => {
                    let of = risk.strip_prefix("R:").map(allergen);
                    let of = of.unwrap_or_else(|| panic!("no field: {field}"));
                    &format!("allergens.{}", of.risk_source_field())
                }
            };
            format!("components[0].{path}")
        }
    };
    let mut place = record;
    for part in path.split('.') {
        place = match part.strip_suffix("[0]") {
            Some(list) => &mut place[list][0],
            None => &mut place[part],
        };
    }
    *place = json!(text);
}

/// The report on a record, read with English and the words of a language.
pub(crate) fn report(record: &Value, language: &str) -> AllergenReport {
    thread_local! {
        static LEXICONS: RefCell<HashMap<String, Lexicon>> = RefCell::default();
    }
    let lexicon = LEXICONS.with_borrow_mut(|lexicons| {
        let lexicon = lexicons.entry(language.to_owned());
        let read = lexicon.or_insert_with(|| Lexicon::for_language(language).unwrap());
        read.clone()
    });
    let text = json!({ "data": record }).to_string();
    allergen_report_with(Product::from_json(&text).unwrap().data(), &lexicon)
}
