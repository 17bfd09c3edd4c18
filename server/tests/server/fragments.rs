//! Cards as fragments: their settings, and their contents when there is no product.

use serde_json::json;

use crate::gateway::upstream::{self, Upstream};
use crate::gateway::{fetch, gateway};
use crate::html_pages::{GTIN, count, open, serve};
use crate::support::Response;

/// The target of the card with these settings.
fn card(query: &str) -> String {
    format!("/card/gtin/{GTIN}?{query}")
}

/// The message to developers in a refused fragment.
fn problem(html: &str) -> String {
    let detail = html
        .split_once(" data-problem=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(detail, _)| detail)
        .unwrap_or_else(|| panic!("{html}"));
    detail.replace("&quot;", "\"")
}

/// Asserts that the response is a fragment, not a page, with one card in that state.
fn assert_fragment(response: &Response, state: &str) {
    let html = response.text();
    assert!(html.starts_with("<product-pool-card "), "{html}");
    assert!(
        !html.contains("<html") && !html.contains("<title"),
        "{html}"
    );
    assert_eq!(count(&html, "product-pool-card"), 1, "{html}");
    let state = format!("data-state=\"{state}\"");
    assert!(html.contains(&state), "{state}: {html}");
    assert_eq!(
        response.header("content-type"),
        Some("text/html; charset=utf-8")
    );
}

#[test]
fn settings_are_rendered_and_set_as_attributes_of_the_element() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let target = card("panels=nutrition,allergens&heading-level=4&theme=dark&lang=de&avoid=milk");
    let response = open(&server, &target);
    assert_eq!(response.status, 200, "{}", response.text());
    assert_fragment(&response, "ready");
    let html = response.text();
    for part in [
        " lang=\"de\" base-url=\"https://shop.example\" panels=\"nutrition allergens\" heading-level=\"4\" avoid=\"milk\" theme=\"dark\">",
        "<div class=\"shell\" data-theme=\"dark\">",
        "<div class=\"verdict\" part=\"verdict\" data-answer=\"contains\">",
        "<h5 class=\"title\">",
        "Milch",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let panels: Vec<&str> = html
        .split("<section class=\"panel\" data-panel=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(panels, ["nutrition", "allergens"]);
    // The query names the language, so the response does not depend on the client.
    let vary = response.header("vary").unwrap_or_default();
    assert!(!vary.contains("Accept-Language"), "{vary}");
    assert_eq!(response.header("content-language"), Some("de"));
}

#[test]
fn the_defaults_match_those_of_the_element() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let html = open(&server, &card("")).text();
    assert!(html.contains("<h2 class=\"name\""), "{html}");
    assert!(!html.contains("data-theme") && !html.contains("heading-level"));
    // A page has the product's name as its own heading, before and after the script runs.
    let page = open(&server, &format!("/p/{GTIN}")).text();
    assert!(page.contains("<h1 class=\"name\"") && page.contains(" heading-level=\"1\""));
}

#[test]
fn unknown_settings_are_refused_with_a_suggestion() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for (query, expected) in [
        ("heading_level=2", "did you mean \"heading-level\"?"),
        ("headinglevel=2", "did you mean \"heading-level\"?"),
        ("theme=drak", "did you mean \"dark\"?"),
        ("panels=allergen", "did you mean \"allergens\"?"),
        ("heading-level=9", "known: 1, 2"),
        ("json-ld=none", "product, properties"),
        ("theme=%3C/script%3E%3Cb%3E", "auto, light, dark"),
        ("theme=%22%3E%3Cb%3E", "auto, light, dark"),
        (
            "theme=dark&theme=light",
            "the query has theme more than once",
        ),
    ] {
        for target in [card(query), format!("/card/a?{query}")] {
            let response = open(&server, &target);
            assert_eq!(response.status, 400, "{target}");
            assert_fragment(&response, "error");
            let html = response.text();
            let detail = problem(&html);
            assert!(detail.contains(expected), "{target}: {detail}");
            // The message is for developers only, and contains no markup.
            assert_eq!(count(&html, "script"), 0, "{html}");
            assert_eq!(count(&html, "b>"), 0, "{html}");
            assert_eq!(response.header("cache-control"), Some("no-store"));
        }
    }
}

#[test]
fn an_unknown_language_is_english_and_said_to_developers() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for (lang, language, unknown) in [
        ("de_AT", "de", None),
        ("pt-PT", "en-GB", Some("pt-PT")),
        ("zh_hans", "en-GB", Some("zh_hans")),
    ] {
        let accepted = [("Accept-Language", "fr")];
        let response = server.request("GET", &card(&format!("lang={lang}")), &accepted);
        assert_eq!(response.status, 200, "{lang}");
        assert_eq!(response.header("content-language"), Some(language));
        let html = response.text();
        assert!(html.contains(&format!(" lang=\"{language}\"")), "{html}");
        let said = html.split_once(" data-language=\"");
        let said = said.and_then(|(_, rest)| Some(rest.split_once('"')?.0));
        assert_eq!(said, unknown, "{lang}");
    }
}

#[test]
fn structured_data_comes_only_where_it_is_asked_for() {
    let unit = "9520000000554";
    let components = json!([{"inner": {"internal_gtin": unit}}]);
    let (_catalogue, server) = serve(json!({"components": components}), &[]);
    let described = |gtin: &str, query: &str| {
        let html = open(&server, &format!("/card/gtin/{gtin}?{query}")).text();
        let opening = "<script type=\"application/ld+json\" data-product-pool>";
        let (_, rest) = html.split_once(opening)?;
        let (text, _) = rest.split_once("</script>").unwrap();
        Some(serde_json::from_str::<serde_json::Value>(text).unwrap())
    };
    assert_eq!(described(GTIN, ""), None);
    let product = described(unit, "json-ld=product").unwrap();
    assert_eq!(
        (&product["@type"], &product["gtin"]),
        (&json!("Product"), &json!(unit)),
        "that was asked for"
    );
    assert_eq!(described(GTIN, "json-ld=product").unwrap()["gtin"], GTIN);
    let properties = described(GTIN, "json-ld=properties").unwrap();
    let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
    assert_eq!(names, ["@context", "additionalProperty"]);
    assert_eq!(
        properties["additionalProperty"],
        product["additionalProperty"]
    );
}

