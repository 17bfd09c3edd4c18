//! The cache's file: opening it, and what to do with one that cannot be used.
//!
//! A cache can be lost without harm, so a damaged file is renamed and a new one
//! takes its place. What was never a cache is left alone.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::rows::{APPLICATION_ID, PATIENCE, TABLES, prepared};
use super::writer::Taken;

/// How much of a file is read to find out what it is.
const HEAD: u64 = 1 << 16;
/// Where SQLite keeps a file's application id.
const ID_AT: std::ops::Range<usize> = 68..72;
/// The beginning of every SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";
/// What SQLite appends to a file's name for the files beside it.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// How long to wait for another process that renames the file: renaming takes an
/// instant.
const TURN: Duration = Duration::from_secs(1);

/// The beginnings of common kinds of files.
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

/// Why the file cannot be used.
#[derive(Debug)]
pub(super) enum Fault {
    /// The path is not that of a cache; why.
    Refused(String),
    /// The content is not what this program wrote.
    Damaged(String),
    /// The file was renamed or deleted.
    Removed,
    /// Another process has locked it.
    Locked(String),
    /// No space is left on the disk.
    Full(String),
    /// The file cannot be written.
    ReadOnly(String),
    /// The disk fails.
    Failing(String),
    /// Anything else that SQLite reports.
    Other(String),
}

impl Fault {
    /// The cause, as the metrics name it.
    pub(super) fn cause(&self) -> &'static str {
        match self {
            Fault::Refused(_) => "not_a_cache",
            Fault::Damaged(_) => "damaged",
            Fault::Removed => "removed",
            Fault::Locked(_) => "locked",
            Fault::Full(_) => "full",
            Fault::ReadOnly(_) => "read_only",
            Fault::Failing(_) => "failing",
            Fault::Other(_) => "other",
        }
    }

    /// What SQLite reports, for the log.
    pub(super) fn detail(&self) -> &str {
        match self {
            Fault::Removed => "it was renamed or deleted",
            Fault::Refused(detail)
            | Fault::Damaged(detail)
            | Fault::Locked(detail)
            | Fault::Full(detail)
            | Fault::ReadOnly(detail)
            | Fault::Failing(detail)
            | Fault::Other(detail) => detail,
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        let detail = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Fault::Damaged(detail),
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::FileLockingProtocolFailed,
            ) => Fault::Locked(detail),
            Some(ErrorCode::DiskFull) => Fault::Full(detail),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Fault::ReadOnly(detail)
            }
            Some(ErrorCode::SystemIoFailure) => Fault::Failing(detail),
            _ => Fault::Other(detail),
        }
    }
}

/// The file while it is in use.
pub(super) struct Opened {
    pub(super) writer: Connection,
    pub(super) reader: Connection,
    /// What its rows take.
    pub(super) total: Taken,
}

/// The file of a cache, whether or not it can be used just now.
#[derive(Debug)]
pub(super) struct CacheFile {
    pub(super) path: PathBuf,
    /// What responses depend on; a file of other settings is emptied.
    pub(super) settings: String,
    /// Whose responses they are.
    pub(super) account: String,
    /// The file that was opened last.
    opened: Option<Identity>,
    /// Whether that one turned out to be damaged.
    damaged: bool,
}

impl CacheFile {
    pub(super) fn new(path: &Path, settings: &str, account: &str) -> CacheFile {
        CacheFile {
            path: path.to_owned(),
            settings: settings.to_owned(),
            account: account.to_owned(),
            opened: None,
            damaged: false,
        }
    }

    /// Opens the file, or creates it. A damaged one is renamed first. No other
    /// connection of this process may be open: reading a file beside SQLite would
    /// release its locks.
    pub(super) fn open(&mut self) -> Result<Opened, Fault> {
        if self.damaged {
            self.set_aside()?;
        }
        match self.try_open() {
            Err(Fault::Damaged(why)) => {
                // Another process may have replaced it meanwhile, by a file that is
                // not complete yet.
                if !may_be_a_cache(&self.path) && !self.is_gone() {
                    return Err(Fault::Refused(not_a_cache(&self.path)));
                }
                self.damaged(&why);
                self.set_aside()?;
                self.try_open()
            }
            opened => opened,
        }
    }

    /// Notes that the file is damaged: it is renamed when it is next opened.
    pub(super) fn damaged(&mut self, why: &str) {
        tracing::warn!("the cache {} is damaged: {why}", self.path.display());
        self.damaged = true;
    }

    /// Whether the path no longer leads to the file that was opened.
    pub(super) fn is_gone(&self) -> bool {
        Identity::of(&self.path) != self.opened
    }

    fn try_open(&mut self) -> Result<Opened, Fault> {
        is_possible(&self.path).map_err(Fault::Refused)?;
        self.opened = Identity::of(&self.path);
        let writer = prepared(&self.path, &self.settings, &self.account)?;
        let writer = writer.ok_or_else(|| Fault::Refused(not_a_cache(&self.path)))?;
        self.opened = Identity::of(&self.path);
        let reader = Connection::open(&self.path)?;
        reader.busy_timeout(PATIENCE)?;
        reader.pragma_update(None, "query_only", true)?;
        let total = Taken::counted(&writer)?;
        Ok(Opened {
            writer,
            reader,
            total,
        })
    }

