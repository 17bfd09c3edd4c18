//! Supplier texts: HTML read as runs of plain text, and split into tokens.

mod entities;
mod html;
pub(crate) mod letters;
mod repair;
#[cfg(test)]
pub(crate) mod steps;
pub(crate) mod tokens;

pub use html::{Run, rich_text};
pub(crate) use html::{capitals, stated};

/// Texts one after the other. Like `join`, which is more code for each kind of text.
pub(crate) fn joined<S: AsRef<str>>(texts: &[S], between: &str) -> String {
    let mut all = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            all.push_str(between);
        }
        all.push_str(text.as_ref());
    }
    all
}

/// Where a text first has another in it, which should be short. Not `find`: docs/decisions/webassembly.md.
pub(crate) fn position(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    (0..text.len()).find(|at| text[*at..].starts_with(part))
}

/// Whether a text is one of those between the bars. One text is smaller than a
/// list of texts.
pub(crate) fn is_among(text: &str, texts: &str) -> bool {
    let mut known = texts.as_bytes().split(|byte| *byte == b'|');
    known.any(|known| known == text.as_bytes())
}
