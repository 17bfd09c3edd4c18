//! The folders that the build tool works with, and the shell that works in them.

use std::env;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Shell;

use crate::progress;

/// The workspace that `cargo xtask` was called in.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// A shell whose current directory is `root`.
    pub(crate) sh: Shell,
    /// The folder of the workspace's Cargo.toml.
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// Installed tools, shared by all workspaces of this user.
    pub(crate) cache: PathBuf,
}

impl Workspace {
    /// Finds the workspace: cargo names this package's folder, also when it runs a program
    /// that was compiled in another checkout.
    pub(crate) fn find() -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .filter(|root| root.join("Cargo.lock").is_file())
            .context("run it as `cargo xtask` inside the workspace")?
            .to_owned();
        let target = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"]
            .into_iter()
            .find_map(env::var_os)
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        // A relative XDG_CACHE_HOME is invalid.
        let folder = |variable| env::var_os(variable).map(PathBuf::from);
        let cache = folder("XDG_CACHE_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| Some(folder("HOME")?.join(".cache")))
            .context("neither HOME nor XDG_CACHE_HOME is set")?
            .join("product-pool");
        let sh = Shell::new()?;
        sh.change_dir(&root);
        sh.set_var("CARGO_TARGET_DIR", &target);
        Ok(Self {
            sh,
            root,
            target,
            cache,
        })
    }

    /// The folder of this tool in the target folder: stamps, logs, compiled modules.
    pub(crate) fn state(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The built part of the npm package.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("pkg/dist")
    }

    /// Waits until no other `cargo xtask` holds the lock of this name. Dropping the file
    /// releases it.
    pub(crate) fn lock(&self, name: &str) -> Result<File> {
        self.sh.create_dir(self.state())?;
        let path = self.state().join(name);
        let file = File::create(&path)?;
        let locked = match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                progress::note("another cargo xtask is building; waiting for it");
                file.lock()
            }
            other => other.map_err(Into::into),
        };
        locked.with_context(|| format!("cannot lock {}", path.display()))?;
        Ok(file)
    }
}

/// The version of a package in Cargo.lock. wasm-bindgen's tool must have exactly the version
/// of the crate.
pub(crate) fn locked_version(lock: &str, package: &str) -> Result<String> {
    let entry = format!("name = \"{package}\"\nversion = \"");
    let mut versions = lock
        .split(&entry)
        .skip(1)
        .filter_map(|it| it.split('"').next());
    match (versions.next(), versions.next()) {
        (Some(version), None) => Ok(version.to_owned()),
        (None, _) => anyhow::bail!("Cargo.lock has no {package}"),
        _ => anyhow::bail!("Cargo.lock has several versions of {package}; there must be one"),
    }
}

/// The program of that name on PATH, or at that path.
pub(crate) fn find_program(name: impl AsRef<Path>) -> Option<PathBuf> {
    which::which(name.as_ref()).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_one_package_of_the_name() {
        let lock = "version = 4\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n\n\
                    [[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.129\"\n\n\
                    [[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"a\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").unwrap(), "0.2.130");
        assert!(locked_version(lock, "wasm").is_err());
        assert!(locked_version(lock, "a").is_err());
    }
}
