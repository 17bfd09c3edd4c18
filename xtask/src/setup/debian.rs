//! Debian machines: packages from apt, and a compiler for the browser whose standard library
//! is built from the source that Debian ships.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xshell::cmd;

use super::toolchain::{LINK, TARGET, Toolchain};
use crate::note::note;
use crate::process::{query, run_quietly};
use crate::workspace::{Workspace, find_program};

/// Clippy of the same version as Debian's compiler.
pub(super) const CLIPPY: &str = "rust-web-clippy";

/// Installs packages, written like a dependency: `varnish, nginx (>= 1.22)`.
pub(super) fn install(ws: &Workspace, packages: &str, what: &str, takes: &str) -> Result<()> {
    let is_root = rustix::process::geteuid().is_root();
    ensure!(
        find_program("apt-get").is_some() && is_root,
        "packages are installed only by root and where there is apt-get"
    );
    note(&format!("as root: apt-get satisfy {packages}"));
    // --no-remove: what is installed stays, for example another compiler.
    let install = || {
        let apt = cmd!(
            ws.sh,
            "apt-get satisfy -y -q --no-install-recommends --no-remove
             -o DPkg::Lock::Timeout=300 {packages}"
        );
        let apt = apt.env("DEBIAN_FRONTEND", "noninteractive");
        run_quietly(ws, what, takes, apt)
    };
    // Package lists that are missing do not know the packages; old ones name files that are gone.
    if query(cmd!(ws.sh, "apt-get satisfy -s {packages}")).is_none() || install().is_err() {
        let update = cmd!(ws.sh, "apt-get update -q");
        run_quietly(ws, "fetching the package lists", "about 10 s", update)?;
        install()?;
    }
    // Some packages start a service, which is harmless where it cannot be stopped.
    if Path::new("/run/systemd/system").is_dir() {
        for service in packages.split(", ") {
            query(cmd!(ws.sh, "systemctl disable --now {service}.service"));
        }
    }
    Ok(())
}

/// Installs Debian's compiler, links it into rustup, and builds its standard library for the
/// browser.
pub(super) fn install_compiler(ws: &Workspace) -> Result<()> {
    let what = "installing Debian's Rust compiler and the source of its library";
    let version = env!("CARGO_PKG_RUST_VERSION");
    let packages =
        format!("rustc-web (>= {version}), cargo-web, rust-web-src, rust-web-llvm, {CLIPPY}");
    install(ws, &packages, what, "about 40 s, once per machine")?;
    // The linker is a link into a package that the compiler's do not depend on.
    let linker = Path::new("/usr/bin/rust-lld");
    if let Ok(package) = fs::read_link(linker)
        && !linker.exists()
    {
        let package = package.file_name().unwrap_or_default().to_string_lossy();
        install(ws, &package, "installing its linker", "about 5 s")?;
    }
    if query(cmd!(ws.sh, "rustup --version")).is_some() {
        query(cmd!(ws.sh, "rustup toolchain link {LINK} /usr"))
            .with_context(|| format!("`rustup toolchain link {LINK} /usr` failed"))?;
    }
    build_std(ws)
}

/// Builds the standard library, together with an empty crate, and puts it where the compiler
/// looks for it.
fn build_std(ws: &Workspace) -> Result<()> {
    let folder = ws.cache.join("wasm-std");
    let manifest = "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n";
    ws.sh.write_file(folder.join("Cargo.toml"), manifest)?;
    ws.sh.write_file(folder.join("src/lib.rs"), "")?;
    let target = folder.join("target");
    let what = format!("building the standard library for {TARGET}");
    let build = cmd!(
        ws.sh,
        "cargo build --release --target {TARGET} -Z build-std=std,panic_abort,test"
    );
    let build = Toolchain::Linked
        .choose(build)
        .env("CARGO_TARGET_DIR", &target)
        // Allows a stable compiler the unstable option.
        .env("RUSTC_BOOTSTRAP", "1")
        // Without bitcode, no later build could use link-time optimisation.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    {
        let _directory = ws.sh.push_dir(&folder);
        run_quietly(ws, &what, "about 2 min, once per machine", build)?;
    }
    let rustc = cmd!(ws.sh, "rustc --print target-libdir --target {TARGET}");
    let library = query(Toolchain::Linked.choose(rustc))
        .context("Debian's rustc does not print its library folder")?;
    let library = Path::new(library.trim_end());
    // The compiler refuses two copies of one library.
    ws.sh.remove_path(library)?;
    ws.sh.create_dir(library)?;
    for file in ws.sh.read_dir(target.join(TARGET).join("release/deps"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if (name.ends_with(".rlib") || name.ends_with(".rmeta")) && !name.starts_with("libempty-") {
            ws.sh.copy_file(&file, library)?;
        }
    }
    Ok(ws.sh.remove_path(&folder)?)
}
