//! Serving: shutdown, compression, conditional requests, CORS and static files.

use serde_json::json;

use crate::support::{Catalogue, Server, product, run, stderr, wait_for};

fn catalogue() -> Catalogue {
    Catalogue::with(&[product("a", json!({}))])
}

#[cfg(unix)]
#[test]
fn signals_stop_the_server_gracefully() {
    use std::io::{Read, Write};
    for signal in ["-TERM", "-INT"] {
        let catalogue = catalogue();
        let server = catalogue.serve();
        // One connection is idle after a response, another has not sent a request yet.
        let mut idle = std::net::TcpStream::connect(&server.host).unwrap();
        let request = format!("GET /nope HTTP/1.1\r\nhost: {}\r\n\r\n", server.host);
        idle.write_all(request.as_bytes()).unwrap();
        let mut buffer = [0; 16];
        idle.read_exact(&mut buffer).unwrap();
        let _without_request = std::net::TcpStream::connect(&server.host).unwrap();
        let (code, log) = server.stop(signal);
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("stopping"), "{log}");
    }
}

#[test]
fn responses_are_compressed_for_clients_that_accept_it() {
    use std::io::Read;
    let long = "Oats, water. ".repeat(500);
    let catalogue = Catalogue::with(&[product(
        "a",
        json!({"general": {"product_description": long}}),
    )]);
    let server = catalogue.serve();
    let token = format!("Bearer {}", server.token);
    let fetch = |method: &str, accepted: &str, known: &str| {
        let headers = [
            ("authorization", token.as_str()),
            ("accept-encoding", accepted),
            ("if-none-match", known),
        ];
        server.request(method, "/v2/products/a", &headers)
    };
    let plain = fetch("GET", "identity", "\"none\"");
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    let compressed = fetch("GET", "gzip", "\"none\"");
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    let mut decompressed = Vec::new();
    flate2::read::GzDecoder::new(compressed.body.as_slice())
        .read_to_end(&mut decompressed)
        .unwrap();
    assert!(decompressed == plain.body && compressed.body.len() * 5 < plain.body.len());
    let tag = compressed.header("etag").unwrap();
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(plain.header("etag"), Some(tag));
    let known = fetch("GET", "gzip", tag);
    assert_eq!((known.status, known.header("etag")), (304, Some(tag)));
    assert_eq!(known.header("vary"), Some("accept-encoding"));
    let brotli = fetch("GET", "gzip, deflate, br", "\"none\"");
    assert_eq!(brotli.header("content-encoding"), Some("br"));
    let head = fetch("HEAD", "gzip, br", "\"none\"");
    assert_eq!(head.header("content-encoding"), Some("br"));
    assert_eq!(head.header("etag"), brotli.header("etag"));
    for refuses in ["identity;q=0", "*;q=0", "deflate, identity;q=0"] {
        let response = fetch("GET", refuses, "\"none\"");
        assert_eq!(
            (response.status, &response.body),
            (200, &plain.body),
            "{refuses}"
        );
    }
}

