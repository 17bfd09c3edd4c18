//! Coded flags. Their codes are arbitrary on purpose: the service does not document them, so
//! clients must not depend on them.

use serde_json::{Value, json};

/// The code of the flag "yes".
pub(crate) const YES: u32 = 3;
/// The code of the flag "no".
pub(crate) const NO: u32 = 1;
/// The code of the flag "may contain".
pub(crate) const MAY_CONTAIN: u32 = 7;

/// A flag with a code and a description.
pub(crate) fn flag(code: u32, description: &str) -> Value {
    json!({"value": code, "description": description})
}

/// The flag with the value yes or no.
pub(crate) fn yes_or_no(yes: bool) -> Value {
    if yes {
        flag(YES, "Yes")
    } else {
        flag(NO, "No")
    }
}
