//! The texts of a record that are read for allergens, beside the lists of
//! ingredients, the fields on allergens and the health warning.
//!
//! Directions, serving suggestions and marketing are not read: "serve with milk"
//! names no ingredient. Neither are codes, figures, and names of companies. A test
//! requires every field of the table to be read, or its reason not to be.

use crate::model::table::{
    ACCREDITATIONS, ADDITIVES, DIETS, FREE_FROM, GENERAL, INGREDIENTS, NUTRIENTS, ORGANOLEPTICS,
    ORIGIN, OTHER, OUTER, SUPPLEMENTARY_INFORMATION,
};

/// The texts about the product as a whole: a section and its fields. An empty section
/// stands for the fields of the record itself, and no fields for all of a section.
pub(super) static OF_PRODUCT: &[(&str, &[&str])] = &[
    ("", &["standardised_name", "change_reason"]),
    (
        GENERAL.name,
        &[
            "product_name",
            "manufacturer_product_name",
            "product_description",
        ],
    ),
    (OUTER.name, &["variable_inner_components"]),
    (OTHER.name, &["manufacturer_comments"]),
];

/// The texts of a component.
pub(super) static OF_COMPONENT: &[(&str, &[&str])] = &[
    (GENERAL.name, &["component_name"]),
    (
        ORIGIN.name,
        &[
            "place_of_provenance",
            "country_of_origin_details",
            "primary_ingredient_details",
        ],
    ),
    (ACCREDITATIONS.name, &["other_accreditation"]),
    (ADDITIVES.name, &[]),
    (FREE_FROM.name, &[]),
    (NUTRIENTS.name, &["nutrition_statements"]),
    (
        INGREDIENTS.name,
        &[
            "contains_gm_protein",
            "contains_hydro_veg",
            "contains_palm_oil",
        ],
    ),
    (DIETS.name, &[]),
    (SUPPLEMENTARY_INFORMATION.name, &[]),
    (ORGANOLEPTICS.name, &[]),
];
