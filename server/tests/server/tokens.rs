//! Tokens: authentication, and what is stored of them.

use serde_json::json;

use crate::support::{Catalogue, Response, Server, product, run, stderr, stdout};

fn assert_unauthenticated(response: &Response) {
    assert_eq!(response.status, 401, "{}", response.text());
    assert_eq!(response.json(), json!({"message": "Unauthenticated."}));
    assert_eq!(response.header("www-authenticate"), Some("Bearer"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
}

#[test]
fn every_api_path_requires_a_token() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let long = format!("/v2/products/{}", "x".repeat(10_000));
    let targets = [
        "/v2",
        "/v2/",
        "/v2/nope",
        "/v2/products",
        "/v2/products?limit=0",
        "/v2/products/a",
        "/v2/products/gtin/x",
        "/v2/manufacturers",
        "/v2/manufacturers/12",
        "/v2/manufacturers/12/brands",
        "/v2/manufacturers/12/brands/7",
        "/v2/images/a",
        "/v2/images/a/feature",
        "/v2/catalogs/501",
        "/v2/catalogs/501/a",
        "/v2/labels",
        "/v2/labels/1",
        "/v2/products/%FF",
        long.as_str(),
    ];
    let good = format!("Bearer {}", server.token);
    let headers = [
        vec![],
        vec![("authorization", "")],
        vec![("authorization", "Bearer")],
        vec![("authorization", "Bearer nope")],
        vec![("authorization", "Bearer demo")],
        vec![("authorization", "Basic ZGVtbzpkZW1v")],
        vec![("authorization", server.token.as_str())],
        vec![
            ("authorization", good.as_str()),
            ("authorization", good.as_str()),
        ],
        vec![("x-api-key", server.token.as_str())],
    ];
    for target in targets {
        for headers in &headers {
            for method in ["GET", "HEAD", "POST"] {
                let response = server.request(method, target, headers);
                if method == "HEAD" {
                    assert_eq!(response.status, 401, "{target} {headers:?}");
                } else {
                    assert_unauthenticated(&response);
                }
            }
        }
    }
    let accepted = [
        good.clone(),
        good.replace("Bearer", "bearer"),
        good.replace(' ', "  "),
    ];
    for header in accepted {
        assert_eq!(
            server
                .request("GET", "/v2/products", &[("authorization", &header)])
                .status,
            200
        );
    }
    // Paths outside the API need no token.
    assert_eq!(server.request("GET", "/images/x.png", &[]).status, 404);
}

#[test]
fn tokens_can_be_created_and_revoked_while_the_server_runs() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let mut server = catalogue.serve();
    server.token = catalogue.token("shop");
    assert_eq!(server.get("/v2/products").status, 200);
    let listed = stdout(&run(&["token", "list", "--db", catalogue.db()]));
    let mut names: Vec<&str> = listed
        .lines()
        .map(|line| line.split("  ").nth(1).unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["shop", "tests"], "{listed}");
    assert!(!listed.contains(&server.token));
    let again = run(&["token", "add", "shop", "--db", catalogue.db()]);
    assert_eq!(
        (again.status.code(), stdout(&again).as_str()),
        (Some(1), "")
    );
    assert_eq!(
        stderr(&again),
        "error: a token named \"shop\" exists already; revoke it first\n"
    );
    assert!(
        run(&["token", "revoke", "shop", "--db", catalogue.db()])
            .status
            .success()
    );
    assert_unauthenticated(&server.get("/v2/products"));
    let gone = run(&["token", "revoke", "shop", "--db", catalogue.db()]);
    assert_eq!(stderr(&gone), "error: there is no token named \"shop\"\n");
    assert_ne!(catalogue.token("shop"), server.token);
}

#[test]
fn a_token_is_neither_stored_nor_logged() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let token = server.token.clone();
    assert!(token.len() > 40, "too short to be hard to guess");
    server.get("/v2/products");
    server.get("/v2/nope");
    server.request(
        "GET",
        "/v2/products",
        &[("authorization", "Bearer wrong-secret")],
    );
    let (_, log) = server.stop("-TERM");
    assert!(log.contains("/v2/nope"), "the log is on: {log}");
    assert!(
        !log.contains(&token) && !log.contains("wrong-secret"),
        "{log}"
    );
    for entry in std::fs::read_dir(catalogue.folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let value = token.as_bytes();
        assert!(!bytes.windows(value.len()).any(|window| window == value));
    }
}

#[test]
fn the_demo_token_works_only_on_a_loopback_address() {
    let catalogue = Catalogue::seeded(&["--demo", "--products", "1"]);
    let mut local = Server::start(&catalogue.db, &[]);
    local.token = "demo".to_owned();
    assert_eq!(local.get("/v2/products").status, 200);
    drop(local);
    let mut public = Server::listening(&catalogue.db, "0.0.0.0:0", &[]);
    public.host = public.host.replace("0.0.0.0", "127.0.0.1");
    public.token = "demo".to_owned();
    assert_unauthenticated(&public.get("/v2/products"));
    public.token = catalogue.token("real");
    assert_eq!(public.get("/v2/products").status, 200);
    let (_, log) = public.stop("-TERM");
    assert!(log.contains("the demo token was refused"), "{log}");
}

#[test]
fn only_a_demo_seed_creates_the_demo_token() {
    let catalogue = Catalogue::seeded(&["--products", "1"]);
    assert_eq!(stdout(&run(&["token", "list", "--db", catalogue.db()])), "");
    let mut server = Server::start(&catalogue.db, &[]);
    server.token = "demo".to_owned();
    assert_unauthenticated(&server.get("/v2/products"));
    // A token that is merely named `demo` has a value of its own.
    let value = catalogue.token("demo");
    assert_ne!(value, "demo");
    assert_unauthenticated(&server.get("/v2/products"));
    server.token = value;
    assert_eq!(server.get("/v2/products").status, 200);
}
