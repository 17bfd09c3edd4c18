//! `cargo xtask release`: makes the files of a release, twice, and publishes them unless it is a dry
//! run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use xshell::cmd;

use super::pack::{self, VERSION};
use crate::note::note;
use crate::process;
use crate::setup::cargo_tool::CYCLONEDX;
use crate::setup::toolchain::TARGET;
use crate::workspace::Workspace;

/// Files that name the version: a path, and what stands around it. Those of JavaScript are checked
/// when the package is packed, and the addresses of CDNs by the tests.
const NAMED: [(&str, &str, &str); 4] = [
    (
        "Cargo.toml",
        "product-pool = { path = \".\", version = \"",
        "\"",
    ),
    ("integrations/wordpress/readme.txt", "Stable tag: ", "\n"),
    (
        "integrations/wordpress/product-pool-for-woocommerce.php",
        "* Version:              ",
        "\n",
    ),
    (
        "integrations/wordpress/product-pool-for-woocommerce.php",
        "const VERSION = '",
        "'",
    ),
];

/// The folder of the release's files in the target folder.
fn folder(ws: &Workspace) -> PathBuf {
    ws.target.join(format!("release-{VERSION}"))
}

/// Makes everything, and publishes it unless it is a dry run.
pub(crate) fn run(ws: &Workspace, dry_run: bool) -> Result<()> {
    let blemishes = blemishes(ws)?;
    for blemish in &blemishes {
        note(blemish);
    }
    ensure!(
        dry_run || blemishes.is_empty(),
        "this cannot be released yet: see above"
    );
    let changes = cmd!(ws.sh, "git status --porcelain").quiet().read()?;
    ensure!(
        changes.is_empty(),
        "commit these changes first, so that the files can be made again from the commit:\n{changes}"
    );
    let commit = pack::commit(ws, "%H")?;
    make(ws)?;
    let folder = folder(ws);
    let first = digests(&folder)?;
    let again = digests(&make_elsewhere(ws)?)?;
    ensure!(
        pack::commit(ws, "%H")? == commit,
        "something was committed meanwhile, so the files are of two commits: start again"
    );
    describe(ws, &folder)?;
    let crates_io = cmd!(
        ws.sh,
        "cargo publish --dry-run --allow-dirty --package product-pool"
    );
    process::run(crates_io)?;
    let tarball = folder.join(format!("product-pool-{VERSION}.tgz"));
    process::run(cmd!(
        ws.sh,
        "npm publish {tarball} --dry-run --access public"
    ))?;
    let differing = print(&first, &again, &folder)?;
    ensure!(
        differing.is_empty(),
        "built in another folder, these are other bytes: {}",
        differing.join(", ")
    );
    if dry_run {
        note(&format!(
            "nothing is published; the files are in {}",
            folder.display()
        ));
        return Ok(());
    }
    process::run(cmd!(ws.sh, "cargo publish --package product-pool"))?;
    process::run(cmd!(
        ws.sh,
        "npm publish {tarball} --provenance --access public"
    ))?;
    note(&format!(
        "published; attach the files in {} to the release",
        folder.display()
    ));
    Ok(())
}

/// What has to be done before a release, a line each.
fn blemishes(ws: &Workspace) -> Result<Vec<String>> {
    let mut blemishes = Vec::new();
    for (file, before, after) in NAMED {
        let text = ws.sh.read_file(file)?;
        let found = text
            .split_once(before)
            .and_then(|(_, rest)| rest.split(after).next());
        if found != Some(VERSION) {
            let found = found.unwrap_or("none");
            blemishes.push(format!(
                "{file} names version {found}, the workspace {VERSION}"
            ));
        }
    }
    if !ws
        .sh
        .read_file("CHANGELOG.md")?
        .contains(&format!("\n## {VERSION} - "))
    {
        blemishes.push(format!("CHANGELOG.md has no section \"{VERSION} - DATE\""));
    }
    let manifest = ws.sh.read_file("pkg/package.json")?;
    if !manifest.contains("\"repository\"") {
        let first = "docs/releasing.md says what comes before the first release";
        blemishes.push(format!("no repository is named: {first}"));
    }
    Ok(blemishes)
}

