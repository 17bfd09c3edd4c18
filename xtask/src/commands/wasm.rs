//! `cargo xtask build`: the WebAssembly modules and their JavaScript, and the package's own modules; and the demo's shop and the
//! example for Yew, which are built the same way.
//!
//! The crate of bindings is built several times, with one feature each, so that a page that
//! wants data never downloads the card. Cargo knows what has changed since the last time.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};
use xshell::{Cmd, cmd};

use crate::note::note;
use crate::process;
use crate::setup::node;
use crate::setup::rust::{BINDGEN, Tools};
use crate::setup::toolchain::TARGET;
use crate::stamp;
use crate::workspace::Workspace;

/// The modules of the npm package: each one's feature of the bindings, and its name in pkg/dist/wasm.
pub(crate) const MODULES: [&str; 5] = ["client", "tools", "card", "label", "views"];

/// The library's features that modules use, of all of them together.
const LIBRARY: &str =
    "--features=product-pool/yew,product-pool/client,product-pool/dom,product-pool/exact-digits";

/// Where the demo's shop is built, with the files of languages that it loads.
const SHOP: &str = "www/dist";

/// The package of the program that writes these.
pub(crate) const LANGUAGES: &str = "product-pool-languages";

/// What is compiled for the browser.
#[derive(Clone, Copy)]
struct Module {
    /// Its name in the folder of its files.
    name: &'static str,
    /// The crate, and the kind of target that it is in it.
    package: &'static str,
    kind: &'static str,
    /// The feature that it is built with.
    feature: Option<&'static str>,
    /// The folder of its files.
    dist: &'static str,
}

impl Module {
    /// A module of the package.
    fn of_package(name: &'static str) -> Module {
        Module {
            name,
            package: "product-pool-bindings",
            kind: "example",
            feature: Some(name),
            dist: "pkg/dist/wasm",
        }
    }

    /// The shop.
    const SHOP: Module = Module {
        name: "shop",
        package: "product-pool-shop",
        kind: "bin",
        feature: None,
        dist: SHOP,
    };

    /// The smallest Yew application with a card, built like the package's modules, to be measured
    /// beside them.
    const EXAMPLE: Module = Module {
        name: "yew-card",
        package: "yew-card",
        kind: "bin",
        feature: None,
        dist: "examples/yew-card/dist",
    };
}

/// Settings of cargo for the module of this name. The tools check records against the field table,
/// as often as a program reads one, and a page with a card never loads them: their code may be a
/// twelfth larger to be half as fast again.
fn settings(name: &str) -> &'static [&'static str] {
    match name {
        "tools" => &["--config=profile.wasm-release.package.product-pool.opt-level='s'"],
        _ => &[],
    }
}

/// Flags of the compiler by which the messages of panics do not name the builder's folders: a program
/// is the same wherever it is built.
pub(crate) fn plain_paths(ws: &Workspace) -> Result<[String; 2]> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home.context("neither CARGO_HOME nor HOME is set")?;
    let remap = |folder: &Path, name| format!("--remap-path-prefix={}={name}", folder.display());
    Ok([remap(&home, "cargo"), remap(&ws.target, "target")])
}

/// Options of wasm-opt that make a module small to download, 3 KB of gzip smaller in the card than
/// `-Oz` alone. Control flow is built anew. The passes of `-Oz` that merge what is alike, and functions
/// with one caller, make code shorter that compresses worse, so they are left out in the end. The lowest
/// kilobyte counts as unused: it is the far end of the stack, which the linker puts first.
const WASM_OPT: [&str; 12] = [
    "-Oz",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=25",
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    "--skip-pass=simplify-locals",
    "--skip-pass=merge-locals",
    "--skip-pass=local-cse",
    "--skip-pass=memory-packing",
    // Last, because wasm-opt reads it and browsers do not.
    "--strip-target-features",
];

