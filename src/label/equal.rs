//! Equal texts, found without comparing each with every other one.

use std::collections::BinaryHeap;

/// Texts with their indices, in a stable sort: by a heap, which is less code than `sort`.
pub(crate) fn sorted<T: AsRef<str>>(texts: &[T]) -> Vec<(&str, usize)> {
    let texts = texts.iter().map(AsRef::as_ref);
    let heap: BinaryHeap<_> = texts.zip(0..).collect();
    heap.into_sorted_vec()
}

/// Whether a text is among sorted ones.
pub(crate) fn has_text(sorted: &[(&str, usize)], text: &str) -> bool {
    sorted
        .binary_search_by_key(&text, |(known, _)| known)
        .is_ok()
}

/// The indices of equal texts: a group for each text, in the order of their first occurrences.
pub(crate) fn groups<T: AsRef<str>>(texts: &[T]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); texts.len()];
    let mut first: Option<(&str, usize)> = None;
    for (text, place) in sorted(texts) {
        let at = match first {
            Some((known, at)) if known == text => at,
            _ => place,
        };
        first = Some((text, at));
        if let Some(group) = groups.get_mut(at) {
            group.push(place);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_in_one_group_at_its_first_place() {
        let texts = ["b", "a", "", "b", "a", "b", "c"];
        let expected = [vec![0, 3, 5], vec![1, 4], vec![2], vec![6]];
        assert_eq!(groups(&texts), expected);
        assert!(groups::<&str>(&[]).is_empty());
    }
}
