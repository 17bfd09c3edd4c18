//! A compiler for wasm32-unknown-unknown, and the programs of wasm-bindgen.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, cmd};

use super::cargo_tool::{TRUNK, install};
use super::debian;
use super::toolchain::{TARGET, Toolchain};
use crate::note::note;
use crate::process::{query, run_quietly};
use crate::workspace::{Workspace, find_program};

/// Finds or sets up a toolchain that compiles for [`TARGET`].
fn ensure_toolchain(ws: &Workspace) -> Result<Toolchain> {
    let toolchains = [Toolchain::Active, Toolchain::Linked];
    let find = || toolchains.into_iter().find(|toolchain| toolchain.works(ws));
    if let Some(toolchain) = find() {
        return Ok(toolchain);
    }
    ensure!(
        query(cmd!(ws.sh, "rustc --version")).is_some(),
        "rustc is not installed: see https://rustup.rs"
    );
    rustup(ws, &["target", "add", TARGET]);
    if let Some(toolchain) = find() {
        return Ok(toolchain);
    }
    debian::install_compiler(ws)
        .and_then(|()| find().context("it does not work either"))
        .with_context(|| {
            format!(
                "the Rust toolchain has no {TARGET}: run `rustup target add {TARGET}`; \
                 Debian's compiler cannot replace it"
            )
        })
}

/// Makes sure that the toolchain has `cargo clippy` and, if it is the active one, `cargo fmt`.
pub(crate) fn ensure_lints(ws: &Workspace, toolchain: Toolchain) -> Result<()> {
    let components: &[_] = match toolchain {
        Toolchain::Active => &[("clippy", "clippy"), ("fmt", "rustfmt")],
        Toolchain::Linked => &[("clippy", debian::CLIPPY)],
    };
    let what = "installing clippy for the browser's compiler";
    for (command, component) in components {
        let works = || query(toolchain.choose(cmd!(ws.sh, "cargo {command} --version"))).is_some();
        match toolchain {
            _ if works() => continue,
            Toolchain::Active => rustup(ws, &["component", "add", component]),
            Toolchain::Linked => debian::install(ws, component, what, "about 5 s")?,
        }
        ensure!(works(), "`cargo {command}` is missing: install {component}");
    }
    Ok(())
}

/// The oldest Rust for the library, which Cargo.toml says.
pub(crate) fn version_for_library(ws: &Workspace) -> Result<String> {
    let manifest = ws.sh.read_file("Cargo.toml")?;
    let (_, package) = manifest.split_once("[package]").unwrap_or_default();
    let mut lines = package.lines();
    let version = lines.find_map(|line| line.strip_prefix("rust-version = \""));
    let version = version.context("Cargo.toml has no rust-version for the library")?;
    Ok(version.trim_end_matches('"').to_owned())
}

/// The toolchain of a version of Rust, if rustup has it and it is not the active one, which
/// everything else runs on.
pub(crate) fn toolchain_of(ws: &Workspace, version: &str) -> Option<String> {
    let is_this = |other: &str| format!("{other}.").starts_with(&format!("{version}."));
    let active = query(cmd!(ws.sh, "rustc --version"))?;
    if active.split(' ').nth(1).is_some_and(is_this) {
        return None;
    }
    let toolchains = query(cmd!(ws.sh, "rustup toolchain list --quiet"))?;
    let mut names = toolchains.lines().map(str::to_owned);
    names.find(|name| name.split('-').next().is_some_and(is_this))
}

/// Lets rustup download something. The caller checks whether it helped.
fn rustup(ws: &Workspace, arguments: &[&str]) {
    if query(cmd!(ws.sh, "rustup --version")).is_none() {
        return;
    }
    let what = format!("rustup {}", arguments.join(" "));
    let takes = "seconds; given up after 20 s without progress";
    let rustup = cmd!(ws.sh, "rustup {arguments...}")
        .env("RUSTUP_DOWNLOAD_TIMEOUT", "20")
        .env("RUSTUP_MAX_RETRIES", "0");
    if let Err(why) = run_quietly(ws, &what, takes, rustup) {
        note(&format!("{why:#}"));
    }
}

