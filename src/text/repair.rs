//! Puts letters right that a wrong encoding broke.

use std::borrow::Cow;
use std::str::Chars;

/// What Windows-1252 has in place of the control characters from 0x80 to 0x9f, and those that it leaves
/// as they are.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// A text of which the UTF-8 was read as Latin-1 or Windows-1252, once or twice, as it was: "blÃ©" is
/// "blé". What no letter can have become stays as it is.
pub(super) fn repaired(text: &str) -> Cow<'_, str> {
    match decoded(text) {
        Cow::Owned(once) => Cow::Owned(decoded(&once).into_owned()),
        unbroken => unbroken,
    }
}

fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains(|first| matches!(byte(first), Some(0xc2..=0xef))) {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(first) = rest.next() {
        let mut behind = rest.clone();
        let meant = letter(first, &mut behind);
        if meant.is_some() {
            rest = behind;
        }
        whole.push(meant.unwrap_or(first));
    }
    Cow::Owned(whole)
}

/// The letter whose bytes in UTF-8 were read as this character and those behind it.
fn letter(first: char, behind: &mut Chars<'_>) -> Option<char> {
    let first = byte(first)?;
    let (count, mut code) = match first {
        0xc2..=0xdf => (1, first & 0x1f),
        0xe0..=0xef => (2, first & 0xf),
        _ => return None,
    };
    for _ in 0..count {
        let next = byte(behind.next()?).filter(|next| *next < 0xc0)?;
        code = code << 6 | next & 0x3f;
    }
    char::from_u32(code).filter(|letter| !letter.is_ascii())
}

/// The byte beyond ASCII that was read as a character.
fn byte(read: char) -> Option<u32> {
    if read.is_ascii() {
        return None;
    }
    let at = WINDOWS.chars().position(|one| one == read);
    match (u32::from(read), at) {
        (_, Some(at)) => Some(0x80 + at as u32),
        (code @ 0x80..=0xff, None) => Some(code),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::repaired;

    #[test]
    fn letters_of_utf_8_that_was_read_as_another_encoding_are_put_right() {
        for (read, meant) in [
            ("blÃ© tendre, Å“ufs", "blé tendre, œufs"),
            (
                "bl\u{c3}\u{a9}, \u{c5}\u{93}ufs, \u{c3}\u{a0} point",
                "blé, œufs, à point",
            ),
            ("orzechy wÅ‚oskie, miÄ™czaki", "orzechy włoskie, mięczaki"),
            ("pindaâ€™s", "pinda’s"),
            ("sautÃƒÂ©ed", "sautéed"),
            // What has another meaning.
            (
                "crème brûlée, SÃO, Ãa, 20 °C",
                "crème brûlée, SÃO, Ãa, 20 °C",
            ),
            ("blÃ", "blÃ"),
            ("milk", "milk"),
        ] {
            assert_eq!(repaired(read), meant);
        }
    }
}
