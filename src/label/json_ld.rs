//! A product as schema.org's `Product`, for search engines and other readers.
//!
//! The nutrition declaration and the allergens are `additionalProperty`:
//! schema.org gives `nutrition` to recipes and menu items only. What is not
//! stated is said to be not stated; nothing is made absent by leaving it out.

use super::tree::Node;
use super::{
    AllergenFact, Basis, NutritionColumn, NutritionTable, Status, allergen_report, brand_name,
    component_name, ingredient_list, nutrition_table, product_name,
};
use crate::gtin::Gtin;
use crate::model::table::{Column, Component, Image, ProductData};
use crate::model::view::View;
use crate::model::{Object, Value};

/// What the record does not know.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLdOptions<'a> {
    /// The address of the page.
    pub url: Option<&'a str>,
    /// The addresses of images; see [`image_addresses`].
    pub images: &'a [String],
    /// The page is about the consumer unit: its GTIN is told, where the product
    /// is of one component, in place of the case's.
    pub unit: bool,
    /// Where the GS1 Digital Link leads; else GS1's own resolver.
    pub resolver: Option<&'a str>,
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
    script_safe(&document(product, options, words).to_json())
}

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

/// An object that has only what there is to say.
struct Thing(Object);

impl Thing {
    fn new(kind: &str) -> Thing {
        let mut thing = Thing(Object::default());
        thing.set("@type", kind);
        thing
    }

    fn set(&mut self, name: &str, value: impl Node) {
        let value = value.node();
        let empty = match &value {
            Value::Null => true,
            Value::List(list) => list.is_empty(),
            _ => false,
        };
        if !empty {
            self.0.push(name, value);
        }
    }
}

impl Node for Thing {
    fn node(self) -> Value {
        Value::Object(self.0)
    }
}

fn named(kind: &str, name: Option<&str>) -> Option<Thing> {
    let mut thing = Thing::new(kind);
    thing.set("name", name?);
    Some(thing)
}

fn document(
    product: ProductData<'_>,
    options: &JsonLdOptions<'_>,
    words: &dyn Fn(&str) -> String,
) -> Value {
    let general = product.general();
    let gtin = gtin(product, options.unit);
    let mut thing = Thing(Object::default());
    thing.set("@context", "https://schema.org");
    thing.set("@type", "Product");
    thing.set("name", product_name(product));
    thing.set("description", general.product_description().get());
    thing.set("gtin", gtin.map(|it| it.as_given()));
    thing.set("mpn", general.manufacturer_product_code().get());
    thing.set("brand", named("Brand", brand_name(product)));
    let maker = named("Organization", general.manufacturer_name().get()).map(|mut maker| {
        maker.set("address", general.manufacturer_address().get());
        maker
    });
    thing.set("manufacturer", maker);
    thing.set("category", general.product_category().description());
    thing.set("countryOfOrigin", countries(product));
    let images: Vec<&str> = options.images.iter().map(String::as_str).collect();
    thing.set("image", images);
    thing.set("url", options.url.and_then(web_address));
    let resolver = options.resolver.and_then(web_address);
    let resolver = resolver.as_deref().unwrap_or("https://id.gs1.org");
    thing.set(
        "hasGS1DigitalLink",
        gtin.map(|it| format!("{}/01/{}", resolver.trim_end_matches('/'), it.to_14())),
    );
    thing.set("additionalProperty", properties(product, words));
    thing.node()
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

fn countries(product: ProductData<'_>) -> Vec<Thing> {
    let mut names: Vec<&str> = Vec::new();
    for component in product.components().iter() {
        for country in component.origin().country_of_origin().iter() {
            if let Some(name) = country.description().filter(|it| !names.contains(it)) {
                names.push(name);
            }
        }
    }
    let countries = names.into_iter();
    countries
        .filter_map(|name| named("Country", Some(name)))
        .collect()
}

fn property(id: &str, name: &str, value: &str) -> Thing {
    let mut property = Thing::new("PropertyValue");
    property.set("propertyID", id);
    property.set("name", name);
    property.set("value", value);
    property
}

fn properties(product: ProductData<'_>, words: &dyn Fn(&str) -> String) -> Vec<Thing> {
    let components: Vec<Component<'_>> = product.components().iter().collect();
    let report = allergen_report(product);
    let mut properties: Vec<Thing> = report
        .groups
        .iter()
        .map(|fact| allergen(fact, words))
        .collect();
    for statement in &report.statements {
        let name = words("allergens.statement") + &of(&components, statement.component);
        properties.push(property("allergens.statement", &name, &statement.text));
    }
    for (index, component) in components.iter().enumerate() {
        let of = of(&components, index);
        let list = ingredient_list(*component);
        let text: String = list.runs.iter().map(|run| run.text.as_str()).collect();
        if !text.is_empty() {
            let name = words("ingredients.title") + &of;
            properties.push(property("ingredients", &name, &text));
        }
        nutrients(&nutrition_table(*component), &of, words, &mut properties);
    }
    properties
}

/// What tells a component's property from those of the others.
fn of(components: &[Component<'_>], index: usize) -> String {
    match components.get(index) {
        Some(component) if components.len() > 1 => match component_name(*component) {
            Some(name) => format!(" – {name}"),
            None => format!(" – {}", index + 1),
        },
        _ => String::new(),
    }
}

fn allergen(fact: &AllergenFact, words: &dyn Fn(&str) -> String) -> Thing {
    let name = |fact: &AllergenFact| words(&format!("allergen.{}", fact.allergen.wire()));
    let mut value = words(&format!("status.{}", fact.status.key()));
    if fact.status == Status::NotStated {
        value = format!("{value}: {}", words("allergens.check-label"));
    }
    // The members that have the group's status say which cereal, which nut.
    let members = fact.members.iter();
    let members: Vec<String> = members
        .filter(|member| fact.status.is_positive() && member.status == fact.status)
        .map(name)
        .collect();
    if !members.is_empty() {
        value = format!("{value}: {}", members.join(", "));
    }
    let id = format!("allergen.{}", fact.allergen.wire());
    let mut property = property(&id, &name(fact), &value);
    let contradicts = |fact: &AllergenFact| !fact.conflicts.is_empty();
    if contradicts(fact) || fact.members.iter().any(contradicts) {
        property.set("description", words("allergens.conflict"));
    }
    property
}

fn nutrients(
    table: &NutritionTable,
    of: &str,
    words: &dyn Fn(&str) -> String,
    properties: &mut Vec<Thing>,
) {
    for (place, column) in table.columns.iter().enumerate() {
        let column = column_words(column, table.basis, words);
        for row in table.rows.iter().chain(&table.micronutrients) {
            let Some(Some(amount)) = row.amounts.get(place) else {
                continue;
            };
            let id = format!("nutrient.{}", row.key);
            let name = format!("{} ({column}){of}", words(&id));
            let mut property = property(&id, &name, &amount.value);
            property.set("unitText", &amount.unit);
            properties.push(property);
        }
    }
}

fn column_words(column: &NutritionColumn, basis: Basis, words: &dyn Fn(&str) -> String) -> String {
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
