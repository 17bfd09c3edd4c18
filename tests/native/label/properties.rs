//! The rules that must hold for every record, checked over generated flags,
//! statements, ingredients, free-from claims and components.
//!
//! `LABEL_CASES` sets the number of cases. What a record says is known here
//! from how it was made, never by asking the library.

use product_pool::label::{
    AllergenReport, Status, allergen_report, free_from, suitability, traffic_lights, verdicts,
};
use product_pool::model::table::{Column, FreeFromClaim};
use product_pool::model::{Allergen, Nutrient, Product};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Descriptions of a flag and what they mean.
const FLAGS: &[(&str, Status)] = &[
    (r#"{"value":1,"description":"Yes"}"#, Status::Contains),
    (
        r#"{"value":1,"description":" CONTAINS "}"#,
        Status::Contains,
    ),
    (r#""yes""#, Status::Contains),
    ("true", Status::Contains),
    (
        r#"{"value":2,"description":"May Contain"}"#,
        Status::MayContain,
    ),
    (
        r#"{"value":0,"description":"No"}"#,
        Status::DeclaredNotPresent,
    ),
    (
        r#"{"value":0,"description":"no "}"#,
        Status::DeclaredNotPresent,
    ),
    (
        r#"{"value":0,"description":"NO"}"#,
        Status::DeclaredNotPresent,
    ),
    (r#"{"value":0,"description":"-"}"#, Status::NotStated),
    (r#"{"value":0,"description":""}"#, Status::NotStated),
    (r#"{"value":0,"description":null}"#, Status::NotStated),
    (r#"{"value":0}"#, Status::NotStated),
    (r#"{"value":0,"description":"No idea"}"#, Status::NotStated),
    (r#"{"value":0,"description":"Non"}"#, Status::NotStated),
    ("null", Status::NotStated),
    ("false", Status::NotStated),
    ("0", Status::NotStated),
    ("[]", Status::NotStated),
];

/// Sentences about one allergen and what they say of it; `None` for those that
/// are no evidence.
const STATEMENTS: &[(&str, Option<Status>)] = &[
    ("May contain @.", Some(Status::MayContain)),
    ("May also contain traces of @.", Some(Status::MayContain)),
    (
        "Made in a factory that handles @.",
        Some(Status::MayContain),
    ),
    (
        "Not suitable for those with an allergy to @.",
        Some(Status::MayContain),
    ),
    ("@ may be present.", Some(Status::MayContain)),
    (
        "We cannot guarantee that it is free from @.",
        Some(Status::MayContain),
    ),
    ("Contains @.", Some(Status::Contains)),
    ("Contains: sugar, @.", Some(Status::Contains)),
    ("Contains: sugar; @.", Some(Status::Contains)),
    ("May contain:\\nsugar\\n@.", Some(Status::MayContain)),
    ("It is not @ free.", Some(Status::NotStated)),
    ("See @.", Some(Status::NotStated)),
    ("Free from @.", None),
    ("Does not contain @.", None),
    ("Contains no @.", None),
    ("No @.", None),
    ("Salt & water.", None),
    ("Allergens are managed by a written cleaning plan.", None),
];

/// Entries of a list of ingredients that name one allergen.
const INGREDIENTS: &[(&str, Option<Status>)] = &[
    ("<b>@</b>", Some(Status::Contains)),
    ("powder (<strong>@</strong>)", Some(Status::Contains)),
    ("@", Some(Status::NotStated)),
    ("sugar. May contain @. Salt", Some(Status::MayContain)),
    ("sugar. Contains @. Salt", Some(Status::Contains)),
    (
        "oil free from colours, <b>@</b>. Salt",
        Some(Status::Contains),
    ),
    ("paste (free from @)", None),
    ("water", None),
];

/// A word for each allergen that names no other.
fn word(allergen: Allergen) -> &'static str {
    const WORDS: &[&str] = &[
        "celery",
        "gluten",
        "barley",
        "oats",
        "rye",
        "wheat",
        "crustaceans",
        "egg",
        "fish",
        "lupin",
        "milk",
        "molluscs",
        "mustard",
        "nuts",
        "almonds",
        "brazil nuts",
        "cashews",
        "hazelnuts",
        "macadamia nuts",
        "pecans",
        "pistachios",
        "walnuts",
        "peanuts",
        "sesame",
        "soya",
        "sulphur dioxide",
    ];
    let place = Allergen::ALL.iter().position(|known| *known == allergen);
    WORDS[place.unwrap()]
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    flags: Vec<(usize, usize)>,
    statements: Vec<(usize, usize)>,
    ingredients: Vec<(usize, usize)>,
    claims: Vec<(usize, bool)>,
}

impl Made {
    fn json(&self) -> String {
        let mut flags = String::new();
        for (allergen, flag) in &self.flags {
            let name = Allergen::ALL[*allergen].flag_field();
            flags.push_str(&format!("\"{name}\":{},", FLAGS[*flag].0));
        }
        let text = |entries: &[(usize, usize)], table: &[(&str, Option<Status>)], glue: &str| {
            let said = entries.iter().map(|(allergen, entry)| {
                table[*entry].0.replace('@', word(Allergen::ALL[*allergen]))
            });
            said.collect::<Vec<_>>().join(glue)
        };
        let claims = self.claims.iter().map(|(claim, made)| {
            let said = if *made { "Yes" } else { "No" };
            format!("\"{}\":\"{said}\"", FreeFromClaim::ALL[*claim].field)
        });
        format!(
            "{{\"allergens\":{{{flags}\"allergen_statement_on_pack\":\"{}\"}},\
             \"ingredients\":{{\"formatted_ingredients\":\"{}\"}},\"free_from\":{{{}}},\
             \"diets\":{{\"vegan_suitable\":{{\"description\":\"Yes\"}}}}}}",
            text(&self.statements, STATEMENTS, " "),
            text(&self.ingredients, INGREDIENTS, ", "),
            claims.collect::<Vec<_>>().join(","),
        )
    }

    /// What the flag says; of a repeated one the gravest.
    pub(crate) fn flag(&self, allergen: Allergen) -> Status {
        self.flags
            .iter()
            .filter(|(index, _)| Allergen::ALL[*index] == allergen)
            .map(|(_, flag)| FLAGS[*flag].1)
            .max()
            .unwrap_or_default()
    }

    /// The greatest of what the component says of this very allergen.
    fn own(&self, allergen: Allergen) -> Status {
        self.named(allergen)
            .fold(self.flag(allergen), |status, named| status.max(named))
    }

    fn named(&self, allergen: Allergen) -> impl Iterator<Item = Status> {
        let statements = self.statements.iter().map(|entry| (entry, STATEMENTS));
        let ingredients = self.ingredients.iter().map(|entry| (entry, INGREDIENTS));
        statements
            .chain(ingredients)
            .filter(move |((index, _), _)| Allergen::ALL[*index] == allergen)
            .filter_map(|((_, entry), table)| table[*entry].1)
    }

    /// With its members: their warnings and their names count for the group,
    /// their "No" does not.
    fn together(&self, allergen: Allergen) -> Status {
        let mut status = self.own(allergen);
        if allergen.is_group() {
            for member in allergen.members() {
                let flag = Some(self.flag(member)).filter(|flag| flag.is_positive());
                for said in self.named(member).chain(flag) {
                    status = status.max(said);
                }
            }
        }
        status
    }
}

impl Made {
    /// Whether anything warns of it, or a text names it.
    fn speaks_for(&self, allergen: Allergen) -> bool {
        let members = allergen.members().filter(|_| allergen.is_group());
        let mut named = std::iter::once(allergen).chain(members);
        self.together(allergen).is_positive()
            || named.any(|member| self.named(member).next().is_some())
    }
}

pub(crate) fn made() -> impl Strategy<Value = Made> {
    let pair = |count: usize, most: usize| {
        prop::collection::vec((0..Allergen::ALL.len(), 0..count), 0..most)
    };
    // A component of which everything is declared absent is what a mistake
    // would show at; by chance alone there would be none.
    let all_no = prop::bool::weighted(0.4);
    (
        all_no,
        pair(FLAGS.len(), 6),
        pair(STATEMENTS.len(), 3),
        pair(INGREDIENTS.len(), 3),
        prop::collection::vec((0..FreeFromClaim::ALL.len(), any::<bool>()), 0..3),
    )
        .prop_map(|(all_no, flags, statements, ingredients, claims)| {
            let absent = FLAGS
                .iter()
                .position(|(_, status)| *status == Status::DeclaredNotPresent);
            let base = (0..Allergen::ALL.len()).filter(|_| all_no);
            Made {
                flags: base
                    .map(|allergen| (allergen, absent.unwrap()))
                    .chain(flags)
                    .collect(),
                statements,
                ingredients,
                claims,
            }
        })
}

pub(crate) fn product(components: &[Made]) -> Product {
    let components: Vec<String> = components.iter().map(Made::json).collect();
    let text = format!("{{\"data\":{{\"components\":[{}]}}}}", components.join(","));
    Product::from_json(&text).unwrap()
}

fn report(components: &[Made]) -> AllergenReport {
    allergen_report(product(components).data())
}

pub(crate) fn cases(default: u32) -> ProptestConfig {
    let given = std::env::var("LABEL_CASES").ok();
    let cases = given.map_or(default, |cases| cases.parse().unwrap());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// What must hold of the allergens of these components.
fn check(components: &[Made], added: &Made) -> Result<(), TestCaseError> {
    let product = product(components);
    let report = allergen_report(product.data());
    let verdicts = verdicts(&report, Allergen::ALL);
    for (allergen, verdict) in Allergen::ALL.iter().copied().zip(&verdicts) {
        let status = report.status(allergen);
        let said = components
            .iter()
            .map(|component| component.together(allergen));
        let worst = said.max().unwrap_or_default();
        // Nothing positive is lost, and nothing is invented.
        prop_assert_eq!(status, worst, "{:?}", allergen);
        // Nothing unstated reads as absent.
        let absent = !components.is_empty()
            && components
                .iter()
                .all(|component| component.flag(allergen) == Status::DeclaredNotPresent);
        prop_assert!(
            status != Status::DeclaredNotPresent || absent,
            "{:?}",
            allergen
        );
        prop_assert!(
            verdict.answer != Status::DeclaredNotPresent || absent,
            "{:?}",
            allergen
        );
        // A verdict may be graver than the status, never milder.
        prop_assert!(verdict.answer >= status, "{:?}", allergen);
        for (index, component) in components.iter().enumerate() {
            let fact = report.fact(allergen);
            let positive = component.together(allergen);
            // Evidence is kept with the component it stands in.
            prop_assert!(
                !positive.is_positive()
                    || fact.is_some_and(|fact| fact
                        .evidence
                        .iter()
                        .any(|evidence| evidence.component == Some(index)
                            && evidence.status == positive)),
                "{:?}",
                allergen
            );
        }
    }
    // A claim that its component's allergens belie is told.
    for fact in free_from(product.data(), &report) {
        let claim = FreeFromClaim::ALL
            .iter()
            .find(|claim| claim.field == fact.key);
        for said in fact.said.iter().filter(|said| said.verbatim == "Yes") {
            let speaks = |allergen: Option<Allergen>| {
                allergen.is_some_and(|allergen| components[said.component].speaks_for(allergen))
            };
            let told = |allergen: Option<Allergen>, is_caution: bool| {
                fact.conflicts.iter().any(|conflict| {
                    conflict.component == said.component
                        && Some(conflict.allergen) == allergen
                        && conflict.is_caution == is_caution
                })
            };
            let (excludes, beside) = claim.map(|claim| (claim.excludes, claim.beside)).unwrap();
            prop_assert_eq!(speaks(excludes), told(excludes, false), "{}", fact.key);
            prop_assert_eq!(speaks(beside), told(beside, true), "{}", fact.key);
        }
    }
    let vegan = &suitability(product.data(), &report)[0];
    let eaten = |allergen| {
        let mut speaks = components
            .iter()
            .filter(|component| component.speaks_for(allergen));
        speaks.any(|component| component.together(allergen) != Status::MayContain)
    };
    prop_assert_eq!(
        vegan.is_contradicted(),
        [
            Allergen::Milk,
            Allergen::Eggs,
            Allergen::Fish,
            Allergen::Crustacea,
            Allergen::Molluscs
        ]
        .into_iter()
        .any(eaten)
    );
    grows(components, added, &report)
}

/// More components, statements and mentions lower no status.
fn grows(components: &[Made], added: &Made, before: &AllergenReport) -> Result<(), TestCaseError> {
    let mut longer = components.to_vec();
    longer.push(added.clone());
    let mut richer = components.to_vec();
    if let Some(first) = richer.first_mut() {
        first.statements.extend(&added.statements);
        first.ingredients.extend(&added.ingredients);
        first.claims.extend(&added.claims);
    }
    for after in [report(&longer), report(&richer)] {
        for allergen in Allergen::ALL.iter().copied() {
            let (old, new) = (before.status(allergen), after.status(allergen));
            prop_assert!(
                new >= old || components.is_empty() && old == Status::NotStated,
                "{:?}: {:?} became {:?}",
                allergen,
                old,
                new
            );
        }
    }
    Ok(())
}

/// The order of components changes no status and no verdict.
fn order(components: &[Made]) -> Result<(), TestCaseError> {
    let statuses = |components: &[Made]| {
        let report = report(components);
        let answers = verdicts(&report, Allergen::ALL);
        let answers: Vec<Status> = answers.iter().map(|verdict| verdict.answer).collect();
        let statuses: Vec<Status> = Allergen::ALL
            .iter()
            .map(|allergen| report.status(*allergen))
            .collect();
        (statuses, answers)
    };
    let forward = statuses(components);
    let mut turned = components.to_vec();
    turned.reverse();
    prop_assert_eq!(&statuses(&turned), &forward);
    let step = usize::from(turned.len() > 1);
    turned.rotate_left(step);
    prop_assert_eq!(&statuses(&turned), &forward);
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn of_allergens(components in prop::collection::vec(made(), 0..4), added in made()) {
        check(&components, &added)?;
    }

    #[test]
    fn of_the_order_of_components(components in prop::collection::vec(made(), 2..5)) {
        order(&components)?;
    }

    #[test]
    fn of_lights(
        basis in prop::sample::select(&["per 100g", "per 100ml", "", "-", "each"][..]),
        figures in prop::collection::vec(prop::option::of("[0-9]{1,2}(\\.[0-9])?|<0\\.5|trace|-|"), 14),
        servings in prop::collection::vec(prop::option::of("[0-9]{1,2}|trace|-"), 14),
        size in prop::option::of("[0-9]{1,3} ?(g|ml)|a slice"),
    ) {
        let mut fields = vec![format!("\"nutrition_units\":{{\"description\":\"{basis}\"}}")];
        fields.extend(size.map(|size| format!("\"serving_size\":\"{size}\"")));
        for (nutrient, (figure, serving)) in
            Nutrient::ALL.iter().zip(figures.iter().zip(&servings))
        {
            for (column, text) in [(Column::Per100, figure), (Column::Serving, serving)] {
                fields.extend(text.iter().map(|text| {
                    format!("\"{}\":\"{text}\"", nutrient.field(column))
                }));
            }
        }
        let json = format!(
            "{{\"data\":{{\"components\":[{{\"nutrients\":{{{}}}}}]}}}}",
            fields.join(",")
        );
        let product = Product::from_json(&json).unwrap();
        let component = product.data().components().iter().next();
        let lights = component.and_then(|component| traffic_lights(product.data(), component));
        prop_assert!(lights.is_none() || basis.starts_with("per"));
        for light in lights.iter().flat_map(|lights| &lights.lights) {
            let figure = figures[light.nutrient as usize].as_deref().unwrap_or_default();
            let number = figure.trim_start_matches('<').parse::<f64>();
            prop_assert!(number.is_ok(), "{:?} of {:?}", light, figure);
            prop_assert!([Nutrient::Fat, Nutrient::Saturates, Nutrient::Sugars, Nutrient::Salt]
                .contains(&light.nutrient));
        }
    }
}

/// The number of cases that the rules are held to. They take minutes without
/// optimisation, so `cargo xtask test native` runs them by themselves,
/// optimised.
const MANY: u32 = 100_000;

#[test]
#[ignore = "run optimised, by cargo xtask test native"]
fn of_allergens_in_a_hundred_thousand_cases() {
    let strategy = (prop::collection::vec(made(), 0..4), made());
    TestRunner::new(cases(MANY))
        .run(&strategy, |(components, added)| check(&components, &added))
        .unwrap();
}

#[test]
#[ignore = "run optimised, by cargo xtask test native"]
fn of_the_order_of_components_in_a_hundred_thousand_cases() {
    let strategy = prop::collection::vec(made(), 2..4);
    TestRunner::new(cases(MANY))
        .run(&strategy, |components| order(&components))
        .unwrap();
}
