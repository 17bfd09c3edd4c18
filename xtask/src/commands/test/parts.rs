//! The parts of the tests.

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, ensure};
use xshell::{Cmd, cmd};

use super::Steps;
use crate::commands::pack;
use crate::commands::server::{Demo, with_browser};
use crate::commands::wasm::{self, MODULES, Mode, UNOPTIMISED};
use crate::commands::{self, docs, site};
use crate::note::note;
use crate::process::{query, run, run_and_count_tests, run_tests};
use crate::setup::rust::{self, RUNNER, Tools};
use crate::setup::toolchain::{TARGET, Toolchain};
use crate::setup::{
    CHROMEDRIVER, CHROMIUM, FIREFOX, VARNISH, WEBKIT, WORDPRESS, headless_browser, node,
};
use crate::workspace::Workspace;

/// The features that build natively and have native tests.
const FEATURES: [&str; 2] = [
    "--features",
    "product-pool/rustls,product-pool/yew,product-pool/exact-digits,product-pool/tracing",
];

/// The features of the library that the tests in the browser use.
const LIBRARY: &str = "client,dom,yew";

/// Cargo for the whole workspace, always with the same features, so that no crate is compiled twice
/// for different sets of them, and with Clippy in the compiler's place for the crates of the
/// workspace: what it lints and what the tests run is one compilation.
fn cargo<'a>(ws: &'a Workspace, subcommand: &str, arguments: &[&str]) -> Cmd<'a> {
    let cargo = cmd!(
        ws.sh,
        "cargo {subcommand} --workspace {FEATURES...} {arguments...}"
    );
    lint(cargo)
}

/// Cargo with Clippy in the compiler's place, as `cargo clippy -- -D warnings` calls it.
fn lint(cargo: Cmd<'_>) -> Cmd<'_> {
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "-Dwarnings")
}

/// What needs no browser: format, lints and the tests of the whole workspace. With `all` also what
/// rarely fails.
pub(super) fn native(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    rust::ensure_lints(ws, Toolchain::Active)?;
    if all {
        VARNISH.ensure_optional(ws);
    }
    let format = cmd!(ws.sh, "cargo fmt --all --check");
    steps.run("format", format)?;
    let compiling = cargo(ws, "test", &["--all-targets", "--no-run"]);
    steps.run("lints, and native tests compiled", compiling)?;
    let all_crates = steps.keep_going.then_some("--no-fail-fast");
    let tests = cargo(ws, "test", all_crates.as_slice());
    // Many tests of the server wait for time-outs rather than for the processor.
    let threads = thread::available_parallelism().map_or(8, |cores| cores.get().max(8));
    let tests = tests.env("RUST_TEST_THREADS", threads.to_string());
    steps.test("native tests", tests)?;
    if all {
        rarely(ws, steps)?;
    }
    Ok(())
}

