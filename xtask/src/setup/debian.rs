//! The way of Debian machines: tools from apt, and a compiler for the browser
//! whose standard library is built from the source that Debian ships with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::wasm_target::{LINK, TARGET, Toolchain};
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, Quietly, command};
use crate::report::Step;

/// The compiler, its cargo, and the source of its standard library.
const COMPILER: &[&str] = &[
    "rustc-web",
    "cargo-web",
    "rust-web-src",
    "rust-web-llvm",
    CLIPPY,
];

/// Clippy of the same version.
pub(super) const CLIPPY: &str = "rust-web-clippy";

/// Where Debian's packages put the compiler.
const PREFIX: &str = "/usr";

/// The throw-away crate that the standard library is built for.
const CRATE: &str = "empty";

/// Whether apt can be used for what is missing; the reason why not completes
/// "but …".
pub(super) fn apt_works() -> std::result::Result<(), &'static str> {
    let os = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !is_debian_like(&os) || place::on_path("apt-get").is_none() {
        return Err("this is no Debian-like machine");
    }
    if !rustix::process::geteuid().is_root() {
        return Err("only root can install packages");
    }
    Ok(())
}

/// Whether Debian's compiler can be installed.
pub(super) fn check(place: &Place) -> std::result::Result<(), String> {
    apt_works()?;
    let needed = env!("CARGO_PKG_RUST_VERSION");
    let found = candidate(place, "rustc-web");
    match found {
        Some(version) if is_at_least(&version, needed) => Ok(()),
        Some(version) => Err(format!(
            "its rustc-web is {version}, older than Rust {needed}"
        )),
        None => Err("apt has no rustc-web".to_owned()),
    }
}

/// Whether os-release names Debian or a descendant.
fn is_debian_like(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| matches!(*name, "ID" | "ID_LIKE"))
        .any(|(_, value)| value.trim_matches('"').split(' ').any(|id| id == "debian"))
}

/// The version of a package that apt would install. A machine whose package
/// lists were never fetched knows none, so they are fetched then.
fn candidate(place: &Place, package: &str) -> Option<String> {
    let ask = || {
        let policy = process::ask(command("apt-cache").args(["policy", package]))?;
        candidate_in(&policy).map(str::to_owned)
    };
    ask().or_else(|| {
        let mut step = Step::begin("fetching the package lists", "about 10 s");
        let quietly = Quietly {
            log: place.logs().join("apt-get.log"),
            what: "apt-get update",
            patience: None,
        };
        // A list that could not be fetched leaves the package unknown.
        if quietly
            .run(command("apt-get").arg("update"), &mut step, || 0)
            .is_ok()
        {
            step.done();
        }
        ask()
    })
}

/// The candidate in the words of `apt-cache policy`.
fn candidate_in(policy: &str) -> Option<&str> {
    policy
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("Candidate: "))
        .filter(|version| *version != "(none)")
}

/// Whether a Debian version such as `1.96.0+dfsg1-1` is that of Rust `needed`
/// (`1.95`) or later.
fn is_at_least(version: &str, needed: &str) -> bool {
    fn parts(text: &str) -> Option<(u32, u32)> {
        let upstream = text.split_once(':').map_or(text, |(_, rest)| rest);
        let mut numbers = upstream.split(|c: char| !c.is_ascii_digit());
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    }
    matches!((parts(version), parts(needed)), (Some(has), Some(wants)) if has >= wants)
}

/// Installs packages, with a line of progress. `log` names the log file.
pub(super) fn apt_install(place: &Place, packages: &[&str], what: &str, takes: &str) -> Result<()> {
    let mut step = Step::begin(what, takes);
    let install = |step: &mut Step| {
        let quietly = Quietly {
            log: place.logs().join("apt-get.log"),
            what: "apt-get install",
            patience: None,
        };
        quietly.run(apt_get_install().args(packages), step, || 0)
    };
    // Package lists that are out of date name files that are gone.
    if let Err(first) = install(&mut step) {
        if process::ask(command("apt-get").args(["update", "-q"])).is_none() {
            return Err(first);
        }
        install(&mut step)?;
    }
    step.done();
    Ok(())
}

/// `--no-remove`: a compiler of Debian's that somebody installed stays theirs.
fn apt_get_install() -> Command {
    let mut apt = command("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive").args([
        "install",
        "-y",
        "-q",
        "--no-install-recommends",
        "--no-remove",
        "-o",
        "DPkg::Lock::Timeout=300",
    ]);
    apt
}

/// Installs clippy for Debian's compiler.
pub(super) fn install_clippy(place: &Place) -> Result<()> {
    apt_works().map_err(|why| Failure::new(format!("{CLIPPY} is missing, but {why}")))?;
    apt_install(
        place,
        &[CLIPPY],
        "installing clippy for the browser's compiler",
        "about 5 s",
    )
}

/// Whether packages of these names can be installed here.
pub(super) fn has(place: &Place, packages: &[&str]) -> bool {
    packages
        .iter()
        .all(|package| candidate(place, package).is_some())
}

/// Installs Debian's compiler, gives it a standard library for the browser and
/// tells rustup about it.
pub(super) fn install(place: &Place) -> Result<()> {
    apt_install(
        place,
        COMPILER,
        "installing Debian's Rust compiler, which brings its library's source",
        "about 40 s, once per machine",
    )?;
    if let Some(linker) = missing_linker(&Path::new(PREFIX).join("bin/rust-lld")) {
        apt_install(place, &[&linker], "installing its linker", "about 5 s")?;
    }
    if process::ask(command("rustup").arg("--version")).is_some() {
        let mut link = command("rustup");
        link.args(["toolchain", "link", LINK, PREFIX]);
        process::ask(&mut link).ok_or_else(|| {
            Failure::new(format!("`rustup toolchain link {LINK} {PREFIX}` failed"))
        })?;
    }
    build_std(place)
}

