//! Chromium and its driver, for the tests. The demo needs neither: it is
//! looked at with whatever browser its user has.

use std::env;
use std::path::{Path, PathBuf};

use super::debian;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};

/// Names of the browser on PATH, in order of preference.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Where macOS keeps applications that are not on PATH.
const APPLICATIONS: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Debian's packages of both.
const PACKAGES: &[&str] = &["chromium", "chromium-driver"];

/// The flags that the browser is started with. The first is what a headless
/// run needs, the second what root needs, and the others keep a browser under
/// test from calling home.
pub(crate) const FLAGS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A browser that tests can drive.
#[derive(Debug, Clone)]
pub(crate) struct Browser {
    /// The browser itself.
    pub(crate) chromium: PathBuf,
    /// The WebDriver server for it.
    pub(crate) driver: PathBuf,
}

/// Gives the browser: `CHROMIUM` and `CHROMEDRIVER`, else from PATH, else
/// installed where that is possible.
pub(crate) fn ensure(place: &Place) -> Result<Browser> {
    if let Some(browser) = find()? {
        return Ok(browser);
    }
    let advice = "the browser tests need chromium and chromedriver of one version on PATH \
                  (or their paths in CHROMIUM and CHROMEDRIVER)";
    debian::apt_works()
        .and_then(|()| {
            debian::has(place, PACKAGES)
                .then_some(())
                .ok_or("apt has neither")
        })
        .map_err(|why| Failure::new(format!("{advice}; they cannot be installed here: {why}")))?;
    debian::apt_install(
        place,
        PACKAGES,
        "installing chromium and its driver",
        "about 40 s, once per machine",
    )?;
    find()?.ok_or_else(|| Failure::new(advice))
}

/// Both programs, where both are there.
fn find() -> Result<Option<Browser>> {
    let chromium = match given("CHROMIUM")? {
        Some(path) => Some(path),
        None => BROWSERS
            .iter()
            .find_map(|name| place::on_path(name))
            .or_else(|| {
                let installed = APPLICATIONS.iter().map(Path::new);
                installed
                    .map(Path::to_owned)
                    .find(|path| place::is_program(path))
            }),
    };
    let driver = match given("CHROMEDRIVER")? {
        Some(path) => Some(path),
        None => place::on_path("chromedriver"),
    };
    Ok(chromium
        .zip(driver)
        .map(|(chromium, driver)| Browser { chromium, driver }))
}

/// A program that the environment names; one that is not there is a mistake
/// that should not be papered over.
pub(super) fn given(variable: &str) -> Result<Option<PathBuf>> {
    let Some(path) = env::var_os(variable).map(PathBuf::from) else {
        return Ok(None);
    };
    if place::is_program(&path) {
        return Ok(Some(path));
    }
    Err(Failure::new(format!(
        "{variable} is {}, which is no program",
        path.display()
    )))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// wasm-bindgen-test reads its flags from a file; both lists must agree.
    #[test]
    fn the_driver_is_given_the_same_flags() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../webdriver.json");
        let text = std::fs::read_to_string(path).unwrap();
        let listed: Vec<&str> = text
            .split('"')
            .filter(|part| part.starts_with("--"))
            .collect();
        assert_eq!(listed, FLAGS);
    }
}
