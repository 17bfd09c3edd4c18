//! Values that a supplier sends in another form than the table describes are read as
//! what they say, in every field of the table: the card and the description of a
//! record are those of the same record in the form of the table.

use product_pool::card::{CardProps, Record, State, Variant, draw, to_html};
use product_pool::label::{DescribeOptions, Status, allergen_report, describe};
use product_pool::messages::Messages;
use product_pool::model::table::{self, Column, Micronutrient, Nutrient, PRODUCT, Schema};
use product_pool::model::view::Shape;
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};
use std::ptr;

/// What kind of single value a field holds.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Coded,
    Quantity,
}

/// A record whose fields all have a value of one kind: `value` of the field's name
/// where it is of that kind. Everything else is missing. Counts the fields.
fn record(
    of: &'static Schema,
    kind: Kind,
    value: &dyn Fn(&str) -> Value,
    count: &mut usize,
) -> Value {
    let mut object = Map::new();
    let mut single = |shape: Shape, name: &str| {
        let is = match shape {
            _ if is_figure(name) => Kind::Quantity,
            Shape::Text | Shape::Integer | Shape::Number => Kind::Text,
            Shape::Record(record) if is_one_of(record, &[&table::CODED, &table::REFERENCE]) => {
                Kind::Coded
            }
            Shape::Record(record)
                if is_one_of(
                    record,
                    &[
                        &table::QUANTITY,
                        &table::INTEGER_QUANTITY,
                        &table::UNIT_WEIGHT,
                    ],
                ) =>
            {
                Kind::Quantity
            }
            _ => return None,
        };
        // The flags of allergens have a test of their own.
        let is_flag = is == Kind::Coded && ptr::eq(of, &table::ALLERGENS);
        let wanted = is == kind && !is_flag;
        *count += usize::from(wanted);
        Some(wanted.then(|| value(name)))
    };
    let mut sections = Vec::new();
    for field in of.fields() {
        let element = match field.shape {
            Shape::List(element) => Some(*element),
            _ => None,
        };
        match single(element.unwrap_or(field.shape), field.name) {
            Some(Some(value)) if element.is_some() => {
                object.insert(field.name.to_owned(), json!([value]));
            }
            Some(Some(value)) => {
                object.insert(field.name.to_owned(), value);
            }
            Some(None) => {}
            None => sections.push((field.name, field.shape)),
        }
    }
    for (name, shape) in sections {
        let (section, is_list) = match shape {
            Shape::Record(section) => (section, false),
            Shape::List(&Shape::Record(section)) => (section, true),
            _ => continue,
        };
        let inner = record(section, kind, value, count);
        object.insert(
            name.to_owned(),
            if is_list { json!([inner]) } else { inner },
        );
    }
    Value::Object(object)
}

/// Whether a field is a figure of the nutrition declaration. Some are texts in the
/// table, but all are read as quantities.
fn is_figure(name: &str) -> bool {
    Column::ALL.iter().any(|column| {
        let mut nutrients = Nutrient::ALL.iter();
        let mut others = Micronutrient::ALL.iter();
        nutrients.any(|nutrient| nutrient.field(*column) == name)
            || others.any(|other| other.field(*column) == name)
    })
}

fn is_one_of(record: &'static Schema, others: &[&'static Schema]) -> bool {
    others.iter().any(|other| ptr::eq(*other, record))
}

/// Everything that is read of a record: its cards and its description.
fn read(data: &Value) -> String {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let described =
        serde_json::to_string_pretty(&describe(product.data(), &DescribeOptions::default()))
            .unwrap();
    let shown = Record::new(product);
    let mut all = described;
    for variant in Variant::ALL {
        let mut props = CardProps::new(State::Ready(shown.clone()), Messages::english());
        props.variant = *variant;
        props.avoid = Some("peanuts, milk".to_owned());
        all += &to_html(&draw(&props)).replace('<', "\n<");
    }
    all
}

/// Checks that every field of a kind reads the same in two forms.
fn assert_alike(kind: Kind, plain: &dyn Fn(&str) -> Value, odd: &dyn Fn(&str) -> Value) {
    let mut count = 0;
    let expected = record(&PRODUCT, kind, plain, &mut count);
    assert!(count > 20, "{count} fields");
    let sent = record(&PRODUCT, kind, odd, &mut 0);
    let (expected, found) = (read(&expected), read(&sent));
    for (left, right) in expected.lines().zip(found.lines()) {
        assert_eq!(left, right, "{} and {}", plain("x"), odd("x"));
    }
    assert_eq!(expected.lines().count(), found.lines().count());
}

/// Words that fields hold: figures, answers, remarks, allergens.
const WORDS: [&str; 6] = ["12.5", "12 %", "Yes", "No", "of {}", "May contain peanuts"];

fn words(pattern: &str, field: &str) -> String {
    pattern.replace("{}", field)
}

