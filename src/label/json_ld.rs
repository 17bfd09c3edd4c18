//! JSON-LD of a product: schema.org's `Product`, for search engines.
//!
//! The nutrition declaration and the allergens are `additionalProperty`:
//! schema.org allows `nutrition` on recipes and menu items only. An allergen
//! that is not stated is listed as not stated, because leaving it out would
//! read as absent. What a record declares absent that may be out of date is to be checked on the label.
//!
//! The document is built from values rather than structs, because schema.org's
//! types are open and empty members are left out.

use super::equal::groups;
use super::{
    AllergenFact, Basis, Lexicon, NutritionColumn, NutritionTable, Status, allergen_report_with,
    brand_name, component_name, ingredient_list, notices, nutrition_table, product_name,
};
use crate::collect_vec::CollectVec as _;
use crate::gtin::Gtin;
use crate::model::table::{Column, Component, Image, ProductData};
use crate::model::view::View;
use crate::model::{Allergen, Object, Value};

/// Options of [`json_ld`]: what the record does not contain.
///
/// ```
/// use product_pool::label::{JsonLdOptions, json_ld};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// let messages = Messages::english();
/// let options = JsonLdOptions::new().url("https://shop.example/oat-drink");
/// let text = json_ld(&product, &options, &|key| messages.get(key).to_owned());
/// assert!(text.contains(r#""url":"https://shop.example/oat-drink""#));
/// assert!(text.contains(r#""name":"Milk","value":"#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct JsonLdOptions<'a> {
    /// The address of the page.
    pub url: Option<&'a str>,
    /// The addresses of images; see [`image_addresses`].
    pub images: &'a [String],
    /// Whether the page is about the consumer unit: if the product has one
    /// component, its GTIN is used instead of the case's.
    pub unit: bool,
    /// The GTIN that the page was asked for, which is used instead of both if it is valid.
    pub gtin: Option<Gtin>,
    /// Whether only the `additionalProperty` is made, for a page's own `Product`.
    pub properties_only: bool,
    /// The resolver of the GS1 Digital Link; by default GS1's own.
    pub resolver: Option<&'a str>,
    /// The lexicon for the record's texts; English by default.
    pub lexicon: Option<&'a Lexicon>,
}

impl<'a> JsonLdOptions<'a> {
    /// What the record contains, in English.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the address of the page.
    #[must_use]
    pub fn url(mut self, url: &'a str) -> Self {
        self.url = Some(url);
        self
    }

    /// Gives the addresses of images.
    #[must_use]
    pub fn images(mut self, images: &'a [String]) -> Self {
        self.images = images;
        self
    }

    /// Describes the consumer unit.
    #[must_use]
    pub fn unit(mut self) -> Self {
        self.unit = true;
        self
    }

    /// Gives the GTIN that the page was asked for.
    #[must_use]
    pub fn gtin(mut self, gtin: Gtin) -> Self {
        self.gtin = Some(gtin);
        self
    }

    /// Makes only the `additionalProperty`.
    #[must_use]
    pub fn properties_only(mut self) -> Self {
        self.properties_only = true;
        self
    }

    /// Links to this resolver of the GS1 Digital Link.
    #[must_use]
    pub fn resolver(mut self, resolver: &'a str) -> Self {
        self.resolver = Some(resolver);
        self
    }

    /// Reads the record's texts by this lexicon.
    #[must_use]
    pub fn lexicon(mut self, lexicon: &'a Lexicon) -> Self {
        self.lexicon = Some(lexicon);
        self
    }
}

/// Makes the document as JSON that is safe inside a script element, also in pages that a shop's
/// software changes before it sends them: characters such as `<` and `[` are escaped. `words` returns
/// the message for a key of the language files.
///
/// ```
/// use product_pool::label::{JsonLdOptions, json_ld};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": "</script>"}, "outer": {"traded_unit_gtin": "9520000002008"}}}"#,
/// )?;
/// let text = json_ld(&product, &JsonLdOptions::default(), &|key| key.to_owned());
/// assert!(text.contains(r#""gtin":"9520000002008""#));
/// assert!(text.contains(r#""name":"\u003c/script\u003e""#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn json_ld<'a>(
    product: impl Into<ProductData<'a>>,
    options: &JsonLdOptions<'_>,
    words: &dyn Fn(&str) -> String,
) -> String {
    let product = product.into();
    let document = document(product, options, words);
    script_safe(&Value::Object(document).to_json())
}

/// The message for a key.
type Words<'a> = &'a dyn Fn(&str) -> String;

