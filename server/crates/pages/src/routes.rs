//! The routes of pages.

mod sources;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use product_pool::card::{Failure, Styles};
use product_pool::gtin::Gtin;
use product_pool::label::product_name;
use product_pool::messages::Messages;
use product_pool::model::Product;
use serde::Deserialize;
use tower_http::catch_panic::CatchPanicLayer;

use crate::Options;
use crate::digital_link::{self, LinkTarget};
use crate::document::{self, Head};
use crate::drawings::Drawings;
use crate::drawn_path;
use crate::entries;
use crate::language::Language;
use crate::page_request::{Locale, PageRequest};
use crate::record_address::{outer_gtin, record_link};
use crate::render::{self, CardContext, ProductRef, Sources};
use crate::response::{HTML, PageError, cacheable};
use crate::settings::{Settings, StructuredData};
use crate::shared_body::shared;
use crate::styles::{self, CARD_SHEET};
use product_pool_http::Representations;
use product_pool_http::layers::cors::cors;
use product_pool_http::responses::answer::{JSON, LINKSET, STALE, body};
use product_pool_http::responses::problem::Problem;
use product_pool_http::responses::problem::panicked;
use product_pool_http::responses::security::Kind;

struct Pages {
    api: Router,
    options: Options,
    drawings: Drawings,
}

// The paths of the pages.
const CARD_BY_GTIN: &str = "/card/gtin/{gtin}";
const CARD_BY_ID: &str = "/card/{product}";
const DRAWN_BY_GTIN: &str = "/drawn/gtin/{gtin}";
const DRAWN_BY_ID: &str = "/drawn/{product}";
const PAGE: &str = "/p/{gtin}";
const PAGE_BY_ID: &str = "/p/id/{product}";
const DIGITAL_LINK: &str = "/01/{gtin}";
const DIGITAL_LINK_WITH_MORE: &str = "/01/{gtin}/{*more}";
const RESOLVER: &str = "/.well-known/gs1resolver";

/// The paths of all pages, and of their style sheet and scripts.
pub fn paths() -> impl Iterator<Item = &'static str> {
    let pages = [
        CARD_BY_GTIN,
        CARD_BY_ID,
        DRAWN_BY_GTIN,
        DRAWN_BY_ID,
        PAGE,
        PAGE_BY_ID,
        DIGITAL_LINK,
        DIGITAL_LINK_WITH_MORE,
        RESOLVER,
        styles::PATH,
    ];
    pages.into_iter().chain(entries::paths())
}

/// The router of the pages over an API, which keeps them among those representations, and of the
/// search beside them.
pub fn router(
    api: Router,
    search: Router,
    options: Options,
    representations: Representations,
) -> Router {
    let cors = cors(&options.origins, &[STALE]);
    // What becomes part of other pages, or is printed on packs, has this server's address in it.
    let addressed = |answer: MethodRouter<Arc<Pages>>| match options.base {
        Some(_) => answer,
        None => get(async || unaddressed()),
    };
    let cards = Router::new()
        .route(CARD_BY_GTIN, addressed(get(Pages::card)))
        .route(CARD_BY_ID, addressed(get(Pages::card)))
        .route(DRAWN_BY_GTIN, get(Pages::drawn_card))
        .route(DRAWN_BY_ID, get(Pages::drawn_card))
        .merge(search.with_state(()))
        .method_not_allowed_fallback(async || Problem::method())
        .layer(cors);
    cards
        .route(PAGE, get(Pages::page))
        .route(PAGE_BY_ID, get(Pages::page))
        .route(DIGITAL_LINK, addressed(get(Pages::digital_link)))
        .route(DIGITAL_LINK_WITH_MORE, addressed(get(Pages::digital_link)))
        .route(RESOLVER, addressed(get(resolver)))
        .merge(styles::route())
        .merge(entries::routes(&options))
        .method_not_allowed_fallback(async || Problem::method())
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(Arc::new(Pages {
            api,
            options,
            drawings: Drawings::new(representations),
        }))
}

/// The refusal of what needs the public address, which is not configured. That is never taken from a
/// request: clients can forge its `Host`, and caches would send their address to others.
fn unaddressed() -> Problem {
    let detail = "this server does not know its public address, which it takes from no request; \
                  start it with --base-url, such as --base-url https://products.shop.example";
    let (status, code) = (StatusCode::NOT_IMPLEMENTED, "base_url_required");
    Problem::new(status, code, "No public address", detail)
}

/// The product in a path.
#[derive(Deserialize)]
struct InPath {
    gtin: Option<String>,
    product: Option<String>,
}

impl InPath {
    fn product_ref(&self) -> ProductRef<'_> {
        match &self.gtin {
            Some(gtin) => ProductRef::Gtin(gtin),
            None => ProductRef::Id(self.product.as_deref().unwrap_or_default()),
        }
    }
}

