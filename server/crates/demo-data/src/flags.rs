//! The codes of flags.

/// The code of the flag "yes". The codes are arbitrary on purpose: the service does not
/// document them, so clients must not depend on them.
pub(crate) const YES: u32 = 3;
/// The code of the flag "no".
pub(crate) const NO: u32 = 1;
/// The code of the flag "may contain".
pub(crate) const MAY_CONTAIN: u32 = 7;
