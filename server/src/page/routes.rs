//! Which address is which page.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::get;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use product_pool::card::Failure;
use product_pool::messages::Messages;
use product_pool::model::Product;

use super::Options;
use super::ask::{ask, status};
use super::link::{self, Wanted};
use super::render::{self, Asked, Sources};

struct Pages {
    api: Router,
    options: Options,
    styles: String,
}

// The paths of the pages.
const CARD_BY_GTIN: &str = "/card/gtin/{gtin}";
const CARD_BY_ID: &str = "/card/{product}";
const PAGE: &str = "/p/{gtin}";
const DIGITAL_LINK: &str = "/01/{gtin}";
const DIGITAL_LINK_WITH_MORE: &str = "/01/{gtin}/{*more}";
const RESOLVER: &str = "/.well-known/gs1resolver";
const CARD_SHEET: &str = "/assets/card.css";
const PAGE_SHEET: &str = "/assets/page.css";

/// All of them.
pub(crate) const PATHS: [&str; 8] = [
    CARD_BY_GTIN,
    CARD_BY_ID,
    PAGE,
    DIGITAL_LINK,
    DIGITAL_LINK_WITH_MORE,
    RESOLVER,
    CARD_SHEET,
    PAGE_SHEET,
];

const HTML: &str = "text/html; charset=utf-8";

/// The element's styles, as the package has them: what all elements begin with,
/// and the card's own.
const STYLES: [&str; 2] = [
    include_str!("../../../pkg/base-styles.js"),
    include_str!("../../../pkg/card-styles.js"),
];

/// What a page has beside its card.
const PAGE_STYLES: &str = "body { margin: 0 auto; max-width: 60rem; padding: 1rem; \
    font-family: system-ui, sans-serif; }\n@media print { body { padding: 0; } }\n";

/// Scripts and styles from here alone; pictures from wherever the pool has them.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' https: http:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// The pages over an API.
pub(crate) fn router(api: Router, options: Options) -> Router {
    let pages = Arc::new(Pages {
        api,
        options,
        styles: styles(),
    });
    Router::new()
        .route(CARD_BY_GTIN, get(card_by_gtin))
        .route(CARD_BY_ID, get(card_by_id))
        .route(PAGE, get(page))
        .route(DIGITAL_LINK, get(digital_link))
        .route(DIGITAL_LINK_WITH_MORE, get(digital_link_with_more))
        .route(RESOLVER, get(resolver))
        .route(CARD_SHEET, get(card_styles))
        .route(PAGE_SHEET, get(page_styles))
        .with_state(pages)
}

/// The style sheet in the modules that the element adopts it from.
fn styles() -> String {
    STYLES
        .iter()
        .filter_map(|module| {
            let (_, text) = module.split_once('`')?;
            Some(text.rsplit_once('`')?.0.trim_start_matches("${base}"))
        })
        .collect()
}

async fn card_styles(State(pages): State<Arc<Pages>>) -> Response {
    answer(
        StatusCode::OK,
        "text/css; charset=utf-8",
        pages.styles.clone(),
    )
}

async fn page_styles() -> Response {
    answer(
        StatusCode::OK,
        "text/css; charset=utf-8",
        PAGE_STYLES.to_owned(),
    )
}

async fn card_by_gtin(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let path = format!("/v2/products/gtin/{}", segment(&gtin));
    pages
        .card(&path, Asked::Gtin(&gtin), query.as_deref(), &headers)
        .await
}

async fn card_by_id(
    State(pages): State<Arc<Pages>>,
    Path(product): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let path = format!("/v2/products/{}", segment(&product));
    pages
        .card(&path, Asked::Id(&product), query.as_deref(), &headers)
        .await
}

