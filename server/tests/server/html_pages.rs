//! HTML pages: cards, whole pages and GS1 Digital Links.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::support::{Catalogue, Response, Server, product};

pub(crate) const GTIN: &str = "9520123456788";

pub(crate) fn serve(changes: serde_json::Value, options: &[&str]) -> (Catalogue, Server) {
    let mut record = json!({"outer": {"traded_unit_gtin": GTIN}});
    for (name, value) in changes.as_object().unwrap() {
        record[name] = value.clone();
    }
    let catalogue = Catalogue::with(&[product("a", record)]);
    let base = match options.contains(&"--base-url") {
        true => &[][..],
        false => &["--base-url", "https://shop.example"],
    };
    let all = [&["--pages"], base, options].concat();
    let server = Server::start(&catalogue.db, &all);
    (catalogue, server)
}

/// Requests a page like a browser, without a token.
pub(crate) fn open(server: &Server, target: &str) -> Response {
    server.request("GET", target, &[])
}

/// The number of elements with that tag.
pub(crate) fn count(html: &str, tag: &str) -> usize {
    html.matches(&format!("<{tag}")).count()
}

#[test]
fn pages_are_off_by_default() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = Server::start(&catalogue.db, &[]);
    for target in [
        "/p/9520000000016",
        "/card/a",
        "/01/09520000000016",
        "/assets/styles/0/card.css",
    ] {
        assert_eq!(open(&server, target).status, 404, "{target}");
    }
}

#[test]
fn the_page_of_a_replaced_product_leads_to_its_successor() {
    let changes = json!({"status": "archived", "replaced_by": [{"pool_id": "b/2"}]});
    let mut old = changes;
    old["outer"] = json!({"traded_unit_gtin": GTIN});
    let new = json!({"outer": {"traded_unit_gtin": ""}, "general": {"product_name": "New milk"}});
    let catalogue = Catalogue::with(&[product("a", old), product("b/2", new)]);
    let base = ["--pages", "--base-url", "https://shop.example"];
    let server = Server::start(&catalogue.db, &base);
    let page = open(&server, &format!("/p/{GTIN}"));
    let html = page.text();
    assert!(
        html.contains("href=\"https://shop.example/p/id/b%2F2\""),
        "{html}"
    );
    // The element keeps the link when it takes over.
    assert!(
        html.contains("successor-url=\"https://shop.example/p/id/"),
        "{html}"
    );
    let successor = open(&server, "/p/id/b%2F2");
    assert_eq!(successor.status, 200);
    assert!(successor.text().contains("New milk"));
    assert!(!successor.text().contains("rel=\"canonical\""));
    assert!(
        open(&server, "/p/id/a")
            .text()
            .contains(&format!("/p/0{GTIN}\""))
    );
    assert_eq!(open(&server, "/p/id/none").status, 404);
}

#[test]
fn a_page_is_complete_without_scripts() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let page = open(&server, &format!("/p/{GTIN}"));
    assert_eq!(page.status, 200);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let html = page.text();
    for part in [
        "<!doctype html>",
        "<html lang=\"en-GB\" dir=\"ltr\">",
        "<title>Whole Milk 2 l · Meadow</title>",
        "<meta property=\"og:title\" content=\"Whole Milk 2 l · Meadow\">",
        "<template shadowrootmode=\"open\">",
        "data-allergen=\"milk\" data-status=\"contains\"",
        "data-allergen=\"eggs\" data-status=\"not-stated\"",
        "<script type=\"application/ld+json\" data-product-pool>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("type=\"module\""), "no script is configured");
}

#[test]
fn every_path_to_a_product_has_one_canonical_url() {
    let unit = "9520000000554";
    let components = json!([{"inner": {"internal_gtin": unit}}]);
    let options = ["--base-url", "https://shop.example"];
    let (_catalogue, server) = serve(json!({"components": components}), &options);
    let address = format!("https://shop.example/p/0{GTIN}");
    for target in [GTIN, &format!("0{GTIN}"), unit, &format!("0{unit}")] {
        let html = open(&server, &format!("/p/{target}")).text();
        for part in [
            format!("<link rel=\"canonical\" href=\"{address}\">"),
            format!("<meta property=\"og:url\" content=\"{address}\">"),
        ] {
            assert!(html.contains(&part), "{target}: {html}");
        }
    }
}

#[test]
fn pages_do_not_open_the_api() {
    let (_catalogue, server) = serve(json!({}), &[]);
    assert_eq!(open(&server, "/v2/products/a").status, 401);
    assert_eq!(open(&server, "/v2/images/a").status, 401);
}

