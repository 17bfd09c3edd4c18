//! Recognising whether a file that SQLite cannot read may have been a cache.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::schema::{APPLICATION_ID, TABLES};

/// The number of bytes read to recognise a file.
const HEAD_LEN: u64 = 1 << 16;
/// The offset of the application id in a SQLite file.
const ID_AT: std::ops::Range<usize> = 68..72;
/// The beginning of every SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// The suffixes of the files that SQLite puts beside a database.
pub(super) const SQLITE_SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// The magic bytes of common file types.
const SIGNATURES: [&[u8]; 20] = [
    SQLITE,
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"GIF8",
    b"RIFF",
    b"%PDF",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf",
    b"\x7fELF",
    b"MZ",
    b"\0asm",
    b"OggS",
    b"ID3",
    b"LUKS",
    b"\xff\xfe",
    b"\xfe\xff",
];

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

/// Whether a file that SQLite cannot read may have been a cache: it has a cache's marks, or
/// its type is not recognised.
pub(super) fn may_be_a_cache(path: &Path) -> bool {
    let head = head(path);
    if is_marked(&head) || is_marked(&self::head(&with_suffix(path, SQLITE_SUFFIXES[0]))) {
        return true;
    }
    let cut_off = head.len() < ID_AT.end && head.starts_with(SQLITE);
    let known = SIGNATURES
        .iter()
        .any(|beginning| head.starts_with(beginning));
    cut_off || (!known && !is_text(&head))
}

/// Whether the application id or the text of the tables identifies the file as a cache.
fn is_marked(head: &[u8]) -> bool {
    let id = u32::try_from(APPLICATION_ID).map(u32::to_be_bytes);
    let marked = head
        .get(ID_AT)
        .zip(id.ok())
        .is_some_and(|(at, id)| at == id);
    // SQLite stores the text of each CREATE statement.
    let table = TABLES.split("CREATE ").find(|it| it.starts_with("INDEX"));
    let table = table.map(|it| format!("CREATE {}", it.trim_end_matches([';', '\n', ' '])));
    marked || table.is_some_and(|table| memchr::memmem::find(head, table.as_bytes()).is_some())
}

fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The head ends within a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    let is_strange = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
    !text.is_empty() && !text.contains(is_strange)
}

fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    if let Ok(file) = File::open(path) {
        // A file that cannot be read has no marks.
        let _ = file.take(HEAD_LEN).read_to_end(&mut head);
    }
    head
}

/// The path of a file beside the cache, with a suffix added to its name.
pub(crate) fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::super::file::CacheFile;
    use super::*;

    fn may_be(content: &[u8]) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, content).unwrap();
        may_be_a_cache(&path)
    }

    #[test]
    fn files_of_other_kinds_are_recognised() {
        for content in [
            &b"a text"[..],
            "# caf\u{e9}\n\tand more".as_bytes(),
            // Cut off within a character.
            b"caf\xc3",
            b"\x89PNG\r\n\x1a\n\0\0\0",
            b"%PDF-1.7\n\xe2\xe3\xcf\xd3",
            b"\x1f\x8b\x08\0\0\0\0\0",
            b"\xff\xfet\0e\0x\0t\0",
            &[SQLITE, &[1; 100]].concat(),
        ] {
            assert!(!may_be(content), "{content:?}");
        }
        for content in [
            &[0_u8; 4096][..],
            b"\xc3\x28\x80 nothing",
            &[SQLITE, &[0; 30]].concat(),
        ] {
            assert!(may_be(content), "{content:?}");
        }
    }

    #[test]
    fn a_cache_is_recognised_by_what_is_left_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        drop(CacheFile::new(&path, "", "").open().unwrap());
        let whole = std::fs::read(&path).unwrap();
        let text = [b'x'; 100];
        for at in [0, 16, 4096 - 100] {
            let mut damaged = whole.clone();
            damaged[at..at + text.len()].copy_from_slice(&text);
            assert!(may_be(&damaged), "{at}");
        }
        let mut marked = b"x".repeat(whole.len());
        marked[ID_AT].copy_from_slice(&whole[ID_AT]);
        assert!(may_be(&marked));
    }
}
