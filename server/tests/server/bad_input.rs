//! Invalid requests are refused with errors of one form, and never with a 500.

use serde_json::json;

use crate::support::{Catalogue, Server, product};

fn server() -> (Catalogue, Server) {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    (catalogue, server)
}

const LONG: usize = 10_000;

/// Target, status, code. Of each kind of parameter one value: `Params` and `Timestamp` have tests
/// with many. `{x}` stands for 10,000 times the letter x, `{y}` for
/// 2,000 times the letter y, `{9}` for 5,000 digits.
const CASES: &[(&str, u16, &str)] = &[
    // Sorts.
    ("/v2/products?sort=price", 400, "invalid_parameter"),
    ("/v2/products?sort=", 400, "invalid_parameter"),
    // Filters.
    (
        "/v2/products?filter[manufacturer]=1%20OR%201=1",
        400,
        "invalid_parameter",
    ),
    (
        "/v2/products?filter[changed_at]=ge:2024-10-12",
        400,
        "invalid_parameter",
    ),
    (
        "/v2/products?filter[changed_at]=gt:2024-02-30",
        400,
        "invalid_parameter",
    ),
    (
        "/v2/products?filter[status]=draft",
        400,
        "invalid_parameter",
    ),
    (
        "/v2/products?filter[manufacturer_product_code]={y}",
        400,
        "invalid_parameter",
    ),
    // Limits and counts.
    ("/v2/products?limit=0", 400, "invalid_parameter"),
    ("/v2/products?count=2", 400, "invalid_parameter"),
    // Cursors.
    ("/v2/products?cursor=abc", 400, "invalid_cursor"),
    ("/v2/products?cursor=null", 400, "invalid_cursor"),
    (
        "/v2/products?cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        400,
        "invalid_cursor",
    ),
    ("/v2/products?cursor=%F0%9F%A5%9B", 400, "invalid_cursor"),
    ("/v2/products?cursor={9}", 400, "invalid_cursor"),
    // Invalid queries.
    ("/v2/products?limits=5", 400, "unknown_parameter"),
    ("/v2/products?page=2", 400, "unknown_parameter"),
    ("/v2/products?limit=5&limit=6", 400, "repeated_parameter"),
    ("/v2/products?limit=5&%6Cimit=5", 400, "repeated_parameter"),
    ("/v2/products?sort=%00", 400, "invalid_query"),
    // Products.
    ("/v2/products/nope", 404, "product_not_found"),
    ("/v2/products/%00", 400, "invalid_parameter"),
    ("/v2/products/a%0Ab", 400, "invalid_parameter"),
    ("/v2/products/%FF", 400, "invalid_path"),
    ("/v2/products/..", 404, "product_not_found"),
    ("/v2/products/../products", 404, "not_found"),
    (
        "/v2/products/..%2f..%2fetc%2fpasswd",
        404,
        "product_not_found",
    ),
    ("/v2/products/' OR '1'='1", 404, "product_not_found"),
    ("/v2/products/{y}", 404, "product_not_found"),
    ("/v2/products/{x}", 414, "uri_too_long"),
    ("/v2/products/", 404, "not_found"),
    ("/v2/products/a/", 404, "not_found"),
    ("/v2/products/a/b", 404, "not_found"),
    ("/v2//products", 404, "not_found"),
    ("/v2/products/a?version=99", 404, "version_not_found"),
    ("/v2/products/a?output=xml", 400, "invalid_parameter"),
    ("/v2/products/a?limit=1", 400, "unknown_parameter"),
    // GTINs.
    ("/v2/products/gtin/123", 400, "invalid_parameter"),
    ("/v2/products/gtin/%00", 400, "invalid_parameter"),
    ("/v2/products/gtin/%FF", 400, "invalid_path"),
    ("/v2/products/gtin/..", 400, "invalid_parameter"),
    ("/v2/products/gtin/..%2f..%2f", 400, "invalid_parameter"),
    ("/v2/products/gtin/{9}", 400, "invalid_parameter"),
    ("/v2/products/gtin/{x}", 414, "uri_too_long"),
    ("/v2/products/gtin/9520000000061", 404, "product_not_found"),
    (
        "/v2/products/gtin/9520000000016?version=1",
        400,
        "unknown_parameter",
    ),
    // Manufacturers and brands.
    ("/v2/manufacturers?page=0", 400, "invalid_parameter"),
    ("/v2/manufacturers?per_page=5", 400, "unknown_parameter"),
    ("/v2/manufacturers/x", 400, "invalid_parameter"),
    ("/v2/manufacturers/%00", 400, "invalid_parameter"),
    ("/v2/manufacturers/12345", 404, "manufacturer_not_found"),
    (
        "/v2/manufacturers/12345/brands",
        404,
        "manufacturer_not_found",
    ),
    ("/v2/manufacturers/12?page=1", 400, "unknown_parameter"),
    ("/v2/manufacturers/12/brands/x", 400, "invalid_parameter"),
    ("/v2/manufacturers/12/brands/8", 404, "brand_not_found"),
    ("/v2/manufacturers/13/brands/7", 404, "brand_not_found"),
    ("/v2/manufacturers/12/brands/7/x", 404, "not_found"),
    ("/v2/manufacturers/%FF/brands/7", 400, "invalid_path"),
    ("/v2/labels?limit=1", 400, "unknown_parameter"),
    ("/v2/labels/x", 400, "invalid_parameter"),
    ("/v2/labels/1?page=1", 400, "unknown_parameter"),
    ("/v2/labels/%FF", 400, "invalid_path"),
    ("/v2/catalogs", 404, "not_found"),
    ("/v2/catalogs/x", 400, "invalid_parameter"),
    ("/v2/catalogs/501/a/b", 404, "not_found"),
    ("/v2/catalogs/501/%FF", 400, "invalid_path"),
    ("/v2/catalogs/501/a%2Fb", 403, "forbidden"),
    // Images.
    ("/v2/images/nope", 404, "product_not_found"),
    ("/v2/images/nope/feature", 404, "product_not_found"),
    ("/v2/images/a/feature", 404, "image_not_found"),
    ("/v2/images/%00", 400, "invalid_parameter"),
    ("/v2/images/%FF", 400, "invalid_path"),
    ("/v2/images/{x}", 414, "uri_too_long"),
    ("/v2/images/a?filter[type]=front", 400, "invalid_parameter"),
    ("/v2/images/a?sort=4", 400, "invalid_parameter"),
    ("/v2/images/a?limit=5", 400, "unknown_parameter"),
    ("/v2/images/a/feature?sort=1", 400, "unknown_parameter"),
    // Elsewhere.
    ("/", 404, "not_found"),
    ("/v2", 404, "not_found"),
    ("/v2/", 404, "not_found"),
    ("/v2/wholesalers", 404, "not_found"),
    ("/v1/products", 404, "not_found"),
    ("/images/nope.png", 404, "not_found"),
    ("/images/%00", 404, "not_found"),
    ("/images/%FF", 404, "not_found"),
    ("/images/../catalogue.db", 404, "not_found"),
    ("/images/..%2fcatalogue.db", 404, "not_found"),
    ("/../../etc/passwd", 404, "not_found"),
    ("/%2e%2e/%2e%2e/etc/passwd", 404, "not_found"),
    ("/%00", 404, "not_found"),
    ("/{x}", 414, "uri_too_long"),
];

