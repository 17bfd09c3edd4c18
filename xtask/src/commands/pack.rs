//! `cargo xtask pack`, `assets` and `size`: the npm package as a tarball, laid out for the
//! server, and measured.
//!
//! The hand-written modules of `pkg/` work in browsers as they are. The other forms in the
//! package (CommonJS, the build for workerd, the classic script, the WebAssembly as text) are
//! bundled from them by `xtask/js/pack.mjs`, in a folder that becomes the tarball, so that
//! `pkg/` holds sources only.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::cmd;

use super::wasm::{self, Mode, Tools};
use crate::process;
use crate::progress::note;
use crate::setup::node::{self, Node};
use crate::workspace::Workspace;

/// The version of every crate of the workspace, and of the package.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A packed release.
#[derive(Debug)]
pub(crate) struct Package {
    /// What is in the tarball.
    pub(crate) folder: PathBuf,
    pub(crate) tarball: PathBuf,
    pub(crate) node: Node,
}

/// Builds the release and packs it.
pub(crate) fn pack(ws: &Workspace) -> Result<Package> {
    let node = node::find(ws)?;
    node::TESTS.ensure(ws, &node)?;
    wasm::build(ws, &Tools::ensure(ws)?, Mode::Release)?;
    let (root, folder) = (&ws.root, ws.target.join("package"));
    let Node { node: program, npm } = &node;
    let script = ws.root.join("xtask/js/pack.mjs");
    process::run(
        cmd!(ws.sh, "{program} {script} {root} {folder} {npm} {VERSION}"),
        "packing",
    )?;
    let tarball = ws.target.join(format!("product-pool-{VERSION}.tgz"));
    ensure!(tarball.is_file(), "there is no {}", tarball.display());
    Ok(Package {
        folder,
        tarball,
        node,
    })
}

/// Prints where the tarball is.
pub(crate) fn run(ws: &Workspace) -> Result<()> {
    let Package { tarball, .. } = pack(ws)?;
    note("packed; `npm publish` takes the file");
    println!("{}", tarball.display());
    Ok(())
}

/// Lays the files out as `serve --assets` expects them, in `out` or in the target folder, and
/// prints where.
pub(crate) fn lay_out(ws: &Workspace, out: Option<&Path>) -> Result<()> {
    let package = pack(ws)?;
    let out = match out {
        Some(out) => std::path::absolute(out)?,
        None => ws.target.join("assets"),
    };
    let (root, folder, node) = (&ws.root, &package.folder, &package.node.node);
    let script = ws.root.join("xtask/js/assets.mjs");
    note("compressing each file (about 10 s)");
    process::run(
        cmd!(ws.sh, "{node} {script} {root} {folder} {out} {VERSION}"),
        "laying the files out",
    )?;
    note("`product-pool-server serve --assets` takes the folder");
    println!("{}", out.display());
    Ok(())
}

/// Prints the size of each file and page; with `check` it fails where one is above its budget.
pub(crate) fn measure(ws: &Workspace, check: bool) -> Result<()> {
    let package = pack(ws)?;
    let (root, folder, node) = (&ws.root, &package.folder, &package.node.node);
    let script = ws.root.join("xtask/js/size.mjs");
    let check = check.then_some("--check");
    process::run(
        cmd!(ws.sh, "{node} {script} {root} {folder} {check...}"),
        "measuring",
    )
}
