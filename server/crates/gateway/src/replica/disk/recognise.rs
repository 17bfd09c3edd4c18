//! Which files may become a cache: SQLite says whether a file is a database, and its application
//! id whose.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::schema::APPLICATION_ID;

/// The beginning of every SQLite file, and where its application id is.
const SQLITE: &[u8] = b"SQLite format 3\0";
const ID_AT: std::ops::Range<usize> = 68..72;
/// The suffixes of the files that SQLite puts beside a database.
pub(super) const SQLITE_SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// Checks that a cache can be at that path.
///
/// # Errors
/// In one line: why not.
pub(super) fn check_path(path: &Path) -> Result<(), String> {
    let place = path.display();
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(format!(
            "the cache {place} cannot be written: there is no folder for it"
        ));
    }
    match path.metadata() {
        Ok(about) if !about.is_file() => Err(not_a_cache(path)),
        _ => Ok(()),
    }
}

pub(super) fn not_a_cache(path: &Path) -> String {
    format!("{} is not a cache of this program", path.display())
}

/// Whether a file that SQLite cannot read may be set aside: it is no database of another kind,
/// and no text, such as a token or a configuration that was named by mistake.
pub(super) fn may_be_set_aside(path: &Path) -> bool {
    let mut head = Vec::new();
    if let Ok(file) = File::open(path) {
        // A file that cannot be read cannot be renamed either.
        let _ = file.take(ID_AT.end as u64).read_to_end(&mut head);
    }
    // The head may end within a character.
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
    let is_strange = |character: char| {
        character == char::REPLACEMENT_CHARACTER
            || (character.is_control() && !character.is_whitespace())
    };
    let is_text = !text.is_empty() && !text.contains(is_strange);
    let own = &APPLICATION_ID.to_be_bytes()[4..];
    let is_foreign = head.starts_with(SQLITE) && head.get(ID_AT).is_some_and(|id| id != own);
    !is_text && !is_foreign
}

#[cfg(test)]
mod tests {
    use super::super::file::CacheFile;
    use super::*;

    #[test]
    fn databases_of_other_kinds_and_texts_are_not_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let may_be = |content: &[u8]| {
            std::fs::write(&path, content).unwrap();
            may_be_set_aside(&path)
        };
        let cut_off = ["x".repeat(ID_AT.end - 1), "é".to_owned()].concat();
        for content in [
            b"a token\n",
            "# café\n\tand more".as_bytes(),
            cut_off.as_bytes(),
            &[SQLITE, &[1; 100]].concat()[..],
        ] {
            assert!(!may_be(content), "{content:?}");
        }
        for content in [b"\x89PNG", &[0; 4096][..], &[SQLITE, &[0; 30]].concat()] {
            assert!(may_be(content), "{content:?}");
        }
        std::fs::remove_file(&path).unwrap();
        drop(CacheFile::new(&path, "").open().unwrap());
        let whole = std::fs::read(&path).unwrap();
        assert!(may_be(&whole));
        for at in [0, 100, 4000] {
            let mut damaged = whole.clone();
            damaged[at..at + 16].fill(b'x');
            assert!(may_be(&damaged), "{at}");
        }
    }
}
