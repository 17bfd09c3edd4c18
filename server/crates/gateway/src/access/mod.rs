//! Who may send requests, how often, and what they may see; the secrets that this takes.

pub(crate) mod clients;
pub(crate) mod keys;
pub(crate) mod redact;
pub(crate) mod secret;
