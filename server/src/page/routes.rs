//! Which address is which page.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::get;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use product_pool::card::Failure;
use product_pool::label::product_name;
use product_pool::messages::Messages;
use product_pool::model::Product;
use tower_http::catch_panic::CatchPanicLayer;

use super::Options;
use super::answer::{Refused, answered, failed, html, redirect};
use super::ask::{Told, ask};
use super::hints::{self, Hint};
use super::link::{self, Wanted};
use super::reader::Reader;
use super::render::{self, Asked, Head, Sources};
use super::styles::{self, CARD_SHEET, PAGE_SHEET};
use crate::http::answer::{JSON, LINKSET, body};
use crate::http::app::{cors, panicked};
use crate::http::problem::Problem;
use crate::http::security::Kind;

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

/// All of them, and those of their styles.
pub(crate) const PATHS: [&str; 9] = [
    CARD_BY_GTIN,
    CARD_BY_ID,
    PAGE,
    DIGITAL_LINK,
    DIGITAL_LINK_WITH_MORE,
    RESOLVER,
    styles::CARD,
    styles::PAGE,
    styles::LASTING,
];

/// The pages over an API.
pub(crate) fn router(api: Router, options: Options) -> Router {
    let cors = cors(&options.origins, &[]);
    let cards = Router::new()
        .route(CARD_BY_GTIN, get(card_by_gtin))
        .route(CARD_BY_ID, get(card_by_id));
    let cards = match cors {
        Some(cors) => cards.layer(cors),
        None => cards,
    };
    cards
        .route(PAGE, get(page))
        .route(DIGITAL_LINK, get(digital_link))
        .route(DIGITAL_LINK_WITH_MORE, get(digital_link))
        .route(RESOLVER, get(resolver))
        .merge(styles::routes())
        .method_not_allowed_fallback(async || Problem::method())
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(Arc::new(Pages { api, options }))
}

async fn card_by_gtin(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    reader: Reader,
) -> Response {
    pages
        .card(&by_gtin(&gtin), Asked::Gtin(&gtin), &reader)
        .await
}

async fn card_by_id(
    State(pages): State<Arc<Pages>>,
    Path(product): Path<String>,
    reader: Reader,
) -> Response {
    let path = format!("/v2/products/{}", segment(&product));
    pages.card(&path, Asked::Id(&product), &reader).await
}

async fn page(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    reader: Reader,
) -> Response {
    pages.page(&gtin, &reader).await
}

async fn digital_link(State(pages): State<Arc<Pages>>, uri: Uri, reader: Reader) -> Response {
    // A batch or serial number says nothing that a record would differ by.
    pages.resolve(link::of_path(uri.path()), &reader).await
}

async fn resolver(State(pages): State<Arc<Pages>>, reader: Reader) -> Response {
    let text = link::description(&pages.base(&reader.headers)).to_string();
    body(StatusCode::OK, JSON, text)
}

