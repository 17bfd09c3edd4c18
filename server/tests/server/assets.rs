//! The package's files: cached for ever under a release's path, and redirected to from all
//! others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::gateway::gateway;
use crate::gateway::upstream::{Upstream, reply};
use crate::support::{Catalogue, Response, Server, product, run, stderr};

const GTIN: &str = "9520123456788";

/// The files of the tests' release.
const FILES: [(&str, &str); 12] = [
    ("card.js", "import './dist/card.js';"),
    ("card.js.br", "the script in brotli"),
    ("card.js.gz", "the script in gzip"),
    ("dist/card.js", "export default 1;"),
    ("dist/card_bg.wasm", "\0asm"),
    ("dist/card_bg.wasm.br", "wasm in brotli"),
    ("dist/lang/de.js", "export default {\"de\": 1};"),
    ("dist/lang/en-GB.js", "export default {};"),
    ("entry/card.js", "// Pinned: …"),
    ("entry/card.js.br", "the gateway's script in brotli"),
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
    write_files(folder, &FILES, change)
}

fn write_files(
    folder: &Path,
    contents: &[(&str, &str)],
    change: impl FnOnce(&mut Value),
) -> String {
    let files: BTreeMap<&str, String> = contents
        .iter()
        .map(|(path, text)| (*path, hex(&Sha256::digest(text))))
        .collect();
    let list: String = files
        .iter()
        // What has the name of the release in it.
        .filter(|(path, _)| !path.starts_with("entry/"))
        .map(|(path, hash)| format!("{hash}  {path}\n"))
        .collect();
    let name = hex(&Sha256::digest(list))[..16].to_owned();
    for (path, text) in contents {
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
        let known = served.fetch(path, &[("if-none-match", tag)]);
        assert_eq!((known.status, known.body.len()), (304, 0));
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
fn ranges_of_a_release_get_the_whole_file() {
    let served = serve(&[]);
    let all = served.fetch("card.js", &[("range", "bytes=0-5")]);
    assert_eq!((all.status, all.text().as_str()), (200, FILES[0].1));
}

#[test]
fn unversioned_paths_redirect_to_the_release() {
    let served = serve(&[]);
    for (target, control) in [
        ("/assets/card.js", "max-age=300"),
        ("/assets/card.js?v=3", "max-age=300"),
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
    let file = folder.join(target.trim_start_matches('/'));
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink(db, &file).unwrap();
    let response = served.server.request("GET", &target, &[]);
    assert_eq!(
        (response.status, response.text().as_str()),
        (200, FILES[0].1)
    );
}

/// Two servers during an upgrade, behind a balancer that gives them requests in turn.
#[test]
fn replicas_of_two_releases_serve_the_files_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let upstream = Upstream::new(|_| reply(404, &[], b""));
    let start = |name: &str, more: &str, state: &Path| {
        let files = folder.path().join(name);
        let release = write_files(&files, &[&FILES[..], &[("new.js", more)]].concat(), |_| {});
        let state = ["--state", state.to_str().unwrap()];
        let options = [&["--assets", files.to_str().unwrap()], &state[..]].concat();
        (gateway(&upstream.host, &options), release)
    };
    let shared = folder.path().join("shared");
    let (old, of_old) = start("old", "1", &shared);
    let (new, of_new) = start("new", "2", &shared);
    assert_ne!(of_old, of_new);
    // A page of each release, whose requests go to one server after the other.
    for (release, text) in [(&of_old, "1"), (&of_new, "2")] {
        for server in [&old, &new, &old] {
            let target = format!("/assets/{release}/new.js");
            let response = server.request("GET", &target, &[]);
            assert_eq!((response.status, response.text().as_str()), (200, text));
            let control = response.header("cache-control").unwrap();
            assert!(control.contains("immutable"), "{control}");
        }
    }
    // What leads to a release leads to one that both have: no circle.
    for server in [&old, &new] {
        let response = server.request("GET", "/assets/card.js", &[]);
        let location = response.header("location").unwrap();
        for server in [&old, &new] {
            assert_eq!(server.request("GET", location, &[]).status, 200);
        }
    }
    // After the upgrade, the pages that are still open find the files of theirs.
    drop(old);
    let target = format!("/assets/{of_old}/dist/card_bg.wasm");
    assert_eq!(new.request("GET", &target, &[]).status, 200);

    // Without a folder in common the other's are missing, and no cache remembers that.
    let (alone, _) = start("alone", "3", &folder.path().join("own"));
    let missing = alone.request("GET", &target, &[]);
    assert_eq!(
        (missing.status, missing.problem().as_str()),
        (404, "release_not_found")
    );
    assert_eq!(missing.header("cache-control"), Some("no-store"));
    assert_eq!(missing.header("access-control-allow-origin"), Some("*"));
}

#[test]
fn the_releases_that_were_started_last_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let releases = folder.path().join("state/releases");
    let upstream = Upstream::new(|_| reply(404, &[], b""));
    let mut names = Vec::new();
    for number in 0..18 {
        let files = folder.path().join("files");
        let text = number.to_string();
        names.push(write_files(
            &files,
            &[&FILES[..], &[("n.js", &text)]].concat(),
            |_| {},
        ));
        let state = folder.path().join("state");
        let options = [
            "--assets",
            files.to_str().unwrap(),
            "--state",
            state.to_str().unwrap(),
        ];
        drop(gateway(&upstream.host, &options));
        // The times of files may be no finer than this.
        for (age, name) in names.iter().rev().enumerate() {
            let manifest = releases.join(format!("{name}.json"));
            if let Ok(file) = std::fs::File::options().append(true).open(manifest) {
                let then = SystemTime::now() - Duration::from_secs(age as u64);
                file.set_modified(then).unwrap();
            }
        }
    }
    let is_kept = |name: &String| releases.join(name).join("n.js").exists();
    let kept: Vec<bool> = names.iter().map(is_kept).collect();
    assert_eq!(kept, [vec![false; 2], vec![true; 16]].concat());
    assert_eq!(std::fs::read_dir(&releases).unwrap().count(), 32);
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
