//! Plain facts: the fields that need no rule of their own, read by their shape
//! in the table and grouped by topic.

use super::amounts::is_listed;
use super::claim::says_nothing;
use super::data::data;
use super::path::{component_path, indexed, within};
use super::status::plain;
use crate::collect_vec::CollectVec as _;
use crate::model::Value;
use crate::model::normalize::{is_coded, is_single};
use crate::model::table::{COMPONENT, Field, PRODUCT, ProductData, Schema, Topic};
use crate::model::view::{Any, List, Quantity, Reference, Shape, Text, View};
use crate::text::{letters, rich_text, stated};

data! {
    /// A field with a value to show.
    pub struct Fact<'a> {
        /// The wire name: the message key.
        pub field: &'static str,
        /// The value.
        pub value: FactValue<'a>,
        /// The path: `components[0].handling.storage_instructions`.
        pub path: String,
    }

    /// The facts on one topic in one section of a record.
    pub struct Section<'a> {
        /// The index of the component; `None` for the whole product.
        pub component: Option<usize>,
        /// The section's wire name; `product` for fields outside of sections.
        pub name: &'static str,
        /// The facts in the table's order, at least one.
        pub facts: Vec<Fact<'a>>,
    }
}

/// The value of a fact, as declared.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum FactValue<'a> {
    /// A text.
    Text {
        /// The text.
        text: &'a str,
    },
    /// A figure with its unit, if it has one.
    Quantity {
        /// The figure, digit for digit.
        value: &'a str,
        /// The unit: the record's own, otherwise the one documented by the
        /// service.
        units: Option<&'a str>,
    },
    /// A list of texts or figures.
    Several {
        /// The texts or figures.
        texts: Vec<&'a str>,
    },
    /// Rows of further facts, such as articles of packaging.
    Rows {
        /// The facts of each row.
        rows: Vec<Vec<Fact<'a>>>,
    },
}

/// The facts of a record: its fields with a value, in the table's order.
/// Missing, null, blank and `-` are no values. `at` is the path of the record,
/// empty for the product itself.
///
/// ```
/// use product_pool::label::{FactValue, facts};
/// use product_pool::model::{Value, table::PALLET};
/// let pallet = Value::parse(r#"{"pallet_type": "-", "pallet_height": {"value": 1.50, "units": "m"}}"#)?;
/// let facts = facts(&PALLET, Some(&pallet), "pallet");
/// assert_eq!(facts.len(), 1);
/// assert_eq!(facts[0].value, FactValue::Quantity { value: "1.50", units: Some("m") });
/// assert_eq!(facts[0].path, "pallet.pallet_height");
/// # Ok::<(), product_pool::model::ParseError>(())
/// ```
pub fn facts<'a>(record: &'static Schema, value: Option<&'a Value>, at: &str) -> Vec<Fact<'a>> {
    chosen(record, value, at, None)
}

/// The facts of a product on a topic: the whole product first, then component
/// by component. Sections without a fact are left out.
///
/// ```
/// use product_pool::label::sections;
/// use product_pool::model::{Product, table::Topic};
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"handling": {"storage_instructions": "Keep cool."}}]}}"#,
/// )?;
/// let sections = sections(product.data(), Topic::Handling);
/// assert_eq!((sections[0].component, sections[0].name), (Some(0), "handling"));
/// assert_eq!(sections[0].facts[0].field, "storage_instructions");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn sections<'a>(product: impl Into<ProductData<'a>>, topic: Topic) -> Vec<Section<'a>> {
    let product = product.into();
    let sections = parts(product).into_iter().filter_map(|part| {
        let facts = chosen(part.record, part.value, &part.path, Some(topic));
        (!facts.is_empty()).then_some(Section {
            component: part.component,
            name: part.record.name,
            facts,
        })
    });
    sections.collect_vec()
}

/// A product, a component, or a section of one of them.
pub(super) struct Part<'a> {
    /// The index of the component; `None` for the product and its sections.
    pub(super) component: Option<usize>,
    pub(super) record: &'static Schema,
    pub(super) value: Option<&'a Value>,
    /// The path, which is empty for the product.
    pub(super) path: String,
}

/// A product and its sections, then each component and its sections.
pub(super) fn parts<'a>(product: ProductData<'a>) -> Vec<Part<'a>> {
    let mut parts = Part {
        component: None,
        record: &PRODUCT,
        value: product.raw(),
        path: String::new(),
    }
    .with_sections();
    for (index, component) in product.components().iter().enumerate() {
        let component = Part {
            component: Some(index),
            record: &COMPONENT,
            value: component.raw(),
            path: component_path(index),
        };
        parts.extend(component.with_sections());
    }
    parts
}

