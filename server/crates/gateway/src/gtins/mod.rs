//! The index of GTINs: finds a product by the GTIN of any of its units.
//!
//! ```text
//! whole list, once ─▶ list_walk ─┐
//!                                ├─▶ listing ─▶ rows (the cache's file, or memory)
//! changes ─────────▶ follow ─────┘                │
//! GET /v2/products/gtin/… ─▶ 404 ─▶ by_gtin ◀─────┘
//! ```
//!
//! The upstream finds a product only by the GTIN of its case. Its list shows the GTINs of the
//! components too, so the gateway reads the whole list once, 500 products a request, and keeps
//! the index up to date with the changes that it follows anyway. The index only says which
//! product to request: the response is always the product's own record, and only if that
//! record has the GTIN.
//!
//! A file that cannot be written is abandoned, and the index is built again in memory. Until
//! it has moved back into the cache's file, the gateway does not store the checkpoint of the
//! changes, so the next process reads again the changes that the index in the file missed.

mod listing;
mod report;
mod rows;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use product_pool::model::ListedProduct;

use listing::Listing;
pub(super) use listing::gtin_number;
use rows::Rows;
pub(crate) use rows::{Walk, Written};

use super::changes::Changed;
use super::disk::Disk;

/// Consecutive failures after which the upstream is assumed to serve no lists for now.
const MAX_FAILURES: u32 = 10;
/// The maximum number of GTINs for each product that the index may have.
const GTINS_PER_PRODUCT: u64 = 10;

/// How complete the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexState {
    /// It has every product, so a GTIN that it does not have is unknown.
    Complete,
    /// Some products are missing.
    Building,
    /// Some products are missing, and the upstream serves no lists.
    Unavailable,
    /// Some products are missing, because the upstream lists more than the index may have.
    Full,
}

/// The number of products and GTINs in the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) products: u64,
    pub(crate) gtins: u64,
}

/// The index of GTINs.
pub(crate) struct GtinIndex {
    current: Mutex<Current>,
    /// Consecutive failures of the walk.
    pub(crate) failures: AtomicU32,
    /// Whether the upstream refused the last request for a list.
    pub(crate) refused: AtomicBool,
    /// The maximum size.
    limit: Size,
    /// Whether the upstream's list has exceeded it.
    full: AtomicBool,
}

/// The rows, and the state of the walk that fills them: replaced together.
#[derive(Clone)]
pub(crate) struct Current {
    pub(crate) rows: Arc<Rows>,
    pub(crate) walk: Walk,
    size: Size,
    /// The generation of the cache's file that the rows are in; `None` in memory.
    generation: Option<u64>,
}

impl Current {
    /// An empty index in memory.
    fn in_memory(account: &str) -> Result<Current, rusqlite::Error> {
        Ok(Current {
            rows: Arc::new(Rows::in_memory()?),
            walk: Walk::default().of(account),
            size: Size::default(),
            generation: None,
        })
    }
}

impl GtinIndex {
    /// Opens the index in the cache's file, or creates one in memory. An index in a file is
    /// continued if the file also stores the checkpoint of the changes (`followed`); otherwise
    /// it is built again. The entries of another account are used, but do not count as
    /// complete for this one.
    ///
    /// # Errors
    /// In one line: why it cannot be created.
    pub(crate) fn open(
        file: Option<(&Path, u64)>,
        followed: bool,
        account: &str,
    ) -> Result<GtinIndex, String> {
        let opened = file.and_then(|(path, generation)| {
            let rows = Rows::in_file(path, followed);
            match rows.and_then(|rows| Ok((rows.load()?, rows))) {
                Ok(((walk, size), rows)) => Some((rows, walk, size, generation)),
                Err(error) => {
                    let path = path.display();
                    tracing::warn!(
                        "the index of GTINs is stored in memory, not in {path}: {error}"
                    );
                    None
                }
            }
        });
        let current = match opened {
            Some((rows, walk, size, generation)) => Current {
                rows: Arc::new(rows),
                walk: walk.of(account),
                size,
                generation: Some(generation),
            },
            None => Current::in_memory(account)
                .map_err(|error| format!("cannot create the index of GTINs: {error}"))?,
        };
        Ok(GtinIndex {
            current: Mutex::new(current),
            failures: AtomicU32::new(0),
            refused: AtomicBool::new(false),
            limit: Size {
                products: u64::MAX,
                gtins: u64::MAX,
            },
            full: AtomicBool::new(false),
        })
    }

    /// The index with a maximum number of products.
    pub(crate) fn with_limit(self, products: u64) -> GtinIndex {
        let gtins = products.saturating_mul(GTINS_PER_PRODUCT);
        GtinIndex {
            limit: Size { products, gtins },
            ..self
        }
    }

    /// Moves the index into the cache's file if that can be used again, or another file has
    /// taken its place. Returns whether it moved. Nothing else may write at the same time.
    pub(super) async fn move_to(&self, disk: &Disk) -> bool {
        let (current, health) = (self.current(), disk.health());
        if current.generation == Some(health.generation()) || health.fault().is_some() {
            return false;
        }
        let Some((generation, opened)) = disk.while_in_use(Rows::open).await else {
            return false;
        };
        let old = current.rows;
        let from = old.clone();
        let moved = tokio::task::spawn_blocking(move || {
            let rows = opened?;
            rows.replace(&from)?;
            Ok::<Rows, rusqlite::Error>(rows)
        });
        match moved.await {
            Ok(Ok(rows)) => {
                let mut current = self.current.lock();
                // A reader may have found the old file damaged in the meantime.
                if !Arc::ptr_eq(&current.rows, &old) {
                    return false;
                }
                current.rows = Arc::new(rows);
                current.generation = Some(generation);
                tracing::info!("the index of GTINs is stored in {}", disk.path().display());
                return true;
            }
            // The old file may no longer be readable.
            Ok(Err(error)) if current.generation.is_some() => self.rebuild_in_memory(&old, &error),
            Ok(Err(error)) => {
                tracing::debug!("the index of GTINs stays in memory: {error}");
                disk.report_error(generation, error);
            }
            Err(error) => tracing::error!("the index of GTINs: {error}"),
        }
        false
    }

