//! Answers kept in memory and, where a file is named, on disk.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moka::sync::Cache as Memory;

use super::disk::Disk;
use super::entry::Entry;

/// How many batches of changes are remembered for answers under way.
const REMEMBERED: usize = 64;

/// Products that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    /// Their identifiers.
    pub(crate) products: HashSet<String>,
    /// Their GTINs, as 14 digits.
    pub(crate) gtins: HashSet<String>,
}

impl Changed {
    /// Whether an answer may be another one now.
    fn affects(&self, key: &str, entry: &Entry) -> bool {
        let names = |names: &HashSet<String>, name: &Option<Box<str>>| {
            name.as_deref().is_some_and(|name| names.contains(name))
        };
        names(&self.products, &entry.product)
            || names(&self.gtins, &entry.gtin)
            // Any list may have that product now, or no longer.
            || key == "/v2/products"
            || key.starts_with("/v2/products?")
    }
}

/// A moment between two batches of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(u64);

/// What is kept.
pub(crate) struct Cache {
    memory: Memory<Arc<str>, Arc<Entry>>,
    disk: Option<Disk>,
    /// Whoever keeps an answer or drops some holds this, so that no answer
    /// from before a change is kept after it as if it were from now.
    changes: Mutex<Changes>,
}

#[derive(Default)]
struct Changes {
    count: u64,
    recent: VecDeque<Arc<Changed>>,
}

impl Changes {
    /// Whether what an answer is about changed after that moment.
    fn affect(&self, since: Moment, key: &str, entry: &Entry) -> bool {
        let Ok(after) = usize::try_from(self.count - since.0) else {
            return true;
        };
        // What is no longer remembered may have affected anything.
        after > self.recent.len()
            || self
                .recent
                .iter()
                .rev()
                .take(after)
                .any(|changed| changed.affects(key, entry))
    }
}

impl Cache {
    /// A cache of that many bytes in memory, before what `disk` keeps.
    pub(crate) fn new(bytes: u64, disk: Option<Disk>) -> Cache {
        Cache {
            memory: Memory::builder()
                .max_capacity(bytes)
                .weigher(|key: &Arc<str>, entry: &Arc<Entry>| {
                    u32::try_from(entry.size(key)).unwrap_or(u32::MAX)
                })
                .build(),
            disk,
            changes: Mutex::default(),
        }
    }

