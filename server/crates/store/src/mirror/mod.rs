//! The mirror: a catalogue that is a copy of another service's.
//!
//! Products and their records are in the tables of every catalogue. Tables of the mirror's own
//! hold which records are present and since when, the GTINs of all units, other responses
//! unchanged, and the queue of requests. The checkpoint of the changes is written in the same
//! transaction as their effects, so a process that is killed at any point can resume.

mod lookup;
mod write;

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, open, property, schema, sql};
use crate::permissions::create_private;
use crate::record::columns::Columns;
use crate::schema::set_property;

pub use lookup::{
    Counts, Found, Growth, StoredRecord, answer, by_gtin, counts, differing, due, growth, product,
    time,
};

/// The tables that a mirror has beside those of every catalogue.
const TABLES: &str = "
    -- One row per product.
    CREATE TABLE IF NOT EXISTS mirror_product (
        product INTEGER PRIMARY KEY REFERENCES product,
        -- When its record was requested, in milliseconds since 1970; NULL if
        -- the record is not stored.
        fetched INTEGER,
        -- The last round through the whole list that found it.
        seen INTEGER NOT NULL,
        -- The service no longer has it.
        gone INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS mirror_product_seen ON mirror_product (seen) WHERE NOT gone;

    -- The GTINs of products: level 0 is the case, 1 a component.
    CREATE TABLE IF NOT EXISTS mirror_gtin (
        gtin TEXT NOT NULL,
        level INTEGER NOT NULL,
        product INTEGER NOT NULL REFERENCES product,
        PRIMARY KEY (gtin, level, product)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS mirror_gtin_product ON mirror_gtin (product);

    -- Responses about anything but products, unchanged.
    CREATE TABLE IF NOT EXISTS mirror_answer (
        target TEXT PRIMARY KEY,
        pool_id TEXT,
        status INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS mirror_answer_product ON mirror_answer (pool_id);

    -- The queue of requests. Enqueuing a request again makes a new row: its id
    -- shows that a response in flight is not the latest.
    CREATE TABLE IF NOT EXISTS mirror_todo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        target TEXT NOT NULL UNIQUE,
        pool_id TEXT,
        rank INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        due INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS mirror_todo_due ON mirror_todo (rank, due, id);
    CREATE INDEX IF NOT EXISTS mirror_todo_product ON mirror_todo (pool_id, rank);
";

/// The name under which the mirrored service is stored.
pub(crate) const MIRROR: &str = "mirror";
/// The checkpoint up to which the changes were followed.
pub const CHECKPOINT: &str = "mirror_checkpoint";
/// The start time of the last complete walk through the changes.
pub const WALKED: &str = "mirror_walked";
/// The start time of the last round through the whole list.
pub const RECONCILED: &str = "mirror_reconciled";
/// The time at which the first copy was complete.
pub const COPIED: &str = "mirror_copied";
/// The mark of the account whose view of the service is stored.
pub const ACCOUNT: &str = "mirror_account";
/// The number of the last round.
const ROUND: &str = "mirror_round";

/// The priority of a request: lower ranks are sent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Records of products.
    Product = 0,
    /// Images.
    Image = 1,
    /// Manufacturers and brands.
    Maker = 2,
}

impl Rank {
    fn of(number: i64) -> Rank {
        match number {
            0 => Rank::Product,
            1 => Rank::Image,
            _ => Rank::Maker,
        }
    }
}

/// The unit to which a GTIN belongs; a case takes precedence over a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The case.
    Case = 0,
    /// A component of the case.
    Component = 1,
}

impl Level {
    /// The level that this number stands for in a table.
    pub fn of(number: i64) -> Level {
        match number {
            0 => Level::Case,
            _ => Level::Component,
        }
    }
}

/// A request to be enqueued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The path and query of the request.
    pub target: String,
    /// The product to which it belongs.
    pub pool_id: Option<String>,
    /// The priority of the request.
    pub rank: Rank,
    /// If set, the request is enqueued only if it was never sent before; then the list with
    /// this target has a new entry and is requested again.
    pub once: Option<String>,
}

/// A list item of the service, and the requests that follow from it.
#[derive(Debug)]
pub struct Listed {
    /// The columns read from the list item.
    pub columns: Columns,
    /// The GTINs of the product and the units that have them.
    pub gtins: Vec<(String, Level)>,
    /// The requests that follow from the list item.
    pub tasks: Vec<Task>,
}

