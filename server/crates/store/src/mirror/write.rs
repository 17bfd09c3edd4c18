//! Writes to a mirror. Each call is one transaction.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::{
    ACCOUNT, CHECKPOINT, COPIED, Done, Level, Listed, MISSED, MirrorFile, Outcome, RECONCILED,
    ROUND, Rank, Record, Task, Todo, WALKED, property, set_property,
};
use crate::{StoreError, products};

impl MirrorFile {
    fn begin(&mut self) -> Result<Transaction<'_>, StoreError> {
        Ok(self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?)
    }

    /// Stores the products listed by the changes and, if it is new, the checkpoint up to which
    /// the changes were followed. `walked` is the start time of the walk through the changes
    /// that this call completes.
    pub fn store_changes(
        &mut self,
        listed: &[Listed],
        checkpoint: Option<&str>,
        walked: Option<i64>,
    ) -> Result<(), StoreError> {
        let transaction = self.begin()?;
        for item in listed {
            store_listed(&transaction, item)?;
        }
        if let Some(checkpoint) = checkpoint {
            set_property(&transaction, CHECKPOINT, checkpoint)?;
        }
        if let Some(walked) = walked {
            if property(&transaction, WALKED)?.is_none() {
                // The first walk covers the whole list.
                set_property(&transaction, RECONCILED, &walked.to_string())?;
            }
            set_property(&transaction, WALKED, &walked.to_string())?;
            note_first_copy(&transaction, walked)?;
        }
        Ok(transaction.commit()?)
    }

    /// Begins a round through the whole list and returns its number.
    pub fn begin_round(&mut self) -> Result<i64, StoreError> {
        let transaction = self.begin()?;
        let last = property(&transaction, ROUND)?.and_then(|text| text.parse().ok());
        let round = last.unwrap_or(0i64) + 1;
        set_property(&transaction, ROUND, &round.to_string())?;
        transaction.commit()?;
        Ok(round)
    }

    /// Stores the list items that a round found; returns those that were new or had changed.
    pub fn store_round_page(
        &mut self,
        listed: Vec<Listed>,
        round: i64,
    ) -> Result<Vec<Listed>, StoreError> {
        let transaction = self.begin()?;
        let mut new = Vec::new();
        for item in listed {
            let differs = differs(&transaction, &item)?;
            if differs {
                store_listed(&transaction, &item)?;
            }
            transaction
                .prepare_cached(
                    "UPDATE mirror_product SET seen = ?
                     WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
                )?
                .execute((round, &item.columns.pool_id))?;
            if differs {
                new.push(item);
            }
        }
        transaction.commit()?;
        Ok(new)
    }

    /// Ends a round that began at that time, for that account. Enqueues a check of each
    /// product that the round did not find, and a refresh of every response that changes do
    /// not announce. Returns the number of products that the round did not find.
    pub fn end_round(
        &mut self,
        round: i64,
        began: i64,
        account: &str,
        check: impl Fn(&str) -> Task,
    ) -> Result<usize, StoreError> {
        let transaction = self.begin()?;
        let missed: Vec<String> = transaction
            .prepare_cached(
                "SELECT pool_id FROM mirror_product JOIN product ON product.id = product
                 WHERE seen < ? AND NOT gone",
            )?
            .query_map([round], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        for pool_id in &missed {
            enqueue(&transaction, &check(pool_id), MISSED)?;
        }
        transaction.execute(
            "INSERT OR REPLACE INTO mirror_todo (target, pool_id, rank, tries, due)
             SELECT target, NULL, 2, 0, 0 FROM mirror_answer WHERE pool_id IS NULL",
            [],
        )?;
        set_property(&transaction, RECONCILED, &began.to_string())?;
        set_property(&transaction, ACCOUNT, account)?;
        transaction.commit()?;
        Ok(missed.len())
    }

    /// Enqueues a check of a product that seems to be gone.
    pub fn enqueue_check(&mut self, task: &Task) -> Result<(), StoreError> {
        let transaction = self.begin()?;
        let held = "SELECT 1 FROM mirror_product JOIN product ON product.id = product
                    WHERE pool_id = ? AND NOT gone";
        let held = transaction.prepare_cached(held)?.exists([&task.pool_id])?;
        // A request that is in the queue already may stem from a newer listing.
        let queued = is_queued(&transaction, &task.target)?;
        if held && !queued {
            enqueue(&transaction, task, MISSED)?;
        }
        Ok(transaction.commit()?)
    }

    /// Updates a stored response with one that was fetched in another way.
    pub fn refresh(
        &mut self,
        target: &str,
        status: u16,
        body: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(
                "UPDATE mirror_answer SET status = ?, body = ?, at = ? WHERE target = ? AND at < ?",
            )?
            .execute((status, body, at, target, at))?;
        Ok(())
    }

    /// Removes the stored records and other responses of products until they are fetched
    /// again; no list shows the products meanwhile. Returns the identifiers of all products
    /// that were given or have one of the GTINs, given in 14 digits.
    pub fn purge(
        &mut self,
        mut products: BTreeSet<String>,
        gtins: &[String],
        check: impl Fn(&str) -> Task,
    ) -> Result<BTreeSet<String>, StoreError> {
        let transaction = self.begin()?;
        for gtin in gtins {
            let sql = "SELECT pool_id FROM mirror_gtin JOIN product ON product.id = product
                       WHERE mirror_gtin.gtin = ?";
            let mut found = transaction.prepare_cached(sql)?;
            for pool_id in found.query_map([gtin], |row| row.get(0))? {
                products.insert(pool_id?);
            }
        }
        let sql = "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'mirror_todo'";
        let last: i64 = transaction.query_row(sql, [], |row| row.get(0))?;
        for pool_id in &products {
            purge(&transaction, pool_id, &check(pool_id))?;
        }
        transaction.commit()?;
        let purged = products.iter().map(|pool_id| (pool_id.clone(), last));
        self.purged.extend(purged);
        Ok(products)
    }

    /// Stores the outcomes of requests.
    pub fn write(&mut self, done: &[Done], now: i64) -> Result<(), StoreError> {
        let purged = std::mem::take(&mut self.purged);
        let is_purged = |todo: &Todo| {
            let last = todo.pool_id.as_ref().and_then(|id| purged.get(id));
            last.is_some_and(|last| todo.id <= *last)
        };
        let written = self.write_all(done.iter().filter(|done| !is_purged(&done.todo)), now);
        self.purged = purged;
        written
    }

    fn write_all<'a>(
        &mut self,
        done: impl Iterator<Item = &'a Done>,
        now: i64,
    ) -> Result<(), StoreError> {
        let transaction = self.begin()?;
        for done in done {
            store_outcome(&transaction, done)?;
        }
        note_first_copy(&transaction, now)?;
        Ok(transaction.commit()?)
    }
}

