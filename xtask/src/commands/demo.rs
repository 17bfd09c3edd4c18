//! `cargo xtask demo`: the shop and the playground over a real server.

use std::io;
use std::panic::resume_unwind;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::server::{Server, TOKEN, check_port};
use super::wasm::{self, Mode};
use crate::process::{Process, note};
use crate::setup::rust;
use crate::workspace::Workspace;

/// The port of the server behind Trunk; `Trunk.toml` has it too.
const BEHIND_TRUNK: u16 = 8081;

/// Where the playground is, below the address of the server or of Trunk.
const PLAYGROUND: &str = "www/playground.html";

/// Serves the shop on `port` until Ctrl-C.
pub(crate) fn run(ws: &Workspace, port: u16, mode: Mode) -> Result<()> {
    check_port(port)?;
    // The server compiles while the tools for the browser's modules are fetched and compiled.
    thread::scope(|scope| {
        let ws_of_server = ws.clone();
        let server = scope.spawn(move || Server::build(&ws_of_server));
        wasm::build(ws, mode)?;
        server.join().unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    wasm::build_shop(ws, mode)?;
    let server = Server::start_built(ws, port, None)?;
    note(&format!("the demo runs (token {TOKEN}); Ctrl-C stops it"));
    note(&format!("playground: {}/{PLAYGROUND}", server.url));
    println!("{}", server.url);
    wait(server, None)
}

/// The same on `port`, with the shop built, served and rebuilt by Trunk.
pub(crate) fn run_with_trunk(ws: &Workspace, port: u16) -> Result<()> {
    ensure!(
        port != 0 && port != BEHIND_TRUNK,
        "with --trunk the page needs a port of its own: neither 0 nor {BEHIND_TRUNK}, which the \
         server takes"
    );
    check_port(port)?;
    check_port(BEHIND_TRUNK)?;
    rust::find_trunk(ws)?;
    // For the playground; Trunk builds the shop itself.
    let tools = wasm::build(ws, Mode::Development)?;
    // Trunk forwards requests without the port of its own address, so the server cannot derive
    // the addresses of images from them.
    let page = format!("http://127.0.0.1:{port}");
    let server = Server::start(ws, BEHIND_TRUNK, Some(&page))?;
    let port = port.to_string();
    let trunk = rust::trunk(ws, &tools, "serve")?;
    let mut trunk = Command::from(trunk.args(["--address", "127.0.0.1", "--port", &port]));
    // What Trunk prints is not what a script reads from this command.
    trunk.stdout(io::stderr());
    let trunk = Process::start(&mut trunk)?;
    note(&format!(
        "Trunk serves the demo (token {TOKEN}); Ctrl-C stops it"
    ));
    note(&format!("playground: {page}/{PLAYGROUND}"));
    println!("{page}");
    wait(server, Some(trunk))
}

/// Waits for the programs, of which none should end before Ctrl-C ends them all.
fn wait(mut server: Server, mut trunk: Option<Process>) -> Result<()> {
    loop {
        server.check()?;
        if let Some(trunk) = &mut trunk
            && trunk.poll()?.is_some()
        {
            bail!("trunk ended; see its output above");
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::BEHIND_TRUNK;

    #[test]
    fn the_proxies_of_trunk_lead_to_the_server() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../Trunk.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let mut backends = text.lines().filter(|line| line.starts_with("backend"));
        let address = format!("http://127.0.0.1:{BEHIND_TRUNK}/");
        assert!(backends.clone().count() > 0);
        assert!(backends.all(|line| line.contains(&address)));
    }
}
