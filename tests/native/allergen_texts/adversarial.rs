//! Records that would mislead a shopper with an allergy if anything in the
//! label's logic could be talked out of a warning: odd letters, odd lists,
//! claims and denials that do not mean what they seem to.

use product_pool::label::{
    AllergenReport, Answer, ConflictKind, Source, Status, allergen_report, avoid_list, verdicts,
};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

fn report(components: &Value) -> AllergenReport {
    let text = json!({"data": {"components": components}}).to_string();
    allergen_report(Product::from_json(&text).unwrap().data())
}

/// The status of an allergen that is flagged "No" in a component with one text.
fn status(section: &str, field: &str, text: &str, allergen: Allergen) -> Status {
    let mut component = json!({"allergens": {
        allergen.flag_field(): {"value": 0, "description": "No"},
    }});
    component[section][field] = json!(text);
    report(&json!([component])).status(allergen)
}

fn stated(text: &str, allergen: Allergen) -> Status {
    status("allergens", "allergen_statement_on_pack", text, allergen)
}

fn listed(text: &str, allergen: Allergen) -> Status {
    status("ingredients", "ingredients", text, allergen)
}

#[test]
fn letters_that_only_look_like_others_hide_nothing() {
    use Allergen::*;
    for (text, allergen) in [
        ("Contains mi\u{ad}lk", Milk),
        ("Contains hazel&shy;nuts", Hazelnut),
        ("Contains hazel&#173;nuts", Hazelnut),
        ("Contains hazel&#xAD;nuts", Hazelnut),
        ("Contains m\u{200b}i\u{200d}l\u{2060}k", Milk),
        ("\u{feff}Contains \u{200e}milk\u{200f}", Milk),
        ("Con\u{ad}tains milk", Milk),
        ("Contains\u{a0}milk", Milk),
        ("Contains \u{ff2d}\u{ff29}\u{ff2c}\u{ff2b}", Milk),
        ("Contains \u{fb01}sh", Fish),
        ("Contains m\u{456}lk", Milk),
        ("Contains \u{41c}ILK", Milk),
        ("Contains e\u{301}gg", Eggs),
        ("Contains sulphur\u{2011}dioxide", SulphurDioxide),
        ("Contains <i>mi</i>\u{200b}<i>lk</i>", Milk),
        ("Contains milk\u{200b}powder", Milk),
        ("Contains wheatflour", Wheat),
    ] {
        assert_eq!(stated(text, allergen), Status::Contains, "{text:?}");
    }
    // In a list, capitals that are parted so are emphasis all the same.
    let flagged = |flag: &str| {
        let component = json!({
            "allergens": {"contains_milk": {"description": flag}},
            "ingredients": {"ingredients": "Sugar, MI\u{ad}LK powder"},
        });
        report(&json!([component])).status(Allergen::Milk)
    };
    assert_eq!(flagged("No"), Status::Contains);
    assert_eq!(flagged("-"), Status::Contains);
}

#[test]
fn what_looks_like_no_other_letter_stays_what_it_is() {
    use Allergen::*;
    for (text, allergen) in [
        ("Contains \u{43c}\u{43e}\u{43b}\u{43e}\u{43a}\u{43e}", Milk),
        ("Contains buckwheat", Wheat),
        ("Contains eggplant, nutmeg and butternut squash", Eggs),
        ("Contains eggplant, nutmeg and butternut squash", TreeNuts),
        ("Contains coconut\u{2011}milk", Milk),
    ] {
        assert_eq!(stated(text, allergen), Status::NotPresent, "{text:?}");
    }
}

#[test]
fn a_statement_speaks_of_all_that_it_lists() {
    use Allergen::*;
    for (text, allergen, expected) in [
        ("Contains: milk; eggs; wheat.", Wheat, Status::Contains),
        (
            "May contain: nuts; milk; sesame",
            SesameSeeds,
            Status::MayContain,
        ),
        (
            "Contains:\r\nMilk\r\nEggs\r\nWheat",
            Wheat,
            Status::Contains,
        ),
        ("Contains\nMilk\nEggs", Eggs, Status::Contains),
        (
            "Contains:<ul><li>Milk</li><li>Eggs</li></ul>",
            Eggs,
            Status::Contains,
        ),
        (
            "May contain:\n- nuts\n- sesame",
            SesameSeeds,
            Status::MayContain,
        ),
        (
            "May contain:<br>\u{2022} nuts<br>\u{2022} milk; eggs",
            Eggs,
            Status::MayContain,
        ),
        (
            "Contains milk; may contain nuts; fish",
            Milk,
            Status::Contains,
        ),
        ("May contain nuts; contains milk", Milk, Status::Contains),
        (
            "Free from nuts, allergens: milk, egg",
            Eggs,
            Status::Contains,
        ),
        // Where the list has ended, a name is merely a name.
        ("Contains:\nMilk\nServe with: fish", Fish, Status::NotStated),
        ("Contains:\nMilk.\nSee fish", Fish, Status::NotStated),
        (
            "Contains: milk\nGoes well with fish",
            Fish,
            Status::NotStated,
        ),
        ("Free from nuts; milk", Milk, Status::NotStated),
        ("Free from:\nNuts\nMilk", Milk, Status::NotStated),
        // And what is denied is denied.
        ("Contains milk; no fish", Fish, Status::NotPresent),
        ("Contains milk; free from fish", Fish, Status::NotPresent),
        ("Free from allergens: milk, fish", Fish, Status::NotPresent),
    ] {
        assert_eq!(stated(text, allergen), expected, "{text:?}");
    }
}

