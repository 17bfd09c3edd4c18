//! The head of a card: notices, name, verdict, and in which order they stand.

use super::*;
use product_pool::card::{PanelProps, Variant, draw_panel};
use product_pool::model::Allergen;

#[test]
fn unverified_data_is_marked_before_all_else() {
    let mut stale = record(&full());
    assert!(!text(&card(stale.clone())).contains("Not checked with the supplier"));
    stale.stale = Some("1 May at 12:00".to_owned());
    let mut shown = props(State::Ready(stale));
    shown.avoid = Some("milk".to_owned());
    let drawn = draw(&shown);
    let notices = elements(&drawn)
        .into_iter()
        .find(|element| attribute(element, "part") == Some("notices"));
    let Some(Node::Element(first)) = notices.and_then(|list| list.child_nodes().first()) else {
        panic!("no notice");
    };
    assert_eq!(attribute(first, "data-notice"), Some("stale"));
    assert_eq!(
        text(first),
        "Not checked with the supplier since 1 May at 12:00. It may have changed: check the label."
    );
}

#[test]
fn a_recall_is_a_band_that_says_what_to_do() {
    for (status, title) in [
        ("recalled", "Recalled: do not eat"),
        ("withdrawn", "Withdrawn: ask before you eat"),
    ] {
        let mut data = full();
        data["status"] = status.into();
        let drawn = draw(&props(State::Ready(record(&data))));
        let is_it = |element: &&Element| attribute(element, "data-notice") == Some(status);
        let band = elements(&drawn).into_iter().find(is_it).unwrap();
        assert_eq!(attribute(band, "class"), Some("notice band"));
        assert!(text(band).contains(title), "{}", text(band));
    }
}

/// Whether the foot of the card gives the date of the last change.
fn has_foot(card: &Element) -> bool {
    elements(card)
        .into_iter()
        .any(|element| attribute(element, "data-notice") == Some("changed"))
}

/// The notices and the header, in their order.
fn first(card: &Element) -> Vec<&str> {
    let named = |element| attribute(element, "data-notice").or(attribute(element, "part"));
    let mut found = Vec::new();
    for child in card.child_nodes() {
        let Node::Element(part) = child else {
            panic!("a text between the parts of a card");
        };
        if attribute(part, "part") == Some("notices") {
            let notices = part.child_nodes().iter();
            found.extend(notices.map(|child| match child {
                Node::Element(notice) => named(notice).unwrap(),
                Node::Text(_) => panic!("a text between the notices"),
            }));
        } else {
            found.extend(attribute(part, "part"));
        }
    }
    found
}

#[test]
fn what_must_be_known_of_the_record_stands_before_the_verdict() {
    let mut data = full();
    for (name, value) in [
        ("status", "recalled".into()),
        ("replaced_by", serde_json::json!(["p-2"])),
        ("version", "1".into()),
        ("latest_version", "2".into()),
        ("changed_at", "1999-05-02 10:00:00".into()),
    ] {
        data[name] = value;
    }
    let mut record = record(&data);
    record.stale = Some("1 May at 12:00".to_owned());
    let mut shown = props(State::Ready(record));
    shown.avoid = Some("milk".to_owned());
    let drawn = draw(&shown);
    let order = first(&drawn);
    let expected = [
        "recalled",
        "replaced",
        "stale",
        "old-version",
        "old-date",
        "panel summary",
    ];
    assert_eq!(order[..expected.len()], expected);
}

#[test]
fn the_verdict_stands_directly_below_name_and_brand() {
    let classes = |avoid: Option<&str>, panels: Option<&str>| {
        let mut shown = props(State::Ready(record(&full())));
        shown.avoid = avoid.map(str::to_owned);
        shown.panels = panels.map(Panel::parse_list);
        let drawn = draw(&shown);
        let wanted = [
            "names",
            "brand",
            "verdict",
            "more",
            "description",
            "codes",
            "panels",
        ];
        let found = elements(&drawn).into_iter();
        let found = found.filter_map(|element| attribute(element, "class"));
        let found = found.filter(|class| wanted.contains(class));
        found.map(str::to_owned).collect::<Vec<_>>()
    };
    let asked = classes(Some("milk"), None);
    let expected = [
        "names",
        "brand",
        "verdict",
        "more",
        "description",
        "codes",
        "panels",
    ];
    assert_eq!(asked[..expected.len()], expected);
    // Before the other panels, where the page puts one of them first.
    assert_eq!(
        classes(Some("milk"), Some("allergens summary"))[..2],
        ["verdict", "panels"]
    );
}

