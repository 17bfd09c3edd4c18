//! Stamps: digests of what a step was made from, stored in files, so that a step whose inputs
//! have not changed is skipped.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::Result;
use xshell::Shell;

/// A digest of a text, and of the paths and contents of files and of all files below folders. It
/// recognises changes and is not cryptographic.
pub(crate) fn digest<P: AsRef<Path>>(
    sh: &Shell,
    paths: impl IntoIterator<Item = P>,
    text: &str,
) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    for path in paths {
        let path = sh.current_dir().join(path);
        path.hash(&mut hasher);
        if path.is_dir() {
            digest(sh, sh.read_dir(path)?, "")?.hash(&mut hasher);
        } else {
            sh.read_binary_file(path)?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Whether the stamp holds this digest.
pub(crate) fn is_current(stamp: &Path, digest: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|text| text == digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_changes_with_content_names_and_new_files() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let of_folder = |text| digest(&sh, [folder.path()], text).unwrap();
        sh.write_file(path("a"), "1").unwrap();
        sh.write_file(path("sub/b"), "2").unwrap();
        let first = of_folder("");
        assert_eq!(first, of_folder(""));
        assert_ne!(first, of_folder("a setting"));
        sh.write_file(path("sub/b"), "3").unwrap();
        let edited = of_folder("");
        assert_ne!(first, edited);
        std::fs::rename(path("a"), path("c")).unwrap();
        let renamed = of_folder("");
        assert_ne!(edited, renamed);
        sh.write_file(path("d"), "").unwrap();
        assert_ne!(renamed, of_folder(""));
        assert!(digest(&sh, [path("gone")], "").is_err());
    }
}
