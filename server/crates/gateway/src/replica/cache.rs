//! The cache: entries in memory and, where a file is named, on disk.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;

use moka::sync::Cache as Memory;
use parking_lot::Mutex;

use crate::counters::Usage;
use crate::entry::Entry;
use crate::replica::changes::{Changed, Changes, Effect, Revision};
use crate::replica::disk::{Disk, Message};
use product_pool_http::Representations;
use product_pool_http::memory::Room;

/// The cache of the upstream's responses.
pub(crate) struct Cache {
    memory: Memory<Arc<str>, Arc<Entry>>,
    /// What is made of entries: compressed bodies, and pages that show them.
    pub(crate) representations: Representations,
    /// The limit of both, in bytes.
    limit: u64,
    disk: Option<Arc<Disk>>,
    /// Locked by everything that stores or invalidates entries, so that no response from before a
    /// change is stored after it as current.
    changes: Mutex<Changes>,
}

impl Cache {
    /// A cache of that many bytes in memory, in front of `disk`. Two fifths are for what is made
    /// of entries: compressed in both codings, records take half of their size again, and pages
    /// about twice as much.
    pub(crate) fn new(bytes: u64, disk: Option<Disk>) -> Cache {
        let derived = bytes / 5 * 2;
        Cache {
            representations: Representations::new(derived),
            memory: Memory::builder()
                .max_capacity(bytes - derived)
                .weigher(|key: &Arc<str>, entry: &Arc<Entry>| {
                    u32::try_from(entry.size(key)).unwrap_or(u32::MAX)
                })
                .build(),
            limit: bytes,
            disk: disk.map(Arc::new),
            changes: Mutex::default(),
        }
    }

    /// The current revision, from which [`put`](Self::put) knows what changed since.
    pub(crate) fn revision(&self) -> Revision {
        self.changes.lock().revision()
    }

    /// The entry under that key, from memory or disk.
    pub(crate) async fn get(&self, key: &Arc<str>) -> Option<Arc<Entry>> {
        if let Some(entry) = self.memory.get(key) {
            return Some(entry);
        }
        let disk = self.disk.as_ref()?;
        let since = self.revision();
        let read = || async { Ok::<_, Infallible>(disk.get(key.clone()).await) };
        let Ok(found) = Room::for_read(read, |entry: &Entry| entry.body.len()).await;
        let (mut entry, room) = found?;
        entry.body = room.keep(entry.body);
        let mut entry = entry.with_tags(key);
        let changes = self.changes.lock();
        // A newer entry may have been stored meanwhile.
        if let Some(entry) = self.memory.get(key) {
            return Some(entry);
        }
        match changes.effect(since, key, &entry) {
            Effect::None => {}
            Effect::Invalidated => entry.invalidated = true,
            Effect::Purged => return None,
        }
        let entry = Arc::new(entry);
        self.memory.insert(key.clone(), entry.clone());
        Some(entry)
    }

    /// The entry under that key in memory, which has whatever was stored a moment ago.
    pub(crate) fn recent(&self, key: &Arc<str>) -> Option<Arc<Entry>> {
        self.memory.get(key)
    }

    /// Stores a response that was requested after `since`. `None` if it was purged since.
    pub(crate) fn put(
        &self,
        key: &Arc<str>,
        mut entry: Entry,
        since: Revision,
    ) -> Option<Arc<Entry>> {
        let changes = self.changes.lock();
        let effect = changes.effect(since, key, &entry);
        if effect == Effect::Purged {
            return None;
        }
        entry.invalidated = effect == Effect::Invalidated;
        let entry = Arc::new(entry);
        self.memory.insert(key.clone(), entry.clone());
        match &self.disk {
            Some(disk) if entry.status == 200 => disk.put(key.clone(), entry.clone()),
            // A 404 is not stored on disk: it is soon requested again anyway, and requests for
            // a million products that do not exist must not evict those that do.
            Some(disk) => {
                disk.send(Message::Remove(key.clone()));
            }
            None => {}
        }
        Some(entry)
    }

    /// Whether an entry was purged after that revision.
    pub(crate) fn is_purged(&self, since: Revision, key: &str, entry: &Entry) -> bool {
        self.changes.lock().effect(since, key, entry) == Effect::Purged
    }

