//! What needs no browser: format, lints, the TypeScript types, the tests of the
//! whole workspace, and its documentation.

use super::{Steps, at_least_one};
use crate::commands::types;
use crate::failure::Result;
use crate::place::Place;
use crate::process;
use crate::setup::{self, varnish};

/// The features that build natively and have native tests.
const FEATURES: [&str; 2] = [
    "--features",
    "product-pool/reqwest,product-pool/card,product-pool/serde",
];

/// Runs the part. Every call takes the workspace as a whole and the same
/// features, so that no crate is compiled twice for different sets of them.
pub(super) fn run(place: &Place, steps: &mut Steps) -> Result<()> {
    setup::ensure_lints(place)?;
    varnish::ensure(place)?;
    steps.step("format", || {
        let mut cargo = setup::cargo(place, "fmt");
        process::run(cargo.args(["--all", "--check"]), "the format check")
    })?;
    steps.step("clippy", || {
        let mut cargo = setup::cargo(place, "clippy");
        cargo.args(["--workspace", "--all-targets"]).args(FEATURES);
        process::run(cargo.args(["--", "-D", "warnings"]), "clippy")
    })?;
    steps.step("types", || types::run(place, true, &FEATURES))?;
    steps.step("native tests", || {
        let mut cargo = setup::cargo(place, "test");
        let passed = process::run_tests(cargo.arg("--workspace").args(FEATURES), "cargo test")?;
        at_least_one(passed, "cargo test")
    })?;
    // The rules on allergens, over so many generated records that they need an
    // optimised build of the library; what it depends on is built already.
    steps.step("label rules, 100,000 cases", || {
        let mut cargo = setup::cargo(place, "test");
        cargo
            .args(["--config", "profile.dev.package.product-pool.opt-level=3"])
            .args(["--package", "product-pool", "--test", "native"])
            .args(FEATURES)
            .args(["--", "--ignored", "hundred_thousand"]);
        let passed = process::run_tests(&mut cargo, "cargo test")?;
        at_least_one(passed, "cargo test")
    })?;
    steps.step("documentation", || {
        let mut cargo = setup::cargo(place, "doc");
        cargo
            .args(["--workspace", "--no-deps"])
            .args(FEATURES)
            .env("RUSTDOCFLAGS", "-D warnings");
        process::run(&mut cargo, "cargo doc")
    })?;
    Ok(())
}
