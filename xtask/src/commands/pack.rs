//! `cargo xtask pack`: the npm package as a tarball.
//!
//! The hand-written modules of `pkg/` work as they are in browsers. What else
//! the package holds (CommonJS, the build for workerd, the classic script, the
//! WebAssembly as text) is bundled from them by `xtask/js/pack.mjs`, in a folder
//! of its own that becomes the tarball, so that `pkg/` stays what was written.

use std::path::{Path, PathBuf};

use super::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::report;
use crate::setup::node::{self, Node};

/// The version of every crate of the workspace, and of the package.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds the release, packs it, and prints where the tarball is.
pub(crate) fn run(place: &Place) -> Result<()> {
    let node = node::find()?;
    let tarball = pack(place, &node, Mode::Release, &folder(place))?;
    report::note("packed; `npm publish` takes the file");
    println!("{}", tarball.display());
    Ok(())
}

/// Where `cargo xtask pack` and what measures the package fill a folder.
pub(crate) fn folder(place: &Place) -> PathBuf {
    place.target.join("package")
}

/// Fills `folder` with what the package holds, and packs it beside the folder.
pub(crate) fn pack(place: &Place, node: &Node, mode: Mode, folder: &Path) -> Result<PathBuf> {
    node::ensure_packages(place, node)?;
    let tools = Tools::ensure(place)?;
    wasm::build(place, &tools, mode)?;
    let beside = folder
        .parent()
        .ok_or_else(|| Failure::new(format!("{} cannot be packed", folder.display())))?;
    place::make_folder(beside)?;
    let mut script = command(&node.node);
    script
        .arg(place.root.join("xtask/js/pack.mjs"))
        .args([&place.root, folder, &node.npm])
        .arg(VERSION);
    process::run(&mut script, "packing")?;
    let tarball = beside.join(format!("product-pool-{VERSION}.tgz"));
    if tarball.is_file() {
        return Ok(tarball);
    }
    Err(Failure::new(format!("there is no {}", tarball.display())))
}
