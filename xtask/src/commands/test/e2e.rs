//! The end-to-end tests: a browser opens the demo page, which the real server
//! serves from a real catalogue.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Steps, at_least_one};
use crate::commands::server::{self, Server, TOKEN};
use crate::commands::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, command};
use crate::setup::browser::{self, Browser, FLAGS};
use crate::setup::firefox;
use crate::setup::node::{self, Node};

/// All that a test in JavaScript needs: a server that listens, a browser, Node.
#[derive(Debug)]
pub(crate) struct Stage {
    server: Server,
    program: PathBuf,
    catalogue: PathBuf,
    browser: Browser,
    node: Node,
    root: PathBuf,
}

impl Stage {
    /// Sets the stage: what is missing is installed, what is stale is built,
    /// and the server is started on a free port.
    pub(crate) fn set(place: &Place) -> Result<Self> {
        let node = node::find()?;
        let browser = browser::ensure(place)?;
        node::ensure_packages(place, &node)?;
        let tools = Tools::ensure(place)?;
        wasm::build(place, &tools, Mode::Development)?;
        let program = server::build(place)?;
        let catalogue = server::catalogue(place, &program)?;
        let server = Server::start(place, &program, &catalogue, 0, None)?;
        Ok(Self {
            server,
            program,
            catalogue,
            browser,
            node,
            root: place.root.clone(),
        })
    }

    /// Node in the workspace, told where everything is:
    /// `BASE_URL` and `TOKEN` of the running server; `CHROMIUM` and
    /// `CHROMIUM_FLAGS` (separated by spaces) to start the browser; `SERVER`
    /// and `CATALOGUE` for tests that start a server of their own.
    pub(crate) fn node(&self) -> Command {
        let mut node = command(&self.node.node);
        node.current_dir(&self.root)
            .env("BASE_URL", &self.server.url)
            .env("TOKEN", TOKEN)
            .env("CHROMIUM", &self.browser.chromium)
            .env("CHROMIUM_FLAGS", FLAGS.join(" "))
            .env("SERVER", &self.program)
            .env("CATALOGUE", &self.catalogue);
        node
    }
}

/// Runs the part.
pub(super) fn run(place: &Place, steps: &mut Steps) -> Result<()> {
    let set = || Ok((firefox::ensure(place)?, Stage::set(place)?));
    let Some((firefox, mut stage)) = steps.step("end-to-end: building", set)? else {
        return Ok(());
    };
    steps.step("end-to-end: tests", || {
        let files = test_files(&place.root.join("tests"))?;
        let mut node = stage.node();
        // The second engine, which only some of the tests are about.
        node.env("FIREFOX", &firefox)
            .args(["--test", "--test-timeout=180000"])
            .args(&files);
        let passed = process::run_tests(&mut node, "node --test")?;
        at_least_one(passed, "node --test")?;
        stage.server.check()
    })?;
    Ok(())
}

/// The folders of `tests` whose tests are another part's, or nobody's.
const OTHERS: [&str; 2] = ["node_modules", "package"];

/// The test files in the folders of `tests`, sorted: `tests/*/*.test.mjs`.
/// Node 20 does not take patterns.
fn test_files(tests: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in listed(tests)? {
        if folder.is_dir() && !OTHERS.iter().any(|name| folder.ends_with(name)) {
            files.extend(listed(&folder)?.into_iter().filter(|path| is_test(path)));
        }
    }
    sorted(files, tests)
}

/// The test files in one folder, sorted.
pub(super) fn tests_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = listed(folder)?;
    sorted(
        files.into_iter().filter(|path| is_test(path)).collect(),
        folder,
    )
}

fn sorted(mut files: Vec<PathBuf>, place: &Path) -> Result<Vec<PathBuf>> {
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!(
            "there is no .test.mjs for {}",
            place.display()
        )));
    }
    Ok(files)
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| Failure::file("read", folder, &e))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

fn is_test(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|path| path.ends_with(".test.mjs"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn test_files_are_found_in_folders_and_not_among_packages() {
        let tests = std::env::temp_dir().join(format!("xtask-e2e-{}", std::process::id()));
        for folder in ["e2e", "node_modules", "package"] {
            fs::create_dir_all(tests.join(folder)).unwrap();
        }
        assert!(test_files(&tests).is_err());
        for file in [
            "e2e/b.test.mjs",
            "e2e/a.test.mjs",
            "e2e/help.mjs",
            "node_modules/x.test.mjs",
            "package/y.test.mjs",
        ] {
            fs::write(tests.join(file), "").unwrap();
        }
        let found = test_files(&tests).unwrap();
        assert_eq!(
            found,
            [tests.join("e2e/a.test.mjs"), tests.join("e2e/b.test.mjs")]
        );
        let of_package = tests_in(&tests.join("package")).unwrap();
        assert_eq!(of_package, [tests.join("package/y.test.mjs")]);
        fs::remove_dir_all(&tests).unwrap();
    }
}