/// An option of wasm-opt that gives imports and exports short names, and prints them for
/// `short-names.mjs`. Those of wasm-bindgen end with hashes, which do not compress: 3.0 KB of gzip in
/// the client, 1.3 in the card.
const SHORT_NAMES: &str = "--minify-imports-and-exports-and-modules";

/// An option of cargo for a development build of what people open: the library is compiled more quickly
/// than for the native tests, of which there are many more.
pub(crate) const UNOPTIMISED: &str = "--config=profile.dev.package.product-pool.opt-level=0";

/// Packages with whose features every module is compiled for development, so that what they depend on is
/// compiled once. A release would be larger.
const TOGETHER: [&str; 3] = [
    LIBRARY,
    "--package=product-pool-bindings",
    "--package=product-pool-shop",
];

/// Quick to build or small to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Cargo's profile for development.
    Development,
    /// The profile of `.cargo/config.toml`, and wasm-opt after it, which takes longest.
    Release,
}

impl Mode {
    /// The mode that a flag `--release` chooses.
    pub(crate) fn of(release: bool) -> Mode {
        if release {
            Mode::Release
        } else {
            Mode::Development
        }
    }

    /// Cargo's name of the profile, and of its folder.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Self::Development => ("dev", "debug"),
            Self::Release => ("wasm-release", "wasm-release"),
        }
    }
}

/// Runs the command.
pub(crate) fn run(ws: &Workspace, mode: Mode) -> Result<()> {
    build(ws, mode)?;
    note(&format!("built {}", ws.dist().display()));
    Ok(())
}

/// Brings pkg/dist up to date, and returns what it was built with.
pub(crate) fn build(ws: &Workspace, mode: Mode) -> Result<Tools> {
    build_with(ws, mode, None)
}

/// Brings pkg/dist and the demo's shop up to date, but for the shop's languages.
pub(crate) fn build_demo(ws: &Workspace, mode: Mode) -> Result<()> {
    build_with(ws, mode, Some(Module::SHOP)).map(drop)
}

fn build_with(ws: &Workspace, mode: Mode, shop: Option<Module>) -> Result<Tools> {
    let modules = shop.into_iter().chain(MODULES.map(Module::of_package));
    thread::scope(|scope| {
        let ws_of_scripts = ws.clone();
        let scripts = scope.spawn(move || write_scripts(&ws_of_scripts));
        let tools = build_modules(ws, mode, modules)?;
        join(scripts)?;
        Ok(tools)
    })
}

/// Writes what takes no compiler.
fn write_scripts(ws: &Workspace) -> Result<()> {
    write_styles(ws)?;
    write_languages(ws)?;
    // Without Node the demo still has its shop, which is in Rust.
    match node::check(ws) {
        Ok(()) => write_modules(ws),
        Err(why) => {
            note(&format!(
                "without Node there are no elements and no playground: {why}"
            ));
            Ok(())
        }
    }
}

/// The script that takes the types away from the package's modules.
pub(crate) fn modules_script(ws: &Workspace) -> Cmd<'_> {
    let root = &ws.root;
    cmd!(ws.sh, "node xtask/js/modules.mjs {root}")
}

/// The script that writes the package's declarations.
pub(crate) fn declarations_script(ws: &Workspace) -> Cmd<'_> {
    let root = &ws.root;
    cmd!(ws.sh, "node xtask/js/declarations.mjs {root}")
}

/// Writes the package's modules without their types.
fn write_modules(ws: &Workspace) -> Result<()> {
    let _lock = ws.lock("modules.lock")?;
    node::BUILD.ensure(ws)?;
    process::run(modules_script(ws))
}

/// Brings the demo's shop up to date, but for the languages that it loads.
pub(crate) fn build_shop_alone(ws: &Workspace, mode: Mode) -> Result<()> {
    build_modules(ws, mode, [Module::SHOP]).map(drop)
}