    /// Opens the file, see [`Disk::open`].
    pub(crate) fn open(
        bytes: u64,
        file: Option<(&Path, u64)>,
        settings: &str,
    ) -> Result<Cache, String> {
        let disk = file
            .map(|(path, limit)| Disk::open(path, settings, limit))
            .transpose()?;
        Ok(Cache::new(bytes, disk))
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Now, for [`put`](Self::put) to know what changed since.
    pub(crate) fn moment(&self) -> Moment {
        Moment(self.changes().count)
    }

    /// What is kept under that key.
    pub(crate) async fn get(&self, key: &Arc<str>) -> Option<Arc<Entry>> {
        if let Some(entry) = self.memory.get(key) {
            return Some(entry);
        }
        let disk = self.disk.as_ref()?;
        let since = self.moment();
        let mut entry = disk.get(key.clone()).await?;
        let changes = self.changes();
        // Somebody may have put a newer one there meanwhile.
        if let Some(entry) = self.memory.get(key) {
            return Some(entry);
        }
        entry.dropped |= changes.affect(since, key, &entry);
        let entry = Arc::new(entry);
        self.memory.insert(key.clone(), entry.clone());
        Some(entry)
    }

    /// Keeps an answer that was asked for after `since`.
    pub(crate) fn put(&self, key: &Arc<str>, mut entry: Entry, since: Moment) -> Arc<Entry> {
        let changes = self.changes();
        entry.dropped = changes.affect(since, key, &entry);
        let entry = Arc::new(entry);
        self.memory.insert(key.clone(), entry.clone());
        if let Some(disk) = &self.disk {
            disk.put(key.clone(), entry.clone());
        }
        entry
    }

    /// Forgets an answer.
    pub(crate) fn remove(&self, key: &Arc<str>) {
        let _changes = self.changes();
        self.memory.invalidate(key);
        if let Some(disk) = &self.disk {
            disk.remove(key.clone());
        }
    }

    /// Drops what is about changed products: the upstream is asked before it is
    /// shown again.
    pub(crate) fn drop_changed(&self, changed: Changed) {
        let changed = Arc::new(changed);
        let mut changes = self.changes();
        changes.count += 1;
        changes.recent.push_back(changed.clone());
        if changes.recent.len() > REMEMBERED {
            changes.recent.pop_front();
        }
        for (key, entry) in &self.memory {
            if !entry.dropped && changed.affects(&key, &entry) {
                let entry = Entry {
                    dropped: true,
                    ..Entry::clone(&entry)
                };
                self.memory.insert(Arc::clone(&key), Arc::new(entry));
            }
        }
        if let Some(disk) = &self.disk {
            disk.drop_changed(changed);
        }
    }

    /// The disk, where there is one.
    pub(crate) fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use axum::body::Bytes;
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
        }
    }

    fn key(text: &str) -> Arc<str> {
        text.into()
    }

    fn on_disk(path: &Path, settings: &str) -> Cache {
        Cache::open(1 << 20, Some((path, 1 << 20)), settings).unwrap()
    }

    #[tokio::test]
    async fn a_restart_finds_what_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = on_disk(&path, "one");
        let mut kept = entry("{\"data\":1}", "a");
        kept.validators.etag = Some("\"x\"".to_owned());
        kept.gtin = Some("09520000000016".into());
        cache.put(&key("/v2/products/a"), kept.clone(), cache.moment());
        cache.put(&key("/v2/products/b"), entry("{}", "b"), cache.moment());
        cache.put(
            &key("/v2/products?limit=1"),
            entry("[]", "c"),
            cache.moment(),
        );
        cache.put(&key("/v2/products/gone"), entry("{}", "d"), cache.moment());
        cache.remove(&key("/v2/products/gone"));
        cache.drop_changed(changed(&["b"], &[]));
        cache.disk().unwrap().note("checkpoint".to_owned());
        cache.disk().unwrap().close();
        drop(cache);
        let cache = on_disk(&path, "one");
        assert_eq!(cache.disk().unwrap().noted().as_deref(), Some("checkpoint"));
        assert_eq!(cache.disk().unwrap().oldest(), Some(AT));
        assert_eq!(*cache.get(&key("/v2/products/a")).await.unwrap(), kept);
        assert!(cache.get(&key("/v2/products/b")).await.unwrap().dropped);
        assert!(
            cache
                .get(&key("/v2/products?limit=1"))
                .await
                .unwrap()
                .dropped
        );
        assert!(cache.get(&key("/v2/products/gone")).await.is_none());
        drop(cache);
        let cache = on_disk(&path, "other");
        assert!(cache.get(&key("/v2/products/a")).await.is_none());
        assert_eq!(cache.disk().unwrap().noted(), None);
    }

    #[tokio::test]
    async fn what_rots_on_disk_is_no_answer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = on_disk(&path, "");
        cache.put(&key("/v2/products/a"), entry("{}", "a"), cache.moment());
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
    fn files_of_another_kind_are_left_alone() {
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
            let wrong = Cache::open(0, Some((path, 1)), "").err().unwrap();
            assert!(!wrong.contains('\n'), "{wrong}");
            assert_eq!(std::fs::read(path).ok(), before);
        }
    }

    #[tokio::test]
    async fn the_oldest_make_room_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let cache = Cache::open(0, Some((&path, 20_000)), "").unwrap();
        for n in 0..100 {
            let kept = Entry {
                at: AT + Duration::from_secs(n),
                ..entry(&"x".repeat(500), "a")
            };
            cache.put(&key(&format!("/v2/products/{n}")), kept, cache.moment());
        }
        cache.disk().unwrap().close();
        let cache = Cache::open(0, Some((&path, 20_000)), "").unwrap();
        assert!(cache.get(&key("/v2/products/0")).await.is_none());
        assert!(cache.get(&key("/v2/products/99")).await.is_some());
    }

    #[tokio::test]
    async fn memory_keeps_within_its_bytes() {
        let cache = Cache::new(100_000, None);
        for n in 0..1000 {
            cache.put(
                &key(&n.to_string()),
                entry(&"x".repeat(1000), "a"),
                cache.moment(),
            );
        }
        cache.memory.run_pending_tasks();
        assert!(cache.memory.weighted_size() <= 100_000);
        assert!(cache.memory.entry_count() > 20);
    }

    #[tokio::test]
    async fn an_answer_from_before_a_change_is_known_for_one() {
        let cache = Cache::new(1 << 20, None);
        let before = cache.moment();
        cache.drop_changed(changed(&["a"], &["09520000000016"]));
        let put = |name: &str, entry: Entry, since| cache.put(&key(name), entry, since).dropped;
        assert!(put("/v2/products/a", entry("{}", "a"), before));
        assert!(!put("/v2/products/b", entry("{}", "b"), before));
        assert!(put("/v2/products", entry("{}", "b"), before));
        let missing = Entry {
            gtin: Some("09520000000016".into()),
            ..Entry::new(404, Bytes::new(), AT)
        };
        assert!(put("/v2/products/gtin/9520000000016", missing, before));
        assert!(!put("/v2/products/a", entry("{}", "a"), cache.moment()));
        for _ in 0..=REMEMBERED {
            cache.drop_changed(changed(&["z"], &[]));
        }
        assert!(
            put("/v2/products/b", entry("{}", "b"), before),
            "nobody knows any more"
        );
    }
}
