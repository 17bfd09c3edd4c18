//! `cargo xtask types`: writes what the package takes from the library as text: the TypeScript
//! types of all records, and the names of the card's panels and variants and of certificates. Native
//! tests compare the files with the library.

use anyhow::Result;
use xshell::cmd;

use crate::process;
use crate::workspace::Workspace;

/// Writes the files. Their generator is a crate of its own, built when it is needed: this tool must
/// work while the library does not compile.
pub(crate) fn run(ws: &Workspace) -> Result<()> {
    let root = &ws.root;
    process::run(cmd!(
        ws.sh,
        "cargo run --quiet --package product-pool-types -- {root}"
    ))
}
