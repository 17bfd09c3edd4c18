//! `cargo xtask docs`: the documentation as a site, in `target/docs`.
//!
//! The demo serves it at `/docs/`; any other server of files can, under the address that `--base` names.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::cmd;

use super::pack;
use super::server::Server;
use super::site::{BASE, folder};
use crate::note::note;
use crate::process;
use crate::setup::node;
use crate::workspace::Workspace;

/// Builds the site for the address `base`, and prints where its first page is.
pub(crate) fn run(ws: &Workspace, base: &str) -> Result<()> {
    check_base(base)?;
    let page = build(ws, base)?;
    note(&format!(
        "the documentation is built; `cargo xtask demo` serves it at {BASE}"
    ));
    println!("{}", page.display());
    Ok(())
}

fn check_base(base: &str) -> Result<()> {
    ensure!(
        base.starts_with('/') && base.ends_with('/'),
        "--base is a path that begins and ends with a slash, such as {BASE}, and not {base:?}"
    );
    Ok(())
}

/// Builds the site: its elements are those of the release, and their records those of the demo.
pub(crate) fn build(ws: &Workspace, base: &str) -> Result<PathBuf> {
    node::SITE.ensure(ws)?;
    let package = pack::pack(ws)?;
    document_crate(ws)?;
    let mut server = Server::start(ws)?;
    write(ws, &server, &package.folder, base)?;
    server.check()?;
    Ok(folder(ws).join("index.html"))
}

/// Where cargo puts the documentation of the crate.
fn crate_folder(ws: &Workspace) -> PathBuf {
    ws.target.join("doc")
}

/// Documents the crate with all features, as docs.rs does; the site has it at `crate/`.
fn document_crate(ws: &Workspace) -> Result<()> {
    // What else was documented would be found by its search too.
    ws.sh.remove_path(crate_folder(ws))?;
    process::run(cmd!(
        ws.sh,
        "cargo doc --package product-pool --no-deps --all-features"
    ))
}

fn write(ws: &Workspace, server: &Server, package: &Path, base: &str) -> Result<()> {
    note("building the pages (about a minute)");
    let (root, out) = (&ws.root, folder(ws));
    let node = cmd!(ws.sh, "node site/build.mjs {root} {package} {out} {base}");
    let node = node.env("RUSTDOC_FOLDER", crate_folder(ws));
    process::run(server.describe_to(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_a_folder_of_a_server() {
        for base in [BASE, "/", "/product-pool/"] {
            assert!(check_base(base).is_ok(), "{base}");
        }
        for base in ["", "docs", "/docs", "docs/", "https://shop.example/docs"] {
            assert!(check_base(base).is_err(), "{base}");
        }
    }
}