/// Whether a list item differs from the stored product.
pub(super) fn differs(connection: &Connection, listed: &Listed) -> Result<bool, StoreError> {
    let known = connection
        .prepare_cached(
            "SELECT 1 FROM product JOIN mirror_product ON mirror_product.product = product.id
             WHERE pool_id = ? AND item = ? AND NOT gone",
        )?
        .exists((&listed.columns.pool_id, &listed.columns.item))?;
    Ok(!known)
}

/// Stores a list item and enqueues the request for its record.
fn store_listed(connection: &Connection, listed: &Listed) -> Result<(), StoreError> {
    let columns = &listed.columns;
    // The version stays that of the stored record until the new record arrives.
    let held: Option<(i64, Option<String>)> = connection
        .prepare_cached(
            "SELECT product.id, CASE WHEN fetched IS NOT NULL THEN version END
             FROM product JOIN mirror_product ON mirror_product.product = product.id
             WHERE pool_id = ?",
        )?
        .query_row([&columns.pool_id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (id, version) = held.map_or((None, None), |(id, version)| (Some(id), version));
    let id = products::put(connection, id, columns)?;
    if let Some(version) = version {
        connection
            .prepare_cached("UPDATE product SET version = ? WHERE id = ?")?
            .execute((version, id))?;
    }
    connection
        .prepare_cached(
            "INSERT INTO mirror_product (product, seen, gone) VALUES (?, 0, 0)
             ON CONFLICT (product) DO UPDATE SET gone = 0",
        )?
        .execute([id])?;
    put_gtins(connection, id, &[&listed.gtins])?;
    for task in &listed.tasks {
        match &task.once {
            None => enqueue(connection, task, 0)?,
            Some(list) => enqueue_once(connection, task, list)?,
        }
    }
    Ok(())
}

/// Enqueues a request and a refresh of the list to which it belongs, unless the request was
/// sent before or is in the queue.
fn enqueue_once(connection: &Connection, task: &Task, list: &str) -> Result<(), StoreError> {
    let known = connection
        .prepare_cached("SELECT 1 FROM mirror_answer WHERE target = ?")?
        .exists([&task.target])?;
    if known || is_queued(connection, &task.target)? {
        return Ok(());
    }
    enqueue(connection, task, 0)?;
    let list = Task {
        target: list.to_owned(),
        pool_id: None,
        rank: task.rank,
        once: None,
    };
    enqueue(connection, &list, 0)
}

fn is_queued(connection: &Connection, target: &str) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached("SELECT 1 FROM mirror_todo WHERE target = ?")?
        .exists([target])?)
}

