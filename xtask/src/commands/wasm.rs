//! `cargo xtask build`: the WebAssembly modules and their JavaScript.
//!
//! The crate of bindings is built several times, with a set of features each, so that a
//! page that wants data never downloads the card. Cargo gives all builds the same file
//! name and forgets the one when it makes the other; so each is copied aside
//! together with the list of its source files, and none is built again until
//! one of those has changed.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::optimise;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::report;
use crate::setup::wasm_bindgen::{self, WasmBindgen};
use crate::setup::wasm_target::{self, TARGET, Toolchain};
use crate::setup::{node, wasm_opt};
use crate::stamp::{self, Digest};

/// A build of the bindings for the browser.
#[derive(Debug)]
struct Module {
    /// The name of its files in pkg/dist.
    name: &'static str,
    /// The features that it is built with.
    features: &'static str,
}

/// The modules of the npm package.
const MODULES: [Module; 5] = [
    Module {
        name: "client",
        features: CLIENT,
    },
    Module {
        name: "tools",
        features: TOOLS,
    },
    Module {
        name: "card",
        features: CARD,
    },
    Module {
        name: "label",
        features: LABEL,
    },
    Module {
        name: "views",
        features: VIEWS,
    },
];

/// The features of the client alone.
pub(crate) const CLIENT: &str = "client";

/// The features of the client with what few pages need.
pub(crate) const TOOLS: &str = "tools";

/// The features of the card: no client, which few of its pages need.
pub(crate) const CARD: &str = "card";

/// The features of the Yew components, which the tests in the browser mount.
pub(crate) const YEW: &str = "card,client,dom";

/// The features of the label alone.
pub(crate) const LABEL: &str = "label";

/// The features of the matrix and the view of changes.
pub(crate) const VIEWS: &str = "views";

/// Quick to build or small to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Cargo's own profile for development, shared with the tests.
    Development,
    /// The profile of `.cargo/config.toml`, and wasm-opt after it.
    Release,
}

impl Mode {
    /// Cargo's name of the profile, and of its folder.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Self::Development => ("dev", "debug"),
            Self::Release => ("wasm-release", "wasm-release"),
        }
    }
}

/// The compiler and the tool that building needs.
#[derive(Debug)]
pub(crate) struct Tools {
    /// The compiler.
    pub(crate) toolchain: Toolchain,
    /// The maker of the JavaScript.
    pub(crate) bindgen: WasmBindgen,
}

impl Tools {
    /// Gives both, set up if need be.
    pub(crate) fn ensure(place: &Place) -> Result<Self> {
        Ok(Self {
            toolchain: wasm_target::ensure(place)?,
            bindgen: wasm_bindgen::ensure(place)?,
        })
    }
}

/// Runs the command.
pub(crate) fn run(place: &Place, release: bool) -> Result<()> {
    let tools = Tools::ensure(place)?;
    let mode = if release {
        Mode::Release
    } else {
        Mode::Development
    };
    build(place, &tools, mode)?;
    report::note(&format!("built {}", place.dist().display()));
    Ok(())
}

/// Brings pkg/dist up to date.
pub(crate) fn build(place: &Place, tools: &Tools, mode: Mode) -> Result<()> {
    let _lock = place.lock()?;
    let optimiser = match mode {
        Mode::Development => None,
        Mode::Release => optimiser(place)?,
    };
    let (profile, _) = mode.profile();
    let common = Digest::default()
        .text(&tools.toolchain.fingerprint())
        .text(profile)
        .text(&std::env::var("RUSTFLAGS").unwrap_or_default())
        .finish();
    for module in &MODULES {
        let kept = Kept::of(place, module, mode);
        if !kept.is_current(place, &common) {
            compile(place, tools, module, mode, &kept)?;
            kept.record(place, &common)?;
        }
        bind(place, tools, module, mode, &kept, optimiser.as_deref())?;
    }
    languages(place)
}

/// The languages of the card as modules, each to be loaded when it is wanted.
fn languages(place: &Place) -> Result<()> {
    let from = place.root.join("src").join("messages");
    let to = place.dist().join("lang");
    place::make_folder(&to)?;
    let list = fs::read_dir(&from).map_err(|error| Failure::file("read", &from, &error))?;
    for file in list.flatten().map(|entry| entry.path()) {
        if file.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(|e| Failure::file("read", &file, &e))?;
        let name = file.file_stem().unwrap_or_default().to_owned();
        let module = to.join(&name).with_extension("js");
        let lexicon = lexicon(place, &name)?;
        let text = text.trim_end().trim_end_matches('}').trim_end();
        let text = format!("export default {text}{lexicon}\n}};\n");
        if fs::read_to_string(&module).is_ok_and(|there| there == text) {
            continue;
        }
        fs::write(&module, text).map_err(|e| Failure::file("write", &module, &e))?;
    }
    Ok(())
}

