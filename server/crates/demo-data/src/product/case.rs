//! The sections on the case and the pallet.

use crate::flags::yes_or_no;
use crate::lists::lists;
use crate::product::component::edge;
use crate::product::gtins::{Unit, case_gtin, gtin13};
use crate::product::plan::{Level, Plan};
use crate::product::section::{blank, quantity, reference, section};
use product_pool::model::table::{
    INNER_PACK, LOGISTICS, OTHER, OUTER, PALLET, SAFETY_OUTER, WASTE_OUTER, WASTE_PACKAGING,
};
use serde_json::{Value, json};

/// The content of a case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// The number of consumer units.
    units: u32,
    /// The content of a unit, in grams or millilitres.
    unit: u32,
    liquid: bool,
}

impl Case {
    /// The case of a product, of about five kilograms.
    pub(crate) fn of(plan: &Plan) -> Case {
        let parts = plan.parts();
        let unit: u32 = parts.iter().map(|(_, content)| content).sum();
        let mut sizes = [24, 12, 10, 8, 6, 4, 2].into_iter();
        Case {
            units: sizes.find(|units| units * unit <= 5_000).unwrap_or(1),
            unit,
            liquid: parts.iter().all(|(food, _)| food.liquid),
        }
    }

    fn content(self) -> u32 {
        self.units * self.unit
    }

    /// The net weight in kilograms.
    fn net(self) -> f64 {
        f64::from(self.content()) / 1000.0
    }

    /// The weight of the cardboard in grams.
    fn cardboard(self) -> u32 {
        60 + self.content() / 40
    }

    /// The content as text: `8 x 800g` or `6 x 1l`.
    pub(crate) fn text(self) -> String {
        let (large, small) = if self.liquid {
            ("l", "ml")
        } else {
            ("kg", "g")
        };
        if self.unit >= 1000 && self.unit.is_multiple_of(100) {
            let content = f64::from(self.unit) / 1000.0;
            format!("{} x {content}{large}", self.units)
        } else {
            format!("{} x {}{small}", self.units, self.unit)
        }
    }
}

/// Adds the sections on the case; a sparse record has only that with its GTIN.
pub(crate) fn add(record: &mut Value, plan: &Plan, case: Case) {
    record["outer"] = outer(plan, case);
    if plan.level != Level::Sparse {
        record["safety_outer"] = blank(&SAFETY_OUTER);
        record["logistics"] = blank(&LOGISTICS);
    }
    if plan.level == Level::Complete && !plan.has_no_case() {
        record["inner_pack"] = inner_pack(plan, case);
        record["pallet"] = pallet(plan, case);
        record["waste_outer"] = waste_outer(case);
        record["other"] = other(plan);
        let weight = json!({"outer_packaging_paper_cardboard_weight": case.cardboard()});
        record["waste_packaging"] = section(&WASTE_PACKAGING, weight);
    }
}

fn outer(plan: &Plan, case: Case) -> Value {
    let gtin = case_gtin(plan.index);
    if plan.level == Level::Sparse {
        return section(&OUTER, json!({"traded_unit_gtin": gtin}));
    }
    let edge = edge(case.content());
    let gross = case.net() * 1.06 + f64::from(case.cardboard()) / 1000.0;
    let gross = (gross * 1000.0).round() / 1000.0;
    let fields = json!({
        "traded_unit_gtin": gtin,
        "consumer_units_per_traded": quantity(case.units, "Each"),
        "outer_case_net_weight": quantity(case.net(), "kg"),
        "outer_case_gross_weight": quantity(gross, "kg"),
        "outer_case_height": quantity(edge, "mm"),
        "outer_case_depth": quantity(edge * 9 / 10, "mm"),
        "outer_case_width": quantity(edge * 14 / 10, "mm"),
        "trade_item_splittable": yes_or_no(case.units > 1),
    });
    section(&OUTER, fields)
}

/// The section of a product without a case.
pub(crate) fn no_outer() -> Value {
    section(&OUTER, json!({"no_outer_present": "Yes"}))
}

/// The section on the inner pack, which some cases have.
fn inner_pack(plan: &Plan, case: Case) -> Value {
    if case.units < 12 || !plan.index.is_multiple_of(4) {
        return blank(&INNER_PACK);
    }
    let fields = json!({
        "inner_pack_gtin": gtin13(plan.index, Unit::InnerPack),
        "inner_components_in_pack": (case.units / 2).to_string(),
        "inner_pack_net_weight": format!("{}kg", case.net() / 2.0),
    });
    section(&INNER_PACK, fields)
}

fn pallet(plan: &Plan, case: Case) -> Value {
    let (layer, layers) = (8 + case.units % 5, 7);
    let gross = case.net() * 1.1 * f64::from(layer * layers);
    let centimetres = layers * edge(case.content()) / 10 + 15;
    let fields = json!({
        "pallet_gtin": gtin13(plan.index, Unit::Pallet),
        "cases_per_pallet_layer": quantity(layer, "Each"),
        "layers_per_pallet": quantity(layers, "Each"),
        "cases_per_pallet": quantity(layer * layers, "Each"),
        "pallet_gross_weight": quantity(gross as u32 + 25, "kg"),
        // In metres, rounded to the centimetre, so that the JSON has no long binary fraction.
        "pallet_height": quantity(f64::from(centimetres) / 100.0, "m"),
    });
    section(&PALLET, fields)
}

fn waste_outer(case: Case) -> Value {
    let cardboard = &lists().packs["Box"];
    let packaging = json!({
        "packaging_type": reference(cardboard.id, "Case"),
        "packaging_weight": case.cardboard(),
        "recycled_plastic": null,
        "base_material_type": reference(cardboard.material_id, cardboard.material),
        "packaging_returnable": "No",
    });
    section(&WASTE_OUTER, json!({"outer_packaging": [packaging]}))
}

fn other(plan: &Plan) -> Value {
    if !plan.index.is_multiple_of(7) {
        return blank(&OTHER);
    }
    let comments = "Case configuration under review. Not for publication.";
    section(&OTHER, json!({"manufacturer_comments": comments}))
}
