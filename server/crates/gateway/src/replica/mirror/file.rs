//! The mirror's file: one process opens it, and writes each call in one transaction.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::path::Path;

use rusqlite::{Connection, Transaction};

use super::open::{lock, settings_of, writer, wrong};
use super::tasks::{Done, MISSED, Outcome, Rank, Record, record_of, tasks};
use super::{ACCOUNT, CURSOR_KEY};
use crate::body::Body;
use crate::entry::Entry;
use crate::replica::disk::WALK;
use crate::replica::disk::rows::{from_blob, meta, milliseconds, prepare, put, set_meta, to_blob};
use crate::replica::list::{Item, gtin_of};
use crate::sqlite::begin;
use product_pool_store::record::columns::Columns;
use product_pool_store::search;
use product_pool_store::sql::{all, any, first, run, value};
use product_pool_store::{LIST_INDEXES, StoreError, configure};

/// The mirror's file, opened by its only writer.
#[derive(Debug)]
pub(crate) struct MirrorFile {
    connection: Connection,
    /// The account whose responses it has.
    account: String,
    /// The purged products, each with the last id of the queue at the time of the purge.
    purged: HashMap<String, i64>,
    /// The lock, held as long as this process writes.
    _lock: File,
}

/// What the index of GTINs is to learn about a product from a request for its record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Its units have these GTINs.
    Gtins(String, Box<[u64]>),
    /// It is gone.
    Gone(String),
}

impl MirrorFile {
    /// Opens the mirror of an upstream, or creates an empty one for an account.
    ///
    /// # Errors
    /// In one line: the file is something else, or the mirror of another upstream, or cannot be
    /// written.
    pub(super) fn open(path: &Path, upstream: &str, account: &str) -> Result<MirrorFile, String> {
        let lock = lock(path)?;
        let failed = |error: rusqlite::Error| wrong(path, &error);
        let connection = writer(path, upstream)?;
        configure(&connection).map_err(|error| error.to_string())?;
        let create = || {
            prepare(&connection, &settings_of(upstream))?;
            // A row that takes the place of another has the trigger of one that goes.
            connection.pragma_update(None, "recursive_triggers", true)?;
            let transaction = begin(&connection)?;
            transaction.execute_batch(LIST_INDEXES)?;
            if meta(&transaction, ACCOUNT)?.is_none() {
                set_meta(&transaction, ACCOUNT, account)?;
                let sql = "INSERT INTO meta VALUES (?, hex(randomblob(32)))";
                transaction.execute(sql, [CURSOR_KEY])?;
            }
            transaction.commit()
        };
        create().map_err(failed)?;
        repair_search(&connection).map_err(|error| error.to_string())?;
        let stored = meta(&connection, ACCOUNT).map_err(failed)?;
        Ok(MirrorFile {
            connection,
            account: stored.unwrap_or_default(),
            purged: HashMap::new(),
            _lock: lock,
        })
    }

    /// The account whose responses it has.
    pub(super) fn account(&self) -> &str {
        &self.account
    }

    /// Empties the file for another account, which may not see what this one has seen.
    pub(super) fn begin_anew(&mut self, account: &str, walk: &str) -> Result<(), StoreError> {
        let transaction = begin(&self.connection)?;
        for table in ["entry", "product", "todo"] {
            transaction.execute(&format!("DELETE FROM {table}"), [])?;
        }
        set_meta(&transaction, ACCOUNT, account)?;
        set_meta(&transaction, WALK, walk)?;
        transaction.commit()?;
        account.clone_into(&mut self.account);
        Ok(())
    }

