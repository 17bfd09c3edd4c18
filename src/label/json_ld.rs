//! A product as schema.org's `Product`, for search engines and other readers.
//!
//! The nutrition declaration and the allergens are `additionalProperty`:
//! schema.org gives `nutrition` to recipes and menu items only. What is not
//! stated is said to be not stated; nothing is made absent by leaving it out.

use super::writer::Writer;
use super::{
    AllergenFact, Basis, Lexicon, NutritionColumn, NutritionTable, Status, allergen_report_with,
    brand_name, component_name, ingredient_list, nutrition_table, product_name,
};
use crate::gtin::Gtin;
use crate::model::Value;
use crate::model::table::{Column, Component, Image, ProductData};
use crate::model::view::View;

/// What the record does not know.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLdOptions<'a> {
    /// The address of the page.
    pub url: Option<&'a str>,
    /// The addresses of images; see [`image_addresses`].
    pub images: &'a [String],
    /// The page is about the consumer unit: its GTIN is given, where the product
    /// is of one component, in place of the case's.
    pub unit: bool,
    /// Where the GS1 Digital Link leads; else GS1's own resolver.
    pub resolver: Option<&'a str>,
    /// The words in which the record's texts are read; else English.
    pub lexicon: Option<&'a Lexicon>,
}

/// Makes the document, as JSON that may stand in a script element: no `<`, `>`
/// or `&` is in it unescaped. `words` gives the words of a key of the language
/// files.
///
/// ```
/// use product_pool::label::{JsonLdOptions, json_ld};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": "</script>"}, "outer": {"traded_unit_gtin": "9520123456788"}}}"#,
/// )?;
/// let text = json_ld(product.data(), &JsonLdOptions::default(), &|key| key.to_owned());
/// assert!(text.contains(r#""gtin":"9520123456788""#));
/// assert!(text.contains(r#""name":"\u003c/script\u003e""#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn json_ld(
    product: ProductData<'_>,
    options: &JsonLdOptions<'_>,
    words: &dyn Fn(&str) -> String,
) -> String {
    script_safe(&Writer::document(|writer| {
        document(writer, product, options, words);
    }))
}

/// The words of a key.
type Words<'a> = &'a dyn Fn(&str) -> String;

/// The addresses of an image, the largest size first come: of an answer of Get
/// Product Feature Image or of List Product Images, of what stands under their
/// `data`, of a bare address, or of a list of any of these.
pub fn image_addresses(image: &Value) -> Vec<String> {
    match image {
        Value::Text(address) => web_address(address).into_iter().collect(),
        Value::List(list) => list.iter().flat_map(image_addresses).collect(),
        Value::Object(object) => {
            if let Some(data @ (Value::Object(_) | Value::List(_))) = object.get("data") {
                return image_addresses(data);
            }
            let image = Image::view(Some(image));
            let sizes = [image.url_large(), image.url_medium(), image.url()];
            let largest = sizes.iter().find_map(|size| web_address(size.get()?));
            largest.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// An address over the web; anything else, such as `javascript:`, is none.
fn web_address(address: &str) -> Option<String> {
    let address = address.trim();
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean = !address.contains(|it: char| it.is_whitespace() || it.is_control());
    (web && clean).then(|| address.to_owned())
}

/// JSON in which nothing can end, or begin, an element. These characters stand
/// in strings only, where an escape means the same.
fn script_safe(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            other => text.push(other),
        }
    }
    text
}

/// Tells a member that may not be there.
fn given(thing: &mut Writer, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        thing.text(name, text);
    }
}

fn named(thing: &mut Writer, name: &str, kind: &str, of: Option<&str>, address: Option<&str>) {
    let Some(of) = of else { return };
    thing.object(name, |thing| {
        thing.text("@type", kind);
        thing.text("name", of);
        given(thing, "address", address);
    });
}

fn document(
    thing: &mut Writer,
    product: ProductData<'_>,
    options: &JsonLdOptions<'_>,
    words: Words<'_>,
) {
    let general = product.general();
    let gtin = gtin(product, options.unit);
    thing.text("@context", "https://schema.org");
    thing.text("@type", "Product");
    given(thing, "name", product_name(product));
    given(thing, "description", general.product_description().get());
    given(thing, "gtin", gtin.map(|it| it.as_given()).as_deref());
    given(thing, "mpn", general.manufacturer_product_code().get());
    named(thing, "brand", "Brand", brand_name(product), None);
    let address = general.manufacturer_address().get();
    let maker = general.manufacturer_name().get();
    named(thing, "manufacturer", "Organization", maker, address);
    given(thing, "category", general.product_category().description());
    countries(thing, product);
    if !options.images.is_empty() {
        thing.elements("image", |list| {
            for image in options.images {
                list.word(image);
            }
        });
    }
    given(thing, "url", options.url.and_then(web_address).as_deref());
    if let Some(gtin) = gtin {
        let resolver = options.resolver.and_then(web_address);
        let resolver = resolver.as_deref().unwrap_or("https://id.gs1.org");
        let link = [resolver.trim_end_matches('/'), "/01/", &gtin.to_14()].concat();
        thing.text("hasGS1DigitalLink", &link);
    }
    thing.elements("additionalProperty", |list| {
        let lexicon = options.lexicon.cloned().unwrap_or_default();
        properties(list, product, &lexicon, words);
    });
}