/// The addresses of images, each in its largest size: from a response of Get
/// Product Feature Image or List Product Images, from its `data`, from a bare
/// address, or from a list of any of these.
///
/// ```
/// use product_pool::label::image_addresses;
/// use product_pool::model::FeatureImage;
///
/// let body = r#"{"data": {"url": "https://img.example/1.png", "url_large": "https://img.example/1-l.png"}}"#;
/// let image = FeatureImage::from_json(body)?;
/// assert_eq!(image_addresses(image.body()), ["https://img.example/1-l.png"]);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn image_addresses(image: &Value) -> Vec<String> {
    match image {
        Value::Text(address) => {
            let address = web_address(address.trim());
            address.map(str::to_owned).into_iter().collect_vec()
        }
        Value::List(list) => list.iter().flat_map(image_addresses).collect_vec(),
        Value::Object(object) => {
            if let Some(data @ (Value::Object(_) | Value::List(_))) = object.get("data") {
                return image_addresses(data);
            }
            let image = Image::view(Some(image));
            let sizes = [image.url_large(), image.url_medium(), image.url()];
            let largest = sizes.iter().find_map(|size| web_address(size.get()?));
            largest.map(str::to_owned).into_iter().collect_vec()
        }
        _ => Vec::new(),
    }
}

/// An `http` or `https` address; `None` for anything else, such as
/// `javascript:`.
pub(crate) fn web_address(address: &str) -> Option<&str> {
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean = !address.contains(|c: char| c.is_whitespace() || c.is_control());
    (web && clean).then_some(address)
}

/// Escapes the strings of JSON so that nothing in them can end or begin an element, run as a
/// shortcode or be filled as a template by the software that prints the page. An escape means the
/// same. Line breaks outside of strings become spaces, because such software makes elements of them.
pub(crate) fn script_safe(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut is_string = false;
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => escape(&mut text, character),
            '[' | ']' | '{' | '}' | '\'' | '`' | '$' | '@' if is_string => {
                escape(&mut text, character);
            }
            '\n' | '\r' | '\t' => text.push(' '),
            // With a digit after it, it would be a group of a regular expression.
            '\\' if characters.next_if_eq(&'\\').is_some() => escape(&mut text, character),
            '\\' => {
                text.push('\\');
                text.extend(characters.next_if_eq(&'"'));
            }
            other => {
                is_string ^= other == '"';
                text.push(other);
            }
        }
    }
    // WordPress corrects how its name is written.
    text.replace("Wordpress", "Word\\u0070ress")
}

fn escape(text: &mut String, character: char) {
    text.push_str(&format!("\\u{:04x}", u32::from(character)));
}

/// A thing of one of schema.org's types, with a name.
fn named(kind: &str, name: &str) -> Object {
    [("@type", kind), ("name", name)].into_iter().collect()
}

fn document(product: ProductData<'_>, options: &JsonLdOptions<'_>, words: Words<'_>) -> Object {
    let lexicon = options.lexicon.cloned().unwrap_or_default();
    let properties = Value::List(properties(product, &lexicon, words));
    let mut thing = Object::default();
    thing.push("@context", "https://schema.org".into());
    if options.properties_only {
        thing.push("additionalProperty", properties);
        return thing;
    }
    let general = product.general();
    let requested = options.gtin.filter(|gtin| gtin.check().is_ok());
    let gtin = requested.or_else(|| gtin(product, options.unit));
    thing.push("@type", "Product".into());
    thing.push_text("name", product_name(product));
    thing.push_text("description", general.product_description().get());
    let digits = gtin.map(|gtin| gtin.given());
    thing.push_text("gtin", digits.as_deref());
    thing.push_text("mpn", general.manufacturer_product_code().get());
    if let Some(brand) = brand_name(product) {
        thing.push("brand", Value::Object(named("Brand", brand)));
    }
    if let Some(name) = general.manufacturer_name().get() {
        let mut manufacturer = named("Organization", name);
        manufacturer.push_text("address", general.manufacturer_address().get());
        thing.push("manufacturer", Value::Object(manufacturer));
    }
    thing.push_text("category", general.product_category().description());
    let countries = countries(product);
    if !countries.is_empty() {
        thing.push("countryOfOrigin", Value::List(countries));
    }
    if !options.images.is_empty() {
        let images = options.images.iter().map(|address| address.as_str().into());
        thing.push("image", Value::List(images.collect_vec()));
    }
    let url = options.url.map(str::trim).and_then(web_address);
    thing.push_text("url", url);
    if let Some(gtin) = gtin {
        let resolver = options.resolver.map(str::trim).and_then(web_address);
        let resolver = resolver.unwrap_or("https://id.gs1.org");
        let link = format!("{}/01/{}", resolver.trim_end_matches('/'), gtin.to_14());
        thing.push("hasGS1DigitalLink", link.as_str().into());
    }
    thing.push("additionalProperty", properties);
    thing
}

