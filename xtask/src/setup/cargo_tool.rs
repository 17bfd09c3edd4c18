//! Tools that cargo installs from crates.io.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::cmd;

use crate::process::run_quietly;
use crate::workspace::{Workspace, find_program};

/// A tool: any version on PATH is used, else this one is installed into the user's cache.
pub(crate) struct CargoTool {
    /// What cargo calls the package, and the program.
    name: &'static str,
    version: &'static str,
    options: &'static [&'static str],
    takes: &'static str,
}

/// Serves and builds the demo, where one wishes.
pub(crate) const TRUNK: CargoTool = CargoTool {
    name: "trunk",
    version: "0.21.14",
    options: &["--no-default-features", "--features=rustls"],
    takes: "2 min",
};

/// Makes the load of the server's benchmarks. Without optimisation it would be slower than what it
/// measures.
pub(crate) const OHA: CargoTool = CargoTool {
    name: "oha",
    version: "1.16.0",
    options: &["--config=profile.dev.opt-level=3"],
    takes: "4 min",
};

/// Builds programs that name in themselves what they are made of, which `cargo audit bin` reads.
pub(crate) const AUDITABLE: CargoTool = CargoTool {
    name: "cargo-auditable",
    version: "0.7.7",
    options: &[],
    takes: "30 s",
};

/// Lists what a release is made of, as CycloneDX.
pub(crate) const CYCLONEDX: CargoTool = CargoTool {
    name: "cargo-cyclonedx",
    version: "0.5.9",
    options: &[],
    takes: "1 min",
};

impl CargoTool {
    /// The program, if it is installed.
    pub(crate) fn find(&self, ws: &Workspace) -> Option<PathBuf> {
        let cached = self.root(ws).join("bin").join(self.name);
        find_program(self.name).or_else(|| find_program(cached))
    }

    /// The program, which is installed if it is missing.
    pub(crate) fn ensure(&self, ws: &Workspace) -> Result<PathBuf> {
        if let Some(program) = self.find(ws) {
            return Ok(program);
        }
        let package = format!("{}@{}", self.name, self.version);
        let options = [&["--locked"], self.options].concat();
        install(ws, &self.root(ws), &package, &options, self.takes)?;
        self.find(ws)
            .with_context(|| format!("cargo installed no {}", self.name))
    }

    fn root(&self, ws: &Workspace) -> PathBuf {
        ws.cache.join(format!("{}-{}", self.name, self.version))
    }
}

/// Installs a tool from crates.io. It runs for seconds, so a quick build matters more than a
/// quick tool. The target folder stays until the installation succeeds, which lets an
/// interrupted one go on where it was.
pub(super) fn install(
    ws: &Workspace,
    root: &Path,
    package: &str,
    options: &[&str],
    takes: &str,
) -> Result<()> {
    let _directory = ws.sh.push_dir(ws.sh.create_dir(&ws.cache)?);
    let target = ws.cache.join("build");
    let install = cmd!(
        ws.sh,
        "cargo install {package} {options...} --debug --force --root {root}"
    );
    let install = install
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    let what = format!("installing {package}");
    let takes = format!("about {takes} on two cores, once per machine");
    run_quietly(ws, &what, &takes, install)?;
    Ok(ws.sh.remove_path(&target)?)
}
