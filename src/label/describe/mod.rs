//! A description of a product: everything that the card shows, as one value for
//! pages that draw their own view (`describe` in the npm package).
//!
//! It combines the results of the other functions of `label`. It implements
//! `Serialize`; every member is present in every description, `null` if the
//! record does not state it. Names such as `contains` and `sat_fat` are message
//! keys, with texts in the language files.

mod gtins;

pub use gtins::{GtinKind, ListedGtin};

use super::{
    AllergenReport, Avoid, ClaimFact, FrontOfPack, IngredientList, KeyFact, Lexicon, Lights,
    NutritionTable, ParticularFact, RecordNotice, Section, Verdict, Warning, accreditations,
    allergen_report_with, brand_name, completeness_with, component_name, free_from, front_of_pack,
    ingredient_list, key_facts, notices, nutrition_table, product_name, quality, sections,
    suitability, traffic_lights, verdicts,
};
use crate::collect_vec::CollectVec as _;
use crate::label::data::data;
use crate::model::table::{ProductData, Topic};

data! {
    /// A description of a product. Every member `component` in it is an index into
    /// `components`.
    pub struct Description<'a> {
        /// The service's identifier of the product.
        pub pool_id: Option<&'a str>,
        /// The state of the record, such as `published` or `archived`.
        #[cfg_attr(
            feature = "typescript",
            ts(type = "'published' | 'archived' | (string & {}) | null")
        )]
        pub status: Option<&'a str>,
        /// The version of the record.
        pub version: Option<&'a str>,
        /// The latest version of the record.
        pub latest_version: Option<&'a str>,
        /// When the record last changed, such as `2024-07-02 14:25:26`; the time
        /// zone is unknown.
        pub changed_at: Option<&'a str>,
        /// The product's name: the first of its names that is stated.
        pub name: Option<&'a str>,
        /// The description of the product.
        pub description: Option<&'a str>,
        /// The name of the brand.
        pub brand: Option<&'a str>,
        /// The name of the label under which the product is sold.
        pub label: Option<&'a str>,
        /// The name of the manufacturer.
        pub manufacturer: Option<&'a str>,
        /// The postal address of the manufacturer.
        pub manufacturer_address: Option<&'a str>,
        /// The manufacturer's product code.
        pub code: Option<&'a str>,
        /// The GTINs of the case, the inner pack, the pallet and the consumer units.
        pub gtins: Vec<ListedGtin<'a>>,
        /// The notices about the record as a whole, the most serious first.
        pub notices: Vec<RecordNotice<'a>>,
        /// The 14 groups of allergens, with the evidence for each.
        pub allergens: AllergenReport,
        /// The verdicts on the allergens that the shopper avoids.
        pub avoid: AvoidVerdicts,
        /// Suitability for diets.
        pub diets: Vec<ClaimFact>,
        /// Free-from claims.
        pub free_from: Vec<ClaimFact>,
        /// Claimed certificates and memberships.
        pub accreditations: Vec<ClaimFact>,
        /// The mandatory particulars for distance selling (Regulation (EU) No
        /// 1169/2011 Article 14), and whether the record states them.
        pub completeness: Vec<ParticularFact>,
        /// Figures that contradict each other, and GTINs that are not valid.
        pub quality: Vec<Warning>,
        /// Key facts: warnings, mandatory indications, origin.
        pub key_facts: Vec<KeyFact<'a>>,
        /// Plain facts by topic.
        pub facts: FactsByTopic<'a>,
        /// The components, in the record's order.
        pub components: Vec<ComponentDescription<'a>>,
    }

    /// The verdicts on a shopper's list of allergens to avoid.
    #[derive(Default)]
    pub struct AvoidVerdicts {
        /// The verdict on each allergen of the list, in the list's order.
        pub verdicts: Vec<Verdict>,
        /// Words of the list that name no allergen. Show them to the reader,
        /// because they were not taken into account.
        pub unknown: Vec<String>,
    }

    /// Plain facts by topic.
    pub struct FactsByTopic<'a> {
        /// About the ingredients.
        pub ingredients: Vec<Section<'a>>,
        /// About the nutrition declaration.
        pub nutrition: Vec<Section<'a>>,
        /// About additives.
        pub additives: Vec<Section<'a>>,
        /// About storage, preparation and use.
        pub handling: Vec<Section<'a>>,
        /// About where the food comes from.
        pub origin: Vec<Section<'a>>,
        /// About packaging and its disposal.
        pub packaging: Vec<Section<'a>>,
        /// About cases, pallets and delivery.
        pub logistics: Vec<Section<'a>>,
        /// About the supplier and the brand.
        pub supplier: Vec<Section<'a>>,
        /// About anything else.
        pub details: Vec<Section<'a>>,
    }

    /// A description of a component of a product.
    pub struct ComponentDescription<'a> {
        /// Its index in the list of components.
        pub index: usize,
        /// The service's identifier of the component.
        pub uuid: Option<&'a str>,
        /// Its name.
        pub name: Option<&'a str>,
        /// The list of ingredients.
        pub ingredients: IngredientList,
        /// The nutrition declaration.
        pub nutrition: NutritionTable,
        /// The traffic lights (front-of-pack colours); `None` if the record does
        /// not state the basis of the figures, or has no usable figure.
        pub lights: Option<Lights>,
        /// The front-of-pack nutrition information, with the lights as far as they
        /// are certain; `None` if the record states neither energy nor a light.
        pub front_of_pack: Option<FrontOfPack>,
    }
}

