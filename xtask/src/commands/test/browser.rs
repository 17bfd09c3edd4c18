//! What runs inside the browser: lints for its target and the Rust tests that
//! need a DOM, in headless Chromium.

use super::{Steps, at_least_one};
use crate::commands::wasm::{CARD, CLIENT, LABEL, TOOLS, Tools, VIEWS, YEW};
use crate::failure::Result;
use crate::place::Place;
use crate::process;
use crate::setup::browser;
use crate::setup::wasm_target::{self, TARGET};

/// Runs the part.
pub(super) fn run(place: &Place, steps: &mut Steps) -> Result<()> {
    let Tools { toolchain, bindgen } = Tools::ensure(place)?;
    wasm_target::ensure_clippy(place, toolchain)?;
    let browser = browser::ensure(place)?;
    let cargo = |package: &str, subcommand: &str, features: &str| {
        let mut cargo = toolchain.cargo(place, subcommand);
        cargo.args(["--package", package, "--lib", "--target", TARGET]);
        cargo.args(["--features", features]);
        cargo
    };
    let library = |subcommand| cargo("product-pool", subcommand, YEW);
    for module in [CLIENT, TOOLS, CARD, LABEL, VIEWS] {
        steps.step(&format!("clippy for the browser, {module}"), || {
            let mut cargo = cargo("product-pool-bindings", "clippy", module);
            process::run(cargo.args(["--", "-D", "warnings"]), "clippy")
        })?;
    }
    steps.step("clippy for the browser, Yew components and tests", || {
        let mut cargo = library("clippy");
        process::run(cargo.args(["--tests", "--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("tests in Chromium", || {
        let mut cargo = library("test");
        cargo
            .arg("--tests")
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                bindgen.runner(),
            )
            .env("CHROMEDRIVER", &browser.driver)
            .env("WASM_BINDGEN_USE_BROWSER", "1");
        let passed = process::run_tests(&mut cargo, "the tests in Chromium")?;
        at_least_one(passed, "the tests in Chromium")
    })?;
    Ok(())
}