#[test]
fn head_has_the_status_and_headers_of_get() {
    let record = json!({
        "outer": {"traded_unit_gtin": "9520123456788"},
        "other": {"manufacturer_comments": "All of it twice. ".repeat(200)},
    });
    let catalogue = Catalogue::with(&[product("a", record)]);
    let folder = catalogue.folder.path().join("files");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("a.js"), "export {};\n".repeat(500)).unwrap();
    std::fs::write(folder.join("a.js.br"), "as if compressed").unwrap();
    std::fs::write(folder.join("page.html"), "<!doctype html>".repeat(200)).unwrap();
    let token = format!("Bearer {}", catalogue.token("head"));
    let mount = format!("/files={}", folder.display());
    let options = ["--static", &mount, "--pages", "--allow-origin", "*"];
    let server = Server::start(&catalogue.db, &options);
    let upstream = format!("http://{}", server.host);
    let mut command = crate::support::program();
    command
        .args([
            "serve",
            "--upstream",
            &upstream,
            "--listen",
            "127.0.0.1:0",
            "--pages",
            "--rate",
            "0",
        ])
        .env(
            "PRODUCT_POOL_UPSTREAM_TOKEN",
            token.trim_start_matches("Bearer "),
        )
        .env("NO_PROXY", "127.0.0.1");
    let gateway = Server::spawn(command);
    // Headers that differ between requests, or that need a body.
    let is_volatile = |name: &str| {
        matches!(
            name,
            "date" | "x-request-id" | "transfer-encoding" | "cache-status" | "age"
        )
    };
    let stable_headers = |response: &crate::support::Response| {
        let headers = response.headers.iter();
        let mut headers: Vec<_> = headers
            .filter(|(name, _)| !is_volatile(name))
            .cloned()
            .collect();
        headers.sort();
        headers
    };
    let mut compressed = 0;
    for server in [&server, &gateway] {
        for target in [
            "/v2/products",
            "/v2/products/a",
            "/v2/products/a?output=flat",
            "/v2/products/gtin/9520123456788",
            "/v2/products/nobody",
            "/v2/products?limit=x",
            "/v2/manufacturers",
            "/v2/images/a/feature",
            "/v2/nope",
            "/nope",
            "/healthz",
            "/readyz",
            "/p/9520123456788",
            "/p/nothing",
            "/card/a",
            "/01/09520123456788",
            "/01/09520123456788?linkType=all",
            "/.well-known/gs1resolver",
            "/assets/styles/0/card.css",
            "/files/a.js",
            "/files/page.html",
            "/files/nothing",
        ] {
            // Twice, so that a gateway has it in its cache.
            server.request("GET", target, &[("authorization", &token)]);
            let tag = server.request("GET", target, &[("authorization", &token)]);
            let tag = tag.header("etag").unwrap_or("\"x\"").to_owned();
            for headers in [
                &[][..],
                &[("accept-encoding", "br")],
                &[("accept-encoding", "gzip, identity;q=0")],
                &[("accept-encoding", "*;q=0")],
                &[("if-none-match", tag.as_str()), ("accept-encoding", "br")],
                &[("origin", "https://shop.example")],
            ] {
                let headers = [&[("authorization", token.as_str())], headers].concat();
                // A drawn card has its date, so both must be of one moment: nothing changed from one
                // GET to the next.
                let (head, get) = wait_for("two equal responses to GET", || {
                    let [before, head, after] = ["GET", "HEAD", "GET"]
                        .map(|method| server.request(method, target, &headers));
                    (stable_headers(&before) == stable_headers(&after)).then_some((head, after))
                });
                assert_ne!(get.status, 406, "{target}");
                assert_eq!(
                    (head.status, head.body.len()),
                    (get.status, 0),
                    "{target} {headers:?}"
                );
                assert_eq!(
                    stable_headers(&head),
                    stable_headers(&get),
                    "{target} {headers:?}"
                );
                compressed += usize::from(head.header("content-encoding").is_some());
            }
        }
    }
    assert!(compressed > 10, "{compressed}");
    // A range does not apply to HEAD.
    let part = [("range", "bytes=0-1")];
    assert_eq!(server.request("GET", "/files/a.js", &part).status, 206);
    assert_eq!(server.request("HEAD", "/files/a.js", &part).status, 200);
}

#[test]
fn unchanged_responses_get_304() {
    let catalogue = catalogue();
    let server = catalogue.serve();
    let token = format!("Bearer {}", server.token);
    let first = server.get("/v2/products/a");
    assert_eq!(first.header("cache-control"), Some("private, no-cache"));
    let tag = first.header("etag").unwrap().to_owned();
    let again = |tag: &str| {
        server.request(
            "GET",
            "/v2/products/a",
            &[("authorization", &token), ("if-none-match", tag)],
        )
    };
    for known in [
        tag.clone(),
        format!("W/{tag}"),
        format!("\"x\", {tag}"),
        "*".to_owned(),
    ] {
        let response = again(&known);
        assert_eq!((response.status, response.body.len()), (304, 0), "{known}");
        assert_eq!(response.header("etag"), Some(tag.as_str()));
    }
    catalogue.import(&[product("a", json!({"version": "2"}))]);
    let changed = again(&tag);
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), Some(tag.as_str()));
    let unauthenticated = server.request("GET", "/v2/products/a", &[("if-none-match", &tag)]);
    assert_eq!(unauthenticated.status, 401);
}

