//! The path of a drawn card, which has one form for each product, so that caches keep a card once: a
//! GTIN is 14 digits, and of an identifier only what has to be is escaped.

use product_pool::gtin::Gtin;

/// The path to write in place of one that means the same; `None` if it is in its form.
pub(super) fn canonical(path: &str, gtin: Option<&str>) -> Option<String> {
    let canonical = match gtin {
        Some(gtin) => format!("/drawn/gtin/{}", Gtin::parse_lenient(gtin).ok()?.to_14()),
        None => unescaped(path),
    };
    Some(canonical).filter(|canonical| canonical != path)
}

/// A path without escapes of letters and digits, and with capitals in the others.
fn unescaped(path: &str) -> String {
    let mut parts = path.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (escape, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        match u8::from_str_radix(escape, 16) {
            Ok(byte) if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => {
                text.push('%');
                text.push_str(&escape.to_ascii_uppercase());
            }
        }
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_has_one_path() {
        for (path, gtin, expected) in [
            ("/drawn/gtin/09520000000004", Some("09520000000004"), None),
            (
                "/drawn/gtin/9520000000004",
                Some("9520000000004"),
                Some("/drawn/gtin/09520000000004"),
            ),
            (
                "/drawn/gtin/96385074",
                Some("96385074"),
                Some("/drawn/gtin/00000096385074"),
            ),
            ("/drawn/gtin/nonsense", Some("nonsense"), None),
            (
                "/drawn/gtin/0952-0000-0000-04",
                Some("0952-0000-0000-04"),
                Some("/drawn/gtin/09520000000004"),
            ),
            (
                "/drawn/gtin/0%39520000000004",
                Some("09520000000004"),
                Some("/drawn/gtin/09520000000004"),
            ),
            ("/drawn/a%2Fb%20!", None, None),
            ("/drawn/a%2fb%41", None, Some("/drawn/a%2FbA")),
        ] {
            assert_eq!(canonical(path, gtin).as_deref(), expected, "{path}");
        }
    }
}