/// Enqueues a request that is due at once, whatever was enqueued before.
fn enqueue(connection: &Connection, task: &Task, tries: u32) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO mirror_todo (target, pool_id, rank, tries, due)
             VALUES (?, ?, ?, ?, 0)",
        )?
        .execute((&task.target, &task.pool_id, task.rank as i64, tries))?;
    Ok(())
}

fn put_gtins(
    connection: &Connection,
    id: i64,
    gtins: &[&[(String, Level)]],
) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM mirror_gtin WHERE product = ?")?
        .execute([id])?;
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO mirror_gtin (gtin, level, product) VALUES (?, ?, ?)",
    )?;
    for (gtin, level) in gtins.iter().copied().flatten() {
        statement.execute((gtin, *level as i64, id))?;
    }
    Ok(())
}

fn store_outcome(connection: &Connection, done: &Done) -> Result<(), StoreError> {
    let todo = &done.todo;
    // If the request was enqueued again meanwhile, this response is not the latest.
    let last = connection
        .prepare_cached("SELECT 1 FROM mirror_todo WHERE id = ?")?
        .exists([todo.id])?;
    match &done.outcome {
        Outcome::Record(record) => put_record(connection, done, record, last),
        Outcome::Answer { status, body, next } => {
            connection
                .prepare_cached(
                    "INSERT INTO mirror_answer (target, pool_id, status, at, body)
                     VALUES (?, ?, ?, ?, ?)
                     ON CONFLICT (target) DO UPDATE SET
                         pool_id = excluded.pool_id, status = excluded.status,
                         at = excluded.at, body = excluded.body",
                )?
                .execute((&todo.target, &todo.pool_id, status, done.at, body))?;
            if let Some(next) = next {
                enqueue(connection, next, 0)?;
            }
            dequeue(connection, todo)
        }
        Outcome::Gone if last => mark_gone(connection, todo),
        Outcome::Refused if last => {
            remove_refused(connection, todo)?;
            dequeue(connection, todo)
        }
        Outcome::Gone | Outcome::Refused => Ok(()),
        Outcome::Later(due) => postpone(connection, todo, *due),
    }
}

fn dequeue(connection: &Connection, todo: &Todo) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM mirror_todo WHERE id = ?")?
        .execute([todo.id])?;
    Ok(())
}

fn postpone(connection: &Connection, todo: &Todo, due: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE mirror_todo SET tries = tries + 1, due = ? WHERE id = ?")?
        .execute((due, todo.id))?;
    Ok(())
}