/// The programs of wasm-bindgen: one makes the JavaScript, one runs tests in a browser.
pub(crate) const BINDGEN: &str = "wasm-bindgen";
pub(crate) const RUNNER: &str = "wasm-bindgen-test-runner";

/// Finds the programs of wasm-bindgen on PATH or in the user's cache, or builds them into the
/// cache. They must have exactly the version of the crate in Cargo.lock. Returns their folder.
fn ensure_wasm_bindgen(ws: &Workspace) -> Result<PathBuf> {
    let lock = ws.sh.read_file("Cargo.lock")?;
    let version = locked_version(&lock, BINDGEN).context("Cargo.lock has no wasm-bindgen")?;
    let root = ws.cache.join(format!("{BINDGEN}-{version}"));
    let cached = root.join("bin");
    let on_path = find_program(BINDGEN).and_then(|program| program.parent().map(Path::to_owned));
    let is_right = |folder: &PathBuf| {
        let tool = folder.join(BINDGEN);
        let printed = query(cmd!(ws.sh, "{tool} --version")).unwrap_or_default();
        printed.split_whitespace().nth(1) == Some(version)
            && find_program(folder.join(RUNNER)).is_some()
    };
    let mut found = on_path.into_iter().chain([cached.clone()]);
    if let Some(folder) = found.find(is_right) {
        return Ok(folder);
    }
    // Without TLS, as it talks to programs on this machine only. Not --locked: its lock file asks
    // for more than some registries have.
    let options = ["--no-default-features", "--bin", BINDGEN, "--bin", RUNNER];
    let package = format!("wasm-bindgen-cli@{version}");
    install(ws, &root, &package, &options, "50 s")?;
    Ok(cached)
}

/// The version of a package in Cargo.lock.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    rest.split('"').next()
}

/// The compiler and wasm-bindgen.
#[derive(Debug)]
pub(crate) struct Tools {
    pub(crate) toolchain: Toolchain,
    /// The folder of wasm-bindgen's programs.
    pub(crate) bindgen: PathBuf,
}

impl Tools {
    /// Finds both or sets them up.
    pub(crate) fn ensure(ws: &Workspace) -> Result<Self> {
        Ok(Self {
            toolchain: ensure_toolchain(ws)?,
            bindgen: ensure_wasm_bindgen(ws)?,
        })
    }

    /// Makes a command that calls Trunk, cargo or wasm-bindgen find these.
    pub(crate) fn lend_to<'a>(&self, command: Cmd<'a>) -> Result<Cmd<'a>> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.bindgen.clone()).chain(std::env::split_paths(&path));
        let command = command.env("PATH", std::env::join_paths(folders)?);
        Ok(self.toolchain.choose(command))
    }
}

/// Trunk, if it is installed: it is optional, and only `setup --all` installs it.
pub(crate) fn find_trunk(ws: &Workspace) -> Result<PathBuf> {
    TRUNK
        .find(ws)
        .context("trunk is not installed: run `cargo xtask setup --all`")
}

/// Trunk in the workspace, with our compiler and our wasm-bindgen, downloading neither.
pub(crate) fn trunk<'a>(ws: &'a Workspace, tools: &Tools, subcommand: &str) -> Result<Cmd<'a>> {
    let program = find_trunk(ws)?;
    let trunk = cmd!(ws.sh, "{program} {subcommand} --offline")
        // Trunk takes this one for a flag of its own and rejects NO_COLOR=1.
        .env_remove("NO_COLOR")
        // Its ordinary errors come with a backtrace where this is set.
        .env("RUST_BACKTRACE", "0");
    tools.lend_to(trunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_package_of_the_name() {
        let lock = "[[package]]\nname = \"a-macro\"\nversion = \"0.1.0\"\n\n\
                    [[package]]\nname = \"a\"\nversion = \"0.2.0\"\n";
        assert_eq!(locked_version(lock, "a"), Some("0.2.0"));
        assert_eq!(locked_version(lock, "b"), None);
    }
}