    /// What is stored under that name about the whole.
    pub(super) fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(meta(&self.connection, name)?)
    }

    /// Stores something about the whole under a name.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        Ok(set_meta(&self.connection, name, value)?)
    }

    /// Stores the products of a page of the list, as seen in that round, and enqueues the
    /// requests that follow. Returns those that are new or have changed.
    pub(crate) fn store_page(
        &mut self,
        page: Vec<(Item, Columns)>,
        round: i64,
    ) -> Result<Vec<Item>, StoreError> {
        let transaction = begin(&self.connection)?;
        let mut differing = Vec::new();
        for (item, columns) in page {
            if store_item(&transaction, &item, &columns, round)? {
                differing.push(item);
            }
        }
        transaction.commit()?;
        Ok(differing)
    }

    /// Ends a round. Enqueues a check of each product that it did not find, and a refresh of every
    /// response that changes do not announce. Returns the number of products that it did not find.
    pub(super) fn end_round(&mut self, round: i64, walk: &str) -> Result<usize, StoreError> {
        let transaction = begin(&self.connection)?;
        let missed = "SELECT pool_id FROM product WHERE seen < ?";
        let missed: Vec<String> = all(&transaction, missed, [round], |row| row.get(0))?;
        for pool_id in &missed {
            enqueue_record(&transaction, pool_id, MISSED)?;
        }
        transaction.execute(
            "INSERT OR REPLACE INTO todo (target, pool_id, rank, tries, due)
             SELECT key, NULL, 2, 0, 0 FROM entry WHERE product IS NULL",
            [],
        )?;
        set_meta(&transaction, WALK, walk)?;
        transaction.commit()?;
        Ok(missed.len())
    }

    /// Removes the stored responses about products until they are fetched again. If they are
    /// `hidden`, no list shows the products meanwhile, and the next response says whether they
    /// still exist.
    pub(super) fn purge(
        &mut self,
        products: &BTreeSet<String>,
        hidden: bool,
    ) -> Result<(), StoreError> {
        let transaction = begin(&self.connection)?;
        let sql = "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'todo'";
        let last: i64 = value(&transaction, sql, [])?;
        for pool_id in products {
            let statements = [
                "INSERT OR REPLACE INTO todo (target, pool_id, rank, tries, due)
                 SELECT key, product, 1, 0, 0 FROM entry
                 WHERE product = ? AND key GLOB '/v2/images/*'",
                "DELETE FROM entry WHERE product = ?",
            ];
            run_all(&transaction, &statements, pool_id)?;
            let mut tries = 0;
            if hidden {
                let sql = "UPDATE product SET status = NULL WHERE pool_id = ?";
                run(&transaction, sql, [pool_id])?;
                tries = MISSED;
            }
            let listed = "SELECT 1 FROM product WHERE pool_id = ?";
            if any(&transaction, listed, [pool_id])? {
                enqueue_record(&transaction, pool_id, tries)?;
            }
        }
        transaction.commit()?;
        let purged = products.iter().map(|pool_id| (pool_id.clone(), last));
        self.purged.extend(purged);
        Ok(())
    }

    /// Removes the stored response to a request.
    pub(super) fn remove(&mut self, target: &str) -> Result<(), StoreError> {
        run(
            &self.connection,
            "DELETE FROM entry WHERE key = ?",
            [target],
        )
    }

    /// Stores the outcomes of requests, unless they are another account's, or their product was
    /// purged since.
    pub(crate) fn write(&mut self, done: &[Done]) -> Result<Vec<News>, StoreError> {
        let transaction = begin(&self.connection)?;
        let mut news = Vec::new();
        for done in done.iter().filter(|done| done.account == self.account) {
            let purged = done
                .todo
                .pool_id
                .as_ref()
                .and_then(|id| self.purged.get(id));
            if purged.is_none_or(|last| done.todo.id > *last) {
                news.extend(store_outcome(&transaction, done)?);
            }
        }
        transaction.commit()?;
        Ok(news)
    }
}

