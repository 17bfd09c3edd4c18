//! The HTML of cards.

use std::rc::Rc;

use axum::http::HeaderMap;
use jiff::tz::TimeZone;
use product_pool::card::{CardProps, Failure, Record, State, draw, to_html};
use product_pool::gtin::Gtin;
use product_pool::label::{JsonLdOptions, brand_name, image_addresses, json_ld, product_name};
use product_pool::messages::Messages;
use product_pool::model::{FeatureImage, ImagePage, Product};

use crate::settings::Settings;
use crate::styles::CARD_SHEET;
use product_pool_http::answer::STALE;
use product_pool_http::problem::Problem;
use product_pool_store::record::members::json_string;

/// What a card is drawn from: answers of the API, as they came.
pub(super) struct Sources {
    pub(super) product: String,
    pub(super) image: Option<String>,
    pub(super) images: Option<String>,
    /// The headers of the product's answer.
    pub(super) headers: HeaderMap,
}

impl Sources {
    /// Since when a gateway could not check the product.
    fn stale(&self) -> Option<&str> {
        self.headers.get(STALE)?.to_str().ok()
    }
}

/// A moment as people read it who may be anywhere: `31 January 2026, 12:00 UTC` for
/// `2026-01-31T12:00:00Z`.
fn readable(moment: &str, messages: &Messages) -> String {
    match moment.split_once('T') {
        Some((day, time)) => {
            let time = time.get(..5).unwrap_or(time);
            format!("{}, {time} UTC", messages.date(day))
        }
        None => moment.to_owned(),
    }
}

/// Marks an element whose card says why there is no product, and goes on saying so
/// (`update` in pkg/src/card/element.js).
const FAILED: &str = "data-failed";

/// What was wrong with the settings of a fragment; the element reports it to developers.
const PROBLEM: &str = "data-problem";

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

    /// The GTIN that was asked for.
    fn gtin(self) -> Option<Gtin> {
        match self {
            Asked::Gtin(gtin) => Gtin::parse_lenient(gtin).ok(),
            Asked::Id(_) => None,
        }
    }

    /// The same in one form: the element takes an answer only for what it is
    /// asked for itself (`nameOf` in pkg/src/card/hydration.js).
    fn name(self) -> String {
        match self {
            Asked::Gtin(gtin) => {
                let gtin14 = self.gtin().map(|it| it.to_14());
                format!("gtin:{}", gtin14.as_deref().unwrap_or(gtin))
            }
            Asked::Id(id) => format!("id:{}", id.trim()),
        }
    }
}

/// What is around a card: which one it is, how it is set, and its styles.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) asked: Asked<'a>,
    pub(super) settings: &'a Settings,
    /// The element's attribute `loading`, where it is not the default.
    pub(super) loading: Option<&'static str>,
    pub(super) styles: Styles<'a>,
}

/// How a card gets its styles.
#[derive(Clone, Copy)]
pub(super) enum Styles<'a> {
    /// By a style element, which the policy of the server's own pages allows.
    Inline,
    /// By a link to this address: other pages may have a policy that allows no style
    /// elements, or several cards.
    Linked(&'a str),
}

impl Styles<'_> {
    fn element(self) -> String {
        match self {
            Styles::Inline => CARD_SHEET.element(),
            Styles::Linked(address) => {
                format!("<link rel=\"stylesheet\" href=\"{}\">", escaped(address))
            }
        }
    }
}

