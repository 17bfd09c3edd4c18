//! The style sheets of a card, which are those of the custom element.

/// A style sheet without its comments, which are a fifth of what an application or a page would
/// contain of it.
macro_rules! css {
    ($path:literal) => {{
        use $crate::card::styles::{code, code_length};
        const TEXT: &[u8] = include_bytes!($path);
        const CODE: [u8; code_length(TEXT)] = code(TEXT);
        match str::from_utf8(&CODE) {
            Ok(code) => code,
            Err(_) => panic!("a style sheet is UTF-8"),
        }
    }};
}

/// The position of the first byte from `at` on that is in no comment, if `at` is in none.
const fn next(text: &[u8], mut at: usize) -> usize {
    while at + 1 < text.len() && text[at] == b'/' && text[at + 1] == b'*' {
        at += 2;
        while text[at] != b'*' || text[at + 1] != b'/' {
            at += 1;
        }
        at += 2;
    }
    at
}

pub(crate) const fn code_length(text: &[u8]) -> usize {
    let (mut at, mut length) = (next(text, 0), 0);
    while at < text.len() {
        length += 1;
        at = next(text, at + 1);
    }
    length
}

pub(crate) const fn code<const LENGTH: usize>(text: &[u8]) -> [u8; LENGTH] {
    let mut code = [0; LENGTH];
    let (mut at, mut length) = (next(text, 0), 0);
    while at < text.len() {
        code[length] = text[at];
        length += 1;
        at = next(text, at + 1);
    }
    code
}

#[cfg(feature = "yew")]
pub(crate) use css;

/// The sheet that the card shares with the views.
pub(crate) const BASE: &str = css!("../../pkg/styles/base.css");

/// All sheets of a card.
pub(crate) const SHEETS: [&str; 8] = [
    BASE,
    css!("../../pkg/styles/card.css"),
    css!("../../pkg/styles/allergens.css"),
    css!("../../pkg/styles/panels.css"),
    css!("../../pkg/styles/colours.css"),
    css!("../../pkg/styles/verdict.css"),
    css!("../../pkg/styles/variants.css"),
    css!("../../pkg/styles/later.css"),
];

/// The sheet for the colours that a page sets, which the card shares with the views too.
#[cfg(any(test, feature = "yew"))]
pub(crate) const COLOURS: &str = SHEETS[4];

#[cfg(test)]
mod tests {
    use super::{BASE, COLOURS};

    /// The colours of tokens in light and dark, in lines such as `--_pool-line: …, light-dark(…));`.
    fn defaults(sheet: &str) -> impl Iterator<Item = (&str, &str)> {
        sheet.lines().filter_map(|line| {
            let (name, rule) = line.trim().split_once(':')?;
            let (_, colours) = rule.rsplit_once("light-dark(#")?;
            Some((name, colours.split_once(')')?.0))
        })
    }

    #[test]
    fn colours_that_the_page_does_not_set_are_the_same_in_both_sheets() {
        let mut count = 0;
        for (name, colours) in defaults(COLOURS) {
            let first = defaults(BASE).find(|(known, _)| *known == name);
            count += usize::from(first.is_some());
            assert!(first.is_none_or(|(_, known)| known == colours), "{name}");
        }
        assert!(count > 8);
    }

    #[test]
    fn older_browsers_have_every_light_colour() {
        let (sheet, old) = BASE.split_once("@supports not").unwrap();
        let light: Vec<String> = sheet
            .lines()
            .filter_map(|line| {
                let (before, colours) = line.trim().split_once("light-dark(")?;
                let (name, _) = before.split_once(':')?;
                Some(format!("{name}: {};", colours.split_once(',')?.0))
            })
            .collect();
        assert!(light.len() > 10);
        let old = old.lines().map(str::trim);
        let old: Vec<_> = old.skip(2).take_while(|line| *line != "}").collect();
        assert_eq!(old, light);
    }
}