    /// Removes the entries about products, and stores no response that was requested before.
    /// Returns the identifiers of the products that the removed entries are about.
    pub(crate) fn purge(&self, purged: Changed) -> HashSet<String> {
        let purged = Arc::new(purged);
        let mut changes = self.changes.lock();
        changes.push(purged.clone());
        let mut products = HashSet::new();
        for (key, entry) in &self.memory {
            if purged.affects(&key, &entry) {
                self.memory.invalidate(&*key);
                products.extend(entry.product.as_deref().map(str::to_owned));
            }
        }
        // Which of them are made of purged entries is not known.
        self.representations.clear();
        if let Some(disk) = &self.disk {
            disk.send(Message::Purge(purged));
        }
        products
    }

    /// Marks an entry as unchecked: it could not be revalidated.
    pub(crate) fn mark_unchecked(&self, key: &Arc<str>, entry: &Arc<Entry>) {
        if entry.unchecked {
            return;
        }
        let _changes = self.changes.lock();
        if self
            .memory
            .get(key)
            .is_some_and(|now| Arc::ptr_eq(&now, entry))
        {
            let entry = Entry {
                unchecked: true,
                ..Entry::clone(entry)
            };
            self.memory.insert(key.clone(), Arc::new(entry));
        }
    }

    /// Removes an entry.
    pub(crate) fn remove(&self, key: &Arc<str>) {
        let _changes = self.changes.lock();
        self.memory.invalidate(key);
        if let Some(disk) = &self.disk {
            disk.send(Message::Remove(key.clone()));
        }
    }

    /// Invalidates the entries about changed products: they are revalidated before they are served
    /// again.
    pub(crate) fn invalidate(&self, changed: Changed) {
        let changed = Arc::new(changed);
        let mut changes = self.changes.lock();
        changes.push(changed.clone());
        for (key, entry) in &self.memory {
            if !entry.invalidated && changed.affects(&key, &entry) {
                let entry = Entry {
                    invalidated: true,
                    ..Entry::clone(&entry)
                };
                self.memory.insert(Arc::clone(&key), Arc::new(entry));
            }
        }
        if let Some(disk) = &self.disk {
            disk.send(Message::Invalidate(changed));
        }
    }

    /// How much is in memory and on disk, and the limits.
    pub(crate) fn usage(&self) -> Vec<(&'static str, Usage)> {
        // The counts lag behind until pending tasks have run.
        self.memory.run_pending_tasks();
        let memory = Usage {
            entries: self.memory.entry_count(),
            bytes: self.memory.weighted_size() + self.representations.size(),
            limit: self.limit,
        };
        let disk = self.disk.as_ref().map(|disk| ("disk", disk.usage()));
        std::iter::once(("memory", memory)).chain(disk).collect()
    }

