//! Tests of the disk cache.

use super::*;
use axum::body::Bytes;
use product_pool_http::responses::cache_tags::is_list;
use std::collections::HashSet;

fn key() -> Arc<str> {
    "/v2/products/a".into()
}

fn entry() -> Arc<Entry> {
    let at = Duration::from_secs(1_700_000_000);
    Arc::new(Entry {
        product: Some("a".into()),
        ..Entry::new(200, Bytes::from_static(b"{}"), at)
    })
}

fn opened(path: &Path) -> Disk {
    Disk::open(path, "", 1 << 20).unwrap()
}

/// The stored state of the walk.
fn walk(disk: &Disk) -> Option<String> {
    disk.stored_list().unwrap().0
}

fn changed() -> Arc<Changed> {
    Arc::new(Changed {
        products: HashSet::from(["a".to_owned()]),
        ..Changed::default()
    })
}

#[tokio::test]
async fn reads_see_earlier_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    for _ in 0..20 {
        disk.put(key(), entry());
        assert!(!disk.get(key()).await.unwrap().invalidated);
        disk.send(Message::Invalidate(changed()));
        assert!(disk.get(key()).await.unwrap().invalidated);
        disk.send(Message::Remove(key()));
        assert_eq!(disk.get(key()).await, None);
    }
}

#[tokio::test]
async fn a_revalidated_body_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    let at = Duration::from_secs(1_700_000_000);
    let large = Entry {
        product: Some("a".into()),
        ..Entry::new(200, Bytes::from(vec![b'x'; 500_000]), at)
    };
    disk.put(key(), Arc::new(large.clone()));
    assert!(disk.get(key()).await.is_some());
    let other = Connection::open(&path).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    other.query_row(checkpoint, [], |_| Ok(())).unwrap();
    let later = Entry {
        at: Duration::from_secs(1_700_000_100),
        ..large
    };
    disk.send(Message::Invalidate(changed()));
    disk.put(key(), Arc::new(later.clone()));
    assert_eq!(disk.get(key()).await, Some(later));
    let written = folder.path().join("cache.db-wal").metadata().unwrap().len();
    assert!((1..100_000).contains(&written), "{written} bytes");
    // Another body replaces it.
    let another = Entry::new(200, Bytes::from_static(b"{\"data\":1}"), at);
    disk.put(key(), Arc::new(another.clone()));
    assert_eq!(disk.get(key()).await, Some(another.clone()));
    let size = u64::try_from(another.size(&key())).unwrap();
    let usage = disk.usage();
    assert_eq!((usage.entries, usage.bytes), (1, size));
}

#[tokio::test]
async fn no_change_is_lost_to_a_failed_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    disk.put(key(), entry());
    assert!(disk.get(key()).await.is_some());
    let other = Connection::open(&path).unwrap();
    let fail = "CREATE TRIGGER fail BEFORE UPDATE ON entry
                BEGIN SELECT raise(ABORT, 'on purpose'); END";
    other.execute_batch(fail).unwrap();
    disk.send(Message::Invalidate(changed()));
    disk.send(Message::SetMeta(WALK, "after".to_owned()));
    // An entry that may have changed is not served, and the walk is not advanced.
    assert_eq!(disk.get(key()).await, None);
    assert_eq!(walk(&disk), None);
    other.execute_batch("DROP TRIGGER fail").unwrap();
    disk.send(Message::Remove("another".into()));
    while !disk.shared.written(WRITE_TIMEOUT, false).await {
        tokio::task::yield_now().await;
    }
    assert!(disk.get(key()).await.unwrap().invalidated);
    assert_eq!(walk(&disk).as_deref(), Some("after"));
}

