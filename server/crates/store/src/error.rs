//! What can go wrong with a catalogue file, in one line each.

use std::fmt;
use std::path::PathBuf;

use crate::record::facts::Refusal;

/// Why the catalogue could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file of that name.
    Missing(PathBuf),
    /// There is a file, but it is no catalogue of this program.
    NotACatalogue(PathBuf),
    /// It is a catalogue of another version of this program: its schema.
    OtherSchema(PathBuf, i64),
    /// Another process writes to it and did not finish in time.
    Busy,
    /// A token of that name exists already.
    TokenExists(String),
    /// No token has that name.
    NoToken(String),
    /// The file already holds what somebody imported.
    HoldsImports(PathBuf),
    /// The file is the copy of that service, which its gateway alone writes and
    /// serves.
    IsMirror(PathBuf, String),
    /// The file is the copy of that other service.
    OtherMirror(PathBuf, String),
    /// The mirror belongs to another process that runs.
    MirrorInUse(PathBuf),
    /// The file is damaged; how.
    Damaged(String),
    /// The file holds a catalogue of its own, and no copy.
    NoMirror(PathBuf),
    /// A record cannot be stored.
    Refused(Refusal),
    /// The system has no random numbers.
    NoRandomness,
    /// The file system refused something.
    Io(PathBuf, std::io::Error),
    /// SQLite refused something.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing(path) => {
                write!(
                    f,
                    "there is no catalogue at {}; `seed` and `import` make one",
                    path.display()
                )
            }
            StoreError::NotACatalogue(path) => {
                write!(f, "{} is not a catalogue of this program", path.display())
            }
            StoreError::OtherSchema(path, schema) => write!(
                f,
                "{} is a catalogue of another version of this program (schema {schema}); \
                 seed or import it anew",
                path.display()
            ),
            StoreError::Busy => {
                f.write_str("another process is writing to the catalogue; try again")
            }
            StoreError::TokenExists(name) => {
                write!(
                    f,
                    "there is a token named {name:?} already; revoke it first"
                )
            }
            StoreError::NoToken(name) => write!(f, "there is no token named {name:?}"),
            StoreError::HoldsImports(path) => write!(
                f,
                "{} holds imported records, which seeding would drop; pass --replace if they may go",
                path.display()
            ),
            StoreError::IsMirror(path, service) => write!(
                f,
                "{} is the mirror of {service}; serve it with --upstream {service} --mirror",
                path.display()
            ),
            StoreError::OtherMirror(path, service) => write!(
                f,
                "{} is the mirror of {service}; name another file for another upstream",
                path.display()
            ),
            StoreError::MirrorInUse(path) => write!(
                f,
                "{} is in use by another process, and a mirror's file belongs to one gateway: stop \
                 the other, or name another file",
                path.display()
            ),
            StoreError::Damaged(how) => write!(
                f,
                "the file is damaged ({how}): stop the server and delete the file with its -wal and \
                 -shm; a mirror is then copied again, and a catalogue restored from a backup, or \
                 seeded or imported again"
            ),
            StoreError::NoMirror(path) => write!(
                f,
                "{} holds a catalogue of its own; name another file for the mirror",
                path.display()
            ),
            StoreError::Refused(refusal) => write!(f, "a record cannot be stored: {refusal}"),
            StoreError::NoRandomness => f.write_str("the system gives no random numbers"),
            StoreError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Sqlite(error) => write!(f, "the catalogue: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => StoreError::Busy,
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Sqlite(error),
        }
    }
}
