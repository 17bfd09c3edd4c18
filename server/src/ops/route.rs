//! The route of a path, from a fixed set that clients cannot extend: for the log, and for
//! metrics, whose labels must stay few.

use std::sync::LazyLock;

use matchit::Router;
use product_pool::operations::OPERATIONS;

use product_pool_api::{PICTURE, SEARCH};
use product_pool_pages::{self as pages, assets};

use super::probes;

/// The route of every path without one of its own: files, and paths that do not exist.
pub(crate) const OTHER: &str = "other";

/// All patterns, as axum's own router matches them.
static ROUTES: LazyLock<Router<&'static str>> = LazyLock::new(|| {
    let mut routes = Router::new();
    for pattern in patterns() {
        // A pattern that another one equals is there already.
        let _ = routes.insert(pattern, pattern);
    }
    routes
});

/// The patterns of everything that the server serves.
fn patterns() -> impl Iterator<Item = &'static str> {
    let operations = OPERATIONS.iter().map(|operation| operation.path);
    operations
        .chain(pages::paths())
        .chain([assets::PATH, PICTURE, SEARCH])
        .chain(probes::PATHS)
}

/// The route pattern that a path matches.
pub(crate) fn route(path: &str) -> &'static str {
    ROUTES.at(path).map_or(OTHER, |found| *found.value)
}

/// The label of a method; one label covers all methods that the server never accepts.
pub(crate) fn method(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_find_their_routes() {
        for (path, expected) in [
            ("/v2/products", "/v2/products"),
            ("/v2/products/a", "/v2/products/{product}"),
            ("/v2/products/%2F", "/v2/products/{product}"),
            ("/v2/products/gtin", "/v2/products/{product}"),
            ("/v2/products/gtin/1", "/v2/products/gtin/{gtin}"),
            ("/v2/images/a/feature", "/v2/images/{product}/feature"),
            ("/p/1", "/p/{gtin}"),
            ("/card/1", "/card/{product}"),
            ("/card/gtin/1", "/card/gtin/{gtin}"),
            ("/01/1/10/x", "/01/{gtin}/{*more}"),
            ("/images/a.png", "/images/{name}"),
            ("/search", "/search"),
            (
                "/assets/styles/0/card.css",
                "/assets/styles/{hash}/card.css",
            ),
            ("/assets/card.js", "/assets/{*path}"),
            ("/assets/0/dist/card.js", "/assets/{*path}"),
            ("/v2/products/", OTHER),
            ("/v2/products/a/b", OTHER),
            ("/01/1/", OTHER),
            ("/", OTHER),
            ("", OTHER),
            ("*", OTHER),
        ] {
            assert_eq!(route(path), expected, "{path}");
        }
    }

    #[test]
    fn every_pattern_is_its_own_route() {
        for pattern in patterns() {
            let path = pattern.replace(['{', '}', '*'], "");
            assert_eq!(route(&path), pattern);
        }
    }
}
