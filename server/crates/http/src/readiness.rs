//! Whether a server can answer requests, for its probe.

use serde_json::{Map, Value};

/// Whether a source of responses can be used.
#[derive(Debug)]
pub struct Readiness {
    /// Why it cannot be used; `None` if it can.
    pub fault: Option<&'static str>,
    /// Why it does not work as it should, although it can be used; `None` if it does.
    pub degraded: Option<&'static str>,
    /// What else the probe reports.
    pub state: Map<String, Value>,
}
