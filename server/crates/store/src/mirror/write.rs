//! Writes to a mirror. Each call is one transaction.

use std::collections::BTreeSet;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{
    ACCOUNT, CHECKPOINT, COPIED, Done, Level, Listed, MISSED, MirrorFile, Outcome, RECONCILED,
    ROUND, Rank, Record, Task, Todo, WALKED, property,
};
use crate::schema::set_property;
use crate::{StoreError, products, sql};

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
            let seen = "UPDATE mirror_product SET seen = ?
                        WHERE product = (SELECT id FROM product WHERE pool_id = ?)";
            sql::run(&transaction, seen, (round, &item.columns.pool_id))?;
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
        let missed = "SELECT pool_id FROM mirror_product JOIN product ON product.id = product
                      WHERE seen < ? AND NOT gone";
        let missed: Vec<String> = sql::all(&transaction, missed, [round], |row| row.get(0))?;
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
        let held = sql::any(&transaction, HELD, [&task.pool_id])?;
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
        let sql = "UPDATE mirror_answer SET status = ?, body = ?, at = ?
                   WHERE target = ? AND at < ?";
        sql::run(&self.connection, sql, (status, body, at, target, at))
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
            products.extend(sql::all(&transaction, sql, [gtin], |row| row.get(0))?);
        }
        let sql = "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'mirror_todo'";
        let last: i64 = sql::value(&transaction, sql, [])?;
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

/// Finds a product by identifier if it is not gone.
const HELD: &str = "SELECT 1 FROM mirror_product JOIN product ON product.id = product
                    WHERE pool_id = ? AND NOT gone";

/// Whether a list item differs from the stored product.
pub(super) fn differs(c: &Connection, listed: &Listed) -> Result<bool, StoreError> {
    let sql = format!("{HELD} AND item = ?");
    let columns = &listed.columns;
    Ok(!sql::any(c, &sql, (&columns.pool_id, &columns.item))?)
}

/// Stores a list item and enqueues the request for its record.
fn store_listed(c: &Connection, listed: &Listed) -> Result<(), StoreError> {
    let columns = &listed.columns;
    // The version stays that of the stored record until the new record arrives.
    let sql = "SELECT product.id, CASE WHEN fetched IS NOT NULL THEN version END
               FROM product JOIN mirror_product ON mirror_product.product = product.id
               WHERE pool_id = ?";
    let held = sql::first(c, sql, [&columns.pool_id], |row| {
        Ok((row.get(0)?, row.get::<_, Option<String>>(1)?))
    })?;
    let (id, version) = held.map_or((None, None), |(id, version)| (Some(id), version));
    let id = products::put(c, id, columns)?;
    if let Some(version) = version {
        let sql = "UPDATE product SET version = ? WHERE id = ?";
        sql::run(c, sql, (version, id))?;
    }
    let sql = "INSERT INTO mirror_product (product, seen, gone) VALUES (?, 0, 0)
               ON CONFLICT (product) DO UPDATE SET gone = 0";
    sql::run(c, sql, [id])?;
    sql::run(c, "DELETE FROM mirror_gtin WHERE product = ?", [id])?;
    add_gtins(c, id, &listed.gtins)?;
    for task in &listed.tasks {
        match &task.once {
            None => enqueue(c, task, 0)?,
            Some(list) => enqueue_once(c, task, list)?,
        }
    }
    Ok(())
}

/// Enqueues a request and a refresh of the list to which it belongs, unless the request was
/// sent before or is in the queue.
fn enqueue_once(c: &Connection, task: &Task, list: &str) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM mirror_answer WHERE target = ?";
    if sql::any(c, sql, [&task.target])? || is_queued(c, &task.target)? {
        return Ok(());
    }
    enqueue(c, task, 0)?;
    let list = Task {
        target: list.to_owned(),
        pool_id: None,
        rank: task.rank,
        once: None,
    };
    enqueue(c, &list, 0)
}

fn is_queued(c: &Connection, target: &str) -> Result<bool, StoreError> {
    sql::any(c, "SELECT 1 FROM mirror_todo WHERE target = ?", [target])
}

/// Enqueues a request that is due at once, whatever was enqueued before.
fn enqueue(c: &Connection, task: &Task, tries: u32) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO mirror_todo (target, pool_id, rank, tries, due)
               VALUES (?, ?, ?, ?, 0)";
    let row = (&task.target, &task.pool_id, task.rank as i64, tries);
    sql::run(c, sql, row)
}

fn add_gtins(c: &Connection, id: i64, gtins: &[(String, Level)]) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO mirror_gtin (gtin, level, product) VALUES (?, ?, ?)";
    for (gtin, level) in gtins {
        sql::run(c, sql, (gtin, *level as i64, id))?;
    }
    Ok(())
}