    /// Closes the file, if the rows are in one.
    pub(crate) fn close(&self) {
        if let Ok(empty) = Current::in_memory("") {
            *self.current.lock() = empty;
        }
    }

    /// How complete the index is.
    pub(crate) fn state(&self) -> IndexState {
        if self.current().walk.complete {
            IndexState::Complete
        } else if self.full.load(Ordering::Relaxed) {
            IndexState::Full
        } else if self.refused.load(Ordering::Relaxed)
            || self.failures.load(Ordering::Relaxed) >= MAX_FAILURES
        {
            IndexState::Unavailable
        } else {
            IndexState::Building
        }
    }

    /// The number of products and GTINs in the index.
    pub(crate) fn size(&self) -> Size {
        self.current.lock().size
    }

    /// Whether the index is in the cache's file and has missed no change there. Only then may
    /// the checkpoint of the changes be stored.
    pub(super) fn is_in_file(&self) -> bool {
        self.current.lock().generation.is_some()
    }

    /// The products with that GTIN, best first: those whose case has it, then
    /// published ones, then those that changed last.
    pub(super) async fn find(&self, gtin: u64) -> Vec<String> {
        let rows = self.current().rows;
        self.run(&rows, move |rows| rows.find(gtin))
            .await
            .unwrap_or_default()
    }

    /// Adds the products of a list. Returns those that were known with other GTINs, and these
    /// GTINs.
    pub(super) async fn update(&self, products: &[ListedProduct]) -> Changed {
        let rows = self.current().rows;
        let Some(written) = self.put(&rows, products).await else {
            return Changed::default();
        };
        if written.exceeded {
            // What was left out is read once there is room.
            let walk = self.current().walk;
            if walk.complete {
                let again = Walk {
                    complete: false,
                    ..walk.again()
                };
                self.set_walk(&rows, again).await;
            }
            self.set_full(true);
        }
        written.changed
    }

    /// Notes whether the upstream lists more products than the index may have.
    pub(crate) fn set_full(&self, full: bool) {
        if full && !self.full.swap(full, Ordering::Relaxed) {
            tracing::warn!(
                "the index of GTINs is full: the upstream lists more than {} products, \
                 or {} GTINs; those left out are not found by the GTINs of \
                 their units",
                self.limit.products,
                self.limit.gtins
            );
        }
        self.full.store(full, Ordering::Relaxed);
    }

    pub(crate) fn current(&self) -> Current {
        self.current.lock().clone()
    }

    /// Writes products into these rows; `None` if they cannot be written.
    pub(crate) async fn put(
        &self,
        rows: &Arc<Rows>,
        products: &[ListedProduct],
    ) -> Option<Written> {
        let listings: Vec<Listing> = products.iter().filter_map(Listing::of).collect();
        let limit = self.limit;
        let round = self.current().walk.round;
        let put = move |rows: &Rows| rows.put(&listings, round, limit);
        let written = self.run(rows, put).await?;
        let mut current = self.current.lock();
        if Arc::ptr_eq(&current.rows, rows) {
            current.size = written.size;
        }
        Some(written)
    }

    /// Ends a walk through the whole list: removes the products that are no longer listed.
    pub(crate) async fn end_round(&self, rows: &Arc<Rows>, round: i64) {
        let size = self.run(rows, move |rows| rows.end_round(round)).await;
        let mut current = self.current.lock();
        if let Some(size) = size
            && Arc::ptr_eq(&current.rows, rows)
        {
            current.size = size;
        }
    }

    /// Stores the state of the walk through the whole list, together with these rows.
    pub(crate) async fn set_walk(&self, rows: &Arc<Rows>, walk: Walk) {
        let stored = walk.clone();
        let written = self.run(rows, move |rows| rows.set_walk(&stored)).await;
        let mut current = self.current.lock();
        if written.is_some() && Arc::ptr_eq(&current.rows, rows) {
            current.walk = walk;
        }
    }

    /// Reads or writes these rows, on a thread that may block on the disk. Returns `None` if
    /// that fails; the index is then built again.
    async fn run<T: Send + 'static>(
        &self,
        rows: &Arc<Rows>,
        work: impl FnOnce(&Rows) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Option<T> {
        let used = rows.clone();
        match tokio::task::spawn_blocking(move || work(&used)).await {
            Ok(Ok(done)) => Some(done),
            Ok(Err(error)) => {
                self.rebuild_in_memory(rows, &error);
                None
            }
            Err(error) => {
                tracing::error!("the index of GTINs: {error}");
                None
            }
        }
    }

    /// Discards rows that cannot be used, and starts an empty index in memory.
    fn rebuild_in_memory(&self, rows: &Arc<Rows>, error: &rusqlite::Error) {
        let mut current = self.current.lock();
        if !Arc::ptr_eq(&current.rows, rows) {
            return;
        }
        tracing::warn!("the index of GTINs is rebuilt in memory: {error}");
        match Current::in_memory("") {
            Ok(empty) => *current = empty,
            Err(error) => tracing::error!("cannot create the index of GTINs: {error}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