/// Stores a list item; if it differs from the stored one, enqueues the requests that follow.
fn store_item(
    c: &Transaction<'_>,
    item: &Item,
    columns: &Columns,
    round: i64,
) -> Result<bool, StoreError> {
    let same = "SELECT seen FROM product WHERE pool_id = ? AND item = ?";
    let seen: Option<i64> = first(c, same, (&columns.pool_id, &item.text), |row| row.get(0))?;
    if let Some(seen) = seen {
        if seen != round {
            let sql = "UPDATE product SET seen = ? WHERE pool_id = ?";
            run(c, sql, (round, &columns.pool_id))?;
        }
        return Ok(false);
    }
    let sql = "REPLACE INTO product (pool_id, version, status, changed, seen, gtins, name_key,
                                     manufacturer, brand, label, code, item)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let row = (
        &columns.pool_id,
        &item.product.version,
        &columns.status,
        columns.changed,
        round,
        to_blob(&item.product.gtins),
        &columns.name_key,
        columns.manufacturer,
        columns.brand,
        columns.label,
        &columns.code,
        &item.text,
    );
    run(c, sql, row)?;
    index(c, c.last_insert_rowid(), columns, &item.product.gtins)?;
    let sql = "UPDATE entry SET dropped = 1 WHERE product = ?";
    run(c, sql, [&columns.pool_id])?;
    for (target, rank) in tasks(columns) {
        match rank {
            Rank::Manufacturer => enqueue_once(c, &target)?,
            _ => enqueue(c, &target, Some(&columns.pool_id), rank, 0)?,
        }
    }
    Ok(true)
}

/// Writes what a product is searched by.
fn index(c: &Connection, row: i64, columns: &Columns, gtins: &[u64]) -> Result<(), StoreError> {
    let gtins: BTreeSet<String> = gtins.iter().map(|unit| gtin_of(*unit)).collect();
    search::index(c, row, columns, &gtins)
}

/// The same for a product as it is stored.
fn index_again(c: &Connection, row: i64) -> Result<(), StoreError> {
    let sql = "SELECT item, gtins FROM product WHERE rowid = ?";
    let stored = first(c, sql, [row], |row| {
        Ok((
            row.get::<_, String>(0)?,
            from_blob(row.get_ref(1)?.as_blob()?),
        ))
    })?;
    match stored.and_then(|(item, gtins)| Some((Columns::of_item_text(&item).ok()?, gtins))) {
        Some((columns, gtins)) => index(c, row, &columns, &gtins),
        None => Ok(()),
    }
}

/// Makes the index of a copy that an earlier version has made or written.
fn repair_search(connection: &Connection) -> Result<(), StoreError> {
    let transaction = begin(connection)?;
    search::repair(&transaction, index_again)?;
    Ok(transaction.commit()?)
}

/// Enqueues a request about a manufacturer or brand, and of the list above it, which has a new entry.
/// Neither if the request was sent before, or is in the queue.
fn enqueue_once(c: &Connection, target: &str) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM entry WHERE key = ?1 UNION ALL SELECT 1 FROM todo WHERE target = ?1";
    if any(c, sql, [target])? {
        return Ok(());
    }
    enqueue(c, target, None, Rank::Manufacturer, 0)?;
    let (list, _) = target.rsplit_once('/').unwrap_or_default();
    enqueue(c, list, None, Rank::Manufacturer, 0)
}

/// Enqueues a request that is due at once, whatever was enqueued before.
fn enqueue(
    c: &Connection,
    target: &str,
    pool_id: Option<&str>,
    rank: Rank,
    tries: u32,
) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO todo (target, pool_id, rank, tries, due)
               VALUES (?, ?, ?, ?, 0)";
    run(c, sql, (target, pool_id, rank as i64, tries))
}

/// Enqueues the request that shows whether a product still exists. After `MISSED` tries its
/// response counts at once.
fn enqueue_record(c: &Connection, pool_id: &str, tries: u32) -> Result<(), StoreError> {
    enqueue(c, &record_of(pool_id), Some(pool_id), Rank::Product, tries)
}