/// The GTIN that the page is about, if it is valid.
fn gtin(product: ProductData<'_>, unit: bool) -> Option<Gtin> {
    let mut components = product.components().iter();
    let unit_gtin = match (components.next(), components.next()) {
        (Some(only), None) => only.inner().internal_gtin().get(),
        _ => None,
    };
    let unit_gtin = unit_gtin.and_then(|text| Gtin::parse(text).ok());
    let case = product.outer().traded_unit_gtin().get();
    let case = case.and_then(|text| Gtin::parse(text).ok());
    if unit {
        unit_gtin.or(case)
    } else {
        case.or(unit_gtin)
    }
}

/// The countries of origin of all components, each once.
fn countries(product: ProductData<'_>) -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    for component in product.components().iter() {
        for country in component.origin().country_of_origin().iter() {
            names.extend(country.description());
        }
    }
    let names = groups(&names)
        .into_iter()
        .filter_map(|same| names.get(*same.first()?));
    let countries = names.map(|name| named("Country", name));
    countries.map(Value::Object).collect_vec()
}

/// A `PropertyValue`: its identifier, its name and its value.
fn property(id: &str, name: &str, value: &str) -> Object {
    let members = [
        ("@type", "PropertyValue"),
        ("propertyID", id),
        ("name", name),
        ("value", value),
    ];
    members.into_iter().collect()
}

fn properties(product: ProductData<'_>, lexicon: &Lexicon, words: Words<'_>) -> Vec<Value> {
    let components: Vec<Component<'_>> = product.components().iter().collect_vec();
    let report = allergen_report_with(product, lexicon);
    let notices = notices(product, None);
    let is_doubtful = notices.iter().any(|notice| notice.kind.is_doubtful());
    let mut list: Vec<Object> = Vec::new();
    for fact in &report.groups {
        list.push(allergen(fact, is_doubtful, words));
    }
    for statement in &report.statements {
        if statement.risk_of.is_some() {
            continue;
        }
        let id = "allergens.statement";
        let of = statement.component.map(|index| of(&components, index));
        let name = words(id) + &of.unwrap_or_default();
        list.push(property(id, &name, &statement.text));
    }
    for (index, component) in components.iter().enumerate() {
        let of = of(&components, index);
        let text = ingredient_list(*component);
        let text: String = text.runs.iter().map(|run| run.text.as_str()).collect();
        if !text.is_empty() {
            let name = words("panel.ingredients") + &of;
            list.push(property("ingredients", &name, &text));
        }
        nutrients(&mut list, &nutrition_table(*component), &of, words);
    }
    list.into_iter().map(Value::Object).collect_vec()
}

/// The suffix that distinguishes a component's properties from those of others.
fn of(components: &[Component<'_>], index: usize) -> String {
    match components.get(index) {
        Some(component) if components.len() > 1 => match component_name(*component) {
            Some(name) => format!(" – {name}"),
            None => format!(" – {}", index + 1),
        },
        _ => String::new(),
    }
}

fn allergen(fact: &AllergenFact, is_doubtful: bool, words: Words<'_>) -> Object {
    let mut value = words(&format!("status.{}", fact.status.key()));
    // What was declared absent may be there by now.
    let is_outdated = is_doubtful && fact.status == Status::DeclaredNotPresent;
    if is_outdated || fact.status == Status::NotStated {
        value.push_str(": ");
        value.push_str(&words("allergens.check-label"));
    }
    // The members say which cereal or nut it is.
    let mut separator = ": ";
    if fact.status.is_positive() {
        for member in fact.shown_members() {
            value.push_str(separator);
            value.push_str(&words(&allergen_id(member.allergen)));
            if let Some(aside) = member.aside(fact.status, words) {
                value.push_str(&format!(" ({aside})"));
            }
            separator = ", ";
        }
    }
    let id = allergen_id(fact.allergen);
    let mut thing = property(&id, &words(&id), &value);
    if fact.has_conflicts() {
        thing.push_text("description", Some(&words("allergens.conflict")));
    }
    thing
}

/// The id of an allergen's property, and the key of its name.
fn allergen_id(allergen: Allergen) -> String {
    format!("allergen.{}", allergen.wire_name())
}

fn nutrients(list: &mut Vec<Object>, table: &NutritionTable, of: &str, words: Words<'_>) {
    for (place, column) in table.columns.iter().enumerate() {
        let column = column_words(column, table.basis, words);
        for row in table.rows.iter().chain(&table.micronutrients) {
            let Some(Some(amount)) = row.amounts.get(place) else {
                continue;
            };
            let id = format!("nutrient.{}", row.nutrient);
            let name = format!("{} ({column}){of}", words(&id));
            let mut thing = property(&id, &name, &amount.value);
            thing.push_text("unitText", amount.unit.as_deref());
            let from = amount.calculated_from.as_ref().map(|from| {
                let unit = from.unit.as_deref().unwrap_or_default();
                let figure = format!("{}\u{a0}{unit}", from.value);
                words("nutrition.from-sodium").replace("{figure}", figure.trim_end())
            });
            thing.push_text("description", from.as_deref());
            list.push(thing);
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
