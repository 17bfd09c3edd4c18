//! Texts and lists put together with little code. The standard library's own
//! ways are written for speed in long loops; a page downloads them once for each
//! element type, or for each chain of adapters.

/// The parts in one text. What the library's `concat` and `format!` bring along
/// would be a tenth of the client's WebAssembly.
pub(crate) fn join(parts: &[&str]) -> String {
    parts.joined("")
}

/// Texts that can be put together.
pub(crate) trait Joined {
    /// The texts in one, with `between` between them.
    fn joined(&self, between: &str) -> String;
}

impl<T: AsRef<str>> Joined for [T] {
    #[inline(never)]
    fn joined(&self, between: &str) -> String {
        let length = |text: &T| text.as_ref().len() + between.len();
        let mut joined = String::with_capacity(self.iter().map(length).sum());
        for (index, text) in self.iter().enumerate() {
            if index > 0 {
                joined.push_str(between);
            }
            joined.push_str(text.as_ref());
        }
        joined
    }
}

/// Iterators that can be put into a list.
pub(crate) trait Gather: Iterator + Sized {
    /// All elements. The same as `collect`, which on a card's sixty kinds of
    /// iterators is 2 KB more, compressed.
    fn gather(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        self.for_each(|element| put(&mut list, element));
        list
    }
}

impl<I: Iterator> Gather for I {}

#[inline(never)]
fn put<T>(list: &mut Vec<T>, element: T) {
    list.push(element);
}
