//! The codes of the client's errors in TypeScript, and a class for each.

use crate::comment;
use product_pool::client::ErrorCode;

/// The code of failures of the package's own, which the library in Rust cannot have.
const INTERNAL: (&str, &str) = (
    "internal",
    "The package's WebAssembly could not be loaded, or has stopped.",
);

/// The codes and what they mean, in words that TypeScript knows.
fn codes() -> impl Iterator<Item = (&'static str, String)> {
    let of_client = ErrorCode::NAMES.iter().copied().zip(ErrorCode::DOCS);
    let all = of_client.map(|(code, doc)| (code, in_typescript(doc)));
    all.chain([(INTERNAL.0, INTERNAL.1.to_owned())])
}

/// A description without the links of rustdoc: ``[`Error::retry_after`]`` is `retryAfter`.
fn in_typescript(doc: &str) -> String {
    let mut parts = doc.trim().split("[`Error::");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").unwrap_or((part, ""));
        let words: String = name.split('_').map(capitalized).collect();
        let (first, more) = words.split_at(1);
        text += &format!("`{}{more}`{rest}", first.to_lowercase());
    }
    text
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

/// The name of a code's class: `not_found` → `NotFoundError`.
fn class(code: &str) -> String {
    code.split('_').map(capitalized).collect::<String>() + "Error"
}

/// The text of `pkg/src/shared/error-classes.ts`.
pub(crate) fn classes() -> String {
    let mut text = "\
// A class for each code of an error, from src/client/error.rs by `cargo xtask types`. Change that, not
// this file.

import { PoolError } from './pool-error.js';

/**
 * The kind of failure of a {@link PoolError}, each with a class of its own:
 *
"
    .to_owned();
    // In one comment, because editors do not show those of a union's members.
    for (code, doc) in codes() {
        text += &format!(" * - `{code}`: {doc}\n");
    }
    let names: Vec<String> = codes().map(|(code, _)| format!("'{code}'")).collect();
    text += &format!(
        " */\nexport type ErrorCode =\n  | {};\n",
        names.join("\n  | ")
    );
    for (code, doc) in codes() {
        text.push('\n');
        comment::write(&mut text, "", &doc);
        text += &format!(
            "export class {} extends PoolError {{\n  declare readonly code: '{code}';\n}}\n",
            class(code)
        );
    }
    text
}

/// The text of `pkg/src/shared/error-codes.ts`.
pub(crate) fn by_code() -> String {
    let mut names = String::new();
    let mut members = String::new();
    for (code, _) in codes() {
        names += &format!("  {},\n", class(code));
        members += &format!("  {code}: {},\n", class(code));
    }
    format!(
        "// The class of each code of an error, from src/client/error.rs by `cargo xtask types`. Change that,\n\
         // not this file.\n\n\
         import type {{ ErrorCode }} from './error-classes.js';\n\
         import type {{ PoolError }} from './pool-error.js';\n\n\
         import {{\n{names}}} from './error-classes.js';\n\n\
         export const CLASSES: Record<ErrorCode, typeof PoolError> = {{\n{members}}};\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{class, codes, in_typescript};

    #[test]
    fn a_class_is_named_by_its_code() {
        assert_eq!(class("not_found"), "NotFoundError");
        assert_eq!(class("http"), "HttpError");
    }

    #[test]
    fn descriptions_have_the_names_of_javascript() {
        assert_eq!(
            in_typescript(" Wait; see [`Error::retry_after`], [`Error::url`]. "),
            "Wait; see `retryAfter`, `url`."
        );
        for (code, doc) in codes() {
            assert!(doc.ends_with('.') && !doc.contains("[`"), "{code}: {doc}");
        }
    }
}