/// Stores a record; adds the GTINs that only the record has to those from the list.
fn put_record(
    connection: &Connection,
    done: &Done,
    record: &Record,
    last: bool,
) -> Result<(), StoreError> {
    let columns = &record.columns;
    let Some((id, changed)) = connection
        .prepare_cached("SELECT id, changed FROM product WHERE pool_id = ?")?
        .query_row([&columns.pool_id], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        })
        .optional()?
    else {
        return dequeue(connection, &done.todo);
    };
    products::put_version(connection, id, &columns.version, &record.body)?;
    connection
        .prepare_cached("UPDATE product SET version = ? WHERE id = ?")?
        .execute((&columns.version, id))?;
    connection
        .prepare_cached("UPDATE mirror_product SET fetched = ?, gone = 0 WHERE product = ?")?
        .execute((done.at, id))?;
    if !last {
        return Ok(());
    }
    // Some products exist but are in no list; a purged product is listed again.
    let is_listed = matches!(columns.status.as_deref(), Some("published" | "archived"));
    connection
        .prepare_cached("UPDATE product SET status = ? WHERE id = ? AND (status IS NULL OR ?)")?
        .execute((&columns.status, id, !is_listed))?;
    let listed: Vec<(String, Level)> = connection
        .prepare_cached("SELECT gtin, level FROM mirror_gtin WHERE product = ?")?
        .query_map([id], |row| Ok((row.get(0)?, Level::of(row.get(1)?))))?
        .collect::<Result<_, _>>()?;
    put_gtins(connection, id, &[&listed, &record.gtins])?;
    if columns.changed < changed && done.todo.tries < MISSED {
        return postpone(connection, &done.todo, record.retry_at);
    }
    dequeue(connection, &done.todo)
}

/// Removes the stored responses of a product and enqueues the requests for them.
fn purge(connection: &Connection, pool_id: &str, record: &Task) -> Result<(), StoreError> {
    for sql in [
        "INSERT OR REPLACE INTO mirror_todo (target, pool_id, rank, tries, due)
         SELECT target, pool_id, 1, 0, 0 FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM record WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE mirror_product SET fetched = NULL
         WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE product SET status = NULL WHERE pool_id = ?",
    ] {
        connection.prepare_cached(sql)?.execute([pool_id])?;
    }
    let known = "SELECT 1 FROM mirror_product JOIN product ON product.id = product
                 WHERE pool_id = ? AND NOT gone";
    if connection.prepare_cached(known)?.exists([pool_id])? {
        enqueue(connection, record, MISSED)?;
    }
    Ok(())
}

/// Marks a product as gone: no list or look-up shows it, but its record stays.
fn mark_gone(connection: &Connection, todo: &Todo) -> Result<(), StoreError> {
    let Some(pool_id) = &todo.pool_id else {
        return dequeue(connection, todo);
    };
    connection
        .prepare_cached(
            "UPDATE mirror_product SET gone = 1, fetched = NULL
             WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        )?
        .execute([pool_id])?;
    for sql in [
        "DELETE FROM mirror_gtin WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE product SET status = NULL, gtin = NULL WHERE pool_id = ?",
        "DELETE FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM mirror_todo WHERE pool_id = ?",
    ] {
        connection.prepare_cached(sql)?.execute([pool_id])?;
    }
    Ok(())
}

/// Removes a stored response that the service now refuses.
fn remove_refused(connection: &Connection, todo: &Todo) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM mirror_answer WHERE target = ?")?
        .execute([&todo.target])?;
    if todo.rank == Rank::Product
        && let Some(pool_id) = &todo.pool_id
    {
        for sql in [
            "DELETE FROM record WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
            "UPDATE mirror_product SET fetched = NULL
             WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        ] {
            connection.prepare_cached(sql)?.execute([pool_id])?;
        }
    }
    Ok(())
}

/// Stores the time at which the first copy was complete, once it is.
fn note_first_copy(connection: &Connection, now: i64) -> Result<(), StoreError> {
    let open = connection
        .prepare_cached("SELECT 1 FROM mirror_todo WHERE rank = 0")?
        .exists([])?;
    if !open && property(connection, WALKED)?.is_some() && property(connection, COPIED)?.is_none() {
        set_property(connection, COPIED, &now.to_string())?;
    }
    Ok(())
}
