//! The tests that must catch a mutation, written as in `native allergens::a_name`.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use xshell::cmd;

use crate::commands::server::{self, Demo, Server, with_browser};
use crate::commands::test::browser_tests;
use crate::commands::wasm::{self, Mode};
use crate::setup::{headless_browser, node};
use crate::workspace::Workspace;

/// Leaves the generator of records as it is compiled first. Cargo compiles it again after every
/// mistake in the library, and optimising it takes longer than the few tests that are to run.
const QUICK: [&str; 2] = [
    "--config",
    "profile.dev.package.product-pool-demo-data.opt-level=0",
];

/// Some tests: a kind of tests and what chooses among them.
///
/// | text | runs |
/// |---|---|
/// | `native FILTER` | the library's tests in `tests/native` |
/// | `texts FILTER` | what texts say of allergens: `tests/texts` |
/// | `unit PACKAGE FILTER` | the unit tests of a package |
/// | `server FILTER` | `server/tests/server` |
/// | `card FILTER`, `wasm FILTER` | `tests/card` and `tests/wasm`, in Chromium |
/// | `node FILE [NAME]` | a file of `tests/node` |
/// | `e2e FILE [NAME]` | a file of `tests/e2e`, with a browser and a server of the demo |
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub(super) struct Target(String);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Target {
    /// The kind and what follows it.
    fn parts(&self) -> (&str, &str) {
        self.0.split_once(' ').unwrap_or((&self.0, ""))
    }

    /// The command that runs the tests, after what it needs is built; and the server that must
    /// run meanwhile.
    pub(super) fn command(&self, ws: &Workspace) -> Result<(Command, Option<Demo>)> {
        let (kind, rest) = self.parts();
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let cargo = match kind {
            "native" => cmd!(
                ws.sh,
                "cargo test {QUICK...} --package product-pool-tests {rest}"
            ),
            "texts" => cmd!(ws.sh, "cargo test --package product-pool-texts {rest}"),
            "server" => cmd!(
                ws.sh,
                "cargo test --package product-pool-server --test server {rest}"
            ),
            "unit" => {
                let all = ["--features=client,exact-digits,reqwest,tracing,yew"];
                let features = all.iter().filter(|_| first == "product-pool");
                let is_program = ["xtask", "product-pool-shop"].contains(&first);
                let part = if is_program { "--bins" } else { "--lib" };
                cmd!(
                    ws.sh,
                    "cargo test {QUICK...} --package {first} {features...} {part} {second}"
                )
            }
            "card" | "wasm" => browser_tests(ws, &["--test", kind, rest])?,
            "node" | "e2e" => {
                node::TESTS.ensure(ws)?;
                wasm::build(ws, Mode::Development)?;
                let name = (!second.is_empty()).then(|| format!("--test-name-pattern={second}"));
                let file = format!("tests/{kind}/{first}.test.mjs");
                let script = cmd!(ws.sh, "node --test --test-timeout=180000 {name...} {file}");
                Server::build(ws)?;
                if kind == "node" {
                    // Two files start servers of their own.
                    let script = script.env("SERVER", server::program(ws));
                    return Ok((script.into(), None));
                }
                wasm::build_shop_alone(ws, Mode::Development)?;
                wasm::write_languages_of_shop(ws)?;
                let demo = Demo::start_built(ws, 0, None)?;
                let script = with_browser(ws, demo.describe_to(script), &headless_browser(ws)?)?;
                return Ok((script.into(), Some(demo)));
            }
            _ => bail!("there are no tests of the kind {kind:?}"),
        };
        Ok((cargo.into(), None))
    }

    /// Fails if there are no such tests, as after a test was renamed.
    pub(super) fn check(&self, root: &Path) -> Result<()> {
        let (kind, rest) = self.parts();
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let (place, test) = match kind {
            "native" | "texts" | "card" | "wasm" => (format!("tests/{kind}"), rest),
            "server" => ("server/tests/server".to_owned(), rest),
            "unit" => (sources(first), second),
            "node" | "e2e" => {
                let file = format!("tests/{kind}/{first}.test.mjs");
                let text = fs::read_to_string(root.join(&file));
                let text = text.with_context(|| format!("there is no {file}"))?;
                ensure!(text.contains(second), "{file} has no test {second:?}");
                let mut named = text.lines().filter(|line| line.contains(second));
                let is_skipped = named.all(|line| line.trim_start().starts_with("atNight("));
                ensure!(!is_skipped, "{file} runs {second:?} at night alone");
                return Ok(());
            }
            _ => bail!("there are no tests of the kind {kind:?}"),
        };
        // `a::b::` is a module, `a::b` a function.
        let (keyword, end) = if test.ends_with("::") {
            ("mod", ";")
        } else {
            ("fn", "(")
        };
        let name = test.trim_end_matches("::").rsplit("::").next();
        let item = format!("{keyword} {}{end}", name.unwrap_or_default());
        ensure!(occurs(&item, &root.join(&place))?, "{place} has no {item}");
        Ok(())
    }
}

/// The folder with the sources of a package.
fn sources(package: &str) -> String {
    match package
        .trim_start_matches("product-pool")
        .trim_start_matches('-')
    {
        "" => "src".to_owned(),
        "shop" => "www/src".to_owned(),
        name @ ("bindings" | "server" | "xtask") => format!("{name}/src"),
        name => format!("server/crates/{name}/src"),
    }
}

/// Whether a text occurs in a file below a folder.
fn occurs(text: &str, folder: &Path) -> Result<bool> {
    let entries = fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() && occurs(text, &path)?
            || path.is_file() && fs::read_to_string(&path).is_ok_and(|source| source.contains(text))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
