//! Errors of a catalogue file, each a message in one line.

use std::fmt;
use std::path::PathBuf;

use crate::record::columns::Refusal;

/// An error of the catalogue.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file of that name.
    Missing(PathBuf),
    /// The file is not a catalogue of this program.
    NotACatalogue(PathBuf),
    /// The catalogue has the schema of another version of this program.
    OtherSchema(PathBuf, i64),
    /// Another process is writing and did not finish in time.
    Busy,
    /// A token with that name exists already.
    TokenExists(String),
    /// No token has that name.
    NoToken(String),
    /// The file contains imported records.
    HoldsImports(PathBuf),
    /// The file is a mirror of that service, which only its gateway writes and serves.
    IsMirror(PathBuf, String),
    /// The file is a mirror of another service.
    OtherMirror(PathBuf, String),
    /// The mirror is in use by another process.
    MirrorInUse(PathBuf),
    /// The file is damaged; SQLite's message.
    Damaged(String),
    /// The file is a catalogue of its own and not a mirror.
    NotAMirror(PathBuf),
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
                    "there is no catalogue at {}; create one with `seed` or `import`",
                    path.display()
                )
            }
            StoreError::NotACatalogue(path) => {
                write!(f, "{} is not a catalogue of this program", path.display())
            }
            StoreError::OtherSchema(path, schema) => write!(
                f,
                "{} is a catalogue of another version of this program (schema {schema}); \
                 seed or import it again",
                path.display()
            ),
            StoreError::Busy => {
                f.write_str("another process is writing to the catalogue; try again")
            }
            StoreError::TokenExists(name) => {
                write!(f, "a token named {name:?} exists already; revoke it first")
            }
            StoreError::NoToken(name) => write!(f, "there is no token named {name:?}"),
            StoreError::HoldsImports(path) => write!(
                f,
                "{} contains imported records; pass --replace to delete them",
                path.display()
            ),
            StoreError::IsMirror(path, service) => write!(
                f,
                "{} is the mirror of {service}; serve it with --upstream {service} --mirror",
                path.display()
            ),
            StoreError::OtherMirror(path, service) => write!(
                f,
                "{} is the mirror of {service}; choose another file for this upstream",
                path.display()
            ),
            StoreError::MirrorInUse(path) => write!(
                f,
                "{} is in use by another process, and only one gateway can use a mirror file: stop the \
                 other process or choose another file",
                path.display()
            ),
            StoreError::Damaged(how) => write!(
                f,
                "the file is damaged ({how}): stop the server and delete the file with its -wal and \
                 -shm; a mirror is then copied again, and a catalogue restored from a backup, or \
                 seeded or imported again"
            ),
            StoreError::NotAMirror(path) => write!(
                f,
                "{} is a catalogue and not a mirror; choose another file for the mirror",
                path.display()
            ),
            StoreError::Refused(refusal) => write!(f, "a record cannot be stored: {refusal}"),
            StoreError::NoRandomness => f.write_str("the system has no source of random numbers"),
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
