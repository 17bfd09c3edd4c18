//! Headers of pages: none depends on a `Host` that is not configured, and caches can
//! revalidate.

use serde_json::{Value, json};

use crate::drawn_cards::query;
use crate::html_pages::{GTIN, open, serve};
use crate::support::{Catalogue, Response, Server, product, run, stderr};

/// A request with a forged `Host`.
fn get_with_forged_host(server: &Server, target: &str) -> Response {
    let request = format!(
        "GET {target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\
         X-Forwarded-Proto: https\r\nForwarded: host=evil.example;proto=https\r\n\
         Accept: */*\r\nConnection: close\r\n\r\n"
    );
    server.raw(request.as_bytes())
}

/// The targets of pages, for a product of a seeded catalogue, which has pictures.
const TARGETS: [&str; 8] = [
    "/p/09520000000004",
    "/card/gtin/09520000000004",
    "/01/09520000000004",
    "/01/09520000000004?linkType=gs1:masterData",
    "/01/09520000000004?linkType=linkset",
    "/.well-known/gs1resolver",
    "/p/9520000199999",
    "/card/gtin/09520000000004?x",
];

fn seeded(options: &[&str]) -> (Catalogue, Server) {
    let catalogue = Catalogue::seeded(&["--products", "20"]);
    let server = Server::start(&catalogue.db, &[&["--pages"], options].concat());
    (catalogue, server)
}

/// The headers and the body of a response.
fn headers_and_body(response: &Response) -> String {
    let headers = [
        "location",
        "link",
        "content-location",
        "access-control-allow-origin",
    ];
    let headers = headers.map(|name| response.header(name).unwrap_or_default());
    format!("{} {}", headers.join(" "), response.text())
}

#[test]
fn pages_ignore_an_unconfigured_host() {
    for options in [&[][..], &["--base-url", "https://shop.example/pool"]] {
        let (_catalogue, server) = seeded(options);
        for target in TARGETS {
            let response = get_with_forged_host(&server, target);
            let headers_and_body = headers_and_body(&response);
            assert!(
                !headers_and_body.contains("evil"),
                "{target}: {headers_and_body}"
            );
        }
        let page = open(&server, TARGETS[0]).text();
        assert_eq!(page.contains("rel=\"canonical\""), !options.is_empty());
        assert_eq!(page.contains("og:url"), !options.is_empty());
        assert!(page.contains("/images/"), "the page has pictures");
        if !options.is_empty() {
            assert!(
                page.contains("\"https://shop.example/pool/images/"),
                "{page}"
            );
        }
    }
}

/// What another site or a printed code leads to.
#[test]
fn what_has_an_address_in_it_needs_the_public_one() {
    let catalogue = Catalogue::with(&[product("a", json!({"outer": {"traded_unit_gtin": GTIN}}))]);
    let server = Server::start(&catalogue.db, &["--pages"]);
    for target in [
        format!("/card/gtin/{GTIN}"),
        "/card/a".to_owned(),
        format!("/01/0{GTIN}"),
        format!("/01/0{GTIN}?linkType=all"),
        format!("/01/0{GTIN}/10/LOT7"),
        "/.well-known/gs1resolver".to_owned(),
    ] {
        let response = get_with_forged_host(&server, &target);
        let problem = (response.status, response.problem());
        assert_eq!(problem, (501, "base_url_required".to_owned()), "{target}");
        let text = response.text();
        assert!(text.contains("start it with --base-url"), "{text}");
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert!(!text.contains("evil"), "{text}");
        assert_eq!(server.request("POST", &target, &[]).status, 405, "{target}");
    }
    // The element and the reader of a page know where they got it.
    for target in [
        format!("/drawn/gtin/0{GTIN}?{}", query("de", "full")),
        format!("/p/{GTIN}"),
        "/p/id/a".to_owned(),
    ] {
        let response = get_with_forged_host(&server, &target);
        assert_eq!(response.status, 200, "{target}");
        assert!(!headers_and_body(&response).contains("evil"), "{target}");
    }
}

