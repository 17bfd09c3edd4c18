//! Node, and the npm packages of builds and tests.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::note::note;
use crate::process::{query, run_quietly};
use crate::stamp;
use crate::workspace::{Workspace, find_program};

/// The oldest major version that has what is used: `fetch`, `node --test`.
const OLDEST: u32 = 20;

/// The npm package of wasm-opt and its version.
const BINARYEN: &str = "binaryen@132.0.0";

/// Fails without Node, the one thing besides Rust that is not installed here.
pub(crate) fn check(ws: &Workspace) -> Result<()> {
    let version = query(cmd!(ws.sh, "node --version")).unwrap_or_default();
    ensure!(
        is_recent(&version) && find_program("npm").is_some(),
        "install Node {OLDEST} or later, with npm; on PATH is {version:?}"
    );
    Ok(())
}

/// Whether that version of Node, such as "v22.1.0", is new enough.
fn is_recent(version: &str) -> bool {
    let number = version
        .strip_prefix('v')
        .and_then(|version| version.split('.').next());
    number.is_some_and(|number| number.parse().is_ok_and(|major: u32| major >= OLDEST))
}

/// A folder with a package-lock.json, and npm's way to install it: `ci` insists on the whole
/// list; `install` also works with a registry that has the builds of some systems only.
#[derive(Debug)]
pub(crate) struct Packages {
    pub(crate) folder: &'static str,
    way: &'static str,
    takes: &'static str,
}

/// esbuild, which takes the types away from the package's modules and bundles them.
pub(crate) const BUILD: Packages = Packages {
    folder: "xtask/js",
    way: "ci",
    takes: "about 2 s",
};

/// The tools of tests, and those of the package that only a release needs.
pub(crate) const TESTS: Packages = Packages {
    folder: "tests",
    way: "ci",
    takes: "about 5 s",
};

/// What the package is measured beside.
pub(crate) const BENCHES: Packages = Packages {
    folder: "benches",
    ..TESTS
};

/// The generator of the documentation's site.
pub(crate) const SITE: Packages = Packages {
    folder: "site",
    way: "install",
    takes: "about 30 s",
};

/// Bundlers and package checkers.
pub(crate) const BUNDLERS: Packages = Packages {
    folder: "tests/package",
    way: "install",
    takes: "about 10 s",
};

/// Next, SvelteKit, Angular, Deno, Bun and workerd.
pub(crate) const RUNTIMES: Packages = Packages {
    folder: "tests/package/all",
    way: "install",
    takes: "about 40 s, 1 GB",
};

/// An old PHP, which Debian does not have.
pub(crate) const OLD_PHP: Packages = Packages {
    folder: "tests/platforms",
    way: "install",
    takes: "about 25 s, 0.6 GB",
};

impl Packages {
    /// The same, if it can be installed: its tests are skipped without it.
    pub(crate) fn ensure_optional(&self, ws: &Workspace) {
        if let Err(why) = self.ensure(ws) {
            note(&format!("skipped: {why:#}"));
        }
    }

    /// Installs what the lock file lists, unless that is done. The stamp lies among the
    /// packages and is removed with them.
    pub(crate) fn ensure(&self, ws: &Workspace) -> Result<()> {
        check(ws)?;
        let Self { folder, way, takes } = self;
        let lock = Path::new(folder).join("package-lock.json");
        let digest = stamp::digest(&ws.sh, [lock], "")?;
        let folder = ws.root.join(folder);
        let stamp = folder.join("node_modules/.product-pool-stamp");
        if !stamp::is_current(&stamp, &digest) {
            let _directory = ws.sh.push_dir(&folder);
            let npm = cmd!(ws.sh, "npm {way} --no-save --no-audit --no-fund");
            let what = format!("installing the npm packages of {}", self.folder);
            run_quietly(ws, &what, takes, npm)?;
            ws.sh.write_file(&stamp, &digest)?;
        }
        Ok(())
    }
}

/// wasm-opt, which makes released modules smaller. Its package has 100 MB, so it lies in the
/// user's cache and not among the test tools.
pub(crate) fn ensure_wasm_opt(ws: &Workspace) -> Result<PathBuf> {
    let root = ws.cache.join(BINARYEN);
    let program = root.join("node_modules/.bin/wasm-opt");
    if find_program(&program).is_none() {
        let root = ws.sh.create_dir(root)?;
        let _directory = ws.sh.push_dir(&root);
        let npm = cmd!(
            ws.sh,
            "npm install --no-audit --no-fund --ignore-scripts --prefix {root} {BINARYEN}"
        );
        let takes = "about 10 s, once per machine";
        run_quietly(ws, "installing wasm-opt from npm", takes, npm)?;
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::is_recent;

    #[test]
    fn an_old_node_is_refused() {
        assert!(is_recent("v20.20.2\n"));
        for version in ["v8.0.0", "v19.9.0", "20", ""] {
            assert!(!is_recent(version), "{version}");
        }
    }
}