/// Writes the files of languages that the shop loads, by the program that was built last.
pub(crate) fn write_languages_of_shop(ws: &Workspace) -> Result<()> {
    let program = ws.target.join("debug").join(LANGUAGES);
    process::run(cmd!(ws.sh, "{program} {SHOP}/languages"))
}

/// Brings the release of the example for Yew up to date, which is only measured.
pub(crate) fn build_example(ws: &Workspace) -> Result<()> {
    build_modules(ws, Mode::Release, [Module::EXAMPLE]).map(drop)
}

/// Compiles modules, and makes the files of those that have changed.
fn build_modules(
    ws: &Workspace,
    mode: Mode,
    modules: impl IntoIterator<Item = Module>,
) -> Result<Tools> {
    let _lock = ws.lock("lock")?;
    let tools = Tools::ensure(ws)?;
    // Without Node there is no wasm-opt, and a release is merely larger.
    let optimiser = match (mode, node::check(ws)) {
        (Mode::Development, _) => None,
        (Mode::Release, Ok(())) => Some(node::ensure_wasm_opt(ws)?),
        (Mode::Release, Err(why)) => {
            note(&format!("building without wasm-opt: {why}"));
            None
        }
    };
    let build = Build {
        ws: ws.clone(),
        mode,
        optimiser,
        tools: &tools,
    };
    // While the compiler works on a module, wasm-opt works on the one before: each has one thread.
    thread::scope(|scope| {
        let mut binding = None;
        for module in modules {
            build.compile(module)?;
            binding.take().map_or(Ok(()), join)?;
            let build = build.clone();
            binding = Some(scope.spawn(move || build.bind(module)));
        }
        binding.map_or(Ok(()), join)
    })?;
    Ok(tools)
}

/// The result of a thread.
fn join(thread: ScopedJoinHandle<'_, Result<()>>) -> Result<()> {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// What the builds of all modules share.
#[derive(Clone)]
struct Build<'a> {
    ws: Workspace,
    tools: &'a Tools,
    mode: Mode,
    optimiser: Option<PathBuf>,
}

impl Build<'_> {
    /// A module as the compiler made it.
    fn compiled(&self, Module { name, kind, .. }: Module) -> PathBuf {
        let folder = self.ws.target.join(TARGET).join(self.mode.profile().1);
        let folder = match kind {
            "example" => folder.join("examples"),
            _ => folder,
        };
        folder.join(name).with_extension("wasm")
    }

    fn compile(&self, module: Module) -> Result<()> {
        let Module {
            name,
            package,
            kind,
            ..
        } = module;
        let (profile, settings) = (self.mode.profile().0, settings(name));
        let together: &[&str] = match self.mode {
            Mode::Development => &TOGETHER,
            Mode::Release => &[],
        };
        let feature = module.feature.map(|name| format!("--features={name}"));
        let paths = match self.mode {
            Mode::Development => None,
            // A list of TOML's texts, which have the escapes of Rust.
            Mode::Release => {
                let flags = plain_paths(&self.ws)?;
                Some(format!("--config=target.{TARGET}.rustflags={flags:?}"))
            }
        };
        let cargo = cmd!(
            self.ws.sh,
            "cargo build {UNOPTIMISED} {settings...} {paths...} --package {package} --{kind} {name}
             {feature...} {together...} --target {TARGET} --profile {profile}"
        );
        process::run(self.tools.toolchain.choose(cargo))
    }

    /// Makes a module's files, unless they are up to date.
    fn bind(&self, module: Module) -> Result<()> {
        let (sh, bindgen, name) = (&self.ws.sh, &self.tools.bindgen, module.name);
        let dist = self.ws.root.join(module.dist);
        let glue = dist.join(format!("{name}.js"));
        let bound = dist.join(format!("{name}_bg.wasm"));
        let stamp = self.ws.state().join(format!("{name}.dist"));
        // Not for the example for Yew: its size is to be that of what Trunk builds.
        let short_names = MODULES.contains(&name).then_some(SHORT_NAMES);
        let wasm = self.compiled(module);
        let settings = format!(
            "{:?} {bindgen:?} {:?} {WASM_OPT:?} {short_names:?} {dist:?}",
            self.mode, self.optimiser
        );
        let script = Path::new("xtask/js/short-names.mjs");
        let digest = stamp::digest(sh, [&wasm, script], &settings)?;
        if bound.is_file() && glue.is_file() && stamp::is_current(&stamp, &digest) {
            return Ok(());
        }
        sh.remove_path(&stamp)?;
        let options: &[&str] = match self.mode {
            Mode::Development => &[],
            Mode::Release => &["--remove-producers-section", "--remove-name-section"],
        };
        let program = bindgen.join(BINDGEN);
        let command = cmd!(
            sh,
            "{program} --target web --no-typescript {options...} --out-name {name}
             --out-dir {dist} {wasm}"
        );
        process::run(command)?;
        if let Some(program) = &self.optimiser {
            note(&format!("optimising {name}_bg.wasm (about 10 s)"));
            let optimise = cmd!(
                sh,
                "{program} {bound} -o {bound} {WASM_OPT...} {short_names...}"
            );
            let printed = process::output(optimise)?;
            if short_names.is_some() {
                let names = self.ws.state().join(format!("{name}.names"));
                sh.write_file(&names, printed)?;
                process::run(cmd!(sh, "node xtask/js/short-names.mjs {glue} {names}"))?;
            }
        }
        Ok(sh.write_file(&stamp, &digest)?)
    }
}

