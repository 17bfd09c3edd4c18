//! `cargo xtask types`: what the package takes from the library as text: the TypeScript types
//! of all records, the names of the card's panels and variants, and the messages that a page may
//! load later.

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::process;
use crate::workspace::Workspace;

/// The files that are generated.
const FILES: [&str; 6] = [
    "pkg/types/model.d.ts",
    "pkg/types/label-views.d.ts",
    "pkg/src/card/panel-names.js",
    "pkg/src/shared/variants.js",
    "src/messages/later.txt",
    "src/messages/certificates.txt",
];

/// Writes the files, or with `check` compares them with what would be written. The generator is
/// a crate of its own, built when it is needed: this tool must work while the library does not
/// compile.
pub(crate) fn run(ws: &Workspace, check: bool, options: &[&str]) -> Result<()> {
    for name in FILES {
        let cargo = cmd!(
            ws.sh,
            "cargo run --quiet --package product-pool-types {options...} -- {name}"
        );
        let text = process::output(cargo)?;
        ensure!(!text.is_empty(), "{name} would be empty");
        let path = ws.root.join(name);
        if !check {
            ws.sh.write_file(&path, &text)?;
            continue;
        }
        ensure!(
            ws.sh.read_file(&path)? == text,
            "{name} is not up to date: run `cargo xtask types`"
        );
    }
    Ok(())
}
