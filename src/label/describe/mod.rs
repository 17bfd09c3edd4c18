//! What the card draws, as one value: the typed view that the package's
//! `describe` gives to those who draw their own.
//!
//! Rust programs call the functions that this one calls. Every key is there in
//! every view, `null` where the record says nothing; words for the keys
//! (`contains`, `sat_fat`) are in the language files.

mod allergens;
mod claims;
mod nutrition;

pub(super) use nutrition::{amount, basis_key, column_key};

use super::writer::Writer;
use super::{
    Avoid, Lexicon, Notice, NoticeKind, Run, accreditations, allergen_report_with, brand_name,
    completeness_with, component_name, free_from, ingredient_list, notices, product_name, quality,
    suitability, traffic_lights,
};
use crate::gtin::{Caution, Gtin};
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
    describe_with(product, avoid, &DescribeOptions::default())
}

/// What a description takes from the page that it is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct DescribeOptions<'a> {
    /// The words in which the record's texts are read; else English.
    pub lexicon: Option<&'a Lexicon>,
    /// Today's date, such as `2026-11-21`, so that a last change in the future
    /// gives a notice; see [`notices`](super::notices).
    pub today: Option<&'a str>,
}

/// The same for a page in another language, or one that knows the date.
pub fn describe_with(
    product: ProductData<'_>,
    avoid: &Avoid,
    options: &DescribeOptions<'_>,
) -> String {
    Writer::document(|view| whole(view, product, avoid, options))
}

fn whole(
    view: &mut Writer,
    product: ProductData<'_>,
    avoid: &Avoid,
    options: &DescribeOptions<'_>,
) {
    let lexicon = options.lexicon.cloned().unwrap_or_default();
    let today = options.today;
    let general = product.general();
    let report = allergen_report_with(product, &lexicon);
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
    view.list("notices", &notices(product, today), notice);
    view.object("allergens", |view| allergens::allergens(view, &report));
    view.object("avoid", |view| allergens::avoided(view, &report, avoid));
    view.list("diets", &suitability(product, &report), claims::claim);
    view.list("freeFrom", &free_from(product, &report), claims::claim);
    view.list(
        "accreditations",
        &accreditations(product, &report),
        claims::claim,
    );
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

fn notice(view: &mut Writer, notice: &Notice<'_>) {
    let said = |kinds: &[NoticeKind]| notice.said.filter(|_| kinds.contains(&notice.kind));
    view.text("kind", notice.kind.key());
    view.maybe("status", said(&[NoticeKind::UnknownStatus]));
    view.maybe(
        "latestVersion",
        said(&[NoticeKind::OldVersion, NoticeKind::OtherVersion]),
    );
    view.maybe(
        "changedAt",
        said(&[NoticeKind::OldDate, NoticeKind::FutureDate]),
    );
    view.elements("replacedBy", |list| {
        for successor in &notice.successors {
            list.raw(successor);
        }
    });
}
