//! What the card draws, as one value: the typed view that the package's
//! `describe` gives to those who draw their own.
//!
//! Rust programs call the functions that this one calls. Every key is there in
//! every view, `null` where the record says nothing; words for the keys
//! (`contains`, `sat_fat`) are in the language files.

mod allergens;
mod claims;
mod nutrition;

use crate::words::Gather as _;
pub(super) use nutrition::{amount, basis_key, column_key};

use super::writer::Writer;
use super::{
    Avoid, Run, accreditations, allergen_report, brand_name, completeness_with, component_name,
    free_from, ingredient_list, product_name, quality, suitability, traffic_lights,
};
use crate::gtin::{Caution, Gtin};
use crate::model::Value;
use crate::model::table::{Component, ProductData};

/// Describes a product, as JSON: names, numbers, notices, allergens with what
/// speaks for each, the verdicts on a shopper's list, claims, what the record
/// lacks or has wrong, plain facts, and the components with their ingredients and nutrition.
///
/// ```
/// use product_pool::label::{avoid_list, describe};
/// use product_pool::model::{Product, Value};
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// let view = Value::parse(&describe(product.data(), &avoid_list("milk")))?;
/// assert_eq!(view.get("name").and_then(|name| name.as_text()), Some("Oat drink"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn describe(product: ProductData<'_>, avoid: &Avoid) -> String {
    Writer::document(|view| whole(view, product, avoid))
}

fn whole(view: &mut Writer, product: ProductData<'_>, avoid: &Avoid) {
    let general = product.general();
    let report = allergen_report(product);
    view.maybe("poolId", product.pool_id().get());
    view.maybe("status", product.status().get());
    view.maybe("version", product.version().get());
    view.maybe("latestVersion", product.latest_version().get());
    view.maybe("changedAt", product.changed_at().get());
    view.maybe("name", product_name(product));
    view.maybe("description", general.product_description().get());
    view.maybe("brand", brand_name(product));
    // Label 0 is none, whatever its name says.
    let label = general.label_name().get();
    view.maybe("label", label.filter(|_| general.label().get() != Some(0)));
    view.maybe("manufacturer", general.manufacturer_name().get());
    view.maybe("manufacturerAddress", general.manufacturer_address().get());
    view.maybe("code", general.manufacturer_product_code().get());
    view.elements("gtins", |list| gtins(list, product));
    view.elements("notices", |list| notices(list, product));
    view.object("allergens", |view| allergens::allergens(view, &report));
    view.object("avoid", |view| allergens::avoided(view, &report, avoid));
    view.list("diets", &suitability(product, &report), claims::claim);
    view.list("freeFrom", &free_from(product, &report), claims::claim);
    view.list("accreditations", &accreditations(product), claims::claim);
    let particulars = completeness_with(product, &report).particulars;
    view.list("completeness", &particulars, claims::particular);
    view.list("quality", &quality(product), claims::warning);
    view.object("facts", |view| claims::facts(view, product));
    view.elements("components", |list| {
        for (index, it) in product.components().iter().enumerate() {
            list.element(|view| component(view, product, index, it));
        }
    });
}

fn component(view: &mut Writer, product: ProductData<'_>, index: usize, component: Component<'_>) {
    view.place("index", Some(index));
    view.maybe("uuid", component.general().component_uuid().get());
    view.maybe("name", component_name(component));
    view.object("ingredients", |view| {
        let list = ingredient_list(component);
        view.maybe("field", Some(list.field).filter(|it| !it.is_empty()));
        view.list("runs", &list.runs, run);
        view.list("statements", &list.statements, run);
    });
    view.object("nutrition", |view| nutrition::nutrition(view, component));
    view.optional("lights", traffic_lights(product, component), |view, it| {
        nutrition::lights(view, &it);
    });
}

fn run(view: &mut Writer, run: &Run) {
    view.text("text", &run.text);
    view.flag("emphasised", run.emphasised);
}

/// The GTINs of the case, the inner pack, the pallet and the consumer units.
fn gtins(list: &mut Writer, product: ProductData<'_>) {
    let case = product.outer().traded_unit_gtin().get();
    gtin(list, "case", None, "outer.traded_unit_gtin", case);
    let pack = product.inner_pack().inner_pack_gtin().get();
    gtin(list, "inner-pack", None, "inner_pack.inner_pack_gtin", pack);
    let pallet = product.pallet().pallet_gtin().get();
    gtin(list, "pallet", None, "pallet.pallet_gtin", pallet);
    for (index, component) in product.components().iter().enumerate() {
        let path = format!("components[{index}].inner.internal_gtin");
        let unit = component.inner().internal_gtin().get();
        gtin(list, "unit", Some(index), &path, unit);
    }
}

fn gtin(list: &mut Writer, kind: &str, component: Option<usize>, path: &str, text: Option<&str>) {
    let Some(text) = text else { return };
    let gtin = Gtin::parse(text).ok();
    list.element(|view| {
        view.text("kind", kind);
        view.place("component", component);
        view.text("path", path);
        view.text("verbatim", text);
        view.maybe("gtin", gtin.map(|it| it.as_given()).as_deref());
        view.maybe("gtin14", gtin.map(|it| it.to_14()).as_deref());
        let caution = gtin.and_then(|it| it.caution());
        view.maybe("caution", caution.map(caution_key));
    });
}

fn caution_key(caution: Caution) -> &'static str {
    match caution {
        Caution::RestrictedCirculation => "restricted-circulation",
        Caution::Coupon => "coupon",
        Caution::Issn => "issn",
        Caution::Isbn => "isbn",
    }
}

/// What must be known before reading on.
fn notices(list: &mut Writer, product: ProductData<'_>) {
    let archived = product.status().get();
    if archived.is_some_and(|status| status.eq_ignore_ascii_case("archived")) {
        notice(list, "archived", None, &[]);
    }
    let successors = product.replaced_by().iter().filter_map(|it| it.raw());
    let successors: Vec<&Value> = successors.filter(|it| !is_nothing(it)).gather();
    if !successors.is_empty() {
        notice(list, "replaced", None, &successors);
    }
    let latest = product.latest_version().get();
    let version = product.version().get();
    if version.is_some() && latest.is_some() && version != latest {
        notice(list, "old-version", latest, &[]);
    }
}

fn notice(list: &mut Writer, kind: &str, latest: Option<&str>, successors: &[&Value]) {
    list.element(|view| {
        view.text("kind", kind);
        view.maybe("latestVersion", latest);
        view.elements("replacedBy", |list| {
            for successor in successors {
                list.raw(successor);
            }
        });
    });
}

/// Whether a value holds nothing that could be told.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
