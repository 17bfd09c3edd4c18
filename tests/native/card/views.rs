//! The matrix and the view of changes as they are drawn: every status, conflicts,
//! notices, failures, and every language.
//!
//! The snapshots are HTML with a line for each element. After a change that is
//! meant, write them anew with `UPDATE_SNAPSHOTS=1 cargo test -p product-pool-tests views`.

use crate::ROOT;
use crate::support::printed;
use product_pool::card::{Element, Failure, Node, to_html};
use product_pool::client::ErrorCode;
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::{Allergen, Product};
use product_pool::views::{
    ChangesProps, ChangesState, Comparison, MatrixProduct, MatrixProps, MatrixRow, RowState,
    draw_changes, draw_matrix, matrix_table,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

pub(super) fn product(data: &Value) -> Product {
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

pub(super) fn flag(description: &str) -> Value {
    json!({ "value": 1, "description": description })
}

/// A product with every status, conflicts, notices, and two components.
fn soup() -> Value {
    json!({
        "changed_at": "1999-05-02 10:00:00",
        "general": { "product_name": "<b>Soup</b> & co", "brand_name": "Fenwick" },
        "outer": { "traded_unit_gtin": "9520123456788" },
        "components": [
            {
                "general": { "component_name": "Soup" },
                "allergens": {
                    "allergen_statement_on_pack": "May contain zibbel.",
                    "contains_milk": flag("Yes"),
                    "contains_cereal": flag("Yes"),
                    "contains_rye": flag("Yes"),
                    "contains_oats": flag("May contain"),
                    "contains_eggs": flag("No"),
                    "contains_tree_nuts": flag("No"),
                    "contains_cashew_nuts": flag("May contain"),
                    "contains_fish": { "value": 0, "description": null }
                },
                "ingredients": { "formatted_ingredients": "Milk, <b>wapiti</b>" }
            },
            { "allergens": { "contains_eggs": flag("No"), "contains_mustard": flag("May contain") } }
        ]
    })
}

fn row(gtin: Option<&str>, state: RowState) -> MatrixRow {
    MatrixRow::new(gtin.map(str::to_owned), state)
}

/// A matrix with rows in every state.
fn matrix(messages: &Messages) -> MatrixProps {
    let ready = |data: &Value| {
        let product = MatrixProduct::new(product(data), messages.lexicon());
        RowState::Ready(Arc::new(product))
    };
    let mut archived = soup();
    archived["status"] = json!("archived");
    let mut rows = vec![
        row(None, ready(&soup())),
        row(Some("9520123456795"), ready(&json!({}))),
        row(Some("9520123456801"), RowState::Loading),
        row(None, RowState::Failed(Failure::Other)),
    ];
    let failures = Failure::ALL.iter().copied();
    rows.extend(failures.map(|failure| row(Some("9520123456818"), RowState::Failed(failure))));
    rows.push(row(None, ready(&archived)));
    MatrixProps::new(rows, messages.clone())
}

/// Two versions that differ in every kind of field.
fn versions() -> (Product, Product) {
    let before = json!({
        "version": "1",
        "changed_at": "2026-03-02 09:00:00",
        "general": { "product_name": "Soup" },
        "outer": { "traded_unit_gtin": "9520123456788", "packaging_type": "Tin" },
        "components": [
            {
                "general": { "component_uuid": "a", "component_name": "Soup" },
                "allergens": {
                    "contains_milk": flag("No"), "contains_eggs": flag("Yes"),
                    "contains_fish": flag("May contain"), "contains_lupin": flag("Yes"),
                    "contains_soybeans": flag("Yes"), "contains_celery_celeriac": flag("Yes")
                },
                "ingredients": {
                    "formatted_ingredients": "Tomatoes, <b>celery</b>, salt",
                    "contains_palm_oil": flag("No")
                },
                "nutrients": {
                    "nutrition_units": { "id": 1, "description": "per 100g" },
                    "fat_100": { "value": 2, "units": "g" },
                    "salt_100": { "value": 0.50, "units": "g" },
                    "protein_serving": { "value": 3, "units": "g" }
                },
                "nutrients_prepared": { "fat_prepared_100": "3 g", "fat_prepared": "6 g" }
            },
            { "general": { "component_uuid": "b", "component_name": "Croutons" }, "allergens": { "contains_rye": flag("Yes") } }
        ]
    });
    let mut after = before.clone();
    after["version"] = json!("2");
    after["changed_at"] = json!("2026-06-18 15:30:00");
    after["status"] = json!("archived");
    after["invented"] = json!({ "note": "<img src=x onerror=alert(1)>", "list": [1, true, null] });
    after["outer"]["packaging_type"] = Value::Null;
    let soup = &mut after["components"][0];
    soup["allergens"] = json!({
        "contains_milk": flag("Yes"), "contains_eggs": null,
        "contains_fish": flag("Yes"), "contains_lupin": flag("May contain"),
        "contains_soybeans": flag("No"), "contains_celery_celeriac": flag("Yes"),
        "contains_eggs_risk_source": "Whole egg"
    });
    soup["ingredients"] = json!({
        "formatted_ingredients": "Tomatoes, <b>celery</b>, <b>cream</b>",
        "contains_palm_oil": flag("Yes")
    });
    soup["nutrients"] = json!({
        "nutrition_units": { "id": 2, "description": "per 100ml" },
        "fat_100": { "value": 9.5, "units": "g" },
        "protein_serving": { "value": 2, "units": "g" }
    });
    soup["nutrients_prepared"] = json!({ "fat_prepared_100": "4 g", "fat_prepared": "8 g" });
    after["components"].as_array_mut().unwrap().pop();
    (product(&before), product(&after))
}

fn changes(messages: &Messages, state: ChangesState) -> Element {
    draw_changes(&ChangesProps::new(state, messages.clone()))
}

fn compared(messages: &Messages) -> Element {
    let (before, after) = versions();
    comparison(&before, &after, messages)
}

/// What changed on the way back, when a component comes instead of going.
fn compared_backwards(messages: &Messages) -> Element {
    let (before, after) = versions();
    comparison(&after, &before, messages)
}

pub(super) fn comparison(before: &Product, after: &Product, messages: &Messages) -> Element {
    let comparison = Comparison::new(before, after, messages.lexicon());
    changes(messages, ChangesState::Ready(Arc::new(comparison)))
}

/// The elements' own table, in JavaScript, is the one of the components.
#[test]
fn every_error_is_the_same_failure_in_elements_and_components() {
    let script = std::fs::read_to_string(Path::new(ROOT).join("pkg/src/shared/failures.ts"));
    let script = script.unwrap();
    let (_, table) = script
        .split_once("const STATES: Record<string, FailureState> = {\n")
        .unwrap();
    let (table, _) = table.split_once("};").unwrap();
    let rows = table
        .lines()
        .map(|row| row.trim().split_once(": ").unwrap());
    let failures: HashMap<&str, &str> = rows
        .map(|(code, failure)| (code, failure.trim_matches(['\'', ','])))
        .collect();
    for code in ErrorCode::ALL {
        let failure = failures.get(code.key()).unwrap_or(&"error");
        assert_eq!(Failure::from(*code).key(), *failure, "{}", code.key());
    }
    let is_code = |name: &&str| ErrorCode::ALL.iter().any(|code| code.key() == *name);
    assert!(failures.keys().all(is_code), "{failures:?}");
}

/// Compares a tree with its snapshot, or writes the snapshot.
fn assert_snapshot(name: &str, drawn: &Element) {
    let html = printed(drawn).replace("><", ">\n<") + "\n";
    let file = Path::new(ROOT).join("tests/fixtures/views");
    let file = file.join(format!("{name}.html"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &html).unwrap();
    }
    let snapshot = std::fs::read_to_string(&file).unwrap_or_default();
    for (number, (line, expected)) in html.lines().zip(snapshot.lines()).enumerate() {
        assert_eq!(line, expected, "line {} of {}", number + 1, file.display());
    }
    assert_eq!(
        html.len(),
        snapshot.len(),
        "the length of {}",
        file.display()
    );
}

#[test]
fn the_matrix_shows_every_status_conflict_notice_and_failure() {
    assert_snapshot("matrix", &draw_matrix(&matrix(&Messages::english())));
}

#[test]
fn the_changes_show_everything_that_differs() {
    assert_snapshot("changes", &compared(&Messages::english()));
}

#[test]
fn the_changes_show_that_nothing_differs_and_what_failed() {
    let messages = Messages::english();
    let (before, _) = versions();
    let same = Comparison::new(&before, &before, messages.lexicon());
    let same = changes(&messages, ChangesState::Ready(Arc::new(same)));
    assert!(printed(&same).contains("<p>The two versions are identical.</p>"));
    let loading = printed(&changes(&messages, ChangesState::Loading));
    assert!(loading.contains(" aria-busy=\"true\""));
    let failed = changes(&messages, ChangesState::Failed(Failure::NotFound));
    let failed = printed(&failed);
    assert!(failed.contains(" role=\"alert\"") && failed.contains("data-action=\"retry\""));
}

#[test]
fn an_allergen_that_is_not_stated_is_absent_nowhere() {
    let messages = Messages::english();
    let props = matrix(&messages);
    let table = matrix_table(&props);
    let (heads, rows) = table.split_first().unwrap();
    for (row, cells) in props.rows.iter().zip(rows) {
        assert_eq!(cells.len(), heads.len());
        for cell in &cells[3..17] {
            assert!(!cell.is_empty());
            if !matches!(row.state, RowState::Ready(_)) {
                assert_eq!(cell, "Not stated: check the label");
            }
        }
    }
    // Of a record without allergens nothing is known either.
    assert!(
        rows[1][3..17]
            .iter()
            .all(|cell| cell == "Not stated: check the label")
    );
    let milk = heads.iter().position(|head| head == "Milk").unwrap();
    assert_eq!(rows[0][milk], "Contains — Found in: Soup");
}

#[test]
fn a_matrix_has_no_calm_cell_for_a_product_that_may_be_out_of_date() {
    let messages = Messages::english();
    let allergens = json!({"contains_milk": flag("Yes"), "contains_eggs": flag("No")});
    let read = product(&json!({"components": [{"allergens": allergens}]}));
    let read = Arc::new(MatrixProduct::new(read, messages.lexicon()));
    let draw = |stale: Option<&str>| {
        let mut row = row(None, RowState::Ready(read.clone()));
        row.stale = stale.map(str::to_owned);
        let props = MatrixProps::new(vec![row], messages.clone());
        let html = printed(&draw_matrix(&props));
        (html, matrix_table(&props)[1].join("|"))
    };
    let calm = r#"<td data-status="declared-not-present""#;
    let (html, row) = draw(None);
    assert!(html.contains(calm), "{html}");
    assert!(row.contains("|Declared as not present|"), "{row}");
    let (html, row) = draw(Some("1 May at 12:00"));
    assert!(!html.contains(calm), "{html}");
    let words = "Declared as not present: check the label";
    assert!(html.contains(words), "{html}");
    assert!(row.contains(&format!("|{words}|")), "{row}");
    for text in [html, row] {
        assert!(text.contains("Not checked with the supplier since 1 May at 12:00."));
        assert!(text.contains("Contains"));
    }
}

#[test]
fn the_columns_of_avoided_allergens_come_first_over_their_own_cells() {
    let messages = Messages::english();
    let mut props = matrix(&messages);
    let of_file = matrix_table(&props);
    // A member stands for its group; the order is the table's.
    props.avoid = Some("soya, milk almonds".to_owned());
    let html = to_html(&draw_matrix(&props));
    let head = html.split("</thead>").next().unwrap();
    let heads: Vec<&str> = head.split("<th ").skip(2).collect();
    let names: Vec<&str> = heads
        .iter()
        .map(|head| {
            head.split("<span>")
                .nth(1)
                .unwrap()
                .split('<')
                .next()
                .unwrap()
        })
        .collect();
    let avoided = heads.iter().filter(|head| head.contains("data-avoided"));
    assert_eq!((names.len(), avoided.count()), (14, 3));
    assert!(heads[..3].iter().all(|head| head.contains("data-avoided")));
    let row = html.split("<tr data-state=\"ready\"").nth(1).unwrap();
    let row = row.split("</tr>").next().unwrap();
    let cells = row.split("data-allergen=\"").skip(1);
    let cells: Vec<&str> = cells.map(|cell| cell.split('"').next().unwrap()).collect();
    let named = Allergen::ALL
        .iter()
        .map(|one| (one.wire_name(), messages.allergen(*one)));
    let named: HashMap<&str, String> = named.collect();
    let expected: Vec<&str> = cells.iter().map(|cell| named[cell].as_str()).collect();
    assert_eq!(names, expected, "each head over its cells");
    // A file has one order.
    assert_eq!(matrix_table(&props), of_file);
}

#[test]
fn an_empty_matrix_and_hostile_levels_are_drawn() {
    let mut props = MatrixProps::new(Vec::new(), Messages::english());
    for level in [0, 1, 6, u8::MAX - 2] {
        props.level = level;
        let _ = draw_matrix(&props);
    }
    let (before, after) = versions();
    let messages = Messages::english();
    let comparison = Arc::new(Comparison::new(&before, &after, messages.lexicon()));
    for level in [0, 6, u8::MAX] {
        let mut props = ChangesProps::new(
            ChangesState::Ready(Arc::clone(&comparison)),
            messages.clone(),
        );
        props.level = level;
        let _ = draw_changes(&props);
    }
}

#[test]
fn hostile_records_are_drawn_as_text() {
    let hostile = include_str!("../../fixtures/hostile.json");
    let messages = Messages::english();
    let texts: Vec<String> = serde_json::from_str(hostile).unwrap();
    assert!(texts.len() >= 200);
    let record = |text: &str| {
        product(&json!({
            "status": text, "version": text,
            "general": { "product_name": text, "brand_name": text },
            "outer": { "traded_unit_gtin": text },
            "components": [
                {
                    "general": { "component_name": text },
                    "allergens": { "allergen_statement_on_pack": text, "contains_milk": flag("Yes") },
                    "ingredients": { "formatted_ingredients": format!("<b>{text}</b>") },
                    "nutrients": { "fat_100": { "value": text, "units": text } }
                },
                { "allergens": { "contains_milk": flag("May contain") } }
            ],
            "invented": { text: text }
        }))
    };
    let (other, _) = versions();
    for text in &texts {
        let hostile = record(text);
        let mut drawn = Vec::new();
        for (before, after) in [(&other, &hostile), (&hostile, &other)] {
            let comparison = Comparison::new(before, after, messages.lexicon());
            drawn.push(changes(
                &messages,
                ChangesState::Ready(Arc::new(comparison)),
            ));
        }
        let product = MatrixProduct::new(hostile, messages.lexicon());
        let row = row(Some(text), RowState::Ready(Arc::new(product)));
        drawn.push(draw_matrix(&MatrixProps::new(vec![row], messages.clone())));
        for tree in &drawn {
            let html = printed(tree).to_ascii_lowercase();
            for tag in ["<script", "<img", "<svg", "<iframe", "<object", "<input"] {
                assert!(!html.contains(tag), "{tag} of {text:?}");
            }
        }
    }
}

fn texts<'e>(element: &'e Element, found: &mut Vec<&'e str>) {
    let labels = element.attributes().iter();
    found.extend(
        labels
            .filter(|label| label.0 == "aria-label")
            .map(|label| &*label.1),
    );
    for child in element.child_nodes() {
        match child {
            Node::Element(child) => texts(child, found),
            Node::Text(text) => found.push(text),
        }
    }
}

/// Whether a text is the key of a message that the language lacks, or has a
/// placeholder that was not filled in.
fn is_gap(text: &str) -> bool {
    let text = text.trim();
    let is_key = |part: &str| {
        let mut bytes = part.bytes();
        bytes.all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte == b'_')
    };
    (text.contains('.') && !text.ends_with('.') && text.split('.').all(is_key))
        || text.contains('{') && !text.starts_with('{')
}

