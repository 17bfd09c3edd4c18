//! Puts letters right that a wrong encoding broke.

use std::borrow::Cow;

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
    if !text.contains(|first| length(first) > 1) {
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

/// How many bytes of UTF-8 begin with a byte that was read as this character.
fn length(first: char) -> usize {
    match byte(first) {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        _ => 1,
    }
}

/// The character that was read as this one and those behind it.
fn letter(first: char, behind: &mut impl Iterator<Item = char>) -> Option<char> {
    let bytes = std::iter::once(first).chain(behind.take(length(first) - 1));
    let bytes: Vec<u8> = bytes.map_while(byte).collect();
    std::str::from_utf8(&bytes).ok()?.chars().next()
}

/// The byte beyond ASCII that was read as a character.
fn byte(read: char) -> Option<u8> {
    match read {
        '\u{80}'..='\u{ff}' => u8::try_from(u32::from(read)).ok(),
        ascii if ascii.is_ascii() => None,
        other => {
            let at = WINDOWS.chars().position(|one| one == other)?;
            u8::try_from(0x80 + at).ok()
        }
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