/// A request in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// The row of the request in the queue.
    pub id: i64,
    /// The path and query of the request.
    pub target: String,
    /// The product to which the request belongs.
    pub pool_id: Option<String>,
    /// The priority of the request.
    pub rank: Rank,
    /// The number of failed attempts.
    pub tries: u32,
}

/// A product's record.
#[derive(Debug)]
pub struct Record {
    /// The record as the service sent it.
    pub body: String,
    /// The columns read from the record.
    pub columns: Columns,
    /// The GTINs of the product and the units that have them.
    pub gtins: Vec<(String, Level)>,
    /// When to retry if the record turns out to be older than its list item, in milliseconds
    /// since 1970.
    pub retry_at: i64,
}

/// The outcome of a request.
#[derive(Debug)]
pub enum Outcome {
    /// A product's record.
    Record(Box<Record>),
    /// Another response, and the request for the next page.
    Answer {
        /// The status of the response.
        status: u16,
        /// The body of the response.
        body: String,
        /// The request for the next page of a list.
        next: Option<Task>,
    },
    /// The service does not have the product.
    Gone,
    /// The service refuses the request.
    Refused,
    /// No usable response; retry at that time, in milliseconds since 1970.
    Later(i64),
}

/// A queued request with its outcome.
#[derive(Debug)]
pub struct Done {
    /// The request.
    pub todo: Todo,
    /// When the response arrived, in milliseconds since 1970.
    pub at: i64,
    /// The outcome of the request.
    pub outcome: Outcome,
}

/// The number of attempts after which it is believed that a listed product is missing, or
/// older than listed: a service may list products that its other parts do not know yet.
pub const MISSED: u32 = 5;

/// A mirror's file, opened by its only writer.
#[derive(Debug)]
pub struct MirrorFile {
    connection: Connection,
    /// The purged products, each with the last id of the queue at the time of the purge.
    purged: HashMap<String, i64>,
    /// The lock, held as long as this process writes.
    _lock: File,
}

impl MirrorFile {
    /// Opens the mirror of a service, or creates an empty one for an account.
    ///
    /// # Errors
    /// The file is something else, or the mirror of another service.
    pub fn open(path: &Path, service: &str, account: &str) -> Result<MirrorFile, StoreError> {
        let lock = lock(path)?;
        schema::create_if_missing(path)?;
        let mut connection = open(path, true)?;
        schema::set_wal_mode(&connection)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        ensure_mirror_of(&transaction, path, service)?;
        transaction.execute_batch(TABLES)?;
        set_property(&transaction, MIRROR, service)?;
        if property(&transaction, ACCOUNT)?.is_none() {
            set_property(&transaction, ACCOUNT, account)?;
        }
        transaction.commit()?;
        Ok(MirrorFile {
            connection,
            purged: HashMap::new(),
            _lock: lock,
        })
    }

    /// The property stored under that name.
    pub fn property(&self, name: &str) -> Result<Option<String>, StoreError> {
        property(&self.connection, name)
    }
}

/// Locks a mirror's file for this process. The lock is a separate file: on the database itself
/// it would interfere with SQLite's own locks.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let io = |error| StoreError::Io(beside.clone(), error);
    create_private(&beside);
    let file = File::options().create(true).append(true).open(&beside);
    let file = file.map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::MirrorInUse(path.to_owned())),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Checks that a catalogue is the mirror of that service, or empty.
pub fn ensure_mirror_of(
    connection: &Connection,
    path: &Path,
    service: &str,
) -> Result<(), StoreError> {
    match property(connection, MIRROR)? {
        Some(known) if known == service => Ok(()),
        Some(other) => Err(StoreError::OtherMirror(path.to_owned(), other)),
        None if is_in_use(connection)? => Err(StoreError::NotAMirror(path.to_owned())),
        None => Ok(()),
    }
}

/// Refuses a mirror, which only its gateway may write and serve.
pub fn refuse_mirror(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match property(connection, MIRROR)? {
        Some(service) => Err(StoreError::IsMirror(path.to_owned(), service)),
        None => Ok(()),
    }
}

/// Whether the catalogue has any content, including the mark of a seed with no products.
fn is_in_use(connection: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM product)
                   OR EXISTS (SELECT 1 FROM image)
                   OR EXISTS (SELECT 1 FROM token)
                   OR EXISTS (SELECT 1 FROM meta WHERE name <> 'cursor_key')";
    sql::value(connection, sql, [])
}
