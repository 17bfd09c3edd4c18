//! The server's own files, which it serves to nobody: secrets and databases that may lie in, or be
//! linked from, a folder that someone mounts.
//!
//! Files are compared by device and inode, so another name, a link or a mount
//! of the same file makes no difference. None is opened: SQLite's locks on a file end when its
//! process closes any handle of that file.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that are never served, each with what it is, and all files that belong to one of
/// them: those beside it whose names begin with its name, such as SQLite's `NAME-wal`, damaged
/// caches (`NAME.broken`), and compressed forms (`NAME.gz`).
///
/// They are looked up for each request, because they are created, replaced and linked while the
/// server runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProtectedFiles(Arc<[(&'static str, PathBuf)]>);

impl<'a> FromIterator<(&'static str, &'a Path)> for ProtectedFiles {
    fn from_iter<I: IntoIterator<Item = (&'static str, &'a Path)>>(files: I) -> ProtectedFiles {
        let files = files.into_iter();
        ProtectedFiles(files.map(|(what, path)| (what, path.to_owned())).collect())
    }
}

impl ProtectedFiles {
    /// Checks that a file or folder may be served under a prefix.
    ///
    /// # Errors
    /// In one line: which of the files it is, or has in it.
    pub fn check(&self, path: &Path, prefix: &str) -> Result<(), String> {
        let would_be_served = |file: &Path| match path.is_dir() {
            true => {
                places(file).any(|place| place.ancestors().skip(1).any(|folder| same(folder, path)))
            }
            false => belongs_to(path, file),
        };
        match self.0.iter().find(|(_, file)| would_be_served(file)) {
            Some((what, file)) => Err(format!(
                "cannot serve {} under {prefix}: {what} {} would be public; move it elsewhere, or \
                 serve something else",
                path.display(),
                file.display()
            )),
            None => Ok(()),
        }
    }

    /// Whether a file is one of these, or belongs to one.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        self.0.iter().any(|(_, file)| belongs_to(path, file))
    }
}

/// Whether the file at a path is a protected one, or belongs to it.
fn belongs_to(path: &Path, protected: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    places(protected).any(|place| {
        let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
            return false;
        };
        let is_of_that_name = |other: &OsStr| is_name_of(other, name);
        let is_beside = path.file_name().is_some_and(is_of_that_name)
            && path.parent().is_some_and(|parent| same(parent, folder));
        is_beside
            || same(&path, &place)
            || has_other_names(&path)
                && files_in(folder).any(|(name, file)| is_of_that_name(&name) && same(&path, &file))
    })
}

/// Where a protected file is, or would be: at its path, and where links from there lead.
fn places(protected: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = match protected.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let named = folder.canonicalize().ok();
    let named = named.and_then(|folder| Some(folder.join(protected.file_name()?)));
    named.into_iter().chain(protected.canonicalize().ok())
}

/// Whether a name is that of a protected file or of one that belongs to it. The case of letters
/// makes no difference, as on some file systems.
fn is_name_of(name: &OsStr, protected: &OsStr) -> bool {
    let (name, protected) = (name.as_encoded_bytes(), protected.as_encoded_bytes());
    let begin = name.get(..protected.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(protected))
        && matches!(name.get(protected.len()), None | Some(b'-' | b'.' | b'~'))
}

/// The names and paths of a folder's files.
fn files_in(folder: &Path) -> impl Iterator<Item = (std::ffi::OsString, PathBuf)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|file| (file.file_name(), file.path()))
}

/// Whether two paths lead to the same file or folder.
fn same(one: &Path, other: &Path) -> bool {
    let identity = identity(one);
    identity.is_some() && identity == self::identity(other)
}

/// The device and inode of a file.
pub fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = path.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Whether a file has hard links.
fn has_other_names(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.nlink() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, rename, write};

    /// A folder with those files in it.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            create_dir_all(path.parent().unwrap()).unwrap();
            write(path, "x").unwrap();
        }
        folder
    }

    fn protected(path: &Path) -> ProtectedFiles {
        ProtectedFiles::from_iter([("the cache", path)])
    }

    #[test]
    fn files_that_belong_to_a_protected_one_are_recognised_by_their_names() {
        let own = [
            "cache.db",
            "cache.db-wal",
            "cache.db-journal",
            "cache.db.lock",
            "cache.db.broken",
            "cache.db.broken-shm",
            "cache.db.gz",
            "cache.db~",
            "CACHE.DB",
        ];
        let others = ["cache", "cache.dbx", "a-cache.db", "deep/cache.db"];
        let folder = folder(&[&own[..], &others].concat());
        let files = protected(&folder.path().join("cache.db"));
        for (names, expected) in [(&own[..], true), (&others, false)] {
            for name in names {
                assert_eq!(
                    files.contains(&folder.path().join(name)),
                    expected,
                    "{name}"
                );
            }
        }
        assert!(!files.contains(&folder.path().join("missing")));
        // Also before the file exists.
        let files = protected(&folder.path().join("deep/../new.db"));
        write(folder.path().join("new.db-wal"), "x").unwrap();
        assert!(files.contains(&folder.path().join("new.db-wal")));
    }

    #[test]
    fn links_to_a_protected_file_are_recognised() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["own/token", "own/token.broken", "public/page"]);
        let path = |name: &str| folder.path().join(name);
        std::fs::hard_link(path("own/token"), path("public/hard")).unwrap();
        std::fs::hard_link(path("own/token.broken"), path("public/old")).unwrap();
        symlink(path("own/token"), path("public/link")).unwrap();
        std::fs::hard_link(path("public/page"), path("public/same page")).unwrap();
        // The server's own name for the file may be a link, too, as in Kubernetes.
        symlink(path("own"), path("current")).unwrap();
        for name in ["own/token", "current/token", "public/../current/token"] {
            let files = protected(&path(name));
            for linked in ["public/hard", "public/old", "public/link", "current/token"] {
                assert!(files.contains(&path(linked)), "{name} {linked}");
            }
            for other in ["public/page", "public/same page"] {
                assert!(!files.contains(&path(other)), "{name} {other}");
            }
        }
        // A new file in the place of the protected one.
        let files = protected(&path("own/token"));
        write(path("public/new"), "x").unwrap();
        assert!(!files.contains(&path("public/new")));
        std::fs::hard_link(path("public/new"), path("own/new")).unwrap();
        rename(path("own/new"), path("own/token")).unwrap();
        assert!(files.contains(&path("public/new")));
    }

    #[test]
    fn a_folder_with_a_protected_file_in_it_is_refused() {
        let folder = folder(&["www/index.html", "data/token", "data/deep/page"]);
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink(path("data/token"), path("token")).unwrap();
        let named = if cfg!(unix) { "token" } else { "data/token" };
        let files = protected(&path("www").join("..").join(named));
        for public in ["www", "data/deep", "data/deep/page"] {
            assert_eq!(files.check(&path(public), "/"), Ok(()), "{public}");
        }
        for private in ["", "data", "data/token"] {
            let line = files.check(&path(private), "/x").unwrap_err();
            let served = path(private).display().to_string();
            assert!(
                line.starts_with(&format!("cannot serve {served} under /x: the cache ")),
                "{line}"
            );
        }
        // A file that does not exist yet.
        let files = protected(&path("www/new.db"));
        assert!(files.check(&path("www"), "/").is_err());
    }
}
