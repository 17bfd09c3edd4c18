//! The parts of the tests.

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, ensure};
use xshell::{Cmd, cmd};

use super::Steps;
use crate::commands::pack;
use crate::commands::server::{Server, with_browser};
use crate::commands::wasm::{self, MODULES, Mode};
use crate::process::{note, query, run, run_tests};
use crate::setup::rust::{self, RUNNER, TARGET, Toolchain, Tools};
use crate::setup::{CHROMEDRIVER, CHROMIUM, FIREFOX, VARNISH, headless_browser, node};
use crate::workspace::Workspace;

/// The features that build natively and have native tests.
const FEATURES: [&str; 2] = [
    "--features",
    "product-pool/reqwest,product-pool/card,product-pool/serde,product-pool/tracing",
];

/// The features of the library that the tests in the browser use.
const LIBRARY: &str = "card,client,dom";

/// What needs no browser: format, lints, the tests of the whole workspace and its documentation.
/// Every call takes the whole workspace and the same features, so that no crate is compiled twice
/// for different sets of them. With `all` also what rarely fails.
pub(super) fn native(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    rust::ensure_lints(ws, Toolchain::Active)?;
    if all {
        VARNISH.ensure_optional(ws);
    }
    let cargo = cmd!(ws.sh, "cargo fmt --all --check");
    steps.run("format", cargo)?;
    let cargo = cmd!(
        ws.sh,
        "cargo clippy --workspace --all-targets {FEATURES...} -- -D warnings"
    );
    steps.run("clippy", cargo)?;
    let cargo = cmd!(ws.sh, "cargo test --workspace {FEATURES...} --no-run");
    steps.run("native tests: compiling", cargo)?;
    let all_crates = steps.keep_going.then_some("--no-fail-fast");
    let cargo = cmd!(
        ws.sh,
        "cargo test --workspace {FEATURES...} {all_crates...}"
    );
    // Many tests of the server wait for time-outs rather than for the processor.
    let threads = thread::available_parallelism().map_or(4, |cores| cores.get().max(4));
    let cargo = cargo.env("RUST_TEST_THREADS", threads.to_string());
    steps.test("native tests", cargo)?;
    let cargo = cmd!(ws.sh, "cargo doc --workspace --no-deps {FEATURES...}");
    steps.run("documentation", cargo.env("RUSTDOCFLAGS", "-D warnings"))?;
    if all {
        rarely(ws, steps)?;
    }
    Ok(())
}

/// Native checks that are slow, or that rarely fail where the others pass.
fn rarely(ws: &Workspace, steps: &mut Steps) -> Result<()> {
    let cargo = cmd!(
        ws.sh,
        "cargo test --workspace --test native {FEATURES...} -- --ignored hundred_thousand"
    );
    steps.test("label rules, 100,000 cases", cargo)?;
    // What needs no feature must not link to what does.
    let cargo = cmd!(ws.sh, "cargo doc --package product-pool --no-deps");
    let name = "documentation without features";
    steps.run(name, cargo.env("RUSTDOCFLAGS", "-D warnings"))?;
    if let Some(toolchain) = rust::oldest_toolchain(ws) {
        let cargo = cmd!(ws.sh, "cargo check --workspace --all-targets {FEATURES...}");
        let cargo = cargo.env("RUSTUP_TOOLCHAIN", &toolchain);
        steps.run(&format!("the oldest Rust, {toolchain}"), cargo)?;
    }
    if query(cmd!(ws.sh, "cargo deny --version")).is_some() {
        let cargo = cmd!(ws.sh, "cargo deny check bans licenses sources");
        steps.run("licences and sources of dependencies", cargo)?;
    }
    Ok(())
}

/// What runs inside the browser: lints for its target, and the Rust tests that need a DOM, in
/// headless Chromium. With `all` also lints of each module by itself, which differ in what they
/// leave out, and the documentation for the browser.
pub(super) fn wasm(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    let toolchain = Tools::ensure(ws)?.toolchain;
    rust::ensure_lints(ws, toolchain)?;
    let modules = MODULES.join(",");
    let cargo = cmd!(
        ws.sh,
        "cargo clippy --package product-pool-bindings --features {modules}
         --package product-pool --features product-pool/card,product-pool/dom --tests
         --package yew-card --package product-pool-shop --target {TARGET} -- -D warnings"
    );
    steps.run("clippy for the browser", toolchain.choose(cargo))?;
    if all {
        for module in MODULES {
            let cargo = cmd!(
                ws.sh,
                "cargo clippy --package product-pool-bindings --features {module} --lib
                 --target {TARGET} -- -D warnings"
            );
            let name = format!("clippy for the browser, {module}");
            steps.run(&name, toolchain.choose(cargo))?;
        }
        let cargo = cmd!(
            ws.sh,
            "cargo doc --package product-pool --no-deps --features {LIBRARY} --target {TARGET}"
        );
        let cargo = cargo.env("RUSTDOCFLAGS", "-D warnings");
        steps.run("documentation for the browser", toolchain.choose(cargo))?;
    }
    steps.test(
        "tests in Chromium",
        browser_tests(ws, &["--lib", "--tests"])?,
    )
}

