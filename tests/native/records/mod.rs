//! Records as suppliers send them, and requests for them.

mod catalogue;
mod forms;
mod gtin;
mod hostile;
mod json;
mod operations;
mod serde;
mod table;
