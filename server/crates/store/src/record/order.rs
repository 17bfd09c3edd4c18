//! The sort orders of lists and versions. They must never change.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The number of a name's characters that take part in sorting. It is limited because the key
/// is part of cursors; names with the same key are ordered by `pool_id`.
const SORTED_CHARACTERS: usize = 100;

/// The sort key of a name: lower case, without accents, runs of white space as one space. Keys
/// compare byte by byte, which is by code point. A name that is missing or not a string has
/// the empty key, which comes first.
pub(crate) fn name_key(name: &str) -> String {
    let key: String = folded(name).chars().take(SORTED_CHARACTERS).collect();
    key.trim_end().to_owned()
}

/// A text in lower case, without accents, runs of white space as one space.
pub(crate) fn folded(text: &str) -> String {
    let letters = text.nfkd().filter(|letter| !is_combining_mark(*letter));
    let letters = letters.flat_map(char::to_lowercase);
    let spaced = letters.map(|letter| if letter.is_control() { ' ' } else { letter });
    let spaced: String = spaced.collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Compares two versions: digits in them count as numbers, so that `10` follows `9` and `1.10`
/// follows `1.9`.
pub(crate) fn version_order(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    while !a.is_empty() && !b.is_empty() {
        let (part_a, rest_a) = first_run(a);
        let (part_b, rest_b) = first_run(b);
        let order = match (is_number(part_a), is_number(part_b)) {
            (true, true) => number_order(part_a, part_b),
            _ => part_a.cmp(part_b),
        };
        if order != Ordering::Equal {
            return order;
        }
        (a, b) = (rest_a, rest_b);
    }
    // `1` and `01` are equal up to here. Comparing the text makes the order total: only equal
    // texts are equal.
    a.len().cmp(&b.len()).then_with(|| left.cmp(right))
}

fn is_number(run: &str) -> bool {
    run.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// Splits off the longest prefix that is all digits or has no digits.
fn first_run(text: &str) -> (&str, &str) {
    let digits = is_number(text);
    let end = text
        .find(|c: char| c.is_ascii_digit() != digits)
        .unwrap_or(text.len());
    text.split_at(end)
}

fn number_order(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_sort_without_case_accents_or_stray_space() {
        assert_eq!(name_key("  Crème\r\n BRÛLÉE "), "creme brulee");
        assert_eq!(name_key("½ Pound"), "1\u{2044}2 pound");
        assert_eq!(name_key(""), "");
        assert_eq!(name_key("\0\u{7}"), "");
        assert!(name_key(&"x ".repeat(5000)).chars().count() <= SORTED_CHARACTERS);
    }

    #[test]
    fn versions_sort_as_numbers_where_they_are() {
        let sorted = [
            "", "0", "1", "01", "1.9", "1.10", "2", "9", "10", "v1", "v2", "v10",
        ];
        for (index, left) in sorted.iter().enumerate() {
            for (other, right) in sorted.iter().enumerate() {
                // `01` and `1` differ only in their text: any order will do, but they must
                // differ.
                if [*left, *right] == ["1", "01"] || [*left, *right] == ["01", "1"] {
                    assert_ne!(version_order(left, right), Ordering::Equal);
                } else {
                    assert_eq!(
                        version_order(left, right),
                        index.cmp(&other),
                        "{left} {right}"
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_order_of_versions_is_total(a in "[0-9a.]{0,6}", b in "[0-9a.]{0,6}", c in "[0-9a.]{0,6}") {
            prop_assert_eq!(version_order(&a, &b), version_order(&b, &a).reverse());
            prop_assert_eq!(version_order(&a, &b) == Ordering::Equal, a == b);
            if version_order(&a, &b).is_le() && version_order(&b, &c).is_le() {
                prop_assert!(version_order(&a, &c).is_le());
            }
        }

        #[test]
        fn name_keys_are_bounded_and_stable(name in any::<String>()) {
            let key = name_key(&name);
            prop_assert!(key.chars().count() <= SORTED_CHARACTERS);
            prop_assert!(!key.chars().any(char::is_control));
        }
    }
}
