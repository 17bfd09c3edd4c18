//! Responses of every kind, and what of them is kept.

pub mod answer;
pub mod cache_tags;
pub mod file;
pub mod problem;
pub(crate) mod protected;
pub(crate) mod representations;
pub mod security;
pub mod static_files;
pub(crate) mod validity;