async fn resolver(State(pages): State<Arc<Pages>>) -> Response {
    let text = digital_link::description(pages.base()).to_string();
    body(StatusCode::OK, JSON, text)
}

/// How a product is shown.
struct Shown {
    kind: Kind,
    mime: &'static str,
    /// What is requested, and how: a drawn page is kept under this name and those of its sources.
    name: String,
    locale: Locale,
}

/// What a request for a card asks for.
struct CardRequest {
    pages: Arc<Pages>,
    named: InPath,
    settings: Settings,
    /// The address of the style sheet.
    sheet: String,
}

impl CardRequest {
    fn context(&self) -> CardContext<'_> {
        CardContext {
            product_ref: self.named.product_ref(),
            settings: &self.settings,
            structured_data: self.settings.structured_data(),
            loading: None,
            successor_url: None,
            base_url: self.pages.options.base.as_deref(),
            styles: Styles::Linked(&self.sheet),
        }
    }
}

impl Pages {
    /// The configured base URL; empty if there is none, which makes the links of pages relative.
    fn base(&self) -> &str {
        self.options.base.as_deref().unwrap_or_default()
    }

    async fn card(
        State(pages): State<Arc<Pages>>,
        Path(named): Path<InPath>,
        request: PageRequest,
    ) -> Response {
        let read = Settings::read(request.query());
        let problem = read.as_ref().err().cloned();
        // In a page of another site, a link without a host would point to that site.
        let sheet = format!("{}{}", pages.base(), CARD_SHEET.address());
        let card = Arc::new(CardRequest {
            pages,
            named,
            settings: read.unwrap_or_default(),
            sheet,
        });
        let product_ref = card.named.product_ref();
        let shown = Shown {
            kind: Kind::Fragment,
            mime: HTML,
            name: format!("card {:?} {:?}", product_ref.attribute(), card.settings),
            locale: request.locale(card.settings.get("lang")),
        };
        let drawn = card.clone();
        let draw = move |sources: &Sources, language: &Language| {
            let context = drawn.context();
            let card = render::draw_card(sources, &context, &language.messages, None)?;
            Some(render::fragment(&card))
        };
        let response = match problem {
            None => {
                let pages = &card.pages;
                pages
                    .show(&shown, product_ref, &request, &card.settings, draw)
                    .await
            }
            Some(problem) => Err(PageError::Settings(problem)),
        };
        response.unwrap_or_else(|error| error.answer(Some(&card.context()), shown.locale))
    }

    /// The card as JSON, for the element.
    async fn drawn_card(
        State(pages): State<Arc<Pages>>,
        Path(named): Path<InPath>,
        request: PageRequest,
    ) -> Response {
        let settings = match Settings::read_canonical(request.query()) {
            Ok(settings) => settings,
            Err(problem) => return problem.into_response(),
        };
        let raw = request.path().split('?').next().unwrap_or_default();
        if let Some(canonical) = drawn_path::canonical(raw, named.gtin.as_deref()) {
            let detail = format!("a drawn card has one address; write {canonical}");
            return Problem::path(&detail).into_response();
        }
        let asked = Arc::new((named, settings));
        let path = request.path().to_owned();
        let (named, settings) = &*asked;
        let shown = Shown {
            kind: Kind::Data,
            mime: JSON,
            name: path.clone(),
            locale: request.locale(settings.get("lang")),
        };
        let drawn = asked.clone();
        let draw = move |sources: &Sources, language: &Language| {
            let (named, settings) = &*drawn;
            render::drawn_card(&path, sources, named.product_ref(), settings, language)
        };
        let response = pages.show(&shown, named.product_ref(), &request, settings, draw);
        let failed = |failure| {
            let language = Language::of(shown.locale.language);
            render::drawn_failure(request.path(), failure, settings, language)
        };
        let response = response.await;
        response.unwrap_or_else(|error| error.data(failed))
    }

    async fn page(
        State(pages): State<Arc<Pages>>,
        Path(named): Path<InPath>,
        request: PageRequest,
    ) -> Response {
        let (named, settings) = (Arc::new(named), Settings::of_page());
        let product_ref = named.product_ref();
        let shown = Shown {
            kind: Kind::Page,
            mime: HTML,
            name: format!("page {:?}", product_ref.attribute()),
            locale: request.locale(request.parameter("lang").as_deref()),
        };
        let parsed = named.gtin.as_deref().map(digital_link::gtin);
        let response = match parsed {
            // A path that should be a GTIN.
            Some(None) => Err(PageError::gtin(StatusCode::NOT_FOUND)),
            parsed => {
                let (drawn, named) = (pages.clone(), named.clone());
                let draw = move |sources: &Sources, language: &Language| {
                    let product_ref = named.product_ref();
                    drawn.draw_page(parsed.flatten(), product_ref, sources, &language.messages)
                };
                pages
                    .show(&shown, product_ref, &request, &settings, draw)
                    .await
            }
        };
        response.unwrap_or_else(|error| error.answer(None, shown.locale))
    }

