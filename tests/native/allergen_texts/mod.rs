//! What texts say of allergens: whether they are read as warnings, as denials, or as neither.

mod adversarial;
mod audit;
mod claims;
mod denials;
mod documented_texts;
mod honest;
mod oracle;
mod read_texts;
mod statements;
mod truth;
