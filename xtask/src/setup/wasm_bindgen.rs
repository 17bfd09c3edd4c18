//! The wasm-bindgen tools, of the version that Cargo.lock has for the crate.

use std::path::PathBuf;

use crate::failure::Result;
use crate::lockfile;
use crate::place::{self, Place};
use crate::process::{self, Quietly, command};
use crate::report::Step;

/// The two programs that are used.
const TOOL: &str = "wasm-bindgen";
const RUNNER: &str = "wasm-bindgen-test-runner";

/// Where the tools are.
#[derive(Debug, Clone)]
pub(crate) struct WasmBindgen {
    /// Their version, also the crate's.
    pub(crate) version: String,
    /// The folder that holds both programs.
    pub(crate) folder: PathBuf,
}

impl WasmBindgen {
    /// The program that makes the JavaScript.
    pub(crate) fn tool(&self) -> PathBuf {
        self.folder.join(TOOL)
    }

    /// The program that runs wasm tests in a browser.
    pub(crate) fn runner(&self) -> PathBuf {
        self.folder.join(RUNNER)
    }

    /// Whether both are there and of the right version. Only one is asked:
    /// they come together.
    fn works(&self) -> bool {
        place::is_program(&self.runner())
            && process::ask(command(self.tool()).arg("--version"))
                .is_some_and(|said| is_version(&said, &self.version))
    }
}

/// Whether `wasm-bindgen --version` said this version.
fn is_version(said: &str, version: &str) -> bool {
    said.split_whitespace().nth(1) == Some(version)
}

/// Gives the tools: from PATH, from the user's cache, or built into the cache.
pub(crate) fn ensure(place: &Place) -> Result<WasmBindgen> {
    let version = lockfile::version(&place.root, TOOL)?;
    let root = place.cache.join(format!("wasm-bindgen-{version}"));
    let on_path = place::on_path(TOOL).and_then(|path| path.parent().map(PathBuf::from));
    let cached = WasmBindgen {
        version: version.clone(),
        folder: root.join("bin"),
    };
    let found = on_path
        .map(|folder| WasmBindgen {
            version: version.clone(),
            folder,
        })
        .into_iter()
        .chain([cached.clone()])
        .find(WasmBindgen::works);
    if let Some(found) = found {
        return Ok(found);
    }

    place::make_folder(&place.cache)?;
    let mut step = Step::begin(
        &format!("installing wasm-bindgen {version}"),
        "about 90 s on two cores, once per machine",
    );
    // Not --locked: the lock file that the package ships asks for more than
    // some registries have.
    let mut install = super::quick_install(place, "wasm-bindgen-cli", &version);
    install
        .args(["--bin", TOOL, "--bin", RUNNER, "--force", "--root"])
        .arg(&root);
    let quietly = Quietly {
        log: place.logs().join("wasm-bindgen.log"),
        what: "installing wasm-bindgen",
        patience: None,
    };
    quietly.run(&mut install, &mut step, || 0)?;
    place::remove_folder(&place.cache.join("build"))?;
    step.done();
    Ok(cached)
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_compared_whole() {
        assert!(is_version("wasm-bindgen 0.2.130\n", "0.2.130"));
        assert!(is_version("wasm-bindgen 0.2.130 (abc)", "0.2.130"));
        assert!(!is_version("wasm-bindgen 0.2.13", "0.2.130"));
        assert!(!is_version("", "0.2.130"));
    }
}