/// The package of the linker that `rust-lld` is a link to, unless it is there:
/// the compiler's packages do not ask for it.
fn missing_linker(rust_lld: &Path) -> Option<String> {
    let linker = fs::read_link(rust_lld).ok()?;
    let missing = !rust_lld.exists();
    missing.then(|| linker.file_name()?.to_str().map(str::to_owned))?
}

/// Builds the standard library and puts it where the compiler looks for it.
fn build_std(place: &Place) -> Result<()> {
    let mut step = Step::begin(
        &format!("building the standard library for {TARGET}"),
        "about 2 min, once per machine",
    );
    let folder = place.cache.join("wasm-std");
    place::make_folder(&folder.join("src"))?;
    place::write(&folder.join("src/lib.rs"), "")?;
    place::write(
        &folder.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"{CRATE}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n"
        ),
    )?;
    let target = folder.join("target");
    let mut cargo = Toolchain::Linked.program("cargo");
    cargo
        .args(["build", "--release", "--target", TARGET])
        .args(["-Z", "build-std=std,panic_abort,test"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        // Stable compilers build the library only for those who insist.
        .env("RUSTC_BOOTSTRAP", "1")
        // Without bitcode no later build could use link-time optimisation.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    let quietly = Quietly {
        log: place.logs().join("wasm-std.log"),
        what: "building the standard library",
        patience: None,
    };
    quietly.run(&mut cargo, &mut step, || 0)?;
    let library = Toolchain::Linked
        .library()
        .ok_or_else(|| Failure::new("Debian's rustc does not say where its libraries belong"))?;
    install_std(&target.join(TARGET).join("release/deps"), &library)?;
    place::remove_folder(&folder)?;
    step.done();
    Ok(())
}

/// Replaces the folder `library` by one with the libraries in `built`. Two
/// copies of one library in a folder would make the compiler refuse both.
fn install_std(built: &Path, library: &Path) -> Result<()> {
    let mut fresh = library.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    place::remove_folder(&fresh)?;
    place::make_folder(&fresh)?;
    let files = fs::read_dir(built).map_err(|error| Failure::file("read", built, &error))?;
    for file in files.flatten() {
        let name = file.file_name();
        if is_library(&name.to_string_lossy()) {
            fs::copy(file.path(), fresh.join(&name))
                .map_err(|error| Failure::file("copy", &file.path(), &error))?;
        }
    }
    place::remove_folder(library)?;
    fs::rename(&fresh, library).map_err(|error| Failure::file("make", library, &error))
}

/// Whether a built file belongs to the standard library.
fn is_library(name: &str) -> bool {
    name.strip_prefix("lib").is_some_and(|rest| {
        (rest.ends_with(".rlib") || rest.ends_with(".rmeta"))
            && !rest.starts_with(&format!("{CRATE}-"))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_descendants_are_recognised() {
        assert!(is_debian_like("PRETTY_NAME=\"Debian\"\nID=debian\n"));
        assert!(is_debian_like("ID=mint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian_like("ID=fedora\nHOME_URL=debian\n"));
        assert!(!is_debian_like(""));
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(is_at_least("1.96.0+dfsg1-1~deb12u2", "1.95"));
        assert!(is_at_least("1:1.100.0-1", "1.95"));
        assert!(is_at_least("1.95.0", "1.95"));
        assert!(!is_at_least("1.85.0+dfsg3-1~deb12u3", "1.95"));
        assert!(!is_at_least("unknown", "1.95"));
    }

    #[test]
    fn the_candidate_is_read_and_none_is_none() {
        let policy = "rustc-web:\n  Installed: (none)\n  Candidate: 1.96.0\n";
        assert_eq!(candidate_in(policy), Some("1.96.0"));
        assert_eq!(candidate_in("x:\n  Candidate: (none)\n"), None);
        assert_eq!(candidate_in(""), None);
    }

    #[test]
    fn the_library_is_told_from_the_crate_it_was_built_for() {
        assert!(is_library("libstd-1.rlib"));
        assert!(is_library("libcore-1.rmeta"));
        assert!(!is_library("libempty-1.rlib"));
        assert!(!is_library("std-1.d"));
    }

    #[test]
    fn an_old_library_is_replaced_whole() {
        let base = std::env::temp_dir().join(format!("xtask-std-{}", std::process::id()));
        let (built, library) = (base.join("built"), base.join("lib"));
        fs::create_dir_all(&built).unwrap();
        fs::create_dir_all(&library).unwrap();
        for name in ["libstd-2.rlib", "libempty-2.rlib", "std-2.d"] {
            fs::write(built.join(name), "new").unwrap();
        }
        fs::write(library.join("libstd-1.rlib"), "old").unwrap();
        install_std(&built, &library).unwrap();
        let names: Vec<_> = fs::read_dir(&library)
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        assert_eq!(names, ["libstd-2.rlib"]);
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_linker_is_missing_when_its_link_leads_nowhere() {
        let link = std::env::temp_dir().join(format!("xtask-lld-{}", std::process::id()));
        std::os::unix::fs::symlink("lld-22", &link).unwrap();
        assert_eq!(missing_linker(&link).as_deref(), Some("lld-22"));
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink("/bin/sh", &link).unwrap();
        assert_eq!(missing_linker(&link), None);
        fs::remove_file(&link).unwrap();
    }
}
