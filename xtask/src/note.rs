//! Lines for people.

/// Prints a line on stderr: stdout is for what a script may want to read.
pub(crate) fn note(line: &str) {
    eprintln!("xtask: {line}");
}