/// Options of [`describe`].
///
/// ```
/// use product_pool::label::{DescribeOptions, avoid_list};
///
/// let avoid = avoid_list("milk");
/// let options = DescribeOptions::new().avoid(&avoid).today("2026-11-21");
/// assert_eq!(options.today, Some("2026-11-21"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct DescribeOptions<'a> {
    /// The allergens that the shopper avoids; see
    /// [`avoid_list`](super::avoid_list).
    pub avoid: Option<&'a Avoid>,
    /// The lexicon for the record's texts; English by default.
    pub lexicon: Option<&'a Lexicon>,
    /// Today's date, such as `2026-11-21`, so that a last change in the future
    /// gives a notice; see [`notices`](super::notices).
    pub today: Option<&'a str>,
}

impl<'a> DescribeOptions<'a> {
    /// Nothing to avoid, in English.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the verdicts on these allergens, those that the shopper avoids.
    #[must_use]
    pub fn avoid(mut self, avoid: &'a Avoid) -> Self {
        self.avoid = Some(avoid);
        self
    }

    /// Reads the record's texts by this lexicon.
    #[must_use]
    pub fn lexicon(mut self, lexicon: &'a Lexicon) -> Self {
        self.lexicon = Some(lexicon);
        self
    }

    /// Takes this for today's date, such as `2026-11-21`.
    #[must_use]
    pub fn today(mut self, today: &'a str) -> Self {
        self.today = Some(today);
        self
    }
}

/// Describes a product: names, GTINs, notices, allergens with the evidence for
/// each, the verdicts on a shopper's list, claims, missing particulars,
/// contradictions, plain facts, and the components with their ingredients and
/// nutrition.
///
/// ```
/// use product_pool::label::{Status, DescribeOptions, avoid_list, describe};
/// use product_pool::model::Product;
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// let avoid = avoid_list("milk");
/// let description = describe(&product, &DescribeOptions::new().avoid(&avoid));
/// assert_eq!(description.name, Some("Oat drink"));
/// assert_eq!(description.avoid.verdicts[0].answer, Status::NotStated);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn describe<'a>(
    product: impl Into<ProductData<'a>>,
    options: &DescribeOptions<'_>,
) -> Description<'a> {
    let product = product.into();
    let lexicon = options.lexicon.cloned().unwrap_or_default();
    let general = product.general();
    let report = allergen_report_with(product, &lexicon);
    Description {
        pool_id: product.pool_id().get(),
        status: product.status().get(),
        version: product.version().get(),
        latest_version: product.latest_version().get(),
        changed_at: product.changed_at().get(),
        name: product_name(product),
        description: general.product_description().get(),
        brand: brand_name(product),
        // Label 0 means no label, whatever its name is.
        label: match general.label().get() {
            Some(0) => None,
            _ => general.label_name().get(),
        },
        manufacturer: general.manufacturer_name().get(),
        manufacturer_address: general.manufacturer_address().get(),
        code: general.manufacturer_product_code().get(),
        gtins: gtins::gtins(product),
        notices: notices(product, options.today),
        avoid: options
            .avoid
            .map(|avoid| AvoidVerdicts {
                verdicts: verdicts(&report, &avoid.allergens),
                unknown: avoid.unknown.clone(),
            })
            .unwrap_or_default(),
        diets: suitability(product, &report),
        free_from: free_from(product, &report),
        accreditations: accreditations(product, &report),
        completeness: completeness_with(product, &report),
        allergens: report,
        quality: quality(product),
        key_facts: key_facts(product),
        facts: facts_by_topic(product),
        components: product
            .components()
            .iter()
            .enumerate()
            .map(|(index, component)| ComponentDescription {
                index,
                uuid: component.general().component_uuid().get(),
                name: component_name(component),
                ingredients: ingredient_list(component),
                nutrition: nutrition_table(component),
                lights: traffic_lights(product, component),
                front_of_pack: front_of_pack(product, component),
            })
            .collect_vec(),
    }
}

fn facts_by_topic(product: ProductData<'_>) -> FactsByTopic<'_> {
    let about = |topic| sections(product, topic);
    FactsByTopic {
        ingredients: about(Topic::Ingredients),
        nutrition: about(Topic::Nutrition),
        additives: about(Topic::Additives),
        handling: about(Topic::Handling),
        origin: about(Topic::Origin),
        packaging: about(Topic::Packaging),
        logistics: about(Topic::Logistics),
        supplier: about(Topic::Supplier),
        details: about(Topic::Details),
    }
}
