//! API keys of the gateway, which limit access to clients that have one.
//!
//! A key is a token of a catalogue, usually of one without products. Every gateway that is given
//! the file reads it, also while tokens are added or revoked. It has only their SHA-256. A key is
//! 256 random bits, so reversing the hash is as hard as guessing the key. A slow hash, or one with
//! a secret of its own, protects passwords that people choose, and would slow down each request.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};
use subtle::ConstantTimeEq;

use product_pool_store::{
    ListedToken, StoreError, is_demo, open, record_token_use, token_hash, tokens,
};

/// How long keys read from the file are cached. A revoked key stops working after that.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// A key, and whether its day of use is being written to the file.
#[derive(Debug)]
struct Key {
    stored: ListedToken,
    recording: AtomicBool,
}

/// All keys of a file.
fn read(path: &Path) -> Result<Vec<Key>, StoreError> {
    let key = |stored| Key {
        stored,
        recording: AtomicBool::new(false),
    };
    Ok(tokens(&open(path, false)?)?.into_iter().map(key).collect())
}

/// The keys that grant access.
#[derive(Debug)]
pub(crate) struct Keys {
    path: PathBuf,
    /// `None` while the file cannot be read: then every request is refused.
    keys: RwLock<Option<Arc<Vec<Key>>>>,
    read: Mutex<Instant>,
    /// Whether the file can be read but not written.
    read_only: Arc<AtomicBool>,
}

impl Keys {
    /// Reads the file.
    ///
    /// # Errors
    /// In one line: why it cannot be used.
    pub(crate) fn open(path: &Path) -> Result<Keys, String> {
        let keys = read(path).map_err(|error| format!("--keys: {error}"))?;
        Ok(Keys {
            path: path.to_owned(),
            keys: RwLock::new(Some(Arc::new(keys))),
            read: Mutex::new(Instant::now()),
            read_only: Arc::default(),
        })
    }

    /// Whether the file has no key. False while it cannot be read.
    pub(crate) fn is_empty(&self) -> bool {
        self.keys().is_some_and(|keys| keys.is_empty())
    }

    /// Whether a key grants access; `None` while the keys cannot be read, so that it is not known.
    pub(crate) async fn admit(&self, key: &str) -> Option<bool> {
        if self.is_due() {
            self.refresh().await;
        }
        let keys = self.keys()?;
        if is_demo(key) {
            // Everybody knows it.
            return Some(false);
        }
        let Some(key) = find(&keys, &token_hash(key)) else {
            return Some(false);
        };
        tracing::debug!("admitted by the key {}", key.stored.name);
        self.record_use(key);
        Some(true)
    }

    fn keys(&self) -> Option<Arc<Vec<Key>>> {
        self.keys.read().clone()
    }

    /// Whether it is time to read the file again. The request for which this returns true does
    /// so; the others go on with the cached keys.
    fn is_due(&self) -> bool {
        let mut read = self.read.lock();
        let due = read.elapsed() >= REFRESH_INTERVAL;
        if due {
            *read = Instant::now();
        }
        due
    }

    async fn refresh(&self) {
        let path = self.path.clone();
        let read = tokio::task::spawn_blocking(move || read(&path)).await;
        let keys = match read {
            Ok(Ok(keys)) => Some(Arc::new(keys)),
            // Another process writes for longer than usual; the next refresh will succeed.
            Ok(Err(StoreError::Busy)) | Err(_) => return,
            Ok(Err(error)) => {
                if self.keys().is_some() {
                    tracing::error!(
                        "the API keys cannot be read, so all requests are refused: {error}"
                    );
                }
                None
            }
        };
        *self.keys.write() = keys;
    }

    /// Records the day that a key was used on. A day is precise enough to find unused keys,
    /// and takes one write a day.
    fn record_use(&self, key: &Key) {
        let today = today();
        let recorded = key.stored.used.as_ref() == Some(&today);
        if recorded
            || self.read_only.load(Ordering::Relaxed)
            || key.recording.swap(true, Ordering::Relaxed)
        {
            return;
        }
        let (path, hash, read_only) = (self.path.clone(), key.stored.hash, self.read_only.clone());
        tokio::task::spawn_blocking(move || match record_token_use(&path, &hash, &today) {
            Ok(()) | Err(StoreError::Busy) => {}
            Err(error) => {
                if !read_only.swap(true, Ordering::Relaxed) {
                    tracing::warn!("the days on which keys are used cannot be recorded: {error}");
                }
            }
        });
    }
}

/// The key with that hash. All keys are compared, in constant time, so that the duration tells
/// nothing about partial matches.
fn find<'a>(keys: &'a [Key], hash: &[u8; 32]) -> Option<&'a Key> {
    let mut found = None;
    for key in keys {
        if bool::from(key.stored.hash.ct_eq(hash)) {
            found = Some(key);
        }
    }
    found
}

fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool_store::Writer;

    /// Adds a key to a file, which is created if it is missing.
    fn add(path: &Path, name: &str) -> String {
        let writer = Writer::open_or_create(path).unwrap();
        let key = writer.add_token(name, None).unwrap();
        writer.commit().unwrap();
        key
    }

    #[tokio::test]
    async fn unknown_keys_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.db");
        assert!(Keys::open(&path).is_err());
        let key = add(&path, "shop");
        let keys = Keys::open(&path).unwrap();
        assert!(!keys.is_empty());
        let admit = async |key: &str| {
            keys.refresh().await;
            keys.admit(key).await
        };
        assert_eq!(admit(&key).await, Some(true));
        for invalid in ["", "pp_", &key[..key.len() - 1], &format!("{key}x"), "shop"] {
            assert_eq!(admit(invalid).await, Some(false), "{invalid}");
        }
        std::fs::rename(&path, folder.path().join("away")).unwrap();
        assert_eq!(admit(&key).await, None);
        std::fs::write(&path, "x".repeat(1000)).unwrap();
        assert_eq!(admit(&key).await, None);
        std::fs::rename(folder.path().join("away"), &path).unwrap();
        assert_eq!(admit(&key).await, Some(true));
        let writer = Writer::open(&path).unwrap();
        writer.revoke_token("shop").unwrap();
        writer.add_demo_token(12).unwrap();
        writer.commit().unwrap();
        assert_eq!(admit(&key).await, Some(false));
        assert_eq!(admit("demo").await, Some(false));
    }

    #[tokio::test]
    async fn the_day_of_use_is_recorded_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.db");
        let key = add(&path, "shop");
        let keys = Keys::open(&path).unwrap();
        let used = || read(&path).unwrap()[0].stored.used.clone();
        assert_eq!(used(), None);
        let before = today();
        assert_eq!(keys.admit(&key).await, Some(true));
        while used().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let used = used().unwrap();
        // The day may change during the test.
        assert!(used == before || used == today(), "{used}");
    }
}
