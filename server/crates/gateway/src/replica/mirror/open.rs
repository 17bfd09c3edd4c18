//! The mirror's file as it is opened: by one process that writes it, and by its readers.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::READERS;
use crate::replica::disk::file::rename;
use crate::replica::disk::rows::{Content, MIRROR_OF, content, version};
use crate::replica::disk::schema::SCHEMA;
use product_pool_http::identity;
use product_pool_store::permissions::{create_private, with_suffix, writable};
use product_pool_store::{Pool, StoreError, configure};

/// Opens a connection that reads the mirror's file.
pub(super) fn reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    configure(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens the mirror of that upstream for writing, or creates the file. The copy of another release
/// is renamed, with the version of its tables, so that it is there for that release, which takes
/// it back.
///
/// # Errors
/// In one line: the file is something else, or cannot be used.
pub(super) fn writer(path: &Path, upstream: &str) -> Result<Connection, String> {
    let failed = |error: rusqlite::Error| wrong(path, &error);
    let open = || -> Result<Connection, String> {
        create_private(path);
        let connection = Connection::open(path).map_err(failed)?;
        ensure_mirror_of(&connection, path, upstream)?;
        Ok(connection)
    };
    let connection = open()?;
    let version = version(&connection).map_err(failed)?;
    if [0, SCHEMA].contains(&version) {
        return Ok(connection);
    }
    drop(connection);
    let named = |version| with_suffix(path, &format!(".v{version}"));
    let (other, own) = (named(version), named(SCHEMA));
    let moved = rename(path, &other, identity(path));
    let is_back = moved.and_then(|_| rename(&own, path, identity(&own)));
    let (place, other) = (path.display(), other.display());
    match is_back {
        Ok(true) => tracing::warn!(
            "{place} was of another release, and is now {other}; {} is used again",
            own.display()
        ),
        Ok(false) => tracing::warn!(
            "{place} was of another release, and is now {other}; the copy begins anew"
        ),
        Err(error) => {
            return Err(format!(
                "{place} is of another release, and cannot be renamed: {error}"
            ));
        }
    }
    open()
}

/// The connections that read the mirror's file for requests.
pub(super) fn readers(path: &Path) -> Result<Pool, StoreError> {
    let connections = (0..READERS).map(|_| reader(path));
    Ok(Pool::of(connections.collect::<Result<_, _>>()?))
}

/// Checks that the mirror of that upstream could be opened or created there.
///
/// # Errors
/// In one line: why not.
pub(crate) fn check(path: &Path, upstream: &str) -> Result<(), String> {
    if path.exists() {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| wrong(path, &error))?;
        ensure_mirror_of(&connection, path, upstream)?;
    }
    writable(path)
}

/// Checks that a database is the mirror of that upstream, or empty.
fn ensure_mirror_of(connection: &Connection, path: &Path, upstream: &str) -> Result<(), String> {
    match content(connection).map_err(|error| wrong(path, &error))? {
        Content::Empty => Ok(()),
        Content::Of(settings) if settings == settings_of(upstream) => Ok(()),
        Content::Of(_) | Content::Foreign => Err(format!(
            "{} is not the mirror of {upstream}; choose another file for that",
            path.display()
        )),
    }
}

/// The settings of the mirror of an upstream.
pub(super) fn settings_of(upstream: &str) -> String {
    format!("{MIRROR_OF}{upstream}")
}

/// The message for a file that cannot be opened, and what to do.
pub(super) fn wrong(path: &Path, error: &rusqlite::Error) -> String {
    let place = path.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => format!(
            "{place} is not a mirror, or is damaged ({error}): choose another file, or delete it \
             with its -wal and -shm, and it is copied again"
        ),
        _ => format!("{place} cannot be used: {error}"),
    }
}

/// Locks a mirror's file for this process. The lock is a separate file: on the database itself
/// it would interfere with SQLite's own locks.
pub(super) fn lock(path: &Path) -> Result<File, String> {
    let beside = path.with_added_extension("lock");
    create_private(&beside);
    let io = |error| format!("{}: {error}", beside.display());
    let file = File::options().create(true).append(true).open(&beside);
    let file = file.map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!(
            "{} is in use by another process, and only one gateway can use a mirror file: stop \
             the other process or choose another file",
            path.display()
        )),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}