/// Native checks that are slow, or that rarely fail where the others pass.
fn rarely(ws: &Workspace, steps: &mut Steps) -> Result<()> {
    let arguments = ["--test", "texts", "--", "--ignored", "hundred_thousand"];
    let tests = cargo(ws, "test", &arguments);
    steps.test("label rules, 100,000 cases", tests)?;
    let tests = cargo(ws, "test", &["--test", "server", "--", "--ignored"]);
    steps.test("server, what takes long", tests)?;
    let gateway = ["-p", "product-pool-gateway", "--lib", "--", "--ignored"];
    let tests = cargo(ws, "test", &gateway);
    steps.test("gateway, days with a quota", tests)?;
    let doc = cmd!(ws.sh, "cargo doc --workspace --no-deps {FEATURES...}");
    steps.run("documentation", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    // What needs no feature must not link to what does.
    let doc = cmd!(ws.sh, "cargo doc --package product-pool --no-deps");
    let name = "documentation without features";
    steps.run(name, doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    let oldest = [
        (
            rust::version_for_library(ws)?,
            ["--package", "product-pool"],
        ),
        (
            env!("CARGO_PKG_RUST_VERSION").to_owned(),
            ["--workspace", "--all-targets"],
        ),
    ];
    for (version, what) in oldest {
        let Some(toolchain) = rust::toolchain_of(ws, &version) else {
            if !rust::is_active(ws, &version) {
                note(&format!(
                    "test: Rust {version} is not installed, so nothing is compiled with it: \
                     `rustup toolchain install {version}.0 --profile minimal`"
                ));
            }
            continue;
        };
        let check = cmd!(ws.sh, "cargo check {what...} {FEATURES...}");
        let check = check.env("RUSTUP_TOOLCHAIN", &toolchain);
        steps.run(&format!("the oldest Rust, {toolchain}"), check)?;
    }
    if query(cmd!(ws.sh, "cargo deny --version")).is_some() {
        let deny = cmd!(ws.sh, "cargo deny check bans licenses sources");
        steps.run("licences and sources of dependencies", deny)?;
    }
    if query(cmd!(ws.sh, "hadolint --version")).is_some() {
        // The base image, not the recipe, has the versions of Debian's packages.
        let hadolint = cmd!(ws.sh, "hadolint --ignore DL3008 deploy/Dockerfile");
        steps.run("the container's recipe", hadolint)?;
    }
    if query(cmd!(ws.sh, "kubeconform -v")).is_some() {
        let kubeconform = cmd!(ws.sh, "kubeconform -strict deploy/kubernetes.yaml");
        steps.run("the manifest for Kubernetes", kubeconform)?;
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
    let others = [
        "--package=product-pool-bindings",
        &format!("--features={modules}"),
        "--package=yew-card",
        "--package=product-pool-shop",
        "--tests",
    ];
    let tests = lint(browser_tests(ws, &[&others[..], &["--no-run"]].concat())?);
    steps.run("lints, and tests for the browser compiled", tests)?;
    steps.tried_step("tests in Chromium", |tries| {
        let (result, has_failed) = run_and_count_tests(lint(browser_tests(ws, &others)?));
        if result.is_ok() || has_failed {
            return result;
        }
        // Where a page imports much at once, the runner's server may leave a script waiting, and no test
        // begins: see tests/card/pages.js.
        note("test: the browser gave no result; trying once more");
        *tries += 1;
        run_tests(lint(browser_tests(ws, &others)?))
    })?;
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
    Ok(())
}

/// The Rust tests that need a DOM, in headless Chromium: those that the arguments of cargo choose.
pub(crate) fn browser_tests<'a>(ws: &'a Workspace, chosen: &[&str]) -> Result<Cmd<'a>> {
    let Tools { toolchain, bindgen } = Tools::ensure(ws)?;
    CHROMIUM.ensure(ws)?;
    let cargo = cmd!(
        ws.sh,
        "cargo test {UNOPTIMISED} --package product-pool --features {LIBRARY} --target {TARGET} {chosen...}"
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
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300"))
}

/// What scripts open in a browser: the modules as their users get them, and the shop as it is
/// developed. Optimised, each of its pages would take a third less time, and all of Yew a minute more.
pub(super) fn build_pages(ws: &Workspace) -> Result<()> {
    wasm::build(ws, Mode::Release)?;
    wasm::build_shop_alone(ws, Mode::Development)
}

/// The demo, for scripts that open it in a browser.
pub(crate) fn start_demo(ws: &Workspace) -> Result<Demo> {
    node::TESTS.ensure(ws)?;
    build_pages(ws)?;
    run(wasm::declarations_script(ws))?;
    // The program that the server's own tests run, and another that needs the library as they have it.
    let programs = ["--test", "server", "--bin", wasm::LANGUAGES];
    run(cargo(ws, "build", &programs))?;
    wasm::write_languages_of_shop(ws)?;
    Demo::start_built(ws, 0, None)
}

/// The types of the package, and the style of all scripts: what needs no page, while pages are built
/// by one thread.
pub(super) fn types(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    node::TESTS.ensure(ws)?;
    run(wasm::declarations_script(ws))?;
    let files = test_files(ws, "tests/types".as_ref())?;
    let node = node_tests(ws, 900, &files);
    let node = if all { node.env("WHOLE", "1") } else { node };
    steps.test("end-to-end: types, and the style of scripts", node)
}

/// The end-to-end tests: a browser opens the demo, which the real server serves from a real
/// catalogue. With `all` it is Chromium as people use it, and Firefox as well, and every case of
/// the matrices.
pub(super) fn e2e(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    if all {
        steps.step("end-to-end: the documentation's site", || {
            docs::build(ws, site::BASE)
        })?;
    }
    let Some(mut demo) = steps.step("end-to-end: building", || start_demo(ws))? else {
        return Ok(());
    };
    steps.step("end-to-end: tests", || {
        let mut folders = ws.sh.read_dir("tests")?;
        // The tests of the package are a part of their own, those of types have run, and those of
        // shops' platforms run at night.
        let skipped = ["node_modules", "package", "platforms", "types"];
        folders
            .retain(|folder| folder.is_dir() && !skipped.iter().any(|name| folder.ends_with(name)));
        let browser = if all {
            folders.extend(["tests/e2e/all", "tests/platforms"].map(PathBuf::from));
            WEBKIT.ensure_optional(ws);
            WORDPRESS.ensure_optional(ws);
            node::OLD_PHP.ensure_optional(ws);
            CHROMIUM.ensure(ws)?
        } else {
            headless_browser(ws)?
        };
        let mut files = Vec::new();
        for folder in folders {
            files.extend(test_files(ws, &folder)?);
        }
        // It holds for a file as a whole too, on a busy machine, and every host in WebKitGTK takes
        // minutes.
        let seconds = if all { 3600 } else { 900 };
        let node = demo.describe_to(node_tests(ws, seconds, &files));
        let node = with_browser(ws, node, &browser)?;
        run_tests(match all {
            // Of the matrices every case, not a share: see tests/drawn.mjs.
            true => node.env("WHOLE", "1").env("FIREFOX", FIREFOX.ensure(ws)?),
            false => node,
        })?;
        demo.check()
    })?;
    if all {
        steps.step("end-to-end: a minute of chaos", || {
            commands::chaos(ws, 60, None)
        })?;
    }
    Ok(())
}

/// Node's tests in these files, each of which may take so many seconds, like each file.
fn node_tests<'a>(ws: &'a Workspace, seconds: u32, files: &[PathBuf]) -> Cmd<'a> {
    let timeout = format!("--test-timeout={seconds}000");
    // By default Node runs one file fewer than there are cores, but a file waits for its browser
    // half of the time.
    let files_at_once = thread::available_parallelism().map_or(2, |cores| cores.get() + 1);
    let files_at_once = format!("--test-concurrency={files_at_once}");
    cmd!(ws.sh, "node --test {timeout} {files_at_once} {files...}")
}

