//! What denies an allergen, and what only looks like a denial: a text that names an
//! allergen counts unless it certainly denies it.

use crate::support::{no, product, read};
use product_pool::label::{AllergenReport, Lexicon, Source, allergen_report_with};
use product_pool::model::Allergen;
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;

const STATEMENT: (&str, &str) = ("allergens", "allergen_statement_on_pack");
const LIST: (&str, &str) = ("ingredients", "formatted_ingredients");

fn report(language: &str, (section, field): (&str, &str), text: &str) -> AllergenReport {
    thread_local! {
        static READ: RefCell<HashMap<String, Lexicon>> = RefCell::default();
    }
    let lexicon = READ.with_borrow_mut(|read| {
        let lexicon = read.entry(language.to_owned());
        let made = lexicon.or_insert_with(|| Lexicon::of(language).unwrap());
        made.clone()
    });
    let product = read(&product(section, field, text, &no()));
    allergen_report_with(product.data(), &lexicon)
}

/// The groups that a text names, beside flags that declare every allergen absent.
fn named(language: &str, field: (&str, &str), text: &str) -> Vec<Allergen> {
    let report = report(language, field, text);
    let names = |source: Source| source.is_text();
    let groups = report.groups.iter();
    let named = groups.filter(|group| group.evidence.iter().any(|evidence| names(evidence.source)));
    named.map(|group| group.allergen).collect()
}

use Allergen::{CeleryCeleriac, Lupin, Mustard, SesameSeeds, Soybeans, SulphurDioxide};
use Allergen::{Cereal, Crustacea, Eggs, Fish, Milk, Molluscs, Peanuts, TreeNuts};

fn check(field: (&str, &str), cases: &[(&str, &str, &[Allergen])]) {
    for (language, text, expected) in cases {
        let found = named(language, field, text);
        let is_same = found.len() == expected.len()
            && expected.iter().all(|allergen| found.contains(allergen));
        assert!(is_same, "{language}: {text}: {found:?}");
    }
}

#[test]
fn a_denial_that_is_answered_denies_nothing() {
    check(
        STATEMENT,
        &[
            ("en", "Nut free: no", &[TreeNuts]),
            ("en", "Nut free - no", &[TreeNuts]),
            ("en", "Dairy free: N", &[Milk]),
            ("en", "Dairy free: x", &[Milk]),
            ("en", "Free from milk (N)", &[Milk]),
            ("en", "Nut free (no)", &[TreeNuts]),
            ("en", "Nut free: n/a", &[TreeNuts]),
            ("en", "Nut free: unknown", &[TreeNuts]),
            ("en", "Nut free: not confirmed", &[TreeNuts]),
            ("en", "Nut free: false", &[TreeNuts]),
            ("en", "Free from nuts - no", &[TreeNuts]),
            ("en", "Free from nuts (no)", &[TreeNuts]),
            ("en", "Free from nuts, no", &[TreeNuts]),
            ("en", "Free from nuts; no.", &[TreeNuts]),
            ("en", "Free from nuts\nNo", &[TreeNuts]),
            ("en", "Contains no nuts (unverified)", &[TreeNuts]),
            ("en", "Contains no nuts - TBC", &[TreeNuts]),
            ("en", "Contains no nuts: incorrect", &[TreeNuts]),
            ("de", "Frei von Nüssen: nein", &[TreeNuts]),
            ("fr", "Sans noix : non", &[TreeNuts]),
            ("es", "Sin nueces: no", &[TreeNuts]),
            ("it", "Senza noci: no", &[TreeNuts]),
            ("nl", "Zonder noten: nee", &[TreeNuts]),
            ("pl", "Bez orzechów: nie", &[TreeNuts]),
            // What explains or confirms a denial does not void it.
            ("en", "Nut free: yes", &[]),
            ("en", "Nut free (suitable for vegans)", &[]),
            ("en", "Free from nuts. No milk.", &[]),
            ("en", "Free from gluten (<20 ppm)", &[]),
            ("nl", "Bevat geen melk, ei of noten", &[]),
        ],
    );
}

