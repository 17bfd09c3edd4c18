//! Label information derived from a record: allergens, nutrition, claims and
//! other facts to show.
//!
//! Everything here is a pure function from records to typed facts with their
//! provenance. The most important rule: an allergen that is not stated is never
//! shown as absent, and positive evidence is never lost.
//!
//! ```
//! use product_pool::label::{Status, allergen_report, avoid_list, verdicts};
//! use product_pool::model::{Allergen, Product};
//!
//! let body = r#"{"data": {"components": [{
//!     "allergens": {"contains_cereal": {"description": "Yes"}, "contains_milk": {"description": "No"}},
//!     "ingredients": {"ingredients": "Wheat flour, butter (milk), sugar"}
//! }]}}"#;
//! let product = Product::from_json(body)?;
//! let report = allergen_report(&product);
//! assert_eq!(report.status(Allergen::Cereal), Status::Contains);
//! // Declared absent, but the ingredients name it: the shopper must check the label.
//! assert_eq!(report.status(Allergen::Milk), Status::NotStated);
//! let milk = report.fact(Allergen::Milk).expect("one of the 14 groups");
//! assert_eq!(milk.conflicts.len(), 1);
//!
//! let avoid = avoid_list("gluten");
//! let verdicts = verdicts(&report, &avoid.allergens);
//! assert_eq!(verdicts[0].answer, Status::Contains);
//! # Ok::<(), product_pool::model::DecodeError>(())
//! ```
//!
//! # By question
//! | question | function |
//! |---|---|
//! | Which allergens, and how is that known? | [`allergen_report`] |
//! | Can a shopper who avoids these eat it? | [`avoid_list`], [`verdicts`] |
//! | What is it made of? | [`ingredient_list`], [`rich_text`] |
//! | What does it contain per 100 g and per serving? | [`nutrition_table`], [`front_of_pack`], [`traffic_lights`] |
//! | What is it suitable for, free from, certified as? | [`suitability`], [`free_from`], [`accreditations`] |
//! | How much is in a pack? | [`net_quantities`], [`alcohol_by_volume`] |
//! | Everything else that is stated, by topic | [`facts`], [`sections`], [`key_facts`] |
//! | Is the record current, and complete? | [`notices`], [`completeness`], [`quality`] |
//! | What changed between two versions? | [`diff_products`] |
//! | All of it at once, as one serializable value | [`describe`] |
//! | For search engines | [`json_ld`] |
//!
//! Texts are read in English; the functions with a [`Lexicon`] among their arguments or options
//! read another language too.

mod allergens;
mod amounts;
mod by_component;
mod claim;
mod completeness;
mod data;
mod decimal;
mod declared;
mod describe;
mod diets;
mod diff;
mod equal;
mod evidence;
mod facts;
mod figure;
mod front_of_pack;
mod ingredients;
mod json_ld;
mod key_facts;
#[cfg(test)]
mod keys_tests;
mod lights;
mod members;
mod net_quantity;
mod nutrition;
mod path;
mod quality;
mod record_state;
mod repeated;
mod status;
#[cfg(test)]
mod steps_tests;
mod verbatim;
mod verdict;