    /// Renames the damaged file and those beside it, unless another process has
    /// already done so.
    fn set_aside(&mut self) -> Result<(), Fault> {
        let (from, to) = (self.path.display(), aside(&self.path));
        match rename(&self.path, &to, self.opened) {
            Ok(true) => {
                tracing::warn!("{from} was renamed to {}; a new cache begins", to.display());
            }
            Ok(false) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return Err(Fault::Locked("another process is renaming it".to_owned()));
            }
            Err(error) => {
                let detail = format!("it is damaged and cannot be renamed: {error}");
                return Err(Fault::ReadOnly(detail));
            }
        }
        self.damaged = false;
        Ok(())
    }
}

/// Whether a cache can be at that path.
///
/// # Errors
/// In one line: why not.
pub(super) fn is_possible(path: &Path) -> Result<(), String> {
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

/// Whether a file that SQLite cannot read may have been a cache: it has a
/// cache's marks, or is nothing that can be recognised.
pub(super) fn may_be_a_cache(path: &Path) -> bool {
    let head = head(path);
    if has_marks(&head) || has_marks(&self::head(&beside(path, BESIDE[0]))) {
        return true;
    }
    let cut_off = head.len() < ID_AT.end && head.starts_with(SQLITE);
    let known = SIGNATURES
        .iter()
        .any(|beginning| head.starts_with(beginning));
    cut_off || (!known && !is_text(&head))
}

/// Whether the application id or the text of the tables shows that it is ours.
fn has_marks(head: &[u8]) -> bool {
    let id = u32::try_from(APPLICATION_ID).map(u32::to_be_bytes);
    let marked = head
        .get(ID_AT)
        .zip(id.ok())
        .is_some_and(|(at, id)| at == id);
    // SQLite stores each statement as it was written.
    let table = TABLES.split("CREATE ").find(|it| it.starts_with("INDEX"));
    let table = table.map(|it| format!("CREATE {}", it.trim_end_matches([';', '\n', ' '])));
    marked || table.is_some_and(|table| memchr::memmem::find(head, table.as_bytes()).is_some())
}

fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // Cut off within a character.
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
        // What cannot be read has no marks.
        let _ = file.take(HEAD).read_to_end(&mut head);
    }
    head
}

/// The name that a damaged file is given. One of the same day is replaced, so
/// that a failing disk does not fill up.
fn aside(path: &Path) -> PathBuf {
    let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
    beside(path, &format!(".broken-{today}"))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Renames a file, and those beside it, if it is still the one meant. Processes
/// that do so at the same time take turns.
fn rename(from: &Path, to: &Path, meant: Option<Identity>) -> std::io::Result<bool> {
    let file = match File::open(from) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let begin = Instant::now();
    // Some file systems have no such locks.
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if begin.elapsed() > TURN {
            return Err(ErrorKind::WouldBlock.into());
        }
        std::thread::sleep(TURN / 100);
    }
    if Identity::of(from) != meant {
        return Ok(false);
    }
    // The file itself comes last: with a log that is not its own, a new file
    // would be damaged too.
    for ending in BESIDE {
        match std::fs::rename(beside(from, ending), beside(to, ending)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let _ = std::fs::remove_file(beside(to, ending));
            }
            renamed => renamed?,
        }
    }
    std::fs::rename(from, to)?;
    Ok(true)
}

/// Which file a path leads to, by device and number where there are such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity(u64, u64);

impl Identity {
    #[cfg(unix)]
    fn of(path: &Path) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        let about = path.metadata().ok()?;
        Some(Identity(about.dev(), about.ino()))
    }

    #[cfg(not(unix))]
    fn of(_: &Path) -> Option<Identity> {
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
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

    #[test]
    fn only_the_file_that_was_found_damaged_is_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, to) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&path, "damaged").unwrap();
        let meant = Identity::of(&path);
        std::fs::rename(&path, folder.path().join("renamed by another")).unwrap();
        assert!(!rename(&path, &to, meant).unwrap(), "there is none now");
        std::fs::write(&path, "new").unwrap();
        assert!(
            !rename(&path, &to, meant).unwrap(),
            "another made a new one"
        );
        std::fs::write(beside(&path, "-wal"), "log").unwrap();
        assert!(rename(&path, &to, Identity::of(&path)).unwrap());
        assert_eq!(std::fs::read(&to).unwrap(), b"new");
        assert_eq!(std::fs::read(beside(&to, "-wal")).unwrap(), b"log");
        let other = File::open(&to).unwrap();
        other.lock().unwrap();
        let busy = rename(&to, &path, Identity::of(&to)).unwrap_err();
        assert_eq!(busy.kind(), ErrorKind::WouldBlock);
    }
}
