//! What wasm-opt does to a module that wasm-bindgen has made.

use std::fs;
use std::path::Path;

use super::shorten::shorten;
use crate::failure::{Failure, Result};
use crate::process::{self, command};
use crate::report::{self, Step};

/// What makes a module small to download. Functions with one caller stay apart
/// unless they are tiny: merged they are fewer bytes, but alike no more, and what
/// is alike compresses. What is known of the whole program makes more of it
/// needless, so all passes run again after that. And the lowest kilobyte counts as
/// unused: it is the far end of the stack, which the linker puts first.
const SMALLER: [&str; 7] = [
    "-Oz",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=15",
    "--gufa-optimizing",
    "--optimize-added-constants-propagate",
    "-Oz",
    "--strip-producers",
];

/// The option of wasm-opt that gives imports and exports short names, and
/// prints which.
const SHORT_NAMES: &str = "--minify-imports-and-exports-and-modules";

/// Puts side by side what has nearly the same name, such as one generic function
/// for many types: it is nearly the same code, and compresses better so.
const ORDER: &str = "--reorder-functions-by-name";

/// All that makes a module another one than wasm-bindgen left it.
pub(super) fn options() -> String {
    [SHORT_NAMES, ORDER, &SMALLER.join(" ")].join(" ")
}

/// Makes a module smaller, but with the names of its functions.
pub(super) fn with_names(program: &Path, wasm: &Path) -> Result<()> {
    let name = wasm.file_name().unwrap_or_default().display();
    let step = Step::begin(&format!("optimising {name} with its names"), "about 10 s");
    let mut optimiser = command(program);
    optimiser.arg(wasm).arg("-o").arg(wasm);
    optimiser.args(SMALLER).args([ORDER, "--debuginfo"]);
    process::run(optimiser.arg("--strip-target-features"), "wasm-opt")?;
    step.done();
    Ok(())
}

/// Makes a module smaller, and shortens the names between it and its glue. The
/// features that the compiler used stand in the module; they are stripped last
/// because browsers need no list of them.
pub(super) fn optimise(program: &Path, wasm: &Path, glue: &Path) -> Result<()> {
    let name = wasm.file_name().unwrap_or_default().display().to_string();
    let step = Step::begin(&format!("optimising {name}"), "about 10 s");
    let smaller = wasm.with_extension("opt");
    let names = wasm.with_extension("names");
    let pass = |options: &[&str]| -> Result<()> {
        let list = fs::File::create(&names).map_err(|e| Failure::file("write", &names, &e))?;
        let mut optimiser = command(program);
        optimiser
            .arg(wasm)
            .arg("-o")
            .arg(&smaller)
            .args(SMALLER)
            .args(options)
            .args([ORDER, "--strip-debug", "--strip-target-features"])
            .stdout(list);
        process::run(&mut optimiser, "wasm-opt")
    };
    pass(&[SHORT_NAMES])?;
    let list = fs::read_to_string(&names).map_err(|e| Failure::file("read", &names, &e))?;
    let text = fs::read_to_string(glue).map_err(|error| Failure::file("read", glue, &error))?;
    match shorten(&text, &list) {
        Some(text) => {
            fs::write(glue, text).map_err(|error| Failure::file("write", glue, &error))?;
        }
        None => {
            report::note(&format!(
                "{name} keeps its long names: its glue is of a new form"
            ));
            pass(&[])?;
        }
    }
    fs::remove_file(&names).map_err(|error| Failure::file("remove", &names, &error))?;
    fs::rename(&smaller, wasm).map_err(|error| Failure::file("replace", wasm, &error))?;
    step.done();
    Ok(())
}
