//! A catalogue that is the copy of another service's.
//!
//! Products and their records stand where they do in every catalogue; beside
//! them what is only known of a copy: which records are here and since when,
//! the GTINs of all units, answers kept as they came, and what is still to be
//! asked for. How far the changes were followed is written together with what
//! they led to, so that a process killed anywhere goes on as if it had not been.

mod look;
mod write;

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, noted, open, schema};
use crate::permissions::create_private;
use crate::record::facts::Facts;

pub use look::{Found, Held, answer, by_gtin, counts, differing, due, product, time};

/// What a copy has beside the tables of every catalogue.
const TABLES: &str = "
    -- One row a product.
    CREATE TABLE IF NOT EXISTS mirror_product (
        product INTEGER PRIMARY KEY REFERENCES product,
        -- When its record was asked for, in milliseconds since 1970; without
        -- one the record is not here.
        fetched INTEGER,
        -- The last round through the whole list that met it.
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

    -- Answers about what is no product, as they came.
    CREATE TABLE IF NOT EXISTS mirror_answer (
        target TEXT PRIMARY KEY,
        pool_id TEXT,
        status INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS mirror_answer_product ON mirror_answer (pool_id);

    -- What is to be asked for. Asking for the same anew makes a new row, by
    -- whose number it is known that an answer under way is no longer the last.
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

/// The service that the catalogue is a copy of.
pub(crate) const MIRROR: &str = "mirror";
/// How far its changes were followed.
pub const CHECKPOINT: &str = "mirror_checkpoint";
/// When the last complete walk through the changes began.
pub const WALKED: &str = "mirror_walked";
/// When the last round through the whole list began.
pub const RECONCILED: &str = "mirror_reconciled";
/// When the first copy was complete.
pub const COPIED: &str = "mirror_copied";
/// The mark of the account that was told what is here.
pub const ACCOUNT: &str = "mirror_account";
/// The number of the last round.
const ROUND: &str = "mirror_round";

/// What is asked for first: lower ranks.
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

/// The unit that a GTIN stands on; a case goes before a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The case.
    Case = 0,
    /// A component of the case.
    Component = 1,
}

impl Level {
    fn of(number: i64) -> Level {
        match number {
            0 => Level::Case,
            _ => Level::Component,
        }
    }
}

/// Something to be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The path and query of the request.
    pub target: String,
    /// The product that it is about.
    pub pool_id: Option<String>,
    /// The priority of the request.
    pub rank: Rank,
    /// Nothing to do if it was asked for already; if it was not, this list has
    /// one more entry and is to be read again.
    pub once: Option<String>,
}

/// A product as the service lists it, and what follows from it.
#[derive(Debug)]
pub struct Listed {
    /// The columns read from the list item.
    pub facts: Facts,
    /// The GTINs of the product and the units that have them.
    pub gtins: Vec<(String, Level)>,
    /// The requests that follow from the list item.
    pub tasks: Vec<Task>,
}

/// Something that is to be asked for, as it waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// The row of the request in the queue.
    pub id: i64,
    /// The path and query of the request.
    pub target: String,
    /// The product that the request is about.
    pub pool_id: Option<String>,
    /// The priority of the request.
    pub rank: Rank,
    /// How often it was tried.
    pub tries: u32,
}

/// A product's record.
#[derive(Debug)]
pub struct Record {
    /// The record as the service sent it.
    pub body: String,
    /// The columns read from the record.
    pub facts: Facts,
    /// The GTINs of the product and the units that have them.
    pub gtins: Vec<(String, Level)>,
    /// When to ask again if it turns out to be older than what is listed, in
    /// milliseconds since 1970.
    pub again: i64,
}

/// What asking came to.
#[derive(Debug)]
pub enum Outcome {
    /// A product's record.
    Record(Box<Record>),
    /// Another answer, and where it goes on.
    Answer {
        /// The status of the response.
        status: u16,
        /// The body of the response.
        body: String,
        /// The request for the next page of a list.
        next: Option<Task>,
    },
    /// The service does not have that product.
    Gone,
    /// The service does not give this out.
    Refused,
    /// Nothing that can be believed; it is tried again at that time, in
    /// milliseconds since 1970.
    Later(i64),
}

/// What asking for something that waited came to, asked at that time.
#[derive(Debug)]
pub struct Done {
    /// The request.
    pub todo: Todo,
    /// When the response arrived, in milliseconds since 1970.
    pub at: i64,
    /// What the request came to.
    pub outcome: Outcome,
}

/// How often a product that was listed may be missing, or older than it was
/// listed, before that is believed: a service may list what its other parts do
/// not know yet.
pub const MISSED: u32 = 5;

/// The catalogue, for the one who writes it.
#[derive(Debug)]
pub struct MirrorFile {
    connection: Connection,
    /// Products that were purged, each with the number of the last thing that had been
    /// asked for until then.
    purged: HashMap<String, i64>,
    /// Held for as long as this process writes.
    _lock: File,
}

impl MirrorFile {
    /// Opens the copy of that service, or makes an empty one for that account.
    ///
    /// # Errors
    /// The file is something else, or the copy of another service.
    pub fn open(path: &Path, service: &str, account: &str) -> Result<MirrorFile, StoreError> {
        let lock = lock(path)?;
        schema::create_if_missing(path)?;
        let mut connection = open(path, true)?;
        schema::write_ahead(&connection)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        suits(&transaction, path, service)?;
        transaction.execute_batch(TABLES)?;
        note(&transaction, MIRROR, service)?;
        if noted(&transaction, ACCOUNT)?.is_none() {
            note(&transaction, ACCOUNT, account)?;
        }
        transaction.commit()?;
        Ok(MirrorFile {
            connection,
            purged: HashMap::new(),
            _lock: lock,
        })
    }

    /// What was noted under that name.
    pub fn noted(&self, name: &str) -> Result<Option<String>, StoreError> {
        noted(&self.connection, name)
    }
}

/// Takes a mirror's file for this process. The lock is a file of its own: SQLite's own
/// locks would go with it.
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
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Refuses a catalogue that is something else than the copy of that service, or
/// nothing yet.
pub fn suits(connection: &Connection, path: &Path, service: &str) -> Result<(), StoreError> {
    match noted(connection, MIRROR)? {
        Some(known) if known == service => Ok(()),
        Some(other) => Err(StoreError::OtherMirror(path.to_owned(), other)),
        None if is_in_use(connection)? => Err(StoreError::NoMirror(path.to_owned())),
        None => Ok(()),
    }
}

/// Refuses a catalogue that is a copy and belongs to the gateway that writes it.
pub fn refuse_mirror(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match noted(connection, MIRROR)? {
        Some(service) => Err(StoreError::IsMirror(path.to_owned(), service)),
        None => Ok(()),
    }
}

/// Whether there is anything in the catalogue, even that it was seeded with
/// nothing.
fn is_in_use(connection: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM product)
                   OR EXISTS (SELECT 1 FROM image)
                   OR EXISTS (SELECT 1 FROM token)
                   OR EXISTS (SELECT 1 FROM meta WHERE name <> 'cursor_key')";
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

fn note(connection: &Connection, name: &str, value: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO meta (name, value) VALUES (?, ?)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )?
        .execute((name, value.as_bytes()))?;
    Ok(())
}
