//! The sections on the case and the pallet.

use crate::foods::Pack;
use crate::product::component::edge;
use crate::product::gtins::{Unit, case_gtin, gtin13};
use crate::product::plan::{Level, Plan};
use crate::product::section::{Section, flag, quantity, reference};
use product_pool::model::table::{
    INNER_PACK, LOGISTICS, OTHER, OUTER, PALLET, SAFETY_OUTER, WASTE_OUTER, WASTE_PACKAGING,
};
use serde_json::json;

/// The content of a case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// The number of consumer units.
    pub(crate) units: u32,
    /// The content of a unit, in grams or millilitres.
    pub(crate) unit: u32,
}

impl Case {
    /// The case of a product, of about five kilograms.
    pub(crate) fn of(plan: &Plan) -> Case {
        let unit: u32 = plan.parts().iter().map(|(_, content)| content).sum();
        let fitting = 5_000 / unit.max(1);
        let units = [24, 12, 10, 8, 6, 4, 2]
            .into_iter()
            .find(|units| *units <= fitting);
        Case {
            units: units.unwrap_or(1),
            unit,
        }
    }

    /// The net weight in kilograms.
    fn net(self) -> f64 {
        f64::from(self.units * self.unit) / 1000.0
    }

    /// The weight of the cardboard in grams.
    fn cardboard(self) -> u32 {
        60 + self.units * self.unit / 40
    }

    /// The content as text: `8 x 800g` or `6 x 1l`.
    pub(crate) fn text(self, liquid: bool) -> String {
        let unit = match (liquid, self.unit) {
            (false, grams) if grams >= 1000 && grams % 100 == 0 => {
                format!("{}kg", f64::from(grams) / 1000.0)
            }
            (false, grams) => format!("{grams}g"),
            (true, millilitres) if millilitres >= 1000 && millilitres % 100 == 0 => {
                format!("{}l", f64::from(millilitres) / 1000.0)
            }
            (true, millilitres) => format!("{millilitres}ml"),
        };
        format!("{} x {unit}", self.units)
    }
}

/// The section on the outer case; in a sparse record it has the GTIN only.
pub(crate) fn outer(plan: &Plan, case: Case) -> Section {
    let mut section = Section::blank(&OUTER);
    if plan.has_no_case() {
        section.set("no_outer_present", "Yes");
        return section;
    }
    section.set("traded_unit_gtin", case_gtin(plan.index));
    if plan.level == Level::Sparse {
        return section;
    }
    let net = case.net();
    let edge = edge(case.units * case.unit);
    let gross = net * 1.06 + f64::from(case.cardboard()) / 1000.0;
    section
        .set("consumer_units_per_traded", quantity(case.units, "Each"))
        .set("outer_case_net_weight", quantity(net, "kg"))
        .set(
            "outer_case_gross_weight",
            quantity((gross * 1000.0).round() / 1000.0, "kg"),
        )
        .set("outer_case_height", quantity(edge, "mm"))
        .set("outer_case_depth", quantity(edge * 9 / 10, "mm"))
        .set("outer_case_width", quantity(edge * 14 / 10, "mm"))
        .set("trade_item_splittable", flag(case.units > 1))
        .set("value_added_tax_rate", "0");
    section
}

/// The section on the inner pack, which some cases have.
pub(crate) fn inner_pack(plan: &Plan, case: Case) -> Section {
    let mut section = Section::blank(&INNER_PACK);
    if case.units >= 12 && plan.index.is_multiple_of(4) {
        section
            .set("inner_pack_gtin", gtin13(plan.index, Unit::InnerPack))
            .set("inner_components_in_pack", (case.units / 2).to_string())
            .set("inner_pack_net_weight", format!("{}kg", case.net() / 2.0));
    }
    section
}

pub(crate) fn pallet(plan: &Plan, case: Case) -> Section {
    let mut section = Section::blank(&PALLET);
    let (layer, layers) = (8 + case.units % 5, 7);
    let centimetres = layers * edge(case.units * case.unit) / 10 + 15;
    section
        .set("non_palletised", flag(false))
        .set("pallet_type", "UK standard 1200 x 1000")
        .set("pallet_gtin", gtin13(plan.index, Unit::Pallet))
        .set("cases_per_pallet_layer", quantity(layer, "Each"))
        .set("layers_per_pallet", quantity(layers, "Each"))
        .set("cases_per_pallet", quantity(layer * layers, "Each"))
        .set(
            "pallet_gross_weight",
            quantity(
                (case.net() * 1.1 * f64::from(layer * layers)) as u32 + 25,
                "kg",
            ),
        )
        // In metres, rounded to the centimetre, so that the JSON has no long binary fraction.
        .set(
            "pallet_height",
            quantity(f64::from(centimetres) / 100.0, "m"),
        );
    section
}

pub(crate) fn safety_outer(plan: &Plan) -> Section {
    let mut section = Section::blank(&SAFETY_OUTER);
    let alcohol = plan.parts().iter().any(|(food, _)| food.alcohol.is_some());
    section.set("age_restricted_product", if alcohol { "Yes" } else { "No" });
    if alcohol {
        section.set("age_restriction", "18").set(
            "product_health_warning",
            "Drink responsibly. Not to be drunk during pregnancy.",
        );
    }
    section
}

fn cardboard(grams: u32) -> serde_json::Value {
    json!({
        "packaging_type": reference(Pack::Box.id(), "Case"),
        "packaging_weight": grams,
        "recycled_plastic": null,
        "base_material_type": reference(Pack::Box.material().0, Pack::Box.material().1),
        "packaging_returnable": "No",
    })
}

pub(crate) fn waste_outer(case: Case) -> Section {
    let mut section = Section::blank(&WASTE_OUTER);
    section.set("outer_packaging", json!([cardboard(case.cardboard())]));
    section.set(
        "transport_packaging",
        json!([{
            "packaging_type": reference(39, "Stretch wrap"),
            "packaging_weight": 4,
            "recycled_plastic": "30%",
            "base_material_type": reference(7, "Plastic - LDPE"),
            "packaging_returnable": null,
        }]),
    );
    section
}

pub(crate) fn waste_packaging(case: Case) -> Section {
    let mut section = Section::blank(&WASTE_PACKAGING);
    section.set("outer_packaging_paper_cardboard_weight", case.cardboard());
    section.set("outer_packaging_plastic_weight", 4);
    section
}

pub(crate) fn logistics(plan: &Plan) -> Section {
    let mut section = Section::blank(&LOGISTICS);
    section.set(
        "max_shelf_life",
        quantity(plan.content.storage().shelf_life(), "Days"),
    );
    section
}

pub(crate) fn other(plan: &Plan) -> Section {
    let mut section = Section::blank(&OTHER);
    if plan.index.is_multiple_of(7) {
        section.set(
            "manufacturer_comments",
            "Case configuration under review. Not for publication.",
        );
    }
    section
}
