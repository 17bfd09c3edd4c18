//! Trunk's release build of the demo page, where Trunk is installed.

use super::Steps;
use crate::commands::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process;
use crate::report;
use crate::setup::trunk;

/// Runs the part; Trunk may be missing unless the part was asked for by name.
pub(super) fn run(place: &Place, steps: &mut Steps, named: bool) -> Result<()> {
    let program = match trunk::find(place) {
        Some(program) => program,
        None if named => trunk::required(place)?,
        None => {
            report::note("test: trunk is not installed; its part is left out");
            return Ok(());
        }
    };
    steps.step("trunk build --release", || {
        let tools = Tools::ensure(place)?;
        wasm::build(place, &tools, Mode::Development)?;
        let dist = place.state().join("trunk");
        place::remove_folder(&dist)?;
        let Tools { toolchain, bindgen } = &tools;
        let mut build = trunk::command_in(place, &program, *toolchain, bindgen, "build")?;
        build.args(["--release", "--dist"]).arg(&dist);
        process::run(&mut build, "trunk build")?;
        if dist.join("index.html").is_file() {
            return Ok(());
        }
        Err(Failure::new("trunk build made no index.html"))
    })?;
    Ok(())
}
