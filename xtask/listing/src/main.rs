//! Writes the listing of the public API: from rustdoc's JSON, the first argument, into a file, the
//! second. With `--check` it fails where the file is another. `cargo xtask api` runs it.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use public_api::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (json, file, is_check) = match &arguments[..] {
        [json, file] => (json, file, false),
        [json, file, flag] if flag == "--check" => (json, file, true),
        _ => return Err("usage: product-pool-listing JSON FILE [--check]".into()),
    };
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    let listing: String = api.items().map(|item| format!("{item}\n")).collect();
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

/// The lines that only one of the listings has: `-` the old one, `+` the new one.
fn differences(old: &str, new: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (old.lines().collect(), new.lines().collect());
    let removed = old.difference(&new).map(|line| format!("- {line}\n"));
    let added = new.difference(&old).map(|line| format!("+ {line}\n"));
    removed.chain(added).collect()
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn lines_of_one_listing_are_differences() {
        assert_eq!(differences("a\nb\n", "b\na\n"), "");
        assert_eq!(differences("a\nb\n", "b\nc\n"), "- a\n+ c\n");
    }
}
