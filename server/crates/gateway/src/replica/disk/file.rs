//! The cache's file: opening it, and renaming it if it is damaged.
//!
//! A cache can be lost without harm, so a damaged file is renamed and a new one takes its
//! place. A file that was never a cache is left alone.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::fault::Fault;
use super::recognise::{SQLITE_SUFFIXES, check_path, may_be_set_aside, not_a_cache};
use super::rows::{Totals, open_writer};
use crate::sqlite::BUSY_TIMEOUT;
use product_pool_http::identity;
use product_pool_store::permissions::with_suffix;

/// The file while it is in use.
pub(super) struct Opened {
    pub(super) writer: Connection,
    pub(super) reader: Connection,
    pub(super) totals: Totals,
}

/// The file of a cache, whether or not it can be used at the moment.
#[derive(Debug)]
pub(super) struct CacheFile {
    pub(super) path: PathBuf,
    /// The settings that responses depend on; a file of other settings is emptied.
    pub(super) settings: String,
    /// The file that was opened last: its device and inode.
    opened: Option<(u64, u64)>,
    /// Whether that file was found to be damaged.
    damaged: bool,
}

impl CacheFile {
    pub(super) fn new(path: &Path, settings: &str) -> CacheFile {
        CacheFile {
            path: path.to_owned(),
            settings: settings.to_owned(),
            opened: None,
            damaged: false,
        }
    }

    /// Opens the file, or creates it. A damaged one is renamed first. No other connection of
    /// this process may be open: opening the file without SQLite, and closing it, would
    /// release SQLite's locks.
    pub(super) fn open(&mut self) -> Result<Opened, Fault> {
        if self.damaged {
            self.rename_damaged()?;
        }
        match self.try_open() {
            Err(Fault::Damaged(why)) => {
                // Another process may have replaced it in the meantime, by a file that is not
                // complete yet.
                if !may_be_set_aside(&self.path) && !self.was_replaced() {
                    return Err(Fault::Refused(not_a_cache(&self.path)));
                }
                self.damaged(&why);
                self.rename_damaged()?;
                self.try_open()
            }
            opened => opened,
        }
    }

    /// Records that the file is damaged: it is renamed when it is next opened.
    pub(super) fn damaged(&mut self, why: &str) {
        tracing::warn!("the cache {} is damaged: {why}", self.path.display());
        self.damaged = true;
    }

    /// Whether the path no longer refers to the file that was opened.
    pub(super) fn was_replaced(&self) -> bool {
        identity(&self.path) != self.opened
    }

    fn try_open(&mut self) -> Result<Opened, Fault> {
        check_path(&self.path).map_err(Fault::Refused)?;
        self.opened = identity(&self.path);
        let writer = open_writer(&self.path, &self.settings)?;
        let writer = writer.ok_or_else(|| Fault::Refused(not_a_cache(&self.path)))?;
        self.opened = identity(&self.path);
        let reader = Connection::open(&self.path)?;
        reader.busy_timeout(BUSY_TIMEOUT)?;
        reader.pragma_update(None, "query_only", true)?;
        Ok(Opened {
            totals: Totals::read(&writer)?,
            writer,
            reader,
        })
    }

    /// Renames the damaged file and those beside it, unless another process has
    /// already done so.
    fn rename_damaged(&mut self) -> Result<(), Fault> {
        let (from, to) = (self.path.display(), with_suffix(&self.path, DAMAGED));
        match rename(&self.path, &to, self.opened) {
            Ok(true) => {
                tracing::warn!(
                    "{from} was renamed to {}; a new cache was started",
                    to.display()
                );
            }
            Ok(false) => {}
            Err(error) => {
                let detail = format!("it is damaged and cannot be renamed: {error}");
                return Err(Fault::ReadOnly(detail));
            }
        }
        self.damaged = false;
        Ok(())
    }
}

/// The suffix of the name of a damaged file. Only the latest one is kept, so that a disk that damages
/// the file again and again does not fill up.
const DAMAGED: &str = ".broken";

/// Renames a file, and SQLite's files beside it, if it is still the file `expected`. Returns
/// whether it did. Another process may put a new file there between the two, which it then
/// misses, and makes again.
pub(in crate::replica) fn rename(
    from: &Path,
    to: &Path,
    expected: Option<(u64, u64)>,
) -> std::io::Result<bool> {
    if expected.is_none() || identity(from) != expected {
        return Ok(false);
    }
    // The database is renamed last: a new database that found a foreign write-ahead log would
    // be damaged too.
    for ending in SQLITE_SUFFIXES {
        match std::fs::rename(with_suffix(from, ending), with_suffix(to, ending)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let _ = std::fs::remove_file(with_suffix(to, ending));
            }
            renamed => renamed?,
        }
    }
    std::fs::rename(from, to)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_file_that_was_found_damaged_is_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, to) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&path, "damaged").unwrap();
        let expected = identity(&path);
        std::fs::rename(&path, folder.path().join("renamed by another")).unwrap();
        assert!(!rename(&path, &to, expected).unwrap(), "there is none now");
        std::fs::write(&path, "new").unwrap();
        assert!(
            !rename(&path, &to, expected).unwrap(),
            "another made a new one"
        );
        std::fs::write(with_suffix(&path, "-wal"), "log").unwrap();
        assert!(rename(&path, &to, identity(&path)).unwrap());
        assert_eq!(std::fs::read(&to).unwrap(), b"new");
        assert_eq!(std::fs::read(with_suffix(&to, "-wal")).unwrap(), b"log");
    }
}