/// The member of a language's module that has the words of its lexicon; nothing
/// for English, which is compiled in.
fn lexicon(place: &Place, language: &OsStr) -> Result<String> {
    let folder = place.root.join("src").join("lexicon");
    let file = folder.join(language).with_extension("txt");
    if language == "en-GB" {
        return Ok(String::new());
    }
    let text = fs::read_to_string(&file).map_err(|e| Failure::file("read", &file, &e))?;
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    // What Rust escapes, JavaScript reads.
    Ok(format!(",\n  \"lexicon\": {:?}", lines.join("\n")))
}

/// wasm-opt, which needs Node; a release without either is only larger.
fn optimiser(place: &Place) -> Result<Option<PathBuf>> {
    match node::find() {
        Ok(node) => wasm_opt::ensure(place, &node).map(Some),
        Err(why) => {
            report::note(&format!("building without wasm-opt: {why}"));
            Ok(None)
        }
    }
}

/// Where a module is kept between builds.
#[derive(Debug)]
struct Kept {
    wasm: PathBuf,
    sources: PathBuf,
    stamp: PathBuf,
}

impl Kept {
    fn of(place: &Place, module: &Module, mode: Mode) -> Self {
        let base = place.state().join(mode.profile().1).join(module.name);
        Self {
            wasm: base.with_extension("wasm"),
            sources: base.with_extension("d"),
            stamp: base.with_extension("stamp"),
        }
    }

    fn is_current(&self, place: &Place, common: &str) -> bool {
        self.wasm.is_file()
            && self
                .digest(place, common)
                .is_some_and(|digest| stamp::is_current(&self.stamp, &digest))
    }

    /// The digest of all that the module is made from, if all of it is there.
    fn digest(&self, place: &Place, common: &str) -> Option<String> {
        let mut digest = Digest::default().text(common);
        for settings in [
            "Cargo.toml",
            "bindings/Cargo.toml",
            "Cargo.lock",
            ".cargo/config.toml",
        ] {
            digest = digest.file(&place.root.join(settings)).ok()?;
        }
        for source in listed_sources(&fs::read_to_string(&self.sources).ok()?) {
            digest = digest.file(&source).ok()?;
        }
        Some(digest.finish())
    }

    /// Notes that the module is up to date.
    fn record(&self, place: &Place, common: &str) -> Result<()> {
        match self.digest(place, common) {
            Some(digest) => stamp::record(&self.stamp, &digest),
            None => Ok(()),
        }
    }
}

