//! `collect_vec` and `nested`: a `collect` and a `flat_map` of little code.

use std::iter;

/// The elements of lists in a list. `flat_map` is compiled anew for each chain of adapters around it
/// (docs/decisions/webassembly.md).
pub(crate) fn nested<'a, T, U: 'a>(
    lists: &'a [T],
    list: impl Fn(&'a T) -> &'a [U] + Clone,
) -> impl Iterator<Item = &'a U> + Clone {
    let (mut lists, mut elements) = (lists.iter(), [].iter());
    iter::from_fn(move || {
        loop {
            if let Some(element) = elements.next() {
                return Some(element);
            }
            elements = list(lists.next()?).iter();
        }
    })
}

/// Iterators that can be collected into a `Vec`.
pub(crate) trait CollectVec: Iterator + Sized {
    /// The same as `collect`. Vec's own way is written for speed and is compiled
    /// anew for each chain of adapters (docs/decisions/webassembly.md).
    fn collect_vec(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        self.for_each(|element| push(&mut list, element));
        list
    }
}

impl<I: Iterator> CollectVec for I {}

#[inline(never)]
fn push<T>(list: &mut Vec<T>, element: T) {
    list.push(element);
}
