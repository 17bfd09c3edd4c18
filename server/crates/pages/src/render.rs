//! Renders cards, as HTML and as the JSON from which the element builds them.

use jiff::tz::TimeZone;
use product_pool::card::{
    self, CardProps, Element, Failure, Node, Record, State, Styles, el, to_html,
};
use product_pool::gtin::Gtin;
use product_pool::label::{
    JsonLdOptions, brand_name, image_addresses, json_ld, product_name, successors,
};
use product_pool::messages::Messages;
use product_pool::model::{FeatureImage, ImagePage, Product};
use serde_json::{Map, Value, json};

use crate::freshness::Received;
use crate::internal_api::Fetched;
use crate::language::Language;
use crate::record_address::segment;
use crate::settings::{Settings, StructuredData};
use product_pool_http::memory::Room;
use product_pool_http::responses::answer::STALE;
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::raw_object::{json_string, pick};

/// The sources of a card: bodies of the API's responses, unchanged.
pub(super) struct Sources {
    pub(super) product: Fetched,
    pub(super) image: Option<Fetched>,
    pub(super) images: Option<Fetched>,
    /// From when the product is, and how long it holds.
    pub(super) received: Received,
    /// The room that a long record takes until its card is drawn.
    pub(super) _room: Room,
}

impl Sources {
    /// The time since which a gateway has not been able to revalidate the product.
    fn stale(&self) -> Option<&str> {
        self.product.headers.get(STALE)?.to_str().ok()
    }

    /// What a card of these depends on: their content, and today's date. `None` if the content has
    /// no tag by which a change would be noticed.
    pub(super) fn key(&self) -> Option<String> {
        let fetched = [
            Some(&self.product),
            self.image.as_ref(),
            self.images.as_ref(),
        ];
        let tags = fetched.map(|fetched| fetched.map_or("-", Fetched::tag));
        let stale = self.stale().unwrap_or("-");
        let is_tagged = tags.iter().all(|tag| !tag.is_empty());
        is_tagged.then(|| format!("{} {stale} {}", tags.join(" "), today()))
    }

    /// The script elements from which the element takes over. They hold each response
    /// unchanged, so that figures keep all digits. The times come first: once the element has read
    /// the product, it has read those too.
    fn scripts(&self, name: &str) -> Vec<Element> {
        let stale = self.stale().map(json_string);
        let received = json!([self.received.date, self.received.control]).to_string();
        let texts = [
            ("stale", stale.as_deref()),
            ("received", Some(received.as_str())),
            ("product", Some(self.product.text())),
            ("image", self.image.as_ref().map(Fetched::text)),
            ("images", self.images.as_ref().map(Fetched::text)),
        ];
        let script = |kind, text: &str| {
            el("script")
                .attr("type", "application/json")
                .attr("data-given", kind)
                .owned_attr("data-for", name.to_owned())
                .text(text)
        };
        let texts = texts.into_iter();
        texts
            .filter_map(|(kind, text)| Some(script(kind, text?)))
            .collect()
    }
}

/// Formats a time for people in any time zone: `31 January 2026, 12:00 UTC` for
/// `2026-01-31T12:00:00Z`.
fn readable(time: &str, messages: &Messages) -> String {
    match time.split_once('T') {
        Some((day, clock)) => {
            let clock = clock.get(..5).unwrap_or(clock);
            format!("{}, {clock} UTC", messages.date(day))
        }
        None => time.to_owned(),
    }
}

/// The attribute of an element whose card explains why there is no product, and keeps doing so
/// (`update` in pkg/src/card/product-element.ts).
const FAILED: &str = "data-failed";

/// The attribute with the settings of the card, by which the element finds out whether it would
/// draw another (`isDrawnWith` in pkg/src/card/hydration.ts).
const SETTINGS: &str = "data-settings";

/// The attribute with the words by which the element asks for the page to be loaded again
/// (`words` in pkg/src/card/hydration.ts), and their key.
const RELOAD: &str = "data-reload";
const RELOAD_KEY: &str = "notice.reload";

/// The attribute with the error in a fragment's settings; the element reports it to
/// developers.
const PROBLEM: &str = "data-problem";

/// Today's date in the time zone where a day begins first, as in pkg/src/shared/today.ts.
fn today() -> String {
    let there = TimeZone::fixed(jiff::tz::offset(14));
    let now = jiff::Timestamp::now().to_zoned(there);
    now.strftime("%Y-%m-%d").to_string()
}

