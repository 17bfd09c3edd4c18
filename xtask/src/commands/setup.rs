//! `cargo xtask setup`: the set-up of the other commands, ahead of time.

use crate::failure::Result;
use crate::place::Place;
use crate::report;
use crate::setup::{self, browser, firefox, node, trunk, varnish, wasm_bindgen, wasm_target};

/// Installs whatever is missing; with `all` also what is optional.
pub(crate) fn run(place: &Place, all: bool) -> Result<()> {
    let toolchain = wasm_target::ensure(place)?;
    setup::ensure_lints(place)?;
    wasm_target::ensure_clippy(place, toolchain)?;
    wasm_bindgen::ensure(place)?;
    browser::ensure(place)?;
    firefox::ensure(place)?;
    varnish::ensure(place)?;
    node::ensure_packages(place, &node::find()?)?;
    if all {
        trunk::ensure(place)?;
    }
    report::note("everything is set up");
    Ok(())
}
