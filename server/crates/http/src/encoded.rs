//! Percent-encoding (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// The characters that are percent-encoded in paths and queries: all but the unreserved ones of
/// RFC 3986.
pub const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
