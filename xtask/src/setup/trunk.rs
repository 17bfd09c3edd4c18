//! Trunk, which serves the demo with live reload. Optional: nothing else here
//! needs it, so only `setup --all` installs it.

use std::path::PathBuf;
use std::process::Command;

use super::wasm_bindgen::WasmBindgen;
use super::wasm_target::Toolchain;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, Quietly, command};
use crate::report::Step;

/// The version that is installed; any other that is found is used too.
const VERSION: &str = "0.21.14";

/// Trunk's program, if it is there.
pub(crate) fn find(place: &Place) -> Option<PathBuf> {
    let installed = root(place).join("bin/trunk");
    place::on_path("trunk")
        .into_iter()
        .chain([installed])
        .find(|program| process::ask(command(program).arg("--version")).is_some())
}

/// Trunk's program, or what to do to have it.
pub(crate) fn required(place: &Place) -> Result<PathBuf> {
    find(place).ok_or_else(|| Failure::new("trunk is not installed: run `cargo xtask setup --all`"))
}

/// Installs Trunk unless it is there.
pub(crate) fn ensure(place: &Place) -> Result<()> {
    if find(place).is_some() {
        return Ok(());
    }
    place::make_folder(&place.cache)?;
    let mut step = Step::begin(
        &format!("installing trunk {VERSION}"),
        "about 2 min on two cores, once per machine",
    );
    let mut install = super::quick_install(place, "trunk", VERSION);
    install
        .args(["--locked", "--no-default-features", "--features", "rustls"])
        .args(["--force", "--root"])
        .arg(root(place))
        // It waits for cargo and for file changes; its own speed is no matter.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    let quietly = Quietly {
        log: place.logs().join("trunk.log"),
        what: "installing trunk",
        patience: None,
    };
    quietly.run(&mut install, &mut step, || 0)?;
    place::remove_folder(&place.cache.join("build"))?;
    step.done();
    Ok(())
}

fn root(place: &Place) -> PathBuf {
    place.cache.join(format!("trunk-{VERSION}"))
}

/// Trunk at work in the workspace, with our compiler and our wasm-bindgen and
/// without a wish to download either.
pub(crate) fn command_in(
    place: &Place,
    program: &PathBuf,
    toolchain: Toolchain,
    bindgen: &WasmBindgen,
    subcommand: &str,
) -> Result<Command> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(bindgen.folder.clone()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders)
        .map_err(|error| Failure::new(format!("PATH cannot be extended: {error}")))?;
    let mut trunk = command(program);
    toolchain.choose_in(&mut trunk);
    trunk
        .args([subcommand, "--offline"])
        .current_dir(&place.root)
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", &place.target)
        // Trunk takes this one for a flag of its own and rejects NO_COLOR=1.
        .env_remove("NO_COLOR")
        // Its ordinary errors come with a backtrace where this is set.
        .env("RUST_BACKTRACE", "0");
    Ok(trunk)
}
