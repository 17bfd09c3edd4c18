//! Malformed records where addresses have 32 bits and arithmetic is checked for overflow. The
//! native tests lack the first, and the release, over which the end-to-end tests run, the second.

#[path = "../native/records/hostile/grow.rs"]
#[allow(dead_code, reason = "lists of products are not drawn")]
mod grow;

use product_pool::card::{CardProps, Drawing, Node, Record, State, draw};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::views::{
    ChangesProps, ChangesState, Comparison, MatrixProduct, MatrixProps, MatrixRow, RowState,
    draw_changes, draw_matrix,
};
use wasm_bindgen_test::wasm_bindgen_test;

/// How many records are generated, and from how many bytes each.
const RECORDS: u64 = 500;
const BYTES: usize = 512;

/// Bytes that look random and are the same in every run (splitmix64).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed << 32;
    let words = std::iter::repeat_with(|| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ word >> 31).to_le_bytes()
    });
    words.flatten().take(BYTES).collect()
}

#[wasm_bindgen_test]
fn malformed_records_are_drawn_as_text() {
    let document = web_sys::window().unwrap().document().unwrap();
    let container = document.create_element("div").unwrap();
    let mut drawing = Drawing::new(container.clone()).unwrap();
    let mut before = Product::from_json(r#"{"data":{}}"#).unwrap();
    let mut drawn = 0;
    for seed in 0..RECORDS {
        let Ok(product) = Product::from_json(&grow::product(&bytes(seed))) else {
            continue;
        };
        drawn += 1;
        let messages = Messages::english();
        let comparison = Comparison::new(&before, &product, messages.lexicon());
        let changes = ChangesProps::new(ChangesState::Ready(comparison.into()), messages.clone());
        let row = MatrixProduct::new(product.clone(), messages.lexicon());
        let row = MatrixRow::new(None, RowState::Ready(row.into()));
        let record = Record::new(product.clone());
        let card = CardProps::new(State::Ready(record), messages.clone());
        let trees = [
            draw(&card),
            draw_changes(&changes),
            draw_matrix(&MatrixProps::new(vec![row], messages)),
        ];
        // Each tree changes the one before it, as when a page shows another product.
        drawing.show(trees.map(Node::Element).into()).unwrap();
        let unsafe_elements = container.query_selector_all("script, iframe, [onerror]");
        assert_eq!(unsafe_elements.unwrap().length(), 0, "record {seed}");
        assert!(
            container
                .query_selector("[data-panel=allergens]")
                .unwrap()
                .is_some()
        );
        before = product;
    }
    assert!(drawn > RECORDS / 2, "{drawn} of {RECORDS}");
}
