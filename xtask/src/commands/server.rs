//! The native server: built, given its demo catalogue, and run.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, Running, command};
use crate::report::Step;
use crate::setup;
use crate::stamp::{self, Digest};

/// The bearer token of the demo catalogue; the server takes it on loopback only.
pub(crate) const TOKEN: &str = "demo";

/// What the demo catalogue is made from: the generator, the tables it reads,
/// and the server, whose code lays the catalogue out …
const INGREDIENTS: [&str; 5] = [
    "server/catalogue",
    "server/src",
    "src/gtin.rs",
    "src/model",
    "www/showcase.json",
];

/// … less the part that only serves it, and changes most.
const NOT_INGREDIENTS: [&str; 1] = ["server/src/http"];

/// What is served beside the service itself.
const STATIC: [&str; 3] = ["/=index.html", "/www=www", "/pkg=pkg"];

/// How long the server may take until it listens.
const START: Duration = Duration::from_secs(20);

/// Compiles the server and gives its program.
pub(crate) fn build(place: &Place) -> Result<PathBuf> {
    let mut cargo = setup::cargo(place, "build");
    cargo.args(["--package", "product-pool-server"]);
    process::run(&mut cargo, "compiling the server")?;
    Ok(place.target.join("debug/product-pool-server"))
}

/// Gives the demo catalogue, made if it is missing or of an older making.
pub(crate) fn catalogue(place: &Place, program: &Path) -> Result<PathBuf> {
    let folder = place.target.join("demo");
    let catalogue = folder.join("catalogue.db");
    let stamp = folder.join("stamp");
    let digest = ingredients(&place.root)?;
    if catalogue.is_file() && stamp::is_current(&stamp, &digest) {
        return Ok(catalogue);
    }
    // Made elsewhere and moved when whole: half a catalogue is never served.
    let fresh = place.target.join("demo.new");
    place::remove_folder(&fresh)?;
    place::make_folder(&fresh)?;
    let mut step = Step::begin("making the demo catalogue", "about 10 s, once");
    let quietly = process::Quietly {
        log: place.logs().join("seed.log"),
        what: "making the demo catalogue",
        patience: None,
    };
    let mut seed = command(program);
    seed.args(["seed", "--demo", "--db"])
        .arg(fresh.join("catalogue.db"));
    quietly.run(&mut seed, &mut step, || 0)?;
    stamp::record(&fresh.join("stamp"), &digest)?;
    place::remove_folder(&folder)?;
    fs::rename(&fresh, &folder).map_err(|error| Failure::file("make", &folder, &error))?;
    step.done();
    Ok(catalogue)
}

fn ingredients(root: &Path) -> Result<String> {
    let mut digest = Digest::default();
    let left_out = NOT_INGREDIENTS.map(|name| root.join(name));
    for name in INGREDIENTS {
        let path = root.join(name);
        digest = digest
            .tree(&path, &left_out)
            .map_err(|error| Failure::file("read", &path, &error))?;
    }
    Ok(digest.finish())
}

/// Whether the port is free, so that one that is not is told of before anything
/// is built. Port 0 always is.
pub(crate) fn check_port(port: u16) -> Result<()> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::new(format!(
            "port {port} cannot be used ({}): choose another with --port, or --port 0 for any",
            match error.kind() {
                std::io::ErrorKind::AddrInUse => "another program listens on it".to_owned(),
                std::io::ErrorKind::PermissionDenied => "only root may".to_owned(),
                _ => error.to_string(),
            }
        ))),
    }
}

/// A server that listens. Dropped, it is stopped.
#[derive(Debug)]
pub(crate) struct Server {
    /// Its address, such as `http://127.0.0.1:8080`.
    pub(crate) url: String,
    running: Running,
}

impl Server {
    /// Starts the server with the demo page on 127.0.0.1 and waits until it
    /// listens, which it says by its address on the first line of stdout.
    /// `image_host` is where browsers find the images, if not where they find
    /// the server.
    pub(crate) fn start(
        place: &Place,
        program: &Path,
        db: &Path,
        port: u16,
        image_host: Option<&str>,
    ) -> Result<Self> {
        let mut serve = command(program);
        serve.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--db"]);
        serve.arg(db);
        // What is wrong is worth reading here; that a page was looked at is not.
        serve.arg("--no-access-log");
        for item in STATIC {
            serve.args(["--static", item]);
        }
        if let Some(host) = image_host {
            serve.args(["--image-host", host]);
        }
        serve.current_dir(&place.root).stdout(Stdio::piped());
        let mut running = Running::start(&mut serve)?;

        let (sender, lines) = mpsc::channel();
        if let Some(stdout) = running.take_stdout() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(|line| line.ok()) {
                    // Only the first line has a reader; the rest is drained.
                    let _ = sender.send(line);
                }
            });
        }
        let begun = Instant::now();
        loop {
            match lines.recv_timeout(Duration::from_millis(20)) {
                Ok(url) if url.starts_with("http://") => return Ok(Self { url, running }),
                Ok(line) => {
                    return Err(Failure::new(format!(
                        "the server's first line is no address: {line}"
                    )));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::new(
                        "the server ended before it listened; its own words stand above",
                    ));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(signal) = process::asked_to_end() {
                return Err(Failure::Interrupted(signal));
            }
            if begun.elapsed() > START {
                return Err(Failure::new("the server does not listen after 20 s"));
            }
        }
    }

    /// Whether the server has ended of itself, which it should not.
    pub(crate) fn check(&mut self) -> Result<()> {
        match self.running.poll()? {
            None => Ok(()),
            Some(status) => Err(Failure::new(format!("the server ended: {status}"))),
        }
    }

    /// Lets it run until we are asked to end or it ends of itself.
    pub(crate) fn run(mut self) -> Result<()> {
        loop {
            if process::asked_to_end().is_some() {
                return Ok(());
            }
            self.check()?;
            thread::sleep(Duration::from_millis(50));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_occupied_port_is_told_in_one_line() {
        let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = holder.local_addr().unwrap().port();
        let line = check_port(port).unwrap_err().to_string();
        assert!(line.starts_with(&format!("port {port} cannot be used")));
        assert!(line.contains("another program listens on it"));
        drop(holder);
        check_port(0).unwrap();
    }
}
