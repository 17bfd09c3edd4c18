//! Character references of HTML: `&amp;`, `&#39;`, `&eacute;`.

use std::borrow::Cow;

/// Decodes a reference such as `&amp;` or `&#39;`; returns its text and the
/// rest. An unknown one stays as it is, and one that was escaped twice
/// (`&amp;nbsp;`) is decoded twice.
pub(super) fn reference(text: &str) -> (Cow<'static, str>, &str) {
    let mut inner = text;
    while let Some(rest) = inner.strip_prefix("amp;") {
        inner = rest;
    }
    entity(inner).unwrap_or_else(|| {
        let after = text.strip_prefix("amp;").unwrap_or(text);
        (Cow::Borrowed("&"), after)
    })
}

/// The text of an entity other than `&amp;`, and the rest.
fn entity(text: &str) -> Option<(Cow<'static, str>, &str)> {
    named(text)
        .or_else(|| accented_letter(text))
        .or_else(|| numeric(text))
}

/// Entities that may end without a semicolon: a name and its text a line. In one text: a list of them
/// would be 70 pointers and lengths.
const OPEN: &str = "\
amp=&
lt=<
gt=>
quot=\"
nbsp=\u{20}
shy=\u{ad}
zwj=
zwnj=
deg=°
micro=µ
frac12=½
reg=®";

/// The others.
const CLOSED: &str = "\
apos;='
trade;=™
ndash;=–
mdash;=—
lsquo;=‘
rsquo;=’
ldquo;=“
rdquo;=”
bull;=•
middot;=·
hellip;=…
szlig;=ß
oelig;=œ
aelig;=æ
oslash;=ø
lstrok;=ł";

/// The endings of entities for accented letters, with their accents.
const ACCENTS: &str = "\
acute;=\u{301}
grave;=\u{300}
circ;=\u{302}
uml;=\u{308}
tilde;=\u{303}
cedil;=\u{327}
ring;=\u{30a}
caron;=\u{30c}
ogon;=\u{328}";

/// The text of the first entity of a table that a text starts with, and the rest.
fn first_of<'a>(table: &'static str, text: &'a str) -> Option<(&'static str, &'a str)> {
    table.split('\n').find_map(|line| {
        let (name, meant) = line.split_once('=')?;
        Some((meant, text.strip_prefix(name)?))
    })
}

/// The text of an entity with a name of its own, such as `lt;`.
fn named(text: &str) -> Option<(Cow<'static, str>, &str)> {
    let open = first_of(OPEN, text);
    let open = open.map(|(meant, rest)| (meant, rest.strip_prefix(';').unwrap_or(rest)));
    let (meant, rest) = open.or_else(|| first_of(CLOSED, text))?;
    Some((Cow::Borrowed(meant), rest))
}

/// The text of an entity for an accented letter, such as `eacute;`: the letter with a
/// combining accent.
fn accented_letter(text: &str) -> Option<(Cow<'static, str>, &str)> {
    let (letter, rest) = text.split_at_checked(1)?;
    if !letter.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let (accent, rest) = first_of(ACCENTS, rest)?;
    Some((Cow::Owned(format!("{letter}{accent}")), rest))
}

/// The text of a numeric reference, such as `#233;` or `#xe9;`.
fn numeric(text: &str) -> Option<(Cow<'static, str>, &str)> {
    let number = text.strip_prefix('#')?;
    // Bounded, because the next ";" may be far away for each of many "&".
    let end = number.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (digits, after) = number.split_at_checked(end).unwrap_or_default();
    let after = after.strip_prefix(';')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some((Cow::Owned(char::from_u32(code)?.to_string()), after))
}
