//! `cargo xtask size`: what a shop's visitors download.

use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, command};
use crate::setup::node;

/// Prints the table. It is made in Node, which has both compressors built in;
/// a crate of each would cost every user of this tool its compilation.
pub(crate) fn run(place: &Place) -> Result<()> {
    if !place.dist().join("client_bg.wasm").is_file() {
        return Err(Failure::new(
            "pkg/dist is empty: run `cargo xtask build --release` first",
        ));
    }
    let node = node::find()?;
    node::ensure_packages(place, &node)?;
    let mut script = command(node.node);
    script
        .arg(place.root.join("xtask/js/size.mjs"))
        .arg(&place.root);
    process::run(&mut script, "measuring")
}
