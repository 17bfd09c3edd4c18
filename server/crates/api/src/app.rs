//! The router: the routes of all operations, and the layers around them.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use product_pool::operations::{
    GET_BRAND, GET_CATALOG_PRODUCT, GET_FEATURE_IMAGE, GET_LABEL, GET_MANUFACTURER, GET_PRODUCT,
    GET_PRODUCT_BY_GTIN, LIST_BRANDS, LIST_CATALOG_PRODUCTS, LIST_IMAGES, LIST_LABELS,
    LIST_MANUFACTURERS, LIST_PRODUCTS, OPERATIONS, Operation,
};
use tower_http::catch_panic::CatchPanicLayer;

use crate::state::App;
use crate::{catalogs, images, manufacturers, products};
use product_pool_http::layers::auth::{bearer, is_in_api, unauthenticated};
use product_pool_http::layers::cors::cors;
use product_pool_http::responses::problem::{Problem, panicked};
use product_pool_http::responses::static_files;
use product_pool_http::{InternalRequest, MAX_URI};
use product_pool_store::{Account, account_of, is_demo};

/// The path of the pictures of seeded products.
pub const PICTURE: &str = "/images/{name}";

/// The handler of each operation.
fn routes() -> [(&'static Operation, MethodRouter<Arc<App>>); OPERATIONS.len()] {
    [
        (&LIST_PRODUCTS, get(products::list)),
        (&GET_PRODUCT, get(products::product)),
        (&GET_PRODUCT_BY_GTIN, get(products::product_by_gtin)),
        (&LIST_MANUFACTURERS, get(manufacturers::manufacturers)),
        (&GET_MANUFACTURER, get(manufacturers::manufacturer)),
        (&LIST_BRANDS, get(manufacturers::brands)),
        (&GET_BRAND, get(manufacturers::brand)),
        (&LIST_IMAGES, get(images::list)),
        (&GET_FEATURE_IMAGE, get(images::feature)),
        (&LIST_CATALOG_PRODUCTS, get(catalogs::products)),
        (&GET_CATALOG_PRODUCT, get(catalogs::product)),
        (&LIST_LABELS, get(catalogs::labels)),
        (&GET_LABEL, get(catalogs::label)),
    ]
}

/// The router of the whole API.
pub fn router(app: App) -> Router {
    let cors = cors(&app.origins, &[]);
    let app = Arc::new(app);
    routes()
        .into_iter()
        .fold(Router::new(), |router, (operation, handler)| {
            router.route(operation.path, handler.layer(Extension(operation)))
        })
        .route(PICTURE, get(images::picture))
        .fallback(not_an_operation)
        .method_not_allowed_fallback(async || Problem::method())
        // From the inside out: the guard checks the token before anything else; a panic
        // becomes a 500; and CORS headers are added to both of their responses.
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(app)
        .layer(cors)
}

/// Rejects requests without a valid token, and those whose URI is too long.
async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if is_in_api(request.uri().path()) {
        let internal = request.extensions().get::<InternalRequest>().is_some();
        match account(&app, request.headers()).await {
            _ if internal => {}
            Ok(Some(account)) => {
                request.extensions_mut().insert(account);
            }
            Ok(None) => return unauthenticated(),
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

/// The account of the request's token; `None` if the catalogue has no such token.
async fn account(app: &App, headers: &HeaderMap) -> Result<Option<Account>, Problem> {
    let Some(token) = bearer(headers) else {
        return Ok(None);
    };
    if is_demo(token) && !app.demo_token {
        tracing::warn!(
            "the demo token was refused: it is accepted only by servers on a loopback address"
        );
        return Ok(None);
    }
    let token = token.to_owned();
    app.read(move |catalogue| account_of(catalogue, &token))
        .await
}

/// Handles every path that is not an operation: static files, if there are any.
async fn not_an_operation(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if is_in_api(uri.path()) {
        return Problem::no_such_path(uri.path()).into_response();
    }
    static_files::serve(&app.mounts, &method, &uri, &headers).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_the_table_has_a_route() {
        let routed = routes().map(|(operation, _)| operation);
        assert_eq!(routed, OPERATIONS);
    }
}