#[test]
fn only_allowed_origins_get_cors_headers() {
    let catalogue = catalogue();
    let token = format!("Bearer {}", catalogue.token("cors"));
    let fetch = |server: &Server, origin: &str| {
        server.request(
            "GET",
            "/v2/products/a",
            &[("authorization", &token), ("origin", origin)],
        )
    };
    let closed = Server::start(&catalogue.db, &[]);
    assert_eq!(
        fetch(&closed, "https://shop.example").header("access-control-allow-origin"),
        None
    );
    let open = Server::start(
        &catalogue.db,
        &[
            "--allow-origin",
            "https://shop.example",
            "--allow-origin",
            "http://localhost:3000",
        ],
    );
    for origin in ["https://shop.example", "http://localhost:3000"] {
        let response = fetch(&open, origin);
        assert_eq!(response.header("access-control-allow-origin"), Some(origin));
        assert_eq!(response.header("access-control-allow-credentials"), None);
        let exposed = response
            .header("access-control-expose-headers")
            .unwrap()
            .to_lowercase();
        for name in ["retry-after", "age", "date"] {
            assert!(exposed.contains(name), "{exposed}");
        }
        assert!(
            response
                .header("vary")
                .unwrap()
                .to_lowercase()
                .contains("origin")
        );
        // Errors too: a browser that cannot read them sees a network failure.
        let refused = open.request("GET", "/v2/products", &[("origin", origin)]);
        assert_eq!(refused.status, 401);
        assert_eq!(refused.header("access-control-allow-origin"), Some(origin));
        let preflight = open.request(
            "OPTIONS",
            "/v2/products/a",
            &[
                ("origin", origin),
                ("access-control-request-method", "GET"),
                ("access-control-request-headers", "authorization,accept"),
            ],
        );
        assert_eq!(preflight.status, 200);
        assert_eq!(
            preflight.header("access-control-allow-origin"),
            Some(origin)
        );
        let headers = preflight.header("access-control-allow-headers").unwrap();
        assert!(
            headers.contains("authorization") && headers.contains("accept"),
            "{headers}"
        );
    }
    let other = fetch(&open, "https://other.example");
    assert_eq!(other.header("access-control-allow-origin"), None);
    let all = Server::start(&catalogue.db, &["--allow-origin", "*"]);
    let any = fetch(&all, "https://any.example");
    assert_eq!(any.header("access-control-allow-origin"), Some("*"));
    let below = Server::start(
        &catalogue.db,
        &["--allow-origin", "https://*.Shop.example/"],
    );
    for (origin, is_allowed) in [
        ("https://www.shop.example", true),
        ("https://shop.example", false),
        ("https://www.shop.example.evil.example", false),
    ] {
        let response = fetch(&below, origin);
        let allowed = response.header("access-control-allow-origin");
        assert_eq!(allowed, is_allowed.then_some(origin));
        assert!(response.header("vary").unwrap().contains("origin"));
    }
}

#[test]
fn a_single_page_application_gets_only_navigation_requests() {
    let catalogue = catalogue();
    catalogue.file("index.html", "<h1>app</h1>");
    let root = catalogue.folder.path().display();
    let page = format!("/*={root}/index.html");
    let server = Server::start(&catalogue.db, &["--static", &page]);
    let html = [("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")];
    for target in ["/", "/product/09520000000004", "/compare?id=1"] {
        let response = server.request("GET", target, &html);
        assert_eq!(response.status, 200, "{target}");
        assert_eq!(response.text(), "<h1>app</h1>", "{target}");
    }
    for accept in ["*/*", "application/json", "image/avif,*/*"] {
        let response = server.request("GET", "/missing.js", &[("accept", accept)]);
        assert_eq!(response.status, 404, "{accept}");
        response.problem();
    }
    // The API responds with JSON, whatever a request accepts.
    let response = server.request("GET", "/v2/nothing", &html);
    assert_eq!(response.status, 401);
    assert_eq!(server.request("GET", "/images/nothing", &html).status, 404);
}

