//! What runs inside the browser: lints for its target and the Rust tests that
//! need a DOM, in headless Chromium.

use super::{Steps, at_least_one};
use crate::commands::wasm::{CARD, CLIENT, LABEL, Tools, YEW};
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
    let cargo = |subcommand: &str, features: &str| {
        let mut cargo = toolchain.cargo(place, subcommand);
        cargo.args(["--package", "product-pool", "--lib", "--target", TARGET]);
        cargo.args(["--features", features]);
        cargo
    };
    steps.step("clippy for the browser, client", || {
        let mut cargo = cargo("clippy", CLIENT);
        process::run(cargo.args(["--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("clippy for the browser, card", || {
        let mut cargo = cargo("clippy", CARD);
        process::run(cargo.args(["--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("clippy for the browser, label", || {
        let mut cargo = cargo("clippy", LABEL);
        process::run(cargo.args(["--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("clippy for the browser, Yew components and tests", || {
        let mut cargo = cargo("clippy", YEW);
        process::run(cargo.args(["--tests", "--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("tests in Chromium", || {
        let mut cargo = cargo("test", YEW);
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