#[test]
fn the_verdict_has_a_heading_in_a_place_with_the_texts_of_announcements() {
    for avoid in [None, Some("milk")] {
        let mut shown = props(State::Ready(record(&full())));
        shown.avoid = avoid.map(str::to_owned);
        let drawn = draw(&shown);
        let texts = |element: &Element| attribute(element, "data-announces").map(str::to_owned);
        let mut places = elements(&drawn).into_iter();
        let place = places.find(|element| texts(element).is_some()).unwrap();
        assert_eq!(
            texts(place).unwrap(),
            "Allergens you avoid\nProducts: {count}\nContains: {count}\nMay contain: {count}\n\
             Check the label: {count}\nDeclared as not present: {count}\n\
             Always check the label.\nPrawn Pad Thai"
        );
        assert!(places.all(|element| texts(element).is_none()));
        let names: Vec<&str> = elements(place)
            .iter()
            .map(|element| element.name())
            .collect();
        match avoid {
            None => assert_eq!(names, ["div"]),
            Some(_) => assert_eq!(names[..3], ["div", "div", "h3"]),
        }
    }
}

#[test]
fn every_notice_on_the_record_has_its_words() {
    for (data, sentence) in [
        (
            serde_json::json!({"status": "recalled"}),
            "The manufacturer has recalled this product. Do not eat or drink it: ask the shop or the manufacturer what to do.",
        ),
        (
            serde_json::json!({"status": "On hold"}),
            "This product’s status is “On hold”. Ask the shop what this means, and check the label.",
        ),
        (
            serde_json::json!({"version": "4", "latest_version": "B"}),
            "A different version is named as the latest: B. Check the label.",
        ),
        (
            serde_json::json!({"changed_at": "1999-05-02 10:00:00"}),
            "This information was last changed a long time ago: 2 May 1999. It may be out of date: check the label.",
        ),
    ] {
        let text = text(&card(record(&data)));
        assert!(text.contains(sentence), "{text}");
        assert!(!text.contains("notice."), "{text}");
    }
}

#[test]
fn a_last_change_in_the_future_gives_a_notice() {
    let mut record = record(&serde_json::json!({"changed_at": "2099-01-31 00:00:00"}));
    record.today = Some("2026-11-21".to_owned());
    let drawn = card(record);
    assert!(!has_foot(&drawn));
    let drawn = text(&drawn);
    let sentence =
        "The date of the last change is in the future: 31 January 2099. Check the label.";
    assert!(drawn.contains(sentence), "{drawn}");
}

#[test]
fn a_doubtful_date_is_not_printed_calmly_as_well() {
    let drawn = card(record(
        &serde_json::json!({"changed_at": "1999-05-02 10:00:00"}),
    ));
    assert!(!has_foot(&drawn));
    for date in ["2 May 1999", "02/05/1999", "Tuesday", "soon"] {
        let drawn = text(&card(record(&serde_json::json!({ "changed_at": date }))));
        assert!(drawn.contains(&format!("Last changed {date}.")), "{drawn}");
    }
}

/// The values of an attribute in a card that are calm.
fn calm(drawn: &Element) -> Vec<String> {
    let answers = elements(drawn).into_iter().flat_map(|element| {
        ["data-answer", "data-status", "data-notice"].map(|name| {
            let is_line = attribute(element, "class") == Some("line");
            let value = attribute(element, name).filter(|_| name != "data-status" || is_line)?;
            ["declared-not-present", "declared-not-present", "all-absent"]
                .contains(&value)
                .then(|| value.to_owned())
        })
    });
    let ticks = elements(drawn)
        .into_iter()
        .filter(|element| text(element) == "✓")
        .map(|_| "✓".to_owned());
    answers.flatten().chain(ticks).collect()
}

