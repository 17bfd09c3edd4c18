//! What texts say of allergens: whether they are read as warnings, as denials, or as neither.

mod adversarial;
pub(crate) mod audit;
mod claims;
mod denials;
mod documented_texts;
pub(crate) mod honest;
pub(crate) mod oracle;
mod read_texts;
mod statements;
mod truth;
mod words;
