//! Which requests and fields are forwarded, and which are not.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use percent_encoding::percent_decode_str;
use serde_json::json;

use super::upstream::{Gate, Upstream, ok, reply};
use super::{cache_status, complete_upstream, fetch, gateway, gateway_with_options, product};

#[test]
fn only_known_operations_reach_the_upstream() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &[]);
    let long = format!("/v2/products?cursor={}", "a".repeat(9000));
    for (target, status) in [
        ("/", 404),
        ("/v1/products", 404),
        ("/v2", 404),
        ("/v2/", 404),
        ("/v2/tokens", 404),
        ("/v2//products", 404),
        ("/v2/products/", 404),
        ("/v2/products/a/b/c", 404),
        ("/images/a.png", 404),
        ("/admin", 404),
        ("/v2/products/..", 400),
        ("/v2/products/../../admin", 400),
        ("/../../etc/passwd", 404),
        ("/v2/products/%2e%2e%2f%2e%2e%2fadmin", 400),
        ("/v2/products/a%2fb", 400),
        ("/v2/products/a%5cb", 400),
        ("/v2/products/a%00", 400),
        ("/v2/products/%0d%0aX:%20y", 400),
        ("/v2/products/%ff", 400),
        ("/v2/products/gtin/12", 400),
        ("/v2/products?limit=-1", 400),
        ("/v2/products?limit=1&limit=2", 400),
        ("/v2/products?token=x", 400),
        ("/v2/products?cursor=%00", 400),
        ("/v2/products/a?output=flat", 400),
        ("/v2/images/a?admin=1", 400),
        (&long, 414),
    ] {
        let response = fetch(&gateway, target);
        assert_eq!(response.status, status, "{target}: {}", response.text());
        response.problem();
        assert_eq!(response.header("cache-control"), Some("no-store"));
    }
    for method in [
        "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "GETT",
    ] {
        let response = gateway.request(method, "/v2/products/a", &[("content-length", "0")]);
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("GET, HEAD"));
        response.problem();
    }
    // It is not an open proxy either.
    for (method, target, status) in [
        ("GET", "http://127.0.0.1:9/admin", 404),
        ("GET", "http://127.0.0.1:9/v2/products/..", 400),
        ("CONNECT", "127.0.0.1:9", 404),
        ("OPTIONS", "*", 404),
    ] {
        let response = gateway.request(method, target, &[]);
        assert_eq!(response.status, status, "{method} {target}");
    }
    assert_eq!(upstream.count(), 0);
    let absolute = fetch(&gateway, "http://127.0.0.1:9/v2/products/a");
    assert_eq!(
        absolute.status, 200,
        "the host of an absolute URL is ignored"
    );
    assert_eq!(upstream.requests()[0].target, "/v2/products/a");
    assert_eq!(
        upstream.requests()[0].header("host"),
        Some(upstream.host.as_str())
    );
}

#[test]
fn the_token_reaches_no_other_path_through_a_proxy_that_normalizes() {
    // As nginx with `location / { proxy_pass http://pool/; }`, and a pool that decodes again.
    let upstream = Upstream::new(|request| {
        let mut path = request.target.clone();
        for _ in 0..3 {
            path = percent_decode_str(&path).decode_utf8_lossy().into_owned();
        }
        let mut segments = Vec::new();
        for segment in path.split(['/', '\\']) {
            match segment.split([';', '?', '#']).next().unwrap() {
                ".." => drop(segments.pop()),
                name => segments.push(name),
            }
        }
        match &segments[..] {
            ["", "v2", "catalogs" | "products" | "images", _, ..] => ok(&product("a"), &[]),
            _ => ok(&json!({"data": {"pool_id": "another path"}}), &[]),
        }
    });
    let gateway = gateway(&upstream.host, &["--pages"]);
    for (place, escape) in [
        ("/v2/catalogs/501/", "..%2F..%2Fme"),
        ("/v2/catalogs/501/", "..%2F..%2F..%2Fadmin"),
        ("/v2/catalogs/501/", "a%2F..%2F..%2F..%2F..%2Fadmin"),
        ("/v2/catalogs/501/", "..%5C..%5Cme"),
        ("/v2/catalogs/501/", "%252e%252E%252f..%252Fme"),
        ("/v2/catalogs/501/", "..;a%2F..;b%2Fme"),
        ("/v2/catalogs/501/", "..%3F"),
        ("/v2/products/", "..%252f..%252fadmin"),
        ("/v2/products/gtin/", "..%252f..%252fme"),
        ("/v2/images/", "..;"),
        ("/card/", "..%2F..%2Fadmin"),
        ("/card/", "%252e%252e%252fme"),
        ("/card/gtin/", "..%2F..%2Fme"),
        ("/p/", "..%2F..%2Fme"),
        ("/01/", "..%2F..%2Fme"),
    ] {
        let response = fetch(&gateway, &format!("{place}{escape}"));
        assert!(
            matches!(response.status, 400 | 404),
            "{place}{escape}: {}",
            response.text()
        );
    }
    assert_eq!(upstream.count(), 0);
    // Slashes and dots alone are no harm.
    for code in ["a%2Fb%5Cc", "1.2...", "50%25%2B2"] {
        let response = fetch(&gateway, &format!("/v2/catalogs/501/{code}"));
        assert_eq!(response.status, 200, "{code}");
    }
}

