//! Short names between a WebAssembly module and its glue.
//!
//! wasm-bindgen names each import and export in full, with a hash that does not
//! compress: a kilobyte in the module and another in the glue. wasm-opt gives
//! them names of a letter or two and says which; here the glue learns them.

/// A name that wasm-opt gave another.
#[derive(Debug, PartialEq, Eq)]
enum Renamed<'a> {
    /// Of an import: the module's name, the old and the new.
    Import(&'a str, &'a str, &'a str),
    /// Of an export: the old and the new.
    Export(&'a str, &'a str),
}

/// The lines of wasm-opt's list, `["./a_bg.js", "old", "new"]` for an import
/// and `["old", "new"]` for an export.
fn renamed(list: &str) -> Vec<Renamed<'_>> {
    list.lines()
        .filter_map(|line| {
            let quoted: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
            match quoted[..] {
                [module, old, new] => Some(Renamed::Import(module, old, new)),
                [old, new] => Some(Renamed::Export(old, new)),
                _ => None,
            }
        })
        .collect()
}

/// The glue with the names of the list; `None` where the glue does not have
/// each of them just where it is expected, so that nothing is renamed by half.
pub(super) fn shorten(glue: &str, list: &str) -> Option<String> {
    let mut text = glue.to_owned();
    let mut modules: Vec<&str> = Vec::new();
    let renamed = renamed(list);
    if renamed.is_empty() {
        return None;
    }
    for name in &renamed {
        match name {
            Renamed::Import(module, old, new) => {
                if !modules.contains(module) {
                    modules.push(module);
                }
                let key = format!("        {old}: ");
                text = once(&text, &key, &format!("        \"{new}\": "))?;
            }
            // One that the glue does not use is none of its business.
            Renamed::Export(old, new) => text = member(&text, old, new)?,
        }
    }
    // All imports come from one module, whose new name wasm-opt leaves unsaid.
    let [module] = modules[..] else { return None };
    once(&text, &format!("\"{module}\": import0"), "\"a\": import0")
}

/// Replaces what must stand there once.
fn once(text: &str, old: &str, new: &str) -> Option<String> {
    (text.matches(old).count() == 1).then(|| text.replace(old, new))
}

/// Replaces `wasm.old`, wherever it stands as a whole word.
fn member(text: &str, old: &str, new: &str) -> Option<String> {
    let pattern = format!("wasm.{old}");
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&pattern) {
        let (before, after) = rest.split_at(at);
        let after = after.get(pattern.len()..)?;
        let goes_on = after.starts_with(|it: char| it.is_alphanumeric() || it == '_' || it == '$');
        out.push_str(before);
        out.push_str(if goes_on { &pattern } else { "wasm." });
        if !goes_on {
            out.push_str(new);
        }
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const LIST: &str = "{\n \"imports\": [\n  [\"./c_bg.js\", \"__wbg_get_1f\", \"$\"],\n  \
        [\"./c_bg.js\", \"__wbg_set_2a\", \"A\"]\n ],\n\"exports\": [\n  [\"memory\", \"B\"],\n  \
        [\"client\", \"C\"]\n ]\n}\n";
    const GLUE: &str = "        __wbg_get_1f: function() {\n        __wbg_set_2a: function() {\n\
        wasm.memory; wasm.client(); wasm.client_new; wasm.memory\n        \"./c_bg.js\": import0,\n";

    #[test]
    fn the_glue_learns_the_new_names() {
        let short = shorten(GLUE, LIST).unwrap();
        assert_eq!(
            short,
            "        \"$\": function() {\n        \"A\": function() {\n\
             wasm.B; wasm.C(); wasm.client_new; wasm.B\n        \"a\": import0,\n"
        );
    }

    #[test]
    fn nothing_is_renamed_by_half() {
        assert_eq!(shorten(&GLUE.replace("__wbg_set_2a", "x"), LIST), None);
        assert_eq!(shorten(&GLUE.replace("import0", "import1"), LIST), None);
        assert_eq!(
            shorten(
                GLUE,
                &LIST.replace("c_bg.js\", \"__wbg_set", "d_bg.js\", \"__wbg_set")
            ),
            None
        );
        assert_eq!(shorten(GLUE, "{}"), None);
    }
}
