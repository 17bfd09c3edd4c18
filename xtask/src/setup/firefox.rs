//! Firefox, the second engine of the end-to-end tests. It brings its own way to
//! be driven, WebDriver BiDi, and needs no other program.

use std::path::{Path, PathBuf};

use super::browser::given;
use super::debian;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};

/// Names of the browser on PATH, in order of preference.
const BROWSERS: &[&str] = &["firefox-esr", "firefox"];

/// Where macOS keeps it.
const APPLICATION: &str = "/Applications/Firefox.app/Contents/MacOS/firefox";

/// Debian's package of it.
const PACKAGES: &[&str] = &["firefox-esr"];

/// Gives the browser: `FIREFOX`, else from PATH, else installed where that is
/// possible.
pub(crate) fn ensure(place: &Place) -> Result<PathBuf> {
    if let Some(firefox) = find()? {
        return Ok(firefox);
    }
    let advice = "the tests in a second browser need firefox on PATH (or its path in FIREFOX)";
    debian::apt_works()
        .and_then(|()| {
            debian::has(place, PACKAGES)
                .then_some(())
                .ok_or("apt has none")
        })
        .map_err(|why| Failure::new(format!("{advice}; it cannot be installed here: {why}")))?;
    debian::apt_install(
        place,
        PACKAGES,
        "installing Firefox",
        "about 30 s, once per machine",
    )?;
    find()?.ok_or_else(|| Failure::new(advice))
}

fn find() -> Result<Option<PathBuf>> {
    if let Some(path) = given("FIREFOX")? {
        return Ok(Some(path));
    }
    let installed = || {
        let path = Path::new(APPLICATION);
        place::is_program(path).then(|| path.to_owned())
    };
    Ok(BROWSERS
        .iter()
        .find_map(|name| place::on_path(name))
        .or_else(installed))
}
