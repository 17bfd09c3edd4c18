//! Reading files of limited size, such as a key.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// The bytes of a regular file, which is `what` and has at most `limit` of them. A pipe gives what it
/// has once, if it has anything, and then waits for a writer for ever.
///
/// # Errors
/// In one line: why not.
pub fn read_small_file(path: &Path, what: &str, limit: u64) -> Result<Vec<u8>, String> {
    let place = path.display();
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!(
            "the {what} {place} is not a regular file: write it to one, which can be read again"
        ));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read the {what} {place}: {error}"))?;
    match bytes.len() as u64 > limit {
        true => Err(format!("the {what} {place} is too long")),
        false => Ok(bytes),
    }
}
