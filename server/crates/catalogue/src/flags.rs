//! The codes of flags.

/// The code of a flag that says yes. The codes are arbitrary on purpose: the
/// service does not document them, so no reader may depend on them.
pub(crate) const YES: u32 = 3;
/// The code of a flag that says no.
pub(crate) const NO: u32 = 1;
/// The code of a flag that says may contain.
pub(crate) const MAY_CONTAIN: u32 = 7;
