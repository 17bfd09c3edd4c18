//! The card as it is drawn, of ordinary records and of hostile ones.

use product_pool::card::{CardProps, Density, Element, Failure, Node, Panel, Record, State, draw};
use product_pool::messages::{DateFormat, Messages};
use product_pool::model::{FeatureImage, ImagePage, Product, Value};

mod components;

/// The threads of a server can share these.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Messages>();
    shared::<DateFormat>();
    shared::<Record>();
    shared::<CardProps>();
    shared::<Element>();
};

const HOSTILE: &str = include_str!("../fixtures/hostile.json");

fn props(state: State) -> CardProps {
    CardProps::new(state, Messages::english())
}

fn record(data: &serde_json::Value) -> Record {
    let text = serde_json::json!({ "data": data }).to_string();
    Record::new(Product::from_json(&text).unwrap())
}

fn card(record: Record) -> Element {
    draw(&props(State::Ready(record)))
}

/// All elements of a tree, itself first.
fn elements(element: &Element) -> Vec<&Element> {
    let mut found = vec![element];
    for child in element.child_nodes() {
        if let Node::Element(child) = child {
            found.extend(elements(child));
        }
    }
    found
}

fn text(element: &Element) -> String {
    element
        .child_nodes()
        .iter()
        .map(|child| match child {
            Node::Element(child) => text(child),
            Node::Text(text) => text.to_string(),
        })
        .collect()
}

fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    element
        .attributes()
        .iter()
        .find_map(|(known, value)| (*known == name).then_some(&**value))
}

fn panels(card: &Element) -> Vec<&str> {
    elements(card)
        .into_iter()
        .filter_map(|it| attribute(it, "data-panel"))
        .collect()
}

/// The first complete record of the demo catalogue.
fn full() -> serde_json::Value {
    let entry = product_pool_demo_data::entries(7, 1).next().unwrap();
    entry.versions.last().unwrap().clone()
}

/// `value` with every text and number in it replaced.
fn replaced(value: &serde_json::Value, by: &str) -> serde_json::Value {
    match value {
        serde_json::Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.clone(), replaced(value, by)))
            .collect(),
        serde_json::Value::Array(list) => list.iter().map(|it| replaced(it, by)).collect(),
        _ => by.into(),
    }
}

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
        .find(|it| attribute(it, "part") == Some("notices"));
    let Some(Node::Element(first)) = notices.and_then(|it| it.child_nodes().first()) else {
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
        let is_it = |it: &&Element| attribute(it, "data-notice") == Some(status);
        let band = elements(&drawn).into_iter().find(is_it).unwrap();
        assert_eq!(attribute(band, "class"), Some("notice band"));
        assert!(text(band).contains(title), "{}", text(band));
    }
}

/// Whether the foot of the card gives the date of the last change.
fn has_foot(card: &Element) -> bool {
    elements(card)
        .into_iter()
        .any(|it| attribute(it, "data-notice") == Some("changed"))
}

