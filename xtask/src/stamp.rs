//! Digests of what a step was made from, kept in stamp files, so that a step
//! whose ingredients have not changed is passed over.
//!
//! The digest tells changes apart; it is no protection against anybody.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Result;
use crate::place;

/// A digest in the making. The order of what goes in matters.
#[derive(Default)]
pub(crate) struct Digest(DefaultHasher);

impl Digest {
    /// Takes in a text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.bytes(text.as_bytes());
        self
    }

    /// Takes in a file's name, as given, and its content.
    pub(crate) fn file(mut self, path: &Path) -> io::Result<Self> {
        self.bytes(path.as_os_str().as_encoded_bytes());
        self.bytes(&fs::read(path)?);
        Ok(self)
    }

    /// Takes in every file below a folder, or the file itself, in a fixed
    /// order; files and folders in `left_out` are not looked at.
    pub(crate) fn tree(mut self, path: &Path, left_out: &[PathBuf]) -> io::Result<Self> {
        for file in files_below(path, left_out)? {
            self = self.file(&file)?;
        }
        Ok(self)
    }

    /// The digest as 16 hexadecimal digits.
    pub(crate) fn finish(&self) -> String {
        format!("{:016x}", self.0.finish())
    }

    /// Length first, so that two pieces never run into one another.
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.write_usize(bytes.len());
        self.0.write(bytes);
    }
}

/// All files below a folder, sorted by path; for a file, that file.
fn files_below(path: &Path, left_out: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    if left_out.iter().any(|other| other == path) {
        return Ok(Vec::new());
    }
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        files.extend(files_below(&entry?.path(), left_out)?);
    }
    files.sort();
    Ok(files)
}

/// Whether the stamp at `path` says that the step was done with this digest.
pub(crate) fn is_current(path: &Path, digest: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|stamp| stamp == digest)
}

/// Writes the stamp: the step is done.
pub(crate) fn record(path: &Path, digest: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        place::make_folder(folder)?;
    }
    place::write(path, digest)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A folder of this test's own, removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(path.join("sub")).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn of(path: &Path) -> String {
        Digest::default().tree(path, &[]).unwrap().finish()
    }

    #[test]
    fn a_tree_changes_with_content_names_and_new_files() {
        let folder = Folder::new("tree");
        fs::write(folder.0.join("a"), "1").unwrap();
        fs::write(folder.0.join("sub/b"), "2").unwrap();
        let first = of(&folder.0);
        assert_eq!(first, of(&folder.0));
        fs::write(folder.0.join("sub/b"), "3").unwrap();
        let edited = of(&folder.0);
        assert_ne!(first, edited);
        fs::rename(folder.0.join("a"), folder.0.join("c")).unwrap();
        let renamed = of(&folder.0);
        assert_ne!(edited, renamed);
        fs::write(folder.0.join("d"), "").unwrap();
        assert_ne!(renamed, of(&folder.0));
        let left_out = [folder.0.join("d")];
        let without = Digest::default().tree(&folder.0, &left_out).unwrap();
        assert_eq!(renamed, without.finish());
    }

    #[test]
    fn pieces_do_not_run_together() {
        let one = Digest::default().text("ab").text("c").finish();
        let other = Digest::default().text("a").text("bc").finish();
        assert_ne!(one, other);
    }

    #[test]
    fn a_missing_file_is_an_error_not_an_empty_digest() {
        assert!(Digest::default().file(Path::new("/no/such")).is_err());
    }

    #[test]
    fn a_stamp_holds_for_its_own_digest_only() {
        let folder = Folder::new("stamp");
        let path = folder.0.join("new/stamp");
        assert!(!is_current(&path, "1"));
        record(&path, "1").unwrap();
        assert!(is_current(&path, "1"));
        assert!(!is_current(&path, "12"));
    }
}
