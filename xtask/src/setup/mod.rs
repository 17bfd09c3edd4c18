//! Prerequisites beyond Rust and Node: found where they are, installed where they are missing.
//!
//! Nothing records what was set up. Each program is looked for, which takes milliseconds, so a
//! second run neither waits nor relies on something that is gone.

pub(crate) mod cargo_tool;
mod debian;
pub(crate) mod node;
pub(crate) mod rust;
pub(crate) mod toolchain;

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::note::note;
use crate::workspace::{Workspace, find_program};

/// A program of the system: how it is found, and how it is installed.
#[derive(Debug)]
pub(crate) struct Program {
    /// What it is and what it is for.
    what: &'static str,
    /// Names on PATH and absolute paths, the preferred ones first.
    candidates: &'static [&'static str],
    /// The environment variable that may hold its path.
    variable: Option<&'static str>,
    /// The Debian packages that bring it, and how long their installation takes.
    packages: &'static str,
    takes: &'static str,
}

/// The demo needs no browser: it is opened in any.
pub(crate) const CHROMIUM: Program = Program {
    what: "Chromium for the browser tests",
    candidates: &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    variable: Some("CHROMIUM"),
    packages: "chromium, chromium-driver",
    takes: "about 40 s, once per machine",
};

/// Chromium without windows: the same engine, which takes less than half the time for a page.
const HEADLESS_SHELL: Program = Program {
    what: "Chromium's headless shell for the browser tests",
    candidates: &["chromium-headless-shell", "chrome-headless-shell"],
    packages: "chromium-headless-shell",
    ..CHROMIUM
};

/// The WebDriver server of Chromium, which must be of the same version.
pub(crate) const CHROMEDRIVER: Program = Program {
    what: "chromedriver for the browser tests",
    candidates: &["chromedriver"],
    variable: Some("CHROMEDRIVER"),
    ..CHROMIUM
};

/// The second engine of the end-to-end tests, driven over WebDriver BiDi without a driver.
pub(crate) const FIREFOX: Program = Program {
    what: "Firefox for the tests in a second browser",
    candidates: &[
        "firefox-esr",
        "firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
    variable: Some("FIREFOX"),
    packages: "firefox-esr",
    takes: "about 30 s, once per machine",
};

/// The engine of Safari, driven over WebDriver, with a virtual display.
pub(crate) const WEBKIT: Program = Program {
    what: "WebKitGTK for the tests in Safari's engine",
    candidates: &["WebKitWebDriver"],
    variable: None,
    packages: "webkit2gtk-driver, xvfb",
    takes: "about 30 s, once per machine",
};

/// Put in front of the server by two of its tests.
pub(crate) const VARNISH: Program = Program {
    what: "varnishd for two tests of the server",
    candidates: &["varnishd", "/usr/sbin/varnishd"],
    variable: None,
    packages: "varnish",
    takes: "about 15 s, once per machine",
};

/// What the tests of the plugin run in: WordPress itself, its database, and PHP.
pub(crate) const WORDPRESS: Program = Program {
    what: "WordPress for the tests of its plugin",
    candidates: &["mariadbd", "/usr/sbin/mariadbd"],
    variable: None,
    packages: "wordpress, wordpress-theme-twentytwentythree, php-cli, php-curl, php-mysql, mariadb-server",
    takes: "about 40 s, once per machine",
};

/// Compared with the gateway by a benchmark.
pub(crate) const NGINX: Program = Program {
    what: "nginx to compare the gateway with",
    candidates: &["nginx", "/usr/sbin/nginx"],
    variable: None,
    packages: "nginx",
    takes: "about 10 s, once per machine",
};

impl Program {
    /// The path of the program, which is installed if it is missing.
    pub(crate) fn ensure(&self, ws: &Workspace) -> Result<PathBuf> {
        if let Some(path) = self.find()? {
            return Ok(path);
        }
        let what = self.what;
        debian::install(ws, self.packages, &format!("installing {what}"), self.takes)
            .and_then(|()| self.find()?.context("its package did not bring it"))
            .with_context(|| match self.variable {
                Some(name) => format!("{what} is not on PATH (nor its path in {name})"),
                None => format!("{what} is not on PATH"),
            })
    }

    /// Installs the program if possible, and notes what is skipped if not.
    pub(crate) fn ensure_optional(&self, ws: &Workspace) {
        if let Err(why) = self.ensure(ws) {
            note(&format!("skipped: {why:#}"));
        }
    }

    /// The program, if it is there. A variable that does not name a program is a mistake.
    fn find(&self) -> Result<Option<PathBuf>> {
        let given = self
            .variable
            .and_then(|name| Some((name, env::var_os(name)?)));
        let Some((name, path)) = given else {
            return Ok(self.candidates.iter().find_map(find_program));
        };
        let program = find_program(&path);
        ensure!(
            program.is_some(),
            "{name} is {}, which is not a program",
            path.display()
        );
        Ok(program)
    }
}

/// The browser that tests open pages in: Chromium's headless shell or, where there is none,
/// Chromium.
pub(crate) fn headless_browser(ws: &Workspace) -> Result<PathBuf> {
    HEADLESS_SHELL.ensure(ws).or_else(|_| CHROMIUM.ensure(ws))
}

/// The arguments that Chromium is started with: those of webdriver.json, which wasm-bindgen-test
/// reads, separated by spaces.
pub(crate) fn chromium_flags(ws: &Workspace) -> Result<String> {
    let text = ws.sh.read_file("webdriver.json")?;
    let flags = text.split('"').filter(|part| part.starts_with("--"));
    Ok(flags.collect::<Vec<_>>().join(" "))
}
