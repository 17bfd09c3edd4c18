//! Permissions of files with secrets and data: whether this process can write them, and
//! whether others on this machine can read them.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

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

/// Checks that a file can be written or created at a path, without changing it.
///
/// # Errors
/// In one line: why not.
pub fn writable(file: &Path) -> Result<(), String> {
    let place = file.display();
    let wrong = |error: std::io::Error| format!("{place} cannot be written: {error}");
    match OpenOptions::new().append(true).open(file) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(wrong(error)),
    }
    // SQLite creates other files beside the database. A probe file also detects what
    // permissions do not show, such as a read-only file system.
    let probe = file.with_added_extension(format!("{}.check", std::process::id()));
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
