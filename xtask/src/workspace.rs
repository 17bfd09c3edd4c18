//! The folders that the build tool works with, and the shell that works in them.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Shell;

use crate::note::note;

/// The workspace that `cargo xtask` was called in.
#[derive(Clone, Debug)]
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
        let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let cache = cache
            .filter(|folder| folder.is_absolute())
            .or_else(|| Some(env::home_dir()?.join(".cache")))
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

    /// The folder of this tool in the target folder: stamps and logs.
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
        if file.try_lock().is_err() {
            note("another cargo xtask is building; waiting for it");
            let locked = file.lock();
            locked.with_context(|| format!("cannot lock {}", path.display()))?;
        }
        Ok(file)
    }
}

/// The program of that name on PATH, or at that path.
pub(crate) fn find_program(name: impl AsRef<Path>) -> Option<PathBuf> {
    which::which(name.as_ref()).ok()
}
