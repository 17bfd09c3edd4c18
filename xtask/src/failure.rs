//! Why a command stopped, in the one line that its user gets to read.

use std::fmt;
use std::path::Path;

/// The result of everything here that can go wrong.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// An expected end: neither a panic nor a backtrace belongs to it.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was wrong and what to do about it, as one line.
    Told(String),
    /// A signal asked for the end; the number is the signal's.
    Interrupted(i32),
}

impl Failure {
    /// A failure described by `line`, which has no trailing full stop or newline.
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self::Told(line.into())
    }

    /// A file or folder that could not be worked with. `doing` reads as in
    /// "cannot {doing} {path}".
    pub(crate) fn file(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::Told(format!("cannot {doing} {}: {error}", path.display()))
    }

    /// The exit code: 1, or what a shell gives a program that a signal ended.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Told(_) => 1,
            Self::Interrupted(signal) => u8::try_from(128 + signal).unwrap_or(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Told(line) => f.write_str(line),
            Self::Interrupted(_) => f.write_str("stopped"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_follow_the_shell() {
        assert_eq!(Failure::new("no").exit_code(), 1);
        assert_eq!(Failure::Interrupted(2).exit_code(), 130);
        assert_eq!(Failure::Interrupted(15).exit_code(), 143);
    }
}