impl<'a> Part<'a> {
    /// A product or a component, then its sections.
    fn with_sections(self) -> Vec<Part<'a>> {
        let mut sections = Vec::new();
        for field in self.record.fields() {
            if let Shape::Record(section) = field.shape {
                sections.push(Part {
                    component: self.component,
                    record: section,
                    value: self.value.and_then(|value| value.read(field.name)),
                    path: within(&self.path, field.name),
                });
            }
        }
        sections.insert(0, self);
        sections
    }
}

/// The facts of a record, or only those on a topic.
fn chosen<'a>(
    record: &'static Schema,
    value: Option<&'a Value>,
    at: &str,
    topic: Option<Topic>,
) -> Vec<Fact<'a>> {
    record
        .fields()
        .filter(|field| topic.is_none() || field.topic.or(record.topic) == topic)
        .filter_map(|field| {
            let sent = value?.read(field.name)?;
            let path = within(at, field.name);
            Some(Fact {
                value: read(field, field.shape, sent, &path)?,
                field: field.name,
                path,
            })
        })
        .collect_vec()
}

fn read<'a>(
    field: &'static Field,
    shape: Shape,
    value: &'a Value,
    path: &str,
) -> Option<FactValue<'a>> {
    let sent = Some(value);
    match shape {
        Shape::Text | Shape::Integer | Shape::Number => {
            let value = stated(Text::view(sent).get())?;
            Some(match field.unit {
                Some(unit) if !value.ends_with(letters::is_alphabetic) => FactValue::Quantity {
                    value,
                    units: (!value.ends_with(unit.symbol())).then_some(unit.symbol()),
                },
                _ => FactValue::Text { text: value },
            })
        }
        Shape::Record(record) if is_coded(record) => {
            stated(Reference::view(sent).description()).map(|text| FactValue::Text { text })
        }
        Shape::Record(record) if is_single(record) => {
            let quantity = Quantity::view(sent);
            Some(FactValue::Quantity {
                value: stated(quantity.value())?,
                units: stated(quantity.units()),
            })
        }
        Shape::List(&Shape::Record(record)) if !is_coded(record) => {
            let rows: Vec<Vec<Fact<'a>>> = List::<Any<'a>>::view(sent)
                .iter()
                .enumerate()
                .map(|(index, row)| facts(record, row.raw(), &indexed(path, index)))
                .filter(|row| !row.is_empty())
                .collect_vec();
            (!rows.is_empty()).then_some(FactValue::Rows { rows })
        }
        Shape::List(&element) => {
            let texts: Vec<&str> = List::<Any<'a>>::view(sent)
                .iter()
                .filter_map(|value| match read(field, element, value.raw()?, path)? {
                    FactValue::Text { text } => Some(text),
                    _ => None,
                })
                .collect_vec();
            (!texts.is_empty()).then_some(FactValue::Several { texts })
        }
        // A section is not a fact, and a reference without a description cannot
        // be shown.
        Shape::Record(_) | Shape::Any => None,
    }
}

/// Whether a text, normalized by [`plain`], is a placeholder: "n/a", or a mere
/// reference to the pack, such as "see packaging" or "as per label".
pub(super) fn is_filler(plain: &str) -> bool {
    const FIRST: &str = "see refer please as per check";
    const OTHERS: &str = "see refer to as per on the of for stated shown printed product outer \
        inner back front side pack packs packaging packet label labels labelling carton case box \
        artwork website spec specification details information further more";
    let mut words = plain.split(' ');
    says_nothing(plain)
        || words.next().is_some_and(|first| is_listed(first, FIRST))
            && words.all(|word| is_listed(word, OTHERS))
}

/// Whether a field states something: more than a placeholder such as "n/a" or
/// "see pack", and more than empty markup.
pub(super) fn states(field: &'static Field, value: Option<&Value>) -> bool {
    match value.and_then(|value| read(field, field.shape, value, "")) {
        Some(FactValue::Text { text } | FactValue::Quantity { value: text, .. }) => has_words(text),
        Some(FactValue::Several { texts }) => texts.into_iter().any(has_words),
        Some(FactValue::Rows { .. }) => true,
        None => false,
    }
}

/// Whether a text has more than placeholders.
fn has_words(text: &str) -> bool {
    let runs = rich_text(text);
    runs.iter().any(|run| !is_filler(&plain(&run.text)))
}
