//! `collect_vec`, a `collect` of little code.

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
