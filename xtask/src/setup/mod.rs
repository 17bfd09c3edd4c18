//! What a machine needs beyond Rust and Node, found where it is and installed
//! where it is missing.
//!
//! Nothing remembers what was set up: each tool is looked for where it would
//! be, which takes milliseconds, so a second run neither waits nor believes in
//! something that is gone.

pub(crate) mod browser;
mod debian;
pub(crate) mod firefox;
pub(crate) mod nginx;
pub(crate) mod node;
pub(crate) mod trunk;
pub(crate) mod varnish;
pub(crate) mod wasm_bindgen;
pub(crate) mod wasm_opt;
pub(crate) mod wasm_target;

use std::process::Command;
use std::time::Duration;

use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, Quietly, command};
use crate::report::{self, Step};

/// How long a rustup that downloads may go without anything arriving: where it
/// can reach nothing it does not fail, it hangs.
const RUSTUP_PATIENCE: Duration = Duration::from_secs(20);

/// The cargo that builds what runs on this machine: the one that was called.
pub(crate) fn cargo(place: &Place, subcommand: &str) -> Command {
    let mut cargo = command("cargo");
    cargo
        .arg(subcommand)
        .current_dir(&place.root)
        .env("CARGO_TARGET_DIR", &place.target);
    cargo
}

/// Makes sure that `cargo clippy` and `cargo fmt` are there.
pub(crate) fn ensure_lints(place: &Place) -> Result<()> {
    for (program, component) in [("clippy", "clippy"), ("fmt", "rustfmt")] {
        let works = || process::ask(cargo(place, program).arg("--version")).is_some();
        if works() {
            continue;
        }
        rustup(place, &["component", "add", component])?;
        if !works() {
            return Err(Failure::new(format!(
                "`cargo {program}` is missing: run `rustup component add {component}`"
            )));
        }
    }
    Ok(())
}

/// Lets rustup download something, for as long as something arrives. Whether
/// it helped is for the caller to look at: only a signal is a failure.
fn rustup(place: &Place, arguments: &[&str]) -> Result<()> {
    if process::ask(command("rustup").arg("--version")).is_none() {
        return Ok(());
    }
    let what = format!("rustup {}", arguments.join(" "));
    let mut step = Step::begin(&what, "seconds; given up after 20 s without progress");
    let quietly = Quietly {
        log: place.logs().join("rustup.log"),
        what: &what,
        patience: Some(RUSTUP_PATIENCE),
    };
    match quietly.run(command("rustup").args(arguments), &mut step, arrived) {
        Ok(()) => step.done(),
        Err(Failure::Told(why)) => report::note(&why),
        Err(interrupted) => return Err(interrupted),
    }
    Ok(())
}

/// The number of bytes that rustup has downloaded and not yet unpacked.
fn arrived() -> u64 {
    let home = std::env::var_os("RUSTUP_HOME")
        .map(std::path::PathBuf::from)
        .or_else(|| Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".rustup")));
    home.and_then(|home| std::fs::read_dir(home.join("downloads")).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .map(|meta| meta.len())
        .sum()
}

/// Settings for `cargo install` of a tool that runs for seconds: a quick build
/// matters more than a quick tool. A target folder that stays until the
/// installation succeeded lets an interrupted one go on where it was.
fn quick_install(place: &Place, package: &str, version: &str) -> Command {
    let mut cargo = command("cargo");
    cargo
        .args(["install", package, "--version", &format!("={version}")])
        .current_dir(&place.cache)
        .env("CARGO_TARGET_DIR", place.cache.join("build"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "64")
        .env("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", "0")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo
}