#[test]
fn a_table_of_answers_denies_what_it_answers_with_no() {
    check(
        STATEMENT,
        &[
            ("en", "Milk: no, egg: no", &[]),
            ("en", "Milk (no), egg (no)", &[]),
            ("en", "Milk - N\nEgg - N\nSoya - Y", &[Soybeans]),
            ("en", "Milk: no", &[]),
            ("en", "Eggs: free from\nMilk: free from", &[]),
            ("en", "Milk and milk products (including lactose): No", &[]),
            ("de", "Milch: nein", &[]),
            ("pl", "Mleko: nie, jaja: nie", &[]),
            // Nothing may reverse the answers, and every word must be known.
            ("en", "Milk: no?", &[Milk]),
            ("en", "Contains: milk: no", &[Milk]),
            ("en", "Free from: milk: no", &[Milk]),
            ("en", "Milk: no. Checked by hand", &[Milk]),
            ("en", "Eggs, milk: no", &[Milk, Eggs]),
            ("en", "Milk: free range", &[Milk]),
            ("en", "Milk (y), egg (n)", &[Milk, Eggs]),
            ("en", "Free from:\nMilk: no\nEgg: no", &[Milk, Eggs]),
            ("en", "Without: milk: no, egg: no", &[Milk, Eggs]),
            ("en", "Avoided\nMilk: no\nEgg: no", &[Milk, Eggs]),
            ("en", "Absence of milk: no, egg: no", &[Milk, Eggs]),
            ("en", "Milk: no, egg: no, frobnicated", &[Milk, Eggs]),
        ],
    );
}

#[test]
fn a_list_in_another_language_is_a_warning() {
    for list in [
        "Zucker, Magermilchpulver",
        "Farine de blé, eau, levure",
        "Agua, almendras",
        "Suiker, melkpoeder",
    ] {
        assert!(report("en", LIST, list).warns, "{list}");
    }
    assert!(!report("de", LIST, "Zucker, Wasser, Salz").warns);
}

#[test]
fn with_or_without_denies_nothing() {
    check(
        STATEMENT,
        &[
            ("en", "With or without milk", &[Milk]),
            ("en", "With/without milk", &[Milk]),
            ("de", "Mit oder ohne Milch", &[Milk]),
            ("fr", "Avec ou sans lait", &[Milk]),
            ("es", "Con o sin leche", &[Milk]),
            ("it", "Con o senza latte", &[Milk]),
            ("nl", "Met of zonder melk", &[Milk]),
            ("pl", "Z lub bez mleka", &[Milk]),
            ("cy", "Gyda neu heb laeth", &[Milk]),
        ],
    );
}

#[test]
fn a_negated_denial_denies_nothing() {
    check(
        STATEMENT,
        &[
            ("fr", "Non sans lait", &[Milk]),
            ("es", "No está libre de leche", &[Milk]),
            ("es", "No es libre de leche", &[Milk]),
            ("es", "No sin leche", &[Milk]),
            ("it", "Non privo di latte", &[Milk]),
            ("it", "Non senza latte", &[Milk]),
            ("en", "No milk free line", &[Milk]),
            ("en", "No nut cleaning validation", &[TreeNuts]),
            ("en", "Believed to be free from milk", &[Milk]),
        ],
    );
}

