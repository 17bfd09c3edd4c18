//! Texts put together.

/// The parts in one text. What the library's `concat` and `format!` bring along
/// would be a tenth of the client's WebAssembly.
pub(crate) fn join(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}
