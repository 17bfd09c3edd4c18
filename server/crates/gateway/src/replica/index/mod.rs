//! The index of GTINs: finds a product by the GTIN of any of its units.
//!
//! ```text
//! whole list, once ─┐
//!                   ├─▶ list_job ─▶ list ─▶ the cache's file, if there is one
//! changes ──────────┘                │
//! GET /v2/products/gtin/… ─▶ 404 ─▶ by_gtin
//! ```
//!
//! The upstream finds a product only by the GTIN of its case. Its list shows the GTINs of the
//! components too, so the gateway reads the whole list once, 500 products a request, and keeps
//! the index up to date with the changes that it follows anyway. The index only says which
//! product to request: the response is always the product's own record, and only if that
//! record has the GTIN.
//!
//! The index is in memory. The thread that writes the cache's file also writes there what has
//! changed in it, before it says how far the changes were followed, so that the next process goes on
//! where this one ended. Whenever the file is opened again after a fault, it
//! gets the whole list. A mirror writes it into its own file, together with the list items.

mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::changes::Changed;
use super::disk::{Disk, Message, WALK};
use super::list::{Item, List, Size, Walk, gtin_of, since_1970};
use super::mirror::Mirror;
use crate::target::Target;
use product_pool_store::StoreError;
use product_pool_store::record::columns::Columns;

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

/// The index of GTINs.
pub(crate) struct GtinIndex {
    list: Arc<Mutex<List>>,
    store: Store,
    /// Consecutive failures of the walk.
    pub(crate) failures: AtomicU32,
    /// Whether the upstream refused the last request for a list.
    pub(crate) refused: AtomicBool,
    /// The maximum size.
    limit: Size,
    /// Whether the upstream's list has exceeded it.
    full: AtomicBool,
    /// Whether some of the products that were added last exceeded it.
    exceeded: AtomicBool,
}

/// Where the list is stored.
pub(crate) enum Store {
    Memory,
    /// In the cache's file.
    Cache(Arc<Disk>),
    Mirror(Arc<Mirror>),
}

impl GtinIndex {
    /// Reads the index from where it is stored. One in the cache's file is continued if the file
    /// also says how far the changes were followed; otherwise it is built again. The entries of
    /// another account are used, but do not count as complete for this one.
    ///
    /// # Errors
    /// In one line: why the mirror cannot be read.
    pub(crate) fn open(
        store: Store,
        account: &str,
        max_products: u64,
    ) -> Result<GtinIndex, String> {
        let (list, stored) = match &store {
            Store::Memory => (Arc::default(), None),
            Store::Cache(disk) => {
                let stored = disk.stored_list();
                let stored = stored.filter(|(walk, _)| walk_of(walk.as_deref()).followed.is_some());
                if stored.is_none() {
                    disk.send(Message::RewriteList);
                }
                (disk.list().clone(), stored)
            }
            Store::Mirror(mirror) => {
                let stored = mirror.stored_list().map_err(|error| error.to_string())?;
                (mirror.list.clone(), Some(stored))
            }
        };
        let mut locked = list.lock();
        if let Some((walk, products)) = stored {
            for (id, product) in products {
                locked.insert(&id.into(), product);
            }
            locked.walk = walk_of(walk.as_deref());
        }
        // What a mirror has for another account is not touched before that is to be replaced.
        if !matches!(&store, Store::Mirror(mirror) if !mirror.is_of(account)) {
            locked.walk = std::mem::take(&mut locked.walk).of(account);
        }
        if let Store::Cache(disk) = &store {
            disk.send(Message::SetMeta(WALK, text_of(&locked.walk)));
        }
        drop(locked);
        Ok(GtinIndex {
            list,
            store,
            failures: AtomicU32::new(0),
            refused: AtomicBool::new(false),
            limit: Size {
                products: max_products,
                gtins: max_products.saturating_mul(GTINS_PER_PRODUCT),
            },
            full: AtomicBool::new(false),
            exceeded: AtomicBool::new(false),
        })
    }

    /// The most products that it has.
    pub(crate) fn max_products(&self) -> u64 {
        self.limit.products
    }

    /// How complete the index is.
    pub(crate) fn state(&self) -> IndexState {
        if self.walk().complete {
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
        self.list.lock().size()
    }

    /// The products with that GTIN, best first.
    pub(crate) fn find(&self, gtin: u64) -> Vec<String> {
        self.list.lock().find(gtin)
    }

    /// When the last complete pass over the changes began, since 1970: what is listed is as old
    /// as that.
    pub(crate) fn passed(&self) -> Option<Duration> {
        since_1970(self.walk().passed?)
    }

    /// The request for a listed product by its identifier, in place of one by a GTIN.
    pub(super) fn by_id(&self, target: Target) -> Target {
        let gtin = target.gtin.as_deref().and_then(|gtin| gtin.parse().ok());
        let found = gtin.and_then(|gtin| self.find(gtin).into_iter().next());
        let found = found.and_then(|id| Target::of_product(&id));
        found.unwrap_or(target)
    }

    /// Whether a product is listed.
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.list.lock().contains(id)
    }

