//! The package's files: cached for ever under a release's path, and redirected to from all
//! others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::gateway::gateway;
use crate::gateway::upstream::{Upstream, reply};
use crate::support::{Catalogue, Response, Server, product, run, stderr};

const GTIN: &str = "9520123456788";

/// The files of the tests' release.
const FILES: [(&str, &str); 10] = [
    ("card.js", "import './dist/card.js';"),
    ("card.js.br", "the script in brotli"),
    ("card.js.gz", "the script in gzip"),
    ("dist/card.js", "export default 1;"),
    ("dist/card_bg.wasm", "\0asm"),
    ("dist/card_bg.wasm.br", "wasm in brotli"),
    ("dist/lang/de.js", "export default {\"de\": 1};"),
    ("dist/lang/en-GB.js", "export default {};"),
    ("gateway/card.js", "hello"),
    ("index.js", "export {};"),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes a release with those files to a folder and returns its name, as `cargo xtask assets`
/// does; `change` modifies the manifest before it is written.
fn write_release(folder: &Path, change: impl FnOnce(&mut Value)) -> String {
    let files: BTreeMap<&str, String> = FILES
        .iter()
        .map(|(path, text)| (*path, hex(&Sha256::digest(text))))
        .collect();
    let list: String = files
        .iter()
        .map(|(path, hash)| format!("{hash}  {path}\n"))
        .collect();
    let name = hex(&Sha256::digest(list))[..16].to_owned();
    for (path, text) in FILES {
        let path = folder.join(&name).join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut manifest = json!({
        "release": name,
        "version": "0.1.0",
        "script": "card.js",
        "files": files,
    });
    change(&mut manifest);
    std::fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    name
}

/// A folder with that release, and the path at which it is served.
pub(crate) fn release() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("/assets/{}", write_release(folder.path(), |_| {}));
    (folder, path)
}

struct Served {
    server: Server,
    /// The path of the release's files.
    path: String,
    catalogue: Catalogue,
}

fn serve(options: &[&str]) -> Served {
    let record = product("a", json!({"outer": {"traded_unit_gtin": GTIN}}));
    let catalogue = Catalogue::with(&[record]);
    let folder = catalogue.folder.path().join("assets");
    let path = format!("/assets/{}", write_release(&folder, |_| {}));
    let assets = ["--assets", folder.to_str().unwrap()];
    let server = Server::start(&catalogue.db, &[&assets, options].concat());
    Served {
        server,
        path,
        catalogue,
    }
}

impl Served {
    fn fetch(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        let target = format!("{}/{path}", self.path);
        self.server.request("GET", &target, headers)
    }
}

#[test]
fn files_of_a_release_are_immutable() {
    let served = serve(&[]);
    for (path, mime, text) in [
        ("card.js", "text/javascript; charset=utf-8", FILES[0].1),
        ("dist/card_bg.wasm", "application/wasm", "\0asm"),
        ("index.js", "text/javascript; charset=utf-8", "export {};"),
    ] {
        let response = served.fetch(path, &[("origin", "https://shop.example")]);
        assert_eq!((response.status, response.text().as_str()), (200, text));
        for (name, expected) in [
            ("content-type", mime),
            ("cache-control", "public, max-age=31536000, immutable"),
            ("access-control-allow-origin", "*"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("content-length", &text.len().to_string()),
        ] {
            assert_eq!(response.header(name), Some(expected), "{path}: {name}");
        }
        let tag = response.header("etag").unwrap();
        assert!(tag.starts_with('"'), "{tag} is a strong tag");
        let date = response.header("last-modified").unwrap();
        for condition in [("if-none-match", tag), ("if-modified-since", date)] {
            let known = served.fetch(path, &[condition]);
            assert_eq!((known.status, known.body.len()), (304, 0), "{condition:?}");
        }
        let target = format!("{}/{path}", served.path);
        let head = served.server.request("HEAD", &target, &[]);
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(
            head.header("content-length"),
            response.header("content-length")
        );
        let posted = served.server.request("POST", &target, &[]);
        assert_eq!(
            (posted.status, posted.header("allow")),
            (405, Some("GET, HEAD"))
        );
    }
}

#[test]
fn precompressed_files_are_served_by_accept_encoding() {
    let served = serve(&[]);
    let mut tags = Vec::new();
    for (accepted, encoding, text) in [
        ("gzip, deflate, br, zstd", Some("br"), FILES[1].1),
        ("br;q=0.1, gzip", Some("gzip"), FILES[2].1),
        ("br;q=0, gzip", Some("gzip"), FILES[2].1),
        ("zstd", None, FILES[0].1),
        ("identity", None, FILES[0].1),
    ] {
        let response = served.fetch("card.js", &[("accept-encoding", accepted)]);
        assert_eq!(response.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(response.text(), text, "{accepted}");
        assert_eq!(
            response.header("content-type"),
            Some("text/javascript; charset=utf-8")
        );
        let vary = response.header("vary").unwrap();
        assert!(vary.eq_ignore_ascii_case("accept-encoding"), "{vary}");
        tags.push(response.header("etag").unwrap().to_owned());
    }
    assert_ne!(tags[0], tags[1], "each encoding has its own tag");
    assert_ne!(tags[0], tags[4], "each encoding has its own tag");
    let without = served.fetch("dist/card_bg.wasm", &[("accept-encoding", "gzip")]);
    assert_eq!(without.header("content-encoding"), None);
    assert!(
        without.header("vary").is_some(),
        "there is a brotli variant"
    );
    let uncompressed = served.fetch("index.js", &[("accept-encoding", "br")]);
    assert_eq!(uncompressed.header("content-encoding"), None);
}

#[test]
fn range_requests_get_partial_content() {
    let served = serve(&[]);
    let part = served.fetch("card.js", &[("range", "bytes=0-5")]);
    assert_eq!((part.status, part.text().as_str()), (206, "import"));
    let whole = FILES[0].1.len();
    let range = format!("bytes 0-5/{whole}");
    assert_eq!(part.header("content-range"), Some(range.as_str()));
    let beyond = served.fetch("card.js", &[("range", "bytes=9999-")]);
    assert_eq!(beyond.status, 416);
    assert_eq!(beyond.header("cache-control"), Some("no-store"));
    // `If-Range` with another file's tag gets the whole file, and so do multiple ranges.
    for headers in [
        [("range", "bytes=0-5"), ("if-range", "\"another\"")],
        [("range", "bytes=0-1,3-4"), ("accept", "*/*")],
    ] {
        let all = served.fetch("card.js", &headers);
        assert_eq!((all.status, all.body.len()), (200, whole), "{headers:?}");
    }
}

#[test]
fn unversioned_and_outdated_paths_redirect_to_the_release() {
    let served = serve(&[]);
    for (target, control) in [
        ("/assets/card.js", "max-age=300"),
        ("/assets/card.js?v=3", "max-age=300"),
        ("/assets/0123456789abcdef/card.js", "max-age=60"),
    ] {
        let response = served.server.request("GET", target, &[]);
        assert_eq!(response.status, 307, "{target}");
        let location = format!("{}/card.js", served.path);
        assert_eq!(response.header("location"), Some(location.as_str()));
        assert!(response.header("cache-control").unwrap().contains(control));
        assert!(
            !response
                .header("cache-control")
                .unwrap()
                .contains("immutable")
        );
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    }
    for target in [
        "/assets/manifest.json".to_owned(),
        "/assets/nothing.js".to_owned(),
        "/assets/".to_owned(),
        "/assets/0123456789abcdef/nothing.js".to_owned(),
        "/assets/0123456789ABCDEF/card.js".to_owned(),
        format!("{}/", served.path),
        format!("{}/card.js.br", served.path),
        format!("{}/../manifest.json", served.path),
        format!("{}/dist/../card.js", served.path),
        format!("{}//card.js", served.path),
        format!("{}/%2e%2e/manifest.json", served.path),
    ] {
        let response = served.server.request("GET", &target, &[]);
        assert_eq!(response.status, 404, "{target}");
        assert_eq!(response.problem(), "not_found", "{target}");
    }
}

#[test]
fn static_files_may_be_mounted_beside_a_release() {
    let own = tempfile::tempdir().unwrap();
    std::fs::write(own.path().join("logo.svg"), "<svg/>").unwrap();
    let mount = format!("/assets={}", own.path().display());
    let served = serve(&["--static", &mount]);
    let logo = served.server.request("GET", "/assets/logo.svg", &[]);
    assert_eq!(
        (logo.status, logo.header("content-type")),
        (200, Some("image/svg+xml"))
    );
}

#[test]
fn pages_load_only_the_script_of_the_release_at_the_end() {
    let served = serve(&["--pages"]);
    let target = format!("/p/{GTIN}?lang=de");
    let page = served.server.request("GET", &target, &[]);
    let html = page.text();
    let address = format!("{}/card.js", served.path);
    let script = format!("<script type=\"module\" src=\"{address}\"></script>");
    assert!(
        html.ends_with(&format!("{script}</body></html>\n")),
        "{html}"
    );
    let found = served.server.request("GET", &address, &[]);
    assert_eq!(found.status, 200);
    assert!(found.header("cache-control").unwrap().contains("immutable"));
    // The files for hydration must not compete with the first paint.
    assert_eq!(html.matches("/assets/").count(), 1, "{html}");
    assert!(!html.contains("preload"), "{html}");
    assert_eq!(page.header("link"), None);
}

#[test]
fn the_script_option_overrides_the_script_of_the_release() {
    let served = serve(&["--pages", "--script", "https://cdn.example/card.js"]);
    let page = served.server.request("GET", &format!("/p/{GTIN}"), &[]);
    let html = page.text();
    assert!(html.contains("<script type=\"module\" src=\"https://cdn.example/card.js\">"));
    assert!(!html.contains(&served.path), "{html}");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' https://cdn.example 'wasm-unsafe-eval'"));
}

#[cfg(unix)]
#[test]
fn a_file_that_was_replaced_by_one_of_the_server_is_not_served() {
    let served = serve(&[]);
    let (folder, db) = (served.catalogue.folder.path(), &served.catalogue.db);
    let target = format!("{}/card.js", served.path);
    assert_eq!(served.server.request("GET", &target, &[]).status, 200);
    let file = folder.join(target.trim_start_matches('/'));
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink(db, &file).unwrap();
    let missing = served.server.request("GET", &target, &[]);
    assert_eq!(
        (missing.status, missing.problem().as_str()),
        (404, "not_found")
    );
}

#[test]
fn a_gateway_serves_assets_too() {
    let upstream = Upstream::new(|_| reply(404, &[], b""));
    let folder = tempfile::tempdir().unwrap();
    let name = write_release(folder.path(), |_| {});
    let gateway = gateway(
        &upstream.host,
        &["--assets", folder.path().to_str().unwrap()],
    );
    let target = format!("/assets/{name}/card.js");
    assert_eq!(gateway.request("GET", &target, &[]).status, 200);
    assert_eq!(gateway.request("GET", "/assets/card.js", &[]).status, 307);
    assert_eq!(upstream.count(), 0);
}

#[test]
fn an_incomplete_or_modified_release_is_refused() {
    let served = serve(&[]);
    let error = |folder: &Path| {
        let (db, folder) = (served.catalogue.db(), folder.to_str().unwrap());
        let mut arguments = vec!["serve", "--db", db, "--listen", "127.0.0.1:0"];
        arguments.extend(["--assets", folder]);
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let message = stderr(&output);
        assert_eq!(message.lines().count(), 1, "{message}");
        // `--check-config` reports the same.
        arguments.push("--check-config");
        assert_eq!(stderr(&run(&arguments)), message);
        message
    };
    let folder = tempfile::tempdir().unwrap();
    assert!(error(folder.path()).contains("cargo xtask assets"));
    for (change, expected) in [
        (
            json!({"release": "0123456789abcdef"}),
            "does not match its files",
        ),
        (json!({"script": null}), "is not a valid asset manifest"),
    ] {
        write_release(folder.path(), |manifest| {
            for (name, value) in change.as_object().unwrap() {
                manifest[name] = value.clone();
            }
        });
        assert!(error(folder.path()).contains(expected), "{expected}");
    }
    write_release(folder.path(), |manifest| {
        manifest["script"] = json!("dist/other.js");
    });
    assert!(error(folder.path()).contains("does not list it"));
    let name = write_release(folder.path(), |_| {});
    let file = folder.path().join(name).join("dist/card.js");
    std::fs::write(&file, "export default 2;").unwrap();
    assert!(error(folder.path()).contains("does not match its digest in the manifest"));
    std::fs::remove_file(&file).unwrap();
    assert!(error(folder.path()).contains("cannot read"));
}
