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
        ("/matrix.js", "export * from \"/pkg/matrix.js\";\n"),
        (
            "/changes.js?ver=6.1",
            "export * from \"/pkg/changes-view.js\";\n",
        ),
        (
            "/auto.js?after=h1",
            "import { placeCard } from \"/pkg/auto.js\";\n\
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
fn scripts_of_a_release_lie_below_their_gateway_and_can_be_pinned() {
    let (folder, path) = release();
    let folder = folder.path().to_str().unwrap().to_owned();
    let (_catalogue, server) = serve(json!({}), &["--assets", &folder]);
    let card = open(&server, "/card.js").text();
    let include = format!("export * from \".{path}/card.js\";\n");
    assert!(card.ends_with(&format!("{SETS}{include}")), "{card}");
    let pinned = card.lines().next().unwrap();
    let integrity = "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";
    assert!(
        pinned.contains(&format!(
            "src=\".{path}/gateway/card.js\" integrity=\"{integrity}\""
        )),
        "{pinned}"
    );
    let own = open(&server, &format!("{path}/gateway/card.js"));
    assert_eq!(own.text(), "hello");
    assert_eq!(
        own.header("cache-control"),
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
