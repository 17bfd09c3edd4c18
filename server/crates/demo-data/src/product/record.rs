//! The whole record of a product, in all versions.

use crate::product::case::{self, Case};
use crate::product::component::component;
use crate::product::format::Format;
use crate::product::plan::{Content, Level, Life, Plan};
use crate::product::rare;
use crate::product::section::{Section, reference};
use crate::product::timestamp::{DAY, Timestamp};
use crate::random::{Purpose, Random};
use product_pool::model::table::GENERAL;
use serde_json::{Value, json};

/// The changes that lead to a new version: code and reason.
const CHANGES: &[(u32, &str)] = &[
    (2, "Recipe change: less salt"),
    (3, "New artwork"),
    (4, "Change of pack size"),
    (5, "Annual review"),
];

/// Product codes that must be encoded in URLs.
const ODD_CODES: &[&str] = &[
    "!@£ppp",
    "A/B 12#7",
    "50%+2",
    "é-77?x=1&y",
    "<b>9</b>",
    "\"quoted\"",
    "..",
    "漢字-1",
];

/// All versions of a product, oldest first.
pub(crate) fn versions(plan: &Plan) -> Vec<Value> {
    (1..=plan.versions)
        .map(|version| record(plan, version))
        .collect()
}

/// The time of a version's change. Versions are a fixed number of days apart, which depends on
/// the product.
fn changed(plan: &Plan, version: u32) -> Timestamp {
    let step = 20 + (plan.index % 31) as i64;
    Timestamp(plan.changed.0 - i64::from(plan.versions - version) * step * DAY)
}

/// The time of a version's review: after its change or, in the second format, some time before
/// it.
fn reviewed(plan: &Plan, changed: Timestamp) -> Timestamp {
    match plan.format() {
        Format::Numbered => Timestamp(changed.0 + 3 * 3600),
        Format::Hexadecimal => Timestamp(changed.0 - (1 + plan.index as i64 % 40) * DAY),
    }
}

/// The change that led to a version: to the newest that of the allergens, if there is one. Its
/// reason names none: a text that did would be read as a statement on it.
fn change(plan: &Plan, version: u32) -> (u32, &'static str) {
    let mut foods = plan.parts().into_iter();
    let is_newest = version == plan.versions;
    if is_newest && plan.has_history() && foods.any(|(food, _)| food.earlier.is_some()) {
        return (2, "Recipe and allergy advice revised");
    }
    CHANGES[(plan.index as usize + version as usize) % CHANGES.len()]
}

fn record(plan: &Plan, version: u32) -> Value {
    let age = plan.versions - version;
    let newest = age == 0;
    let mut random = Random::of(plan.seed, plan.index, Purpose::Record);
    let case = Case::of(plan);
    let changed = changed(plan, version);
    let change = (version > 1).then(|| change(plan, version));
    let archived = newest && plan.life != Life::Published;
    let replaced_by = match plan.life {
        Life::ReplacedBy(index) if newest => json!([{"pool_id": Format::pool_id(index)}]),
        _ => json!([]),
    };
    let general = general(plan, version, changed, case, &mut random);
    let components: Vec<Value> = plan
        .parts()
        .into_iter()
        .enumerate()
        .map(|(place, (food, content))| component(plan, place, food, content, age, &mut random))
        .collect();

    let format = plan.format();
    let mut record = Section::empty();
    record
        .add("pool_id", Format::pool_id(plan.index))
        .add("standardised_name", standardised_name(plan, case))
        .add("status", if archived { "archived" } else { "published" })
        .add("version", format.version(version))
        .add("changed_at", changed.text())
        .add("latest_version", format.version(plan.versions))
        .add("change_reason", change.map(|(_, reason)| reason))
        .add(
            "change_type",
            change.map_or(format.first_change(), |(code, _)| code),
        )
        .add("reviewed_at", reviewed(plan, changed).text())
        .add("parent_id", plan.replaces.map(Format::pool_id))
        .add("replaced_by", replaced_by)
        .add("codes", Value::Array(Vec::new()))
        .add("general", general)
        .add("outer", case::outer(plan, case));
    add_case(&mut record, plan, case);
    record.add("components", components);
    if format == Format::Hexadecimal && plan.index.is_multiple_of(3) {
        // Found in services of this kind, although none documents them.
        record
            .add("product_id", 400_000 + plan.index)
            .add("updated_at", Timestamp(changed.0 + DAY).text());
    }
    let mut record = Value::from(record);
    rare::fill_in(plan, &mut record);
    if let Some(fault) = plan.fault {
        fault.plant(&mut record);
    }
    record
}

