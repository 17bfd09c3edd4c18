//! Cards that software changes after they were printed: what a shop's system does to the HTML of its
//! pages, modelled on the filters of WordPress and on what template engines have in common.

use super::*;
use product_pool::card::{Styles, Theme, el, fragment, to_html};
use product_pool::label::{JsonLdOptions, json_ld};

/// Texts on which the software acts, each with the filter that does.
const TEXTS: &[(Filter, &str)] = &[
    (shortcodes, "Sugar [gallery] salt"),
    (shortcodes, "[audio src=x]"),
    (shortcodes, "&#91;gallery&#93;"),
    (typography, "wait ... done"),
    (typography, "``quoted''"),
    (typography, "Brand (tm)"),
    (typography, "'tis the cook's \"own\" 6' 'x'"),
    (typography, "soya -- milk --- egg"),
    (typography, "May contain: nuts - milk"),
    (typography, "- milk"),
    (typography, "9x9 cm, 0.5x2"),
    (typography, "fish & chips"),
    (smilies, "Enjoy :) or ;-) or :lol: 8-) 8O 8-O :| now"),
    (smilies, ":)"),
    (links, "See http://shop.example/a or www.shop.example now"),
    (links, "Write to cook@shop.example today"),
    (spelling, "Wordpress, Wordpress"),
    (paragraphs, "one\n\ntwo\nthree\r\nfour"),
    (
        templates,
        "{{ price }} {% now %} ${total} #{x} {{{raw}}} @{y}",
    ),
    (replacements, "costs $1 or \\1 or $& or $'"),
];

type Filter = fn(&str) -> String;

/// All of them, in the order in which WordPress runs its own.
const FILTERS: [Filter; 9] = [
    typography,
    paragraphs,
    shortcodes,
    spelling,
    smilies,
    links,
    templates,
    replacements,
    entities,
];

fn filtered(html: &str) -> String {
    FILTERS
        .iter()
        .fold(html.to_owned(), |html, filter| filter(&html))
}

