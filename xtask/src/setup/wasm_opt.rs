//! wasm-opt, which makes the released module smaller. Its npm package weighs
//! 100 MB, so it lives in the user's cache and not among the test tools.

use std::path::PathBuf;

use super::node::Node;
use crate::failure::Result;
use crate::place::{self, Place};
use crate::process::{Quietly, command};
use crate::report::Step;

/// The npm package and its version.
const PACKAGE: &str = "binaryen@132.0.0";

/// Gives the program, installed if need be.
pub(crate) fn ensure(place: &Place, node: &Node) -> Result<PathBuf> {
    let root = place.cache.join(PACKAGE);
    let program = root.join("node_modules/.bin/wasm-opt");
    if place::is_program(&program) {
        return Ok(program);
    }
    place::make_folder(&root)?;
    let mut step = Step::begin(
        "installing wasm-opt from npm",
        "about 10 s, once per machine",
    );
    let mut npm = command(&node.npm);
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
        .arg("--prefix")
        .args([root.as_os_str(), PACKAGE.as_ref()])
        .current_dir(&root);
    let quietly = Quietly {
        log: place.logs().join("wasm-opt.log"),
        what: "npm install",
        patience: None,
    };
    quietly.run(&mut npm, &mut step, || 0)?;
    step.done();
    Ok(program)
}