#[test]
fn pages_have_cache_tags() {
    let (_catalogue, server) = serve(
        json!({"components": [{"inner": {"internal_gtin": "9520000000023"}}]}),
        &[],
    );
    let tags = format!("product-a gtin-0{GTIN} gtin-09520000000023");
    for target in [
        &format!("/p/{GTIN}"),
        &format!("/card/gtin/{GTIN}"),
        "/card/a",
        &format!("/01/{GTIN}?linkType=linkset"),
    ] {
        let page = open(&server, target);
        assert_eq!(page.status, 200, "{target}");
        assert_eq!(page.header("surrogate-key"), Some(&*tags), "{target}");
        let listed = tags.replace(' ', ",");
        assert_eq!(page.header("cache-tag"), Some(&*listed), "{target}");
        let known = [("if-none-match", page.header("etag").unwrap())];
        let unchanged = server.request("GET", target, &known);
        assert_eq!(unchanged.status, 304, "{target}");
        assert_eq!(unchanged.header("surrogate-key"), Some(&*tags), "{target}");
    }
    assert_eq!(open(&server, "/p/9520000199999").header("cache-tag"), None);
}

#[test]
fn the_links_of_a_unit_point_to_existing_resources() {
    let unit = "9520000000554";
    let components = json!([{"inner": {"internal_gtin": unit}}]);
    let (_catalogue, server) = serve(json!({"components": components}), &[]);
    let set = open(&server, &format!("/01/{unit}?linkType=all"));
    let set: Value = serde_json::from_str(&set.text()).unwrap();
    let links = &set["linkset"][0];
    let base = "https://shop.example";
    assert_eq!(links["anchor"], format!("{base}/01/0{unit}"));
    assert_eq!(
        links["https://gs1.org/voc/defaultLink"][0]["href"],
        format!("{base}/p/0{unit}")
    );
    let record = "https://shop.example/v2/products/a";
    assert_eq!(links["https://gs1.org/voc/masterData"][0]["href"], record);
    let found = open(&server, &format!("/01/{unit}?linkType=gs1:masterData"));
    assert_eq!(found.header("location"), Some(record));
}

#[test]
fn pages_have_one_tag_per_language_for_all_encodings() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for target in [
        format!("/p/{GTIN}"),
        format!("/card/gtin/{GTIN}"),
        "/card/a?theme=dark".to_owned(),
        format!("/01/{GTIN}?linkType=all"),
    ] {
        let mut tags = Vec::new();
        for (language, encoding) in [("en", "identity"), ("de", "identity"), ("en", "br")] {
            let accept = [("accept-language", language), ("accept-encoding", encoding)];
            let first = server.request("GET", &target, &accept);
            assert_eq!(first.status, 200, "{target}");
            let tag = first.header("etag").unwrap().to_owned();
            let known = [&accept[..], &[("if-none-match", tag.as_str())]].concat();
            let again = server.request("GET", &target, &known);
            assert_eq!((again.status, again.body.len()), (304, 0), "{target}");
            for name in ["etag", "cache-control", "content-language"] {
                assert_eq!(again.header(name), first.header(name), "{target} {name}");
            }
            let vary = again.header("vary").unwrap_or_default();
            assert!(vary.contains("Accept-Language"), "{target}: {vary}");
            tags.push(tag);
        }
        assert_ne!(tags[0], tags[1], "a tag for each language");
        assert_eq!(tags[0], tags[2], "one tag for all encodings");
        let other = [("if-none-match", "\"other\"")];
        assert_eq!(server.request("GET", &target, &other).status, 200);
    }
}

#[test]
fn a_missing_base_url_or_script_is_a_warning() {
    let catalogue = Catalogue::with(&[]);
    let check = |options: &[&str]| {
        let base = ["serve", "--db", catalogue.db(), "--check-config"];
        stderr(&run(&[&base[..], options].concat()))
    };
    let of_script = "this program was built without the package's files, so pages have no script ";
    let all = check(&["--pages"]);
    assert!(all.contains("warning: --pages without --base-url"), "{all}");
    assert!(all.contains(&format!("warning: {of_script}")), "{all}");
    let base = ["--pages", "--base-url", "https://shop.example"];
    let script = ["--script", "https://cdn.example/card.js"];
    assert_eq!(check(&base).lines().count(), 1);
    assert_eq!(check(&[&base[..], &script].concat()), "");
    assert_eq!(check(&[]), "");
    let server = Server::start(&catalogue.db, &["--pages"]);
    let (_, log) = server.stop("-TERM");
    for line in ["--pages without --base-url", of_script] {
        assert!(log.contains(line), "{log}");
    }
}
