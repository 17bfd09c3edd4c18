//! `cargo xtask pack`, `assets` and `size`: the npm package as a tarball, laid out for the
//! server, and measured.
//!
//! `xtask/js/pack.mjs` bundles the modules of `pkg/`
//! into the few files of the package, in a folder that becomes the tarball, so that `pkg/`
//! holds sources only.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xshell::{Cmd, cmd};

use super::wasm::{self, Mode};
use crate::note::note;
use crate::process;
use crate::setup::cargo_tool::AUDITABLE;
use crate::setup::node;
use crate::workspace::Workspace;

/// The version of every crate of the workspace, and of the package.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A packed release: what is in the tarball, and the tarball.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) folder: PathBuf,
    pub(crate) tarball: PathBuf,
}

/// Builds the release and packs it.
pub(crate) fn pack(ws: &Workspace) -> Result<Package> {
    node::TESTS.ensure(ws)?;
    wasm::build(ws, Mode::Release)?;
    let folder = ws.target.join("package");
    let script = script(ws, "pack.mjs", &folder);
    process::run(script.args(["npm", VERSION]))?;
    let tarball = ws.target.join(format!("product-pool-{VERSION}.tgz"));
    ensure!(tarball.is_file(), "there is no {}", tarball.display());
    Ok(Package { folder, tarball })
}

/// A script of `xtask/js`, which takes the workspace and the package's folder first.
fn script<'a>(ws: &'a Workspace, name: &str, folder: &Path) -> Cmd<'a> {
    let root = &ws.root;
    cmd!(ws.sh, "node xtask/js/{name} {root} {folder}")
}

/// Packs the package, and the WordPress plugin, which has the same files: a tarball and a zip file.
pub(crate) fn pack_all(ws: &Workspace) -> Result<(PathBuf, PathBuf)> {
    let Package { folder, tarball } = pack(ws)?;
    let plugin = format!("product-pool-for-woocommerce-{VERSION}.zip");
    let plugin = ws.target.join(plugin);
    process::run(
        script(ws, "wordpress.mjs", &folder)
            .arg(&plugin)
            .arg(VERSION),
    )?;
    Ok((tarball, plugin))
}

/// Prints where the tarball and the zip file are.
pub(crate) fn run(ws: &Workspace) -> Result<()> {
    let (tarball, plugin) = pack_all(ws)?;
    note("packed; `npm publish` takes the tarball, and WordPress the zip file");
    println!("{}", plugin.display());
    println!("{}", tarball.display());
    Ok(())
}

/// Lays the files out as `serve --assets` expects them, in `out` or in the target folder, and
/// prints where.
pub(crate) fn lay_out(ws: &Workspace, out: Option<&Path>) -> Result<()> {
    let out = match out {
        Some(out) => std::path::absolute(out)?,
        None => ws.target.join("assets"),
    };
    make_assets(ws, &out, &[])?;
    note("`product-pool-server serve --assets` takes the folder");
    println!("{}", out.display());
    Ok(())
}

fn make_assets(ws: &Workspace, out: &Path, options: &[&str]) -> Result<()> {
    let folder = pack(ws)?.folder.join("dist");
    note("compressing each file (about 10 s)");
    let node = cmd!(
        ws.sh,
        "node xtask/js/assets.mjs {folder} {out} {VERSION} {options...}"
    );
    process::run(node)
}

/// Lays out what was built last as a release is, in few files, for the demo's gateway, and returns the folder.
pub(crate) fn lay_out_demo(ws: &Workspace) -> Result<PathBuf> {
    let (package, out) = (
        ws.target.join("demo-package"),
        ws.target.join("demo-assets"),
    );
    process::run(script(ws, "pack.mjs", &package).args(["npm", VERSION, "--files"]))?;
    ws.sh.remove_path(&out)?;
    let dist = package.join("dist");
    process::run(cmd!(
        ws.sh,
        "node xtask/js/assets.mjs {dist} {out} {VERSION} --quick"
    ))?;
    Ok(out)
}

