//! What the card draws, as one value: the typed view that the package's
//! `describe` gives to those who draw their own.
//!
//! Rust programs call the functions that this one calls. Every key is there in
//! every view, `null` where the record says nothing; words for the keys
//! (`contains`, `sat_fat`) are in the language files.

use super::tree::{Node, list, object};
use super::{
    AllergenFact, AllergenReport, Amount, Basis, Conflict, ConflictKind, Evidence, GlutenFact,
    IngredientList, NutritionColumn, NutritionRow, NutritionTable, Run, Source, Statement,
    allergen_report, brand_name, component_name, ingredient_list, nutrition_table, product_name,
};
use crate::gtin::{Caution, Gtin};
use crate::model::table::{Column, Component, ProductData};
use crate::model::{Allergen, Value};

/// Describes a product: names, numbers, notices, allergens with what speaks
/// for each, and the components with their ingredients and nutrition.
///
/// ```
/// use product_pool::label::describe;
/// use product_pool::model::Product;
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// let view = describe(product.data());
/// assert_eq!(view.get("name").and_then(|name| name.as_text()), Some("Oat drink"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn describe(product: ProductData<'_>) -> Value {
    let general = product.general();
    let components: Vec<Component<'_>> = product.components().iter().collect();
    object([
        ("poolId", product.pool_id().get().node()),
        ("status", product.status().get().node()),
        ("version", product.version().get().node()),
        ("latestVersion", product.latest_version().get().node()),
        ("changedAt", product.changed_at().get().node()),
        ("name", product_name(product).node()),
        ("description", general.product_description().get().node()),
        ("brand", brand_name(product).node()),
        (
            "label",
            general
                .label_name()
                .get()
                .filter(|_| general.label().get() != Some(0))
                .node(),
        ),
        ("manufacturer", general.manufacturer_name().get().node()),
        (
            "manufacturerAddress",
            general.manufacturer_address().get().node(),
        ),
        ("code", general.manufacturer_product_code().get().node()),
        ("gtins", gtins(product, &components)),
        ("notices", notices(product)),
        ("allergens", allergens(&allergen_report(product))),
        (
            "components",
            Value::List(
                components
                    .iter()
                    .enumerate()
                    .map(|(index, component)| describe_component(index, *component))
                    .collect(),
            ),
        ),
    ])
}

fn describe_component(index: usize, component: Component<'_>) -> Value {
    object([
        ("index", index.node()),
        ("uuid", component.general().component_uuid().get().node()),
        ("name", component_name(component).node()),
        ("ingredients", ingredients(&ingredient_list(component))),
        ("nutrition", nutrition(component)),
    ])
}