fn store_outcome(c: &Connection, done: &Done) -> Result<Option<News>, StoreError> {
    let todo = &done.todo;
    // If the request was enqueued again meanwhile, this response is not the latest.
    let is_latest = any(c, "SELECT 1 FROM todo WHERE id = ?", [todo.id])?;
    match &done.outcome {
        Outcome::Record(record) => return put_record(c, done, record, is_latest),
        Outcome::Answer { status, body, next } => {
            put(c, &todo.target, &entry(done, *status, body, !is_latest))?;
            if let Some(next) = next {
                enqueue(c, next, todo.pool_id.as_deref(), todo.rank, 0)?;
            }
            dequeue(c, todo.id)?;
        }
        Outcome::Gone if is_latest => {
            dequeue(c, todo.id)?;
            let Some(pool_id) = &todo.pool_id else {
                return Ok(None);
            };
            let statements = [
                "DELETE FROM product WHERE pool_id = ?",
                "DELETE FROM entry WHERE product = ?",
                "DELETE FROM todo WHERE pool_id = ?",
            ];
            run_all(c, &statements, pool_id)?;
            return Ok(Some(News::Gone(pool_id.clone())));
        }
        Outcome::Refused if is_latest => {
            run(c, "DELETE FROM entry WHERE key = ?", [&todo.target])?;
            dequeue(c, todo.id)?;
        }
        Outcome::Gone | Outcome::Refused => {}
        Outcome::Missing(due) => {
            run(c, "DELETE FROM entry WHERE key = ?", [&todo.target])?;
            postpone(c, todo.id, milliseconds(*due))?;
        }
        Outcome::Later(due) => postpone(c, todo.id, milliseconds(*due))?,
    }
    Ok(None)
}

/// The entry of a response, as the upstream sent it.
fn entry(done: &Done, status: u16, body: &Body, invalidated: bool) -> Entry {
    Entry {
        product: done.todo.pool_id.as_deref().map(Into::into),
        invalidated,
        ..Entry::new(status, body.text().to_owned().into(), done.at)
    }
}

fn dequeue(c: &Connection, id: i64) -> Result<(), StoreError> {
    run(c, "DELETE FROM todo WHERE id = ?", [id])
}

fn postpone(c: &Connection, id: i64, due: u64) -> Result<(), StoreError> {
    let sql = "UPDATE todo SET tries = tries + 1, due = ? WHERE id = ?";
    run(c, sql, (due, id))
}

/// Stores a record; adds the GTINs that only the record has to those from the list.
fn put_record(
    c: &Connection,
    done: &Done,
    record: &Record,
    is_latest: bool,
) -> Result<Option<News>, StoreError> {
    let (columns, todo) = (&record.columns, &done.todo);
    let pool_id = &columns.pool_id;
    let sql = "SELECT changed, gtins FROM product WHERE pool_id = ?";
    let listed = first(c, sql, [pool_id], |row| {
        Ok((row.get::<_, i64>(0)?, from_blob(row.get_ref(1)?.as_blob()?)))
    })?;
    let Some((changed, listed)) = listed else {
        dequeue(c, todo.id)?;
        return Ok(None);
    };
    let is_old = columns.changed < changed && todo.tries < MISSED;
    let entry = entry(done, 200, &record.body, !is_latest || is_old);
    put(c, &todo.target, &entry)?;
    if !is_latest {
        return Ok(None);
    }
    // Some products exist but are in no list; a purged product is listed again.
    let in_lists = matches!(columns.status.as_deref(), Some("published" | "archived"));
    let sql = "UPDATE product SET status = ? WHERE pool_id = ? AND (status IS NULL OR ?)";
    run(c, sql, (&columns.status, pool_id, !in_lists))?;
    let count = listed.len();
    let gtins: BTreeSet<u64> = listed
        .into_iter()
        .chain(record.gtins.iter().copied())
        .collect();
    let gtins: Box<[u64]> = gtins.into_iter().collect();
    if gtins.len() > count {
        let sql = "UPDATE product SET gtins = ? WHERE pool_id = ? RETURNING rowid";
        let row = first(c, sql, (to_blob(&gtins), pool_id), |row| row.get(0))?;
        row.map_or(Ok(()), |row| index_again(c, row))?;
    }
    match is_old {
        true => postpone(c, todo.id, milliseconds(record.retry_at))?,
        false => dequeue(c, todo.id)?,
    }
    Ok(Some(News::Gtins(pool_id.clone(), gtins)))
}

/// Executes statements that take the identifier of a product.
fn run_all(c: &Connection, statements: &[&str], pool_id: &str) -> Result<(), StoreError> {
    statements.iter().try_for_each(|sql| run(c, sql, [pool_id]))
}
