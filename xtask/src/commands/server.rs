//! The native server: compiled, given a demo catalogue, and started; and a gateway in front of it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use xshell::{Cmd, cmd};

use super::site;
use super::wasm::{LANGUAGES, UNOPTIMISED};
use crate::process::{self, Process};
use crate::setup;
use crate::stamp;
use crate::workspace::Workspace;

/// The bearer token of the demo catalogue; the server accepts it on loopback only.
pub(crate) const TOKEN: &str = "demo";

/// What the demo catalogue is made from: the generator, the tables it reads, and the code that
/// seeds it and defines its schema.
const INPUTS: [&str; 6] = [
    "server/crates/demo-data",
    "server/crates/store",
    "server/src/seed",
    "src/gtin.rs",
    "src/model",
    "www/showcase.json",
];

/// The same as [`UNOPTIMISED`] for what makes the records: they are made once.
const UNOPTIMISED_RECORDS: &str = "--config=profile.dev.package.product-pool-demo-data.opt-level=0";

/// How long the server may take until it listens.
const START: Duration = Duration::from_secs(20);

/// The server that was built last.
pub(crate) fn program(ws: &Workspace) -> PathBuf {
    ws.target.join("debug/product-pool-server")
}

/// Makes the demo catalogue, if it is missing or out of date.
fn ensure_catalogue(ws: &Workspace, program: &PathBuf) -> Result<PathBuf> {
    let _lock = ws.lock("demo.lock")?;
    let folder = ws.target.join("demo");
    let catalogue = folder.join("catalogue.db");
    let digest = stamp::digest(&ws.sh, INPUTS, "")?;
    if catalogue.is_file() && stamp::is_current(&folder.join("stamp"), &digest) {
        return Ok(catalogue);
    }
    // Made elsewhere and moved when complete: half a catalogue is never served.
    let fresh = ws.target.join("demo.new");
    ws.sh.remove_path(&fresh)?;
    let fresh = ws.sh.create_dir(fresh)?;
    let db = fresh.join("catalogue.db");
    let seed = cmd!(ws.sh, "{program} seed --demo --db {db}");
    process::run_quietly(ws, "making the demo catalogue", "about 10 s, once", seed)?;
    ws.sh.write_file(fresh.join("stamp"), &digest)?;
    ws.sh.remove_path(&folder)?;
    std::fs::rename(&fresh, &folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(catalogue)
}

/// The port, or a free one for 0. Fails if it is taken, so that this is reported before anything is
/// built.
pub(crate) fn check_port(port: u16) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
        format!("port {port} cannot be used (choose another, or --port 0 for any)")
    })?;
    Ok(listener.local_addr()?.port())
}

/// A server that listens, with its demo catalogue or the one behind it. Dropping it stops it.
#[derive(Debug)]
pub(crate) struct Server {
    /// Its address, such as `http://127.0.0.1:8080`.
    pub(crate) url: String,
    program: PathBuf,
    catalogue: PathBuf,
    process: Process,
}

impl Server {
    /// Builds the server, and what writes the languages of the demo's shop: one compilation of the library
    /// serves both.
    pub(crate) fn build(ws: &Workspace) -> Result<()> {
        process::run(cmd!(
            ws.sh,
            "cargo build {UNOPTIMISED} {UNOPTIMISED_RECORDS}
             --package product-pool-server --package {LANGUAGES}"
        ))
    }

    /// Makes the demo catalogue with the server that was built last, if it is missing or out of date.
    pub(crate) fn seed(ws: &Workspace) -> Result<()> {
        ensure_catalogue(ws, &program(ws)).map(drop)
    }

    /// Builds the server and starts it, as [`start_built`](Self::start_built) does.
    pub(crate) fn start(ws: &Workspace) -> Result<Self> {
        Self::build(ws)?;
        Self::start_built(ws)
    }

    /// Starts the server that was built last with the demo catalogue, at a free port.
    pub(crate) fn start_built(ws: &Workspace) -> Result<Self> {
        let program = program(ws);
        let catalogue = ensure_catalogue(ws, &program)?;
        let serve = cmd!(
            ws.sh,
            "{program} serve --listen 127.0.0.1:0 --db {catalogue}"
        );
        let (url, process) = listen(serve)?;
        Ok(Self {
            url,
            program,
            catalogue,
            process,
        })
    }

