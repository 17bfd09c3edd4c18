//! The router: which path is which operation, and what holds for all of them.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use product_pool::operations::{
    GET_BRAND, GET_FEATURE_IMAGE, GET_MANUFACTURER, GET_PRODUCT, GET_PRODUCT_BY_GTIN, LIST_BRANDS,
    LIST_IMAGES, LIST_MANUFACTURERS, LIST_PRODUCTS, Operation,
};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, Any as AnyOrigin, CorsLayer};

use super::cursor::Cursors;
use super::problem::Problem;
use super::{Mount, auth, images, makers, products, static_files};
use crate::ops::request::REQUEST_ID;
use product_pool_store::Pool;

/// The longest path and query taken, in bytes. The longest cursor and the
/// longest filters fit with room to spare.
pub(crate) const MAX_URI: usize = 8192;

/// The path of pictures of seeded products.
pub(crate) const PICTURE: &str = "/images/{name}";

/// What the operations share.
pub(crate) struct App {
    pub(crate) pool: Pool,
    pub(crate) cursors: Cursors,
    /// Where image addresses point, without a slash at the end; `None` for
    /// wherever the request went.
    pub(crate) image_host: Option<String>,
    /// What addresses of this server begin with: `http` or `https`.
    pub(crate) scheme: &'static str,
    /// Whether the token that everybody knows lets in.
    pub(crate) demo_token: bool,
    pub(crate) mounts: Vec<Mount>,
    /// The origins whose pages may read the API; `*` for all.
    pub(crate) origins: Vec<HeaderValue>,
}

/// The handler of each operation.
fn routes() -> [(&'static Operation, MethodRouter<Arc<App>>); 9] {
    [
        (&LIST_PRODUCTS, get(products::list)),
        (&GET_PRODUCT, get(products::product)),
        (&GET_PRODUCT_BY_GTIN, get(products::product_by_gtin)),
        (&LIST_MANUFACTURERS, get(makers::manufacturers)),
        (&GET_MANUFACTURER, get(makers::manufacturer)),
        (&LIST_BRANDS, get(makers::brands)),
        (&GET_BRAND, get(makers::brand)),
        (&LIST_IMAGES, get(images::list)),
        (&GET_FEATURE_IMAGE, get(images::feature)),
    ]
}

/// The whole service.
pub(crate) fn router(app: App) -> Router {
    let cors = cors(&app.origins, &[]);
    let app = Arc::new(app);
    let router = routes()
        .into_iter()
        .fold(Router::new(), |router, (operation, handler)| {
            router.route(operation.path, handler)
        })
        .route(PICTURE, get(images::picture))
        .fallback(elsewhere)
        .method_not_allowed_fallback(async || Problem::method())
        // From the inside out: the token before anything else is looked at, a
        // panic anywhere made a 500, and both still readable to other origins.
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(app);
    match cors {
        Some(cors) => router.layer(cors),
        None => router,
    }
}

/// Lets a request through that may be made and may be meant.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path == "/v2" || path.starts_with("/v2/") {
        let inside = request.extensions().get::<crate::page::Inside>().is_some();
        match auth::admitted(&app, request.headers()).await {
            _ if inside => {}
            Ok(true) => {}
            Ok(false) => return auth::unauthenticated(),
            Err(problem) => return problem.into_response(),
        }
    }
    if request
        .uri()
        .path_and_query()
        .is_some_and(|whole| whole.as_str().len() > MAX_URI)
    {
        return Problem::uri_too_long(MAX_URI).into_response();
    }
    next.run(request).await
}

/// Every path that is no operation: files, where any are served.
async fn elsewhere(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if uri.path().starts_with("/v2/") {
        return Problem::no_such_path(uri.path()).into_response();
    }
    match static_files::serve(&app.mounts, &method, &uri, &headers).await {
        Some(response) => response,
        None => Problem::no_such_path(uri.path()).into_response(),
    }
}

// The layer hands the panic's value over, not a reference to it.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("of unknown kind");
    tracing::error!("panic: {text}");
    Problem::internal().into_response()
}

/// What a page of another origin may read, and `more` headers with it; nothing
/// where no origin was named.
pub(crate) fn cors(origins: &[HeaderValue], more: &[HeaderName]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let exposed = [header::RETRY_AFTER, header::ETAG, REQUEST_ID].into_iter();
    let exposed: Vec<HeaderName> = exposed.chain(more.iter().cloned()).collect();
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::AUTHORIZATION, header::ACCEPT])
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600));
    Some(if origins.iter().any(|origin| origin == "*") {
        layer.allow_origin(AnyOrigin)
    } else {
        layer.allow_origin(AllowOrigin::list(origins.iter().cloned()))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use product_pool::operations::OPERATIONS;

    use super::*;

    #[test]
    fn every_operation_of_the_table_has_a_route() {
        let routed = routes().map(|(operation, _)| operation);
        assert_eq!(routed, OPERATIONS);
    }

    #[tokio::test]
    async fn a_panic_is_a_500_that_tells_nothing() {
        let response = panicked(Box::new("the secret".to_owned()));
        assert_eq!(response.status(), 500);
        let body = axum::body::to_bytes(response.into_body(), 10_000)
            .await
            .unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(
            text.starts_with(r#"{"errors":[{"#) && !text.contains("secret"),
            "{text}"
        );
    }
}