#[tokio::test]
async fn the_write_queue_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    disk.put(key(), entry());
    assert!(disk.get(key()).await.is_some());
    // Another process locks the file, so that the writer cannot go on.
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let large = |at: u64| {
        let body = Bytes::from(vec![b'x'; 1 << 20]);
        let at = Duration::from_secs(1_700_000_000 + at);
        (
            format!("/v2/products/{at:?}").into(),
            Arc::new(Entry::new(200, body, at)),
        )
    };
    for number in 0..40 {
        let (key, entry) = large(number);
        disk.put(key, entry);
        assert!(disk.shared.queued_bytes.load(Ordering::Relaxed) <= MAX_QUEUED_BYTES);
    }
    for number in 0..MAX_QUEUED_MESSAGES * 3 {
        disk.send(Message::Remove(
            format!("/v2/products/gtin/{number}").into(),
        ));
    }
    disk.put(key(), entry());
    disk.send(Message::Invalidate(changed()));
    disk.send(Message::SetMeta(WALK, "after".to_owned()));
    let queued = {
        let state = disk.shared.progress.borrow();
        state.sent - state.written
    };
    assert!(queued <= MAX_QUEUED_MESSAGES + 2, "{queued}");
    other.execute_batch("ROLLBACK").unwrap();
    while !disk.shared.written(WRITE_TIMEOUT, false).await {
        tokio::task::yield_now().await;
    }
    // All messages about rows became one, after which the file is in use again.
    assert_eq!(disk.usage().entries, 0);
    assert_eq!(walk(&disk).as_deref(), Some("after"));
    assert_eq!(disk.shared.queued_bytes.load(Ordering::Relaxed), 0);
    disk.put(key(), entry());
    assert!(disk.get(key()).await.is_some());
}

#[test]
fn readers_wait_for_a_permit_without_a_thread() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(READERS + 1)
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let disk = Arc::new(opened(&folder.path().join("cache.db")));
    disk.put(key(), entry());
    assert!(runtime.block_on(disk.get(key())).is_some());
    // Simulates a slow disk that blocks the reader.
    let shared = disk.shared.clone();
    let reading = shared.reader.lock();
    let readers: Vec<_> = (0..50)
        .map(|_| {
            let disk = disk.clone();
            runtime.spawn(async move { disk.get(key()).await })
        })
        .collect();
    runtime.block_on(async {
        while disk.readers.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        // The last thread is free for other work.
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    });
    drop(reading);
    for reader in readers {
        assert!(runtime.block_on(reader).unwrap().is_some());
    }
    assert_eq!(disk.readers.available_permits(), READERS);
}

/// A writer whose connection has that pragma set, until it opens the file again.
fn limited(path: &Path, setting: &str, value: i64) -> (Writer, Arc<Shared>) {
    let shared = Arc::<Shared>::default();
    let file = CacheFile::new(path, "");
    let writer = Writer::new(file, 1 << 20, shared.clone()).unwrap();
    let connection = writer.connection.as_ref().unwrap();
    connection.pragma_update(None, setting, value).unwrap();
    (writer, shared)
}