pub use crate::model::table::KeyFactKind;
pub use crate::reading::named_allergens;
pub use allergens::{
    AllergenFact, AllergenReport, GlutenFact, allergen_report, allergen_report_with,
};
pub use amounts::alcohol_by_volume;
pub(crate) use amounts::is_unit;
pub(crate) use by_component::ByComponent;
pub use claim::Claim;
pub(crate) use completeness::completeness_with;
pub use completeness::{ParticularFact, Presence, completeness};
pub use decimal::Decimal;
pub(crate) use declared::positive_flags;
pub use describe::{
    AvoidVerdicts, ComponentDescription, DescribeOptions, Description, FactsByTopic, GtinKind,
    ListedGtin, describe,
};
pub use diets::{ClaimConflict, ClaimFact, ComponentClaim, accreditations, free_from, suitability};
pub use diff::{
    AllergenChange, BasisChange, ComponentPair, ComponentStatusChange, Direction, FieldChange,
    FigureChange, IngredientChange, Match, NutritionChange, Piece, PieceKind, Place, ProductDiff,
    Subject, Trend, diff_products, diff_products_with,
};
pub(crate) use equal::{groups, has_text, sorted};
pub use facts::{Fact, FactValue, Section, facts, sections};
pub use front_of_pack::{Energy, FrontOfPack, FrontOfPackNutrient, front_of_pack};
pub use ingredients::{IngredientList, ingredient_list};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use json_ld::script_safe;
pub(crate) use json_ld::web_address;
pub use json_ld::{JsonLdOptions, image_addresses, json_ld};
pub use key_facts::{KeyFact, key_facts};
pub use lights::{Level, Lights, TrafficLight, traffic_lights};
pub(crate) use members::ShownMember;
pub use net_quantity::{Measure, NetQuantity, net_quantities};
pub use nutrition::{
    Amount, Basis, CalculatedFrom, NutritionColumn, NutritionRow, NutritionTable, nutrition_table,
};
pub(crate) use nutrition::{repeats_serving_size, row_of};
pub use quality::{Involved, Warning, WarningKind, quality};
pub use record_state::{NoticeKind, RecordNotice, notices, successors};
pub(crate) use record_state::{day, successor};
pub use status::{Conflict, ConflictKind, Emphasised, Evidence, Source, Statement, Status};
pub use verdict::{Avoid, Caution, Verdict, avoid_list, avoid_list_with, verdicts};

pub use crate::lexicon::Lexicon;
use crate::model::table::{Component, ProductData};
use crate::model::{ListedProduct, Product};
pub use crate::text::{Run, rich_text};

/// The name of a component; `None` if it has no name, and the card numbers it.
///
/// ```
/// use product_pool::label::component_name;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"general": {"component_name": "Sauce"}}, {}]}}"#,
/// )?;
/// let names: Vec<_> = product.data().components().iter().map(component_name).collect();
/// assert_eq!(names, [Some("Sauce"), None]);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn component_name<'a>(component: Component<'a>) -> Option<&'a str> {
    component.general().component_name().get()
}

impl Product {
    /// The name of the product: the first of its names that is stated, as of [`product_name`].
    ///
    /// ```
    /// use product_pool::model::Product;
    /// let body = r#"{"data": {"general": {"manufacturer_product_name": "OAT DRINK 1L"}}}"#;
    /// assert_eq!(Product::from_json(body)?.name(), Some("OAT DRINK 1L"));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    pub fn name(&self) -> Option<&str> {
        product_name(self)
    }
}

impl ListedProduct {
    /// The name of the product: the first of its names that is stated.
    pub fn name(&self) -> Option<&str> {
        let item = self.data();
        let name = item.product_name().get();
        name.or(item.manufacturer_product_name().get())
            .or(item.standardised_name().get())
    }
}

/// The name of a product: the first of its names that is stated.
///
/// ```
/// use product_pool::label::product_name;
/// use product_pool::model::Product;
///
/// let body = r#"{"data": {"general": {"manufacturer_product_name": "OAT DRINK 1L"}}}"#;
/// assert_eq!(product_name(&Product::from_json(body)?), Some("OAT DRINK 1L"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn product_name<'a>(product: impl Into<ProductData<'a>>) -> Option<&'a str> {
    let product = product.into();
    let general = product.general();
    general
        .product_name()
        .get()
        .or(general.manufacturer_product_name().get())
        .or(product.standardised_name().get())
}

/// The name of a product's brand. Brand 0 means no brand, even if it has a name.
///
/// ```
/// use product_pool::label::brand_name;
/// use product_pool::model::Product;
///
/// let of = |general: &str| Product::from_json(&format!(r#"{{"data": {{"general": {general}}}}}"#));
/// let branded = of(r#"{"brand": 12, "brand_name": "Bellwether"}"#)?;
/// assert_eq!(brand_name(&branded), Some("Bellwether"));
/// let unbranded = of(r#"{"brand": 0, "brand_name": "No brand"}"#)?;
/// assert_eq!(brand_name(&unbranded), None);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn brand_name<'a>(product: impl Into<ProductData<'a>>) -> Option<&'a str> {
    let product = product.into();
    let general = product.general();
    if general.brand().get() == Some(0) {
        return None;
    }
    general.brand_name().get()
}
