//! Permissions of files with secrets and data: who else on this machine reads them.

use std::fs::OpenOptions;
use std::path::Path;

/// Creates an empty file that only its owner may read and write, unless there is a
/// file. SQLite takes it for a new database, and gives its other files the same
/// permissions. If it cannot be created, opening it says why.
pub(crate) fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// A warning if every user of this machine can read a file.
pub(crate) fn warning(what: &str, path: &Path) -> Option<String> {
    is_readable_by_all(path).then(|| {
        format!(
            "{what} {0} can be read by every user of this machine; chmod o-r {0}",
            path.display()
        )
    })
}

#[cfg(unix)]
fn is_readable_by_all(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Not a pipe or a device, which others cannot read at leisure.
    path.metadata()
        .is_ok_and(|about| about.is_file() && about.mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_all(_: &Path) -> bool {
    false
}
