//! The thread that writes: many changes in one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use rusqlite::{Connection, OptionalExtension, params};

use super::rows::{milliseconds, sum};
use super::{Message, Progress};

/// Changes in one transaction.
const BATCH: usize = 256;
/// Changes that are tried again after a failure; beyond it all is dropped.
const OWED: usize = 4096;

/// The thread that writes.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) limit: i64,
    /// What all rows take; `None` where it is to be counted.
    pub(super) total: Option<i64>,
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
            None => transaction.query_row("SELECT ifnull(sum(size), 0) FROM entry", [], |row| {
                row.get(0)
            })?,
        };
        for message in &self.owed {
            total += apply(&transaction, message)?;
        }
        if total > self.limit {
            total -= make_room(&transaction, total - self.limit + self.limit / 10)?;
        }
        transaction.commit()?;
        self.total = Some(total);
        Ok(())
    }
}

/// Does what it says; how many bytes are taken more than before.
fn apply(connection: &Connection, message: &Message) -> Result<i64, rusqlite::Error> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql)?.execute(values).map(|_| 0)
    };
    let taken = |key: &Arc<str>| -> Result<i64, rusqlite::Error> {
        let mut statement = connection.prepare_cached("SELECT size FROM entry WHERE key = ?")?;
        let size = statement.query_row([key], |row| row.get(0)).optional()?;
        Ok(size.unwrap_or(0))
    };
    match message {
        Message::Put(key, entry) => {
            let before = taken(key)?;
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
            Ok(size - before)
        }
        Message::Remove(key) => {
            let before = taken(key)?;
            execute("DELETE FROM entry WHERE key = ?", &[key])?;
            Ok(-before)
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
            let mut sum = connection.prepare_cached("SELECT ifnull(sum(size), 0) FROM entry")?;
            let before: i64 = sum.query_row([], |row| row.get(0))?;
            execute("DELETE FROM entry", &[])?;
            Ok(-before)
        }
        Message::Note(name, value) => execute("REPLACE INTO meta VALUES (?, ?)", &[name, value]),
        Message::Stop => Ok(0),
    }
}

/// Drops the oldest answers until so many bytes are free, and how many are. It
/// is asked for some more than needed, so that this is not done for every answer.
fn make_room(connection: &Connection, wanted: i64) -> Result<i64, rusqlite::Error> {
    let mut oldest = connection.prepare_cached("SELECT rowid, size FROM entry ORDER BY at")?;
    let mut going = Vec::new();
    let mut freed = 0;
    let mut rows = oldest.query([])?;
    while freed < wanted
        && let Some(row) = rows.next()?
    {
        going.push(row.get::<_, i64>(0)?);
        freed += row.get::<_, i64>(1)?;
    }
    drop(rows);
    let mut delete = connection.prepare_cached("DELETE FROM entry WHERE rowid = ?")?;
    for row in going {
        delete.execute([row])?;
    }
    Ok(freed)
}
