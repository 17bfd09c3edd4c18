//! The gateway behind Varnish, set up as in the documentation. Skipped if Varnish, which comes
//! with Debian, is not installed.

use std::process::{Command, Stdio};

use product_pool::messages::LANGUAGES;
use serde_json::json;

use super::recipe::{Proxy, find_program, free_address, port, recipe};
use super::upstream::{Upstream, ok, reply};
use super::{cache_status, complete_upstream, gateway, product};
use crate::operation::OPS;
use crate::support::{Response, run, stderr, wait_until};

/// As browsers send it; for other clients Varnish decompresses.
const GZIP: [(&str, &str); 1] = [("accept-encoding", "gzip")];

/// A Varnish in front of a gateway.
struct Varnish {
    _proxy: Proxy,
    /// The address on which it listens.
    host: String,
    _folder: tempfile::TempDir,
}

impl Varnish {
    /// Starts a Varnish in front of an address.
    fn start(backend: &str) -> Option<Varnish> {
        let varnishd = find_program("varnishd", "-V")?;
        let vcl = recipe!("varnish.vcl").replace("8080", port(backend));
        assert!(vcl.contains(&format!(".port = \"{}\"", port(backend))));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recipe.vcl");
        std::fs::write(&file, vcl).unwrap();
        // Varnish does not report the port that it chose.
        let host = free_address();
        let mut command = Command::new(varnishd);
        command
            .args(["-F", "-j", "none", "-s", "malloc,32m", "-a", &host])
            .arg("-n")
            .arg(folder.path().join("varnish"))
            .arg("-f")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        Some(Varnish {
            _proxy: Proxy::start(&mut command, &host),
            host,
            _folder: folder,
        })
    }

    fn fetch(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        crate::support::request(&self.host, method, target, headers)
    }
}

/// Whether the response is a cache hit: then it names two requests, its own and the one that
/// filled the cache.
fn is_hit(response: &Response) -> bool {
    response.header("x-varnish").unwrap().contains(' ')
}