#[test]
fn a_request_whose_connection_closes_is_sent_once_more() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let upstream = std::thread::spawn(move || {
        let mut requested = Vec::new();
        // So many responses on each connection, which is closed with the next request.
        for responses in [1, 1, 0] {
            let (stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(&stream).lines().map(Result::unwrap);
            for count in 0..=responses {
                let head: Vec<String> =
                    lines.by_ref().take_while(|line| !line.is_empty()).collect();
                let name = head[0].trim_start_matches("GET /v2/products/")[..1].to_owned();
                if count < responses {
                    let body = product(&name).to_string();
                    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}", body.len());
                    write!(&stream, "{head}\r\n\r\n{body}").unwrap();
                }
                requested.push(name);
            }
        }
        requested
    });
    let gateway = gateway(&host, &[]);
    for (target, status) in [
        ("/v2/products/a", 200),
        ("/v2/products/b", 200),
        ("/v2/products/c", 502),
    ] {
        assert_eq!(fetch(&gateway, target).status, status, "{target}");
    }
    assert_eq!(upstream.join().unwrap(), ["a", "b", "b", "c", "c"]);
}

#[test]
fn invalid_http_is_refused_and_harms_no_other_client() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &[]);
    let huge = format!(
        "GET /v2/products/a HTTP/1.1\r\nx: {}\r\n\r\n",
        "a".repeat(1 << 20)
    );
    let many = format!(
        "GET /v2/products/a HTTP/1.1\r\n{}\r\n",
        "x: y\r\n".repeat(1000)
    );
    for bytes in [
        &b"\x00\x01\x02\x03\r\n\r\n"[..],
        b"GET /v2/products/\x00 HTTP/1.1\r\n\r\n",
        b"GET /v2/products/a HTTP/1.1\r\nx\x00: y\r\n\r\n",
        b"GET /v2/products/a HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /v2/products/a HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        huge.as_bytes(),
        many.as_bytes(),
    ] {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(&gateway.host).unwrap();
        // The server may close the connection before all is sent.
        let _ = stream.write_all(bytes);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let text = String::from_utf8_lossy(&response);
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 4"), "{text}");
    }
    assert_eq!(upstream.count(), 0);
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 200);
}