    /// Adds products of a page of the list, which is one of the changes or of the whole list.
    /// `invalidate` gets those that have changed, and their GTINs, and of the changes also those
    /// that are new; of a mirror all that are new or have changed. It is called before they are
    /// stored: if the process ends between the two, they have still changed for the next one.
    /// Returns how many they are. `skipped` items have no identifier.
    ///
    /// # Errors
    /// The mirror cannot be written.
    pub(crate) async fn update(
        &self,
        mut items: Vec<Item>,
        skipped: usize,
        of_changes: bool,
        invalidate: impl FnOnce(Changed),
    ) -> Result<usize, StoreError> {
        let exceeding = self.list.lock().limit(&mut items, self.limit);
        self.exceeded
            .fetch_or(!exceeding.is_empty(), Ordering::Relaxed);
        let mut changed = Changed::default();
        if of_changes {
            // Whether they have changed since the last pass is not known.
            changed.products.extend(exceeding);
        }
        let mut listed = Vec::new();
        if let Store::Mirror(mirror) = &self.store {
            if skipped > 0 {
                tracing::warn!(
                    "{skipped} list items have no usable pool_id: they are not mirrored"
                );
            }
            self.add_to_mirror(mirror, items, &mut changed).await?;
        } else {
            let mut list = self.list.lock();
            let added = items.into_iter();
            listed.extend(added.filter_map(|item| list.add(item, of_changes, &mut changed)));
        }
        let count = changed.products.len();
        if count > 0 {
            invalidate(changed);
        }
        self.store(listed);
        Ok(count)
    }

    async fn add_to_mirror(
        &self,
        mirror: &Mirror,
        items: Vec<Item>,
        changed: &mut Changed,
    ) -> Result<(), StoreError> {
        // Whatever has an identifier can be read.
        let items = items.into_iter().filter_map(|item| {
            let columns = Columns::of_item_text(&item.text).ok()?;
            Some((item, columns))
        });
        let items: Vec<(Item, Columns)> = items.collect();
        let round = self.walk().round;
        let differing = mirror.write(move |file| file.store_page(items, round));
        // One that is unchanged keeps the GTINs that only its record has.
        let differing = differing.await?;
        let mut list = self.list.lock();
        for item in differing {
            let gtins = item.product.gtins.iter().map(|unit| gtin_of(*unit));
            changed.gtins.extend(gtins);
            changed.products.insert(item.pool_id.clone());
            list.add(item, true, changed);
        }
        drop(list);
        if !changed.products.is_empty() {
            mirror.work.notify_one();
        }
        Ok(())
    }

    /// Whether some of the products that were added since the last call exceeded the limit.
    pub(crate) fn take_exceeded(&self) -> bool {
        self.exceeded.swap(false, Ordering::Relaxed)
    }

    /// Ends a pass over the changes: what was left out of it is read once there is room.
    pub(crate) async fn end_changes(&self) -> Result<(), StoreError> {
        if !self.take_exceeded() {
            return Ok(());
        }
        self.set_full(true);
        let walk = self.walk();
        if !walk.complete {
            return Ok(());
        }
        let again = Walk {
            complete: false,
            ..walk.again()
        };
        self.set_walk(again).await
    }

    /// Ends a walk through the whole list.
    pub(crate) async fn end_round(&self, walk: Walk) -> Result<(), StoreError> {
        if let Store::Mirror(mirror) = &self.store {
            mirror.end_round(walk.round, text_of(&walk)).await?;
            self.list.lock().walk = walk;
            return Ok(());
        }
        let unseen = self.list.lock().remove_unseen();
        self.store(unseen);
        self.set_walk(walk).await
    }

    /// Queues these products to be written to the cache's file as they are now.
    fn store(&self, ids: Vec<Arc<str>>) {
        if let Store::Cache(disk) = &self.store
            && !ids.is_empty()
        {
            disk.send(Message::Listed(ids));
        }
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

    /// Whether the index is built for that account. One in memory or in the cache's file only says
    /// where to look, so it also uses what it has from another account; a mirror serves what it has.
    pub(crate) fn is_of(&self, account: &str) -> bool {
        match &self.store {
            Store::Mirror(mirror) => mirror.is_of(account),
            Store::Memory | Store::Cache(_) => self.walk().account == account,
        }
    }

    /// Begins the walk again for another account, and a mirror with it.
    ///
    /// # Errors
    /// The mirror cannot be written.
    pub(crate) async fn begin_anew(&self, account: &str) -> Result<(), StoreError> {
        let walk = self.walk().of(account);
        let Store::Mirror(mirror) = &self.store else {
            return self.set_walk(walk).await;
        };
        // From now on it has no list that is complete.
        self.list.lock().walk = walk.clone();
        mirror.begin_anew(account, text_of(&walk)).await?;
        *self.list.lock() = List::of(walk);
        Ok(())
    }

    /// The state of the walk through the whole list.
    pub(crate) fn walk(&self) -> Walk {
        self.list.lock().walk.clone()
    }

    /// Sets the state of the walk through the whole list. A process that is killed after that
    /// goes on from there.
    ///
    /// # Errors
    /// The mirror cannot be written.
    pub(crate) async fn set_walk(&self, walk: Walk) -> Result<(), StoreError> {
        match &self.store {
            Store::Memory => {}
            Store::Cache(disk) => {
                disk.send(Message::SetMeta(WALK, text_of(&walk)));
                disk.catch_up().await;
            }
            Store::Mirror(mirror) => mirror.set(WALK, text_of(&walk)).await?,
        }
        self.list.lock().walk = walk;
        Ok(())
    }
}

/// The walk that is stored as this text.
fn walk_of(text: Option<&str>) -> Walk {
    let walk = text.and_then(|text| serde_json::from_str(text).ok());
    walk.unwrap_or_default()
}

/// The walk as it is stored.
fn text_of(walk: &Walk) -> String {
    serde_json::to_string(walk).unwrap_or_default()
}

#[cfg(test)]
mod tests;
