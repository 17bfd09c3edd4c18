//! Lines on stdout and stderr.

use std::io::{self, Write};

/// Writes an error on stderr.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "error: {line}");
}

/// Writes a line on stdout. If stdout is closed, there is nobody to read it.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