#[test]
fn invalid_requests_get_the_documented_errors() {
    let (_catalogue, server) = server();
    for (target, status, code) in CASES {
        let sent = target
            .replace("{x}", &"x".repeat(LONG))
            .replace("{y}", &"y".repeat(2000))
            .replace("{9}", &"9".repeat(5000))
            .replace(' ', "%20");
        let response = server.get(&sent);
        assert_eq!(response.status, *status, "{target}: {}", response.text());
        assert_eq!(response.problem(), *code, "{target}: {}", response.text());
        assert_eq!(
            response.header("x-content-type-options"),
            Some("nosniff"),
            "{target}"
        );
        assert_eq!(
            response.header("cache-control"),
            Some("no-store"),
            "{target}"
        );
        assert!(
            response.body.len() < 1000,
            "{target}: echoes too much of the request"
        );
    }
    // The server still works.
    assert_eq!(server.get("/v2/products/a").status, 200);
    let (_, log) = server.stop("-TERM");
    assert!(!log.contains("panic") && !log.contains("ERROR"), "{log}");
}

#[test]
fn unsupported_methods_get_405_with_the_allowed_methods() {
    let (_catalogue, server) = server();
    let token = format!("Bearer {}", server.token);
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
        for target in [
            "/v2/products",
            "/v2/products/a",
            "/v2/images/a/feature",
            "/images/x.png",
        ] {
            let response = server.request(
                method,
                target,
                &[("authorization", &token), ("content-length", "0")],
            );
            assert_eq!(response.status, 405, "{method} {target}");
            assert_eq!(
                response.header("allow"),
                Some("GET, HEAD"),
                "{method} {target}"
            );
            assert_eq!(response.problem(), "method_not_allowed");
        }
        // A path that does not exist allows no method either.
        let response = server.request(method, "/v2/nope", &[("authorization", &token)]);
        assert_eq!(response.status, 404, "{method}");
    }
}