/// Makes the files of a release from what is committed: the crate, the npm package, the WordPress
/// plugin, the Shopify extension, and the server for this machine.
pub(crate) fn make(ws: &Workspace) -> Result<()> {
    let (sh, folder) = (&ws.sh, folder(ws));
    sh.remove_path(&folder)?;
    sh.create_dir(&folder)?;
    let keep = |file: PathBuf| -> Result<()> {
        ensure!(file.is_file(), "there is no {}", file.display());
        Ok(sh.copy_file(&file, &folder)?)
    };
    let crate_file = format!("product-pool-{VERSION}.crate");
    process::run(cmd!(
        sh,
        "cargo package --no-verify --allow-dirty --package product-pool"
    ))?;
    keep(ws.target.join("package").join(crate_file))?;
    let (tarball, plugin) = pack::pack_all(ws)?;
    keep(tarball)?;
    keep(plugin)?;
    let extension = folder.join(format!("product-pool-for-shopify-{VERSION}.zip"));
    // The time of the commit, not of the call, so that the file is the same again.
    let committed = pack::commit(ws, "%cI")?;
    process::run(cmd!(
        sh,
        "git archive --format=zip --mtime={committed} --output={extension} HEAD:integrations/shopify"
    ))?;
    keep(pack::build_server(ws)?)
}

/// Makes the same files from a checkout in another folder, where nothing was built before, and returns
/// where they are.
fn make_elsewhere(ws: &Workspace) -> Result<PathBuf> {
    let sh = &ws.sh;
    let checkout = ws.state().join("elsewhere");
    sh.remove_path(&checkout)?;
    let target = pack::run_elsewhere(ws, "elsewhere", "HEAD", &["release", "--only-make"])?;
    let files = ws.state().join("elsewhere-files");
    sh.remove_path(&files)?;
    std::fs::rename(target.join(format!("release-{VERSION}")), &files)?;
    process::run(cmd!(sh, "git worktree remove --force {checkout}"))?;
    Ok(files)
}

/// Writes what the files are made of, as CycloneDX, and the licences and the hashes of scripts for
/// pages that load them from a CDN.
fn describe(ws: &Workspace, folder: &Path) -> Result<()> {
    let sh = &ws.sh;
    let cyclonedx = CYCLONEDX.ensure(ws)?;
    for (manifest, target, name) in [
        ("Cargo.toml", "all", "product-pool.crate"),
        ("bindings/Cargo.toml", TARGET, "product-pool.npm"),
        (
            "server/Cargo.toml",
            "x86_64-unknown-linux-gnu",
            "product-pool-server",
        ),
    ] {
        let file = format!("{name}-{VERSION}.cdx");
        process::run(cmd!(
            sh,
            "{cyclonedx} cyclonedx --quiet --manifest-path {manifest} --format json --target {target}
             --all-features --spec-version 1.5 --override-filename {file}"
        ))?;
        // It writes one for each crate of the workspace.
        let beside = Path::new(manifest).with_file_name(format!("{file}.json"));
        sh.copy_file(&beside, folder)?;
        let written = cmd!(sh, "git ls-files --others --exclude-standard")
            .quiet()
            .read()?;
        for path in written
            .lines()
            .filter(|path| path.ends_with(&format!("{file}.json")))
        {
            sh.remove_path(path)?;
        }
    }
    for licence in [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "server/THIRD_PARTY_NOTICES.txt",
    ] {
        sh.copy_file(licence, folder)?;
    }
    let dist = ws.target.join("package/dist");
    let hashes = process::output(cmd!(sh, "node xtask/js/integrity.mjs {dist}"))?;
    Ok(sh.write_file(folder.join("integrity.txt"), hashes)?)
}

/// The SHA-256 of each file in a folder.
fn digests(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut digests = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().context("a file has a name")?;
        let digest = Sha256::digest(std::fs::read(&path)?);
        let digest = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        digests.insert(name.to_string_lossy().into_owned(), digest);
    }
    Ok(digests)
}

/// Prints and writes the table of all files, and returns those that differ.
fn print(
    first: &BTreeMap<String, String>,
    again: &BTreeMap<String, String>,
    folder: &Path,
) -> Result<Vec<String>> {
    let mut sums = String::new();
    for (name, digest) in digests(folder)? {
        let bytes = std::fs::metadata(folder.join(&name))?.len();
        let twice = match first.get(&name) {
            None => "",
            Some(digest) if again.get(&name) == Some(digest) => "the same bytes twice",
            Some(_) => "OTHER BYTES",
        };
        println!("{name:48} {bytes:>10}  {twice:20}  {digest}");
        sums += &format!("{digest}  {name}\n");
    }
    std::fs::write(folder.join("SHA256SUMS"), sums)?;
    let differs = |name: &&String| again.get(*name) != first.get(*name);
    Ok(first.keys().filter(differs).cloned().collect())
}
