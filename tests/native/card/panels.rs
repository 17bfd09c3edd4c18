//! The panels of a card below the allergens: what stands open, in which words,
//! and what is left out.

use crate::support::{printed, with_signs};
use product_pool::card::{CardProps, Density, Panel, Record, State, Variant, draw};
use product_pool::messages::Messages;
use product_pool::model::Product;
use serde_json::{Value, json};

mod claims;
mod kits;

fn props(data: &Value) -> CardProps {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    CardProps::new(State::Ready(Record::new(product)), Messages::english())
}

fn card(data: &Value) -> String {
    printed(&draw(&props(data)))
}

/// The HTML of a panel.
fn panel(html: &str, name: &str) -> String {
    let start = html.find(&format!("<section class=\"panel\" data-panel=\"{name}\""));
    let from = &html[start.unwrap_or_else(|| panic!("no panel {name}: {html}"))..];
    from[..from.find("</section>").unwrap()].to_owned()
}

/// The text of HTML, its elements apart and its signs as characters.
fn text(html: &str) -> String {
    let html = with_signs(html);
    let pieces = html.split('<').filter_map(|piece| piece.split_once('>'));
    let pieces: Vec<&str> = pieces
        .map(|(_, text)| text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    pieces.join("|").replace('\u{a0}', " ")
}

/// A card without its closed folds.
fn unfolded(html: &str) -> String {
    let mut open = String::new();
    // How many of the folds around a piece are closed, by nesting.
    let mut closed = vec![0];
    for piece in html.split_inclusive('>') {
        let around = *closed.last().unwrap();
        if piece.contains("<details") {
            closed.push(around + usize::from(!piece.contains(" open")));
        } else if piece.ends_with("</details>") {
            closed.pop();
        }
        if around == 0 {
            open.push_str(piece);
        }
    }
    open
}

fn component(section: &str, fields: &Value) -> Value {
    json!({"components": [{ section: fields }]})
}

fn nutrients() -> Value {
    json!({
        "nutrition_units": {"description": "per 100g"}, "serving_size": "30 g",
        "cal_100_kj": {"value": 610, "units": "kJ"}, "cal_kj_serving": "183",
        "cal_100_kcal": {"value": 145, "units": "kcal"}, "cal_kcal_serving": "44",
        "fat_100": {"value": 10, "units": "g"}, "fat_serving": "3.0",
        "sat_fat_100": {"value": 1.2, "units": "g"}, "sat_fat_serving": "0.4",
        "vitamin_c_100": "12", "vitamin_c_serving": "3.6",
    })
}

#[test]
fn the_strip_has_energy_and_the_portion_s_figures() {
    let strip = panel(&card(&component("nutrients", &nutrients())), "lights");
    assert_eq!(
        text(&strip),
        "Traffic lights|per serving (30 g)|Energy|183 kJ|44 kcal|2% RI*|fat|3.0 g|MED|4% RI*\
         |saturates|0.4 g|LOW|2% RI*|Typical values per 100 g: energy 610 kJ / 145 kcal\
         |Levels follow UK front-of-pack criteria."
            .replace("|fat|", "|Fat|")
    );
    // Energy is never coloured.
    assert_eq!(strip.matches("data-level").count(), 2);
    assert!(strip.contains("<li data-nutrient=\"energy\"><"), "{strip}");
}

#[test]
fn a_strip_without_the_table_explains_its_shares_itself() {
    let mut shown = props(&component("nutrients", &nutrients()));
    let note = "* Reference intake of an average adult (8400 kJ/2000 kcal)";
    let strip = |shown: &CardProps| text(&panel(&printed(&draw(shown)), "lights"));
    assert!(!strip(&shown).contains(note));
    shown.density = Density::Compact;
    assert!(strip(&shown).contains(note), "the table is folded");
    shown.density = Density::Comfortable;
    shown.panels = Some(vec![Panel::Lights]);
    assert!(strip(&shown).contains(note));
}

#[test]
fn a_summary_s_strip_has_levels_without_notes() {
    let mut shown = props(&component("nutrients", &nutrients()));
    shown.variant = Variant::Summary;
    assert_eq!(
        text(&panel(&printed(&draw(&shown)), "lights")),
        "Traffic lights|per serving (30 g)|Energy|183 kJ|44 kcal|Fat|3.0 g|MED|saturates|0.4 g|LOW"
    );
}

#[test]
fn a_summary_has_one_fold() {
    for count in [1, 3] {
        let part = json!({"nutrients": nutrients()});
        let mut shown = props(&json!({"components": vec![part; count]}));
        shown.variant = Variant::Summary;
        let html = printed(&draw(&shown));
        assert_eq!(html.matches("<details").count(), 1, "{html}");
        assert!(html.contains("<details class=\"rest\"><summary"), "{html}");
        assert_eq!(html.matches("<ul class=\"lights\"").count(), count);
    }
}

#[test]
fn energy_alone_makes_a_strip_without_colours() {
    let data = component(
        "nutrients",
        &json!({"cal_100_kcal": {"value": 40, "units": "kcal"}}),
    );
    let strip = panel(&card(&data), "lights");
    assert!(strip.contains("data-nutrient=\"energy\""), "{strip}");
    assert!(!strip.contains("data-level"), "{strip}");
    assert!(!text(&strip).contains("front-of-pack"), "{strip}");
}

#[test]
fn energy_has_one_row_and_shares_stand_with_the_portion() {
    let html = panel(&card(&component("nutrients", &nutrients())), "nutrition");
    assert_eq!(html.matches("<tr data-nutrient=\"energy\">").count(), 1);
    assert!(!html.contains("cal_k"), "{html}");
    let table = text(&html);
    for row in [
        "|Energy|610 kJ /|145 kcal|183 kJ /|44 kcal|2% RI*|",
        "|Fat|10 g|3.0 g|4% RI*|",
        "|of which saturates|1.2 g|0.4 g|2% RI*|",
        // The regulation requires the share of vitamins per 100 g.
        "|Vitamin C|12 mg|15%|3.6 mg|5%|",
    ] {
        assert!(table.contains(row), "{row}: {table}");
    }
    // The table of micronutrients says once what the shares are of.
    assert_eq!(table.matches("% NRV").count(), 2, "{table}");
}

#[test]
fn without_a_portion_shares_are_per_100() {
    let mut nutrients = nutrients();
    for field in ["cal_kj", "cal_kcal", "fat", "sat_fat", "vitamin_c"] {
        nutrients[format!("{field}_serving")] = json!(null);
    }
    let table = text(&panel(
        &card(&component("nutrients", &nutrients)),
        "nutrition",
    ));
    assert!(
        table.contains("|Energy|610 kJ /|145 kcal|7% RI*|"),
        "{table}"
    );
    assert!(table.contains("|Fat|10 g|14% RI*|"), "{table}");
}

#[test]
fn figures_that_contradict_each_other_are_remarked_at_the_table() {
    let mut nutrients = nutrients();
    nutrients["sat_fat_100"] = json!({"value": 12, "units": "g"});
    nutrients["sat_fat_serving"] = json!("3.6");
    let html = panel(&card(&component("nutrients", &nutrients)), "nutrition");
    assert_eq!(
        html.matches("data-warning=\"saturates-over-fat\"").count(),
        1,
        "once for both columns: {html}"
    );
    assert!(text(&html).contains("|⚠|More saturates than fat"), "{html}");
}

#[test]
fn what_only_administrators_need_is_in_the_supplier_s_fold() {
    let mut nutrients = nutrients();
    // Vitamins have a table, and a head, of their own.
    nutrients["vitamin_c_100"] = json!(null);
    nutrients["vitamin_c_serving"] = json!(null);
    nutrients["nutritional_information_source"] = json!("Calculated");
    nutrients["traffic_light_labelling"] = json!("Yes");
    nutrients["nutritional_data_exempt"] = json!("No");
    nutrients["number_of_servings"] = json!("4");
    nutrients["nutrition_statements"] =
        json!("Reference intake of an average adult (8400 kJ/2000 kcal)");
    let card = card(&component("nutrients", &nutrients));
    let (nutrition, supplier) = (panel(&card, "nutrition"), panel(&card, "supplier"));
    for field in [
        "nutritional_information_source",
        "traffic_light_labelling",
        "nutritional_data_exempt",
    ] {
        assert!(!nutrition.contains(field), "{field}");
        assert!(supplier.contains(field), "{field}");
    }
    assert!(nutrition.contains("number_of_servings"));
    // Shown once: the portion's size in the table's head, the sentence below it.
    assert_eq!(text(&nutrition).matches("30 g").count(), 1);
    assert_eq!(text(&nutrition).matches("Reference intake").count(), 1);
    // So is a serving that is its size and nothing else.
    nutrients["serving_details"] = json!("One serving is 30g.");
    let nutrition =
        |nutrients: &Value| panel(&self::card(&component("nutrients", nutrients)), "nutrition");
    assert!(!nutrition(&nutrients).contains("serving_details"));
    for details in [
        "One serving is 30 g with milk.",
        "One serving is 40 g.",
        "2 biscuits (30 g)",
    ] {
        nutrients["serving_details"] = json!(details);
        assert!(nutrition(&nutrients).contains(details), "{details}");
    }
    // Another statement stands.
    nutrients["nutrition_statements"] = json!("Contains naturally occurring sugars.");
    let card = self::card(&component("nutrients", &nutrients));
    assert!(panel(&card, "nutrition").contains("Contains naturally occurring sugars."));
}

#[test]
fn a_no_to_what_nobody_asked_stays_out() {
    let flags = |answer: &str| {
        let flag = json!({"value": 1, "description": answer});
        json!({"contains_palm_oil": flag, "contains_hydro_veg": flag, "contains_gm_protein": flag})
    };
    let said = |answer| {
        text(&panel(
            &card(&component("ingredients", &flags(answer))),
            "ingredients",
        ))
    };
    for answer in ["No", "no", "-", "N/A", "Not present"] {
        assert!(!said(answer).contains("palm oil"), "{answer}");
    }
    for answer in ["Yes", "Contains"] {
        assert!(
            said(answer).ends_with(
                "|Contains genetically modified protein|Contains hydrogenated vegetable fat\
                 |Contains palm oil"
            ),
            "{}",
            said(answer)
        );
    }
    // What is neither is shown in the supplier's words.
    assert!(said("May contain").contains("|Palm oil|May contain"));
}

#[test]
fn what_must_be_read_before_buying_stands_outside_of_closed_folds() {
    let yes = json!({"value": 1, "description": "Yes"});
    let data = json!({
        "general": {"manufacturer_name": "Example Foods", "manufacturer_address": "1 Road\r\nTown"},
        "safety_outer": {
            "product_health_warning": "High caffeine content.", "age_restricted_product": "Yes",
            "age_restriction": "16",
        },
        "components": [{
            "additives": {"artificial_sweeteners": yes},
            "ingredients": {"contains_palm_oil": yes, "cbd_concentration": "2 %"},
            "inner_other": {"not_for_eu": "Yes"},
            "origin": {
                "country_of_origin": [{"id": 1, "description": "Wales"}],
                "place_of_provenance": "Anglesey",
                "primary_ingredient_origin": [{"id": 1, "description": "France"}],
            },
            "supplementary_information": {
                "modified_atmosphere_packaging": "Yes", "pasteurised": "No",
                "milk_type": "Raw ewe's milk", "reformed": "Yes", "desinewed_meat": "Yes",
                "skeletal_bones_present": "Yes", "egg_source": "Free range",
            },
        }],
    });
    for density in [Density::Comfortable, Density::Compact] {
        let mut shown = props(&data);
        shown.density = density;
        let open = unfolded(&printed(&draw(&shown)));
        for (field, words) in [
            (
                "safety_outer.product_health_warning",
                "High caffeine content.",
            ),
            ("safety_outer.age_restricted_product", "Age-restricted"),
            ("safety_outer.age_restriction", "16"),
            ("additives.artificial_sweeteners", "With sweeteners"),
            ("ingredients.contains_palm_oil", "Contains palm oil"),
            ("ingredients.cbd_concentration", "2 %"),
            ("inner_other.not_for_eu", "Not for EU"),
            ("origin.country_of_origin", "Wales"),
            ("origin.place_of_provenance", "Anglesey"),
            ("origin.primary_ingredient_origin", "France"),
            (
                "supplementary_information.modified_atmosphere_packaging",
                "Packaged in a protective atmosphere",
            ),
            ("supplementary_information.pasteurised", "Not pasteurised"),
            ("supplementary_information.milk_type", "Raw ewe's milk"),
            ("supplementary_information.reformed", "Formed from pieces"),
            (
                "supplementary_information.desinewed_meat",
                "Contains desinewed meat",
            ),
            (
                "supplementary_information.skeletal_bones_present",
                "Contains bones",
            ),
            ("supplementary_information.egg_source", "Free range"),
        ] {
            let path = match field.strip_prefix("safety_outer") {
                Some(_) => field.to_owned(),
                None => format!("components[0].{field}"),
            };
            let start = open.find(&format!("data-field=\"{path}\""));
            let from = &open[start.unwrap_or_else(|| panic!("{path}: {open}"))..];
            let end = from
                .find("</div>")
                .unwrap()
                .min(from.find("</li>").unwrap_or(from.len()));
            assert!(
                text(&format!("<{}", &from[..end])).contains(words),
                "{path}"
            );
        }
        let foot = text(&open[open.find("class=\"foot\"").unwrap()..]);
        let address = "Information supplied by Example Foods, 1 Road, Town.";
        assert!(foot.contains(address), "{foot}");
        // Warnings come right below the allergens.
        assert!(panel(&open, "allergens").contains("High caffeine content."));
        assert!(!open.contains("data-panel=\"origin\""), "shown once");
        let restricted = open.matches("data-field=\"safety_outer.age_restricted_product\"");
        assert_eq!(restricted.count(), 1, "shown once");
    }
    // A card without those panels has the facts where they belong by topic.
    let mut shown = props(&data);
    shown.panels = Some(vec![Panel::Handling, Panel::Origin]);
    let card = printed(&draw(&shown));
    assert!(panel(&card, "handling").contains("High caffeine content."));
    assert!(panel(&card, "origin").contains("Anglesey"));
}

#[test]
fn a_place_that_repeats_the_country_of_origin_is_not_said_again() {
    let origin = |place: &str, primary: &str| {
        let country = |name: &str| json!([{"id": 1, "description": name}]);
        let data = component(
            "origin",
            &json!({
                "country_of_origin": country("Italy"), "place_of_provenance": place,
                "primary_ingredient_origin": country(primary),
            }),
        );
        let card = card(&data);
        (text(&panel(&card, "ingredients")), card)
    };
    let (open, card) = origin("Italy", "Italy");
    assert!(open.ends_with("|Country of origin|Italy"), "{open}");
    // In the fold it still stands.
    assert_eq!(text(&panel(&card, "origin")).matches("Italy").count(), 2);
    let (open, _) = origin("Tuscany", "France");
    assert!(open.contains("|Place of provenance|Tuscany|"), "{open}");
    assert!(open.ends_with("|France"), "{open}");
}

#[test]
fn the_foot_is_short_in_a_summary_and_left_out_of_badges() {
    let data = json!({
        "changed_at": "2026-07-02 14:25:26",
        "general": {"manufacturer_name": "Example Foods", "manufacturer_address": "1 Road"},
    });
    let foot = |variant, avoid: Option<&str>| {
        let mut shown = props(&data);
        shown.variant = variant;
        shown.avoid = avoid.map(str::to_owned);
        let html = printed(&draw(&shown));
        html.find("<p class=\"foot\"")
            .map(|at| text(&html[at..html[at..].find("</p>").unwrap() + at]))
    };
    let supplier = "Information supplied by Example Foods, 1 Road.|Last changed 2 July 2026.";
    let advice = "Always check the label.";
    let full = format!("{supplier}|{advice}");
    assert_eq!(foot(Variant::Full, None).as_deref(), Some(&*full));
    assert_eq!(foot(Variant::Summary, None).as_deref(), Some(advice));
    assert_eq!(foot(Variant::Badges, None), None);
    // The verdict has given the advice already.
    assert_eq!(foot(Variant::Full, Some("milk")).as_deref(), Some(supplier));
    assert_eq!(foot(Variant::Summary, Some("milk")), None);
}

#[test]
fn images_are_shown_by_panels_one_by_one() {
    // The table that JavaScript has of this is by panel.
    for variant in Variant::ALL {
        for (at, one) in Panel::ALL.iter().enumerate() {
            for other in &Panel::ALL[at..] {
                let both = [*one, *other];
                let either = |shows: fn(Variant, Option<&[Panel]>) -> bool| {
                    let alone =
                        shows(*variant, Some(&both[..1])) || shows(*variant, Some(&both[1..]));
                    assert_eq!(shows(*variant, Some(&both)), alone, "{variant:?} {both:?}");
                };
                either(Variant::shows_image);
                either(Variant::shows_all_images);
            }
        }
        let usual = Some(variant.panels());
        assert_eq!(variant.shows_image(None), variant.shows_image(usual));
        assert_eq!(
            variant.shows_all_images(None),
            variant.shows_all_images(usual)
        );
    }
}

#[test]
fn panels_that_are_usually_open_are_marked_for_printing() {
    let mut props = props(&json!({
        "general": { "product_name": "Soup" },
        "pallet": { "cases_per_pallet": { "value": 40, "units": "cases" } },
    }));
    for density in [Density::Comfortable, Density::Compact] {
        props.density = density;
        let html = printed(&draw(&props));
        assert!(panel(&html, "ingredients").contains(" data-printed"));
        assert!(!panel(&html, "logistics").contains(" data-printed"));
    }
}

#[test]
fn the_ingredients_are_open_in_every_density() {
    let mut shown = props(&component(
        "ingredients",
        &json!({"plaintext_ingredients": "Oats"}),
    ));
    for density in [Density::Comfortable, Density::Compact] {
        shown.density = density;
        let open = unfolded(&printed(&draw(&shown)));
        assert!(text(&panel(&open, "ingredients")).contains("Oats"));
    }
}

#[test]
fn a_food_that_needs_no_nutrition_declaration_says_so() {
    let none = "Nutrition information was not supplied. Check the label.";
    let exempt = "Exempt from a nutrition declaration";
    for (said, expected, other) in [("Yes", exempt, none), ("No", none, exempt)] {
        let data = component("nutrients", &json!({"nutritional_data_exempt": said}));
        let html = printed(&draw(&props(&data)));
        let shown = text(&panel(&html, "nutrition"));
        assert!(
            shown.contains(expected) && !shown.contains(other),
            "{shown}"
        );
    }
}

#[test]
fn the_headings_below_the_sixth_level_say_which_they_are() {
    let data = json!({
        "general": {"product_name": "Soup", "storage_type": {"id": 2, "description": "Chilled"}},
        "components": [{"ingredients": {"ingredients": "Water"}}],
    });
    let drawn = |level| {
        let mut props = props(&data);
        props.level = level;
        printed(&draw(&props))
    };
    let five = drawn(5);
    assert!(
        five.contains("<h5 class=\"name\"") && five.contains("<h6 "),
        "{five}"
    );
    assert!(!five.contains("aria-level"), "{five}");
    let six = drawn(6);
    assert!(
        six.contains("<h6 class=\"name\" part=\"name\">Soup"),
        "{six}"
    );
    assert!(six.contains(" aria-level=\"7\">"), "{six}");
}