/// Writes the style sheets as modules that export their text.
fn write_styles(ws: &Workspace) -> Result<()> {
    for file in ws.sh.read_dir("pkg/styles")? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // Rust's escapes are JavaScript's too.
        let text = format!("export default {:?};\n", ws.sh.read_file(&file)?);
        write_if_changed(ws, &ws.dist().join(format!("styles/{name}.css.js")), &text)?;
    }
    Ok(())
}

/// Writes each of the card's languages as a module: its messages, the certificates' own names
/// where it has no other, and its lexicon, but for English, whose lexicon is compiled in.
fn write_languages(ws: &Workspace) -> Result<()> {
    let certificates = ws.sh.read_file("src/messages/certificates.txt")?;
    for file in ws.sh.read_dir("src/messages")? {
        if file.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let language = file.file_stem().unwrap_or_default().to_string_lossy();
        let text = ws.sh.read_file(&file)?;
        // One message a line, which a test of the messages checks.
        let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
        let messages = lines.filter(|line| line.starts_with('"'));
        let key = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
        let named: HashSet<String> = messages.clone().map(key).collect();
        let mut entries: Vec<String> = messages.map(str::to_owned).collect();
        entries.extend(
            certificates
                .lines()
                .filter_map(|line| line.split_once(' '))
                .filter(|(key, _)| !named.contains(*key))
                .map(|(key, name)| format!("{key:?}: {name:?}")),
        );
        if language != "en-GB" {
            let lexicon = ws.sh.read_file(format!("src/lexicon/{language}.txt"))?;
            let lines = lexicon
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'));
            // Rust's escapes are JavaScript's too.
            let lexicon = lines.collect::<Vec<_>>().join("\n");
            entries.push(format!("\"lexicon\": {lexicon:?}"));
        }
        let module = format!("export default {{\n{}\n}};\n", entries.join(",\n"));
        let path = ws.dist().join(format!("lang/{language}.js"));
        write_if_changed(ws, &path, &module)?;
    }
    Ok(())
}

/// Writes a file, unless it has that text already, so that its modification time stays.
fn write_if_changed(ws: &Workspace, path: &Path, text: &str) -> Result<()> {
    if !std::fs::read_to_string(path).is_ok_and(|there| there == text) {
        ws.sh.write_file(path, text)?;
    }
    Ok(())
}