#[test]
fn a_text_is_read_in_every_form() {
    let forms: [fn(&str) -> Value; 8] = [
        |text| json!({"id": 7, "description": text}),
        |text| json!({"value": 1, "description": text}),
        |text| json!({"value": text, "units": null}),
        |text| json!({"0": {"id": 7, "description": text}}),
        |text| json!({"description": {"en": text}}),
        |text| json!([text]),
        |text| json!([null, {"id": 7, "description": text}]),
        |text| json!([[{"value": text, "units": " "}], []]),
    ];
    for pattern in WORDS {
        for form in forms {
            let plain = |field: &str| json!(words(pattern, field));
            assert_alike(Kind::Text, &plain, &|field| form(&words(pattern, field)));
        }
    }
}

#[test]
fn a_figure_a_boolean_and_several_texts_are_read_as_one_text() {
    let pairs = [
        (json!("12.5"), json!(12.5)),
        (json!("12 %"), json!({"value": 12, "units": "%"})),
        (json!("12 g"), json!([{"value": "12", "units": "g"}])),
        (json!("Yes"), json!(true)),
        (json!("No"), json!([false])),
        (
            json!("No milk\nNuts"),
            json!(["No milk", {"description": "Nuts"}]),
        ),
    ];
    for (plain, odd) in pairs {
        assert_alike(Kind::Text, &|_| plain.clone(), &|_| odd.clone());
    }
}

#[test]
fn a_coded_value_is_read_in_every_form() {
    let forms: [fn(&str) -> Value; 6] = [
        |text| json!(text),
        |text| json!({"id": 7, "description": text}),
        |text| json!({"description": [text]}),
        |text| json!({"value": 3, "units": null, "text": {"en": text}}),
        |text| json!([{"value": 1, "description": text}]),
        |text| json!([[text], null]),
    ];
    for pattern in WORDS {
        for form in forms {
            let plain = |field: &str| json!({"value": 1, "description": words(pattern, field)});
            assert_alike(Kind::Coded, &plain, &|field| form(&words(pattern, field)));
        }
    }
    for (plain, odd) in [("Yes", true), ("No", false)] {
        let plain = json!({"value": 1, "description": plain});
        assert_alike(Kind::Coded, &|_| plain.clone(), &|_| json!(odd));
    }
}

#[test]
fn a_quantity_is_read_in_every_form() {
    for (amount, units) in [("12.50", "g"), ("<0.5", "g"), ("trace", ""), ("2", "Days")] {
        let plain = json!({"value": amount, "units": units});
        for odd in [
            json!([{"value": amount, "units": units}]),
            json!({"value": amount, "units": {"id": 1, "description": units}}),
            json!({"value": {"value": amount}, "units": units}),
            json!({"value": [amount], "units": [units]}),
        ] {
            assert_alike(Kind::Quantity, &|_| plain.clone(), &|_| odd.clone());
        }
        let bare = json!(amount);
        for odd in [
            json!({"value": amount}),
            json!([amount]),
            json!({"id": 1, "description": amount}),
            json!({"value": null, "units": null, "text": {"en": amount}}),
        ] {
            assert_alike(Kind::Quantity, &|_| bare.clone(), &|_| odd.clone());
        }
    }
}

/// In another form than a description, a flag declares nothing absent, and a warning
/// in it counts.
#[test]
fn a_flag_in_another_form_only_warns() {
    let forms: [fn(&str) -> Value; 5] = [
        |text| json!([text]),
        |text| json!([{"value": 1, "description": text}, {"description": "No"}]),
        |text| json!({"value": text}),
        |text| json!({"description": {"en": text}}),
        |text| json!({"0": {"description": text}}),
    ];
    for allergen in Allergen::groups() {
        for form in forms {
            for (text, status) in [
                ("Yes", Status::Contains),
                ("May contain", Status::MayContain),
                ("No", Status::NotStated),
                ("-", Status::NotStated),
            ] {
                let data =
                    json!({"components": [{"allergens": {allergen.flag_field(): form(text)}}]});
                let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
                let report = allergen_report(product.data());
                assert_eq!(report.status(allergen), status, "{data}");
            }
        }
    }
}

#[test]
fn a_section_in_a_list_is_read() {
    let section = json!({"contains_milk": {"description": "Yes"}, "allergen_statement_on_pack": "May contain nuts"});
    let other = json!({"contains_milk": {"description": "No"}});
    let card = |allergens: &Value| read(&json!({"components": [{"allergens": allergens}]}));
    assert_eq!(card(&json!([section])), card(&section));
    let data = json!({"data": {"components": [{"allergens": [section, other]}]}});
    let product = Product::from_json(&data.to_string()).unwrap();
    let report = allergen_report(product.data());
    assert_eq!(report.status(Allergen::Milk), Status::Contains);
    assert_eq!(report.status(Allergen::TreeNuts), Status::MayContain);
}

#[test]
fn what_was_sent_stays_as_it_was_sent() {
    let text = r#"{"data":{"status":["published"],"general":{"product_name":{"id":7,"description":"Oats"}}}}"#;
    let product = Product::from_json(text).unwrap();
    assert_eq!(product.to_json(), text);
    assert_eq!(product.faults().len(), 2);
    let general = product.data().general();
    assert_eq!(general.get("product_name").unwrap().kind(), "object");
    assert_eq!(general.product_name().get(), Some("Oats"));
}