/// The product that a request names.
#[derive(Clone, Copy)]
pub(super) enum ProductRef<'a> {
    Gtin(&'a str),
    Id(&'a str),
}

impl<'a> ProductRef<'a> {
    /// The element's attribute for this product.
    pub(super) fn attribute(self) -> (&'static str, &'a str) {
        match self {
            ProductRef::Gtin(gtin) => ("gtin", gtin),
            ProductRef::Id(id) => ("product-id", id),
        }
    }

    /// The requested GTIN.
    fn gtin(self) -> Option<Gtin> {
        match self {
            ProductRef::Gtin(gtin) => Gtin::parse_lenient(gtin).ok(),
            ProductRef::Id(_) => None,
        }
    }

    /// A normalised name of the product: the element accepts a record only under the name of
    /// the product it shows (`nameOf` in pkg/src/card/hydration.ts).
    fn name(self) -> String {
        match self {
            ProductRef::Gtin(gtin) => {
                let gtin14 = self.gtin().map(|number| number.to_14());
                format!("gtin:{}", gtin14.as_deref().unwrap_or(gtin))
            }
            ProductRef::Id(id) => format!("id:{}", id.trim()),
        }
    }
}

/// The context of a card: its product, its settings and its styles.
#[derive(Clone, Copy)]
pub(super) struct CardContext<'a> {
    pub(super) product_ref: ProductRef<'a>,
    pub(super) settings: &'a Settings,
    /// The structured data that comes with it.
    pub(super) structured_data: Option<StructuredData>,
    /// The element's `loading` attribute, if it is not the default.
    pub(super) loading: Option<&'static str>,
    /// The address of the page of a product that replaces this one, with `{id}` in the place of its
    /// `pool_id`, as the element's attribute has it.
    pub(super) successor_url: Option<&'a str>,
    /// The address of the API for the element, if it is not the page's own host.
    pub(super) base_url: Option<&'a str>,
    pub(super) styles: Styles<'a>,
}

/// Attributes of the element, each with its value.
type Attributes<'a> = Vec<(&'static str, &'a str)>;

impl CardContext<'_> {
    /// The attributes with which the element takes over with the same settings.
    fn attributes<'a>(&'a self, messages: &'a Messages) -> Attributes<'a> {
        let loading = self.loading.map(|loading| ("loading", loading));
        let mut attributes = vec![self.product_ref.attribute(), ("lang", messages.language())];
        attributes.extend(loading);
        let successor_url = self.successor_url.map(|address| ("successor-url", address));
        attributes.extend(successor_url);
        attributes.extend(self.base_url.map(|address| ("base-url", address)));
        attributes.extend(self.settings.attributes());
        attributes
    }
}

/// A rendered card, and the data for the page's head.
pub(super) struct RenderedCard {
    /// The element with its content.
    pub(super) element: Element,
    /// The script element with the structured data, if it is wanted.
    pub(super) json_ld: Option<Element>,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) image: Option<String>,
}

/// Renders a product's card. `None` if the response holds no product.
///
/// The output includes the record, so that the element continues without another request, and
/// the name of its product, because a page may set the element to another product before the
/// script is loaded. `url` is the canonical URL of the product's page, for search engines.
pub(super) fn draw_card(
    sources: &Sources,
    context: &CardContext<'_>,
    messages: &Messages,
    url: Option<&str>,
) -> Option<RenderedCard> {
    let product = Product::from_json(sources.product.text()).ok()?;
    let record = record(product, sources, context.product_ref, messages);
    let data = record.product.data();
    let name = product_name(data).unwrap_or(messages.get("card.unnamed"));
    let title = match brand_name(data) {
        Some(brand) => format!("{name} · {brand}"),
        None => name.to_owned(),
    };
    let description = data.general().product_description().get();
    let description = description.unwrap_or_default().to_owned();
    let images = record.image.as_ref();
    let images = images.map(|image| image_addresses(image.body()));
    let images = images.unwrap_or_default();
    let json_ld = context.structured_data.map(|kind| {
        let mut options = JsonLdOptions::new().images(&images);
        options.url = url;
        // A page with its own address describes the case, as that does.
        options.gtin = context.product_ref.gtin().filter(|_| url.is_none());
        options.properties_only = kind == StructuredData::Properties;
        let text = json_ld(data, &options, &|key| messages.get(key).to_owned());
        // The attribute tells it from the page's own.
        el("script")
            .attr("type", "application/ld+json")
            .attr("data-product-pool", "")
            .owned_text(text)
    });
    let successor = context.successor_url.and_then(|address| {
        let id = successors(data).into_iter().next()?;
        Some(address.replace("{id}", &segment(&id)))
    });
    let mut props = props(State::Ready(record), context.settings, messages);
    props.successor = successor;
    let attributes = context.attributes(messages);
    let element = element(&attributes, props, context.settings, context.styles);
    Some(RenderedCard {
        element: element.children(sources.scripts(&context.product_ref.name())),
        json_ld,
        title,
        description,
        image: images.into_iter().next(),
    })
}

