//! A file whose text is replaced for a while.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};

use crate::note::note;

/// The file that is replaced at the moment, and its original text. It is locked while a file is
/// written, so that a signal never comes in between.
static ORIGINAL: Mutex<Option<(PathBuf, String)>> = Mutex::new(None);

fn original() -> MutexGuard<'static, Option<(PathBuf, String)>> {
    ORIGINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file with another text. Dropping it writes the original back.
#[derive(Debug)]
pub(crate) struct Replaced(());

impl Replaced {
    /// Gives the file another text. Only one file can have another text at a time.
    pub(crate) fn new(path: PathBuf, text: &str) -> Result<Self> {
        let mut original = original();
        let place = path.display().to_string();
        let before = fs::read_to_string(&path).with_context(|| format!("cannot read {place}"))?;
        fs::write(&path, text).with_context(|| format!("cannot write {place}"))?;
        *original = Some((path, before));
        Ok(Replaced(()))
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        restore(&mut original());
    }
}

/// Writes the original back before this process ends. As long as the result is held, no file is
/// replaced again.
pub(crate) fn restore_at_the_end() -> impl Sized {
    let mut original = original();
    restore(&mut original);
    original
}

fn restore(original: &mut Option<(PathBuf, String)>) {
    if let Some((path, text)) = original.take()
        && let Err(why) = fs::write(&path, text)
    {
        let place = path.display();
        note(&format!(
            "{place} is not what it was ({why}): run `git checkout {place}`"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xshell::Shell;

    #[test]
    fn a_replaced_file_is_restored() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let path = folder.path().join("a");
        sh.write_file(&path, "right").unwrap();
        let read = || sh.read_file(&path).unwrap();
        let replaced = Replaced::new(path.clone(), "wrong").unwrap();
        assert_eq!(read(), "wrong");
        drop(replaced);
        assert_eq!(read(), "right");
        let _replaced = Replaced::new(path.clone(), "wrong").unwrap();
        let _held = restore_at_the_end();
        assert_eq!(read(), "right");
        drop(_held);
    }
}
