//! `cargo xtask bench`: the package beside a bare fetch and zod, in Node and in the browser; the
//! card beside others on a slow line; the library natively; the server under load. Nothing
//! fails here for being slow: figures are printed, with the targets beside them.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use xshell::cmd;

use super::pack;
use super::server::{Server, with_browser};
use super::wasm::{self, Mode};
use crate::process;
use crate::setup::cargo_tool::OHA;
use crate::setup::{CHROMIUM, NGINX, node};
use crate::workspace::Workspace;

/// Where it is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The package in Node
    Node,
    /// The package in headless Chromium, and what `cards` measures
    Browser,
    /// The card beside other cards, each loaded for the first time over slow 4G
    Cards,
    /// The library as native code
    Native,
    /// The server under load and fault: see --only
    Server,
}

/// What the server is put through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Trial {
    /// Products by GTIN from the gateway's memory beside nginx; pages and cards
    Records,
    /// Memory of a gateway with a cache in a file, under a mixed load for ten minutes
    Memory,
    /// A gateway's replica of a thousand to a hundred thousand products
    Growth,
}

/// What is measured if nothing is named: all but the server, which takes half an hour, three
/// gigabytes and the whole machine.
const DEFAULT: [Engine; 3] = [Engine::Native, Engine::Node, Engine::Browser];

/// Runs the benchmarks. `timeline` shows how the files of each card arrive; `trials` are those
/// of the server, all if none is named.
pub(crate) fn run(
    ws: &Workspace,
    engines: &[Engine],
    timeline: bool,
    trials: &[Trial],
) -> Result<()> {
    let engines = match engines {
        [] if trials.is_empty() => &DEFAULT[..],
        [] => &[Engine::Server],
        named => named,
    };
    let wants = |engine| engines.contains(&engine);
    ensure!(
        wants(Engine::Server) || trials.is_empty(),
        "--only is for the benchmarks of the server"
    );
    if wants(Engine::Native) {
        let cargo = cmd!(ws.sh, "cargo bench --package product-pool --bench native");
        process::run(cargo)?;
    }
    if wants(Engine::Server) {
        measure_server(ws, trials)?;
    }
    let cards = wants(Engine::Browser) || wants(Engine::Cards);
    if !cards && !wants(Engine::Node) {
        return Ok(());
    }
    // The package as it is released; the server only provides bodies and may be any build.
    node::BENCHES.ensure(ws)?;
    wasm::build(ws, Mode::Release)?;
    let fields = write_fields(ws)?;
    let server = Server::start(ws)?;
    let script = |name| {
        let node = cmd!(ws.sh, "node --expose-gc benches/js/{name}.mjs");
        server.describe_to(node).env("FIELDS", &fields)
    };
    if wants(Engine::Node) {
        process::run(script("node"))?;
    }
    if cards {
        // Playwright is among the packages of the tests.
        node::TESTS.ensure(ws)?;
    }
    if wants(Engine::Browser) {
        process::run(with_browser(ws, script("browser"), &CHROMIUM.ensure(ws)?)?)?;
    }
    if cards {
        let folder = pack::pack(ws)?.folder.join("dist");
        let mut script = script("cards").env("PACKAGE", folder);
        if timeline {
            script = script.env("TIMELINE", "1");
        }
        process::run(with_browser(ws, script, &CHROMIUM.ensure(ws)?)?)?;
    }
    Ok(())
}

/// Builds the server as it is deployed, and puts it through the trials.
fn measure_server(ws: &Workspace, trials: &[Trial]) -> Result<()> {
    NGINX.ensure_optional(ws);
    let oha = OHA.ensure(ws)?;
    let cargo = cmd!(ws.sh, "cargo build --release --package product-pool-server");
    process::run(cargo)?;
    let folder = ws.state().join("load");
    ws.sh.remove_path(&folder)?;
    let trials = match trials {
        [] => Trial::value_variants(),
        named => named,
    };
    let names = trials.iter().filter_map(|trial| trial.to_possible_value());
    let names: Vec<_> = names.map(|trial| trial.get_name().to_owned()).collect();
    let node = cmd!(ws.sh, "node benches/js/server.mjs {names...}")
        .env("SERVER", ws.target.join("release/product-pool-server"))
        .env("FOLDER", ws.sh.create_dir(&folder)?)
        .env("OHA", oha);
    process::run(node)?;
    Ok(ws.sh.remove_path(&folder)?)
}

/// Writes the field table as JSON and returns the file.
fn write_fields(ws: &Workspace) -> Result<PathBuf> {
    let cargo = cmd!(
        ws.sh,
        "cargo run --quiet --package product-pool --example fields-json"
    );
    let file = ws.state().join("fields.json");
    ws.sh.write_file(&file, process::output(cargo)?)?;
    Ok(file)
}