#[test]
fn compounds_with_free_are_denials() {
    check(
        STATEMENT,
        &[
            ("en", "nutfree, dairyfree, glutenfree", &[]),
            ("en", "Not nutfree", &[TreeNuts]),
            (
                "de",
                "eifrei, sojafrei, nussfrei, glutenfrei, laktosefrei",
                &[],
            ),
            ("de", "Dieses Produkt ist glutenfrei", &[]),
            ("de", "nicht sojafrei", &[Soybeans]),
            ("de", "nicht weizenfrei", &[Cereal]),
            ("de", "fast glutenfrei", &[Cereal]),
            ("de", "Nussfrei: nein", &[TreeNuts]),
            ("de", "Nussfrei? Nein.", &[TreeNuts]),
            (
                "de",
                "Wir garantieren nicht, dass es nussfrei ist",
                &[TreeNuts],
            ),
            ("de", "laktosefreie Milch", &[Milk]),
            ("nl", "glutenvrij, melkvrij, notenvrij", &[]),
            ("nl", "niet notenvrij", &[TreeNuts]),
            ("nl", "niet tarwevrij", &[Cereal]),
            ("nl", "Glutenvrij: nee", &[Cereal]),
            ("cy", "Di-glwten, di-gnau", &[]),
            ("cy", "Nid di-glwten", &[Cereal]),
            // The milk of a risk is not denied by words about something else.
            ("en", "Carefree milk", &[Milk]),
        ],
    );
}

#[test]
fn a_denial_does_not_cover_a_second_food_without_an_and() {
    check(
        LIST,
        &[
            ("en", "Free from wheat <b>milk</b>", &[Milk, Cereal]),
            ("en", "Free from wheat\tMilk", &[Milk, Cereal]),
            ("en", "Free from wheat gluten", &[]),
            ("en", "Free from fish sauce", &[]),
        ],
    );
}

#[test]
fn a_line_end_of_any_kind_ends_a_denial() {
    for end in [
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ] {
        let text = format!("Free from nuts{end}Milk");
        assert_eq!(named("en", STATEMENT, &text), [Milk], "{end:?}");
    }
}

proptest! {
    /// Only what joins or lists words may stand inside a denial.
    #[test]
    fn a_sign_between_two_foods_ends_a_denial(sign in any::<char>()) {
        let joins = sign.is_alphanumeric() || sign.is_whitespace() && !sign.is_control();
        let lists = ",،、•·\"“”„«»‘‚`´+†‡°®™#_~/&'’%.-\u{2010}\u{2011}";
        // A wide form, as in Chinese and Japanese, is read like the ASCII sign.
        let wide = matches!(sign, '\u{ff01}'..='\u{ff5e}').then(|| u32::from(sign) - 0xfee0);
        let plain = wide.and_then(char::from_u32).unwrap_or(sign);
        prop_assume!(!joins && !lists.contains(plain));
        // Invisible signs and markup are read by rules of their own.
        prop_assume!(!"<>\u{ad}".contains(sign) && !format!("{sign:?}").starts_with("'\\u"));
        let text = format!("Free from wheat {sign} milk");
        prop_assert!(named("en", STATEMENT, &text).contains(&Milk), "{text}");
    }
}

#[test]
fn a_bar_or_an_arrow_ends_a_denial() {
    for sign in ["|", "→", "✓", "*", "…", ">", "■", "¦", "\\"] {
        let text = format!("Free from wheat {sign} milk");
        assert_eq!(named("en", STATEMENT, &text), [Milk], "{sign}");
    }
    for sign in [", ", "/", " / ", " & ", " + ", " • "] {
        let text = format!("Free from wheat{sign}milk");
        assert_eq!(named("en", STATEMENT, &text), [], "{sign}");
    }
}

#[test]
fn a_word_is_read_however_it_is_written() {
    check(
        LIST,
        &[
            ("en", "skimmed mi-\nlk powder", &[Milk]),
            ("en", "sugar, mi&zwnj;lk", &[Milk]),
            ("en", "sugar, mi\u{61c}lk", &[Milk]),
            ("en", "sugar, mi\u{e0001}lk", &[Milk]),
            ("en", "sugar, \u{39c}\u{399}L\u{39a}", &[Milk]),
            ("en", "sugar, \u{395}GG", &[Eggs]),
            ("en", "sugar, s\u{3bf}ya", &[Soybeans]),
            ("en", "sugar, whe\u{251}t", &[Cereal]),
            ("en", "SkimmedMilkPowder", &[Milk]),
            ("en", "5milk, sugarpeanuts", &[Milk, Peanuts]),
            ("en", "icecream, sourcream", &[Milk]),
            ("en", "Preservative: E 223", &[SulphurDioxide]),
            ("en", "Preservative: E-1105", &[Eggs]),
            ("de", "NUESSE, Erdnuesse", &[Peanuts, TreeNuts]),
            ("de", "Schalenfruechte", &[TreeNuts]),
            ("de", "Huehnerei, Kaese", &[Eggs, Milk]),
            ("en", "buckwheat, buckwheat groats, eggplant", &[]),
        ],
    );
}

