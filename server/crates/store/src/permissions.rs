//! Permissions of files with secrets and data: whether this process can write them, and
//! whether others on this machine can read them.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Creates an empty file that only its owner may read and write, unless the file exists.
/// SQLite treats it as a new database and gives its other files the same permissions. Errors
/// are ignored: opening the file reports them.
pub fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let _ = options.open(path);
}

/// The path of a file beside a database, whose name is the database's with a suffix, such as
/// SQLite's `-wal`.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The ending of the names of files and folders that are being written.
pub const TEMPORARY: &str = "tmp";
/// How old such a file or folder is once it counts as abandoned.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A path beside that one, for what is renamed to it once it is complete. It is random, because in
/// containers all processes have the same id.
pub fn temporary(path: &Path) -> PathBuf {
    let random = getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id()));
    path.with_added_extension(format!("{random:016x}.{TEMPORARY}"))
}

/// Removes what processes that were killed have left in a folder while they were writing.
pub fn remove_abandoned(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_temporary = path.extension().is_some_and(|ending| ending == TEMPORARY);
        let modified = path.symlink_metadata().and_then(|about| about.modified());
        let age = modified.ok().and_then(|at| at.elapsed().ok());
        if is_temporary && age.is_some_and(|age| age >= ABANDONED) {
            remove(&path);
        }
    }
}

/// Removes a file or folder, if it is there and can be removed.
pub fn remove(path: &Path) {
    if std::fs::remove_file(path).is_err() {
        let _ = std::fs::remove_dir_all(path);
    }
}

/// Checks that a file can be written or created at a path, without changing it.
///
/// # Errors
/// In one line: why not.
pub fn writable(file: &Path) -> Result<(), String> {
    let place = file.display();
    let wrong = |error: std::io::Error| format!("{place} cannot be written: {error}");
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        return Err(format!(
            "{place} cannot be written: it is not a regular file"
        ));
    }
    match OpenOptions::new().append(true).open(file) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(wrong(error)),
    }
    // SQLite creates other files beside the database. A probe file also detects what
    // permissions do not show, such as a read-only file system.
    let probe = temporary(file);
    let made = OpenOptions::new().write(true).create_new(true).open(&probe);
    made.map_err(wrong)?;
    std::fs::remove_file(&probe).map_err(wrong)
}

/// A warning if every user of this machine can read a file.
pub fn warning(what: &str, path: &Path) -> Option<String> {
    // Regular files only: pipes and devices have no content that others could read later.
    let about = path.metadata().ok()?;
    (about.is_file() && about.mode() & 0o004 != 0).then(|| {
        format!(
            "{what} {0} can be read by every user of this machine; chmod o-r {0}",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{File, FileTimes};
    use std::time::SystemTime;

    #[test]
    fn only_what_was_abandoned_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let old = SystemTime::now() - 2 * ABANDONED;
        for (name, at) in [
            ("a.0.tmp", old),
            ("b.0.tmp", SystemTime::now()),
            ("c.json", old),
        ] {
            let file = File::create(path(name)).unwrap();
            file.set_times(FileTimes::new().set_modified(at)).unwrap();
        }
        std::fs::create_dir_all(path("d.0.tmp/x")).unwrap();
        let opened = File::open(path("d.0.tmp")).unwrap();
        opened
            .set_times(FileTimes::new().set_modified(old))
            .unwrap();
        remove_abandoned(folder.path());
        let left = ["a.0.tmp", "b.0.tmp", "c.json", "d.0.tmp"].map(|name| path(name).exists());
        assert_eq!(left, [false, true, true, false]);
        assert_ne!(temporary(&path("a")), temporary(&path("a")));
    }
}
