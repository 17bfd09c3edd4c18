//! A pool of read-only connections to the catalogue.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::Semaphore;

use crate::{StoreError, open};

/// A pool of connections that read the catalogue, each used by one request at a time.
///
/// SQLite blocks its thread, so queries run on blocking threads. Requests that find no idle
/// connection wait in order of arrival.
#[derive(Clone, Debug)]
pub struct Pool {
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
}

impl Pool {
    /// Opens a pool with this number of connections.
    pub fn open(path: &Path, connections: usize) -> Result<Pool, StoreError> {
        let idle = (0..connections).map(|_| open(path, false));
        Ok(Pool::of(idle.collect::<Result<_, _>>()?))
    }

    /// A pool of these connections, which must not write.
    pub fn of(idle: Vec<Connection>) -> Pool {
        Pool {
            permits: Arc::new(Semaphore::new(idle.len())),
            idle: Arc::new(Mutex::new(idle)),
        }
    }

    /// Runs a closure with a connection from the pool.
    pub async fn read<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        // The semaphore is never closed, so this does not fail.
        let permit = self
            .permits
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| StoreError::Busy)?;
        let idle = self.idle.clone();
        let task = tokio::task::spawn_blocking(move || {
            let connection = idle.lock().pop().ok_or(StoreError::Busy)?;
            let result = catch_unwind(AssertUnwindSafe(|| read(&connection)));
            // The connection is returned before the permit, so that the next request finds it.
            idle.lock().push(connection);
            drop(permit);
            result.unwrap_or_else(|panic| resume_unwind(panic))
        });
        match task.await {
            Ok(result) => result,
            // A panic continues in the request's own task, where it becomes a 500.
            Err(failed) if failed.is_panic() => resume_unwind(failed.into_panic()),
            Err(_) => Err(StoreError::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Writer;
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_returns_its_connection() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.db");
        Writer::open_or_create(&path).unwrap().commit().unwrap();
        let pool = Pool::open(&path, 2).unwrap();
        for _ in 0..5 {
            let pool = pool.clone();
            let task = tokio::spawn(async move {
                pool.read(|_| -> Result<(), StoreError> { panic!("on purpose") })
                    .await
            });
            assert!(task.await.unwrap_err().is_panic());
        }
        let sum =
            |c: &Connection| Ok(c.query_row("SELECT 40 + 2", [], |row| row.get::<_, i64>(0))?);
        let all: Vec<_> = (0..20)
            .map(|_| {
                tokio::spawn({
                    let pool = pool.clone();
                    async move { pool.read(sum).await }
                })
            })
            .collect();
        for one in all {
            assert_eq!(one.await.unwrap().unwrap(), 42);
        }
        let write = pool
            .read(|c| Ok(c.execute("DELETE FROM product", [])?))
            .await;
        assert!(write.is_err(), "readers must not write");
    }
}
