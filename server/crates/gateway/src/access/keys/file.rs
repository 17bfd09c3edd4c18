//! The file of API keys: SQLite, one row for each key.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::sqlite::{BUSY_TIMEOUT, begin, is_empty};
use product_pool_store::permissions::create_private;
use product_pool_store::{TokenName, new_token};

/// Marks a SQLite file as a file of keys of this program: "PPky".
const APPLICATION_ID: i64 = 0x5050_6b79;
/// The version of the table; increases whenever it changes.
const SCHEMA: i64 = 1;
/// The prefix of all keys, by which people and secret scanners recognise one that has leaked.
const PREFIX: &str = "ppk_";

const TABLE: &str = "
    CREATE TABLE key (
        name TEXT PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        created TEXT NOT NULL,
        used TEXT
    ) STRICT, WITHOUT ROWID;
";

/// Why the keys cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// There is no file.
    #[error("the key file {} does not exist; `key add` creates it", .0.display())]
    Missing(PathBuf),
    /// The file is not a file of keys.
    #[error("{} is not a key file of this program", .0.display())]
    NotAKeyFile(PathBuf),
    /// The file was made by another version of this program.
    #[error("the key file {} is of another version of this program (schema {})", .0.display(), .1)]
    OtherSchema(PathBuf, i64),
    /// The file has a key of this name already.
    #[error("a key named {0:?} already exists; revoke it first")]
    Exists(String),
    /// The file has no key of this name.
    #[error("no key is named {0:?}")]
    Unknown(String),
    /// The system gave no random bytes for a key.
    #[error("the system's random number generator failed")]
    NoRandomBytes,
    /// Another process writes, and did not finish in time.
    #[error("another process is writing the key file; try again")]
    Busy,
    /// SQLite could not read or write the file.
    #[error("the key file {}: {}", .0.display(), .1)]
    Sqlite(PathBuf, rusqlite::Error),
}

/// Opens the file, and creates it only if `may_create` is true.
fn open(path: &Path, may_create: bool) -> Result<Connection, KeyFileError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if may_create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
        create_private(path);
    } else if !path.exists() {
        return Err(KeyFileError::Missing(path.to_owned()));
    }
    let connect = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get(0));
        let marked: i64 = number("application_id")?;
        if may_create && marked == 0 && is_empty(&connection)? {
            create(&connection)?;
        }
        let (id, schema): (i64, i64) = (number("application_id")?, number("user_version")?);
        Ok((connection, id, schema))
    };
    match on(path, connect())? {
        (connection, APPLICATION_ID, SCHEMA) => Ok(connection),
        (_, APPLICATION_ID, other) => Err(KeyFileError::OtherSchema(path.to_owned(), other)),
        _ => Err(KeyFileError::NotAKeyFile(path.to_owned())),
    }
}

/// The result of work on the file at that path.
fn on<T>(path: &Path, result: Result<T, rusqlite::Error>) -> Result<T, KeyFileError> {
    result.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy) => KeyFileError::Busy,
        Some(ErrorCode::NotADatabase) => KeyFileError::NotAKeyFile(path.to_owned()),
        _ => KeyFileError::Sqlite(path.to_owned(), error),
    })
}

/// Creates the table in one transaction, unless another process just did.
fn create(connection: &Connection) -> Result<(), rusqlite::Error> {
    let transaction = begin(connection)?;
    if is_empty(&transaction)? {
        transaction.execute_batch(TABLE)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
    }
    transaction.commit()
}

/// Creates a key and returns it. The key itself is not stored and cannot be recovered.
pub fn add(path: &Path, name: &TokenName) -> Result<String, KeyFileError> {
    let (key, hash) = new_token(PREFIX).map_err(|_| KeyFileError::NoRandomBytes)?;
    let connection = open(path, true)?;
    let sql =
        "INSERT INTO key (name, hash, created) VALUES (?, ?, datetime()) ON CONFLICT DO NOTHING";
    match on(path, connection.execute(sql, (name.to_string(), hash)))? {
        0 => Err(KeyFileError::Exists(name.to_string())),
        _ => Ok(key),
    }
}

/// A key as stored in the file.
#[derive(Debug)]
pub struct KeyInfo {
    /// The SHA-256 of the key.
    pub(super) hash: [u8; 32],
    /// The name of the key.
    pub name: String,
    /// When the key was created, in UTC.
    pub created: String,
    /// The last day of use.
    pub used: Option<String>,
}

/// All keys, oldest first.
pub fn list(path: &Path) -> Result<Vec<KeyInfo>, KeyFileError> {
    let connection = open(path, false)?;
    let work = || -> Result<Vec<KeyInfo>, rusqlite::Error> {
        let sql = "SELECT hash, name, created, used FROM key ORDER BY created, name";
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            Ok(KeyInfo {
                hash: row.get(0)?,
                name: row.get(1)?,
                created: row.get(2)?,
                used: row.get(3)?,
            })
        })?;
        rows.collect()
    };
    on(path, work())
}

/// Revokes a key.
pub fn revoke(path: &Path, name: &str) -> Result<(), KeyFileError> {
    let connection = open(path, false)?;
    match on(
        path,
        connection.execute("DELETE FROM key WHERE name = ?", [name]),
    )? {
        0 => Err(KeyFileError::Unknown(name.to_owned())),
        _ => Ok(()),
    }
}

/// Records the day that a key was used on.
pub fn record_use(path: &Path, hash: &[u8; 32], day: &str) -> Result<(), KeyFileError> {
    let connection = open(path, false)?;
    let sql = "UPDATE key SET used = ? WHERE hash = ?";
    on(path, connection.execute(sql, (day, hash))).map(drop)
}
