//! Whether a server can answer requests, for its probe.

use serde_json::{Map, Value};

/// Whether a source of responses can be used.
#[derive(Debug)]
pub struct Readiness {
    /// Why it cannot be used; `None` if it can.
    pub fault: Option<&'static str>,
    /// What else the probe reports.
    pub state: Map<String, Value>,
}