#[test]
fn names_of_science_and_of_kinds_are_read() {
    check(
        LIST,
        &[
            ("en", "Triticum aestivum", &[Cereal]),
            ("en", "Avena sativa", &[Cereal]),
            ("en", "Sesamum indicum", &[SesameSeeds]),
            ("en", "Apium graveolens", &[CeleryCeleriac]),
            ("en", "Sinapis alba", &[Mustard]),
            ("en", "Arachis hypogaea", &[Peanuts]),
            ("en", "Lupinus albus", &[Lupin]),
            ("en", "fishmeal", &[Fish]),
            ("en", "crevettes", &[Crustacea]),
            ("en", "calamares", &[Molluscs]),
            ("en", "ovomucoid", &[Eggs]),
            ("de", "Freilandeier", &[Eggs]),
            ("de", "Nicht für Zöliakiebetroffene geeignet", &[Cereal]),
            ("fr", "Ne convient pas aux cœliaques", &[Cereal]),
            ("it", "gamberoni", &[Crustacea]),
            ("nl", "coquilles", &[Molluscs]),
            ("pl", "masa jajowa, kałamarnice", &[Eggs, Molluscs]),
            ("pl", "witaminy: ryboflawina", &[]),
            ("cy", "cneuen ddaear, yng nghnau cyll", &[Peanuts, TreeNuts]),
        ],
    );
}

#[test]
fn details_of_origin_and_kind_name_allergens_too() {
    for (section, field, text, expected) in [
        (
            "origin",
            "primary_ingredient_details",
            "British milk",
            &[Milk][..],
        ),
        (
            "origin",
            "country_of_origin_details",
            "Wheat from Canada",
            &[Cereal],
        ),
        (
            "supplementary_information",
            "milk_type",
            "Cow's milk",
            &[Milk],
        ),
        (
            "supplementary_information",
            "egg_source",
            "Free range eggs",
            &[Eggs],
        ),
        ("supplementary_information", "milk_type", "n/a", &[]),
        ("origin", "country_of_origin_details", "Made in the UK", &[]),
    ] {
        check((section, field), &[("en", text, expected)]);
    }
}

#[test]
fn a_cross_answers_a_denial_with_no() {
    check(
        STATEMENT,
        &[
            ("en", "Nut free ✘", &[TreeNuts]),
            ("en", "Nut free ✗, milk free", &[TreeNuts]),
            ("en", "Milk free: ❌", &[Milk]),
        ],
    );
}

#[test]
fn a_modifier_belongs_to_its_noun_phrase() {
    check(
        LIST,
        &[
            ("en", "Gluten free breadcrumbs, salt", &[]),
            ("en", "Vegan mozzarella alternative, salt", &[]),
            ("en", "Cassava flour, coconut cream, oat milk", &[Cereal]),
            ("en", "Egg replacer (potato starch), water", &[]),
            ("en", "Prawn cocktail flavour", &[]),
            ("en", "Gluten free wheat starch", &[Cereal]),
            ("en", "Lactose free milk", &[Milk]),
            ("en", "Cheese flavour", &[Milk]),
            ("en", "Egg replacer (egg white)", &[Eggs]),
            ("en", "Vegan cheese, milk powder", &[Milk]),
            ("en", "Vegan <b>cheese</b>", &[Milk]),
            ("en", "Water, <b>egg</b>less mayonnaise", &[Eggs]),
            ("en", "Non-vegan mozzarella, salt", &[Milk]),
            ("en", "Not vegan mozzarella, salt", &[Milk]),
            ("en", "Non gluten free bread, salt", &[Cereal]),
            (
                "en",
                "Flour (fortified with calcium, iron, niacin), salt",
                &[Cereal],
            ),
            ("en", "Mincemeat (sugar, apple, raisins), salt", &[]),
        ],
    );
}

