//! `cargo xtask api`: lists the library's public API in Rust in docs/public-api.txt, so that every
//! change of it is seen where changes are reviewed. `test --all` compares the two.

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::process;
use crate::setup::rust;
use crate::workspace::Workspace;

const FILE: &str = "docs/public-api.txt";

/// What a program can enable on every target.
const FEATURES: &str = "client,dom,exact-digits,tracing,yew";

/// Natively there is more, but for TLS of the operating system, which needs its headers.
const NATIVE: &[&str] = &["--features", "reqwest,rustls"];

const WASM: &[&str] = &["--target", "wasm32-unknown-unknown"];

/// The arguments for each target, and the folder of what rustdoc makes for it.
const TARGETS: [(&[&str], &str); 2] = [(NATIVE, "doc"), (WASM, "wasm32-unknown-unknown/doc")];

/// Writes the listing, or with `check` compares it. rustdoc's JSON is not stable, so it is always
/// that of the oldest Rust of the workspace, which any later one would write in another format.
pub(crate) fn run(ws: &Workspace, check: bool) -> Result<()> {
    let version = env!("CARGO_PKG_RUST_VERSION");
    let toolchain = rust::toolchain_of(ws, version);
    ensure!(
        toolchain.is_some() || rust::is_active(ws, version),
        "the listing of the public API needs Rust {version}: run \
         `rustup toolchain install {version}.0 --profile minimal --target wasm32-unknown-unknown`"
    );
    // Apart, because the variable has what depends on it compiled again.
    let target = ws.target.join("public-api");
    let mut listed = Vec::new();
    for (arguments, folder) in TARGETS {
        let rustdoc = cmd!(
            ws.sh,
            "cargo rustdoc --quiet --package product-pool --lib --features {FEATURES} {arguments...}
             --target-dir {target} -- -Z unstable-options --output-format json --cap-lints allow"
        );
        let rustdoc = rustdoc.env("RUSTC_BOOTSTRAP", "1");
        process::run(match &toolchain {
            Some(toolchain) => rustdoc.env("RUSTUP_TOOLCHAIN", toolchain),
            None => rustdoc,
        })?;
        listed.push(target.join(folder).join("product_pool.json"));
    }
    let check = check.then_some("--check");
    process::run(cmd!(
        ws.sh,
        "cargo run --quiet --package product-pool-listing -- {listed...} {FILE} {check...}"
    ))
}