#[test]
fn a_fragment_says_from_when_it_is_and_how_long_it_holds() {
    let received = |html: &str| {
        let (_, rest) = html.split_once("data-given=\"received\"").unwrap();
        let (text, _) = rest.split_once("</script>").unwrap();
        let (_, text) = text.split_once('>').unwrap();
        serde_json::from_str::<[String; 2]>(text).unwrap()
    };
    let (_catalogue, server) = serve(json!({}), &[]);
    let [date, control] = received(&open(&server, &card("")).text());
    assert!(date.ends_with('Z'), "{date}");
    assert_eq!(control, "max-age=60");
    // Before the product: once the element has read that, it has read this, too.
    let html = open(&server, &card("")).text();
    assert!(html.find("\"received\"").unwrap() < html.find("\"product\"").unwrap());
}

#[test]
fn a_variant_requests_only_the_images_that_it_shows() {
    let upstream = Upstream::new(|request| {
        let data = json!({"pool_id": "p1"});
        let body = match request.target.contains("/images/") {
            true if !request.target.ends_with("/feature") => json!({"data": [data]}),
            _ => json!({"data": data}),
        };
        upstream::ok(&body, &[])
    });
    for (query, variant, shows_images) in [
        ("", "full", true),
        ("panels=allergens", "full", false),
        ("variant=summary", "summary", false),
        ("variant=badges", "badges", false),
        ("variant=badges&panels=gallery", "badges", true),
    ] {
        let gateway = gateway(&upstream.host, &["--pages"]);
        let before = upstream.count();
        let html = fetch(&gateway, &format!("/card/p1?{query}")).text();
        let attribute = format!(" data-variant=\"{variant}\"");
        assert!(html.contains(&attribute), "{query}: {html}");
        let lists = upstream.requests()[before..]
            .iter()
            .filter(|request| request.target == "/v2/images/p1")
            .count();
        assert_eq!(lists, usize::from(shows_images), "{query}");
        let has_images = html.contains("data-given=\"images\"");
        assert_eq!(has_images, shows_images, "{query}");
    }
}

#[test]
fn the_element_of_a_fragment_requests_from_the_server_that_drew_it() {
    let (_catalogue, server) = serve(json!({}), &["--base-url", "https://shop.example/food"]);
    let html = open(&server, &format!("/card/gtin/{GTIN}")).text();
    let attribute = " base-url=\"https://shop.example/food\"";
    assert!(html.contains(attribute), "{html}");
    // A page of its own is on that host.
    let page = open(&server, &format!("/p/{GTIN}")).text();
    assert!(!page.contains(" base-url="), "{page}");
}

#[test]
fn a_missing_product_is_a_fragment_with_status_404() {
    let options = ["--base-url", "https://shop.example"];
    let (_catalogue, server) = serve(json!({}), &options);
    for (target, state) in [
        ("/card/gtin/9520000199999?lang=de&theme=dark", "not-found"),
        ("/card/gtin/9520123456789?lang=de&theme=dark", "bad-gtin"),
        ("/card/gtin/nonsense?lang=de&theme=dark", "bad-gtin"),
        ("/card/nobody?lang=de&theme=dark", "not-found"),
        ("/card/%00?lang=de&theme=dark", "not-found"),
    ] {
        let response = open(&server, target);
        assert_eq!(response.status, 404, "{target}");
        assert_fragment(&response, state);
        let html = response.text();
        for part in [
            " lang=\"de\"",
            " data-theme=\"dark\"",
            &format!(" data-failed=\"{state}\""),
            "href=\"https://shop.example/assets/styles/",
        ] {
            assert!(html.contains(part), "{target} {part}: {html}");
        }
        // The element has nothing to request, and keeps the rendered card.
        assert!(!html.contains(" gtin=") && !html.contains(" product-id="));
        assert_eq!(response.header("content-language"), Some("de"));
    }
}

#[test]
fn failures_keep_their_status_and_let_the_element_retry() {
    let upstream = Upstream::new(|_| upstream::ok(&json!({}), &[]));
    let gateway = gateway(&upstream.host, &["--pages", "--missing", "0"]);
    for (status, expected, state, retries) in [
        (404, 404, "not-found", false),
        (410, 410, "not-found", false),
        // What the upstream refuses, whoever has kept its card must not show.
        (402, 410, "unauthenticated", false),
        (403, 410, "unauthenticated", false),
        (451, 410, "unauthenticated", false),
        (500, 502, "network", true),
        (503, 502, "network", true),
    ] {
        upstream.respond_with(move |_| {
            let json = ("content-type", "application/json");
            upstream::reply(status, &[json], br#"{"message": "no"}"#)
        });
        let response = fetch(&gateway, &format!("/card/p{status}?theme=dark"));
        let api = fetch(&gateway, &format!("/v2/products/p{status}"));
        assert_eq!(
            response.header("retry-after").is_some(),
            api.header("retry-after").is_some(),
            "{status}"
        );
        assert_eq!(response.status, expected, "{status}");
        assert_fragment(&response, state);
        let html = response.text();
        assert_eq!(html.contains(" product-id="), retries, "{html}");
        assert!(html.contains(" theme=\"dark\""), "{html}");
    }
}