#[test]
fn a_file_that_cannot_be_written_is_retried_later() {
    for (setting, value, cause) in [
        ("max_page_count", 1, "full"),
        ("query_only", 1, "read_only"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (mut writer, shared) = limited(&folder.path().join("cache.db"), setting, value);
        let (messages, receiver) = channel();
        let body = Bytes::from(vec![b'x'; 50_000]);
        let large = Arc::new(Entry::new(200, body, Duration::from_secs(1_700_000_000)));
        messages.send(Message::Put(key(), large)).unwrap();
        let generation = shared.health.generation();
        let running = std::thread::spawn(move || writer.run(&receiver));
        // The file is opened again at once, without the pragma.
        while shared.health.generation() == generation || shared.health.fault().is_some() {
            // An entry that is stored shows that the disk is no longer full.
            messages.send(Message::Put(key(), entry())).unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut faults = String::new();
        prometheus_client::encoding::text::encode(&mut faults, &{
            let mut registry = prometheus_client::registry::Registry::default();
            registry.register("faults", "", shared.health.faults.clone());
            registry
        })
        .unwrap();
        assert!(
            faults.contains(&format!("cause=\"{cause}\"}} 1")),
            "{faults}"
        );
        messages.send(Message::Put(key(), entry())).unwrap();
        messages
            .send(Message::SetMeta(WALK, "later".to_owned()))
            .unwrap();
        while shared
            .reader
            .lock()
            .as_ref()
            .and_then(|reader| meta(reader, WALK).unwrap())
            .is_none()
        {
            std::thread::yield_now();
        }
        let kept = read(shared.reader.lock().as_ref().unwrap(), &key()).unwrap();
        assert_eq!(kept.as_ref(), Some(&*entry()));
        messages.send(Message::Stop).unwrap();
        running.join().unwrap();
    }
}

#[test]
fn a_full_disk_stays_one_fault_until_an_entry_is_stored() {
    let health = Health::default();
    let full = Fault::Full("no space".to_owned());
    assert!(health.failed(&full));
    for _ in 0..3 {
        assert!(!health.recovered(false) && health.fault() == Some("full"));
        assert!(!health.failed(&full), "it is logged once");
    }
    assert!(health.recovered(true) && health.fault().is_none());
    assert!(health.failed(&Fault::Locked(String::new())) && health.recovered(false));
}

#[tokio::test]
async fn a_fault_of_a_replaced_file_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    disk.put(key(), entry());
    let earlier = disk.health().generation() - 1;
    disk.send(Message::ReadError(
        earlier,
        Fault::Damaged("once".to_owned()),
    ));
    assert!(disk.get(key()).await.is_some());
    let now = disk.health().generation();
    disk.send(Message::ReadError(now, Fault::Damaged("now".to_owned())));
    assert!(disk.get(key()).await.is_none());
    while disk.health().generation() == now {
        std::thread::yield_now();
    }
    disk.put(key(), entry());
    assert!(disk.get(key()).await.is_some());
    let names = std::fs::read_dir(folder.path()).unwrap();
    let names = names.map(|name| name.unwrap().file_name().into_string().unwrap());
    let mut broken = names.filter(|name| name == "cache.db.broken");
    assert!(broken.next().is_some());
}

#[tokio::test]
async fn the_checksum_covers_every_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = opened(&path);
    let other = Connection::open(&path).unwrap();
    for (change, key) in [
        ("key = '/v2/products/b'", "/v2/products/b"),
        ("status = 404", "/v2/products/a"),
        ("at = at + 1", "/v2/products/a"),
        ("etag = 'x'", "/v2/products/a"),
        ("product = 'b'", "/v2/products/a"),
        ("product = NULL, gtin = 'a'", "/v2/products/a"),
        ("body = x'7b7d7d'", "/v2/products/a"),
    ] {
        disk.put(self::key(), entry());
        assert!(disk.get(self::key()).await.is_some());
        let updated = other.execute(&format!("UPDATE entry SET {change}"), []);
        assert_eq!(updated.unwrap(), 1);
        assert_eq!(disk.get(key.into()).await, None, "{change}");
        disk.send(Message::Remove(key.into()));
        assert_eq!(disk.get(key.into()).await, None);
    }
}

#[test]
fn sql_and_rust_agree_on_which_keys_are_lists() {
    let connection = Connection::open_in_memory().unwrap();
    let sql = format!(
        "SELECT count(*) FROM (SELECT ? AS key) WHERE {}",
        writer::LISTS
    );
    for (key, expected) in [
        ("/v2/products", true),
        ("/v2/products?limit=5", true),
        ("/v2/products/a", false),
        ("/v2/products@", false),
        ("/v2/catalogs/501", true),
        ("/v2/catalogs/501?sort=product_code&page=2", true),
        ("/v2/catalogs/501/a%2Fb", false),
        ("/v2/labels", false),
        ("/v2/manufacturers?page=2", false),
    ] {
        let key = format!("{key}#0123abcd");
        let is_row: bool = connection
            .query_row(&sql, [&key], |row| row.get(0))
            .unwrap();
        assert_eq!((is_row, is_list(&key)), (expected, expected), "{key}");
    }
}
