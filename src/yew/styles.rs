//! The styles of the components, from the style sheets of the custom elements: for elements of
//! the page itself instead of a shadow tree, and confined to the components.

use crate::card::styles::{BASE, COLOURS, SHEETS, css};

/// The class of a card or a panel, below which the styles of the card apply.
pub(super) const CARD: &str = "product-pool-card";

/// The class of a matrix or a view of changes.
pub(super) const VIEW: &str = "product-pool-view";

/// The id of a `<style>` element with [`stylesheet`], by which a page that a server has
/// rendered has the styles from the beginning.
pub const STYLE_ID: &str = "product-pool-styles";

/// Takes back what the page's own rules say of elements: `.content li::before` may set a tick before
/// an allergen. Only where the application's content in slots is not meant too.
const RESET: &str = "*, *::before, *::after, *::first-letter, *::first-line { all: revert; }\n";

/// A style sheet of components: those of the custom elements that it is made of, for elements
/// with a class.
pub(super) struct Sheet {
    pub(super) class: &'static str,
    sources: &'static [&'static str],
}

/// The styles of cards and panels.
pub(super) static CARD_SHEET: Sheet = Sheet {
    class: CARD,
    sources: &{
        let [
            base,
            card,
            allergens,
            panels,
            colours,
            verdict,
            variants,
            later,
        ] = SHEETS;
        let panel = css!("panel.css");
        [
            base, card, allergens, panels, colours, verdict, variants, later, panel,
        ]
    },
};

/// The styles of the matrix and the view of changes: a separate sheet, so that an application
/// without them does not contain it.
pub(super) static VIEW_SHEET: Sheet = Sheet {
    class: VIEW,
    sources: &[BASE, COLOURS, css!("../../pkg/styles/views.css")],
};

/// The style sheet of the components. Put it into the head of a page that a server
/// renders, in a `<style>` element with the id [`STYLE_ID`]; in a browser the components
/// add it to the page themselves.
///
/// It needs browsers with `@scope`. For those without it, the components use a
/// sheet without, which also applies to elements of the application in a card's slots.
///
/// ```
/// use product_pool::yew::{STYLE_ID, stylesheet};
///
/// let head = format!("<head><style id=\"{STYLE_ID}\">{}</style></head>", stylesheet());
/// assert!(head.contains(".product-pool-card"));
/// ```
pub fn stylesheet() -> String {
    [&CARD_SHEET, &VIEW_SHEET]
        .map(|sheet| sheet.text(true))
        .concat()
}

impl Sheet {
    /// The text, for browsers with or without `@scope`.
    pub(super) fn text(&self, has_scope: bool) -> String {
        // Nested, so that a page's own rules for elements do not outweigh the card's; and below what
        // counts as an id, so that those of classes around it do not.
        let class = self.class;
        let (begin, end) = if has_scope {
            let slots = super::render::FILLED;
            (
                format!("@scope (.{class}) to (.{slots} > *) {{ :scope:not(#_) {{\n{RESET}"),
                "}}\n",
            )
        } else {
            (format!(".{class} {{\n"), "}\n")
        };
        let mut text = begin;
        let lines = || self.sources.iter().flat_map(|source| source.lines());
        for line in lines().filter(|line| !is_keyframes(line)) {
            of_page(line, &mut text);
        }
        text.push_str(end);
        // Those cannot be nested.
        text.extend(lines().filter(|line| is_keyframes(line)));
        text
    }
}

/// Whether a line is an animation.
fn is_keyframes(line: &str) -> bool {
    line.starts_with("@keyframes")
}

/// Adds a line of a shadow tree's sheet as one of the page: its host is the element with the class.
fn of_page(line: &str, text: &mut String) {
    for (at, part) in line.split(':').enumerate() {
        let Some(rest) = part.strip_prefix("host") else {
            text.push_str(if at == 0 { "" } else { ":" });
            text.push_str(part);
            continue;
        };
        // `:host([hidden])` is `&[hidden]`.
        let condition = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (condition, rest) = condition.unwrap_or(("", rest));
        text.push('&');
        text.push_str(condition);
        text.push_str(rest);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(has_scope: bool) -> String {
        [&CARD_SHEET, &VIEW_SHEET]
            .map(|sheet| sheet.text(has_scope))
            .concat()
    }

    #[test]
    fn nothing_is_left_that_only_a_shadow_tree_understands() {
        for css in [written(true), written(false)] {
            for word in [":host", "&(", "::slotted", "::part"] {
                assert!(!css.contains(word), "{word}");
            }
            // Nested or global under a name of the page, an animation would not run or be
            // another's.
            assert_eq!(css.matches("@keyframes").count(), 1);
            assert_eq!(css.matches("animation: product-pool-bar").count(), 1);
            let open = css.matches('{').count();
            assert_eq!(open, css.matches('}').count());
        }
    }

    fn without_comments(sheet: &str) -> String {
        let mut parts = sheet.split("/*");
        let mut code = parts.next().unwrap_or_default().to_owned();
        code.extend(parts.filter_map(|part| Some(part.split_once("*/")?.1)));
        code
    }

    #[test]
    fn every_sheet_of_the_elements_is_in_it() {
        let css = written(true);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pkg/styles");
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut count = 0;
        for file in files {
            // There is no component that takes a barcode.
            if file.file_name() == "scanner.css" {
                continue;
            }
            let sheet = std::fs::read_to_string(file.path()).unwrap_or_default();
            count += 1;
            let name = sheet.lines().next().unwrap_or_default();
            let mut expected = String::new();
            for line in without_comments(&sheet)
                .lines()
                .filter(|line| !is_keyframes(line))
            {
                of_page(line, &mut expected);
            }
            assert!(css.contains(&expected), "{name}");
        }
        assert!(count >= 7);
    }

    #[test]
    fn every_rule_is_inside_of_its_class() {
        let css = written(false);
        let mut depth = 0;
        let mut outside = String::new();
        for character in css.chars() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                other if depth == 0 => outside.push(other),
                _ => {}
            }
        }
        let outside: Vec<&str> = outside.split_whitespace().collect();
        let heads = [
            ".product-pool-card",
            "@keyframes",
            "product-pool-bar",
            ".product-pool-view",
        ];
        assert_eq!(outside, heads);
    }
}