async fn page(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let path = format!("/v2/products/gtin/{}", segment(&gtin));
    let found = match link::gtin(&gtin) {
        Some(_) => Some(pages.sources(&path, &headers).await),
        None => None,
    };
    let messages = language(query.as_deref(), &headers);
    let (Some(padded), Some(found)) = (link::gtin(&gtin), found) else {
        return failed(StatusCode::NOT_FOUND, Failure::BadGtin, &messages);
    };
    let sources = match found {
        Ok(sources) => sources,
        Err(refused) => return refusal(&refused, &messages),
    };
    // One address, whichever form of the GTIN led here.
    let canonical = format!("{}/p/{padded}", pages.base(&headers));
    let attributes = [("lang", messages.language()), ("loading", "eager")];
    let asked = Asked::Gtin(&gtin);
    match render::draw_card(&sources, asked, &attributes, &messages, Some(&canonical)) {
        Some(drawn) => {
            let script = pages.options.script.as_deref();
            let html = render::page(&drawn, &canonical, script, &messages);
            cached(answer(StatusCode::OK, HTML, html), &messages)
        }
        None => failed(StatusCode::BAD_GATEWAY, Failure::Other, &messages),
    }
}

async fn digital_link(
    State(pages): State<Arc<Pages>>,
    Path(gtin): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    pages.resolve(&gtin, query.as_deref(), &headers).await
}

async fn digital_link_with_more(
    State(pages): State<Arc<Pages>>,
    Path((gtin, _more)): Path<(String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    // A batch or serial number says nothing that a record would differ by.
    pages.resolve(&gtin, query.as_deref(), &headers).await
}

async fn resolver(State(pages): State<Arc<Pages>>, headers: HeaderMap) -> Response {
    let text = link::description(&pages.base(&headers)).to_string();
    answer(StatusCode::OK, "application/json", text)
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
    async fn sources(&self, path: &str, headers: &HeaderMap) -> Result<Sources, Box<Response>> {
        let product = ask(&self.api, path, headers).await?;
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
            image = one.ok();
            images = many.ok();
        }
        Ok(Sources {
            product,
            image,
            images,
        })
    }

    async fn card(
        &self,
        path: &str,
        asked: Asked<'_>,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Response {
        let found = self.sources(path, headers).await;
        let messages = language(query, headers);
        let sources = match found {
            Ok(sources) => sources,
            Err(refused) => return refusal(&refused, &messages),
        };
        let attributes = [("lang", messages.language())];
        match render::draw_card(&sources, asked, &attributes, &messages, None) {
            Some(drawn) => cached(
                answer(StatusCode::OK, HTML, render::fragment(&drawn)),
                &messages,
            ),
            None => failed(StatusCode::BAD_GATEWAY, Failure::Other, &messages),
        }
    }

    async fn resolve(&self, text: &str, query: Option<&str>, headers: &HeaderMap) -> Response {
        let Some(gtin) = link::gtin(text) else {
            let messages = language(query, headers);
            return failed(StatusCode::BAD_REQUEST, Failure::BadGtin, &messages);
        };
        let path = format!("/v2/products/gtin/{gtin}");
        let found = ask(&self.api, &path, headers).await;
        let messages = language(query, headers);
        let found = match found {
            Ok(found) => found,
            Err(refused) => return refusal(&refused, &messages),
        };
        let base = self.base(headers);
        let accept = headers
            .get(header::ACCEPT)
            .and_then(|it| it.to_str().ok())
            .unwrap_or_default();
        let link_type = parameter(query, "linkType");
        let name = Product::from_json(&found).ok();
        let name = name
            .as_ref()
            .and_then(|it| product_pool::label::product_name(it.data()))
            .unwrap_or(messages.get("card.unnamed"));
        let all = format!(
            "<{base}/01/{gtin}?linkType=all>; rel=\"linkset\"; type=\"application/linkset+json\""
        );
        let mut response = match Wanted::of(link_type.as_deref(), accept) {
            Wanted::Page => redirect(&format!("{base}/p/{gtin}")),
            Wanted::Record => redirect(&format!("{base}/v2/products/gtin/{gtin}")),
            Wanted::All => answer(
                StatusCode::OK,
                "application/linkset+json",
                link::linkset(&base, &gtin, name, messages.language()).to_string(),
            ),
            Wanted::Unknown => failed(StatusCode::NOT_FOUND, Failure::NotFound, &messages),
        };
        if let Ok(value) = HeaderValue::from_str(&all) {
            response.headers_mut().insert(header::LINK, value);
        }
        response.headers_mut().insert(
            header::VARY,
            HeaderValue::from_static("Accept, Accept-Language"),
        );
        response
    }
}

