//! Why the cache's file cannot be used.

use rusqlite::ErrorCode;

/// Why the file cannot be used; displayed as what SQLite reports, for the log.
#[derive(Debug, thiserror::Error)]
pub(in crate::replica) enum Fault {
    /// The path is not that of a cache; why.
    #[error("{0}")]
    Refused(String),
    /// The content is not what this program wrote.
    #[error("{0}")]
    Damaged(String),
    #[error("it was renamed or deleted")]
    Removed,
    /// Another process has locked it.
    #[error("{0}")]
    Locked(String),
    /// No space is left on the disk.
    #[error("{0}")]
    Full(String),
    /// The file cannot be written.
    #[error("{0}")]
    ReadOnly(String),
    /// The disk fails.
    #[error("{0}")]
    Failing(String),
    /// Anything else that SQLite reports.
    #[error("{0}")]
    Other(String),
}

impl Fault {
    /// The cause of [`Fault::Full`].
    pub(super) const FULL: &str = "full";

    /// The cause, as the metrics name it.
    pub(super) fn cause(&self) -> &'static str {
        match self {
            Fault::Refused(_) => "not_a_cache",
            Fault::Damaged(_) => "damaged",
            Fault::Removed => "removed",
            Fault::Locked(_) => "locked",
            Fault::Full(_) => Fault::FULL,
            Fault::ReadOnly(_) => "read_only",
            Fault::Failing(_) => "failing",
            Fault::Other(_) => "other",
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        let detail = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Fault::Damaged(detail),
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::FileLockingProtocolFailed,
            ) => Fault::Locked(detail),
            Some(ErrorCode::DiskFull) => Fault::Full(detail),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Fault::ReadOnly(detail)
            }
            Some(ErrorCode::SystemIoFailure) => Fault::Failing(detail),
            _ => Fault::Other(detail),
        }
    }
}
