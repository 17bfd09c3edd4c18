//! `cargo xtask bench`: the package beside a bare fetch and zod, in Node and in
//! the browser; the card beside others on a slow line; the library natively.
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
}

/// The order of a run that names none.
const ALL: [Engine; 3] = [Engine::Native, Engine::Node, Engine::Browser];

/// What the package is measured against.
const RIVALS: Packages = Packages {
    folder: "benches",
    what: "the npm packages of the benchmarks",
    takes: "about 5 s",
    everywhere: true,
};

/// Runs the benchmarks of the engines named, or of all. With `timeline` it is
/// shown how the files of each card come in.
pub(crate) fn run(place: &Place, engines: &[Engine], timeline: bool) -> Result<()> {
    let engines = if engines.is_empty() { &ALL } else { engines };
    let wanted = |engine| engines.contains(&engine);
    if wanted(Engine::Native) {
        let mut cargo = setup::cargo(place, "bench");
        cargo.args(["--package", "product-pool", "--bench", "native"]);
        process::run(&mut cargo, "the native benchmarks")?;
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