#[test]
fn a_negated_denial_is_no_denial() {
    use Allergen::*;
    for (text, allergen, expected) in [
        ("This product is not nut free.", TreeNuts, Status::NotStated),
        ("NOT GLUTEN-FREE", Cereal, Status::NotStated),
        ("It isn't milk free", Milk, Status::NotStated),
        ("It cannot be called milk-free", Milk, Status::MayContain),
        ("No longer milk free", Milk, Status::NotStated),
        ("No longer free from milk", Milk, Status::MayContain),
        ("Does not contain nuts, milk free", Milk, Status::NotPresent),
        ("Not for resale. Milk free", Milk, Status::NotPresent),
    ] {
        assert_eq!(stated(text, allergen), expected, "{text:?}");
    }
    assert_eq!(listed("Oats (not gluten free)", Cereal), Status::NotStated);
}

#[test]
fn a_denial_in_a_list_ends_where_an_allergen_is_emphasised() {
    use Allergen::*;
    for (text, allergen, expected) in [
        (
            "Sugar, free from artificial colours, MILK powder",
            Milk,
            Status::Contains,
        ),
        (
            "Oil, does not contain additives, salt, WHEAT flour",
            Wheat,
            Status::Contains,
        ),
        ("Free from MILK, EGG and NUTS", Eggs, Status::NotPresent),
        ("Free from milk, egg and nuts", Eggs, Status::NotPresent),
    ] {
        let text = [text, ", water"].concat();
        assert_eq!(listed(&text, allergen), expected, "{text:?}");
    }
}

#[test]
fn a_sentence_in_a_list_says_what_is_in_it() {
    use Allergen::*;
    for (text, allergen, expected) in [
        (
            "Flour, sugar. Contains milk and soya.",
            Soybeans,
            Status::Contains,
        ),
        ("Flour, sugar. CONTAINS: milk", Milk, Status::Contains),
        // In the midst of a list it is said of an ingredient, and of no other.
        ("Flavouring (contains butter), salt", Milk, Status::Contains),
        ("Sauce contains cream, salt", Milk, Status::Contains),
        ("Sauce contains zest, cream", Milk, Status::NotStated),
    ] {
        assert_eq!(listed(text, allergen), expected, "{text:?}");
    }
}