/// Runs `change` on each text between tags, except in elements of these names. A tag ends at the
/// first `>`, as for most software.
fn between_tags(html: &str, except: &[&str], change: impl Fn(&str) -> String) -> String {
    let (mut changed, mut rest, mut inside) = (String::new(), html, Vec::new());
    while !rest.is_empty() {
        let end = match rest.starts_with('<') {
            true => rest.find('>').map_or(rest.len(), |at| at + 1),
            false => rest.find('<').unwrap_or(rest.len()),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        if let Some(tag) = piece.strip_prefix('<') {
            let name = tag.trim_start_matches('/');
            let name = name.split([' ', '>']).next().unwrap();
            if except.contains(&name) {
                match tag.starts_with('/') {
                    true => drop(inside.pop()),
                    false => inside.push(name),
                }
            }
            changed.push_str(piece);
        } else if inside.is_empty() {
            changed.push_str(&change(piece));
        } else {
            changed.push_str(piece);
        }
    }
    changed
}

fn typography(html: &str) -> String {
    const EXCEPT: [&str; 6] = ["pre", "code", "kbd", "style", "script", "tt"];
    let html = between_tags(html, &EXCEPT, |text| {
        let text = text
            .replace("...", "…")
            .replace("``", "“")
            .replace("''", "”")
            .replace(" (tm)", " ™")
            .replace('\'', "’")
            .replace('"', "”")
            .replace("---", "—")
            .replace("--", "–");
        let characters: Vec<char> = text.chars().collect();
        let at = |index: Option<usize>| index.and_then(|index| characters.get(index).copied());
        let is_space = |c: Option<char>| c.is_none_or(|c| " \n\r\t\u{a0}".contains(c));
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let changed = characters.iter().enumerate().map(|(index, character)| {
            let (last, next) = (at(index.checked_sub(1)), at(Some(index + 1)));
            match character {
                '-' if is_space(last) && is_space(next) => '–',
                'x' if is_digit(last) && is_digit(next) => '×',
                other => *other,
            }
        });
        changed.collect()
    });
    entities(&html)
}

/// Every `&` that begins no reference becomes one, in tags too; the old code points of Windows
/// become others.
fn entities(html: &str) -> String {
    let (mut changed, mut rest) = (String::new(), html);
    while let Some(at) = rest.find('&') {
        let (before, after) = rest.split_at(at);
        let name = after[1..].split(';').next().unwrap();
        let is_reference = match name.strip_prefix('#') {
            Some(code) => {
                code.bytes().all(|digit| digit.is_ascii_digit())
                    || code.starts_with(['x', 'X'])
                        && code[1..].bytes().all(|digit| digit.is_ascii_hexdigit())
            }
            None => name.len() <= 8 && name.bytes().all(|letter| letter.is_ascii_alphanumeric()),
        };
        changed.push_str(before);
        changed.push_str(if is_reference { "&" } else { "&#038;" });
        rest = &after[1..];
    }
    changed + rest
}

/// Runs two shortcodes wherever they stand, in tags and scripts too; what is left of brackets in
/// references becomes brackets.
fn shortcodes(html: &str) -> String {
    let mut html = html.replace("&#91;", "[").replace("&#93;", "]");
    for name in ["[gallery", "[audio"] {
        while let Some(at) = html.find(name) {
            let end = html[at..].find(']').map_or(html.len(), |end| at + end + 1);
            html.replace_range(at..end, "SHORTCODE RAN");
        }
    }
    html
}

fn smilies(html: &str) -> String {
    const KNOWN: [&str; 12] = [
        ":)", ":-)", ";)", ";-)", ":lol:", "8-)", "8O", "8-O", ":|", ":(", ":?:", ":D",
    ];
    const EXCEPT: [&str; 5] = ["code", "pre", "style", "script", "textarea"];
    between_tags(html, &EXCEPT, |text| {
        let words = text.split(' ').map(|word| match KNOWN.contains(&word) {
            true => "<img alt=smiley>",
            false => word,
        });
        words.collect::<Vec<_>>().join(" ")
    })
}

fn links(html: &str) -> String {
    between_tags(html, &["a", "code", "script", "style"], |text| {
        let words = text.split(' ').map(|word| {
            let is_address = ["http://", "https://", "www.", "ftp."]
                .iter()
                .any(|start| word.to_lowercase().starts_with(start));
            match is_address || word.trim_start_matches('@').contains('@') {
                true => format!("<a href=\"{word}\">{word}</a>"),
                false => word.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    })
}

fn spelling(html: &str) -> String {
    html.replace("Wordpress", "WordPress")
}

/// Line breaks become elements, in tags and scripts too.
fn paragraphs(html: &str) -> String {
    let html = html.trim_end().replace("\r\n", "\n").replace('\r', "\n");
    html.replace("\n\n", "</p><p>").replace('\n', "<br />")
}

/// Fills the placeholders of Vue, Handlebars, Liquid, Twig, template literals and Pug, wherever they
/// stand. Two closing braces alone are none.
fn templates(html: &str) -> String {
    let mut html = html.to_owned();
    for start in ["{{", "{%", "${", "#{", "@{"] {
        html = html.replace(start, "TEMPLATE FILLED");
    }
    html
}

/// What becomes of HTML that is the replacement in a regular expression.
fn replacements(html: &str) -> String {
    let mut html = html.to_owned();
    for group in ["$&", "$'", "$`", "$0", "$1", "\\1", "\\0"] {
        html = html.replace(group, "");
    }
    html
}

/// A parsed node: an element, or a text.
#[derive(Debug, PartialEq)]
enum Parsed {
    Element(String, Vec<(String, String)>, Vec<Parsed>),
    Text(String),
}

/// Parses HTML as this library prints it.
fn parse(html: &mut &str) -> Vec<Parsed> {
    let mut nodes = Vec::new();
    while !html.is_empty() && !html.starts_with("</") {
        let Some(tag) = html.strip_prefix('<') else {
            let (text, rest) = html.split_at(html.find('<').unwrap_or(html.len()));
            nodes.push(Parsed::Text(decoded(text)));
            *html = rest;
            continue;
        };
        let (name, mut rest) = tag.split_at(tag.find([' ', '>']).unwrap());
        let mut attributes = Vec::new();
        while let Some(attribute) = rest.strip_prefix(' ') {
            let (key, after) = attribute.split_at(attribute.find([' ', '>', '=']).unwrap());
            let mut value = "";
            rest = after;
            if let Some(quoted) = after.strip_prefix("=\"") {
                (value, rest) = quoted.split_once('"').unwrap();
            }
            attributes.push((key.to_owned(), decoded(value)));
        }
        *html = rest.strip_prefix('>').expect("the end of a tag");
        let end = format!("</{name}>");
        let children = match name {
            "br" | "img" | "link" | "meta" => Vec::new(),
            "script" | "style" => {
                let (text, after) = html.split_once(&end).unwrap();
                *html = after;
                vec![Parsed::Text(text.to_owned())]
            }
            _ => {
                let children = parse(html);
                *html = html.strip_prefix(&end).expect(name);
                children
            }
        };
        nodes.push(Parsed::Element(name.to_owned(), attributes, children));
    }
    nodes
}

/// A text with its character references resolved.
fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').expect("the end of a reference");
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            code => {
                let code = code.strip_prefix('#').unwrap();
                let code = match code.strip_prefix('x') {
                    Some(code) => u32::from_str_radix(code, 16),
                    None => code.parse(),
                };
                char::from_u32(code.unwrap()).unwrap()
            }
        });
        plain.push_str(after);
    }
    plain
}

