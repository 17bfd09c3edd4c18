//! Positions in a configuration file, for error messages.

use std::fmt;
use std::ops::Range;
use std::path::Path;

/// A position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    file: String,
    line: usize,
    column: usize,
}

impl Position {
    pub(super) fn new(path: &Path, text: &str, span: &Range<usize>) -> Position {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Position {
            file: path.display().to_string(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
