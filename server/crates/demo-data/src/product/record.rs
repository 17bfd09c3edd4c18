//! The whole record of a product, in all versions.

use crate::lists::lists;
use crate::product::case::{self, Case};
use crate::product::component::component;
use crate::product::facts;
use crate::product::format::Format;
use crate::product::plan::{Level, Plan};
use crate::product::section::{reference, section};
use crate::product::timestamp::{DAY, Timestamp};
use crate::random::{Purpose, Random};
use product_pool::model::table::GENERAL;
use serde_json::{Value, json};

/// All versions of a product, oldest first.
pub(crate) fn versions(plan: &Plan) -> Vec<Value> {
    let versions = 1..=plan.versions;
    versions.map(|version| record(plan, version)).collect()
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
    let changes = &lists().changes;
    changes[(plan.index as usize + version as usize) % changes.len()]
}

fn record(plan: &Plan, version: u32) -> Value {
    let age = plan.versions - version;
    let is_newest = age == 0;
    let mut random = Random::of(plan.seed, plan.index, Purpose::Record);
    let case = Case::of(plan);
    let format = plan.format();
    let changed = changed(plan, version);
    let change = (version > 1).then(|| change(plan, version));
    let successor = plan.replaced_by.filter(|_| is_newest);
    let successor = successor.map(|index| json!({"pool_id": Format::pool_id(index)}));
    let mut record = json!({
        "pool_id": Format::pool_id(plan.index),
        "standardised_name":
            format!("{}, {}, {}", plan.article.name, plan.article.storage, case.text()),
        "status": if is_newest && plan.is_archived { "archived" } else { "published" },
        "version": format.version(version),
        "changed_at": changed.text(),
        "latest_version": format.version(plan.versions),
        "change_reason": change.map(|(_, reason)| reason),
        "change_type": change.map_or(format.first_change(), |(code, _)| code),
        "reviewed_at": reviewed(plan, changed).text(),
        "parent_id": plan.replaces.map(Format::pool_id),
        "replaced_by": Vec::from_iter(successor),
        "codes": [],
        "general": general(plan, version, changed, case, &mut random),
    });
    case::add(&mut record, plan, case);
    let parts = plan.parts();
    let components = parts
        .iter()
        .enumerate()
        .map(|(place, (food, content))| component(plan, place, food, *content, age, &mut random));
    record["components"] = components.collect();
    if format == Format::Hexadecimal && plan.index.is_multiple_of(3) {
        // Found in services of this kind, although none documents them.
        record["product_id"] = (400_000 + plan.index).into();
        record["updated_at"] = Timestamp(changed.0 + DAY).text().into();
    }
    if plan.level != Level::Sparse {
        facts::state_of_case(&mut record, plan, parts[0].0);
    }
    if plan.has_no_case() {
        record["outer"] = case::no_outer();
    }
    if let Some(fault) = plan.fault {
        fault.plant(&mut record);
    }
    record
}

fn general(
    plan: &Plan,
    version: u32,
    changed: Timestamp,
    case: Case,
    random: &mut Random,
) -> Value {
    let (article, brand) = (plan.article, plan.brand);
    let product_name = format!("{} {}", plan.range, article.name);
    let product_name = product_name.trim_start();
    let (schema, schema_name) = plan.format().schema(article.category);
    let fields = json!({
        "manufacturer_product_name": format!("{} {product_name} {}", brand.name, case.text()),
        "product_name": product_name,
        "manufacturer": plan.manufacturer.id,
        "manufacturer_name": plan.manufacturer.name,
        "brand": brand.id,
        "brand_name": brand.name,
        "schema": schema,
        "schema_name": schema_name,
        "manufacturer_product_code": product_code(plan, random),
    });
    let mut general = section(&GENERAL, fields);
    // A label is a shop's own name for a manufacturer's product; most products have none.
    if random.percent(10) {
        general["label"] = 3001.into();
        general["label_name"] = "Ambry Own Label".into();
        general["label_code"] = "AOL".into();
    }
    if plan.level == Level::Sparse {
        return general;
    }
    let category = &lists().categories[article.category];
    let pack = article.pack.to_lowercase();
    let praise = random.pick(&lists().praise);
    general["product_description"] = format!("{} in a {pack}.", article.name).into();
    general["product_category"] = reference(category.id, category.text);
    general["manufacturer_address"] = plan.manufacturer.address.into();
    general["marketing_description"] =
        format!("{} from {}. {praise}", article.name, brand.name).into();
    general["effective_date"] = changed.day().into();
    // Half of the suppliers of the second format do not number their versions.
    if plan.format() == Format::Numbered || plan.index.is_multiple_of(2) {
        general["manufacturer_version_number"] = version.to_string().into();
    }
    general
}

fn product_code(plan: &Plan, random: &mut Random) -> String {
    if random.percent(3) {
        let codes = &lists().odd_codes;
        return codes[random.place(codes)].clone();
    }
    if plan.format() == Format::Hexadecimal && plan.index.is_multiple_of(5) {
        // Digits with leading zeros.
        return format!("{:04}", plan.index % 1000);
    }
    let brand = plan.brand.name.get(..2).unwrap_or("P").to_uppercase();
    format!("{brand}{:05}", plan.index)
}
