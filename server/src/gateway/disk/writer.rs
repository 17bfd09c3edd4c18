//! The thread that writes: many changes in one transaction.

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use rusqlite::{Connection, OptionalExtension, params};

use super::rows::{milliseconds, sum};
use super::{Message, Progress};

/// Changes in one transaction.
const BATCH: usize = 256;
/// Changes that are tried again after a failure; beyond it all is dropped.
const OWED: usize = 4096;

/// What rows take. Where it is a difference, it may be less than nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) rows: i64,
    pub(super) bytes: i64,
}

impl Taken {
    fn less(self) -> Taken {
        Taken {
            rows: -self.rows,
            bytes: -self.bytes,
        }
    }

    /// What all rows take.
    pub(super) fn counted(connection: &Connection) -> Result<Taken, rusqlite::Error> {
        let sql = "SELECT count(*), ifnull(sum(size), 0) FROM entry";
        let mut count = connection.prepare_cached(sql)?;
        count.query_row([], |row| {
            Ok(Taken {
                rows: row.get(0)?,
                bytes: row.get(1)?,
            })
        })
    }
}

impl AddAssign for Taken {
    fn add_assign(&mut self, other: Taken) {
        self.rows += other.rows;
        self.bytes += other.bytes;
    }
}

/// What all rows take, for others to look at.
#[derive(Debug, Default)]
pub(super) struct Filling {
    pub(super) entries: AtomicU64,
    pub(super) bytes: AtomicU64,
}

impl Filling {
    pub(super) fn tell(&self, taken: Taken) {
        let number = |number: i64| u64::try_from(number).unwrap_or_default();
        self.entries.store(number(taken.rows), Ordering::Relaxed);
        self.bytes.store(number(taken.bytes), Ordering::Relaxed);
    }
}

/// The thread that writes.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) limit: i64,
    /// What all rows take; `None` where it is to be counted.
    pub(super) total: Option<Taken>,
    pub(super) filling: Arc<Filling>,
    /// What is to be written, some of it for another time.
    pub(super) owed: Vec<Message>,
    pub(super) waiting: Arc<AtomicUsize>,
    pub(super) progress: Arc<Progress>,
}

impl Writer {
    pub(super) fn run(&mut self, messages: &Receiver<Message>) {
        let mut stop = false;
        while !stop && let Ok(first) = messages.recv() {
            let healthy = self.owed.is_empty();
            let mut count = 0;
            for message in std::iter::once(first)
                .chain(messages.try_iter())
                .take(BATCH)
            {
                count += 1;
                if let Message::Put(key, entry) = &message {
                    self.waiting.fetch_sub(entry.size(key), Ordering::Relaxed);
                }
                stop |= matches!(message, Message::Stop);
                self.owed.push(message);
            }
            match self.write() {
                Ok(()) => self.owed.clear(),
                Err(error) => {
                    if healthy {
                        tracing::warn!("writing the cache: {error}");
                    }
                    self.put_off();
                }
            }
            self.progress.wrote(count, !self.owed.is_empty());
        }
    }

    /// Leaves for the next time what must not be forgotten.
    fn put_off(&mut self) {
        self.total = None;
        for message in &mut self.owed {
            if let Message::Put(key, _) = message {
                *message = Message::Remove(key.clone());
            }
        }
        if self.owed.len() > OWED {
            self.owed = vec![Message::Clear];
        }
    }

    fn write(&mut self) -> Result<(), rusqlite::Error> {
        let transaction = self.connection.unchecked_transaction()?;
        let mut total = match self.total {
            Some(total) => total,
            None => Taken::counted(&transaction)?,
        };
        for message in &self.owed {
            total += apply(&transaction, message)?;
        }
        if total.bytes > self.limit {
            let wanted = total.bytes - self.limit + self.limit / 10;
            total += make_room(&transaction, wanted)?.less();
        }
        transaction.commit()?;
        self.filling.tell(total);
        self.total = Some(total);
        Ok(())
    }
}

/// Does what it says; what is taken more than before.
fn apply(connection: &Connection, message: &Message) -> Result<Taken, rusqlite::Error> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(values).map(|_| Taken::default())
    };
    let taken = |key: &Arc<str>| -> Result<Taken, rusqlite::Error> {
        let mut statement = connection.prepare_cached("SELECT size FROM entry WHERE key = ?")?;
        let size = statement.query_row([key], |row| row.get(0)).optional()?;
        Ok(size.map_or(Taken::default(), |bytes| Taken { rows: 1, bytes }))
    };
    match message {
        Message::Put(key, entry) => {
            let mut more = taken(key)?.less();
            let size = i64::try_from(entry.size(key)).unwrap_or(i64::MAX);
            execute(
                "REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    key,
                    entry.status,
                    entry.tag,
                    entry.validators.etag,
                    entry.validators.modified,
                    milliseconds(entry.at),
                    entry.product,
                    entry.gtin,
                    entry.dropped,
                    size,
                    sum(key, entry),
                    &*entry.body,
                ],
            )?;
            more += Taken {
                rows: 1,
                bytes: size,
            };
            Ok(more)
        }
        Message::Remove(key) => {
            let before = taken(key)?;
            execute("DELETE FROM entry WHERE key = ?", &[key])?;
            Ok(before.less())
        }
        Message::Drop(changed) if changed.all => execute("UPDATE entry SET dropped = 1", &[]),
        Message::Drop(changed) => {
            for product in &changed.products {
                execute("UPDATE entry SET dropped = 1 WHERE product = ?", &[product])?;
            }
            for gtin in &changed.gtins {
                execute("UPDATE entry SET dropped = 1 WHERE gtin = ?", &[gtin])?;
            }
            execute(
                "UPDATE entry SET dropped = 1
                 WHERE key = '/v2/products' OR (key >= '/v2/products?' AND key < '/v2/products@')",
                &[],
            )
        }
        Message::Clear => {
            let before = Taken::counted(connection)?;
            execute("DELETE FROM entry", &[])?;
            Ok(before.less())
        }
        Message::Note(name, value) => execute("REPLACE INTO meta VALUES (?, ?)", &[name, value]),
        Message::Stop => Ok(Taken::default()),
    }
}

/// Drops the oldest answers until so many bytes are free, and what they took. It
/// is asked for some more than needed, so that this is not done for every answer.
fn make_room(connection: &Connection, wanted: i64) -> Result<Taken, rusqlite::Error> {
    let mut oldest = connection.prepare_cached("SELECT rowid, size FROM entry ORDER BY at")?;
    let mut going = Vec::new();
    let mut freed = Taken::default();
    let mut rows = oldest.query([])?;
    while freed.bytes < wanted
        && let Some(row) = rows.next()?
    {
        going.push(row.get::<_, i64>(0)?);
        freed += Taken {
            rows: 1,
            bytes: row.get(1)?,
        };
    }
    drop(rows);
    let mut delete = connection.prepare_cached("DELETE FROM entry WHERE rowid = ?")?;
    for row in going {
        delete.execute([row])?;
    }
    Ok(freed)
}
