//! `cargo xtask assets`: the package's files as the server gives them out, for
//! `serve --assets`.

use std::path::Path;

use super::pack;
use super::wasm::Mode;
use crate::failure::Result;
use crate::place::Place;
use crate::process::{self, command};
use crate::report::{self, Step};
use crate::setup::node;

/// Builds and packs the release, lays it out in `out` or in the target folder, and
/// prints where.
pub(crate) fn run(place: &Place, out: Option<&Path>) -> Result<()> {
    let node = node::find()?;
    let package = pack::folder(place);
    pack::pack(place, &node, Mode::Release, &package)?;
    let folder = match out {
        Some(out) => std::path::absolute(out).unwrap_or_else(|_| out.to_owned()),
        None => place.target.join("assets"),
    };
    let step = Step::begin("compressing each file", "about 10 s");
    let mut script = command(&node.node);
    script
        .arg(place.root.join("xtask/js/assets.mjs"))
        .args([&place.root, &package, &folder])
        .arg(pack::VERSION);
    process::run(&mut script, "laying the files out")?;
    step.done();
    report::note("`product-pool-server serve --assets` takes the folder");
    println!("{}", folder.display());
    Ok(())
}