fn store_outcome(c: &Connection, done: &Done) -> Result<(), StoreError> {
    let todo = &done.todo;
    // If the request was enqueued again meanwhile, this response is not the latest.
    let last = sql::any(c, "SELECT 1 FROM mirror_todo WHERE id = ?", [todo.id])?;
    match &done.outcome {
        Outcome::Record(record) => put_record(c, done, record, last),
        Outcome::Answer { status, body, next } => {
            let sql = "INSERT INTO mirror_answer (target, pool_id, status, at, body)
                       VALUES (?, ?, ?, ?, ?)
                       ON CONFLICT (target) DO UPDATE SET
                           pool_id = excluded.pool_id, status = excluded.status,
                           at = excluded.at, body = excluded.body";
            let row = (&todo.target, &todo.pool_id, status, done.at, body);
            sql::run(c, sql, row)?;
            if let Some(next) = next {
                enqueue(c, next, 0)?;
            }
            dequeue(c, todo)
        }
        Outcome::Gone if last => mark_gone(c, todo),
        Outcome::Refused if last => {
            remove_refused(c, todo)?;
            dequeue(c, todo)
        }
        Outcome::Gone | Outcome::Refused => Ok(()),
        Outcome::Later(due) => postpone(c, todo, *due),
    }
}

fn dequeue(c: &Connection, todo: &Todo) -> Result<(), StoreError> {
    sql::run(c, "DELETE FROM mirror_todo WHERE id = ?", [todo.id])
}

fn postpone(c: &Connection, todo: &Todo, due: i64) -> Result<(), StoreError> {
    let sql = "UPDATE mirror_todo SET tries = tries + 1, due = ? WHERE id = ?";
    sql::run(c, sql, (due, todo.id))
}

/// Stores a record; adds the GTINs that only the record has to those from the list.
fn put_record(c: &Connection, done: &Done, record: &Record, last: bool) -> Result<(), StoreError> {
    let columns = &record.columns;
    let sql = "SELECT id, changed FROM product WHERE pool_id = ?";
    let listed = sql::first(c, sql, [&columns.pool_id], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
    })?;
    let Some((id, changed)) = listed else {
        return dequeue(c, &done.todo);
    };
    products::put_version(c, id, &columns.version, &record.body)?;
    let sql = "UPDATE product SET version = ? WHERE id = ?";
    sql::run(c, sql, (&columns.version, id))?;
    let sql = "UPDATE mirror_product SET fetched = ?, gone = 0 WHERE product = ?";
    sql::run(c, sql, (done.at, id))?;
    if !last {
        return Ok(());
    }
    // Some products exist but are in no list; a purged product is listed again.
    let is_listed = matches!(columns.status.as_deref(), Some("published" | "archived"));
    let sql = "UPDATE product SET status = ? WHERE id = ? AND (status IS NULL OR ?)";
    sql::run(c, sql, (&columns.status, id, !is_listed))?;
    add_gtins(c, id, &record.gtins)?;
    if columns.changed < changed && done.todo.tries < MISSED {
        return postpone(c, &done.todo, record.retry_at);
    }
    dequeue(c, &done.todo)
}

/// Executes statements that take the identifier of a product.
fn run_all(c: &Connection, statements: &[&str], pool_id: &str) -> Result<(), StoreError> {
    for sql in statements {
        sql::run(c, sql, [pool_id])?;
    }
    Ok(())
}

/// Removes the stored responses of a product and enqueues the requests for them.
fn purge(c: &Connection, pool_id: &str, record: &Task) -> Result<(), StoreError> {
    let statements = [
        "INSERT OR REPLACE INTO mirror_todo (target, pool_id, rank, tries, due)
         SELECT target, pool_id, 1, 0, 0 FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM record WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE mirror_product SET fetched = NULL
         WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE product SET status = NULL WHERE pool_id = ?",
    ];
    run_all(c, &statements, pool_id)?;
    match sql::any(c, HELD, [pool_id])? {
        true => enqueue(c, record, MISSED),
        false => Ok(()),
    }
}

/// Marks a product as gone: no list or look-up shows it, but its record stays.
fn mark_gone(c: &Connection, todo: &Todo) -> Result<(), StoreError> {
    let Some(pool_id) = &todo.pool_id else {
        return dequeue(c, todo);
    };
    let statements = [
        "UPDATE mirror_product SET gone = 1, fetched = NULL
         WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "DELETE FROM mirror_gtin WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE product SET status = NULL, gtin = NULL WHERE pool_id = ?",
        "DELETE FROM mirror_answer WHERE pool_id = ?",
        "DELETE FROM mirror_todo WHERE pool_id = ?",
    ];
    run_all(c, &statements, pool_id)
}

/// Removes a stored response that the service now refuses.
fn remove_refused(c: &Connection, todo: &Todo) -> Result<(), StoreError> {
    let sql = "DELETE FROM mirror_answer WHERE target = ?";
    sql::run(c, sql, [&todo.target])?;
    let statements = [
        "DELETE FROM record WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "UPDATE mirror_product SET fetched = NULL
         WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
    ];
    match &todo.pool_id {
        Some(pool_id) if todo.rank == Rank::Product => run_all(c, &statements, pool_id),
        _ => Ok(()),
    }
}

/// Stores the time at which the first copy was complete, once it is.
fn note_first_copy(c: &Connection, now: i64) -> Result<(), StoreError> {
    let open = sql::any(c, "SELECT 1 FROM mirror_todo WHERE rank = 0", [])?;
    if !open && property(c, WALKED)?.is_some() && property(c, COPIED)?.is_none() {
        set_property(c, COPIED, &now.to_string())?;
    }
    Ok(())
}