#[test]
fn every_language_has_all_messages() {
    for (language, _) in LANGUAGES {
        let messages = Messages::for_language(language).unwrap();
        let mut drawn = vec![draw_matrix(&matrix(&messages)), compared(&messages)];
        drawn.push(compared_backwards(&messages));
        let failed = |failure: &Failure| changes(&messages, ChangesState::Failed(*failure));
        drawn.extend(Failure::ALL.iter().map(failed));
        drawn.push(changes(&messages, ChangesState::Loading));
        for tree in &drawn {
            let mut found = Vec::new();
            texts(tree, &mut found);
            let gaps: Vec<&str> = found.into_iter().filter(|text| is_gap(text)).collect();
            // Paths of fields look like keys.
            let gaps: Vec<&str> = gaps
                .into_iter()
                .filter(|gap| messages.find(gap).is_none() && !is_path(gap))
                .collect();
            assert!(gaps.is_empty(), "{language}: {gaps:?}");
        }
        let table = matrix_table(&matrix(&messages));
        let gap = table.iter().flatten().find(|cell| is_gap(cell));
        assert_eq!(gap, None, "{language}");
    }
}

/// Whether a text is the path of a field in the records above.
fn is_path(text: &str) -> bool {
    ["outer.", "invented.", "general."]
        .iter()
        .any(|start| text.starts_with(start))
}
