//! What was learnt of the quota, in a file in the state folder: after a restart it would take two more
//! renewals, which may be two months.

use std::io;
use std::path::Path;
use std::time::Duration;

use product_pool_http::read_small_file;
use product_pool_store::permissions::{remove, temporary};
use serde::{Deserialize, Serialize};

/// The longest file, in bytes.
const MAX_LENGTH: u64 = 4096;

/// When a quota is renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Learnt {
    /// The quota: another one has a period of its own.
    pub(super) limit: u64,
    /// A renewal, in seconds since 1970.
    pub(super) renewed: u64,
    /// The time between two renewals, in seconds.
    pub(super) period: u64,
}

impl Learnt {
    /// Reads the file, if there is one.
    ///
    /// # Errors
    /// In one line: it makes no sense.
    pub(super) fn read(file: &Path) -> Result<Option<Learnt>, String> {
        if !file.exists() {
            return Ok(None);
        }
        let bytes = read_small_file(file, "file of the quota", MAX_LENGTH)?;
        let learnt: Option<Learnt> = serde_json::from_slice(&bytes).ok();
        let learnt = learnt.filter(|learnt| learnt.period > 0);
        let wrong = || format!("the file of the quota {} makes no sense", file.display());
        learnt.map(Some).ok_or_else(wrong)
    }

    /// Writes the file, whole or not at all.
    pub(super) fn write(&self, file: &Path) -> io::Result<()> {
        let fresh = temporary(file);
        let written = std::fs::write(&fresh, serde_json::to_vec(self)?);
        let written = written.and_then(|()| std::fs::rename(&fresh, file));
        written.inspect_err(|_| remove(&fresh))
    }

    pub(super) fn period(&self) -> Duration {
        Duration::from_secs(self.period)
    }

    /// The last renewal; `None` if the known one is yet to come, by a clock that was set back.
    pub(super) fn last_renewal(&self, now: Duration) -> Option<Duration> {
        let since = now.as_secs().checked_sub(self.renewed)?;
        Some(Duration::from_secs(now.as_secs() - since % self.period))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("quota.json");
        let learnt = Learnt {
            limit: 2_000,
            renewed: 1_700_000_000,
            period: 86_400,
        };
        assert_eq!(Learnt::read(&file), Ok(None));
        learnt.write(&file).unwrap();
        assert_eq!(Learnt::read(&file), Ok(Some(learnt)));
        for wrong in [
            "",
            "{",
            "{\"limit\":1}",
            r#"{"limit":1,"renewed":1,"period":0}"#,
        ] {
            std::fs::write(&file, wrong).unwrap();
            assert!(Learnt::read(&file).is_err(), "{wrong}");
        }
    }
}
