//! The full product, its components, and the sections of plain fields.

use super::records;
use super::view::{Any, Coded, Integer, List, Reference, Text};
use super::{
    Accreditations, Allergens, Diets, FreeFrom, Inner, InnerPack, Logistics, Nutrients,
    NutrientsPrepared, Outer, Pallet, SafetyOuter, WasteInner, WasteOuter, WastePackaging,
    WastePackagingInner,
};

records! {
    /// A full product: what stands under `data`.
    PRODUCT ProductData "product" {
        pool_id: Text in Supplier, "The product's identifier within the service.";
        standardised_name: Text for Name is read, "The name in the service's own form.";
        status: Text one of ["published", "archived"] in Supplier, "Its state in the service.";
        version: Text in Supplier, "The version of this record.";
        changed_at: Text in Supplier, "The time of the last change, such as `2024-07-02 14:25:26`: no `T` and no time zone.";
        latest_version: Text in Supplier, "The newest version there is of the product.";
        change_reason: Text | null in Supplier is read, "Why it was changed.";
        change_type: Integer, "The kind of change that made this version: an integer here, text in lists.";
        reviewed_at: Text in Supplier, "The time of the last review, in the form of `changed_at`.";
        parent_id: Text | null, "The product that this one was made from.";
        replaced_by: List<Any>, "The products that replace it; their shape is not documented.";
        codes: List<Any>, "Further codes; their shape is not documented.";
        general: General, "Names, maker, brand and category.";
        outer: Outer, "The traded unit: the outer case.";
        inner_pack: InnerPack, "A pack between case and consumer unit.";
        safety_outer: SafetyOuter, "Warnings and age limits.";
        pallet: Pallet, "The cases on a pallet.";
        waste_outer: WasteOuter, "The packaging of the case.";
        logistics: Logistics, "Shelf life.";
        other: Other, "Remarks.";
        components: List<Component>, "The foods inside: one, or several in a multi-component product.";
        waste_packaging: WastePackaging, "The weight of the case's packaging by material, in grams.";
    }

    /// Names, maker, brand and category.
    GENERAL General "general" {
        manufacturer_product_name: Text in Supplier for Name is read, "The manufacturer's own name of the product.";
        product_name: Text for Name is read, "The name of the product.";
        manufacturer: Integer, "The manufacturer's id.";
        manufacturer_name: Text in Supplier for BusinessName, "The manufacturer's name.";
        label: Integer, "The label's id; 0 is none.";
        label_name: Text | null in Supplier, "The label's name.";
        label_code: Text, "The label's code; empty if there is none.";
        brand: Integer, "The brand's id; 0 is none.";
        brand_name: Text in Supplier, "The brand's name.";
        schema: Text, "The specification type, as the service codes it.";
        schema_name: Text in Details, "The specification type in words.";
        manufacturer_product_code: Text in Supplier, "The manufacturer's code; it may hold any character.";
        product_description: Text in Details is read, "The description of the food.";
        product_type: Reference in Details, "The type of product.";
        product_category: Reference in Details, "The category of food.";
        storage_type: Reference in Handling, "The way it is stored, such as ambient, chilled or frozen.";
        manufacturer_address: Text | null in Supplier for BusinessAddress, "The manufacturer's address.";
        marketing_description: Text in Details, "The manufacturer's own description.";
        day_code: Text in Details, "The code of the day of making.";
        batch_code: Text in Details, "The code of the batch.";
        manufacturer_version_number: Text in Supplier, "The manufacturer's own version number.";
        effective_date: Text | null in Supplier, "The date from which this version holds, as text.";
    }

    /// Remarks.
    OTHER Other "other" {
        manufacturer_comments: Text is read, "The manufacturer's comments; not meant for shoppers.";
    }

    /// One food of a product.
    COMPONENT Component "component" {
        general: ComponentGeneral, "The component's name.";
        origin: Origin, "The origin of the food and of its main ingredients.";
        accreditations: Accreditations, "Certificates and memberships.";
        inner_other: InnerOther, "Customs codes and health marks.";
        additives: Additives, "Artificial additives.";
        allergens: Allergens, "The declarations of allergens.";
        free_from: FreeFrom, "Free-from claims.";
        nutrients: Nutrients, "Nutrition as sold.";
        nutrients_prepared: NutrientsPrepared, "Nutrition as prepared.";
        ingredients: Ingredients, "The list of ingredients.";
        diets: Diets, "For whom it is suitable.";
        handling: Handling, "Storage and use.";
        inner: Inner, "The consumer unit.";
        waste_inner: WasteInner, "The packaging of the consumer unit.";
        characteristics: Characteristics, "Tests that are made.";
        supplementary_information: SupplementaryInformation, "Facts about particular kinds of food.";
        hazard_controls: HazardControls, "The controls against foreign bodies.";
        organoleptics: Organoleptics, "Its appearance, smell, taste and texture.";
        derived: List<Any>, "Derived facts; their shape is not documented.";
        waste_packaging: WastePackagingInner, "The weight of the consumer unit's packaging by material, in grams.";
    }

    /// The component's name.
    COMPONENT_GENERAL ComponentGeneral "general" {
        component_name: Text is read, "The component's name.";
        component_uuid: Text, "The component's identifier.";
    }

    /// The origin of the food and of its main ingredients.
    ORIGIN Origin "origin" in Origin {
        country_of_origin: List<Reference> for Origin key Origin Value, "The countries of origin.";
        place_of_provenance: Text for Origin key Origin Value is read, "The place of provenance.";
        country_of_origin_details: Text for Origin is read, "More about the origin.";
        primary_ingredient_origin: List<Reference> key Origin Value, "The origin of the primary ingredient.";
        primary_ingredient_details: Text is read, "More about the primary ingredient.";
    }

    /// Customs codes and health marks.
    INNER_OTHER InnerOther "inner_other" in Logistics {
        health_marks: Text in Origin, "The health or identification mark.";
        intrastat_taric: Text, "The Intrastat or TARIC code.";
        commodity_code: Text, "The commodity code.";
        meursing_code: Text, "The Meursing code.";
        not_for_eu: Text | null in Details key Origin Yes, "Whether it is labelled not for the EU.";
    }

    /// Artificial additives.
    ADDITIVES Additives "additives" in Additives is read {
        artificial_antioxidants: Coded, "Whether it has artificial antioxidants.";
        artificial_colours: Coded, "Whether it has artificial colours.";
        artificial_flavour_enhancers: Coded, "Whether it has artificial flavour enhancers.";
        artificial_flavourings: Coded, "Whether it has artificial flavourings.";
        artificial_preservatives: Coded, "Whether it has artificial preservatives.";
        artificial_sweeteners: Coded key Composition Yes, "Whether it has artificial sweeteners.";
    }

    /// The list of ingredients.
    INGREDIENTS Ingredients "ingredients" {
        ingredients: Text for Ingredients, "The list as text; capitals stand for emphasis. Lines can end in `\\r\\n`.";
        ingredients_statements: Text, "Statements that belong to the list.";
        formatted_ingredients: Text for Ingredients, "The list as the supplier's HTML, allergens emphasised. Never insert it into a page as it is.";
        plaintext_ingredients: Text for Ingredients, "The list without emphasis.";
        contains_gm_protein: Coded in Ingredients key Composition Yes is read, "Whether it contains genetically modified protein.";
        contains_hydro_veg: Coded in Ingredients key Composition Yes is read, "Whether it contains hydrogenated vegetable fat.";
        contains_palm_oil: Coded in Ingredients key Composition Yes is read, "Whether it contains palm oil.";
        alcohol_strength_per_vol: Text[Percent] | null in Ingredients for Alcohol key Composition Value, "Alcohol by volume, in per cent, as text.";
        cbd_concentration: Text | null in Ingredients key Composition Value, "The concentration of cannabidiol, as text.";
    }

    /// Storage and use.
    HANDLING Handling "handling" in Handling {
        directions_for_use: Text for Use, "The instructions for use.";
        storage_instructions: Text for Storage, "The instructions for storage.";
        storage_instructions_after_opening: Text for Storage, "The instructions for storage once opened.";
        shelf_life_once_defrosted: Text | null, "The shelf life once defrosted, as text.";
    }

    /// Tests that are made.
    CHARACTERISTICS Characteristics "characteristics" in Details {
        micro_trend_analysis: Coded, "Whether microbiological trends are followed.";
        shelf_life_testing: Coded, "Whether shelf life is tested.";
        commercially_sterile: Text | null, "Whether it is commercially sterile.";
    }

    /// Facts about particular kinds of food.
    SUPPLEMENTARY_INFORMATION SupplementaryInformation "supplementary_information" in Details is read {
        cheese_format: Text | null, "The form of a cheese.";
        egg_source: Text | null key Origin Value, "The farming method of the hens.";
        cheese_flavour_strength: Text | null, "The strength of a cheese.";
        milk_type: Text | null key Composition Value, "The kind of milk.";
        cheese_mould_ripened: Text | null, "Whether a cheese is mould-ripened.";
        pasteurised: Text | null key Composition No, "Whether it is pasteurised.";
        desinewed_meat: Text | null key Composition Yes, "Whether it holds desinewed meat.";
        reformed: Text | null key Composition Yes, "Whether it is reformed.";
        skeletal_bones_present: Text | null key Composition Yes, "Whether there are bones.";
        fried_during_manufacture: Text | null, "Whether it was fried when made.";
        skin_present: Text | null, "Whether there is skin.";
        modified_atmosphere_packaging: Text | null key Composition Yes, "Whether it is packed in a modified atmosphere.";
        closure_type: Text, "The type of its closure.";
        cut_details: Text, "The cut.";
    }

    /// The controls against foreign bodies.
    HAZARD_CONTROLS HazardControls "hazard_controls" in Details {
        hazard_metal_detection: Text | null, "Metal detection.";
        hazard_optical_sorting: Text | null, "Optical sorting.";
        hazard_sieving: Text | null, "Sieving.";
        hazard_xray: Text | null, "X-ray.";
        hazard_magnets: Text | null, "Magnets.";
        hazard_filters: Text | null, "Filters.";
    }

    /// Its appearance, smell, taste and texture.
    ORGANOLEPTICS Organoleptics "organoleptics" in Details is read {
        organoleptic_appearance: Text, "Its appearance.";
        organoleptic_aroma: Text, "Its smell.";
        organoleptic_taste: Text, "Its taste.";
        organoleptic_texture: Text, "Its texture.";
    }
}
