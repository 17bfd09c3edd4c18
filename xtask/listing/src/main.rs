//! Writes the listing of the public API: from rustdoc's JSON, natively and on WebAssembly, the first two
//! arguments, into a file, the third. With `--check` it fails where the file is another. `cargo xtask
//! api` runs it.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use public_api::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (native, wasm, file, is_check) = match &arguments[..] {
        [native, wasm, file] => (native, wasm, file, false),
        [native, wasm, file, flag] if flag == "--check" => (native, wasm, file, true),
        _ => return Err("usage: product-pool-listing JSON WASM_JSON FILE [--check]".into()),
    };
    let listing = listing(&items(native)?, &items(wasm)?);
    if !is_check {
        return Ok(fs::write(file, listing)?);
    }
    let differences = differences(&fs::read_to_string(file)?, &listing);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the public API is not the one in {file}; if that is meant, run `cargo xtask api` and say \
         what changes in CHANGELOG.md:\n{differences}"
    )
    .into())
}

fn items(json: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(api.items().map(ToString::to_string).collect())
}

/// A line for each item, and after them for those that are on WebAssembly alone.
fn listing(native: &[String], wasm: &[String]) -> String {
    let known: BTreeSet<&String> = native.iter().collect();
    let others = wasm.iter().filter(|item| !known.contains(item));
    let others = others.map(|item| format!("wasm32: {item}\n"));
    let native = native.iter().map(|item| format!("{item}\n"));
    native.chain(others).collect()
}

/// The lines that only one of the listings has: `-` the old one, `+` the new one.
fn differences(old: &str, new: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (old.lines().collect(), new.lines().collect());
    let removed = old.difference(&new).map(|line| format!("- {line}\n"));
    let added = new.difference(&old).map(|line| format!("+ {line}\n"));
    removed.chain(added).collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, listing};

    #[test]
    fn what_is_on_webassembly_alone_is_marked() {
        let [both, native, wasm] = ["pub mod a", "pub struct b", "pub struct c"].map(String::from);
        assert_eq!(
            listing(&[both.clone(), native], &[both, wasm]),
            "pub mod a\npub struct b\nwasm32: pub struct c\n"
        );
    }

    #[test]
    fn lines_of_one_listing_are_differences() {
        assert_eq!(differences("a\nb\n", "b\na\n"), "");
        assert_eq!(differences("a\nb\n", "b\nc\n"), "- a\n+ c\n");
    }
}
