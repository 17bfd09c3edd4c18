//! The routes of pages.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use product_pool::card::Failure;
use product_pool::gtin::Gtin;
use product_pool::label::product_name;
use product_pool::model::Product;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;

use crate::Options;
use crate::digital_link::{self, LinkTarget};
use crate::document::{self, Head};
use crate::internal_api::{Fetched, ask};
use crate::page_request::PageRequest;
use crate::render::{self, CardContext, ProductRef, Sources, Styles};
use crate::response::{HTML, PageError, cacheable};
use crate::settings::Settings;
use crate::styles::{self, CARD_SHEET};
use product_pool_http::answer::{JSON, LINKSET, body};
use product_pool_http::cors::cors;
use product_pool_http::problem::Problem;
use product_pool_http::problem::panicked;
use product_pool_http::security::Kind;

/// The size from which a record is long, in bytes. Drawing one takes several times as much memory.
const LONG: usize = 1 << 20;
/// The long records that are drawn at a time.
static LONG_RECORDS: Semaphore = Semaphore::const_new(2);

struct Pages {
    api: Router,
    options: Options,
}

// The paths of the pages.
const CARD_BY_GTIN: &str = "/card/gtin/{gtin}";
const CARD_BY_ID: &str = "/card/{product}";
const PAGE: &str = "/p/{gtin}";
const DIGITAL_LINK: &str = "/01/{gtin}";
const DIGITAL_LINK_WITH_MORE: &str = "/01/{gtin}/{*more}";
const RESOLVER: &str = "/.well-known/gs1resolver";

/// The paths of all pages and of their style sheets.
pub const PATHS: [&str; 9] = [
    CARD_BY_GTIN,
    CARD_BY_ID,
    PAGE,
    DIGITAL_LINK,
    DIGITAL_LINK_WITH_MORE,
    RESOLVER,
    styles::CARD,
    styles::PAGE,
    styles::VERSIONED,
];

/// The router of the pages over an API.
pub fn router(api: Router, options: Options) -> Router {
    let cors = cors(&options.origins, &[]);
    let cards = Router::new()
        .route(CARD_BY_GTIN, get(card_by_gtin))
        .route(CARD_BY_ID, get(card_by_id));
    let cards = match cors {
        Some(cors) => cards.layer(cors),
        None => cards,
    };
    cards
        .route(PAGE, get(Pages::page))
        .route(DIGITAL_LINK, get(Pages::digital_link))
        .route(DIGITAL_LINK_WITH_MORE, get(Pages::digital_link))
        .route(RESOLVER, get(resolver))
        .merge(styles::routes())
        .method_not_allowed_fallback(async || Problem::method())
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(Arc::new(Pages { api, options }))
}

async fn card_by_gtin(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    request: PageRequest,
) -> Response {
    pages.card(ProductRef::Gtin(&gtin), &request).await
}

async fn card_by_id(
    State(pages): State<Arc<Pages>>,
    Path(product): Path<String>,
    request: PageRequest,
) -> Response {
    pages.card(ProductRef::Id(&product), &request).await
}

async fn resolver(State(pages): State<Arc<Pages>>) -> Response {
    let text = digital_link::description(pages.options.base.as_deref()).to_string();
    body(StatusCode::OK, JSON, text)
}

impl Pages {
    /// The configured base URL; empty if there is none, which makes links relative. The
    /// request's `Host` is not used: clients can forge it, and caches would serve the result
    /// to others.
    fn base(&self) -> &str {
        self.options.base.as_deref().unwrap_or_default()
    }

    /// Fetches from the API.
    async fn fetch(&self, path: &str, request: &PageRequest) -> Result<Fetched, PageError> {
        let fetched = ask(&self.api, path, &self.options.host, &request.headers).await;
        fetched.map_err(PageError::Api)
    }

    /// Fetches the product with a GTIN.
    async fn by_gtin(&self, gtin: &Gtin, request: &PageRequest) -> Result<Fetched, PageError> {
        let path = format!("/v2/products/gtin/{}", gtin.as_given());
        let fetched = self.fetch(&path, request).await;
        fetched.map_err(|error| error.by(gtin))
    }

    /// Fetches the requested product, its feature image and, if the card shows it, the list of
    /// all images. A card is complete without images too.
    async fn sources(
        &self,
        product_ref: ProductRef<'_>,
        request: &PageRequest,
        settings: &Settings,
    ) -> Result<Sources, PageError> {
        let mut product = self.product(product_ref, request).await?;
        let mut turn = None;
        if product.text().len() > LONG {
            // Not kept while it waits.
            drop(product);
            turn = LONG_RECORDS.acquire().await.ok();
            product = self.product(product_ref, request).await?;
        }
        let id = Product::from_json(product.text())
            .ok()
            .and_then(|it| it.data().pool_id().get().map(segment));
        let fetch = async |path: Option<String>| self.fetch(&path?, request).await.ok();
        let feature = id.as_ref().map(|id| format!("/v2/images/{id}/feature"));
        let all = id.filter(|_| settings.shows_all_images());
        let all = all.map(|id| format!("/v2/images/{id}"));
        let (image, images) = tokio::join!(fetch(feature), fetch(all));
        Ok(Sources {
            product,
            image,
            images,
            _turn: turn,
        })
    }

    /// Fetches the requested product.
    async fn product(
        &self,
        product_ref: ProductRef<'_>,
        request: &PageRequest,
    ) -> Result<Fetched, PageError> {
        match product_ref {
            ProductRef::Gtin(text) => match Gtin::parse_lenient(text) {
                Ok(gtin) => self.by_gtin(&gtin, request).await,
                Err(_) => Err(PageError::gtin(StatusCode::NOT_FOUND)),
            },
            ProductRef::Id(id) => self.fetch(&record_path(id), request).await,
        }
    }

