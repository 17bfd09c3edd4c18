use super::*;
use product_pool::card::stylesheet;
use std::collections::BTreeSet;

/// The classes and attributes that the styles of cards know, one a line, below the format that they
/// belong to.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/render/vocabulary.txt");

/// The words of selectors: `.class`, `[attribute]` and `[attribute="value"]`.
fn vocabulary(styles: &str) -> BTreeSet<&str> {
    let starts = styles.match_indices(['.', '[']);
    let words = starts.filter_map(|(at, start)| {
        let rest = &styles[at..];
        rest[1..]
            .starts_with(|first: char| first.is_ascii_lowercase())
            .then_some(())?;
        let end = match start {
            "[" => rest.find(']')? + 1,
            _ => {
                let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
                1 + rest[1..]
                    .find(|letter| !is_part(letter))
                    .unwrap_or(rest.len() - 1)
            }
        };
        Some(&rest[..end])
    });
    words.collect()
}

/// During an upgrade, elements of one release show cards that another one has drawn, by the styles
/// that they have.
#[test]
fn the_format_changes_with_what_styles_cards() {
    let styles = stylesheet();
    let words: Vec<&str> = vocabulary(&styles).into_iter().collect();
    let found = format!("format {FORMAT}\n{}\n", words.join("\n"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(FILE, &found).unwrap();
    }
    let known = std::fs::read_to_string(FILE).unwrap();
    assert_eq!(
        found, known,
        "if a card without these styles would be wrong, raise FORMAT here and in \
         pkg/src/card/drawn.ts; then run this with UPDATE_SNAPSHOTS=1"
    );
    // The element knows the same format.
    let element = include_str!("../../../../../pkg/src/card/drawn.ts");
    assert!(element.contains(&format!("const FORMAT = {FORMAT};")));
}