#[test]
fn hidden_fields_are_in_no_response() {
    let upstream = Upstream::new(|request| {
        let product = json!({
            "pool_id": "a",
            "general": {"product_name": "Milk", "manufacturer_product_code": "secret"},
            "other": {"manufacturer_comments": "secret"},
            "outer": {"traded_unit_gtin": "9520000000016"},
            "components": [{"additives": {"x": "secret"}, "inner": {"y": 1}}],
        });
        match request.target.starts_with("/v2/products?") {
            false => ok(&json!({"data": product}), &[]),
            true => {
                let item = json!({"pool_id": "a", "manufacturer_product_code": "secret"});
                ok(&json!({"next": null, "data": [item]}), &[])
            }
        }
    });
    let fields =
        "other.manufacturer_comments,components.additives,general.manufacturer_product_code";
    let hiding = gateway(&upstream.host, &["--hide", fields]);
    for target in [
        "/v2/products/a",
        "/v2/products/a?version=1",
        "/v2/products/gtin/9520000000016",
        "/v2/products?limit=1",
    ] {
        for _ in 0..2 {
            let response = fetch(&hiding, target);
            assert_eq!(response.status, 200, "{target}");
            assert!(response.text().contains(r#""pool_id":"a""#), "{target}");
            assert!(!response.text().contains("secret"), "{target}");
        }
    }
    for form in ["raw", "flat", "ungroup"] {
        let response = fetch(&hiding, &format!("/v2/products/a?output={form}"));
        assert_eq!(response.problem(), "invalid_parameter");
    }
    // Nor in error responses.
    let status_of =
        |request: &super::upstream::RecordedRequest| request.name().parse().unwrap_or(200);
    let refusing = Upstream::new(move |request| {
        let body = json!({"data": {"other": {"manufacturer_comments": "secret"}}, "errors": []});
        reply(status_of(request), &[], body.to_string().as_bytes())
    });
    let hiding = gateway(&refusing.host, &[]);
    for status in [400, 403, 404, 410] {
        let response = fetch(&hiding, &format!("/v2/products/{status}"));
        assert_eq!(response.status, status);
        assert!(response.text().contains("errors"));
        assert!(!response.text().contains("secret"), "{}", response.text());
    }
    let showing_all = gateway(&upstream.host, &["--hide", "none"]);
    let response = fetch(&showing_all, "/v2/products/a?output=raw");
    assert_eq!(response.text().matches("secret").count(), 3);
    let with_defaults = gateway(&upstream.host, &[]);
    let response = fetch(&with_defaults, "/v2/products/a");
    assert_eq!(response.text().matches("secret").count(), 2);
}

#[test]
fn allowed_origins_get_cors_headers() {
    let upstream = complete_upstream();
    let shop = "https://shop.example";
    let gateway = gateway(&upstream.host, &["--allow-origin", shop]);
    let from = |origin: &str, target: &str| gateway.request("GET", target, &[("origin", origin)]);
    for target in ["/v2/products/a", "/v2/nothing", "/v2/products?x=1"] {
        let own = from(shop, target);
        assert_eq!(
            own.header("access-control-allow-origin"),
            Some(shop),
            "{target}"
        );
        let exposed = own.header("access-control-expose-headers").unwrap();
        for name in [
            "retry-after",
            "etag",
            "age",
            "date",
            "cache-status",
            "x-request-id",
        ] {
            assert!(exposed.contains(name), "{exposed}");
        }
        let other = from("https://other.example", target);
        assert_eq!(
            other.header("access-control-allow-origin"),
            Some(shop),
            "a cache that ignores Vary keeps what a page of the shop can read"
        );
        for response in [&own, &other] {
            let vary = response.header("vary").unwrap_or_default();
            assert!(!vary.contains("origin"), "{vary}");
        }
        assert_ne!(own.header("x-request-id"), other.header("x-request-id"));
    }
    let preflight = gateway.request(
        "OPTIONS",
        "/v2/products/a",
        &[
            ("origin", shop),
            ("access-control-request-method", "GET"),
            ("access-control-request-headers", "accept"),
        ],
    );
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-origin"), Some(shop));
    let closed = super::gateway(&upstream.host, &[]);
    let response = closed.request("GET", "/v2/products/a", &[("origin", shop)]);
    assert_eq!(response.header("access-control-allow-origin"), None);
    let options = closed.request("OPTIONS", "/v2/products/a", &[("origin", shop)]);
    assert_eq!(
        (options.status, options.header("allow")),
        (204, Some("GET, HEAD, OPTIONS"))
    );
    assert_eq!(options.header("access-control-allow-origin"), None);
}

#[test]
fn a_client_above_the_rate_limit_is_refused() {
    let upstream = complete_upstream();
    let options = [
        "--rate",
        "1",
        "--burst",
        "5",
        "--trusted-proxy",
        "127.0.0.1",
    ];
    let gateway = gateway(&upstream.host, &options);
    let from =
        |client: &str| gateway.request("GET", "/v2/products/a", &[("x-forwarded-for", client)]);
    // Without a refusal, a hundred requests would take at least 95 seconds.
    let refused: Vec<_> = (0..100)
        .map(|_| from("203.0.113.5"))
        .filter(|response| response.status != 200)
        .collect();
    assert!(!refused.is_empty());
    for response in refused {
        assert_eq!(
            (response.status, response.problem().as_str()),
            (429, "too_many_requests")
        );
        assert_eq!(response.header("retry-after"), Some("1"));
    }
    assert_eq!(
        from("203.0.113.6").status,
        200,
        "other clients are not affected"
    );
    // A client that is not trusted cannot set its address.
    let untrusting = super::gateway(&upstream.host, &options[..4]);
    let refused = (0..100).map(|n| format!("203.0.113.{n}")).filter(|client| {
        let named = [("x-forwarded-for", client.as_str())];
        untrusting.request("GET", "/v2/products/a", &named).status == 429
    });
    assert!(refused.count() > 0);
}

#[test]
fn slow_requests_of_one_client_do_not_delay_those_of_another() {
    let upstream = complete_upstream();
    let gate = Gate::default();
    let closed = gate.clone();
    upstream.respond_with(move |request| {
        if request.name().starts_with("slow") {
            closed.wait();
        }
        ok(&product(request.name()), &[])
    });
    let options = [
        "--upstream-connections",
        "4",
        "--upstream-timeout",
        "60",
        "--trusted-proxy",
        "127.0.0.1",
        "--pages",
    ];
    let gateway = gateway(&upstream.host, &options);
    let from = |client: &str, path: &str| {
        let forwarded = [("x-forwarded-for", client)];
        gateway.request("GET", path, &forwarded).status
    };
    std::thread::scope(|scope| {
        for number in 0..12 {
            let from = &from;
            // Requests made for a page count against the client of the page.
            let path = match number % 2 {
                0 => format!("/v2/products/slow{number}"),
                _ => format!("/card/slow{number}"),
            };
            scope.spawn(move || assert_eq!(from("203.0.113.5", &path), 200, "{path}"));
        }
        // Three quarters of the connections.
        upstream.wait_for_requests(3);
        for number in 0..10 {
            let path = format!("/v2/products/other{number}");
            assert_eq!(from("203.0.113.6", &path), 200);
        }
        assert_eq!(
            upstream.count(),
            13,
            "the client has no more than its share"
        );
        gate.open();
    });
}

#[test]
fn static_files_are_served_beside_the_api() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "a shop").unwrap();
    let mount = format!("/={}", folder.path().display());
    let gateway = gateway(&upstream.host, &["--static", &mount]);
    assert_eq!(fetch(&gateway, "/").text(), "a shop");
    assert_eq!(
        cache_status(&fetch(&gateway, "/v2/products/a")),
        "fwd=uri-miss; fwd-status=200; stored"
    );
    assert_eq!(fetch(&gateway, "/../index.html").status, 404);
    assert_eq!(gateway.request("POST", "/", &[]).status, 405);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut writer, bytes).unwrap();
    writer.finish().unwrap()
}

