//! The showcase: products that show every state, the same in every catalogue. Their list is
//! `www/showcase.json`; this module makes the products.

use crate::fault::Fault;
use crate::flags::MAY_CONTAIN;
use crate::foods::{STATEMENT, food, kits};
use crate::manufacturers::manufacturers_of;
use crate::product::{Content, DAY, EPOCH, Level, Life, Plan, Timestamp, versions};
use product_pool::model::Allergen;
use serde_json::{Value, json};
use std::sync::OnceLock;

const LIST: &str = include_str!("../../../../www/showcase.json");

/// One entry of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Showcase {
    /// The GTIN to look up; in the state `bad-gtin` it is not valid.
    pub gtin: String,
    /// The entry's short name.
    pub key: String,
    /// The title for pages.
    pub title: String,
    /// A description of what it shows, in a sentence.
    pub shows: String,
    /// The state, if the entry is not a product of the catalogue: `not-found`, `bad-gtin`,
    /// `unauthenticated`.
    pub state: Option<String>,
}

/// All entries, in the order of the list.
pub fn showcase() -> impl Iterator<Item = Showcase> {
    let list: Vec<Value> = serde_json::from_str(LIST).unwrap_or_default();
    list.into_iter().map(|entry| {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        Showcase {
            gtin: text("gtin"),
            key: text("key"),
            title: text("title"),
            shows: text("shows"),
            state: entry["state"].as_str().map(str::to_owned),
        }
    })
}

/// The keys of the entries that are products; a key's position is its product's index.
pub(crate) fn product_keys() -> &'static [String] {
    static KEYS: OnceLock<Vec<String>> = OnceLock::new();
    KEYS.get_or_init(|| {
        showcase()
            .filter(|entry| entry.state.is_none())
            .map(|entry| entry.key)
            .collect()
    })
}

/// The plan and the versions of the product at that index; `None` after the last one, or if
/// the key is unknown.
pub(crate) fn product(index: u64) -> Option<(Plan, Vec<Value>)> {
    let key = product_keys().get(index as usize)?;
    let plan = plan(index, key)?;
    let mut versions = versions(&plan);
    for record in &mut versions {
        twist(key, record);
    }
    Some((plan, versions))
}

fn plan(index: u64, key: &str) -> Option<Plan> {
    let name = match key {
        "many-allergens" => "Prawn Pad Thai",
        "milk-not-stated" => "Dark Chocolate Buttons",
        "conflict" => "Nut and Honey Granola",
        "multi-component" => "Pasta and Pesto Meal Kit",
        "drink" => "Orange Juice",
        "nearly-empty" => "Beef Lasagne",
        "archived" => "Tiramisu",
        "replaced" | "successor" => "Baked Beans in Tomato Sauce",
        "hostile-html" => "Milk Chocolate Bar",
        "wrong-types" => "Strawberry Yoghurt",
        "gluten-free-oats" => "Gluten Free Oat Biscuits",
        "may-contain" => "Ready Salted Crisps",
        "as-prepared" => "Gravy Granules",
        "alcohol" => "Pale Ale",
        "no-allergens" => "Basmati Rice",
        _ => return None,
    };
    let content = match food(name) {
        Some(food) => Content::One(food),
        None => Content::Several(kits().iter().find(|kit| kit.name == name)?),
    };
    let manufacturer = manufacturers_of(content.category()).next()?;
    let place_of = |key: &str| {
        product_keys()
            .iter()
            .position(|other| other == key)
            .map(|place| place as u64)
    };
    Some(Plan {
        seed: 0,
        index,
        content,
        manufacturer,
        brand: manufacturer.brands.first()?,
        is_unbranded: false,
        range: "",
        size: 100,
        level: if key == "nearly-empty" {
            Level::Sparse
        } else {
            Level::Complete
        },
        life: match key {
            "archived" => Life::Archived,
            "replaced" => Life::ReplacedBy(place_of("successor")?),
            _ => Life::Published,
        },
        replaces: if key == "successor" {
            place_of("replaced")
        } else {
            None
        },
        versions: if key == "many-allergens" { 3 } else { 1 },
        // All change at the same second: ties are part of the showcase.
        changed: Timestamp(EPOCH.0 + 1_000 * DAY + 9 * 3600),
        fault: fault(key),
    })
}

/// The fault that an entry shows.
fn fault(key: &str) -> Option<Fault> {
    match key {
        "conflict" => Some(Fault::GroupBelowMember),
        "hostile-html" => Some(Fault::HostileHtml),
        "wrong-types" => Some(Fault::WrongShapes),
        _ => None,
    }
}

/// Changes a record in a way that no ordinary record has.
fn twist(key: &str, record: &mut Value) {
    let allergens = &mut record["components"][0]["allergens"];
    match key {
        "milk-not-stated" => {
            allergens[Allergen::Milk.flag_field()] = Value::Null;
            allergens[Allergen::Milk.risk_source_field()] = Value::Null;
            // Otherwise the statement on the pack would reveal the allergen.
            allergens["allergen_statement_on_pack"] = json!(STATEMENT);
        }
        "may-contain" => {
            allergens[Allergen::CeleryCeleriac.flag_field()] =
                json!({"value": MAY_CONTAIN, "description": "May Contain"});
        }
        "wrong-types" => {
            Fault::NumbersAsText.plant(record);
            Fault::FlagAsText.plant(record);
        }
        _ => {}
    }
}