/// An element as it would be parsed.
fn as_parsed(element: &Element) -> Parsed {
    let attributes = element.attributes().iter();
    let children = element.child_nodes().iter().map(|child| match child {
        Node::Element(child) => as_parsed(child),
        Node::Text(text) => Parsed::Text(text.to_string()),
    });
    Parsed::Element(
        element.name().to_owned(),
        attributes
            .map(|(name, value)| ((*name).to_owned(), value.to_string()))
            .collect(),
        children.collect(),
    )
}

#[test]
fn the_model_acts_on_the_texts() {
    for (filter, text) in TEXTS {
        let naive = text.replace('<', "&lt;");
        assert_ne!(filter(&naive), naive, "{text}");
        // Each of them spoils it: the printed text is not the only one that is protected.
        assert_ne!(
            filtered(&format!("<p title=\"{naive}\">{naive}</p>")),
            naive
        );
    }
}

#[test]
fn a_printed_card_is_the_same_after_the_software_of_a_page() {
    let all: Vec<&str> = TEXTS.iter().map(|(_, text)| *text).collect();
    let all = [all.join(" "), all.join("")];
    let texts = TEXTS.iter().map(|(_, text)| *text);
    for text in texts.chain(all.iter().map(String::as_str)) {
        let data = replaced(&full(), text);
        let record = record(&data);
        let product = record.product.clone();
        let mut props = props(State::Ready(record));
        props.avoid = Some(text.to_owned());
        let body = serde_json::to_string_pretty(&serde_json::json!({ "data": data })).unwrap();
        let description = json_ld(product.data(), &JsonLdOptions::default(), &str::to_owned);
        let card = fragment(props, Theme::Auto, Styles::Linked("/card.css"))
            .owned_attr("data-settings", format!("[\"{text}\"]"))
            .child(el("script").attr("data-given", "product").text(&body))
            .child(el("script").attr("type", "ld+json").text(&description));
        let html = to_html(&card);
        assert!(!html.contains(['\n', '\r']), "{text}");
        let changed = filtered(&filtered(&html));
        let at = changed
            .bytes()
            .zip(html.bytes())
            .take_while(|(a, b)| a == b);
        let at = at.count().saturating_sub(20);
        assert!(changed == html, "{text}: {:?}", changed.get(at..at + 50));
        let mut rest = html.as_str();
        let parsed = parse(&mut rest);
        let [Parsed::Element(_, attributes, children)] = parsed.as_slice() else {
            panic!("one element: {text}");
        };
        let Parsed::Element(_, drawn, expected) = as_parsed(&card) else {
            unreachable!()
        };
        assert_eq!(*attributes, drawn, "{text}");
        assert!(children[0] == expected[0], "{text}");
        let json = |node: &Parsed| match node {
            Parsed::Element(_, _, children) => match children.as_slice() {
                [Parsed::Text(json)] => serde_json::from_str::<serde_json::Value>(json).unwrap(),
                other => panic!("{other:?}"),
            },
            Parsed::Text(text) => panic!("{text}"),
        };
        assert_eq!(json(&children[1])["data"], data, "{text}");
        assert_eq!(json(&children[2]), json(&expected[2]), "{text}");
    }
}