#[test]
fn a_flag_that_is_repeated_says_something_each_time() {
    let flag =
        |description: &str| format!(r#""contains_milk": {{"description": "{description}"}}"#);
    for (first, second, expected) in [
        ("Yes", "No", Status::Contains),
        ("No", "Yes", Status::Contains),
        ("May contain", "No", Status::MayContain),
        ("-", "No", Status::NotStated),
        ("No", "No", Status::NotPresent),
    ] {
        let text = format!(
            r#"{{"data": {{"components": [{{"allergens": {{{}, {}}}}}]}}}}"#,
            flag(first),
            flag(second)
        );
        let report = allergen_report(Product::from_json(&text).unwrap().data());
        assert_eq!(report.status(Allergen::Milk), expected, "{text}");
        let fact = report.fact(Allergen::Milk).unwrap();
        let said = |text| {
            let mut evidence = fact.evidence.iter();
            evidence.any(|evidence| evidence.verbatim.as_deref() == Some(text))
        };
        // The gravest and the last are kept with their words.
        assert!(said(second), "{text}");
        assert_eq!(
            said(first),
            expected != Status::NotPresent && first != "No" || first == second
        );
    }
}

#[test]
fn values_that_are_not_flags_state_nothing() {
    for value in [
        json!(null),
        json!(0),
        json!(1),
        json!(2.5),
        json!(false),
        json!([]),
        json!({}),
        json!(""),
        json!(["No"]),
        json!([{"description": "No"}]),
        json!({"description": ["No"]}),
        json!({"description": {"description": "No"}}),
        json!({"value": 0}),
        json!({"value": "No"}),
        json!("unknown"),
        json!("N/A"),
        json!("n/a"),
        json!("No?"),
        json!("No (see pack)"),
        json!("0"),
        json!("no\u{200b}"),
        json!("\u{41d}o"),
        json!("nein"),
        json!("NO NO"),
        json!("false"),
    ] {
        let report = report(&json!([{"allergens": {"contains_milk": value}}]));
        assert_eq!(report.status(Allergen::Milk), Status::NotStated, "{value}");
    }
    for value in [
        json!("Y"),
        json!("yes "),
        json!(true),
        json!("\tYES.\r\n"),
        json!("Contains"),
    ] {
        let report = report(&json!([{"allergens": {"contains_milk": value}}]));
        assert_eq!(report.status(Allergen::Milk), Status::Contains, "{value}");
    }
}

fn nuts(flags: &[(&str, &str)], statement: &str) -> AllergenReport {
    let mut allergens = json!({"allergen_statement_on_pack": statement});
    for (allergen, text) in flags {
        allergens[format!("contains_{allergen}")] = json!({"description": text});
    }
    report(&json!([{"allergens": allergens}]))
}

#[test]
fn one_nut_explains_no_others() {
    let hazelnut = ("hazelnut_nuts", "Yes");
    let no = ("almond_nuts", "No");
    for (flags, statement, expected) in [
        (
            &[hazelnut, no][..],
            "May contain other nuts",
            Answer::NotStated,
        ),
        (&[hazelnut], "May contain other nuts", Answer::MayContain),
        (
            &[no],
            "Contains hazelnuts. May contain nuts.",
            Answer::NotStated,
        ),
        (
            &[("hazelnut_nuts", "May contain"), ("tree_nuts", "Yes"), no],
            "",
            Answer::NotStated,
        ),
        (
            &[hazelnut, no],
            "Contains nuts (hazelnuts)",
            Answer::NotDeclared,
        ),
        (
            &[hazelnut, ("tree_nuts", "Yes"), no],
            "",
            Answer::NotDeclared,
        ),
    ] {
        let verdicts = verdicts(&nuts(flags, statement), &[Allergen::Almond]);
        assert_eq!(verdicts[0].answer, expected, "{flags:?} {statement}");
    }
}

#[test]
fn evidence_from_a_list_keeps_its_source() {
    let component = json!({
        "allergens": {"contains_soybeans": {"description": "No"}},
        "ingredients": {"plaintext_ingredients": "Flour. Contains soya."},
    });
    let report = report(&json!([component]));
    let soya = report.fact(Allergen::Soybeans).unwrap();
    assert_eq!(soya.conflicts[0].kind, ConflictKind::Ingredients);
    assert!(
        soya.evidence
            .iter()
            .any(|evidence| evidence.source == Source::NamedIngredient
                && evidence.status == Status::Contains)
    );
}

#[test]
fn a_list_to_avoid_loses_none_of_its_entries() {
    use Allergen::*;
    for (text, expected) in [
        ("almond, nuts", &[Almond, TreeNuts, Peanuts][..]),
        ("nuts, almond", &[TreeNuts, Peanuts, Almond]),
        ("almond;nuts", &[Almond, TreeNuts, Peanuts]),
        ("cashew and nuts", &[Cashew, TreeNuts, Peanuts]),
        // Entries are parted by spaces: this may be one of them or two.
        ("almond nuts", &[Almond, TreeNuts, Peanuts]),
        ("walnut nuts milk", &[Walnut, TreeNuts, Peanuts, Milk]),
        ("almond_nuts", &[Almond]),
        ("almond-nuts", &[Almond]),
        ("brazil nuts", &[Brazil]),
        ("soya beans", &[Soybeans]),
    ] {
        let avoid = avoid_list(text);
        assert_eq!(avoid.allergens, expected, "{text:?}");
        assert!(avoid.unknown.is_empty(), "{text:?}: {:?}", avoid.unknown);
    }
    assert_eq!(
        avoid_list("brazil, nuts").allergens,
        [Brazil, TreeNuts, Peanuts]
    );
    for text in [
        "no",
        "gluten-free",
        "Milch",
        "l\u{e9}che",
        "none",
        "0",
        "\u{1f95c}milk\u{1f95c}x",
    ] {
        let avoid = avoid_list(text);
        assert!(!avoid.unknown.is_empty(), "{text:?}");
    }
}

#[test]
fn suitable_for_some_is_not_suitable_for_others() {
    use product_pool::label::{Claim, suitability};
    for (text, vegan, vegetarian) in [
        ("Suitable for vegans", Claim::Yes, Claim::NotStated),
        ("Suitable for vegetarians", Claim::NotStated, Claim::Yes),
        (
            "Suitable for vegetarians and vegans.",
            Claim::Yes,
            Claim::Yes,
        ),
        ("Suitable for a vegan diet", Claim::Yes, Claim::NotStated),
        (
            "Suitable for vegetarians but not vegans",
            Claim::NotStated,
            Claim::NotStated,
        ),
        (
            "Suitable for vegans if cooked without egg",
            Claim::NotStated,
            Claim::NotStated,
        ),
        ("Suitable for freezing", Claim::NotStated, Claim::NotStated),
        ("Not suitable for vegans", Claim::No, Claim::No),
        ("Suitable", Claim::Yes, Claim::Yes),
    ] {
        let diets = json!({"vegan_suitable": {"description": text}, "vegetarian_suitable": {"description": text}});
        let json = json!({"data": {"components": [{"diets": diets}]}}).to_string();
        let product = Product::from_json(&json).unwrap();
        let facts = suitability(product.data(), &allergen_report(product.data()));
        let claim = |key: &str| facts.iter().find(|fact| fact.key == key).unwrap().claim;
        assert_eq!(
            (claim("vegan_suitable"), claim("vegetarian_suitable")),
            (vegan, vegetarian),
            "{text:?}"
        );
    }
}
