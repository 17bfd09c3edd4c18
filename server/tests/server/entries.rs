//! The scripts that shops include, which know the gateway that serves them.

use serde_json::json;

use crate::assets::release;
use crate::html_pages::{open, serve};

const SETS: &str = "globalThis[Symbol.for(\"product-pool.gateway\")] ??= \
                    new URL(\".\", import.meta.url).href;\n";

#[test]
fn scripts_name_their_gateway_and_the_module_beside_the_card() {
    let (_catalogue, server) = serve(json!({}), &["--script", "/pkg/card.js"]);
    for (path, include) in [
        ("/card.js", "export * from \"/pkg/card.js\";\n"),
        (
            "/matrix.js",
            "import \"/pkg/card.js\";\nexport * from \"/pkg/matrix.js\";\n",
        ),
        (
            "/changes.js?ver=6.1",
            "import \"/pkg/card.js\";\nexport * from \"/pkg/changes-view.js\";\n",
        ),
        (
            "/auto.js?after=h1",
            "import \"/pkg/card.js\";\nimport { placeCard } from \"/pkg/auto.js\";\n\
             placeCard(new URL(import.meta.url).searchParams);\n",
        ),
    ] {
        let response = open(&server, path);
        assert_eq!(response.text(), format!("{SETS}{include}"), "{path}");
        for (name, value) in [
            ("content-type", "text/javascript; charset=utf-8"),
            (
                "cache-control",
                "public, max-age=300, stale-while-revalidate=3600",
            ),
            ("access-control-allow-origin", "*"),
            ("cross-origin-resource-policy", "cross-origin"),
        ] {
            assert_eq!(response.header(name), Some(value), "{path}");
        }
        let tag = response.header("etag").unwrap();
        let known = server.request("GET", path, &[("if-none-match", tag)]);
        assert_eq!(known.status, 304, "{path}");
        assert_eq!(server.request("POST", path, &[]).status, 405, "{path}");
    }
}

#[test]
fn the_cards_script_is_that_of_the_release_and_the_others_import_it() {
    let (folder, path) = release();
    let folder = folder.path().to_str().unwrap().to_owned();
    let (_catalogue, server) = serve(json!({}), &["--assets", &folder]);
    let card = open(&server, "/card.js");
    assert_eq!(card.text(), "// Pinned: …");
    for (name, value) in [
        ("content-type", "text/javascript; charset=utf-8"),
        (
            "cache-control",
            "public, max-age=300, stale-while-revalidate=3600",
        ),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(card.header(name), Some(value));
    }
    let compressed = server.request("GET", "/card.js", &[("accept-encoding", "br")]);
    assert_eq!(compressed.text(), "the gateway's script in brotli");
    assert_eq!(compressed.header("content-encoding"), Some("br"));
    let tag = compressed.header("etag").unwrap();
    let known = [("accept-encoding", "br"), ("if-none-match", tag)];
    assert_eq!(server.request("GET", "/card.js", &known).status, 304);
    assert_eq!(server.request("POST", "/card.js", &[]).status, 405);
    let include = format!("import \".{path}/card.js\";\nexport * from \".{path}/matrix.js\";\n");
    let matrix = open(&server, "/matrix.js").text();
    assert_eq!(matrix, format!("{SETS}{include}"));
    let pinned = open(&server, &format!("{path}/gateway/card.js"));
    assert_eq!(pinned.text(), "hello");
    assert_eq!(
        pinned.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
}

#[test]
fn there_are_none_without_the_files_of_the_package() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for path in ["/card.js", "/auto.js"] {
        assert_eq!(open(&server, path).status, 404, "{path}");
    }
}
