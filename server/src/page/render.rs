//! The HTML of cards and pages.

use std::rc::Rc;

use axum::http::HeaderMap;
use jiff::tz::TimeZone;
use product_pool::card::{CardProps, Failure, Record, State, draw, to_html};
use product_pool::gtin::Gtin;
use product_pool::label::{JsonLdOptions, brand_name, image_addresses, json_ld, product_name};
use product_pool::messages::Messages;
use product_pool::model::{FeatureImage, ImagePage, Product};

use super::hints::Hint;
use super::styles::{CARD_SHEET, PAGE_SHEET};
use crate::gateway::STALE;
use crate::record::members::json_string;

/// What a card is drawn from: answers of the API, as they came.
pub(super) struct Sources {
    pub(super) product: String,
    pub(super) image: Option<String>,
    pub(super) images: Option<String>,
    /// The headers of the product's answer.
    pub(super) told: HeaderMap,
}

impl Sources {
    /// Since when a gateway could not check the product.
    fn stale(&self) -> Option<&str> {
        self.told.get(STALE)?.to_str().ok()
    }
}

/// A moment as people read it who may be anywhere: `2026-01-31 12:00 UTC` of
/// `2026-01-31T12:00:00Z`.
fn readable(moment: &str) -> String {
    match moment.split_once('T') {
        Some((day, time)) => format!("{day} {} UTC", time.get(..5).unwrap_or(time)),
        None => moment.to_owned(),
    }
}

/// Today's date where the day begins first, as in pkg/src/shared/today.js.
fn today() -> String {
    let there = TimeZone::fixed(jiff::tz::offset(14));
    let now = jiff::Timestamp::now().to_zoned(there);
    now.strftime("%Y-%m-%d").to_string()
}

/// What was asked for to draw a card.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    Gtin(&'a str),
    Id(&'a str),
}

impl<'a> Asked<'a> {
    /// The element's attribute that asks for it.
    fn attribute(self) -> (&'static str, &'a str) {
        match self {
            Asked::Gtin(gtin) => ("gtin", gtin),
            Asked::Id(id) => ("product-id", id),
        }
    }

    /// The same in one form: the element takes an answer only for what it is
    /// asked for itself (`nameOf` in pkg/src/card/hydration.js).
    fn name(self) -> String {
        match self {
            Asked::Gtin(gtin) => {
                let gtin = Gtin::parse(gtin).map_or_else(|_| gtin.to_owned(), |it| it.to_14());
                format!("gtin:{gtin}")
            }
            Asked::Id(id) => format!("id:{}", id.trim()),
        }
    }
}

/// A card in HTML, and what a page's head says of it.
pub(super) struct Drawn {
    /// The element with its content.
    pub(super) card: String,
    /// schema.org's description, fit for a script element.
    pub(super) json_ld: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) image: Option<String>,
}

/// What a page's head says beyond its product.
pub(super) struct Head<'a> {
    /// The page's own address.
    pub(super) canonical: &'a str,
    /// The address of the element's script.
    pub(super) script: Option<&'a str>,
    /// What the page will ask for.
    pub(super) hints: &'a [Hint],
}

/// Text for an element's content or a value in double quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\0' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// JSON that may stand in a script element: it can neither end the element nor
/// open a comment in it.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Draws a product's card. `None` if the answer holds no product.
///
/// The element is given the record along, so that it goes on from here without
/// another request, and what it is the record of: a page may ask the element for
/// something else before its script is there. `sheet` is the address of its
/// styles.
pub(super) fn draw_card(
    sources: &Sources,
    asked: Asked<'_>,
    attributes: &[(&str, &str)],
    sheet: &str,
    messages: &Messages,
    url: Option<&str>,
) -> Option<Drawn> {
    let product = Product::from_json(&sources.product).ok()?;
    let read = |text: &Option<String>| {
        text.as_deref()
            .and_then(|it| FeatureImage::from_json(it).ok())
    };
    let image = read(&sources.image);
    let mut record = Record::new(product);
    record.images = sources
        .images
        .as_deref()
        .and_then(|text| ImagePage::from_json(text).ok())
        .map(Rc::new);
    record.stale = sources.stale().map(readable);
    record.today = Some(today());
    let data = record.product.data();
    let name = product_name(data)
        .unwrap_or(messages.get("card.unnamed"))
        .to_owned();
    let title = match brand_name(data) {
        Some(brand) => format!("{name} · {brand}"),
        None => name,
    };
    let description = data.general().product_description().get();
    let description = description.unwrap_or_default().to_owned();
    let images = image
        .as_ref()
        .map(|it| image_addresses(it.body()))
        .unwrap_or_default();
    let words = |key: &str| messages.get(key).to_owned();
    let json_ld = json_ld(
        data,
        &JsonLdOptions {
            url,
            images: &images,
            ..JsonLdOptions::default()
        },
        &words,
    );
    record.image = image.map(Rc::new);
    let tree = draw(&props(State::Ready(record), messages));
    let stale = sources.stale().map(json_string);
    // Each as it came: figures keep every digit. Since when the product could not
    // be checked comes first: whoever has read the product has read that.
    let answers = [
        ("stale", stale.as_ref()),
        ("product", Some(&sources.product)),
        ("image", sources.image.as_ref()),
        ("images", sources.images.as_ref()),
    ];
    let name = escaped(&asked.name());
    let given: String = answers
        .into_iter()
        .filter_map(|(kind, text)| Some((kind, in_script(text?))))
        .map(|(kind, text)| {
            format!(
                "<script type=\"application/json\" data-given=\"{kind}\" \
                 data-for=\"{name}\">{text}</script>"
            )
        })
        .collect();
    let attributes: Vec<_> = std::iter::once(asked.attribute())
        .chain(attributes.iter().copied())
        .collect();
    let card = element(&attributes, sheet, &to_html(&tree), &given);
    Some(Drawn {
        card,
        json_ld,
        title,
        description,
        image: images.into_iter().next(),
    })
}

