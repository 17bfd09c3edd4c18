//! The commands, and the server that several of them run.

pub(crate) mod bench;
pub(crate) mod demo;
pub(crate) mod docs;
pub(crate) mod mutants;
pub(crate) mod night;
pub(crate) mod pack;
pub(crate) mod release;
mod server;
pub(crate) mod site;
pub(crate) mod test;
pub(crate) mod types;
pub(crate) mod wasm;

use std::path::Path;

use anyhow::Result;
use xshell::cmd;

use crate::note::note;
use crate::process;
use crate::setup::cargo_tool::TRUNK;
use crate::setup::rust::{self, Tools};
use crate::setup::toolchain::Toolchain;
use crate::setup::{CHROMEDRIVER, CHROMIUM, FIREFOX, VARNISH, WEBKIT, headless_browser, node};
use crate::workspace::Workspace;

/// `cargo xtask setup`: installs what is missing, with `all` also what only `test --all` needs.
pub(crate) fn setup(ws: &Workspace, all: bool) -> Result<()> {
    let _lock = ws.lock("setup.lock")?;
    let tools = Tools::ensure(ws)?;
    rust::ensure_lints(ws, Toolchain::Active)?;
    rust::ensure_lints(ws, tools.toolchain)?;
    for program in [CHROMIUM, CHROMEDRIVER] {
        program.ensure(ws)?;
    }
    headless_browser(ws)?;
    node::ensure_wasm_opt(ws)?;
    for packages in [node::BUILD, node::TESTS, node::BUNDLERS] {
        packages.ensure(ws)?;
    }
    if all {
        FIREFOX.ensure(ws)?;
        VARNISH.ensure_optional(ws);
        WEBKIT.ensure_optional(ws);
        node::SITE.ensure(ws)?;
        TRUNK.ensure(ws)?;
    }
    note("everything is set up");
    Ok(())
}

/// `cargo xtask screenshots`: pictures of the card, for documents and to look at; of the states
/// named, or of all.
pub(crate) fn screenshots(ws: &Workspace, out: &Path, only: &[String]) -> Result<()> {
    let out = ws.sh.create_dir(out)?;
    let demo = test::start_demo(ws)?;
    let script = demo.describe_to(cmd!(ws.sh, "node tests/screenshots.mjs {out} {only...}"));
    process::run(server::with_browser(ws, script, &CHROMIUM.ensure(ws)?)?)?;
    note(&format!("the pictures are in {}", out.display()));
    Ok(())
}

/// `cargo xtask chaos`: cards, the shop, a sync, a replica and honest clients while everything behind
/// them fails, for so many seconds; with the seed of an earlier run the same faults in the same order.
pub(crate) fn chaos(ws: &Workspace, seconds: u32, seed: Option<u32>) -> Result<()> {
    let demo = test::start_demo(ws)?;
    let seconds = seconds.to_string();
    let seed = seed.map(|seed| seed.to_string());
    let script = cmd!(ws.sh, "node tests/chaos/chaos.mjs {seconds} {seed...}");
    let browser = headless_browser(ws)?;
    process::run(server::with_browser(
        ws,
        demo.describe_to(script),
        &browser,
    )?)
}