impl Frame<'_> {
    /// The element's attributes, so that it takes over with the same settings.
    fn attributes(&self, messages: &Messages) -> String {
        let loading = self.loading.map(|loading| ("loading", loading));
        let lang = ("lang", messages.language());
        std::iter::once(self.asked.attribute())
            .chain([lang])
            .chain(loading)
            .chain(self.settings.attributes())
            .map(attribute)
            .collect()
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
/// something else before its script is there. `url` is the address of the page that
/// describes the product, for search engines.
pub(super) fn draw_card(
    sources: &Sources,
    frame: &Frame<'_>,
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
    record.gtin = frame.asked.gtin();
    record.images = sources
        .images
        .as_deref()
        .and_then(|text| ImagePage::from_json(text).ok())
        .map(Rc::new);
    record.stale = sources.stale().map(|moment| readable(moment, messages));
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
    let tree = draw(&props(State::Ready(record), frame.settings, messages));
    let stale = sources.stale().map(json_string);
    // Each as it came: figures keep every digit. Since when the product could not
    // be checked comes first: whoever has read the product has read that.
    let answers = [
        ("stale", stale.as_ref()),
        ("product", Some(&sources.product)),
        ("image", sources.image.as_ref()),
        ("images", sources.images.as_ref()),
    ];
    let name = escaped(&frame.asked.name());
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
    let card = element(
        &frame.attributes(messages),
        frame.settings,
        frame.styles,
        &to_html(&tree),
        &given,
    );
    Some(Drawn {
        card,
        json_ld,
        title,
        description,
        image: images.into_iter().next(),
    })
}

/// Draws the card of a product that is not there.
fn draw_failure(failure: Failure, settings: &Settings, messages: &Messages) -> String {
    let state = State::Failed {
        failure,
        detail: None,
    };
    to_html(&draw(&props(state, settings, messages)))
}

/// The card of a page that says why there is no product.
pub(super) fn failed_card(failure: Failure, messages: &Messages) -> String {
    let settings = Settings::of_page();
    let tree = draw_failure(failure, &settings, messages);
    let lang = attribute(("lang", messages.language()));
    element(&lang, &settings, Styles::Inline, &tree, "")
}

/// A fragment that says why there is no product. If that may pass, the element asks
/// again; otherwise it shows what was drawn here. `problem` is for the developer of
/// the page.
pub(super) fn failed_fragment(
    failure: Failure,
    frame: &Frame<'_>,
    messages: &Messages,
    problem: Option<&Problem>,
) -> String {
    let tree = draw_failure(failure, frame.settings, messages);
    let attributes = match failure.may_pass() && problem.is_none() {
        true => frame.attributes(messages),
        false => [("lang", messages.language()), (FAILED, failure.key())]
            .into_iter()
            .chain(problem.map(|problem| (PROBLEM, problem.detail.as_str())))
            .chain(frame.settings.attributes())
            .map(attribute)
            .collect(),
    };
    let card = element(&attributes, frame.settings, frame.styles, &tree, "");
    format!("{card}\n")
}

fn props(state: State, settings: &Settings, messages: &Messages) -> CardProps {
    let mut props = CardProps::new(state, messages.clone());
    props.in_shadow_tree = true;
    props.level = settings.level();
    props.variant = settings.variant();
    props.panels = settings.panels();
    props.avoid = settings.avoid().map(str::to_owned);
    props.density = settings.density();
    props
}

/// An attribute as it stands in a tag.
fn attribute((name, value): (&str, &str)) -> String {
    format!(" {name}=\"{}\"", escaped(value))
}

/// The element with its shadow tree declared.
fn element(
    attributes: &str,
    settings: &Settings,
    styles: Styles<'_>,
    tree: &str,
    content: &str,
) -> String {
    let styles = styles.element();
    let theme = settings
        .theme()
        .map(|theme| attribute(("data-theme", theme)));
    let theme = theme.unwrap_or_default();
    format!(
        "<product-pool-card{attributes}><template shadowrootmode=\"open\">\
         {styles}<div class=\"shell\"{theme}><div class=\"served\">{tree}</div></div></template>\
         {content}</product-pool-card>"
    )
}

/// A fragment to be put into a page.
pub(super) fn fragment(drawn: &Drawn) -> String {
    format!(
        "{}<script type=\"application/ld+json\">{}</script>\n",
        drawn.card, drawn.json_ld
    )
}