/// What git says of the last commit, in one of the formats of `git log`.
pub(crate) fn commit(ws: &Workspace, format: &str) -> Result<String> {
    Ok(cmd!(ws.sh, "git log -1 --format={format}")
        .quiet()
        .ignore_stderr()
        .read()?)
}

/// Builds the server with the package's files in it, and returns where it is. What it is made of is
/// named in it, and neither a folder of this machine nor the time.
pub(crate) fn build_server(ws: &Workspace) -> Result<PathBuf> {
    let out = ws.target.join("server-assets");
    // Those of earlier releases would be in the program too.
    ws.sh.remove_path(&out)?;
    make_assets(ws, &out, &["--compressed"])?;
    let auditable = AUDITABLE.ensure(ws)?;
    let cargo = cmd!(
        ws.sh,
        "{auditable} auditable build --release --locked -p product-pool-server --features assets"
    );
    // What C compilers call the time: mimalloc names it. An archive of the sources has no commits.
    let cargo = match commit(ws, "%ct") {
        Ok(time) => cargo.env("SOURCE_DATE_EPOCH", time),
        Err(_) => cargo,
    };
    let cargo = cargo
        .env("PRODUCT_POOL_ASSETS", out)
        .env("RUSTFLAGS", wasm::plain_paths(ws)?.join(" "))
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    process::run(cargo)?;
    Ok(ws.target.join("release/product-pool-server"))
}

/// Prints the size of each file and page, and that of the example for Yew, which takes a minute to
/// build. With `check` it fails where one is above its budget, otherwise it prints beside each what
/// it is on the branch `main`.
pub(crate) fn measure(ws: &Workspace, check: bool, example: bool) -> Result<()> {
    let folder = pack(ws)?.folder;
    if example {
        wasm::build_example(ws)?;
    }
    let mut node = script(ws, "size.mjs", &folder);
    if example {
        node = node.arg("--example");
    }
    if check {
        node = node.arg("--check");
    } else if let Some(main) = pack_main(ws)? {
        node = node.arg("--before").arg(main);
    }
    process::run(node)
}

/// Packs the branch `main` in a checkout of its own, and returns the package's folder; none if
/// there is no such branch, or if it is what has just been measured.
fn pack_main(ws: &Workspace) -> Result<Option<PathBuf>> {
    let sh = &ws.sh;
    let commit = |name: &str| {
        let git = cmd!(sh, "git rev-parse --quiet --verify {name}");
        git.quiet().ignore_stderr().read().ok()
    };
    let Some(main) = commit("main").or_else(|| commit("origin/main")) else {
        note("there is no branch main to compare with");
        return Ok(None);
    };
    let is_changed = !cmd!(sh, "git status --porcelain")
        .quiet()
        .read()?
        .is_empty();
    if commit("HEAD").as_ref() == Some(&main) && !is_changed {
        return Ok(None);
    }
    note("packing main to compare with (some minutes the first time)");
    let target = run_elsewhere(ws, "main", &main, &["pack"])?;
    Ok(Some(target.join("package")))
}

/// Runs `cargo xtask` in a checkout of a commit in a folder of its own, with a target folder of its own,
/// which is returned. The checkout stays, so that the next run begins with what this one has compiled.
pub(crate) fn run_elsewhere(
    ws: &Workspace,
    name: &str,
    commit: &str,
    arguments: &[&str],
) -> Result<PathBuf> {
    let sh = &ws.sh;
    let checkout = ws.state().join(name);
    if checkout.join(".git").exists() {
        process::run(cmd!(
            sh,
            "git -C {checkout} checkout --quiet --detach {commit}"
        ))?;
    } else {
        process::run(cmd!(sh, "git worktree prune"))?;
        process::run(cmd!(sh, "git worktree add --detach {checkout} {commit}"))?;
    }
    let target = checkout.join("target");
    let _directory = sh.push_dir(&checkout);
    let xtask = cmd!(sh, "cargo run --quiet --package xtask -- {arguments...}");
    process::run(xtask.env("CARGO_TARGET_DIR", &target))?;
    Ok(target)
}