/// Why a record may no longer be true: that it was not checked, or what it says of its product.
const DOUBTS: [&str; 7] = [
    "stale",
    "recalled",
    "withdrawn",
    "draft",
    "discontinued",
    "archived",
    "replaced",
];

#[test]
fn nothing_is_calm_on_a_card_that_may_be_out_of_date() {
    let allergens: serde_json::Map<_, _> = Allergen::ALL
        .iter()
        .map(|allergen| {
            let flag = serde_json::json!({"value": 0, "description": "No"});
            (format!("contains_{}", allergen.wire_name()), flag)
        })
        .collect();
    let data = serde_json::json!({"components": [{
        "allergens": allergens,
        "free_from": {"free_from_milk": {"value": 1, "description": "Yes"}},
    }]});
    for variant in Variant::ALL {
        let draw = |doubt: &str| {
            let mut data = data.clone();
            match doubt {
                "stale" => {}
                "replaced" => data["replaced_by"] = serde_json::json!(["p-2"]),
                status => data["status"] = status.into(),
            }
            let mut record = record(&data);
            record.stale = (doubt == "stale").then(|| "1 May at 12:00".to_owned());
            let mut shown = props(State::Ready(record));
            shown.variant = *variant;
            shown.avoid = Some("milk eggs".to_owned());
            draw(&shown)
        };
        assert!(!calm(&draw("published")).is_empty(), "{variant:?}");
        for doubt in DOUBTS {
            let drawn = draw(doubt);
            assert_eq!(calm(&drawn), Vec::<String>::new(), "{variant:?}: {doubt}");
            let sentence = "Milk: declared as not present, but this may have changed";
            assert!(text(&drawn).contains(sentence), "{variant:?}: {doubt}");
            let claim = "Check the label: Free from milk";
            assert_eq!(text(&drawn).contains(claim), *variant == Variant::Full);
            // The look of what is to be checked, and no alarm.
            let alarms = elements(&drawn).into_iter();
            let alarms = alarms.filter(|element| {
                matches!(
                    attribute(element, "data-sign"),
                    Some("warning" | "recalled")
                )
            });
            let is_band = ["recalled", "withdrawn"].contains(&doubt);
            assert_eq!(alarms.count(), usize::from(is_band), "{variant:?}: {doubt}");
        }
    }
}

#[test]
fn what_is_positive_stays_so_on_a_card_that_may_be_out_of_date() {
    for (said, answer) in [("Yes", "contains"), ("May contain", "may-contain")] {
        let data = serde_json::json!({
            "status": "archived",
            "components": [{"allergens": {"contains_milk": {"description": said}}}],
        });
        let mut shown = props(State::Ready(record(&data)));
        shown.avoid = Some("milk".to_owned());
        let drawn = draw(&shown);
        let mut answers = elements(&drawn).into_iter();
        let verdict = answers.find(|element| attribute(element, "part") == Some("verdict"));
        assert_eq!(attribute(verdict.unwrap(), "data-answer"), Some(answer));
    }
}

#[test]
fn an_allergen_panel_by_itself_says_that_it_may_be_out_of_date() {
    let mut stale = record(&full());
    stale.stale = Some("1 May at 12:00".to_owned());
    let mut archived = full();
    archived["status"] = "archived".into();
    for (record, notice) in [(stale, "stale"), (record(&archived), "archived")] {
        for (panel, is_there) in [(Panel::Allergens, true), (Panel::Nutrition, false)] {
            let panel = PanelProps::new(panel, record.clone(), Messages::english());
            let drawn = draw_panel(&panel);
            let Node::Element(first) = &drawn[0] else {
                panic!("a text");
            };
            let is_notice = attribute(first, "data-notice") == Some(notice);
            assert_eq!(is_notice, is_there, "{notice}");
        }
    }
}
