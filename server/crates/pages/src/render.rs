//! Renders cards as HTML.

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

/// The sources of a card: bodies of the API's responses, unchanged.
pub(super) struct Sources {
    pub(super) product: String,
    pub(super) image: Option<String>,
    pub(super) images: Option<String>,
    /// The headers of the product's response.
    pub(super) headers: HeaderMap,
}

impl Sources {
    /// The time since which a gateway has not been able to revalidate the product.
    fn stale(&self) -> Option<&str> {
        self.headers.get(STALE)?.to_str().ok()
    }
}

/// Formats a time for people in any time zone: `31 January 2026, 12:00 UTC` for
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

/// The attribute of an element whose card explains why there is no product, and keeps doing so
/// (`update` in pkg/src/card/element.js).
const FAILED: &str = "data-failed";

/// The attribute with the error in a fragment's settings; the element reports it to
/// developers.
const PROBLEM: &str = "data-problem";

/// Today's date in the time zone where a day begins first, as in pkg/src/shared/today.js.
fn today() -> String {
    let there = TimeZone::fixed(jiff::tz::offset(14));
    let now = jiff::Timestamp::now().to_zoned(there);
    now.strftime("%Y-%m-%d").to_string()
}

/// The product that a request names.
#[derive(Clone, Copy)]
pub(super) enum Asked<'a> {
    Gtin(&'a str),
    Id(&'a str),
}

impl<'a> Asked<'a> {
    /// The element's attribute for this product.
    fn attribute(self) -> (&'static str, &'a str) {
        match self {
            Asked::Gtin(gtin) => ("gtin", gtin),
            Asked::Id(id) => ("product-id", id),
        }
    }

    /// The requested GTIN.
    fn gtin(self) -> Option<Gtin> {
        match self {
            Asked::Gtin(gtin) => Gtin::parse_lenient(gtin).ok(),
            Asked::Id(_) => None,
        }
    }

    /// A normalised name of the product: the element accepts a record only under the name of
    /// the product it shows (`nameOf` in pkg/src/card/hydration.js).
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

/// The context of a card: its product, its settings and its styles.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) asked: Asked<'a>,
    pub(super) settings: &'a Settings,
    /// The element's `loading` attribute, if it is not the default.
    pub(super) loading: Option<&'static str>,
    pub(super) styles: Styles<'a>,
}

/// How the styles of a card are included.
#[derive(Clone, Copy)]
pub(super) enum Styles<'a> {
    /// Inline, in a style element, which the policy of the server's own pages allows.
    Inline,
    /// By a link to this URL: pages of other sites may have a policy without inline styles, or
    /// several cards.
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
    /// The attributes with which the element takes over with the same settings.
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

/// A rendered card, and the data for the page's head.
pub(super) struct Drawn {
    /// The element with its content.
    pub(super) card: String,
    /// The schema.org description, escaped for a script element.
    pub(super) json_ld: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) image: Option<String>,
}

/// Escapes text for the content of an element or for a value in double quotes.
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

/// Escapes JSON for a script element, so that it can neither end the element nor open a
/// comment.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Renders a product's card. `None` if the response holds no product.
///
/// The output includes the record, so that the element continues without another request, and
/// the name of its product, because a page may set the element to another product before the
/// script is loaded. `url` is the canonical URL of the product's page, for search engines.
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
    // Each response unchanged, so that figures keep all digits. The time of the last check
    // comes first: once the element has read the product, it has read that time too.
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

/// Renders the card of a failure.
fn draw_failure(failure: Failure, settings: &Settings, messages: &Messages) -> String {
    let state = State::Failed {
        failure,
        detail: None,
    };
    to_html(&draw(&props(state, settings, messages)))
}

/// The card of a page that explains why there is no product.
pub(super) fn failed_card(failure: Failure, messages: &Messages) -> String {
    let settings = Settings::of_page();
    let tree = draw_failure(failure, &settings, messages);
    let lang = attribute(("lang", messages.language()));
    element(&lang, &settings, Styles::Inline, &tree, "")
}

/// A fragment that explains why there is no product. If the failure may be temporary, the
/// element requests the product again; otherwise it shows this card. `problem` is for the
/// developer of the page.
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

/// Formats an attribute for a tag.
fn attribute((name, value): (&str, &str)) -> String {
    format!(" {name}=\"{}\"", escaped(value))
}

/// The element with its declarative shadow tree.
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

/// A fragment, to be inserted into a page.
pub(super) fn fragment(drawn: &Drawn) -> String {
    format!(
        "{}<script type=\"application/ld+json\">{}</script>\n",
        drawn.card, drawn.json_ld
    )
}