#[test]
fn invalid_http_is_refused_without_side_effects() {
    let (_catalogue, server) = server();
    for bytes in [
        &b"GET\r\n\r\n"[..],
        b"\0\0\0\0\r\n\r\n",
        b"GET /v2/products HTTP/9.9\r\n\r\n",
        b"GET /v2/products HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    ] {
        let response = server.raw(bytes);
        assert!(
            (400..500).contains(&response.status),
            "{bytes:?} {}",
            response.status
        );
    }
    let huge = format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "x".repeat(100_000));
    assert_eq!(server.raw(huge.as_bytes()).status, 414);
    assert_eq!(server.get("/v2/products").status, 200);
}

#[test]
fn error_details_explain_the_mistake() {
    let record = json!({"components": [{"inner": {"internal_gtin": "9520000000061"}}]});
    let catalogue = Catalogue::with(&[product("a", record)]);
    let server = catalogue.serve();
    for (target, title, expected) in [
        (
            "/v2/products?filter[changed_at]=gt:2024-10-12T14:25:26+01:00",
            "Invalid parameter",
            "%2B for the + of its zone",
        ),
        (
            "/v2/products?filter[changed_at]=eq:2024-10-12+14:25+0100",
            "Invalid parameter",
            "%2B for the + of its zone",
        ),
        (
            "/v2/products?filter[changed_at]=gt:2024-10-12+and+more",
            "Invalid parameter",
            "a date such as gt:2024-10-12",
        ),
        (
            "/v2/products?filter[status]=published,+",
            "Invalid parameter",
            "separated by a comma",
        ),
        (
            "/v2/products?limit=-1",
            "Invalid parameter",
            "a whole number from 1, not",
        ),
        ("/v2/products/%ff", "Invalid path", "not UTF-8"),
        ("/v2/manufacturers/%ff", "Invalid path", "not UTF-8"),
        ("/v2/products?x=1", "Invalid query", "unknown parameter"),
        (
            "/v2/products/gtin/9520000000061",
            "Not found",
            "it is the GTIN of a component",
        ),
    ] {
        let error = &server.get(target).json()["errors"][0];
        assert_eq!(error["title"], title, "{target}");
        let detail = error["detail"].as_str().unwrap();
        assert!(detail.contains(expected), "{target}: {detail}");
    }
}