/// The source files in a dependency list of cargo's: one line, `output:
/// source source …`, with a backslash before a space that is part of a name.
fn listed_sources(list: &str) -> Vec<PathBuf> {
    let Some((_, sources)) = list.lines().next().and_then(|line| line.split_once(": ")) else {
        return Vec::new();
    };
    let mut names = vec![String::new()];
    let mut characters = sources.chars();
    while let Some(character) = characters.next() {
        match (character, names.last_mut()) {
            ('\\', Some(name)) => name.extend(characters.next()),
            (' ', _) => names.push(String::new()),
            (other, Some(name)) => name.push(other),
            (_, None) => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names.into_iter().map(PathBuf::from).collect()
}

/// Compiles a module and keeps it.
fn compile(place: &Place, tools: &Tools, module: &Module, mode: Mode, kept: &Kept) -> Result<()> {
    report::note(&format!(
        "compiling the {} for the browser ({})",
        module.name,
        match mode {
            Mode::Development => "about a minute the first time",
            Mode::Release => "about two minutes the first time",
        }
    ));
    let begun = SystemTime::now();
    let (profile, folder) = mode.profile();
    let mut cargo = tools.toolchain.cargo(place, "build");
    cargo.args([
        "--package",
        "product-pool-bindings",
        "--lib",
        "--target",
        TARGET,
    ]);
    cargo.args(["--features", module.features, "--profile", profile]);
    process::run(&mut cargo, &format!("compiling the {}", module.name))?;

    let built = place
        .target
        .join(TARGET)
        .join(folder)
        .join("product_pool_bindings");
    if let Some(folder) = kept.wasm.parent() {
        place::make_folder(folder)?;
    }
    // A list whose copy fails halfway must not meet an older stamp.
    let _ = fs::remove_file(&kept.stamp);
    copy(&built.with_extension("wasm"), &kept.wasm)?;
    copy(&built.with_extension("d"), &kept.sources)?;
    refuse_edits(&kept.sources, begun)
}

/// Drops the list of sources when one of them was edited while the compiler
/// ran: which text went in is not known then, and the next run compiles again.
fn refuse_edits(sources: &Path, begun: SystemTime) -> Result<()> {
    let list = fs::read_to_string(sources).map_err(|e| Failure::file("read", sources, &e))?;
    let edited = |path: &PathBuf| {
        fs::metadata(path)
            .and_then(|meta| meta.modified())
            .is_ok_and(|modified| modified > begun)
    };
    if listed_sources(&list).iter().any(edited) {
        let _ = fs::remove_file(sources);
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| Failure::file("copy", from, &error))
}

/// Makes a kept module's files in pkg/dist, unless they are made from it.
fn bind(
    place: &Place,
    tools: &Tools,
    module: &Module,
    mode: Mode,
    kept: &Kept,
    optimiser: Option<&Path>,
) -> Result<()> {
    let dist = place.dist();
    let wasm = dist.join(format!("{}_bg.wasm", module.name));
    let glue = dist.join(format!("{}.js", module.name));
    let stamp = place.state().join(format!("{}.dist", module.name));
    // No stamp: the sources were edited meanwhile, so bind what there is.
    let digest = fs::read_to_string(&kept.stamp).ok().map(|source| {
        Digest::default()
            .text(&source)
            .text(&tools.bindgen.version)
            .text(optimiser.map_or("", |path| path.to_str().unwrap_or_default()))
            .text(&optimise::options())
            .text(place.root.to_str().unwrap_or_default())
            .finish()
    });
    if let Some(digest) = &digest
        && wasm.is_file()
        && glue.is_file()
        && stamp::is_current(&stamp, digest)
    {
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    let mut bindgen = bindgen(tools, module, &dist, kept);
    if mode == Mode::Release {
        bindgen.arg("--remove-producers-section");
    }
    match optimiser {
        // It orders functions by their names before it strips them.
        Some(program) => {
            process::run(bindgen.arg("--no-demangle"), "wasm-bindgen")?;
            optimise::optimise(program, &wasm, &glue)?;
        }
        None => {
            if mode == Mode::Release {
                bindgen.arg("--remove-name-section");
            }
            process::run(&mut bindgen, "wasm-bindgen")?;
        }
    }
    digest.map_or(Ok(()), |digest| stamp::record(&stamp, &digest))
}

/// The command that makes a kept module's files in a folder.
fn bindgen(tools: &Tools, module: &Module, folder: &Path, kept: &Kept) -> Command {
    let mut bindgen = command(tools.bindgen.tool());
    bindgen
        .args(["--target", "web", "--no-typescript"])
        .args(["--out-name", module.name, "--out-dir"])
        .args([folder, &kept.wasm]);
    bindgen
}

/// The released modules once more, made in the same way but with the names of
/// their functions: each module's name and where it lies.
pub(crate) fn named(place: &Place) -> Result<Vec<(&'static str, PathBuf)>> {
    let tools = Tools::ensure(place)?;
    let optimiser = optimiser(place)?;
    let folder = place.state().join("named");
    let mut made = Vec::new();
    for module in &MODULES {
        let kept = Kept::of(place, module, Mode::Release);
        let wasm = folder.join(format!("{}_bg.wasm", module.name));
        let stamp = wasm.with_extension("stamp");
        let digest = Digest::default()
            .file(&kept.wasm)
            .map_err(|error| Failure::file("read", &kept.wasm, &error))?
            .text(&tools.bindgen.version)
            .text(
                optimiser
                    .as_deref()
                    .and_then(Path::to_str)
                    .unwrap_or_default(),
            )
            .text(&optimise::options())
            .finish();
        if !stamp::is_current(&stamp, &digest) {
            let mut bindgen = bindgen(&tools, module, &folder, &kept);
            process::run(bindgen.arg("--no-demangle"), "wasm-bindgen")?;
            if let Some(program) = &optimiser {
                optimise::with_names(program, &wasm)?;
            }
            stamp::record(&stamp, &digest)?;
        }
        made.push((module.name, wasm));
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_list_of_sources_is_read() {
        let list = "/t/product_pool.wasm: /w/src/lib.rs /w/my\\ src/gtin.rs\n\n/w/src/lib.rs:\n";
        assert_eq!(
            listed_sources(list),
            [PathBuf::from("/w/src/lib.rs"), "/w/my src/gtin.rs".into()]
        );
        assert!(listed_sources("").is_empty());
        assert!(listed_sources("/t/out: \n").is_empty());
    }

    #[test]
    fn the_modules_have_names_of_their_own() {
        for (number, module) in MODULES.iter().enumerate() {
            for other in &MODULES[..number] {
                assert_ne!(module.name, other.name);
                assert_ne!(module.features, other.features);
            }
        }
    }
}
