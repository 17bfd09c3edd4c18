//! Where things lie: the workspace, its target folder, the user's cache.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::report;

/// The folders that the commands work in. All paths are absolute.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The root of the workspace.
    pub(crate) root: PathBuf,
    /// Cargo's target folder, shared by every compiler in use.
    pub(crate) target: PathBuf,
    /// The user's cache: tools that outlive a clone, such as wasm-bindgen.
    pub(crate) cache: PathBuf,
}

impl Place {
    /// Finds the folders from the environment that `cargo xtask` runs in.
    pub(crate) fn find() -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .filter(|root| root.join("Cargo.lock").is_file())
            .ok_or_else(|| Failure::new("run it as `cargo xtask` inside the workspace"))?
            .to_owned();
        let target = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"]
            .into_iter()
            .find_map(env::var_os)
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        let cache = cache_folder(
            env::var_os("XDG_CACHE_HOME").map(PathBuf::from),
            env::var_os("HOME").map(PathBuf::from),
        )
        .ok_or_else(|| Failure::new("neither HOME nor XDG_CACHE_HOME is set"))?;
        Ok(Self {
            root,
            target,
            cache,
        })
    }

    /// This tool's own folder in the target folder: stamps, kept builds.
    pub(crate) fn state(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// Where the output of quiet steps is kept.
    pub(crate) fn logs(&self) -> PathBuf {
        self.state().join("logs")
    }

    /// The npm package's built part.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("pkg").join("dist")
    }

    /// Holds back a second `cargo xtask` from building at the same time: both
    /// would write the same module into the same file.
    pub(crate) fn lock(&self) -> Result<File> {
        let path = self.state().join("lock");
        make_folder(&self.state())?;
        let cannot = |error| Failure::file("lock", &path, &error);
        let file = File::create(&path).map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                report::note("another cargo xtask is building; waiting for it");
                file.lock().map_err(cannot)?;
            }
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        }
        Ok(file)
    }
}

/// The cache folder of this project, by the XDG rule: a relative
/// `XDG_CACHE_HOME` is not valid and passed over.
fn cache_folder(xdg: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    xdg.filter(|dir| dir.is_absolute())
        .or_else(|| home.map(|home| home.join(".cache")))
        .map(|dir| dir.join("product-pool"))
}

/// Makes a folder and those above it.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| Failure::file("make", path, &error))
}

/// Removes a folder and all in it; none there is as good.
pub(crate) fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::file("remove", path, &error))
        }
        _ => Ok(()),
    }
}

/// Writes a small text file.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}

/// The program of that name on PATH, made absolute.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(program))
        .find(|path| is_program(path))
}

/// Whether the path is a file that may be executed.
pub(crate) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_follows_xdg_and_falls_back_to_home() {
        let home = Some(PathBuf::from("/home/a"));
        let from_xdg = cache_folder(Some("/var/c".into()), home.clone());
        assert_eq!(from_xdg, Some(PathBuf::from("/var/c/product-pool")));
        let relative = cache_folder(Some("c".into()), home);
        assert_eq!(relative, Some(PathBuf::from("/home/a/.cache/product-pool")));
        assert_eq!(cache_folder(None, None), None);
    }

    #[test]
    fn a_folder_is_no_program() {
        assert!(!is_program(Path::new("/")));
        assert!(is_program(Path::new("/bin/sh")));
    }
}
