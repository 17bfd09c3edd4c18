//! Texts put together with little code.

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
