//! `cargo xtask screenshots`: pictures of the demo page, for the README and
//! for looking at.

use std::path::Path;

use super::test::e2e::Stage;
use crate::failure::Result;
use crate::place::{self, Place};
use crate::process;
use crate::report;

/// Takes the pictures.
pub(crate) fn run(place: &Place, out: &Path) -> Result<()> {
    let out = place.root.join(out);
    place::make_folder(&out)?;
    let stage = Stage::set(place)?;
    let mut script = stage.node();
    script.arg("tests/screenshots.mjs").arg(&out);
    process::run(&mut script, "taking the pictures")?;
    report::note(&format!("the pictures are in {}", out.display()));
    Ok(())
}
