//! What was learnt of the quota, in a file in the state folder: after a restart it would take two more
//! renewals, which may be two months.

use std::io;
use std::path::Path;
use std::time::Duration;

use product_pool_store::permissions::with_suffix;
use serde::{Deserialize, Serialize};

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
    /// Reads the file; `None` if there is none that makes sense.
    pub(super) fn read(file: &Path) -> Option<Learnt> {
        let learnt: Learnt = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
        Some(learnt).filter(|learnt| learnt.period > 0)
    }

    /// Writes the file, whole or not at all.
    pub(super) fn write(&self, file: &Path) -> io::Result<()> {
        let fresh = with_suffix(file, ".new");
        std::fs::write(&fresh, serde_json::to_vec(self)?)?;
        std::fs::rename(fresh, file)
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
        assert_eq!(Learnt::read(&file), None);
        learnt.write(&file).unwrap();
        assert_eq!(Learnt::read(&file), Some(learnt));
        for wrong in [
            "",
            "{",
            "{\"limit\":1}",
            r#"{"limit":1,"renewed":1,"period":0}"#,
        ] {
            std::fs::write(&file, wrong).unwrap();
            assert_eq!(Learnt::read(&file), None, "{wrong}");
        }
    }
}