/// The GTINs of the case, the inner pack, the pallet and the consumer units.
fn gtins(product: ProductData<'_>, components: &[Component<'_>]) -> Value {
    let mut gtins = Vec::new();
    let mut add = |kind: &str, component: Option<usize>, path: String, text: Option<&str>| {
        let Some(text) = text else { return };
        let gtin = Gtin::parse(text).ok();
        gtins.push(object([
            ("kind", kind.node()),
            ("component", component.node()),
            ("path", path.node()),
            ("verbatim", text.node()),
            ("gtin", gtin.map(|it| it.as_given()).node()),
            ("gtin14", gtin.map(|it| it.to_14()).node()),
            (
                "caution",
                gtin.and_then(|it| it.caution()).map(caution_key).node(),
            ),
        ]));
    };
    let outer = product.outer().traded_unit_gtin().get();
    add("case", None, "outer.traded_unit_gtin".to_owned(), outer);
    let pack = product.inner_pack().inner_pack_gtin().get();
    add(
        "inner-pack",
        None,
        "inner_pack.inner_pack_gtin".to_owned(),
        pack,
    );
    let pallet = product.pallet().pallet_gtin().get();
    add("pallet", None, "pallet.pallet_gtin".to_owned(), pallet);
    for (index, component) in components.iter().enumerate() {
        let path = format!("components[{index}].inner.internal_gtin");
        let unit = component.inner().internal_gtin().get();
        add("unit", Some(index), path, unit);
    }
    Value::List(gtins)
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
fn notices(product: ProductData<'_>) -> Value {
    let mut notices = Vec::new();
    let mut add = |kind: &str, version: Option<&str>, replaced_by: Value| {
        notices.push(object([
            ("kind", kind.node()),
            ("latestVersion", version.node()),
            ("replacedBy", replaced_by),
        ]));
    };
    let none = || Value::List(Vec::new());
    let archived = product
        .status()
        .get()
        .is_some_and(|status| status.eq_ignore_ascii_case("archived"));
    if archived {
        add("archived", None, none());
    }
    let successors: Vec<Value> = product
        .replaced_by()
        .iter()
        .filter_map(|it| it.raw())
        .filter(|it| !is_nothing(it))
        .cloned()
        .collect();
    if !successors.is_empty() {
        add("replaced", None, Value::List(successors));
    }
    if let (Some(version), Some(latest)) = (product.version().get(), product.latest_version().get())
        && version != latest
    {
        add("old-version", Some(latest), none());
    }
    Value::List(notices)
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

fn allergens(report: &AllergenReport) -> Value {
    object([
        ("groups", list(&report.groups, allergen)),
        ("statements", list(&report.statements, statement)),
        ("hasConflicts", report.has_conflicts().node()),
    ])
}

fn allergen(fact: &AllergenFact) -> Value {
    object([
        ("allergen", fact.allergen.wire().node()),
        ("status", fact.status.key().node()),
        ("components", fact.components().node()),
        ("evidence", list(&fact.evidence, evidence)),
        ("conflicts", list(&fact.conflicts, conflict)),
        ("members", list(&fact.members, allergen)),
        ("gluten", list(&fact.gluten, gluten)),
    ])
}

fn evidence(piece: &Evidence) -> Value {
    let (source, member) = source_key(piece.source);
    object([
        ("component", piece.component.node()),
        ("path", (&piece.path).node()),
        ("source", source.node()),
        ("member", member.map(Allergen::wire).node()),
        ("verbatim", piece.verbatim.as_ref().node()),
        ("riskSource", piece.risk_source.as_ref().node()),
        ("status", piece.status.key().node()),
    ])
}

fn source_key(source: Source) -> (&'static str, Option<Allergen>) {
    match source {
        Source::Flag => ("flag", None),
        Source::Member(member) => ("member", Some(member)),
        Source::EmphasisedIngredient => ("emphasised-ingredient", None),
        Source::NamedIngredient => ("named-ingredient", None),
        Source::Statement => ("statement", None),
    }
}

fn conflict(conflict: &Conflict) -> Value {
    let (kind, member) = match conflict.kind {
        ConflictKind::Member(member) => ("member", Some(member)),
        ConflictKind::FreeFrom => ("free-from", None),
        ConflictKind::Ingredients => ("ingredients", None),
        ConflictKind::Statement => ("statement", None),
    };
    object([
        ("kind", kind.node()),
        ("member", member.map(Allergen::wire).node()),
        ("component", conflict.component.node()),
        ("path", (&conflict.path).node()),
        ("verbatim", (&conflict.verbatim).node()),
    ])
}

fn gluten(fact: &GlutenFact) -> Value {
    object([
        ("allergen", fact.allergen.wire().node()),
        ("component", fact.component.node()),
        ("path", (&fact.path).node()),
        ("verbatim", (&fact.verbatim).node()),
    ])
}

fn statement(statement: &Statement) -> Value {
    object([
        ("component", statement.component.node()),
        ("path", (&statement.path).node()),
        ("text", (&statement.text).node()),
    ])
}

pub(super) fn run(run: &Run) -> Value {
    object([
        ("text", (&run.text).node()),
        ("emphasised", run.emphasised.node()),
    ])
}

fn ingredients(ingredients: &IngredientList) -> Value {
    let field = Some(ingredients.field).filter(|field| !field.is_empty());
    object([
        ("field", field.node()),
        ("runs", list(&ingredients.runs, run)),
        ("statements", list(&ingredients.statements, run)),
    ])
}

fn nutrition(component: Component<'_>) -> Value {
    let table: NutritionTable = nutrition_table(component);
    let section = component.nutrients();
    object([
        ("basis", basis_key(table.basis).node()),
        ("basisText", table.basis_text.as_ref().node()),
        ("columns", list(&table.columns, column)),
        ("rows", list(&table.rows, row)),
        ("micronutrients", list(&table.micronutrients, row)),
        ("statements", section.nutrition_statements().get().node()),
    ])
}

/// The key of a basis: what 100 is counted in.
pub(super) fn basis_key(basis: Basis) -> &'static str {
    match basis {
        Basis::Grams => "g",
        Basis::Millilitres => "ml",
        Basis::NotStated => "not-stated",
    }
}

/// The key of a column.
pub(super) fn column_key(column: Column) -> &'static str {
    match column {
        Column::Per100 => "per-100",
        Column::Serving => "serving",
        Column::PreparedPer100 => "prepared-per-100",
        Column::Prepared => "prepared",
    }
}

fn column(column: &NutritionColumn) -> Value {
    object([
        ("column", column_key(column.column).node()),
        ("portion", column.portion.as_ref().node()),
    ])
}

fn row(row: &NutritionRow) -> Value {
    object([
        ("nutrient", row.key.node()),
        ("part", row.part.node()),
        (
            "amounts",
            list(&row.amounts, |amount_or| {
                amount_or.as_ref().map(amount).node()
            }),
        ),
    ])
}

pub(super) fn amount(amount: &Amount) -> Value {
    object([
        ("value", (&amount.value).node()),
        ("unit", (&amount.unit).node()),
        ("referencePercent", amount.reference_percent.node()),
    ])
}
