//! Why the cache's file cannot be used.

use rusqlite::ErrorCode;

/// Why the file cannot be used.
#[derive(Debug)]
pub(super) enum Fault {
    /// The path is not that of a cache; why.
    Refused(String),
    /// The content is not what this program wrote.
    Damaged(String),
    /// The file was renamed or deleted.
    Removed,
    /// Another process has locked it.
    Locked(String),
    /// No space is left on the disk.
    Full(String),
    /// The file cannot be written.
    ReadOnly(String),
    /// The disk fails.
    Failing(String),
    /// Anything else that SQLite reports.
    Other(String),
}

impl Fault {
    /// The cause, as the metrics name it.
    pub(super) fn cause(&self) -> &'static str {
        match self {
            Fault::Refused(_) => "not_a_cache",
            Fault::Damaged(_) => "damaged",
            Fault::Removed => "removed",
            Fault::Locked(_) => "locked",
            Fault::Full(_) => "full",
            Fault::ReadOnly(_) => "read_only",
            Fault::Failing(_) => "failing",
            Fault::Other(_) => "other",
        }
    }

    /// What SQLite reports, for the log.
    pub(super) fn detail(&self) -> &str {
        match self {
            Fault::Removed => "it was renamed or deleted",
            Fault::Refused(detail)
            | Fault::Damaged(detail)
            | Fault::Locked(detail)
            | Fault::Full(detail)
            | Fault::ReadOnly(detail)
            | Fault::Failing(detail)
            | Fault::Other(detail) => detail,
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