    /// The response that shows a product: drawn unless that is kept already.
    async fn show(
        &self,
        shown: &Shown,
        product_ref: ProductRef<'_>,
        request: &PageRequest,
        settings: &Settings,
        draw: impl FnOnce(&Sources, &Language) -> Option<String> + Send + 'static,
    ) -> Result<Response, PageError> {
        let sources = self.sources(product_ref, settings).await?;
        let sources = Arc::new(sources);
        let language = shown.locale.language;
        let drawn = sources.clone();
        let make = move || Some(shared(draw(&drawn, Language::of(language))?));
        let drawn = match sources.key() {
            Some(key) if settings.is_usual() => {
                // What becomes part of another page says how long it holds.
                let held = match shown.kind {
                    Kind::Data => "",
                    _ => &sources.received.date,
                };
                let key = format!("{} {language} {key} {held}", shown.name);
                self.drawings.draw(key, make).await?
            }
            _ => self.drawings.aside(make).await?.flatten(),
        };
        let drawn = drawn.ok_or_else(PageError::record)?;
        let (kind, mime) = (shown.kind, shown.mime);
        Ok(cacheable(
            kind,
            mime,
            drawn,
            shown.locale,
            &sources.product,
            request,
        ))
    }

    /// Draws a product's page.
    fn draw_page(
        &self,
        parsed: Option<Gtin>,
        product_ref: ProductRef<'_>,
        sources: &Sources,
        messages: &Messages,
    ) -> Option<String> {
        // One canonical URL for search engines, whatever GTIN led here.
        let product = Product::from_json(sources.product.text()).ok();
        let own = product.as_ref().and_then(outer_gtin).or(parsed);
        let base = self.options.base.as_ref();
        let canonical = base.zip(own);
        let canonical = canonical.map(|(base, own)| format!("{base}/p/{}", own.to_14()));
        let successor_url = format!("{}/p/id/{{id}}", self.base());
        let context = CardContext {
            product_ref,
            successor_url: Some(&successor_url),
            settings: &Settings::of_page(),
            structured_data: Some(StructuredData::Product),
            loading: Some("eager"),
            base_url: None,
            styles: Styles::Inline,
        };
        let card = render::draw_card(sources, &context, messages, canonical.as_deref())?;
        let script = self.options.card_script();
        let head = Head {
            canonical: canonical.as_deref(),
            script: script.as_deref(),
        };
        Some(document::page(card, &head, messages))
    }

    async fn digital_link(
        State(pages): State<Arc<Pages>>,
        uri: Uri,
        request: PageRequest,
    ) -> Response {
        // Records do not differ by batch or serial number, so these are ignored.
        let found = match digital_link::of_path(uri.path()) {
            Some(gtin) => {
                let fetched = pages.by_gtin(&gtin).await;
                fetched.map(|fetched| (gtin, fetched))
            }
            None => Err(PageError::gtin(StatusCode::BAD_REQUEST)),
        };
        let locale = request.locale(request.parameter("lang").as_deref());
        let (gtin, fetched) = match found {
            Ok(found) => found,
            Err(error) => return error.answer(None, locale),
        };
        let base = pages.base();
        let padded = gtin.to_14();
        let body = fetched.clone();
        let read = move || Product::from_json(body.text()).ok();
        let product = match pages.drawings.aside(read).await {
            Ok(product) => product.flatten(),
            Err(refused) => return PageError::from(refused).answer(None, locale),
        };
        let record = record_link(&gtin, product.as_ref());
        let link_type = request.parameter("linkType");
        let mut response =
            match LinkTarget::of(link_type.as_deref(), request.header(header::ACCEPT)) {
                LinkTarget::Page => {
                    Redirect::temporary(&format!("{base}/p/{padded}")).into_response()
                }
                LinkTarget::Record => {
                    Redirect::temporary(&format!("{base}{record}")).into_response()
                }
                LinkTarget::All => {
                    let messages = locale.messages();
                    let name = product
                        .as_ref()
                        .and_then(|product| product_name(product.data()));
                    let name = name.unwrap_or(messages.get("card.unnamed"));
                    let language = locale.language;
                    let set = digital_link::linkset(base, &padded, &record, name, language);
                    let text = Bytes::from(set.to_string());
                    cacheable(Kind::Data, LINKSET, text.into(), locale, &fetched, &request)
                }
                LinkTarget::Unknown => {
                    let error = PageError::Here(StatusCode::NOT_FOUND, Failure::NotFound);
                    error.answer(None, locale)
                }
            };
        let headers = response.headers_mut();
        let all = format!(
            "<{base}/01/{padded}?linkType=all>; rel=\"linkset\"; \
             type=\"{LINKSET}\""
        );
        if let Ok(value) = HeaderValue::from_str(&all) {
            headers.insert(header::LINK, value);
        }
        let vary = HeaderValue::from_static("Accept, Accept-Language");
        headers.insert(header::VARY, vary);
        response
    }
}