#[test]
fn a_statement_in_another_language_warns_if_it_is_not_understood() {
    for text in [
        "Kann Spuren von Nüssen enthalten.",
        "Peut contenir des traces de lait",
        "Puede contener huevo",
        "Può contenere soia",
        "Może zawierać mleko",
        "Kan noten bevatten",
        "Gall gynnwys cnau",
        "Contient: lait",
        "Zawiera pszenicę.",
        // One known name among others does not resolve it.
        "Kann Spuren von Ei, Soja und Sellerie enthalten.",
        "Contient du lait, des œufs et du céleri.",
        "Contiene: latte, soia",
        "Contains: Mlik",
    ] {
        let report = report("en", STATEMENT, text);
        assert!(report.warns, "{text}");
    }
}

#[test]
fn a_conflict_quotes_the_words_that_raise_it() {
    for (text, group, words) in [
        ("Cocoa, lecithins (soya)", Soybeans, "soya"),
        ("Cocoa, E322 (egg)", Eggs, "egg"),
        ("Malted bread (wheat flour, salt, yeast)", Cereal, "wheat"),
    ] {
        let report = report("en", LIST, text);
        let fact = report.fact(group).unwrap();
        let quoted: Vec<&str> = fact
            .conflicts
            .iter()
            .map(|conflict| conflict.verbatim.as_str())
            .collect();
        assert_eq!(quoted, [words], "{text}");
        assert_eq!(
            report
                .groups
                .iter()
                .filter(|group| !group.conflicts.is_empty())
                .count(),
            1
        );
    }
}

#[test]
fn a_list_of_ingredients_answers_what_a_name_suggests() {
    let is_named = |name: &str, list: &str| {
        let mut data = product(LIST.0, LIST.1, list, &no());
        data["general"]["product_name"] = name.into();
        let report = allergen_report_with(read(&data).data(), &Lexicon::english());
        let names = |of| {
            report
                .fact(of)
                .is_some_and(|fact| !fact.conflicts.is_empty())
        };
        names(Milk) || names(Eggs)
    };
    let list = "Rapeseed oil, water, coriander";
    assert!(!is_named("Korma Paste", list));
    assert!(is_named("Korma Paste", ""));
    assert!(is_named("Korma Paste", "Spices"));
    assert!(is_named("Korma Paste", "Rapeseed oil, cream, coriander"));
    // Cheese and butter need not name milk in their lists.
    assert!(is_named("Mature Cheddar", "Salt, cultures, rennet"));
    assert!(is_named("Butter", "Salt, annatto, cultures"));
    // What another name says outright is not answered.
    let mut data = product(LIST.0, LIST.1, list, &no());
    data["general"] = serde_json::json!({
        "manufacturer_product_name": "Korma Paste",
        "product_name": "Korma paste with milk",
    });
    let report = allergen_report_with(read(&data).data(), &Lexicon::english());
    assert!(!report.fact(Milk).unwrap().conflicts.is_empty());
    // Beside no flag the words stay.
    let mut data = product(LIST.0, LIST.1, list, &serde_json::Value::Null);
    data["general"]["product_name"] = "Korma Paste".into();
    let report = allergen_report_with(read(&data).data(), &Lexicon::english());
    let milk = report.fact(Milk).unwrap();
    assert!(
        milk.evidence
            .iter()
            .any(|evidence| evidence.source == Source::Name)
    );
}