#[test]
fn a_page_with_a_script_embeds_the_record() {
    let (_catalogue, server) = serve(
        json!({}),
        &[
            "--script",
            "/pkg/card.js",
            "--base-url",
            "https://shop.example",
        ],
    );
    let html = open(&server, &format!("/p/{GTIN}")).text();
    assert!(html.contains("<script type=\"module\" src=\"/pkg/card.js\"></script>"));
    assert!(html.contains("href=\"https://shop.example/p/09520123456788\""));
    let embedded = html
        .split_once("data-given=\"product\" data-for=\"gtin:09520123456788\">")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .map(|(json, _)| json)
        .unwrap();
    let embedded: serde_json::Value = serde_json::from_str(embedded).unwrap();
    assert_eq!(embedded["data"]["pool_id"], "a");
}

#[test]
fn a_fragment_is_a_card_without_a_page() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for target in [format!("/card/gtin/{GTIN}"), "/card/a".to_owned()] {
        let html = open(&server, &target).text();
        assert!(html.starts_with("<product-pool-card "), "{html}");
        assert!(!html.contains("<html") && !html.contains("<body"));
        assert_eq!(count(&html, "product-pool-card"), 1);
    }
}

#[test]
fn a_unit_resolves_to_its_product_on_pages_but_not_in_the_api() {
    let unit = "9520000000554";
    let component = json!({"inner": {"internal_gtin": unit}});
    let changes = json!({"outer": {"traded_unit_gtin": GTIN}, "components": [component]});
    let (catalogue, mut server) = serve(changes, &[]);
    server.token = catalogue.token("api");
    for target in [format!("/p/{unit}"), format!("/card/gtin/0{unit}")] {
        let page = open(&server, &target);
        assert_eq!(page.status, 200, "{target}");
        assert!(page.text().contains("Whole Milk 2 l"), "{target}");
    }
    assert_eq!(open(&server, &format!("/01/0{unit}")).status, 307);
    let response = server.get(&format!("/v2/products/gtin/{unit}"));
    assert_eq!(response.status, 404);
    // A new version without the unit: its GTIN does not resolve any more.
    let again = json!({"version": "2", "outer": {"traded_unit_gtin": GTIN}, "components": [{}]});
    catalogue.import(&[product("a", again)]);
    assert_eq!(open(&server, &format!("/p/{unit}")).status, 404);
}

#[test]
fn embedded_records_name_the_requested_identifier() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for (target, name) in [
        (format!("/p/{GTIN}"), "gtin:09520123456788"),
        (format!("/p/0{GTIN}"), "gtin:09520123456788"),
        (format!("/card/gtin/{GTIN}"), "gtin:09520123456788"),
        ("/card/a".to_owned(), "id:a"),
    ] {
        let html = open(&server, &target).text();
        let embedded = html.matches(" data-given=\"").count();
        let named = html.matches(&format!(" data-for=\"{name}\"")).count();
        assert!(embedded >= 1 && named == embedded, "{target}: {html}");
    }
}

#[test]
fn hostile_text_is_escaped_everywhere() {
    let hostile = "</script></template><img src=x onerror=alert(1)>\"'&<!--";
    let (_catalogue, server) = serve(
        json!({
            "general": {"product_name": hostile, "brand_name": hostile, "product_description": hostile},
            "components": [{"general": {"component_name": hostile},
                "ingredients": {"ingredients": hostile}}],
        }),
        &[],
    );
    let html = open(&server, &format!("/p/{GTIN}")).text();
    assert_eq!(count(&html, "img"), 0, "{html}");
    assert_eq!(count(&html, "/template>"), 1, "{html}");
    assert_eq!(count(&html, "!--"), 0, "{html}");
    // The record, its list of images, and the description for search engines.
    assert_eq!(count(&html, "script"), 4, "{html}");
    assert_eq!(count(&html, "/script>"), 4, "{html}");
}

