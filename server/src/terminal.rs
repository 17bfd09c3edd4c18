//! Lines on stdout and stderr.

use std::io::{self, Write};

/// Writes an error to stderr.
pub(crate) fn print_error(line: &str) {
    let _ = writeln!(io::stderr(), "error: {line}");
}

/// Writes a line to stdout. If stdout is closed, the error is ignored.
pub(crate) fn print_line(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