/// A product as its card shows it.
fn record(
    product: Product,
    sources: &Sources,
    product_ref: ProductRef<'_>,
    messages: &Messages,
) -> Record {
    let mut record = Record::new(product);
    record.gtin = product_ref.gtin();
    let image = sources.image.as_ref().map(Fetched::text);
    record.image = image.and_then(|text| FeatureImage::from_json(text).ok());
    let images = sources.images.as_ref().map(Fetched::text);
    record.images = images.and_then(|text| ImagePage::from_json(text).ok());
    record.stale = sources.stale().map(|time| readable(time, messages));
    record.today = Some(today());
    record.bounded().into_owned()
}

/// The format of a drawn card. It changes with whatever an older element would show wrongly or not
/// at all, such as a class without styles; elements refuse a format that they do not know
/// (`FORMAT` in pkg/src/card/drawn.ts).
const FORMAT: u32 = 6;

/// Stands for the time from which a card is that has become too old (`DATE` in
/// pkg/src/card/drawn.ts).
const DATE: &str = "{date}";

/// A product's card as JSON, from which the element builds it: each node is a text, or an array of
/// an element's name, its attributes, and its nodes. It names the path that it answers, with the
/// query, in case a cache mistakes it for another, and it has the answers for every allergen, of
/// which the element picks those that its reader avoids. `None` if the response holds no product.
pub(super) fn drawn_card(
    path: &str,
    sources: &Sources,
    product_ref: ProductRef<'_>,
    settings: &Settings,
    language: &Language,
) -> Option<String> {
    let product = Product::from_json(sources.product.text()).ok()?;
    // These alone are parsed: elsewhere there may be what serde_json refuses, such as half a pair of
    // surrogates or a number with an exponent of 400, which no card lacks.
    let about = pick(sources.product.text(), &ABOUT);
    let about: Value = serde_json::from_str(&about).unwrap_or_default();
    let messages = &language.messages;
    let record = record(product, sources, product_ref, messages);
    let mut props = props(State::Ready(record), settings, messages);
    props.in_shadow_tree = true;
    let about = &about["data"];
    let (general, outer) = (about.get("general"), about.get("outer"));
    let verdicts = card::verdicts(&props)?;
    let drawn_card = card::draw(&props);
    // What differs once a page has shown the card for longer than its answer holds.
    let old = match &mut props.state {
        State::Ready(record) if record.stale.is_none() => {
            record.stale = Some(DATE.to_owned());
            let old = card::verdicts(&props)?;
            json!({
                "nodes": changed(&drawn_card, &card::draw(&props)),
                "avoid": {"least": old.least, "nodes": changed(&verdicts.verdict, &old.verdict)},
            })
        }
        _ => Value::Null,
    };
    let drawn = json!({
        "format": FORMAT,
        "path": path,
        "today": today(),
        "product": {
            "pool_id": about.get("pool_id"),
            "replaced_by": about.get("replaced_by"),
            "general": {"product_name": general.and_then(|general| general.get("product_name"))},
            "outer": {"traded_unit_gtin": outer.and_then(|outer| outer.get("traded_unit_gtin"))},
            "components": about.get("components"),
        },
        "card": node(&drawn_card),
        "old": old,
        "reload": messages.get(RELOAD_KEY),
        "avoid": {
            "words": &language.avoidable,
            "least": verdicts.least,
            "head": verdicts.head,
            "names": verdicts.names,
            "verdict": node(&verdicts.verdict),
            "foot": verdicts.foot.as_ref().map(node),
        },
    });
    Some(drawn.to_string())
}

/// The card as JSON that says why there is no product.
pub(super) fn drawn_failure(
    path: &str,
    failure: Failure,
    settings: &Settings,
    language: &Language,
) -> String {
    let mut props = props(failed(failure), settings, &language.messages);
    props.in_shadow_tree = true;
    let card = node(&card::draw(&props));
    json!({"format": FORMAT, "path": path, "failure": failure.key(), "card": card}).to_string()
}

