//! A tree as HTML text, for rendering on a server.

use super::tree::{Element, Node};

/// Void elements: they have neither content nor an end tag.
const VOID: [&str; 4] = ["br", "img", "link", "meta"];

/// A tree as HTML. Text and values are escaped, so that the text means
/// the same tree to a browser, in an element's content as in a template.
/// The content of a `script` element must be JSON.
///
/// ```
/// use product_pool::card::{CardProps, Record, State, draw, to_html};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": "Fish & <chips>"}}}"#,
/// )?;
/// let mut props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// props.level = 1;
/// let html = to_html(&draw(&props));
/// assert!(html.contains(">Fish &amp; &lt;chips></h1>"));
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
            escape(html, value);
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
            (Node::Text(json), "script") => html.push_str(&json.replace('<', "\\u003c")),
            (Node::Text(css), "style") => html.push_str(&css.replace("</", "<\\/")),
            (Node::Text(text), _) => escape(html, text),
        }
    }
    html.push_str("</");
    html.push_str(element.name());
    html.push('>');
}

/// Text for an element's content or for a value in double quotes.
fn escape(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '"' => html.push_str("&quot;"),
            // A parser would change these.
            '\0' => html.push('\u{fffd}'),
            '\r' => html.push_str("&#13;"),
            other => html.push(other),
        }
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
        let safe = "&quot;>&lt;/a>&amp;lt;";
        assert_eq!(to_html(&link), format!("<a title=\"{safe}\">{safe}</a>"));
        let script = el("script").text("[\"</script>\"]");
        assert_eq!(to_html(&script), "<script>[\"\\u003c/script>\"]</script>");
    }
}
