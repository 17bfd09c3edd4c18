//! Supplier texts: HTML read as runs of plain text, and split into tokens.

mod entities;
mod html;
pub(crate) mod tokens;

pub use html::{Run, rich_text};
pub(crate) use html::{capitals, stated};