    /// The part on disk, if there is one.
    pub(crate) fn disk(&self) -> Option<&Arc<Disk>> {
        self.disk.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::super::changes::HISTORY;
    use super::super::disk::WALK;
    use super::*;
    use axum::body::Bytes;
    use std::path::Path;
    use std::time::Duration;

    const AT: Duration = Duration::from_secs(1_700_000_000);

    fn entry(text: &str, product: &str) -> Entry {
        Entry {
            product: Some(product.into()),
            ..Entry::new(200, Bytes::from(text.to_owned()), AT)
        }
    }

    fn changed(products: &[&str], gtins: &[&str]) -> Changed {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Changed {
            products: set(products),
            gtins: set(gtins),
            ..Changed::default()
        }
    }

    fn key(text: &str) -> Arc<str> {
        text.into()
    }

    fn on_disk(path: &Path, settings: &str) -> Cache {
        let disk = Disk::open(path, settings, 1 << 20).unwrap();
        Cache::new(1 << 20, Some(disk))
    }

    #[tokio::test]
    async fn entries_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = on_disk(&path, "one");
        let mut kept = entry("{\"data\":1}", "a");
        kept.validators.etag = Some("\"x\"".to_owned());
        kept.gtin = Some("09520000000016".into());
        let kept = kept.with_tags("/v2/products/a");
        cache.put(&key("/v2/products/a"), kept.clone(), cache.revision());
        cache.put(&key("/v2/products/b"), entry("{}", "b"), cache.revision());
        cache.put(
            &key("/v2/products?limit=1"),
            entry("[]", "c"),
            cache.revision(),
        );
        cache.put(
            &key("/v2/products/gone"),
            entry("{}", "d"),
            cache.revision(),
        );
        cache.remove(&key("/v2/products/gone"));
        cache.invalidate(changed(&["b"], &[]));
        let walk = Message::SetMeta(WALK, "walk".to_owned());
        cache.disk().unwrap().send(walk);
        cache.disk().unwrap().close();
        drop(cache);
        let cache = on_disk(&path, "one");
        let stored_walk = |cache: &Cache| cache.disk().unwrap().stored_list().unwrap().0;
        assert_eq!(stored_walk(&cache).as_deref(), Some("walk"));
        assert_eq!(*cache.get(&key("/v2/products/a")).await.unwrap(), kept);
        assert!(cache.get(&key("/v2/products/b")).await.unwrap().invalidated);
        assert!(
            cache
                .get(&key("/v2/products?limit=1"))
                .await
                .unwrap()
                .invalidated
        );
        assert!(cache.get(&key("/v2/products/gone")).await.is_none());
        drop(cache);
        let cache = on_disk(&path, "other");
        assert!(cache.get(&key("/v2/products/a")).await.is_none());
        assert_eq!(stored_walk(&cache), None);
    }

