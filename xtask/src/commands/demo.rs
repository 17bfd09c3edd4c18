//! `cargo xtask demo`: the demo page in front of a real server.

use std::io;
use std::thread;
use std::time::Duration;

use super::server::{self, Server, TOKEN};
use super::wasm::{self, Mode, Tools};
use crate::failure::{Failure, Result};
use crate::place::Place;
use crate::process::{self, Running};
use crate::report;
use crate::setup::trunk;

/// The port of the server behind Trunk; `Trunk.toml` names it too.
const BEHIND_TRUNK: u16 = 8081;

/// Shows the page on `port` until we are asked to end.
pub(crate) fn run(place: &Place, port: u16) -> Result<()> {
    server::check_port(port)?;
    let tools = Tools::ensure(place)?;
    wasm::build(place, &tools, Mode::Development)?;
    let server = start(place, port, None)?;
    report::note(&format!("the demo runs (token {TOKEN}); Ctrl-C stops it"));
    println!("{}", server.url);
    server.run()
}

/// The same page on `port`, served and rebuilt by Trunk.
pub(crate) fn run_with_trunk(place: &Place, port: u16) -> Result<()> {
    if port == 0 || port == BEHIND_TRUNK {
        return Err(Failure::new(format!(
            "with --trunk the page needs a port of its own: neither 0 nor {BEHIND_TRUNK}, \
             which the server takes"
        )));
    }
    server::check_port(port)?;
    server::check_port(BEHIND_TRUNK)?;
    let program = trunk::required(place)?;
    let tools = Tools::ensure(place)?;
    // Trunk makes the card itself; the page's other parts are copied from pkg.
    wasm::build(place, &tools, Mode::Development)?;
    // Trunk passes requests on under its own host's name without the port, so
    // the addresses of images cannot be had from them.
    let page = format!("http://127.0.0.1:{port}");
    let mut server = start(place, BEHIND_TRUNK, Some(&page))?;
    let Tools { toolchain, bindgen } = &tools;
    let mut serve = trunk::command_in(place, &program, *toolchain, bindgen, "serve")?;
    serve.args(["--address", "127.0.0.1", "--port", &port.to_string()]);
    // Trunk's news are no part of what a script reads from us.
    serve.stdout(io::stderr());
    let mut running = Running::start(&mut serve)?;
    report::note(&format!(
        "Trunk serves the demo (token {TOKEN}); Ctrl-C stops it"
    ));
    println!("{page}");
    loop {
        if process::asked_to_end().is_some() {
            return Ok(());
        }
        server.check()?;
        if running.poll()?.is_some() {
            return Err(Failure::new("trunk ended; its own words stand above"));
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn start(place: &Place, port: u16, image_host: Option<&str>) -> Result<Server> {
    let program = server::build(place)?;
    let catalogue = server::catalogue(place, &program)?;
    Server::start(place, &program, &catalogue, port, image_host)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::BEHIND_TRUNK;

    #[test]
    fn trunks_proxies_point_to_the_server() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../Trunk.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let backends: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("backend"))
            .collect();
        assert!(!backends.is_empty());
        let address = format!("http://127.0.0.1:{BEHIND_TRUNK}/");
        assert!(backends.iter().all(|line| line.contains(&address)));
    }
}
