//! Node, and the npm packages that the tests are written with.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, Quietly, command};
use crate::report::Step;
use crate::stamp::{self, Digest};

/// The oldest major version that has all that is used: `fetch`, `node --test`.
const OLDEST: u32 = 20;

/// The programs of a Node installation.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// `node`.
    pub(crate) node: PathBuf,
    /// `npm`.
    pub(crate) npm: PathBuf,
}

/// Finds Node; it is the one thing beside Rust that is not installed here.
pub(crate) fn find() -> Result<Node> {
    let missing = |program: &str| {
        Failure::new(format!(
            "{program} is not on PATH: install Node {OLDEST} or later, with npm"
        ))
    };
    let node = place::on_path("node").ok_or_else(|| missing("node"))?;
    let said = process::ask(command(&node).arg("--version")).unwrap_or_default();
    if major(&said).is_none_or(|major| major < OLDEST) {
        return Err(Failure::new(format!(
            "{} is {}: install Node {OLDEST} or later",
            node.display(),
            if said.is_empty() {
                "broken"
            } else {
                said.trim()
            },
        )));
    }
    let npm = place::on_path("npm").ok_or_else(|| missing("npm"))?;
    Ok(Node { node, npm })
}

/// The major version in "v20.20.2".
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Installs the packages of `tests/package-lock.json`, unless they are there.
pub(crate) fn ensure_packages(place: &Place, node: &Node) -> Result<()> {
    let tests = Packages {
        folder: "tests",
        what: "the npm packages of the tests",
        takes: "about 5 s",
        everywhere: true,
    };
    tests.ensure(place, node)
}

/// A folder with a lock file of npm's.
#[derive(Debug)]
pub(crate) struct Packages {
    /// The folder, from the root of the workspace.
    pub(crate) folder: &'static str,
    /// What is installed, for the terminal.
    pub(crate) what: &'static str,
    /// How long that takes.
    pub(crate) takes: &'static str,
    /// Whether any registry has the builds for all systems that the lock file
    /// should list; `npm ci` insists on those of other systems too.
    pub(crate) everywhere: bool,
}

impl Packages {
    /// Installs what the lock file lists, unless it is there. The stamp lies
    /// among the packages, so that it goes when they go.
    pub(crate) fn ensure(&self, place: &Place, node: &Node) -> Result<()> {
        let folder = place.root.join(self.folder);
        let digest = lock_digest(&folder)?;
        let stamp = folder.join("node_modules/.product-pool-stamp");
        if stamp::is_current(&stamp, &digest) {
            return Ok(());
        }
        let mut step = Step::begin(&format!("installing {}", self.what), self.takes);
        let mut npm = command(&node.npm);
        npm.args(if self.everywhere {
            &["ci"][..]
        } else {
            &["install", "--no-save"]
        })
        .args(["--no-audit", "--no-fund"])
        .current_dir(&folder);
        let quietly = Quietly {
            log: place.logs().join("npm.log"),
            what: "npm",
            patience: None,
        };
        quietly.run(&mut npm, &mut step, || 0)?;
        stamp::record(&stamp, &digest)?;
        step.done();
        Ok(())
    }
}

fn lock_digest(folder: &Path) -> Result<String> {
    let lock = folder.join("package-lock.json");
    let digest = Digest::default()
        .file(&lock)
        .map_err(|error| Failure::file("read", &lock, &error))?;
    Ok(digest.finish())
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("20"), None);
        assert_eq!(major(""), None);
    }
}
