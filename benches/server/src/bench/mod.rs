//! The trials, and what they share.

mod attack;
mod cache;
mod child;
mod disk;
mod faults;
mod lists;
mod load;
mod mixed;
mod nginx;
mod pool;
mod stats;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;

/// A failure is one line.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// The server under test, and a folder for files.
#[derive(Debug)]
pub(crate) struct Stage {
    /// The server's binary.
    server: PathBuf,
    /// A folder for the trials' files, emptied afterwards.
    folder: PathBuf,
}

/// Runs the trials that were named.
pub(crate) fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(server), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err(
            "usage: product-pool-load SERVER FOLDER [cache|disk|lists|faults|hostile|mixed]…"
                .into(),
        );
    };
    if !cfg!(target_os = "linux") {
        return Err("the server is measured on Linux only, by means of /proc".into());
    }
    let stage = Stage { server, folder };
    let parts: Vec<PathBuf> = arguments.collect();
    pin()?;
    for part in parts {
        stage.clear()?;
        let done = match part.to_str() {
            Some("cache") => cache::run(&stage),
            Some("disk") => disk::run(&stage),
            Some("lists") => lists::run(&stage),
            Some("faults") => faults::run(&stage),
            Some("hostile") => attack::run(&stage),
            Some("mixed") => mixed::run(&stage),
            _ => Err(format!("there is no trial {}", part.display())),
        };
        stage.clear()?;
        done?;
    }
    Ok(())
}

/// Leaves the first core to the process under test.
fn pin() -> Result<()> {
    let Some(cores) = child::cores(false) else {
        return Ok(());
    };
    let own = std::process::id().to_string();
    let pinned = Command::new("taskset")
        .args(["--cpu-list", "--pid", &cores, &own])
        .stdout(Stdio::null())
        .status();
    match pinned {
        Ok(status) if status.success() => Ok(()),
        _ => Err("taskset, which assigns processes to cores, is not installed".into()),
    }
}

impl Stage {
    fn clear(&self) -> Result<()> {
        let cannot = |error| format!("cannot clear {}: {error}", self.folder.display());
        match std::fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(cannot(error)),
            _ => std::fs::create_dir_all(&self.folder).map_err(cannot),
        }
    }

    /// Seeds a demonstration catalogue with that many products.
    fn catalogue(&self, products: u32) -> Result<PathBuf> {
        let db = self.folder.join("catalogue.db");
        let output = Command::new(&self.server)
            .args([
                "seed",
                "--demo",
                "--products",
                &products.to_string(),
                "--db",
            ])
            .arg(&db)
            .output()
            .map_err(|error| format!("cannot start {}: {error}", self.server.display()))?;
        match output.status.success() {
            true => Ok(db),
            false => Err(String::from_utf8_lossy(&output.stderr)
                .trim_end()
                .to_owned()),
        }
    }

    /// Serves a catalogue.
    fn serve(&self, db: &Path, more: &[&str], pin: bool) -> Result<child::Program> {
        let db = db.to_string_lossy();
        child::Program::serve(&self.server, &[&["--db", &*db][..], more].concat(), "", pin)
    }

    /// Starts a gateway to `upstream` without a rate limit.
    fn gateway(&self, upstream: &str, more: &[&str], pin: bool) -> Result<child::Program> {
        self.gateway_with("", upstream, more, pin)
    }

    /// A gateway some of whose constants differ.
    fn gateway_with(
        &self,
        constants: &str,
        upstream: &str,
        more: &[&str],
        pin: bool,
    ) -> Result<child::Program> {
        let upstream = format!("http://{upstream}");
        let base = "http://127.0.0.1:8080";
        let own = ["--upstream", &upstream, "--rate", "0", "--base-url", base];
        child::Program::serve(&self.server, &[&own[..], more].concat(), constants, pin)
    }
}

/// Reads a setting from the environment.
pub(crate) fn setting<T: FromStr>(name: &str, usual: T) -> Result<T> {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .map_err(|_| format!("{name} should be a number, not {text:?}")),
        Err(_) => Ok(usual),
    }
}

/// Sends a GET request. Returns the status, the head and the body.
pub(crate) fn fetch(address: &str, path: &str, header: &str) -> Result<(u16, String, String)> {
    let request = load::get(path, &format!("Connection: close\r\n{header}"));
    let answer = product_pool_load::hostile::ask(address, request);
    let text = String::from_utf8_lossy(&answer.bytes).into_owned();
    let status = *answer
        .statuses
        .first()
        .ok_or_else(|| format!("no response to {path}"))?;
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
    Ok((status, head.to_owned(), body.to_owned()))
}

/// The header with the token of a demonstration catalogue.
pub(crate) const DEMO: &str = "Authorization: Bearer demo\r\n";

/// All outer GTINs of a catalogue of at most 500 products.
pub(crate) fn gtins(address: &str) -> Result<Vec<String>> {
    let (_, _, body) = fetch(address, "/v2/products?limit=500", DEMO)?;
    let mark = "\"traded_unit_gtin\":\"";
    let found = body.split(mark).skip(1);
    let gtins: Vec<String> = found
        .filter_map(|rest| rest.split('"').next())
        .filter(|gtin| gtin.len() == 14 || gtin.len() == 13)
        .map(str::to_owned)
        .collect();
    match gtins.is_empty() {
        true => Err("the catalogue has no GTINs".into()),
        false => Ok(gtins),
    }
}

/// Prints a heading, with the load of the machine before the trial.
pub(crate) fn heading(what: &str) {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    println!("\n{what}\n  load average of the machine before: {load}");
}