    /// Starts a gateway in front of this server. It has the token, so that pages need none, and
    /// finds products by the barcode of a unit. What it has holds for an hour, as the catalogue never changes:
    /// the elements of a page that is opened later are not old. Its scripts are those of a release in
    /// `assets`, or the package's modules one by one.
    fn start_gateway(&self, ws: &Workspace, port: u16, assets: Option<&Path>) -> Result<Self> {
        let (program, upstream) = (&self.program, &self.url);
        let port = check_port(port)?.to_string();
        let docs = site::shown(ws)?;
        // Search needs a copy of the pool, which is made anew: it is that of one address.
        let copies = ws.sh.create_dir(ws.target.join("demo-copies"))?;
        let mirror = copies.join(format!("{port}.db"));
        for suffix in ["", "-wal", "-shm"] {
            ws.sh
                .remove_path(copies.join(format!("{port}.db{suffix}")))?;
        }
        let serve = cmd!(
            ws.sh,
            "{program} serve --listen 127.0.0.1:{port} --upstream {upstream} --mirror {mirror} --rate 0
             --fresh 3600 --static /docs={docs} --static /*=index.html --pages --base-url http://127.0.0.1:{port}"
        );
        let serve = match assets {
            Some(folder) => serve.arg("--assets").arg(folder),
            None => serve.args(["--script", "/pkg/dist/card.js"]),
        };
        let (url, process) = listen(serve.env("PRODUCT_POOL_UPSTREAM_TOKEN", TOKEN))?;
        Ok(Self {
            url,
            program: self.program.clone(),
            catalogue: self.catalogue.clone(),
            process,
        })
    }

    /// Fails if the server has ended, which it never does by itself.
    pub(crate) fn check(&mut self) -> Result<()> {
        match self.process.poll()? {
            None => Ok(()),
            Some(status) => bail!("the server ended: {status}"),
        }
    }

    /// Adds `BASE_URL` and `TOKEN` of the server to a script, and `SERVER` and `CATALOGUE` for
    /// tests that start a server of their own.
    pub(crate) fn describe_to<'a>(&self, script: Cmd<'a>) -> Cmd<'a> {
        script
            .env("BASE_URL", &self.url)
            .env("TOKEN", TOKEN)
            .env("SERVER", &self.program)
            .env("CATALOGUE", &self.catalogue)
    }
}

/// Starts a server with the files of pages, and waits until it listens: then its address is the first
/// line of its stdout. Its log has errors alone, for it would repeat what the demo says.
fn listen(serve: Cmd<'_>) -> Result<(String, Process)> {
    let mut serve = Command::from(serve);
    serve.args([
        "--log",
        "error",
        "--access-log",
        "off",
        "--allow-origin",
        "*",
    ]);
    for mount in ["/www=www", "/pkg=pkg"] {
        serve.args(["--static", mount]);
    }
    serve.stdout(Stdio::piped());
    let mut process = Process::start(&mut serve)?;
    let stdout = process.take_stdout().context("the server has no stdout")?;
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(|line| line.ok()) {
            // Only the first line has a reader; the rest is drained.
            let _ = sender.send(line);
        }
    });
    let line = lines.recv_timeout(START);
    let url = line.context("the server ended or does not listen; see its output above")?;
    ensure!(
        url.starts_with("http://"),
        "the server's first line is not an address: {url}"
    );
    Ok((url, process))
}

/// The demo: a server with its catalogue, as a pool, and the gateway that the pages talk to. Dropping
/// it stops both.
#[derive(Debug)]
pub(crate) struct Demo {
    // The gateway ends before what it asks.
    pub(crate) gateway: Server,
    pub(crate) pool: Server,
}

impl Demo {
    /// Starts the server that was built last, as both; the gateway at `port`, with the scripts of a
    /// release if there are `assets`.
    pub(crate) fn start_built(ws: &Workspace, port: u16, assets: Option<&Path>) -> Result<Self> {
        let pool = Server::start_built(ws)?;
        let gateway = pool.start_gateway(ws, port, assets)?;
        Ok(Self { gateway, pool })
    }

    /// Fails if one of them has ended, which they never do by themselves.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.pool.check()?;
        self.gateway.check()
    }

    /// Adds what [`Server::describe_to`] adds for the pool, and `DEMO_URL`, the gateway's address.
    pub(crate) fn describe_to<'a>(&self, script: Cmd<'a>) -> Cmd<'a> {
        let script = self.pool.describe_to(script);
        script.env("DEMO_URL", &self.gateway.url)
    }
}

/// Adds `CHROMIUM` and `CHROMIUM_FLAGS` (separated by spaces), which scripts start this browser
/// with.
pub(crate) fn with_browser<'a>(
    ws: &'a Workspace,
    node: Cmd<'a>,
    browser: &Path,
) -> Result<Cmd<'a>> {
    Ok(node
        .env("CHROMIUM", browser)
        .env("CHROMIUM_FLAGS", setup::chromium_flags(ws)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_is_reported() {
        let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = holder.local_addr().unwrap().port();
        let line = format!("{:#}", check_port(port).unwrap_err());
        assert!(line.starts_with(&format!("port {port} cannot be used")));
        assert!(line.contains("Address already in use"));
        assert_ne!(check_port(0).unwrap(), 0);
    }
}
