//! Stamps: digests of what a step was made from, stored in files, so that a step whose inputs
//! have not changed is skipped.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use anyhow::Result;
use xshell::Shell;

/// A digest of texts and files. It recognises changes and is not cryptographic. The order of
/// what is added matters.
#[derive(Default)]
pub(crate) struct Digest(DefaultHasher);

impl Digest {
    /// Adds a text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.bytes(text.as_bytes());
        self
    }

    /// Adds the paths and the contents of files, and of all files below folders in a fixed
    /// order.
    pub(crate) fn files<P: AsRef<Path>>(
        mut self,
        sh: &Shell,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self> {
        for path in paths {
            let path = sh.current_dir().join(path);
            if path.is_dir() {
                self = self.files(sh, sh.read_dir(path)?)?;
            } else {
                self.bytes(path.as_os_str().as_encoded_bytes());
                self.bytes(&sh.read_binary_file(path)?);
            }
        }
        Ok(self)
    }

    /// The digest as 16 hexadecimal digits.
    pub(crate) fn finish(&self) -> String {
        format!("{:016x}", self.0.finish())
    }

    /// Adds the length first, so that two pieces never merge.
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.write_usize(bytes.len());
        self.0.write(bytes);
    }
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
        let digest = || {
            let digest = Digest::default().files(&sh, [folder.path()]);
            digest.unwrap().finish()
        };
        sh.write_file(path("a"), "1").unwrap();
        sh.write_file(path("sub/b"), "2").unwrap();
        let first = digest();
        assert_eq!(first, digest());
        sh.write_file(path("sub/b"), "3").unwrap();
        let edited = digest();
        assert_ne!(first, edited);
        std::fs::rename(path("a"), path("c")).unwrap();
        let renamed = digest();
        assert_ne!(edited, renamed);
        sh.write_file(path("d"), "").unwrap();
        assert_ne!(renamed, digest());
        assert!(Digest::default().files(&sh, [path("gone")]).is_err());
        // The pieces of a text count, not only their sum.
        let pieces = |a, b| Digest::default().text(a).text(b).finish();
        assert_ne!(pieces("ab", "c"), pieces("a", "bc"));
    }
}
