//! `cargo xtask types`: the TypeScript types of all records, from the field
//! table, and the names of the card's panels.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::thread;

use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::Running;
use crate::setup;

/// The files of the package that are made from the library.
const FILES: [&str; 2] = ["types/model.d.ts", "src/card/panel-names.js"];

/// Writes them, or only looks whether they are what would be written.
pub(crate) fn run(place: &Place, check: bool, features: &[&str]) -> Result<()> {
    for name in FILES {
        let made = made(place, features, name)?;
        let path = place.root.join("pkg").join(name);
        if !check {
            place::write(&path, &made)?;
            continue;
        }
        let committed =
            fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
        if let Some(line) = first_difference(&committed, &made) {
            return Err(Failure::new(format!(
                "pkg/{name} is not what the library gives, from line {line} on: \
                 run `cargo xtask types`"
            )));
        }
    }
    Ok(())
}

/// What the generator prints. It is a crate of its own, built when it is
/// needed: this tool must work while the library does not compile.
fn made(place: &Place, features: &[&str], name: &str) -> Result<String> {
    let mut cargo = setup::cargo(place, "run");
    cargo
        .args(["--quiet", "--package", "product-pool-types"])
        .args(features)
        .args(["--", name])
        .stdout(Stdio::piped());
    let mut running = Running::start(&mut cargo)?;
    let reader = running.take_stdout().map(|mut stdout| {
        thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).map(|_| text)
        })
    });
    let status = running.wait(|| true)?;
    let text = reader.and_then(|reader| reader.join().ok()?.ok());
    match (status, text) {
        (Some(status), Some(text)) if status.success() && !text.is_empty() => Ok(text),
        _ => Err(Failure::new(
            "the types could not be made; cargo's own words stand above",
        )),
    }
}

/// The number of the first line in which two texts differ.
fn first_difference(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one
        .split_inclusive('\n')
        .zip(other.split_inclusive('\n'))
        .take_while(|(one, other)| one == other)
        .count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_difference_is_found_wherever_it_is() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(first_difference("a\nb\n", "a\n"), Some(2));
        assert_eq!(first_difference("a\nb\n", "a\nb"), Some(2));
        assert_eq!(first_difference("a\r\n", "a\n"), Some(1));
    }
}