/// The Rust tests that need a DOM, in headless Chromium: those that the arguments of cargo choose.
pub(crate) fn browser_tests<'a>(ws: &'a Workspace, chosen: &[&str]) -> Result<Cmd<'a>> {
    let Tools { toolchain, bindgen } = Tools::ensure(ws)?;
    CHROMIUM.ensure(ws)?;
    let cargo = cmd!(
        ws.sh,
        "cargo test --package product-pool --features {LIBRARY} --target {TARGET} {chosen...}"
    );
    let cargo = toolchain.choose(cargo);
    Ok(cargo
        .env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
            bindgen.join(RUNNER),
        )
        .env("CHROMEDRIVER", CHROMEDRIVER.ensure(ws)?)
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        // Seconds for all tests of a file: the usual 20 are few on a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120"))
}

/// A server with what the demo needs, for scripts that open it in a browser. The modules are the
/// release: that is what visitors get, and a browser loads it several times faster.
pub(crate) fn start_server(ws: &Workspace) -> Result<Server> {
    node::TESTS.ensure(ws)?;
    wasm::build(ws, Mode::Release)?;
    wasm::build_shop(ws, Mode::Release)?;
    Server::start(ws, 0, None)
}

/// The end-to-end tests: a browser opens the demo, which the real server serves from a real
/// catalogue. With `all` it is Chromium as people use it, and Firefox as well.
pub(super) fn e2e(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    let Some(mut server) = steps.step("end-to-end: building", || start_server(ws))? else {
        return Ok(());
    };
    steps.step("end-to-end: tests", || {
        let mut folders = ws.sh.read_dir("tests")?;
        // The tests of the package are a part of their own.
        let skipped = ["node_modules", "package"];
        folders.retain(|it| it.is_dir() && !skipped.iter().any(|name| it.ends_with(name)));
        let browser = if all {
            folders.push("tests/e2e/all".into());
            CHROMIUM.ensure(ws)?
        } else {
            headless_browser(ws)?
        };
        let mut files = Vec::new();
        for folder in folders {
            files.extend(test_files(ws, &folder)?);
        }
        // A file waits for its browser half of the time. By default Node runs one file fewer than
        // there are cores.
        let files_at_once = thread::available_parallelism().map_or(2, |cores| cores.get());
        let files_at_once = format!("--test-concurrency={files_at_once}");
        let node = cmd!(
            ws.sh,
            "node --test --test-timeout=180000 {files_at_once} {files...}"
        );
        let node = with_browser(ws, server.describe_to(node), &browser)?;
        run_tests(match all {
            true => node.env("FIREFOX", FIREFOX.ensure(ws)?),
            false => node,
        })?;
        server.check()
    })?;
    Ok(())
}

/// The test files in a folder, sorted. Node 20 does not take patterns, and none is not a failure.
fn test_files(ws: &Workspace, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = ws.sh.read_dir(folder)?;
    files.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// The crate and the npm package as their users get them: packed, and used in fresh projects by
/// Trunk, by bundlers, in Node and on plain pages; with `all` also in what is large to download.
pub(super) fn package(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    // First, because it leaves its files in target/package, which packing empties.
    // Without `native-tls`, which needs the headers of OpenSSL.
    let features = "card,client,dom,reqwest,rustls,serde,tracing,typescript";
    let cargo = cmd!(
        ws.sh,
        "cargo package --package product-pool --features {features} --allow-dirty"
    );
    steps.run("package: the crate, packed and compiled", cargo)?;
    let packed = steps.step("package: packing", || {
        node::BUNDLERS.ensure(ws)?;
        let name = format!("product-pool-{}.crate", pack::VERSION);
        let library = ws.state().join(&name);
        ws.sh
            .copy_file(ws.target.join("package").join(name), &library)?;
        let tools = Tools::ensure(ws)?;
        Ok((library, tools, Server::start(ws, 0, None)?, pack::pack(ws)?))
    })?;
    let Some((library, tools, server, package)) = packed else {
        return Ok(());
    };
    let test = |folder: &str| {
        let files = test_files(ws, folder.as_ref())?;
        let script = cmd!(ws.sh, "node --test --test-timeout=300000 {files...}");
        let script = script
            .env("TARBALL", &package.tarball)
            .env("CRATE", &library)
            .env("TARGET", &ws.target)
            .env("TRUNK", rust::find_trunk(ws).unwrap_or_default());
        let script = tools.lend_to(server.describe_to(script))?;
        run_tests(with_browser(ws, script, &headless_browser(ws)?)?)
    };
    steps.step("package: in fresh projects", || test(node::BUNDLERS.folder))?;
    if all {
        steps.step("package: large frameworks and other runtimes", || {
            node::RUNTIMES.ensure(ws)?;
            test(node::RUNTIMES.folder)
        })?;
    }
    Ok(())
}

/// Trunk's release build of the demo. Trunk may be missing unless the part is `named`.
pub(super) fn trunk(ws: &Workspace, steps: &mut Steps, named: bool) -> Result<()> {
    if !named && rust::find_trunk(ws).is_err() {
        note("test: trunk is not installed; its part is skipped");
        return Ok(());
    }
    steps.step("trunk build --release", || {
        let tools = wasm::build(ws, Mode::Development)?;
        let dist = ws.state().join("trunk");
        ws.sh.remove_path(&dist)?;
        let build = rust::trunk(ws, &tools, "build")?;
        run(build.args(["--release", "--dist"]).arg(&dist))?;
        let page = ws.sh.read_file(dist.join("index.html"))?;
        let named = page.split('"').filter(|it| it.starts_with("/www/"));
        for name in named.chain(["/www/playground.html", "/www/dist/languages/de.json"]) {
            let file = dist.join(name.trim_start_matches('/'));
            ensure!(file.is_file(), "trunk build made no {}", file.display());
        }
        Ok(())
    })?;
    Ok(())
}
