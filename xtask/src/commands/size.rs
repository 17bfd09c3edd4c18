//! `cargo xtask size`: what a shop's visitors download.

use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, command};
use crate::setup::node;

/// Node has both compressors built in; a crate of each would cost every user
/// of this tool its compilation.
const TABLE: &str = r#"
const { readdirSync, readFileSync } = require('node:fs');
const { gzipSync, brotliCompressSync } = require('node:zlib');
const folder = process.argv[1];
const row = (name, ...sizes) =>
  console.log(name.padEnd(24) + sizes.map(size => String(size).padStart(12)).join(''));
row('bytes', 'raw', 'gzip 9', 'brotli 11');
const names = readdirSync(folder).filter(name => /\.(js|wasm)$/.test(name)).sort();
if (names.length === 0) process.exit(1);
for (const name of names) {
  const bytes = readFileSync(`${folder}/${name}`);
  row(name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);
}
"#;

/// Prints the table.
pub(crate) fn run(place: &Place) -> Result<()> {
    let node = node::find()?;
    let table = process::ask(command(node.node).args(["-e", TABLE]).arg(place.dist()));
    let table = table.ok_or_else(|| {
        Failure::new("pkg/dist is empty: run `cargo xtask build --release` first")
    })?;
    print!("{table}");
    Ok(())
}