#[test]
fn a_decompressed_response_is_limited_in_size() {
    let upstream = Upstream::new(|request| {
        let mut body = product(request.name()).to_string().into_bytes();
        if request.name() == "bomb" {
            body.extend([b' '].repeat(50 << 20));
        }
        let mut compressed = gzip(&body);
        if request.name() == "cut" {
            compressed.truncate(compressed.len() - 20);
        }
        reply(200, &[("content-encoding", "gzip")], &compressed)
    });
    let gateway = gateway(
        &upstream.host,
        &["--upstream-limit", "1048576", "--hide", "none"],
    );
    let plain = fetch(&gateway, "/v2/products/a");
    assert_eq!(plain.text(), product("a").to_string());
    assert_eq!(plain.header("content-encoding"), None);
    let request = upstream.requests()[0].clone();
    assert!(request.header("accept-encoding").unwrap().contains("gzip"));
    for name in ["bomb", "cut"] {
        let response = fetch(&gateway, &format!("/v2/products/{name}"));
        assert_eq!(response.problem(), "upstream_failed", "{name}");
    }
}

#[test]
fn gateways_can_be_chained() {
    let upstream = Upstream::new(|request| ok(&product(request.name()), &[("age", "50")]));
    let inner = gateway(&upstream.host, &["--fresh", "3600"]);
    let options = [
        "--upstream-token-file",
        "none",
        "--fresh",
        "0",
        "--stale",
        "0",
    ];
    let outer = gateway_with_options(&format!("{}/v2/", inner.host), &options);
    let first = fetch(&outer, "/v2/products/a");
    assert_eq!(cache_status(&first), "fwd=uri-miss; fwd-status=200; stored");
    let again = fetch(&outer, "/v2/products/a");
    assert_eq!(cache_status(&again), "fwd=stale; fwd-status=304; stored");
    assert_eq!(again.body, first.body);
    // The age, whichever cache stored the response.
    let age: u64 = again.header("age").unwrap().parse().unwrap();
    assert!(age >= 50, "{age}");
    assert_eq!(upstream.count(), 1);
}