/// Draws the card of a product that is not there.
pub(super) fn draw_failure(failure: Failure, messages: &Messages) -> String {
    let state = State::Failed {
        failure,
        detail: None,
    };
    let tree = to_html(&draw(&props(state, messages)));
    element(&[], &CARD_SHEET.address, &tree, "")
}

fn props(state: State, messages: &Messages) -> CardProps {
    let mut props = CardProps::new(state, messages.clone());
    props.level = 1;
    props
}

/// The element with its shadow tree declared.
fn element(attributes: &[(&str, &str)], sheet: &str, tree: &str, given: &str) -> String {
    let sheet = escaped(sheet);
    let attributes: String = attributes
        .iter()
        .map(|(name, value)| format!(" {name}=\"{}\"", escaped(value)))
        .collect();
    format!(
        "<product-pool-card{attributes}><template shadowrootmode=\"open\">\
         <link rel=\"stylesheet\" href=\"{sheet}\"><div class=\"shell\">{tree}</div></template>\
         {given}</product-pool-card>"
    )
}

/// A fragment to be put into a page.
pub(super) fn fragment(drawn: &Drawn) -> String {
    format!(
        "{}<script type=\"application/ld+json\">{}</script>\n",
        drawn.card, drawn.json_ld
    )
}

/// A whole page.
pub(super) fn page(drawn: &Drawn, head: &Head<'_>, messages: &Messages) -> String {
    let title = escaped(&drawn.title);
    let description = escaped(&drawn.description);
    let address = escaped(head.canonical);
    let hints: String = head.hints.iter().map(Hint::element).collect();
    let image = drawn.image.as_deref().map_or(String::new(), |image| {
        format!(
            "<meta property=\"og:image\" content=\"{}\">\n",
            escaped(image)
        )
    });
    let script = head.script;
    let head = format!(
        "{hints}<meta name=\"description\" content=\"{description}\">\n\
         <link rel=\"canonical\" href=\"{address}\">\n\
         <meta property=\"og:type\" content=\"product\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta property=\"og:url\" content=\"{address}\">\n\
         {image}<script type=\"application/ld+json\">{}</script>\n",
        drawn.json_ld
    );
    document(&title, &head, &drawn.card, script, messages)
}

/// A page that says why there is no product.
pub(super) fn failure_page(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.title", failure.key());
    let title = escaped(messages.get(&key));
    let head = "<meta name=\"robots\" content=\"noindex\">\n";
    document(
        &title,
        head,
        &draw_failure(failure, messages),
        None,
        messages,
    )
}

fn document(
    title: &str,
    head: &str,
    body: &str,
    script: Option<&str>,
    messages: &Messages,
) -> String {
    let script = script.map_or(String::new(), |script| {
        format!(
            "<script type=\"module\" src=\"{}\"></script>\n",
            escaped(script)
        )
    });
    format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n{head}\
         <link rel=\"stylesheet\" href=\"{}\">\n{script}</head>\n\
         <body>\n<main>{body}</main>\n</body>\n</html>\n",
        escaped(messages.language()),
        messages.direction(),
        escaped(&PAGE_SHEET.address),
    )
}