/// The members of a record that come with its drawn card.
const ABOUT: [&[&str]; 5] = [
    &["data", "pool_id"],
    &["data", "replaced_by"],
    &["data", "general", "product_name"],
    &["data", "outer", "traded_unit_gtin"],
    &["data", "components", "inner", "internal_gtin"],
];

/// The nodes of an element instead of those that it had before. A node that stays is the number of
/// its place before; an element of the same name that differs has that place too.
fn changed(before: &Element, after: &Element) -> Vec<Value> {
    let (places, nodes) = (before.child_nodes(), after.child_nodes());
    let mut at = 0;
    let mut added = nodes.len().saturating_sub(places.len());
    let change = |node: &Node| {
        let place = places.get(at);
        let value = match (place, node) {
            (Some(place), node) if place == node => Value::from(at),
            (Some(Node::Element(place)), Node::Element(node)) if place.name() == node.name() => {
                json!({"at": at, "attributes": attributes(node), "nodes": changed(place, node)})
            }
            (place, node) => {
                let is_text = matches!((place, node), (Some(Node::Text(_)), Node::Text(_)));
                // An added node takes none of the places.
                let is_added = !is_text && added > 0;
                if is_added {
                    added -= 1;
                } else {
                    at += 1;
                }
                return self::child(node);
            }
        };
        at += 1;
        value
    };
    nodes.iter().map(change).collect()
}

fn attributes(element: &Element) -> Map<String, Value> {
    let attributes = element.attributes().iter();
    attributes
        .map(|(name, value)| ((*name).to_owned(), Value::from(value.as_ref())))
        .collect()
}

fn child(node: &Node) -> Value {
    match node {
        Node::Text(text) => Value::from(text.as_ref()),
        Node::Element(element) => self::node(element),
    }
}

fn node(element: &Element) -> Value {
    let attributes = attributes(element);
    let children = element.child_nodes().iter().map(child);
    let parts = [Value::from(element.name()), Value::Object(attributes)];
    parts.into_iter().chain(children).collect()
}

/// The card of a page that explains why there is no product.
pub(super) fn failed_card(failure: Failure, messages: &Messages) -> Element {
    let attributes = [("lang", messages.language())];
    let settings = Settings::of_page();
    let props = props(failed(failure), &settings, messages);
    element(&attributes, props, &settings, Styles::Inline)
}

/// A fragment that explains why there is no product. If the failure may be temporary, the
/// element requests the product again; otherwise it shows this card. `problem` is for the
/// developer of the page.
pub(super) fn failed_fragment(
    failure: Failure,
    context: &CardContext<'_>,
    messages: &Messages,
    problem: Option<&Problem>,
) -> String {
    let attributes = match failure.may_pass() && problem.is_none() {
        true => context.attributes(messages),
        false => {
            let mut attributes = vec![("lang", messages.language()), (FAILED, failure.key())];
            attributes.extend(problem.map(|problem| (PROBLEM, problem.detail.as_str())));
            attributes.extend(context.settings.attributes());
            attributes
        }
    };
    let (settings, styles) = (context.settings, context.styles);
    let props = props(failed(failure), settings, messages);
    let card = element(&attributes, props, settings, styles);
    format!("{}\n", to_html(&card))
}

fn failed(failure: Failure) -> State {
    State::Failed {
        failure,
        detail: None,
    }
}

/// The element with a card in its settings, and with these attributes.
fn element(
    attributes: &[(&'static str, &str)],
    props: CardProps,
    settings: &Settings,
    styles: Styles<'_>,
) -> Element {
    let drawn_with = settings.drawn_with(&today(), props.messages.language());
    let reload = props.messages.get(RELOAD_KEY).to_owned();
    let container = el("div")
        .attr("class", "served")
        .owned_attr(RELOAD, reload)
        .owned_attr(SETTINGS, drawn_with);
    let mut element = card::fragment_in(container, props, settings.theme(), styles);
    for (name, value) in attributes {
        element = element.owned_attr(name, (*value).to_owned());
    }
    element
}

fn props(state: State, settings: &Settings, messages: &Messages) -> CardProps {
    let mut props = CardProps::new(state, messages.clone());
    props.level = settings.level();
    props.variant = settings.variant();
    props.panels = settings.panels();
    props.avoid = settings.get("avoid").map(str::to_owned);
    props.density = settings.density();
    props
}

/// A fragment, to be inserted into a page.
pub(super) fn fragment(card: &RenderedCard) -> String {
    let json_ld = card.json_ld.as_ref().map(to_html).unwrap_or_default();
    format!("{}{json_ld}\n", to_html(&card.element))
}

#[cfg(test)]
mod tests;
