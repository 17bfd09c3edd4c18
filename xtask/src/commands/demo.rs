//! `cargo xtask demo`: the shop and the playground over a real gateway and pool.

use std::io;
use std::panic::resume_unwind;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::pack;
use super::server::{Demo, Server, TOKEN, check_port};
use super::site;
use super::wasm::{self, Mode};
use crate::note::note;
use crate::process::Process;
use crate::setup::{node, rust};
use crate::workspace::Workspace;

/// The port of the gateway behind Trunk; `Trunk.toml` has it too.
const BEHIND_TRUNK: u16 = 8081;

/// Where the playground is, below the address of the gateway or of Trunk.
const PLAYGROUND: &str = "www/playground.html";

/// Serves the shop on `port` until Ctrl-C.
pub(crate) fn run(ws: &Workspace, port: u16, mode: Mode) -> Result<()> {
    check_port(port)?;
    // The server compiles while the tools for the browser's modules are fetched and compiled, and makes its
    // catalogue while the modules are compiled.
    thread::scope(|scope| {
        let ws_of_server = ws.clone();
        let server = scope.spawn(move || {
            Server::build(&ws_of_server)?;
            wasm::write_languages_of_shop(&ws_of_server)?;
            Server::seed(&ws_of_server)
        });
        wasm::build_demo(ws, mode)?;
        server.join().unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    // What a release has in few files; without Node the gateway has the modules that are there.
    let assets = node::check(ws).ok().map(|()| pack::lay_out_demo(ws));
    let demo = Demo::start_built(ws, port, assets.transpose()?.as_deref())?;
    let page = demo.gateway.url.clone();
    wait(ws, demo, &page, watch_modules(ws)?)
}

/// The same on `port`, with the shop built, served and rebuilt by Trunk.
pub(crate) fn run_with_trunk(ws: &Workspace, port: u16) -> Result<()> {
    ensure!(
        port != 0 && port != BEHIND_TRUNK,
        "with --trunk the page needs a port of its own: neither 0 nor {BEHIND_TRUNK}, which the \
         server takes"
    );
    rust::find_trunk(ws)?;
    check_port(port)?;
    check_port(BEHIND_TRUNK)?;
    // For the playground; Trunk builds the shop itself.
    let tools = wasm::build(ws, Mode::Development)?;
    Server::build(ws)?;
    let demo = Demo::start_built(ws, BEHIND_TRUNK, None)?;
    let page = format!("http://127.0.0.1:{port}");
    let port = port.to_string();
    let trunk = rust::trunk(ws, &tools, "serve")?;
    let mut trunk = Command::from(trunk.args(["--address", "127.0.0.1", "--port", &port]));
    // What Trunk prints is not what a script reads from this command.
    trunk.stdout(io::stderr());
    let mut programs = watch_modules(ws)?;
    programs.push(("trunk", Process::start(&mut trunk)?));
    wait(ws, demo, &page, programs)
}

/// Starts what writes a module of the package again when its source has changed; nothing without Node.
fn watch_modules(ws: &Workspace) -> Result<Vec<(&'static str, Process)>> {
    if node::check(ws).is_err() {
        return Ok(Vec::new());
    }
    let mut watch = Command::from(wasm::modules_script(ws).arg("--watch"));
    Ok(vec![("esbuild", Process::start(&mut watch)?)])
}

/// Says where the demo is, and waits for the programs, of which none should end before Ctrl-C ends
/// them all.
fn wait(
    ws: &Workspace,
    mut demo: Demo,
    page: &str,
    mut programs: Vec<(&str, Process)>,
) -> Result<()> {
    note(&format!("pool: {} (token {TOKEN})", demo.pool.url));
    note(&format!("gateway: {} (no token)", demo.gateway.url));
    note(&format!("playground: {page}/{PLAYGROUND}"));
    let gateway = &demo.gateway.url;
    note(&if site::is_built(ws) {
        format!("documentation: {gateway}{}", site::BASE)
    } else {
        "documentation: `cargo xtask docs` builds it".to_owned()
    });
    note("the demo runs; Ctrl-C stops it");
    println!("{page}");
    loop {
        demo.check()?;
        for (name, program) in &mut programs {
            if program.poll()?.is_some() {
                bail!("{name} ended; see its output above");
            }
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::BEHIND_TRUNK;
    use crate::setup::toolchain::TARGET;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::process::Command;

    /// A file of the project, and its folder.
    fn read(name: &str) -> (&'static Path, String) {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        (root, std::fs::read_to_string(root.join(name)).unwrap())
    }

    /// The values of an attribute in a line of HTML.
    fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
        let (_, value) = line.split_once(&format!(" {name}=\""))?;
        value.split('"').next()
    }

    /// The crates that a package is compiled with, each with its version and the features that it is compiled with.
    fn crates_of(package: &str, options: &[&str]) -> BTreeSet<(String, String)> {
        let cargo = Command::new(env!("CARGO"))
            .args(["tree", "--prefix=none", "--edges=normal,build"])
            .args(["--format={p}|{f}", "--package", package])
            .args(options)
            .output()
            .unwrap();
        assert!(cargo.status.success(), "{cargo:?}");
        let lines = String::from_utf8(cargo.stdout).unwrap();
        let lines = lines.lines().filter_map(|line| line.split_once('|'));
        lines
            .map(|(name, features)| {
                (
                    name.to_owned(),
                    features.trim_end_matches(" (*)").to_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn what_the_demo_needs_twice_is_compiled_once() {
        let server = crates_of("product-pool-server", &[]);
        for (name, features) in crates_of("xtask", &[]) {
            let other = server.iter().find(|(other, _)| *other == name);
            let others = other.map_or(&features, |(_, features)| features);
            assert_eq!(others, &features, "{name}, of the server and of xtask");
        }
        let syn = |crates: BTreeSet<(String, String)>| {
            let mut names = crates.into_iter();
            names.find(|(name, _)| name.starts_with("syn v3"))
        };
        let shop = crates_of("product-pool-shop", &["--target", TARGET]);
        assert_eq!(syn(shop), syn(server));
    }

    #[test]
    fn trunk_finds_what_it_builds_watches_and_leads_to() {
        let (root, text) = read("Trunk.toml");
        let settings: toml::Table = text.parse().unwrap();
        let names = |value: &toml::Value| -> Vec<String> { value.clone().try_into().unwrap() };
        assert!(
            root.join(settings["build"]["target"].as_str().unwrap())
                .is_file()
        );
        for name in names(&settings["watch"]["watch"]) {
            assert!(
                root.join(&name).exists(),
                "watches {name}, which is missing"
            );
        }
        for hook in settings["hooks"].as_array().unwrap() {
            let arguments = names(&hook["command_arguments"]);
            let package = arguments
                .iter()
                .skip_while(|argument| *argument != "--package")
                .nth(1)
                .unwrap();
            let (_, lock) = read("Cargo.lock");
            assert!(
                lock.contains(&format!("name = \"{package}\"\n")),
                "no package {package}"
            );
        }
        let paths = settings["proxy"].as_array().unwrap().iter().map(|proxy| {
            let address = proxy["backend"].as_str().unwrap();
            let server = format!("http://127.0.0.1:{BEHIND_TRUNK}/");
            address
                .strip_prefix(&server)
                .unwrap_or_else(|| panic!("{address} is not {server}"))
        });
        assert_eq!(
            paths.collect::<Vec<_>>(),
            ["v2", "drawn", "card", "search", "docs"]
        );
    }

    #[test]
    fn trunk_copies_what_the_page_loads() {
        let (root, page) = read("index.html");
        let (for_trunk, loaded): (Vec<_>, Vec<_>) = page
            .lines()
            .filter(|line| line.contains("<link") || line.contains("<script"))
            .partition(|line| line.contains("data-trunk"));
        let mut copied = Vec::new();
        for line in for_trunk {
            let source = attribute(line, "href").unwrap();
            // What a hook makes first.
            let is_made = source.starts_with("www/dist/");
            assert!(is_made || root.join(source).exists(), "{source} is missing");
            if attribute(line, "rel") != Some("rust") {
                let name = source.rsplit('/').next().unwrap();
                let is_folder = attribute(line, "rel") == Some("copy-dir");
                copied.push(match attribute(line, "data-target-path") {
                    None => format!("/{name}"),
                    Some(folder) if is_folder => format!("/{folder}"),
                    Some(folder) => format!("/{folder}/{name}"),
                });
            }
        }
        let addresses = loaded
            .iter()
            .filter_map(|line| attribute(line, "href").or_else(|| attribute(line, "src")));
        let mut count = 0;
        for address in addresses {
            count += 1;
            assert!(
                copied.iter().any(|copy| copy == address),
                "{address} is not copied"
            );
        }
        assert!(count > 2);
    }
}
