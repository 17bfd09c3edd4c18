//! `cargo xtask bench`: the package beside a bare fetch and zod, in Node and in
//! the browser; the card beside others on a slow line; the library natively; the
//! server under load, under attack, and before an upstream that fails.
//! Nothing fails here for being slow: figures are printed, with the targets
//! beside them.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;

use super::pack;
use super::server::{self, Server, TOKEN};
use super::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::setup;
use crate::setup::browser::{self, FLAGS};
use crate::setup::nginx;
use crate::setup::node::{self, Node, Packages};

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
    /// By GTIN from the gateway's memory beside nginx, and memory over time
    Cache,
    /// Pages of a list of a million at the beginning and at depth 1,000
    Lists,
    /// A gateway whose upstream fails, is gone, and talks garbage
    Faults,
    /// A hundred thousand hostile requests
    Hostile,
}

/// All trials of the server, in order.
const TRIALS: [Trial; 4] = [Trial::Cache, Trial::Lists, Trial::Faults, Trial::Hostile];

/// The order of a run that names none: without the server, which takes half an
/// hour, three gigabytes and the whole machine.
const ALL: [Engine; 3] = [Engine::Native, Engine::Node, Engine::Browser];

/// What the package is measured against.
const RIVALS: Packages = Packages {
    folder: "benches",
    what: "the npm packages of the benchmarks",
    takes: "about 5 s",
    everywhere: true,
};

/// Runs the benchmarks of the engines named, or of all. With `timeline` it is
/// shown how the files of each card come in; `trials` are those of the server,
/// all if none is named.
pub(crate) fn run(
    place: &Place,
    engines: &[Engine],
    timeline: bool,
    trials: &[Trial],
) -> Result<()> {
    let engines = match engines {
        [] if trials.is_empty() => &ALL[..],
        [] => &[Engine::Server],
        named => named,
    };
    let wanted = |engine| engines.contains(&engine);
    if wanted(Engine::Native) {
        let mut cargo = setup::cargo(place, "bench");
        cargo.args(["--package", "product-pool", "--bench", "native"]);
        process::run(&mut cargo, "the native benchmarks")?;
    }
    if wanted(Engine::Server) {
        let trials = if trials.is_empty() { &TRIALS } else { trials };
        try_server(place, trials)?;
    } else if !trials.is_empty() {
        return Err(Failure::new("--only is for the benchmarks of the server"));
    }
    let cards = wanted(Engine::Browser) || wanted(Engine::Cards);
    if !cards && !wanted(Engine::Node) {
        return Ok(());
    }
    let stage = Stage::set(place)?;
    if wanted(Engine::Node) {
        let mut script = stage.node();
        script.args(["--expose-gc", "benches/js/node.mjs"]);
        process::run(&mut script, "the benchmarks in Node")?;
    }
    if wanted(Engine::Browser) {
        let mut script = stage.browser(place)?;
        script.arg("benches/js/browser.mjs");
        process::run(&mut script, "the benchmarks in the browser")?;
    }
    if cards {
        let folder = pack::folder(place);
        pack::pack(place, &stage.node, Mode::Release, &folder)?;
        let mut script = stage.browser(place)?;
        script.arg("benches/js/cards.mjs").env("PACKAGE", folder);
        if timeline {
            script.env("TIMELINE", "1");
        }
        process::run(&mut script, "the cards on a slow line")?;
    }
    Ok(())
}

/// Builds the server as it is deployed, and what puts it to the test.
fn try_server(place: &Place, trials: &[Trial]) -> Result<()> {
    nginx::ensure(place)?;
    let mut cargo = setup::cargo(place, "build");
    cargo.args(["--release", "--package", "product-pool-server"]);
    cargo.args(["--package", "product-pool-load"]);
    process::run(&mut cargo, "compiling the server")?;
    let release = place.target.join("release");
    let folder = place.state().join("load");
    for trial in trials {
        let name = trial.to_possible_value().map(|it| it.get_name().to_owned());
        let mut load = command(release.join("product-pool-load"));
        load.arg(release.join("product-pool-server")).arg(&folder);
        load.args(name);
        process::run(&mut load, "the benchmarks of the server")?;
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

    /// The same for a script that drives the browser.
    fn browser(&self, place: &Place) -> Result<Command> {
        // Playwright lies among the packages of the tests.
        node::ensure_packages(place, &self.node)?;
        let browser = browser::ensure(place)?;
        let mut node = self.node();
        node.env("CHROMIUM", &browser.chromium)
            .env("CHROMIUM_FLAGS", FLAGS.join(" "));
        Ok(node)
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
