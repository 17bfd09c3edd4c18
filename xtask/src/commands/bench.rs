//! `cargo xtask bench`: the library natively; the client beside a bare fetch and zod; the card beside
//! others on a slow line; a gateway beside nginx; catalogues that grow. Nothing fails here for being
//! slow. What it measures, `--record` writes down.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use xshell::{Cmd, cmd};

use super::pack;
use super::server::{Server, with_browser};
use crate::note::note;
use crate::process;
use crate::setup::cargo_tool::OHA;
use crate::setup::{CHROMIUM, NGINX, node};
use crate::workspace::Workspace;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Subject {
    /// The library as native code
    Native,
    /// The client in Node, beside a bare fetch and zod
    Client,
    /// The card beside other cards, each loaded for the first time over slow 4G; many on a page
    Cards,
    /// Products by GTIN from a gateway's memory, beside nginx
    Gateway,
    /// Catalogues of a thousand to a million products, and a gateway's replica of each
    Growth,
}

/// What is measured if nothing is named: all but the server, which takes the whole machine.
const DEFAULT: [Subject; 3] = [Subject::Native, Subject::Client, Subject::Cards];

/// Measures the subjects. With `record` all of them, into `benches/RESULTS.md`: what cannot be
/// measured is named there, with the reason.
pub(crate) fn run(ws: &Workspace, subjects: &[Subject], record: bool) -> Result<()> {
    if record {
        return self::record(ws);
    }
    let subjects = match subjects {
        [] => &DEFAULT,
        named => named,
    };
    subjects.iter().try_for_each(|it| measure(ws, *it, None))
}

fn record(ws: &Workspace) -> Result<()> {
    // Before anything is built, which is a load too.
    let load = ws.sh.read_file("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or_default();
    let sections = ws.state().join("results.md");
    ws.sh.write_file(&sections, "")?;
    for subject in Subject::value_variants() {
        note(&format!("measuring: {subject:?}"));
        if let Err(error) = measure(ws, *subject, Some(&sections)) {
            note(&format!("not measured to its end: {error:#}"));
            let text = ws.sh.read_file(&sections)?;
            let said = format!("{text}\n{subject:?} was not measured to its end: {error:#}.\n");
            ws.sh.write_file(&sections, said)?;
        }
    }
    let script = cmd!(ws.sh, "node benches/js/record.mjs {sections}").env("LOAD", load);
    let script = match OHA.find(ws) {
        Some(oha) => script.env("OHA", oha),
        None => script,
    };
    process::run(with_browser(ws, script, &CHROMIUM.ensure(ws)?)?)?;
    note("benches/RESULTS.md is written");
    Ok(())
}

/// Measures one subject, and appends what it says to `results` too.
fn measure(ws: &Workspace, subject: Subject, results: Option<&PathBuf>) -> Result<()> {
    let script = |name: &str| {
        let script = cmd!(ws.sh, "node --expose-gc benches/js/{name}.mjs");
        match results {
            Some(file) => script.env("RESULTS", file),
            None => script,
        }
    };
    match subject {
        Subject::Native => {
            let cargo = cmd!(ws.sh, "cargo bench --package product-pool --bench native");
            let said = process::output(cargo)?;
            println!("{said}");
            if let Some(file) = results {
                let text = ws.sh.read_file(file)?;
                let said = said.trim();
                let section =
                    format!("\n## Native\nThe library as native code.\n\n```\n{said}\n```\n");
                ws.sh.write_file(file, text + &section)?;
            }
            Ok(())
        }
        Subject::Client => {
            node::BENCHES.ensure(ws)?;
            // The package as it is released; the server only provides bodies and may be any build.
            let folder = pack::pack(ws)?.folder.join("dist");
            let server = Server::start(ws)?;
            process::run(server.describe_to(script("client")).env("PACKAGE", folder))
        }
        Subject::Cards => {
            node::BENCHES.ensure(ws)?;
            let folder = pack::pack(ws)?.folder.join("dist");
            let server = Server::start(ws)?;
            let script = server.describe_to(script("cards")).env("PACKAGE", folder);
            process::run(with_browser(ws, script, &CHROMIUM.ensure(ws)?)?)
        }
        Subject::Gateway => {
            NGINX.ensure_optional(ws);
            under_load(ws, script("gateway"))
        }
        Subject::Growth => under_load(ws, script("growth")),
    }
}

/// Builds the server as it is deployed, and runs a script that puts it under load.
fn under_load(ws: &Workspace, script: Cmd<'_>) -> Result<()> {
    node::BENCHES.ensure(ws)?;
    let oha = OHA.ensure(ws)?;
    let cargo = cmd!(ws.sh, "cargo build --release --package product-pool-server");
    process::run(cargo)?;
    let folder = ws.state().join("load");
    ws.sh.remove_path(&folder)?;
    let script = script
        .env("SERVER", ws.target.join("release/product-pool-server"))
        .env("FOLDER", ws.sh.create_dir(&folder)?)
        .env("OHA", oha);
    let measured = process::run(script);
    ws.sh.remove_path(&folder)?;
    measured
}