#[test]
fn static_files_are_served_only_under_their_mounts() {
    let catalogue = catalogue();
    // Long enough to be compressed, so its tag is weak.
    catalogue.file("index.html", "<h1>demo</h1>".repeat(100));
    catalogue.file("secret", "secret");
    let folder = catalogue.folder.path().join("pkg");
    std::fs::create_dir_all(folder.join("dist")).unwrap();
    std::fs::write(folder.join("dist/card.js"), "export {}").unwrap();
    std::fs::write(folder.join("dist/card_bg.wasm"), b"\0asm").unwrap();
    std::fs::write(folder.join(".env"), "secret").unwrap();
    let root = catalogue.folder.path().display();
    let (page, package) = (format!("/={root}/index.html"), format!("/pkg={root}/pkg"));
    let server = Server::start(&catalogue.db, &["--static", &page, "--static", &package]);
    for (target, mime) in [
        ("/", "text/html; charset=utf-8"),
        ("/?gtin=9520000000016", "text/html; charset=utf-8"),
        ("/pkg/dist/card.js", "text/javascript; charset=utf-8"),
        ("/pkg/dist/card.js?v=1", "text/javascript; charset=utf-8"),
        ("/pkg/dist/card_bg.wasm", "application/wasm"),
    ] {
        let response = server.get(target);
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(mime)),
            "{target}"
        );
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        let tag = response.header("etag").unwrap();
        let again = server.request("GET", target, &[("if-none-match", tag)]);
        assert_eq!(again.status, 304, "{target}");
        assert_eq!(again.header("etag"), Some(tag), "{target}");
        let posted = server.request("POST", target, &[("content-length", "0")]);
        assert_eq!(
            (posted.status, posted.header("allow")),
            (405, Some("GET, HEAD"))
        );
    }
    for target in [
        "/index.html",
        "/secret",
        "/pkg",
        "/pkg/",
        "/pkg/dist",
        "/pkg/dist/",
        "/pkg/.env",
        "/pkg/../secret",
        "/pkg/%2e%2e/secret",
        "/pkg/..%2fsecret",
        "/pkg/dist/..%2f..%2fsecret",
        "/pkg//secret",
        "/pkg/%00",
        "/pkg/dist/card.js%00",
        "/pkg/dist/card.js/",
        "/pkg\\secret",
        "/pkg/..%5csecret",
        "//pkg/dist/card.js",
        "/catalogue.db",
    ] {
        let response = server.get(target);
        assert_eq!(response.status, 404, "{target}: {}", response.text());
        response.problem();
    }
    // Only the API requires the token.
    assert_eq!(server.get("/v2/products").status, 401);
}

#[test]
fn image_urls_use_the_listening_or_the_configured_address() {
    let catalogue = Catalogue::seeded(&["--demo", "--products", "60"]);
    let demo = [("authorization", "Bearer demo")];
    let server = Server::start(&catalogue.db, &[]);
    let list = server
        .request("GET", "/v2/products?limit=500", &demo)
        .json();
    let products = crate::support::ids(&list);
    let with_image = products
        .iter()
        .find(|id| {
            server
                .request("GET", &format!("/v2/images/{id}/feature"), &demo)
                .status
                == 200
        })
        .unwrap();
    let target = format!("/v2/images/{with_image}/feature");
    let url = |server: &Server, host: &str| {
        let response = server.request("GET", &target, &[demo[0], ("host", host)]);
        (
            response.status,
            response.json()["data"]["url"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    for host in ["pool.example", "evil/path"] {
        let (status, url) = url(&server, host);
        assert_eq!(status, 200, "{host}");
        let own = format!("http://{}/images/", server.host);
        assert!(url.starts_with(&own), "{url}");
    }
    let fixed = Server::start(&catalogue.db, &["--base-url", "https://cdn.example/pool/"]);
    for host in ["localhost", "evil/path"] {
        let (status, url) = url(&fixed, host);
        assert_eq!(status, 200, "{host}");
        assert!(url.starts_with("https://cdn.example/pool/images/"), "{url}");
    }
}

#[test]
fn an_occupied_port_is_reported_in_one_line() {
    let catalogue = catalogue();
    let server = catalogue.serve();
    let output = run(&["serve", "--db", catalogue.db(), "--listen", &server.host]);
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert_eq!(
        message,
        format!(
            "error: {} is in use by another program; choose another with --listen\n",
            server.host
        )
    );
    assert!(output.stdout.is_empty());
}
