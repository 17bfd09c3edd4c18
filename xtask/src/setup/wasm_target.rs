//! A compiler for wasm32-unknown-unknown: the active toolchain where it has
//! the target or can get it, else Debian's, with a standard library built here.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::debian;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};

/// The target of everything that runs in a browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The name under which rustup knows Debian's compiler: `cargo +product-pool-wasm`.
pub(super) const LINK: &str = "product-pool-wasm";

/// A toolchain that compiles for [`TARGET`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The one that called us.
    Active,
    /// The one linked as [`LINK`].
    Linked,
}

impl Toolchain {
    /// A program of this toolchain, in the clean environment.
    pub(crate) fn program(self, program: &str) -> Command {
        let mut command = command(program);
        self.choose_in(&mut command);
        command
    }

    /// Makes a program that calls cargo, such as Trunk, call this toolchain's.
    pub(crate) fn choose_in(self, command: &mut Command) {
        if self == Self::Linked {
            command.env("RUSTUP_TOOLCHAIN", LINK);
        }
    }

    /// This toolchain's cargo, at work in the workspace.
    pub(crate) fn cargo(self, place: &Place, subcommand: &str) -> Command {
        let mut cargo = super::cargo(place, subcommand);
        self.choose_in(&mut cargo);
        cargo
    }

    /// What the compiler says about itself: changes when it does.
    pub(crate) fn fingerprint(self) -> String {
        process::ask(self.program("rustc").arg("-vV")).unwrap_or_default()
    }

    /// Where this toolchain's standard library for [`TARGET`] belongs.
    pub(super) fn library(self) -> Option<PathBuf> {
        let arguments = ["--print", "target-libdir", "--target", TARGET];
        let text = process::ask(self.program("rustc").args(arguments))?;
        Some(PathBuf::from(text.trim_end()))
    }

    /// Whether the library is there and belongs to the compiler, tried out by
    /// compiling and linking an empty test: after an upgrade of the compiler
    /// the files are still there but of no use, and the linker is a package of
    /// its own on Debian.
    fn works(self, place: &Place) -> bool {
        self.library().is_some_and(|library| has_std(&library))
            && self.compiles(place).unwrap_or(false)
    }

    fn compiles(self, place: &Place) -> Result<bool> {
        place::make_folder(&place.state())?;
        let mut rustc = self.program("rustc");
        rustc
            .args(["--target", TARGET, "--test", "--crate-name", "probe", "-o"])
            .arg(place.state().join("probe.wasm"))
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let cannot = |error| Failure::file("run", Path::new("rustc"), &error);
        let mut child = rustc.spawn().map_err(cannot)?;
        if let Some(mut stdin) = child.stdin.take() {
            // A compiler that ends before reading has failed; its status tells.
            let _ = stdin.write_all(b"#[test] fn probe() {}");
        }
        Ok(child.wait().map_err(cannot)?.success())
    }
}

/// Whether a library folder holds a standard library.
fn has_std(library: &Path) -> bool {
    std::fs::read_dir(library).is_ok_and(|files| {
        files
            .flatten()
            .any(|file| is_std(&file.file_name().to_string_lossy()))
    })
}

fn is_std(file: &str) -> bool {
    file.starts_with("libstd-") && file.ends_with(".rlib")
}

/// Gives a toolchain that compiles for [`TARGET`], set up if need be.
pub(crate) fn ensure(place: &Place) -> Result<Toolchain> {
    if let Some(toolchain) = find(place) {
        return Ok(toolchain);
    }
    if process::ask(command("rustc").arg("--version")).is_none() {
        return Err(Failure::new(
            "rustc is not installed: see https://rustup.rs",
        ));
    }
    super::rustup(place, &["target", "add", TARGET])?;
    if Toolchain::Active.works(place) {
        return Ok(Toolchain::Active);
    }
    if let Err(why) = debian::check(place) {
        return Err(Failure::new(format!(
            "the Rust toolchain has no {TARGET}: run `rustup target add {TARGET}` \
             (Debian's compiler could stand in, but {why})"
        )));
    }
    debian::install(place)?;
    find(place).ok_or_else(|| {
        Failure::new(format!(
            "Debian's compiler was installed, but cannot link for {TARGET}: \
             try `rustc +{LINK} --target {TARGET}` by hand"
        ))
    })
}

/// The toolchain that works as things are.
fn find(place: &Place) -> Option<Toolchain> {
    [Toolchain::Active, Toolchain::Linked]
        .into_iter()
        .find(|toolchain| toolchain.works(place))
}

/// Makes sure that the toolchain can run clippy.
pub(crate) fn ensure_clippy(place: &Place, toolchain: Toolchain) -> Result<()> {
    let works = || process::ask(toolchain.cargo(place, "clippy").arg("--version")).is_some();
    if works() {
        return Ok(());
    }
    match toolchain {
        Toolchain::Active => super::ensure_lints(place),
        Toolchain::Linked => {
            debian::install_clippy(place)?;
            if works() {
                return Ok(());
            }
            Err(Failure::new(format!(
                "`cargo +{LINK} clippy` is missing: run `apt-get install {}`",
                debian::CLIPPY
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_compiled_library_counts() {
        assert!(is_std("libstd-723a93f9dad40af0.rlib"));
        assert!(!is_std("libstd-723a93f9dad40af0.rmeta"));
        assert!(!is_std("libstd_detect-abbd0c350ca3728b.rlib"));
        assert!(!has_std(Path::new("/no/such/folder")));
    }

    #[test]
    fn only_the_linked_toolchain_is_chosen_by_name() {
        let chosen = |toolchain: Toolchain| {
            toolchain
                .program("rustc")
                .get_envs()
                .any(|(name, value)| name == "RUSTUP_TOOLCHAIN" && value == Some(LINK.as_ref()))
        };
        assert!(chosen(Toolchain::Linked));
        assert!(!chosen(Toolchain::Active));
    }
}