#[test]
fn pages_have_a_strict_policy_and_a_cache_lifetime() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let page = open(&server, &format!("/p/{GTIN}"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src")
    );
    assert!(!policy.contains("unsafe-inline"));
    assert!(
        page.header("cache-control")
            .unwrap()
            .starts_with("public, max-age=60")
    );
    assert_eq!(page.header("vary"), Some("Accept-Language"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let styles = open(&server, "/assets/styles/0/card.css");
    assert_eq!(
        styles.header("content-type"),
        Some("text/css; charset=utf-8")
    );
    assert!(styles.text().contains(":host {"));
}

/// The contents of all style elements.
fn styles(html: &str) -> Vec<&str> {
    let elements = html.split("<style>").skip(1);
    elements
        .filter_map(|element| Some(element.split_once("</style>")?.0))
        .collect()
}

#[test]
fn a_page_contains_its_styles_and_allows_them_by_hash() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for (target, status) in [
        (format!("/p/{GTIN}"), 200),
        (format!("/p/{GTIN}?lang=de"), 200),
        ("/p/nonsense".to_owned(), 404),
    ] {
        let page = open(&server, &target);
        assert_eq!(page.status, status, "{target}");
        let html = page.text();
        assert_eq!(count(&html, "style"), 2, "{target}");
        assert_eq!(count(&html, "link rel=\"stylesheet\""), 0, "{target}");
        let policy = page.header("content-security-policy").unwrap();
        let directive = policy
            .split("; ")
            .find(|directive| directive.starts_with("style-src "));
        let mut allowed: Vec<&str> = directive.unwrap().split(' ').skip(2).collect();
        let styles = styles(&html);
        let mut hashes = styles.iter().map(|text| {
            let hash = BASE64_STANDARD.encode(Sha256::digest(text));
            format!("'sha256-{hash}'")
        });
        assert!(
            hashes.all(|hash| allowed.contains(&hash.as_str())),
            "{policy}"
        );
        // One hash for each of them: nothing else is allowed.
        allowed.dedup();
        assert_eq!(allowed.len(), styles.len(), "{policy}");
        // The page's styles are in its head, the card's in its shadow tree.
        assert!(html.find("<style>") < html.find("</head>"), "{target}");
        assert!(
            html.contains("<template shadowrootmode=\"open\"><style>"),
            "{target}"
        );
    }
    let card = open(&server, &format!("/card/gtin/{GTIN}"));
    assert_eq!(count(&card.text(), "style"), 0);
    assert!(
        !card
            .header("content-security-policy")
            .unwrap()
            .contains("sha256")
    );
}

#[test]
fn a_304_repeats_the_policy_for_the_styles_of_a_page() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let target = format!("/p/{GTIN}");
    let page = open(&server, &target);
    let tag = page.header("etag").unwrap();
    let known = server.request("GET", &target, &[("if-none-match", tag)]);
    assert_eq!(known.status, 304);
    let policy = |response: &Response| {
        let policy = response.header("content-security-policy");
        policy.map(ToOwned::to_owned)
    };
    assert_eq!(policy(&known), policy(&page));
    let head = server.request("HEAD", &target, &[]);
    assert_eq!((head.status, policy(&head)), (200, policy(&page)));
}

#[test]
fn a_missing_product_is_a_page_with_status_404() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for (target, state) in [
        ("/p/9520000199999", "not-found"),
        ("/p/9520123456789", "bad-gtin"),
        ("/p/nonsense", "bad-gtin"),
    ] {
        let page = open(&server, target);
        assert_eq!(page.status, 404, "{target}");
        let html = page.text();
        assert!(
            html.contains(&format!("data-state=\"{state}\"")),
            "{target}: {html}"
        );
        assert!(html.contains("noindex"));
    }
}

#[test]
fn a_digital_link_redirects_to_the_page() {
    let (_catalogue, server) = serve(json!({}), &["--base-url", "https://shop.example"]);
    for target in [
        format!("/01/0{GTIN}"),
        format!("/01/{GTIN}"),
        format!("/01/0{GTIN}/10/LOT7/21/12345?17=261231"),
        format!("/01/0{GTIN}?linkType=gs1:pip"),
    ] {
        let found = open(&server, &target);
        assert_eq!(found.status, 307, "{target}");
        assert_eq!(
            found.header("location"),
            Some("https://shop.example/p/09520123456788")
        );
        assert!(found.header("link").unwrap().contains("rel=\"linkset\""));
    }
    let record = open(&server, &format!("/01/0{GTIN}?linkType=gs1:masterData"));
    assert_eq!(
        record.header("location"),
        Some("https://shop.example/v2/products/gtin/09520123456788")
    );
    assert_eq!(
        open(&server, &format!("/01/0{GTIN}?linkType=gs1:recipeInfo")).status,
        404
    );
    assert_eq!(open(&server, "/01/09520000199999").status, 404);
    for wrong in ["/01/123".to_owned(), format!("/01/0{GTIN}/junk")] {
        assert_eq!(open(&server, &wrong).status, 400, "{wrong}");
    }
}

#[test]
fn all_links_are_available_as_a_linkset() {
    let (_catalogue, server) = serve(json!({}), &["--base-url", "https://shop.example"]);
    let target = format!("/01/0{GTIN}?linkType=all");
    let accepted = server.request(
        "GET",
        &format!("/01/0{GTIN}"),
        &[("accept", "application/linkset+json")],
    );
    for response in [open(&server, &target), accepted] {
        assert_eq!(response.status, 200);
        assert_eq!(
            response.header("content-type"),
            Some("application/linkset+json")
        );
        let set: serde_json::Value = serde_json::from_str(&response.text()).unwrap();
        let links = &set["linkset"][0];
        assert_eq!(links["anchor"], "https://shop.example/01/09520123456788");
        assert_eq!(
            links["https://gs1.org/voc/defaultLink"][0]["href"],
            "https://shop.example/p/09520123456788"
        );
    }
    let resolver = open(&server, "/.well-known/gs1resolver").json();
    assert_eq!(resolver["resolverRoot"], "https://shop.example");
    assert_eq!(resolver["supportedPrimaryKeys"], json!(["01"]));
}