#[test]
fn varnish_caches_only_cacheable_responses() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "3600", "--missing", "3600"]);
    let Some(varnish) = Varnish::start(&gateway.host) else {
        return;
    };
    const A: &str = "/v2/products/a";
    let first = varnish.fetch("GET", A, &[]);
    assert_eq!(cache_status(&first), "fwd=uri-miss; fwd-status=200; stored");
    assert!(!is_hit(&first));
    // Cookies and credentials of clients neither split the cache nor reach the gateway.
    let headers = [("cookie", "a=b"), ("authorization", "Bearer of-a-page")];
    let again = varnish.fetch("GET", A, &headers);
    assert!(is_hit(&again));
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.header("cache-control"), first.header("cache-control"));
    assert!(again.header("age").is_some());
    let tag = first.header("etag").unwrap();
    assert_eq!(again.header("etag"), Some(tag));
    let known = varnish.fetch("GET", A, &[("if-none-match", tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    let head = varnish.fetch("HEAD", A, &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(upstream.count(), 1);

    upstream.respond_with(|_| reply(404, &[], br#"{"errors":[]}"#));
    for hit in [false, true] {
        let missing = varnish.fetch("GET", "/v2/products/missing", &[]);
        assert_eq!((missing.status, is_hit(&missing)), (404, hit));
    }
    for script in [
        |_: &_| reply(400, &[], br#"{"errors":[]}"#),
        |_: &_| reply(500, &[], b""),
        |_: &_| reply(403, &[], br#"{"errors":[]}"#),
    ] {
        let target = format!("/v2/products/failing-{}", upstream.count());
        upstream.respond_with(script);
        let failed = varnish.fetch("GET", &target, &[]);
        assert!(failed.status >= 400);
        upstream.respond_with(|request| ok(&product(request.name()), &[]));
        // The gateway does not retry failures at once.
        wait_until("Varnish has not kept a failure", || {
            varnish.fetch("GET", &target, &[]).status == 200
        });
    }
    assert_eq!(varnish.fetch("GET", "/v2/nothing", &[]).status, 404);
    assert_eq!(varnish.fetch("GET", "/admin", &[]).status, 404);
}

#[test]
fn varnish_caches_responses_per_origin() {
    let upstream = complete_upstream();
    let shops = ["https://one.example", "https://two.example"];
    let options = ["--allow-origin", shops[0], "--allow-origin", shops[1]];
    let gateway = gateway(&upstream.host, &options);
    let Some(varnish) = Varnish::start(&gateway.host) else {
        return;
    };
    for hit in [false, true] {
        for shop in shops {
            let response = varnish.fetch("GET", "/v2/products/a", &[("origin", shop)]);
            assert_eq!(response.header("access-control-allow-origin"), Some(shop));
            assert_eq!(is_hit(&response), hit, "{shop}");
        }
        let other = varnish.fetch("GET", "/v2/products/a", &[("origin", "https://x.example")]);
        assert_eq!(other.header("access-control-allow-origin"), None);
    }
}

#[test]
fn a_purge_reaches_varnish() {
    let upstream = complete_upstream();
    let options = ["--fresh", "3600", "--pages", "--browser-fresh", "10"];
    let gateway = gateway(&upstream.host, &[&options[..], &OPS].concat());
    let Some(varnish) = Varnish::start(&gateway.host) else {
        return;
    };
    let targets = ["/v2/products/a", "/v2/products?limit=1", "/card/a"];
    for hit in [false, true] {
        for target in targets.iter().chain(&["/v2/products/ab", "/card/ab"]) {
            let response = varnish.fetch("GET", target, &GZIP);
            assert_eq!((response.status, is_hit(&response)), (200, hit), "{target}");
            // Browsers learn from the second how old an answer may be.
            let control = "public, max-age=10, s-maxage=3600";
            assert_eq!(response.header("cache-control"), Some(control));
            assert_eq!(response.header("surrogate-key"), None);
        }
    }
    upstream.respond_with(|request| match request.name() {
        "a" => reply(404, &[], br#"{"errors":[]}"#),
        name => ok(&product(name), &[]),
    });
    let [at, ops] = [&varnish.host, &gateway.ops].map(|host| format!("http://{host}"));
    let purged = run(&["purge", "--product", "a", "--varnish", &at, &ops]);
    assert!(purged.status.success(), "{}", stderr(&purged));
    for target in ["/v2/products/a", "/card/a"] {
        assert_eq!(varnish.fetch("GET", target, &GZIP).status, 404, "{target}");
    }
    assert!(!is_hit(&varnish.fetch("GET", "/v2/products?limit=1", &[])));
    for target in ["/v2/products/ab", "/card/ab"] {
        assert!(is_hit(&varnish.fetch("GET", target, &GZIP)), "{target}");
    }
    assert_eq!(varnish.fetch("BAN", "/", &[]).status, 400);
}

#[test]
fn varnish_serves_stale_objects_while_the_gateway_fails() {
    let respond = |_: &_| {
        let fresh = "public, max-age=1, stale-while-revalidate=3600";
        ok(&json!({"data": {}}), &[("cache-control", fresh)])
    };
    let backend = Upstream::new(respond);
    let Some(varnish) = Varnish::start(&backend.host) else {
        return;
    };
    let fetch = || varnish.fetch("GET", "/v2/products/a", &[]);
    assert_eq!(fetch().status, 200);
    for failing in [
        |_: &_| reply(503, &[("retry-after", "1")], b"{}"),
        |_: &_| reply(500, &[], b"{}"),
        // An empty response.
        |_: &_| Vec::new(),
    ] {
        backend.respond_with(failing);
        let before = backend.count();
        // Each request for a stale object leads to a request in the background.
        wait_until("three requests in the background", || {
            assert_eq!(fetch().status, 200);
            backend.count() >= before + 3
        });
    }
    backend.respond_with(|_| {
        let fresh = "public, max-age=3600";
        ok(&json!({"data": {"now": 1}}), &[("cache-control", fresh)])
    });
    wait_until("the new response", || fetch().text().contains("now"));
}

#[test]
fn varnish_caches_one_page_per_language() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "3600", "--pages"]);
    let Some(varnish) = Varnish::start(&gateway.host) else {
        return;
    };
    for (accepted, language, hit) in [
        ("de-AT,de;q=0.9,en;q=0.8", "de", false),
        ("xx,DE;q=0.5", "de", true),
        ("fr", "fr", false),
        ("pt-PL, fr-FR", "fr", true),
        ("xx", "en-GB", false),
        ("*", "en-GB", true),
    ] {
        let page = varnish.fetch("GET", "/card/a", &[GZIP[0], ("accept-language", accepted)]);
        assert_eq!(
            page.header("content-language"),
            Some(language),
            "{accepted}"
        );
        assert_eq!(is_hit(&page), hit, "{accepted}");
    }
    // The configuration names all languages.
    let mut tags: Vec<_> = LANGUAGES
        .iter()
        .map(|(tag, _)| tag.split('-').next().unwrap())
        .collect();
    tags.sort_unstable();
    let named = format!("({})", tags.join("|"));
    assert_eq!(recipe!("varnish.vcl").matches(&named).count(), 2, "{named}");
}