    #[tokio::test]
    async fn corrupted_rows_are_not_served() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = on_disk(&path, "");
        cache.put(&key("/v2/products/a"), entry("{}", "a"), cache.revision());
        cache.disk().unwrap().close();
        drop(cache);
        rusqlite::Connection::open(&path)
            .unwrap()
            .execute("UPDATE entry SET body = x'7b20'", [])
            .unwrap();
        let cache = on_disk(&path, "");
        assert!(cache.get(&key("/v2/products/a")).await.is_none());
    }

    #[test]
    fn files_of_other_kinds_are_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("text");
        std::fs::write(
            &text,
            "no database at all, and long enough to tell".repeat(5),
        )
        .unwrap();
        let other = folder.path().join("other.db");
        rusqlite::Connection::open(&other)
            .unwrap()
            .execute_batch("CREATE TABLE t (a)")
            .unwrap();
        for path in [
            &text,
            &other,
            &folder.path().to_owned(),
            &folder.path().join("no/file"),
        ] {
            let before = std::fs::read(path).ok();
            let error = Disk::open(path, "", 1).err().unwrap();
            assert!(!error.contains('\n'), "{error}");
            assert_eq!(std::fs::read(path).ok(), before);
        }
    }

    #[tokio::test]
    async fn the_oldest_entries_on_disk_are_evicted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = Cache::new(0, Some(Disk::open(&path, "", 20_000).unwrap()));
        for n in 0..100 {
            let kept = Entry {
                at: AT + Duration::from_secs(n),
                ..entry(&"x".repeat(500), "a")
            };
            let key = key(&format!("/v2/products/{n}"));
            cache.put(&key, entry("x", "a"), cache.revision());
            cache.put(&key, kept, cache.revision());
        }
        cache.remove(&key("/v2/products/98"));
        cache.disk().unwrap().close();
        let usage = cache.disk().unwrap().usage();
        assert!(usage.entries > 10 && usage.bytes <= 20_000, "{usage:?}");
        let file = rusqlite::Connection::open(&path).unwrap();
        let count = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let sql = "SELECT count(*), sum(size) FROM entry";
        let counted: (u64, u64) = file.query_row(sql, [], count).unwrap();
        assert_eq!(counted, (usage.entries, usage.bytes));
        drop(file);
        let cache = Cache::new(0, Some(Disk::open(&path, "", 20_000).unwrap()));
        assert_eq!(cache.disk().unwrap().usage(), usage);
        assert!(cache.get(&key("/v2/products/0")).await.is_none());
        assert!(cache.get(&key("/v2/products/99")).await.is_some());
    }

    #[tokio::test]
    async fn a_404_is_not_stored_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = on_disk(&path, "");
        let missing = || Entry::new(404, Bytes::from_static(b"{}"), AT);
        cache.put(&key("/v2/products/a"), entry("{}", "a"), cache.revision());
        cache.put(&key("/v2/products/b"), entry("{}", "b"), cache.revision());
        cache.put(&key("/v2/products/b"), missing(), cache.revision());
        for n in 0..5_000 {
            let key = key(&format!("/v2/products/gtin/{n}"));
            cache.put(&key, missing(), cache.revision());
        }
        cache.disk().unwrap().close();
        drop(cache);
        let cache = on_disk(&path, "");
        assert!(cache.get(&key("/v2/products/a")).await.is_some());
        // A 404 removes the entry from the disk too.
        assert!(cache.get(&key("/v2/products/b")).await.is_none());
        assert!(cache.get(&key("/v2/products/gtin/7")).await.is_none());
    }

    #[tokio::test]
    async fn an_entry_is_unchecked_until_it_is_replaced() {
        let cache = Cache::new(1 << 20, None);
        let key = key("/v2/products/a");
        let first = cache.put(&key, entry("{}", "a"), cache.revision()).unwrap();
        cache.mark_unchecked(&key, &first);
        assert!(cache.get(&key).await.unwrap().unchecked);
        cache.put(&key, entry("{}", "a"), cache.revision());
        // This is another entry than the one that could not be revalidated.
        cache.mark_unchecked(&key, &first);
        assert!(!cache.get(&key).await.unwrap().unchecked);
    }

    #[tokio::test]
    async fn memory_stays_within_its_limit() {
        let cache = Cache::new(100_000, None);
        for n in 0..1000 {
            cache.put(
                &key(&n.to_string()),
                entry(&"x".repeat(1000), "a"),
                cache.revision(),
            );
        }
        cache.memory.run_pending_tasks();
        assert!(cache.memory.weighted_size() <= 100_000);
        assert!(cache.memory.entry_count() > 20);
    }

    #[test]
    fn what_is_made_of_entries_counts_and_is_purged() {
        let cache = Cache::new(1 << 20, None);
        let usage = || cache.usage()[0].1;
        assert_eq!((usage().bytes, usage().limit), (0, 1 << 20));
        let page = || Some(Bytes::from(vec![b'x'; 10_000]).into());
        cache.representations.get_or_make("page", page);
        assert!(usage().bytes > 10_000);
        cache.purge(changed(&["a"], &[]));
        assert_eq!(usage().bytes, 0);
        // The limit is that of both.
        for n in 0..1000 {
            let key = n.to_string();
            cache.representations.get_or_make(&key, page);
            cache.put(
                &key.into(),
                entry(&"x".repeat(10_000), "b"),
                cache.revision(),
            );
        }
        assert!(usage().bytes <= usage().limit && usage().bytes > 900_000);
    }

    #[tokio::test]
    async fn a_response_from_before_a_change_is_invalidated() {
        let cache = Cache::new(1 << 20, None);
        let before = cache.revision();
        cache.invalidate(changed(&["a"], &["09520000000016"]));
        let put = |name: &str, entry: Entry, since| {
            cache.put(&key(name), entry, since).unwrap().invalidated
        };
        assert!(put("/v2/products/a", entry("{}", "a"), before));
        assert!(!put("/v2/products/b", entry("{}", "b"), before));
        assert!(put("/v2/products", entry("{}", "b"), before));
        let missing = Entry {
            gtin: Some("09520000000016".into()),
            ..Entry::new(404, Bytes::new(), AT)
        };
        assert!(put("/v2/products/gtin/9520000000016", missing, before));
        assert!(!put("/v2/products/a", entry("{}", "a"), cache.revision()));
        let other_account = cache.revision();
        cache.invalidate(Changed {
            all: true,
            ..Changed::default()
        });
        assert!(put("/v2/manufacturers", entry("{}", "a"), other_account));
        for _ in 0..=HISTORY {
            cache.invalidate(changed(&["z"], &[]));
        }
        assert!(
            put("/v2/products/b", entry("{}", "b"), before),
            "the change is no longer remembered"
        );
    }
}
