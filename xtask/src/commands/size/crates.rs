//! What each crate contributes to a WebAssembly module.
//!
//! It is read from the names of the module's functions. The module that is
//! shipped has none, so it is read from one that was made in the same way and
//! kept them.

use std::collections::HashMap;
use std::ops::Range;

use wasmparser::{BinaryReaderError, KnownCustom, Name, Parser, Payload, TypeRef};

/// A part of a module: a crate's code, the data, or what is left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The crate's name, or what it is in parentheses.
    pub(super) name: String,
    /// Its bytes in the module.
    pub(super) bytes: u64,
}

/// Strings and tables of constants.
const DATA: &str = "(data)";

/// Types, imports, exports, tables.
const REST: &str = "(rest)";

/// What stands at the border to JavaScript: functions that wasm-bindgen made, each
/// with the one inlined that it calls.
const BORDER: &str = "(border)";

/// The parts of a module, largest first. What only tools read, such as the names
/// themselves, is left out.
pub(super) fn parts(module: &[u8]) -> Result<Vec<Part>, BinaryReaderError> {
    let mut imported = 0usize;
    let mut bodies: Vec<u64> = Vec::new();
    let mut names: HashMap<usize, String> = HashMap::new();
    let mut bytes: HashMap<String, u64> = HashMap::new();
    let mut add = |name: &str, more: u64| *bytes.entry(name.to_owned()).or_default() += more;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                add(REST, length(&section.range()));
                for import in section.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(length(&body.range())),
            Payload::DataSection(section) => add(DATA, length(&section.range())),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(reader) = section.as_known() {
                    for name in reader {
                        if let Name::Function(list) = name? {
                            for naming in list {
                                let naming = naming?;
                                names.insert(naming.index as usize, naming.name.to_owned());
                            }
                        }
                    }
                }
            }
            // Its entries are counted one by one.
            Payload::CodeSectionStart { .. } => {}
            other => {
                if let Some((_, range)) = other.as_section() {
                    add(REST, length(&range));
                }
            }
        }
    }
    for (index, body) in bodies.iter().enumerate() {
        let name = names.get(&(imported + index)).map(String::as_str);
        add(name.map_or(BORDER.into(), crate_of).as_str(), *body);
    }
    let mut parts: Vec<Part> = bytes
        .into_iter()
        .map(|(name, bytes)| Part { name, bytes })
        .collect();
    parts.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    Ok(parts)
}

fn length(range: &Range<u64>) -> u64 {
    range.end - range.start
}

/// The crate of a function by its mangled name. Of `<Type as Trait>::method` it
/// is the type's, and the trait's where the type belongs to the language.
fn crate_of(mangled: &str) -> String {
    let Ok(demangled) = rustc_demangle::try_demangle(mangled) else {
        return BORDER.to_owned();
    };
    let plain = format!("{demangled:#}");
    // What follows "as" is the trait; a type may itself hold such a pair.
    plain
        .split(" as ")
        .find_map(first_crate)
        .unwrap_or(BORDER)
        .to_owned()
}

/// The first path's first segment, as in `&mut [yew::html::Html]`.
fn first_crate(text: &str) -> Option<&str> {
    let (before, _) = text.split_once("::")?;
    let at = before
        .rfind(|it: char| !(it.is_alphanumeric() || it == '_'))
        .map_or(0, |at| at + 1);
    before.get(at..).filter(|name| !name.is_empty())
}

/// The table of a module: the `most` largest parts, and the others together.
pub(super) fn table(module: &str, parts: &[Part], most: usize) -> String {
    let all: u64 = parts.iter().map(|part| part.bytes).sum();
    let (listed, others) = parts.split_at(parts.len().min(most));
    let line = |name: &str, bytes: u64| {
        let share = bytes as f64 * 100.0 / all.max(1) as f64;
        format!("  {name:<23}{bytes:>11}{share:>10.1} %\n")
    };
    let mut text = format!("{module}_bg.wasm by crate, raw\n");
    for part in listed {
        text.push_str(&line(&part.name, part.bytes));
    }
    if !others.is_empty() {
        let name = format!("({} others)", others.len());
        let bytes = others.iter().map(|part| part.bytes).sum();
        text.push_str(&line(&name, bytes));
    }
    text.push_str(&line("all", all));
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_functions_crate_is_read_from_its_name() {
        let cases = [
            ("_ZN3yew4html5Scope4send17h0123456789abcdefE", "yew"),
            (
                "_ZN70_$LT$product_pool..card..app..Card$u20$as$u20$yew..html..Component$GT$4view17h0123456789abcdefE",
                "product_pool",
            ),
            (
                "_ZN52_$LT$$RF$T$u20$as$u20$serde_core..ser..Serialize$GT$9serialize17h0123456789abcdefE",
                "serde_core",
            ),
            (
                "_ZN4core3ptr44drop_in_place$LT$yew..virtual_dom..VNode$GT$17h0123456789abcdefE",
                "core",
            ),
            ("_RNvCskwGfYPst2Cb_3foo3bar", "foo"),
            ("memcpy", BORDER),
            ("__wbindgen_malloc", BORDER),
        ];
        for (mangled, name) in cases {
            assert_eq!(crate_of(mangled), name, "{mangled}");
        }
    }

    /// A module of one import and two functions, of which the second is
    /// `foo::bar` (4 bytes of body with its size's byte aside).
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\
        \x01\x04\x01\x60\0\0\
        \x02\x07\x01\x01a\x01b\0\0\
        \x03\x03\x02\0\0\
        \x0a\x09\x02\x02\0\x0b\x04\0\x01\x01\x0b\
        \0\x24\x04name\x01\x1d\x01\x02\x1a_RNvCskwGfYPst2Cb_3foo3bar";

    #[test]
    fn bytes_are_counted_by_crate() {
        let parts = parts(MODULE).unwrap();
        let bytes = |name: &str| {
            let part = parts.iter().find(|part| part.name == name);
            part.map_or(0, |part| part.bytes)
        };
        assert_eq!(bytes("foo"), 4);
        assert_eq!(bytes(BORDER), 2);
        assert_eq!(bytes(REST), 4 + 7 + 3);
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(parts(b"<!doctype html>").is_err());
        assert!(parts(&MODULE[..30]).is_err());
    }

    #[test]
    fn small_parts_are_told_together() {
        let part = |name: &str, bytes| Part {
            name: name.to_owned(),
            bytes,
        };
        let text = table("card", &[part("a", 50), part("b", 30), part("c", 20)], 1);
        assert!(text.contains("(2 others)"), "{text}");
        assert!(text.contains("50.0 %"), "{text}");
        assert!(text.ends_with("100.0 %\n"), "{text}");
    }
}
