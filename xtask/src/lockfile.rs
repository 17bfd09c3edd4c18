//! Versions from Cargo.lock: the wasm-bindgen tool must be of exactly the
//! version of the crate, to the last digit.

use std::fs;
use std::path::Path;

use crate::failure::{Failure, Result};

/// The version of `package` that the lock file in `root` settles on.
pub(crate) fn version(root: &Path, package: &str) -> Result<String> {
    let path = root.join("Cargo.lock");
    let text = fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
    match versions(&text, package).as_slice() {
        [one] => Ok((*one).to_owned()),
        [] => Err(Failure::new(format!(
            "Cargo.lock has no {package}: is the workspace complete?"
        ))),
        several => Err(Failure::new(format!(
            "Cargo.lock has {package} in several versions ({}); only one can be served",
            several.join(", ")
        ))),
    }
}

/// Every version of `package` in the text of a lock file. Cargo writes `name`
/// and `version` as the first two lines of each `[[package]]`.
fn versions<'a>(lock: &'a str, package: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut name = None;
    for line in lock.lines() {
        match line.split_once(" = ") {
            Some(("name", value)) => name = Some(value.trim_matches('"')),
            Some(("version", value)) if name == Some(package) => {
                found.push(value.trim_matches('"'));
                name = None;
            }
            _ if line.starts_with("[[") => name = None,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::versions;

    const LOCK: &str = r#"version = 4

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
dependencies = [
 "wasm-bindgen-macro",
]

[[package]]
name = "wasm-bindgen-macro"
version = "0.2.129"

[[package]]
name = "gloo-net"
version = "0.5.0"

[[package]]
name = "gloo-net"
version = "0.7.0"
"#;

    #[test]
    fn finds_the_package_and_not_its_namesakes() {
        assert_eq!(versions(LOCK, "wasm-bindgen"), ["0.2.130"]);
        assert_eq!(versions(LOCK, "wasm-bindgen-macro"), ["0.2.129"]);
    }

    #[test]
    fn finds_none_and_several() {
        assert!(versions(LOCK, "wasm").is_empty());
        assert_eq!(versions(LOCK, "gloo-net"), ["0.5.0", "0.7.0"]);
    }

    #[test]
    fn the_files_own_version_is_not_a_packages() {
        assert!(versions(LOCK, "").is_empty());
        assert!(versions("version = 4\n", "x").is_empty());
    }
}
