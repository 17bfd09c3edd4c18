//! The traded unit, the pallet, the consumer unit, and what they are packed in.

use super::view::{Coded, Integer, IntegerQuantity, List, Numeric, Quantity, Text};
use super::{Packaging, records};

records! {
    /// The traded unit: the outer case.
    OUTER Outer "outer" in Logistics {
        no_outer_present: Text | null, "Set where there is no outer case.";
        traded_unit_gtin: Text, "The outer (traded unit) GTIN, 13 or 14 digits.";
        variable_inner_components: Text | null is read, "Whether what is inside varies.";
        consumer_units_per_traded: IntegerQuantity, "The number of consumer units in a case; `units` names what is counted.";
        outer_case_gross_weight: Quantity, "The case's gross weight, in the unit that `units` names.";
        outer_case_net_weight: Quantity, "The case's net weight, in the unit that `units` names.";
        outer_case_height: IntegerQuantity, "The case's height, in the unit that `units` names.";
        outer_case_depth: IntegerQuantity, "The case's depth, in the unit that `units` names.";
        outer_case_width: IntegerQuantity, "The case's width, in the unit that `units` names.";
        trade_item_splittable: Coded, "Whether the case may be split.";
        value_added_tax_rate: Text | null, "The rate of value added tax, as text.";
        inner_packs_in_case: Text | null, "The number of inner packs in a case, as text.";
    }

    /// A pack between case and consumer unit.
    INNER_PACK InnerPack "inner_pack" in Logistics {
        inner_pack_height: Text | null, "The inner pack's height, as text.";
        inner_pack_depth: Text | null, "The inner pack's depth, as text.";
        inner_pack_width: Text | null, "The inner pack's width, as text.";
        inner_pack_splittable: Text | null, "Whether the inner pack may be split.";
        inner_pack_gross_weight: Text | null, "The inner pack's gross weight, as text.";
        inner_pack_net_weight: Text | null, "The inner pack's net weight, as text.";
        inner_components_in_pack: Text | null, "The number of components in the inner pack, as text.";
        inner_pack_gtin: Text, "The inner pack's GTIN, 8 to 14 digits.";
        inner_pack_product_code: Text, "The inner pack's product code.";
    }

    /// Warnings and age limits.
    SAFETY_OUTER SafetyOuter "safety_outer" in Handling {
        product_health_warning: Text key Warning Value, "A health warning.";
        age_restricted_product: Text | null key Warning Yes, "Whether it may be sold only from a certain age.";
        age_restriction: Text | null key Warning Value, "The age from which it may be sold, as text.";
    }

    /// The cases on a pallet.
    PALLET Pallet "pallet" in Logistics {
        non_palletised: Coded, "Whether it comes without a pallet.";
        pallet_type: Text | null, "The type of pallet.";
        pallet_gtin: Text, "The pallet's GTIN, 13 or 14 digits.";
        cases_per_pallet: IntegerQuantity, "The number of cases on a pallet.";
        pallet_gross_weight: IntegerQuantity, "The pallet's gross weight, in the unit that `units` names.";
        pallet_height: Quantity, "The pallet's height, in the unit that `units` names.";
        cases_per_pallet_layer: IntegerQuantity, "The number of cases in a layer.";
        layers_per_pallet: IntegerQuantity, "The number of layers on a pallet.";
    }

    /// The packaging of the case.
    WASTE_OUTER WasteOuter "waste_outer" in Packaging {
        outer_packaging: List<Packaging>, "The packaging of the case.";
        transport_packaging: List<Packaging>, "The packaging for transport.";
        inner_pack_packaging: Text | null, "The packaging of inner packs.";
    }

    /// Shelf life.
    LOGISTICS Logistics "logistics" in Handling {
        max_shelf_life: IntegerQuantity, "The longest shelf life, in the unit that `units` names.";
        shelf_life_from_opening: Text | null, "The shelf life once opened, as text.";
        shelf_life_exempt: Text | null, "Whether it needs no durability date.";
    }

    /// The weight of the case's packaging by material, in grams.
    WASTE_PACKAGING WastePackaging "waste_packaging" in Packaging {
        outer_packaging_plastic_weight: Integer[Gram], "Plastic, in grams.";
        outer_packaging_paper_cardboard_weight: Numeric[Gram], "Paper and cardboard, in grams.";
        outer_packaging_fibre_based_composite_weight: Integer[Gram], "Fibre-based composite, in grams.";
        outer_packaging_aluminium_weight: Integer[Gram], "Aluminium, in grams.";
        outer_packaging_glass_weight: Integer[Gram], "Glass, in grams.";
        outer_packaging_steel_weight: Integer[Gram], "Steel, in grams.";
        outer_packaging_wood_weight: Integer[Gram], "Wood, in grams.";
        outer_packaging_other_weight: Integer[Gram], "Other materials, in grams.";
    }

    /// The consumer unit.
    INNER Inner "inner" in Logistics {
        no_inner_component_present: Text | null, "Set where there is no consumer unit.";
        internal_gtin: Text, "The consumer unit's GTIN, 8 to 14 digits.";
        manufacturers_component_code: Text, "The manufacturer's code of the component.";
        inner_component_weight: UnitWeight for NetQuantity, "The consumer unit's weight, in the unit that `units` names.";
        inner_component_depth: IntegerQuantity, "The consumer unit's depth, in the unit that `units` names.";
        inner_component_width: IntegerQuantity, "The consumer unit's width, in the unit that `units` names.";
        inner_component_height: IntegerQuantity, "The consumer unit's height, in the unit that `units` names.";
        variable_weight_consumer_item: Coded, "Whether the weight varies from unit to unit.";
        inner_component_diameter: Text | null, "The consumer unit's diameter, as text.";
        inner_component_volume: Text | null for NetQuantity, "The consumer unit's volume, as text.";
        net_drained_weight: Text | null for NetQuantity, "The net drained weight, as text.";
        count_per_inner_component: Text | null, "The number of pieces in a consumer unit, as text.";
        e_mark: Text | null, "Whether it bears the ℮ mark.";
    }

    /// A weight with the id of its unit.
    UNIT_WEIGHT UnitWeight "unit weight" {
        value: Numeric | null, "The amount, as the supplier declares it.";
        units: Text | null, "The unit, such as `g`.";
        units_id: Integer | null, "The unit's id within the service.";
    }

    /// The packaging of the consumer unit.
    WASTE_INNER WasteInner "waste_inner" in Packaging {
        inner_packaging: List<Packaging>, "The packaging of the consumer unit.";
    }

    /// The weight of the consumer unit's packaging by material, in grams.
    WASTE_PACKAGING_INNER WastePackagingInner "waste_packaging" in Packaging {
        inner_packaging_plastic_weight: Integer[Gram], "Plastic, in grams.";
        inner_packaging_paper_cardboard_weight: Integer[Gram], "Paper and cardboard, in grams.";
        inner_packaging_fibre_based_composite_weight: Integer[Gram], "Fibre-based composite, in grams.";
        inner_packaging_aluminium_weight: Integer[Gram], "Aluminium, in grams.";
        inner_packaging_glass_weight: Integer[Gram], "Glass, in grams.";
        inner_packaging_steel_weight: Integer[Gram], "Steel, in grams.";
        inner_packaging_wood_weight: Integer[Gram], "Wood, in grams.";
        inner_packaging_other_weight: Integer[Gram], "Other materials, in grams.";
    }
}