/// The notices and the header, in their order.
fn first(card: &Element) -> Vec<&str> {
    let named = |it| attribute(it, "data-notice").or(attribute(it, "part"));
    let mut found = Vec::new();
    for child in card.child_nodes() {
        let Node::Element(part) = child else {
            panic!("a text between the parts of a card");
        };
        if attribute(part, "part") == Some("notices") {
            let notices = part.child_nodes().iter();
            found.extend(notices.map(|child| match child {
                Node::Element(it) => named(it).unwrap(),
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
        shown.panels = panels.map(Panel::chosen);
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
        let found = found.filter_map(|it| attribute(it, "class"));
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
fn the_verdict_has_a_heading_in_a_place_whose_changes_are_announced() {
    for avoid in [None, Some("milk")] {
        let mut shown = props(State::Ready(record(&full())));
        shown.avoid = avoid.map(str::to_owned);
        let drawn = draw(&shown);
        let is_status = |it: &&Element| attribute(it, "role") == Some("status");
        let place = elements(&drawn).into_iter().find(is_status).unwrap();
        let names: Vec<&str> = elements(place).iter().map(|it| it.name()).collect();
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
            "It was recalled, according to the manufacturer. Do not eat or drink it: ask the shop or the manufacturer what to do.",
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

/// What a card is made of, and nothing else may be in it.
const NAMES: &[&str] = &[
    "a", "article", "b", "br", "button", "caption", "code", "dd", "details", "dialog", "div", "dl",
    "dt", "h1", "h2", "h3", "h4", "h5", "h6", "header", "img", "li", "p", "q", "section", "slot",
    "span", "strong", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
];

fn check(card: &Element, hostile: &str) {
    for element in elements(card) {
        assert!(NAMES.contains(&element.name()), "{element:?}");
        let is_described = element.name() != "img" || attribute(element, "alt").is_some();
        assert!(is_described, "{element:?}");
        let mut names: Vec<&str> = element.attributes().iter().map(|(name, _)| *name).collect();
        for name in &names {
            assert!(
                !name.starts_with("on") && *name != "style",
                "{name}: {hostile:?}"
            );
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            element.attributes().len(),
            "an attribute twice"
        );
        for name in ["src", "href"] {
            if let Some(address) = attribute(element, name) {
                assert!(
                    address.starts_with("https://") || address.starts_with("http://"),
                    "{name}={address:?}"
                );
            }
        }
        if let Some(set) = attribute(element, "srcset") {
            for candidate in set.split(", ") {
                let (address, width) = candidate.rsplit_once(' ').unwrap();
                assert!(
                    address.starts_with("http") && !address.contains(' '),
                    "{set:?}"
                );
                assert!(width.ends_with('w'), "{set:?}");
            }
        }
    }
}

#[test]
fn whatever_a_supplier_sends_stays_text() {
    let hostile: Vec<String> = serde_json::from_str(HOSTILE).unwrap();
    assert!(hostile.len() >= 200);
    let full = full();
    for text in &hostile {
        let mut record = record(&replaced(&full, text));
        let image = serde_json::json!({"data": {"id": text, "description": text, "url": text,
            "url_medium": text, "url_large": text, "type": {"name": text}}});
        record.image = FeatureImage::from_json(&image.to_string()).ok();
        let page = serde_json::json!({"data": [image["data"], image["data"]]});
        record.images = ImagePage::from_json(&page.to_string()).ok();
        let mut props = props(State::Ready(record));
        props.avoid = Some(text.clone());
        props.successor = Some(text.clone());
        let drawn = draw(&props);
        check(&drawn, text);
    }
}

#[test]
fn a_full_record_fills_every_panel_but_the_images() {
    let drawn = card(record(&full()));
    let mut shown = panels(&drawn);
    let mut known: Vec<&str> = Panel::ALL
        .iter()
        .map(|panel| panel.key())
        .filter(|name| *name != "gallery")
        .collect();
    assert_eq!(shown, known);
    shown.sort_unstable();
    known.sort_unstable();
    assert_eq!(shown, known, "a panel twice");
}

#[test]
fn an_empty_record_says_so_where_the_law_asks() {
    let drawn = card(record(&serde_json::json!({})));
    assert_eq!(
        panels(&drawn),
        ["summary", "allergens", "ingredients", "nutrition"]
    );
    let text = text(&drawn);
    for sentence in [
        "No allergen information was supplied. Check the label.",
        "The list of ingredients was not supplied. Check the label.",
        "Nutrition information was not supplied. Check the label.",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[test]
fn panels_come_as_chosen() {
    let mut chosen = props(State::Ready(record(&full())));
    chosen.panels = Some(Panel::chosen("nutrition allergens nonsense nutrition"));
    assert_eq!(panels(&draw(&chosen)), ["nutrition", "allergens"]);
}

#[test]
fn a_shoppers_list_is_answered_first_and_never_with_a_promise() {
    let data = serde_json::json!({"components": [{"allergens": {
        "contains_milk": {"description": "Yes"},
        "contains_eggs": {"description": "May Contain"},
        "contains_fish": {"description": "No"},
        "contains_celery_celeriac": null,
    }}]});
    let mut asked = props(State::Ready(record(&data)));
    asked.avoid = Some("fish celery eggs milk pollen".into());
    let drawn = draw(&asked);
    let answers: Vec<(&str, String)> = elements(&drawn)
        .into_iter()
        .filter(|it| it.name() == "li")
        .filter_map(|it| Some((attribute(it, "data-answer")?, text(it))))
        .collect();
    let expected = [
        ("contains", "●Milk: in this product"),
        ("may-contain", "◐Eggs: may be in this product"),
        ("not-stated", "?Celery: not stated — check the label"),
        ("not-declared", "○Fish: declared as not present"),
        ("unknown", "?“pollen” was not recognised — check the label"),
    ];
    assert_eq!(
        answers,
        expected.map(|(answer, text)| (answer, text.to_owned()))
    );
    let worst = elements(&drawn)
        .into_iter()
        .find(|it| attribute(it, "class") == Some("verdict"))
        .and_then(|it| attribute(it, "data-answer"));
    assert_eq!(worst, Some("contains"));
}

#[test]
fn a_word_that_is_not_understood_is_never_taken_for_an_answer() {
    let data = serde_json::json!({"components": [{"allergens": {
        "contains_fish": {"description": "No"}}}]});
    for (asked, worst) in [
        ("fish", "not-declared"),
        ("fish pollen", "not-stated"),
        ("pollen", "not-stated"),
    ] {
        let mut props = props(State::Ready(record(&data)));
        props.avoid = Some(asked.into());
        let drawn = draw(&props);
        let found = elements(&drawn)
            .into_iter()
            .find(|it| attribute(it, "class") == Some("verdict"))
            .and_then(|it| attribute(it, "data-answer"));
        assert_eq!(found, Some(worst));
    }
}

#[test]
fn every_failure_has_its_words_and_those_that_may_pass_a_button() {
    for failure in Failure::ALL {
        let drawn = draw(&props(State::Failed {
            failure: *failure,
            detail: None,
        }));
        assert_eq!(attribute(&drawn, "data-state"), Some(failure.key()));
        let text = text(&drawn);
        assert!(
            *failure == Failure::BadGtin || !text.contains("error."),
            "{text}"
        );
        let again = elements(&drawn)
            .into_iter()
            .any(|it| attribute(it, "data-action") == Some("retry"));
        assert_eq!(again, failure.may_pass(), "{failure:?}");
    }
}

#[test]
fn what_must_not_be_overlooked_cannot_be_folded() {
    let mut compact = props(State::Ready(record(&full())));
    compact.density = Density::Compact;
    let drawn = draw(&compact);
    for element in elements(&drawn) {
        if let Some(name) = attribute(element, "data-panel") {
            let folds = element
                .child_nodes()
                .iter()
                .any(|it| matches!(it, Node::Element(it) if it.name() == "details"));
            assert_eq!(
                folds,
                !["summary", "gallery", "allergens"].contains(&name),
                "{name}"
            );
        }
    }
}

/// The text of the elements of a class, or of a name.
fn shown(data: &serde_json::Value, wanted: &str) -> Vec<String> {
    let card = card(record(data));
    elements(&card)
        .into_iter()
        .filter(|it| it.name() == wanted || attribute(it, "class") == Some(wanted))
        .map(text)
        .collect()
}

#[test]
fn a_light_by_portion_says_what_the_portion_holds() {
    let lights = |serving: serde_json::Value| {
        let data = serde_json::json!({"components": [{"nutrients": {
            "nutrition_units": {"description": "per 100g"}, "serving_size": "400 g",
            "sugar_carb_100": {"value": 22, "units": "g"}, "sugar_carb_serving": serving,
        }}]});
        let card = card(record(&data));
        let panel = elements(&card)
            .into_iter()
            .find(|it| attribute(it, "data-panel") == Some("lights"));
        text(panel.unwrap())
    };
    let portion = "High because of the large portion size (400\u{a0}g): sugars";
    let calculated = "Calculated, not declared: sugars";
    for serving in [serde_json::json!("2"), serde_json::json!(null)] {
        let lights = lights(serving);
        assert!(lights.contains("sugars88\u{a0}gHIGH98% RI*"), "{lights}");
        assert!(lights.contains(portion), "{lights}");
        assert!(lights.contains(calculated), "{lights}");
    }
    let declared = lights(serde_json::json!("88.5"));
    assert!(
        declared.contains("sugars88.5\u{a0}gHIGH98% RI*"),
        "{declared}"
    );
    assert!(declared.contains(portion), "{declared}");
    assert!(!declared.contains(calculated), "{declared}");
}

#[test]
fn salt_from_sodium_is_said_to_be_calculated() {
    let data = serde_json::json!({"components": [{"nutrients": {
        "salt_100": "-", "sodium_100": {"value": 400, "units": "mg"},
    }}]});
    assert_eq!(
        shown(&data, "td"),
        ["1\u{a0}g17% RI*calculated from sodium (400\u{a0}mg)"]
    );
}

#[test]
fn no_unit_is_shown_twice_or_beside_words() {
    let data = serde_json::json!({"components": [{"nutrients": {
        "fat_100": {"value": "2 g", "units": "g"}, "protein_100": {"value": "trace", "units": "g"},
        "salt_100": {"value": "1.2", "units": "g"},
    }}]});
    assert_eq!(
        shown(&data, "td"),
        ["2\u{a0}g3% RI*", "trace", "1.2\u{a0}g20% RI*"]
    );
}

#[test]
fn values_are_kept_as_text() {
    // A value that no reader of JSON numbers would keep.
    let value =
        Value::parse(r#"{"data": {"components": [{"nutrients": {"fat_100": {"value": 1.50}}}]}}"#);
    let product = Product::from_json(&value.unwrap().to_json()).unwrap();
    assert!(text(&card(Record::new(product))).contains("1.50"));
}
