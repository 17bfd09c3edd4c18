//! `cargo xtask bench`: the package beside a bare fetch and zod, in Node and in
//! the browser; the library natively. Nothing fails here for being slow:
//! figures are printed, with the targets beside them.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;

use super::server::{self, Server, TOKEN};
use super::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::setup;
use crate::setup::browser::{self, FLAGS};
use crate::setup::node::{self, Node, Packages};

/// Where it is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The package in Node
    Node,
    /// The package in headless Chromium
    Browser,
    /// The library as native code
    Native,
}

/// The order of a run that names none.
const ALL: [Engine; 3] = [Engine::Native, Engine::Node, Engine::Browser];

/// What the package is measured against.
const RIVALS: Packages = Packages {
    folder: "benches",
    what: "the npm packages of the benchmarks",
    takes: "about 2 s",
    everywhere: true,
};

/// Runs the benchmarks of the engines named, or of all.
pub(crate) fn run(place: &Place, engines: &[Engine]) -> Result<()> {
    let wanted: Vec<Engine> = ALL
        .into_iter()
        .filter(|engine| engines.is_empty() || engines.contains(engine))
        .collect();
    if wanted.contains(&Engine::Native) {
        let mut cargo = setup::cargo(place, "bench");
        cargo.args(["--package", "product-pool", "--bench", "native"]);
        process::run(&mut cargo, "the native benchmarks")?;
    }
    if wanted.contains(&Engine::Node) || wanted.contains(&Engine::Browser) {
        let stage = Stage::set(place)?;
        if wanted.contains(&Engine::Node) {
            let mut script = stage.node();
            script.args(["--expose-gc", "benches/js/node.mjs"]);
            process::run(&mut script, "the benchmarks in Node")?;
        }
        if wanted.contains(&Engine::Browser) {
            // Playwright lies among the packages of the tests.
            node::ensure_packages(place, &stage.node)?;
            let browser = browser::ensure(place)?;
            let mut script = stage.node();
            script
                .arg("benches/js/browser.mjs")
                .env("CHROMIUM", &browser.chromium)
                .env("CHROMIUM_FLAGS", FLAGS.join(" "));
            process::run(&mut script, "the benchmarks in the browser")?;
        }
    }
    Ok(())
}

/// What the scripts need: the package as shops get it, and a server to take
/// bodies from. The server is not measured, so it may be any build.
#[derive(Debug)]
struct Stage {
    server: Server,
    fields: PathBuf,
    node: Node,
    root: PathBuf,
}

impl Stage {
    fn set(place: &Place) -> Result<Self> {
        let node = node::find()?;
        RIVALS.ensure(place, &node)?;
        let tools = Tools::ensure(place)?;
        wasm::build(place, &tools, Mode::Release)?;
        let fields = fields(place)?;
        let program = server::build(place)?;
        let catalogue = server::catalogue(place, &program)?;
        let server = Server::start(place, &program, &catalogue, 0, None)?;
        Ok(Self {
            server,
            fields,
            node,
            root: place.root.clone(),
        })
    }

    /// Node in the workspace, told where everything is.
    fn node(&self) -> Command {
        let mut node = command(&self.node.node);
        node.current_dir(&self.root)
            .env("BASE_URL", &self.server.url)
            .env("TOKEN", TOKEN)
            .env("FIELDS", &self.fields);
        node
    }
}

/// Writes the field table as JSON and gives the file.
fn fields(place: &Place) -> Result<PathBuf> {
    let mut cargo = setup::cargo(place, "build");
    cargo.args(["--package", "product-pool", "--example", "fields-json"]);
    process::run(&mut cargo, "compiling the writer of the field table")?;
    let program = place.target.join("debug/examples/fields-json");
    let table = process::ask(&mut command(&program))
        .ok_or_else(|| Failure::new(format!("{} failed", program.display())))?;
    let file = place.state().join("fields.json");
    place::write(&file, &table)?;
    Ok(file)
}