/// The API's refusal, in words for people.
fn refusal(refused: &Response, messages: &Messages) -> Response {
    let failure = match refused.status() {
        StatusCode::NOT_FOUND => Failure::NotFound,
        StatusCode::BAD_REQUEST => Failure::BadGtin,
        _ => Failure::Network,
    };
    let code = match failure {
        Failure::NotFound | Failure::BadGtin => StatusCode::NOT_FOUND,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    let mut response = failed(code, failure, messages);
    if let Some(after) = refused.headers().get(header::RETRY_AFTER) {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, after.clone());
    }
    response
}

fn redirect(to: &str) -> Response {
    let mut response = status(StatusCode::TEMPORARY_REDIRECT);
    match HeaderValue::from_str(to) {
        Ok(value) => {
            response.headers_mut().insert(header::LOCATION, value);
            response
        }
        Err(_) => status(StatusCode::BAD_REQUEST),
    }
}

fn answer(code: StatusCode, mime: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = code;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    );
    response
}

/// A page that caches may keep for a minute, and show a day longer while it is
/// fetched anew or cannot be.
fn cached(mut response: Response, messages: &Messages) -> Response {
    let headers = response.headers_mut();
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(
            "public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400",
        ),
    );
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    if let Ok(language) = HeaderValue::from_str(messages.language()) {
        headers.insert(header::CONTENT_LANGUAGE, language);
    }
    response
}

fn failed(code: StatusCode, failure: Failure, messages: &Messages) -> Response {
    answer(code, HTML, render::failure_page(failure, messages))
}

/// The words, which stay on one thread and so are chosen last: by the query's `lang`, else the first language that the reader
/// accepts and that there is, else English.
fn language(query: Option<&str>, headers: &HeaderMap) -> Messages {
    let asked = parameter(query, "lang");
    let accepted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|it| it.to_str().ok())
        .unwrap_or_default();
    let mut wanted: Vec<(&str, f32)> = accepted
        .split(',')
        .filter_map(|part| {
            let (tag, quality) = part.split_once(";q=").unwrap_or((part, "1"));
            let quality: f32 = quality.trim().parse().ok()?;
            (quality > 0.0).then_some((tag.trim(), quality))
        })
        .collect();
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1));
    asked
        .as_deref()
        .into_iter()
        .chain(wanted.into_iter().map(|(tag, _)| tag))
        .find_map(Messages::of)
        .unwrap_or_else(Messages::english)
}

fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    let pairs = query?.split('&');
    let found = pairs
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)?;
    percent_encoding::percent_decode_str(found.1)
        .decode_utf8()
        .ok()
        .map(Into::into)
}

/// A text as one part of a path.
fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_is_taken_whole() {
        let styles = styles();
        assert!(styles.contains(":host {") && styles.contains("@media print"));
        assert!(styles.contains(".card {") && styles.contains("--_text:"));
        assert!(!styles.contains('`') && !styles.contains("${") && !styles.contains("export"));
    }

    #[test]
    fn languages_are_those_that_there_are() {
        let of = |query: Option<&str>, accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accept));
            language(query, &headers).language().to_owned()
        };
        assert_eq!(of(None, ""), "en-GB");
        assert_eq!(of(None, "tlh, en-US;q=0.5"), "en-GB");
        assert_eq!(of(Some("lang=en"), "*"), "en-GB");
        assert_eq!(of(Some("lang=%ff&x"), "xx;q=bad"), "en-GB");
    }

    #[test]
    fn parameters_are_found_by_name() {
        assert_eq!(
            parameter(Some("a=1&linkType=all"), "linkType").as_deref(),
            Some("all")
        );
        assert_eq!(parameter(None, "linkType"), None);
    }
}