    async fn card(&self, product_ref: ProductRef<'_>, request: &PageRequest) -> Response {
        let settings = Settings::read(request.query.as_deref());
        let found = match &settings {
            Ok(settings) => self.sources(product_ref, request, settings).await,
            Err(problem) => Err(PageError::Settings(problem.clone())),
        };
        let settings = settings.unwrap_or_default();
        // In a page of another site, a link without a host would point to that site.
        let sheet = format!("{}{}", self.base(), CARD_SHEET.address);
        let context = CardContext {
            product_ref,
            settings: &settings,
            loading: None,
            base_url: self.options.base.as_deref(),
            styles: Styles::Linked(&sheet),
        };
        let locale = request.localized(settings.get("lang"));
        let card = found.and_then(|sources| {
            let card = render::draw_card(&sources, &context, &locale.messages, None);
            Ok((card.ok_or_else(PageError::record)?, sources))
        });
        match card {
            Ok((card, sources)) => {
                let text = render::fragment(&card);
                cacheable(
                    Kind::Fragment,
                    HTML,
                    text,
                    &locale,
                    &sources.product,
                    request,
                )
            }
            Err(error) => error.answer(Some(&context), &locale),
        }
    }

    async fn page(
        State(pages): State<Arc<Pages>>,
        Path(gtin): Path<String>,
        request: PageRequest,
    ) -> Response {
        let product_ref = ProductRef::Gtin(&gtin);
        let settings = Settings::of_page();
        let found = match digital_link::gtin(&gtin) {
            Some(parsed) => {
                let found = pages.sources(product_ref, &request, &settings).await;
                found.map(|it| (parsed, it))
            }
            None => Err(PageError::gtin(StatusCode::NOT_FOUND)),
        };
        let locale = request.localized(request.parameter("lang").as_deref());
        let messages = &locale.messages;
        let card = found.and_then(|(parsed, sources)| {
            // One canonical URL for search engines, whatever GTIN led here.
            let product = Product::from_json(sources.product.text()).ok();
            let own = product.as_ref().and_then(outer_gtin).unwrap_or(parsed);
            let base = pages.options.base.as_ref();
            let canonical = base.map(|base| format!("{base}/p/{}", own.to_14()));
            let context = CardContext {
                product_ref,
                settings: &settings,
                loading: Some("eager"),
                base_url: None,
                styles: Styles::Inline,
            };
            let card = render::draw_card(&sources, &context, messages, canonical.as_deref());
            Ok((card.ok_or_else(PageError::record)?, canonical, sources))
        });
        let (card, canonical, sources) = match card {
            Ok(card) => card,
            Err(error) => return error.answer(None, &locale),
        };
        let script = pages.script();
        let head = Head {
            canonical: canonical.as_deref(),
            script: script.as_deref(),
        };
        let text = document::page(card, &head, messages);
        cacheable(Kind::Page, HTML, text, &locale, &sources.product, &request)
    }

    /// The URL of the element's script, if there is one.
    fn script(&self) -> Option<String> {
        let options = &self.options;
        let released = || Some(options.release.as_ref()?.card_script());
        options.script.clone().or_else(released)
    }

    async fn digital_link(
        State(pages): State<Arc<Pages>>,
        uri: Uri,
        request: PageRequest,
    ) -> Response {
        // Records do not differ by batch or serial number, so these are ignored.
        let found = match digital_link::of_path(uri.path()) {
            Some(gtin) => {
                let fetched = pages.by_gtin(&gtin, &request).await;
                fetched.map(|fetched| (gtin, fetched))
            }
            None => Err(PageError::gtin(StatusCode::BAD_REQUEST)),
        };
        let locale = request.localized(request.parameter("lang").as_deref());
        let (gtin, fetched) = match found {
            Ok(found) => found,
            Err(error) => return error.answer(None, &locale),
        };
        let base = pages.base();
        let padded = gtin.to_14();
        let product = Product::from_json(fetched.text()).ok();
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
                    let messages = &locale.messages;
                    let name = product.as_ref().and_then(|it| product_name(it.data()));
                    let name = name.unwrap_or(messages.get("card.unnamed"));
                    let language = messages.language();
                    let text =
                        digital_link::linkset(base, &padded, &record, name, language).to_string();
                    cacheable(Kind::Data, LINKSET, text, &locale, &fetched, &request)
                }
                LinkTarget::Unknown => {
                    let error = PageError::Here(StatusCode::NOT_FOUND, Failure::NotFound);
                    error.answer(None, &locale)
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

/// The GTIN of a record's traded unit.
fn outer_gtin(product: &Product) -> Option<Gtin> {
    let text = product.data().outer().traded_unit_gtin().get()?;
    Gtin::parse_lenient(text).ok()
}

/// The path of a product's record: by the given GTIN if the API finds the record by it,
/// otherwise by identifier.
fn record_link(gtin: &Gtin, product: Option<&Product>) -> String {
    let others = product.filter(|product| outer_gtin(product) != Some(*gtin));
    let by_id = others.and_then(|product| product.data().pool_id().get().map(record_path));
    by_id.unwrap_or_else(|| format!("/v2/products/gtin/{}", gtin.to_14()))
}

/// The path of a record by its identifier.
fn record_path(id: &str) -> String {
    format!("/v2/products/{}", segment(id))
}

/// Encodes a text as a path segment.
fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