/// The GTIN that the page is about, if it is well formed.
fn gtin(product: ProductData<'_>, unit: bool) -> Option<Gtin> {
    let mut components = product.components().iter();
    let only = components.next().filter(|_| components.next().is_none());
    let unit_gtin = only.and_then(|it| Gtin::parse(it.inner().internal_gtin().get()?).ok());
    let case = product.outer().traded_unit_gtin().get();
    let case = case.and_then(|text| Gtin::parse(text).ok());
    if unit {
        unit_gtin.or(case)
    } else {
        case.or(unit_gtin)
    }
}

fn countries(thing: &mut Writer, product: ProductData<'_>) {
    let mut names: Vec<&str> = Vec::new();
    for component in product.components().iter() {
        for country in component.origin().country_of_origin().iter() {
            if let Some(name) = country.description().filter(|it| !names.contains(it)) {
                names.push(name);
            }
        }
    }
    if !names.is_empty() {
        thing.list("countryOfOrigin", &names, |thing, name| {
            thing.text("@type", "Country");
            thing.text("name", name);
        });
    }
}

/// A property: what it is to a program, what to a person, and its value.
fn property(list: &mut Writer, id: &str, name: &str, value: &str, more: (&str, Option<&str>)) {
    list.element(|thing| {
        identified(thing, id, name, value);
        given(thing, more.0, more.1);
    });
}

fn identified(thing: &mut Writer, id: &str, name: &str, value: &str) {
    thing.text("@type", "PropertyValue");
    thing.text("propertyID", id);
    thing.text("name", name);
    thing.text("value", value);
}

const NO_MORE: (&str, Option<&str>) = ("", None);

fn properties(list: &mut Writer, product: ProductData<'_>, lexicon: &Lexicon, words: Words<'_>) {
    let components: Vec<Component<'_>> = product.components().iter().collect();
    let report = allergen_report_with(product, lexicon);
    for fact in &report.groups {
        allergen(list, fact, words);
    }
    for statement in &report.statements {
        let id = "allergens.statement";
        let of = statement.component.map(|index| of(&components, index));
        let name = words(id) + &of.unwrap_or_default();
        property(list, id, &name, &statement.text, NO_MORE);
    }
    for (index, component) in components.iter().enumerate() {
        let of = of(&components, index);
        let text = ingredient_list(*component);
        let text: String = text.runs.iter().map(|run| run.text.as_str()).collect();
        if !text.is_empty() {
            let name = words("panel.ingredients") + &of;
            property(list, "ingredients", &name, &text, NO_MORE);
        }
        nutrients(list, &nutrition_table(*component), &of, words);
    }
}

/// What tells a component's property from those of the others.
fn of(components: &[Component<'_>], index: usize) -> String {
    match components.get(index) {
        Some(component) if components.len() > 1 => match component_name(*component) {
            Some(name) => [" – ", name].concat(),
            None => [" – ", &(index + 1).to_string()].concat(),
        },
        _ => String::new(),
    }
}

fn allergen(list: &mut Writer, fact: &AllergenFact, words: Words<'_>) {
    let id = |fact: &AllergenFact| ["allergen.", fact.allergen.wire_name()].concat();
    let mut value = words(&["status.", fact.status.key()].concat());
    if fact.status == Status::NotStated {
        value.push_str(": ");
        value.push_str(&words("allergens.check-label"));
    }
    // The members that have the group's status say which cereal, which nut.
    let mut separator = ": ";
    for member in &fact.members {
        if fact.status.is_positive() && member.status == fact.status {
            value.push_str(separator);
            value.push_str(&words(&id(member)));
            separator = ", ";
        }
    }
    let contradicts = |fact: &AllergenFact| !fact.conflicts.is_empty();
    let conflict = contradicts(fact) || fact.members.iter().any(contradicts);
    let conflict = conflict.then(|| words("allergens.conflict"));
    let id = id(fact);
    let more = ("description", conflict.as_deref());
    property(list, &id, &words(&id), &value, more);
}

fn nutrients(list: &mut Writer, table: &NutritionTable, of: &str, words: Words<'_>) {
    for (place, column) in table.columns.iter().enumerate() {
        let column = column_words(column, table.basis, words);
        for row in table.rows.iter().chain(&table.micronutrients) {
            let Some(Some(amount)) = row.amounts.get(place) else {
                continue;
            };
            let id = ["nutrient.", row.key].concat();
            let name = [&words(&id), " (", &column, ")", of].concat();
            list.element(|thing| {
                identified(thing, &id, &name, &amount.value);
                given(thing, "unitText", amount.unit.as_deref());
                let from = amount.calculated_from.as_ref().map(|from| {
                    let unit = from.unit.as_deref().unwrap_or_default();
                    let figure = [&from.value, "\u{a0}", unit].concat();
                    words("nutrition.from-sodium").replace("{figure}", figure.trim_end())
                });
                given(thing, "description", from.as_deref());
            });
        }
    }
}

fn column_words(column: &NutritionColumn, basis: Basis, words: Words<'_>) -> String {
    let basis = words(match basis {
        Basis::Grams => "nutrition.per-100-g",
        Basis::Millilitres => "nutrition.per-100-ml",
        Basis::NotStated => "nutrition.per-100-unknown",
    });
    match column.column {
        Column::Per100 => basis,
        Column::Serving => words("nutrition.per-serving"),
        Column::PreparedPer100 => words("nutrition.prepared-100").replace("{basis}", &basis),
        Column::Prepared => words("nutrition.prepared"),
    }
}
