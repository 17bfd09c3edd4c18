//! A tree as HTML text, for rendering on a server.

use super::tree::{Element, Node};
use crate::label::script_safe;

/// Void elements: they have neither content nor an end tag.
const VOID: [&str; 4] = ["br", "img", "link", "meta"];

/// A tree as HTML. Text and values are escaped, so that the text means
/// the same tree to a browser, in an element's content as in a template.
/// The content of a `script` element must be JSON.
///
/// A page into which a shop's software prints it may be changed before it is sent: shortcodes in
/// brackets run, templates in braces are filled, quotes, dashes and smilies are replaced. So a
/// character that such software acts on is written as a character reference, as an escape in JSON.
///
/// ```
/// use product_pool::card::{CardProps, Record, State, draw, to_html};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": "Fish & <chips> [gallery]"}}}"#,
/// )?;
/// let mut props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// props.level = 1;
/// let html = to_html(&draw(&props));
/// assert!(html.contains(">Fish &amp; &lt;chips&gt; &#x5b;gallery&#x5d;</h1>"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn to_html(element: &Element) -> String {
    let mut html = String::new();
    write(&mut html, element);
    html
}

fn write(html: &mut String, element: &Element) {
    html.push('<');
    html.push_str(element.name());
    for (name, value) in element.attributes() {
        html.push(' ');
        html.push_str(name);
        if !value.is_empty() {
            html.push_str("=\"");
            escape(html, value, is_acted_on);
            html.push('"');
        }
    }
    html.push('>');
    if VOID.contains(&element.name()) {
        return;
    }
    for child in element.child_nodes() {
        match (child, element.name()) {
            (Node::Element(child), _) => write(html, child),
            // Parsers decode no references in these two. The text keeps its meaning, because
            // what is replaced occurs only in strings, but it cannot end the element.
            (Node::Text(json), "script") => html.push_str(&script_safe(json)),
            (Node::Text(css), "style") => html.push_str(&css.replace("</", "<\\/")),
            (Node::Text(text), _) => escape(html, text, is_typography),
        }
    }
    html.push_str("</");
    html.push_str(element.name());
    html.push('>');
}

/// Text for an element's content or for a value in double quotes. A character for which `acts` is
/// true, given the text before and after it, becomes a reference.
fn escape(html: &mut String, text: &str, acts: fn(&str, char, &str) -> bool) {
    for (at, character) in text.char_indices() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            // Simple parsers end a tag here, even inside a value.
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            // A parser would drop or replace it.
            '\0' => html.push('\u{fffd}'),
            // Not in decimal: WordPress turns `&#91;` back into a bracket.
            '[' => html.push_str("&#x5b;"),
            ']' => html.push_str("&#x5d;"),
            other => {
                let after = &text[at + other.len_utf8()..];
                if acts(&text[..at], other, after) {
                    html.push_str(&format!("&#{};", u32::from(other)));
                } else {
                    html.push(other);
                }
            }
        }
    }
}

/// Whether software acts on a character wherever it stands: as a template's, as a quote, as a
/// group of a regular expression's replacement, or, for line breaks, as the end of a paragraph.
fn is_acted_on(before: &str, character: char, after: &str) -> bool {
    // WordPress corrects how its name is written.
    let is_name = character == 'p' && before.ends_with("Word") && after.starts_with("ress");
    is_name || "\n\r\t'`{}$@\\".contains(character)
}

/// Whether a text begins with a sign in ASCII, in lower or upper case.
fn starts_with(text: &str, sign: &str) -> bool {
    let start = text.get(..sign.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(sign))
}

/// Whether software acts on a character in text: to improve its typography, or to make a smiley or
/// a link of it.
fn is_typography(before: &str, character: char, after: &str) -> bool {
    let (last, next) = (before.chars().next_back(), after.chars().next());
    let is_in_word = next.is_some_and(char::is_alphanumeric);
    match character {
        // A dash, and an arrow.
        '-' => !(is_in_word && last.is_some_and(char::is_alphanumeric)),
        // An ellipsis, `www.`, `ftp.`.
        '.' => next == Some('.') || is_in_word && matches!(last, Some('w' | 'W' | 'p' | 'P')),
        // A smiley, and `http://`.
        ':' | ';' => !next.is_none_or(char::is_whitespace),
        'O' => before.ends_with('8') || before.ends_with("8-"),
        // The sign of multiplication.
        'x' | 'X' => matches!(next, Some('0'..='9')) && matches!(last, Some('0'..='9' | '.' | ',')),
        // (c), (tm)
        '(' => ["c)", "r)", "p)", "tm)"]
            .iter()
            .any(|sign| starts_with(after, sign)),
        other => is_acted_on(before, other, after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::render::tree::el;

    #[test]
    fn a_text_ends_neither_its_attribute_nor_its_element() {
        let text = "\"></a>&lt;";
        let link = el("a").owned_attr("title", text.to_owned()).text(text);
        let safe = "&quot;&gt;&lt;/a&gt;&amp;lt;";
        assert_eq!(to_html(&link), format!("<a title=\"{safe}\">{safe}</a>"));
        let script = el("script").text("[\"</script>\"]");
        let safe = r#"<script>["\u003c/script\u003e"]</script>"#;
        assert_eq!(to_html(&script), safe);
    }
}
