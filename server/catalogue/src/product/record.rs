//! The whole record, in all its versions.

use crate::product::case::{self, Case};
use crate::product::component::component;
use crate::product::moment::{DAY, Moment};
use crate::product::plan::{Content, Level, Life, Plan};
use crate::product::section::{Section, reference};
use crate::random::{Purpose, Random};
use product_pool::model::table::GENERAL;
use serde_json::{Value, json};

/// Why a version was made: the code of the change, and the reason.
const CHANGES: &[(u32, &str)] = &[
    (2, "Recipe change: less salt"),
    (3, "New artwork"),
    (4, "Change of pack size"),
    (5, "Annual review"),
];

/// Product codes that break what does not encode them.
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

/// When a version was made. Older ones lie further back, by the product's own
/// number of days.
fn changed(plan: &Plan, version: u32) -> Moment {
    let step = 20 + (plan.index % 31) as i64;
    Moment(plan.changed.0 - i64::from(plan.versions - version) * step * DAY)
}

fn record(plan: &Plan, version: u32) -> Value {
    let age = plan.versions - version;
    let newest = age == 0;
    let mut random = Random::of(plan.seed, plan.index, Purpose::Record);
    let case = Case::of(plan);
    let changed = changed(plan, version);
    let change =
        (version > 1).then(|| CHANGES[(plan.index as usize + version as usize) % CHANGES.len()]);
    let archived = newest && plan.life != Life::Published;
    let replaced_by = match plan.life {
        Life::ReplacedBy(index) if newest => json!([{"pool_id": Plan::pool_id(index)}]),
        _ => json!([]),
    };
    let general = general(plan, version, changed, case, &mut random);
    let components: Vec<Value> = plan
        .parts()
        .into_iter()
        .enumerate()
        .map(|(place, (food, content))| component(plan, place, food, content, age, &mut random))
        .collect();

    let mut record = Section::empty();
    record
        .add("pool_id", Plan::pool_id(plan.index))
        .add("standardised_name", standardised_name(plan, case))
        .add("status", if archived { "archived" } else { "published" })
        .add("version", version.to_string())
        .add("changed_at", changed.text())
        .add("latest_version", plan.versions.to_string())
        .add("change_reason", change.map(|(_, reason)| reason))
        .add("change_type", change.map_or(1, |(code, _)| code))
        .add("reviewed_at", Moment(changed.0 + 3 * 3600).text())
        .add("parent_id", plan.replaces.map(Plan::pool_id))
        .add("replaced_by", replaced_by)
        .add("codes", Value::Array(Vec::new()))
        .add("general", general)
        .add("outer", case::outer(plan, case));
    if plan.level != Level::Sparse {
        record
            .add("safety_outer", case::safety_outer(plan))
            .add("logistics", case::logistics(plan));
    }
    if plan.level == Level::Complete {
        record
            .add("inner_pack", case::inner_pack(plan, case))
            .add("pallet", case::pallet(plan, case))
            .add("waste_outer", case::waste_outer(case))
            .add("other", case::other(plan))
            .add("waste_packaging", case::waste_packaging(case));
    }
    record.add("components", components);
    let mut record = Value::from(record);
    if let Some(fault) = plan.fault {
        fault.plant(&mut record);
    }
    record
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

fn general(plan: &Plan, version: u32, changed: Moment, case: Case, random: &mut Random) -> Section {
    let mut section = Section::blank(&GENERAL);
    let name = plan.content.name();
    let product_name = if plan.range.is_empty() {
        name.to_owned()
    } else {
        format!("{} {name}", plan.range)
    };
    let full_name = format!(
        "{} {product_name} {}",
        plan.brand.name,
        case.text(is_liquid(plan))
    );
    let code = if random.percent(3) {
        (random.pick(ODD_CODES)).to_owned()
    } else {
        format!(
            "{}{:05}",
            plan.brand.name.get(..2).unwrap_or("P").to_uppercase(),
            plan.index
        )
    };
    let category = plan.content.category();
    let storage = plan.content.storage();
    section
        .set("manufacturer_product_name", full_name)
        .set("product_name", product_name)
        .set("manufacturer", plan.maker.id)
        .set("manufacturer_name", plan.maker.name)
        .set("brand", plan.brand.id)
        .set("brand_name", plan.brand.name)
        .set("schema", "food")
        .set("schema_name", "Food and Drink")
        .set("manufacturer_product_code", code);
    // A label is a shop's own name on a maker's product; most have none.
    if random.percent(10) {
        section
            .set("label", 3001)
            .set("label_name", "Ambry Own Label")
            .set("label_code", "AOL");
    }
    if plan.level == Level::Sparse {
        return section;
    }
    section
        .set(
            "product_description",
            format!(
                "{name}, {} packs.",
                plan.content.pack().text().to_lowercase()
            ),
        )
        .set("product_type", reference(1, "Branded"))
        .set(
            "product_category",
            reference(category.id(), category.text()),
        )
        .set("storage_type", reference(storage.id(), storage.text()))
        .set("manufacturer_address", plan.maker.address)
        .set("marketing_description", marketing(plan, random))
        .set("day_code", "YYDDD")
        .set("batch_code", "L followed by five digits")
        .set("manufacturer_version_number", version.to_string())
        .set("effective_date", changed.day());
    section
}

fn marketing(plan: &Plan, random: &mut Random) -> String {
    let praise = random.pick(&[
        "Made in small batches to a recipe our kitchens have trusted for years.",
        "A dependable choice for busy kitchens.",
        "Great taste, easy to portion, popular with all ages.",
        "Carefully sourced & simply made.",
    ]);
    format!("{} from {}. {praise}", plan.content.name(), plan.brand.name)
}