/// The test files in a folder, sorted. Node 20 does not take patterns, and none is not a failure.
fn test_files(ws: &Workspace, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = ws.sh.read_dir(folder)?;
    files.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// The npm package as its users get it: packed, and used in fresh projects by bundlers, in Node and on
/// plain pages; with `all` also the crate, by Trunk, and the package by more bundlers, and in what
/// is large to download.
pub(super) fn package(ws: &Workspace, steps: &mut Steps, all: bool) -> Result<()> {
    let library = ws
        .state()
        .join(format!("product-pool-{}.crate", pack::VERSION));
    if all {
        compile_crate(ws, steps, &library)?;
    }
    let packed = steps.step("package: packing", || {
        node::BUNDLERS.ensure(ws)?;
        Ok((Tools::ensure(ws)?, start_demo(ws)?, pack::pack(ws)?))
    })?;
    let Some((tools, demo, package)) = packed else {
        return Ok(());
    };
    let test = |folder: &str, seconds: u32| {
        let files = test_files(ws, folder.as_ref())?;
        let script = node_tests(ws, seconds, &files)
            .env("TARBALL", &package.tarball)
            .env("CRATE", &library)
            .env("TARGET", &ws.target)
            .env("TRUNK", rust::find_trunk(ws).unwrap_or_default());
        let script = tools.lend_to(demo.describe_to(script))?;
        run_tests(with_browser(ws, script, &headless_browser(ws)?)?)
    };
    steps.step("package: in fresh projects", || {
        test(node::BUNDLERS.folder, 900)
    })?;
    if all {
        steps.step("package: large frameworks and other runtimes", || {
            node::RUNTIMES.ensure(ws)?;
            test(node::RUNTIMES.folder, 3600)
        })?;
    }
    Ok(())
}

/// Compiles the crate as it is packed, for the browser, as most of its users have it, and with all
/// features; and keeps the package as this file, because packing for npm empties target/package.
fn compile_crate(ws: &Workspace, steps: &mut Steps, library: &Path) -> Result<()> {
    let toolchain = Tools::ensure(ws)?.toolchain;
    let cargo = cmd!(
        ws.sh,
        "cargo package {UNOPTIMISED} --package product-pool --features {LIBRARY} --target {TARGET}
         --allow-dirty"
    );
    let name = "package: the crate, packed and compiled";
    steps.run(name, toolchain.choose(cargo))?;
    // Without `native-tls`, which needs the headers of OpenSSL.
    let features = "client,dom,exact-digits,reqwest,rustls,tracing,typescript,yew";
    let cargo = cmd!(
        ws.sh,
        "cargo package --package product-pool --features {features} --allow-dirty"
    );
    steps.run("package: the crate, compiled with all features", cargo)?;
    let packed = library.file_name().unwrap_or_default();
    let packed = ws.target.join("package").join(packed);
    Ok(ws.sh.copy_file(packed, library)?)
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
        let named = page.split('"').filter(|path| path.starts_with("/www/"));
        for name in named.chain(["/www/playground.html", "/www/dist/languages/de.json"]) {
            let file = dist.join(name.trim_start_matches('/'));
            ensure!(file.is_file(), "trunk build made no {}", file.display());
        }
        Ok(())
    })?;
    Ok(())
}
