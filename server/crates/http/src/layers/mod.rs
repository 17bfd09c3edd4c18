//! The layers that every request passes.

pub mod auth;
pub(crate) mod cache_outcome;
pub(crate) mod compression;
pub mod cors;
pub mod head_method;
pub(crate) mod internal;
pub mod origin;
pub mod request_guard;
pub mod request_id;