impl Pages {
    /// Where the world finds this server.
    fn base(&self, headers: &HeaderMap) -> String {
        let host = || {
            let host = headers.get(header::HOST)?.to_str().ok()?;
            let plain = host
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b));
            plain.then(|| format!("{}://{host}", self.options.scheme))
        };
        self.options.base.clone().or_else(host).unwrap_or_default()
    }

    /// A product and its images. Without images a card is whole all the same.
    async fn sources(&self, path: &str, headers: &HeaderMap) -> Result<Sources, Refused> {
        let Told {
            text: product,
            headers: told,
        } = ask(&self.api, path, headers).await.map_err(Refused::Api)?;
        let id = Product::from_json(&product)
            .ok()
            .and_then(|it| it.data().pool_id().get().map(segment));
        let (mut image, mut images) = (None, None);
        if let Some(id) = id {
            let feature = format!("/v2/images/{id}/feature");
            let all = format!("/v2/images/{id}");
            let (one, many) = tokio::join!(
                ask(&self.api, &feature, headers),
                ask(&self.api, &all, headers)
            );
            image = one.ok().map(|told| told.text);
            images = many.ok().map(|told| told.text);
        }
        Ok(Sources {
            product,
            image,
            images,
            told,
        })
    }

    async fn card(&self, path: &str, asked: Asked<'_>, reader: &Reader) -> Response {
        let found = self.sources(path, &reader.headers).await;
        answered(reader, found, |sources, messages| {
            let attributes = [("lang", messages.language())];
            // In somebody else's page an address without a host is theirs.
            let base = self.options.base.as_deref().unwrap_or_default();
            let sheet = format!("{base}{}", CARD_SHEET.address);
            let drawn = render::draw_card(&sources, asked, &attributes, &sheet, messages, None)
                .ok_or_else(Refused::record)?;
            let text = render::fragment(&drawn);
            Ok(html(Kind::Fragment, text, messages, &sources.told))
        })
    }

    async fn page(&self, gtin: &str, reader: &Reader) -> Response {
        let found = match link::gtin(gtin) {
            Some(padded) => self
                .sources(&by_gtin(gtin), &reader.headers)
                .await
                .map(|sources| (padded, sources)),
            None => Err(Refused::gtin(StatusCode::NOT_FOUND)),
        };
        answered(reader, found, |(padded, sources), messages| {
            // One address, whichever form of the GTIN led here.
            let canonical = format!("{}/p/{padded}", self.base(&reader.headers));
            let attributes = [("lang", messages.language()), ("loading", "eager")];
            let asked = Asked::Gtin(gtin);
            let sheet = &CARD_SHEET.address;
            let drawn = render::draw_card(
                &sources,
                asked,
                &attributes,
                sheet,
                messages,
                Some(&canonical),
            )
            .ok_or_else(Refused::record)?;
            let (script, hints) = self.hints(messages);
            let head = Head {
                canonical: &canonical,
                script: script.as_deref(),
                hints: &hints,
            };
            let text = render::page(&drawn, &head, messages);
            let mut response = html(Kind::Page, text, messages, &sources.told);
            if let Some(value) = hints::header(&hints) {
                response.headers_mut().insert(header::LINK, value);
            }
            Ok(response)
        })
    }

    /// The script of a page in those words, and what the page will ask for.
    fn hints(&self, messages: &Messages) -> (Option<String>, Vec<Hint>) {
        let mut hints = vec![
            Hint::Style(PAGE_SHEET.address.clone()),
            Hint::Style(CARD_SHEET.address.clone()),
        ];
        let script = match (&self.options.script, &self.options.release) {
            // What a script of somebody's own loads is not known here.
            (Some(script), _) => script.clone(),
            (None, Some(release)) => {
                let files = release.card(messages.language());
                hints.extend(files.modules.into_iter().map(Hint::Module));
                hints.push(Hint::Fetch(files.wasm));
                files.script
            }
            (None, None) => return (None, hints),
        };
        hints.push(Hint::Module(script.clone()));
        (Some(script), hints)
    }

    async fn resolve(&self, gtin: Option<String>, reader: &Reader) -> Response {
        let found = match gtin {
            Some(gtin) => ask(
                &self.api,
                &format!("/v2/products/gtin/{gtin}"),
                &reader.headers,
            )
            .await
            .map(|told| (gtin, told.text))
            .map_err(Refused::Api),
            None => Err(Refused::gtin(StatusCode::BAD_REQUEST)),
        };
        answered(reader, found, |(gtin, record), messages| {
            let base = self.base(&reader.headers);
            let link_type = reader.parameter("linkType");
            let wanted = Wanted::of(link_type.as_deref(), reader.header(header::ACCEPT));
            let mut response = match wanted {
                Wanted::Page => redirect(&format!("{base}/p/{gtin}")),
                Wanted::Record => redirect(&format!("{base}/v2/products/gtin/{gtin}")),
                Wanted::All => linkset(&base, &gtin, &record, messages),
                Wanted::Unknown => failed(StatusCode::NOT_FOUND, Failure::NotFound, messages),
            };
            let headers = response.headers_mut();
            let all = format!(
                "<{base}/01/{gtin}?linkType=all>; rel=\"linkset\"; \
                 type=\"{LINKSET}\""
            );
            if let Ok(value) = HeaderValue::from_str(&all) {
                headers.insert(header::LINK, value);
            }
            let vary = HeaderValue::from_static("Accept, Accept-Language");
            headers.insert(header::VARY, vary);
            Ok(response)
        })
    }
}

fn linkset(base: &str, gtin: &str, record: &str, messages: &Messages) -> Response {
    let product = Product::from_json(record).ok();
    let name = product
        .as_ref()
        .and_then(|it| product_name(it.data()))
        .unwrap_or(messages.get("card.unnamed"));
    let text = link::linkset(base, gtin, name, messages.language()).to_string();
    body(StatusCode::OK, LINKSET, text)
}

/// Where the API has the product with that GTIN.
fn by_gtin(gtin: &str) -> String {
    format!("/v2/products/gtin/{}", segment(gtin))
}

/// A text as one part of a path.
fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
