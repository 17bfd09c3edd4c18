//! Errors of a catalogue file, each a message in one line.

use std::path::PathBuf;

use crate::record::columns::Refusal;

/// An error of the catalogue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file of that name.
    #[error("there is no catalogue at {path}; `seed`, `import` and `token add` create one", path = .0.display())]
    Missing(PathBuf),
    /// The file is not a catalogue of this program.
    #[error("{path} is not a catalogue of this program", path = .0.display())]
    NotACatalogue(PathBuf),
    /// The catalogue has the schema of another version of this program.
    #[error(
        "{path} is a catalogue of another version of this program (schema {1}); \
         seed or import it again",
        path = .0.display()
    )]
    OtherSchema(PathBuf, i64),
    /// Another process is writing and did not finish in time.
    #[error("another process is writing to the catalogue; try again")]
    Busy,
    /// A token with that name exists already.
    #[error("a token named {0:?} exists already; revoke it first")]
    TokenExists(String),
    /// No token has that name.
    #[error("there is no token named {0:?}")]
    NoToken(String),
    /// The file contains imported records.
    #[error("{path} contains imported records, which seeding would delete; choose another file, or delete this one first", path = .0.display())]
    HoldsImports(PathBuf),
    /// The file is damaged; SQLite's message.
    #[error(
        "the file is damaged ({0}): stop the server and delete the file with its -wal and -shm; \
         a mirror is then copied again, and a catalogue restored from a backup, or seeded or \
         imported again"
    )]
    Damaged(String),
    /// The file of an import could not be read.
    #[error("cannot read the records: {0}")]
    Read(std::io::Error),
    /// A record cannot be stored.
    #[error("a record cannot be stored: {0}")]
    Refused(#[from] Refusal),
    /// The system has no random numbers.
    #[error("the system has no source of random numbers")]
    NoRandomness,
    /// The file system refused something.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, std::io::Error),
    /// SQLite refused something.
    #[error("the catalogue: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => StoreError::Busy,
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Sqlite(error),
        }
    }
}
