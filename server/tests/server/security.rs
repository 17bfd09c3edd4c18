//! The security headers of every kind of response.

use serde_json::json;

use crate::support::{Catalogue, Response, Server, product};

const GTIN: &str = "9520123456788";

fn serve(options: &[&str]) -> (Catalogue, Server) {
    let record = product("a", json!({"outer": {"traded_unit_gtin": GTIN}}));
    let catalogue = Catalogue::with(&[record]);
    let token = catalogue.token("tests");
    let folder = catalogue.folder.path().join("files");
    std::fs::create_dir(&folder).unwrap();
    for (name, text) in [
        ("index.html", "<h1>demo</h1>"),
        ("a.js", "export {}"),
        ("a.css", "p {}"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let mount = format!("/files={}", folder.display());
    let base = match options.contains(&"--base-url") {
        true => &[][..],
        false => &["--base-url", "https://pool.example"],
    };
    let all = [&["--pages", "--static", &mount], base, options].concat();
    let mut server = Server::start(&catalogue.db, &all);
    server.token = token;
    (catalogue, server)
}

/// The directives of a response's Content-Security-Policy.
fn policy(response: &Response) -> Vec<&str> {
    let policy = response.header("content-security-policy");
    let policy = policy.unwrap_or_else(|| panic!("{response:?}"));
    policy.split("; ").collect()
}

#[test]
fn every_kind_of_response_has_security_headers() {
    let (_catalogue, server) = serve(&[]);
    let page = format!("/p/{GTIN}");
    let card = format!("/card/gtin/{GTIN}");
    let link = format!("/01/{GTIN}");
    let record = format!("/v2/products/gtin/{GTIN}");
    // The default source, the Cross-Origin-Resource-Policy, and whether it is a page, which is
    // isolated from windows of other origins.
    let cases = [
        ("GET", page.as_str(), 200, "'none'", "same-origin", true),
        ("GET", "/p/nonsense", 404, "'none'", "same-origin", true),
        ("GET", &card, 200, "'none'", "cross-origin", false),
        ("GET", "/files/", 200, "'self'", "same-origin", true),
        ("GET", "/files/a.js", 200, "'self'", "cross-origin", false),
        ("GET", "/files/a.css", 200, "'none'", "cross-origin", false),
        (
            "GET",
            "/assets/styles/0/card.css",
            200,
            "'none'",
            "cross-origin",
            false,
        ),
        ("GET", &record, 200, "'none'", "same-origin", false),
        ("HEAD", &record, 200, "'none'", "same-origin", false),
        ("GET", "/v2/products", 200, "'none'", "same-origin", false),
        ("GET", "/v2/nothing", 404, "'none'", "same-origin", false),
        ("GET", "/nothing", 404, "'none'", "same-origin", false),
        ("GET", &link, 307, "'none'", "same-origin", false),
        ("POST", &page, 405, "'none'", "same-origin", false),
        ("POST", "/files/a.js", 405, "'none'", "same-origin", false),
        ("POST", "/v2/products", 405, "'none'", "same-origin", false),
        (
            "GET",
            "/.well-known/gs1resolver",
            200,
            "'none'",
            "same-origin",
            false,
        ),
    ];
    for (method, target, status, default, resource_policy, is_isolated) in cases {
        let token = format!("Bearer {}", server.token);
        let response = server.request(method, target, &[("authorization", &token)]);
        assert_eq!(response.status, status, "{method} {target}");
        let policy = policy(&response);
        assert!(
            policy.contains(&format!("default-src {default}").as_str()),
            "{target}: {policy:?}"
        );
        assert!(
            policy
                .iter()
                .any(|directive| directive.starts_with("frame-ancestors "))
        );
        assert!(!policy.join(" ").contains("unsafe-inline"), "{target}");
        for (name, expected) in [
            ("x-content-type-options", Some("nosniff")),
            ("cross-origin-resource-policy", Some(resource_policy)),
            (
                "cross-origin-opener-policy",
                is_isolated.then_some("same-origin"),
            ),
            // A proxy with TLS sets this.
            ("strict-transport-security", None),
        ] {
            assert_eq!(response.header(name), expected, "{target}: {name}");
        }
        let referrer = response.header("referrer-policy").unwrap();
        assert!(
            ["no-referrer", "strict-origin-when-cross-origin"].contains(&referrer),
            "{target}: {referrer}"
        );
        let permissions = response.header("permissions-policy").unwrap();
        let camera = if target == "/files/" { "(self)" } else { "()" };
        let camera = format!(", camera={camera}, ");
        assert!(permissions.contains(&camera), "{target}: {permissions}");
        for name in ["content-security-policy", "x-content-type-options"] {
            let count = response
                .headers
                .iter()
                .filter(|(header, _)| header == name)
                .count();
            assert_eq!(count, 1, "{target}: {name}");
        }
    }
}

#[test]
fn a_304_repeats_the_policy() {
    let (_catalogue, server) = serve(&[]);
    for target in ["/files/", "/files/a.js", "/assets/styles/0/card.css"] {
        let first = server.request("GET", target, &[]);
        let tag = first.header("etag").unwrap();
        let known = server.request("GET", target, &[("if-none-match", tag)]);
        assert_eq!(known.status, 304);
        // Browsers replace the headers of a cached response by those of a 304.
        assert_eq!(policy(&known), policy(&first), "{target}");
    }
}

#[test]
fn a_401_has_a_policy_too() {
    let (_catalogue, server) = serve(&[]);
    let response = server.request("GET", "/v2/products", &[]);
    assert_eq!(response.status, 401);
    assert!(policy(&response).contains(&"default-src 'none'"));
}

#[test]
fn allowed_origins_may_fetch_cards() {
    let shop = "https://shop.example";
    let (_catalogue, server) = serve(&["--allow-origin", shop, "--base-url", "https://p.example"]);
    let fetch = |target: &str| server.request("GET", target, &[("origin", shop)]);
    let card = fetch(&format!("/card/gtin/{GTIN}"));
    assert_eq!(card.header("access-control-allow-origin"), Some(shop));
    // Also with a header that another program on the page adds.
    let preflight = [
        ("origin", shop),
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "traceparent"),
    ];
    for path in ["/card/gtin/1", "/drawn/gtin/1", "/search", "/v2/products"] {
        let allowed = server.request("OPTIONS", path, &preflight);
        assert_eq!(allowed.status, 200, "{path}");
        let headers = [
            "access-control-allow-origin",
            "access-control-allow-headers",
        ];
        let headers = headers.map(|name| allowed.header(name));
        assert_eq!(headers, [Some(shop), Some("traceparent")], "{path}");
    }
    // In a page of a shop, a link without a host would point to the shop.
    let html = card.text();
    assert!(
        html.contains("href=\"https://p.example/assets/styles/"),
        "{html}"
    );
    let page = fetch(&format!("/p/{GTIN}"));
    assert_eq!(page.header("access-control-allow-origin"), None);
    assert!(!page.text().contains("/assets/styles/"));
}
