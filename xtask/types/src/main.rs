//! Writes the files that are made from the library into the folder of the workspace, which is the
//! argument. `cargo xtask types` runs it.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let root = std::env::args_os().nth(1).unwrap_or_default();
    for (name, text) in product_pool_types::files() {
        std::fs::write(Path::new(&root).join(name), text)?;
    }
    Ok(())
}