/// Adds the sections about the case.
fn add_case(record: &mut Section, plan: &Plan, case: Case) {
    if plan.level != Level::Sparse {
        record
            .add("safety_outer", case::safety_outer(plan))
            .add("logistics", case::logistics(plan));
    }
    if plan.level == Level::Complete && !plan.has_no_case() {
        record
            .add("inner_pack", case::inner_pack(plan, case))
            .add("pallet", case::pallet(plan, case))
            .add("waste_outer", case::waste_outer(case))
            .add("other", case::other(plan))
            .add("waste_packaging", case::waste_packaging(case));
    }
}

/// Whether the units are measured in millilitres.
fn is_liquid(plan: &Plan) -> bool {
    matches!(plan.content, Content::One(food) if food.liquid)
}

fn standardised_name(plan: &Plan, case: Case) -> String {
    format!(
        "{}, {}, {}",
        plan.content.name(),
        plan.content.storage().text(),
        case.text(is_liquid(plan))
    )
}

fn general(
    plan: &Plan,
    version: u32,
    changed: Timestamp,
    case: Case,
    random: &mut Random,
) -> Section {
    let mut section = Section::blank(&GENERAL);
    let name = plan.content.name();
    let product_name = if plan.range.is_empty() {
        name.to_owned()
    } else {
        format!("{} {name}", plan.range)
    };
    let (brand, brand_name) = plan.brand();
    let full_name = format!("{brand_name} {product_name} {}", case.text(is_liquid(plan)));
    let category = plan.content.category();
    let (schema, schema_name) = plan.format().schema(category);
    section
        .set("manufacturer_product_name", full_name)
        .set("product_name", product_name)
        .set("manufacturer", plan.manufacturer.id)
        .set("manufacturer_name", plan.manufacturer.name)
        .set("brand", brand)
        .set("brand_name", brand_name)
        .set("schema", schema)
        .set("schema_name", schema_name)
        .set("manufacturer_product_code", product_code(plan, random));
    // A label is a shop's own name for a manufacturer's product; most products have none.
    if random.percent(10) {
        section
            .set("label", 3001)
            .set("label_name", "Ambry Own Label")
            .set("label_code", "AOL");
    }
    if plan.level != Level::Sparse {
        describe(&mut section, plan, version, changed, random);
    }
    section
}

/// Sets the general fields of all but the sparsest records.
fn describe(
    section: &mut Section,
    plan: &Plan,
    version: u32,
    changed: Timestamp,
    random: &mut Random,
) {
    let (name, category) = (plan.content.name(), plan.content.category());
    let (format, storage) = (plan.format(), plan.content.storage());
    let (type_id, type_name) = format.product_type(category);
    section
        .set(
            "product_description",
            format!("{name} in a {}.", plan.content.pack().text().to_lowercase()),
        )
        .set("product_type", reference(type_id, type_name))
        .set(
            "product_category",
            reference(category.id(), category.text()),
        )
        .set(
            "storage_type",
            reference(format.storage_id(storage), storage.text()),
        )
        .set("manufacturer_address", plan.manufacturer.address)
        .set("marketing_description", marketing(plan, random))
        .set("day_code", "YYDDD")
        .set("batch_code", "L followed by five digits")
        .set("effective_date", changed.day());
    // Half of the suppliers of the second format do not number their versions.
    if format == Format::Numbered || plan.index.is_multiple_of(2) {
        section.set("manufacturer_version_number", version.to_string());
    }
}

fn product_code(plan: &Plan, random: &mut Random) -> String {
    let code = if random.percent(3) {
        (random.pick(ODD_CODES)).to_owned()
    } else {
        let brand = plan.brand.name.get(..2).unwrap_or("P").to_uppercase();
        format!("{brand}{:05}", plan.index)
    };
    other_code(plan).unwrap_or(code)
}

/// A product code in one of the forms found in records of the second format: digits with
/// leading zeros, or letters and digits without a separator.
fn other_code(plan: &Plan) -> Option<String> {
    if plan.format() == Format::Numbered {
        return None;
    }
    match plan.index % 5 {
        0 => Some(format!("{:04}", plan.index % 1000)),
        1 => {
            let letters: String = format!("{}{}", plan.manufacturer.name, plan.content.name())
                .split(|c: char| !c.is_ascii_alphabetic())
                .filter_map(|word| word.get(..2))
                .collect();
            Some(format!("{}{}", letters.to_uppercase(), plan.size))
        }
        _ => None,
    }
}

fn marketing(plan: &Plan, random: &mut Random) -> String {
    let praise = random.pick(&[
        "Made in small batches to a recipe our kitchens have trusted for years.",
        "A dependable choice for busy kitchens.",
        "Great taste, easy to portion, popular with all ages.",
        "Carefully sourced & simply made.",
    ]);
    format!("{} from {}. {praise}", plan.content.name(), plan.brand().1)
}
