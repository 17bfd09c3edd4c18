//! TLS: certificates, their renewal, HTTP/2, and hostile clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use reqwest::{Certificate, Client, Response, Version};
use serde_json::{Value, json};

use crate::support::{Catalogue, PATIENCE, Server, product, program, run, stderr};

/// A certificate for this machine, with its key.
fn certificate() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap()
}

/// Writes a certificate and its key to the files of the server's options.
fn write_pair(catalogue: &Catalogue, pair: &CertifiedKey<KeyPair>) {
    catalogue.file("cert.pem", pair.cert.pem());
    catalogue.file("key.pem", pair.signing_key.serialize_pem());
}

fn serve(catalogue: &Catalogue, options: &[&str]) -> Server {
    let path = |name: &str| catalogue.folder.path().join(name).display().to_string();
    let (certificate, key) = (path("cert.pem"), path("key.pem"));
    let tls = ["--tls-cert", &certificate, "--tls-key", &key];
    Server::start(&catalogue.db, &[&tls, options].concat())
}

/// A client that trusts only that certificate.
fn client_trusting(pair: &CertifiedKey<KeyPair>) -> reqwest::ClientBuilder {
    let certificate = Certificate::from_pem(pair.cert.pem().as_bytes()).unwrap();
    product_pool_http::install_crypto();
    Client::builder()
        .tls_certs_only([certificate])
        .no_proxy()
        .pool_max_idle_per_host(0)
}

async fn get(client: &Client, server: &Server, target: &str, token: &str) -> Response {
    let address = format!("https://{}{target}", server.host);
    let request = client.get(address).bearer_auth(token);
    request.send().await.unwrap()
}

#[tokio::test]
async fn an_oversized_head_gets_431_with_the_limit_over_http_2_too() {
    let catalogue = Catalogue::with(&[]);
    let pair = certificate();
    write_pair(&catalogue, &pair);
    let server = serve(&catalogue, &[]);
    let client = client_trusting(&pair).build().unwrap();
    let fetch = async |length| {
        let request = client.get(format!("https://{}/healthz", server.host));
        let request = request.header("x-long", "x".repeat(length));
        request.send().await.unwrap()
    };
    let accepted = fetch(30_000).await;
    assert_eq!(
        (accepted.status().as_u16(), accepted.version()),
        (200, Version::HTTP_2)
    );
    let refused = fetch(34_000).await;
    assert_eq!(refused.status(), 431);
    let body: Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    assert_eq!(body["errors"][0]["code"], "headers_too_large");
    assert!(
        body["errors"][0]["detail"]
            .as_str()
            .unwrap()
            .contains("32768")
    );
    // The connection stays open.
    assert_eq!(fetch(10).await.status(), 200);
}

#[tokio::test]
async fn a_host_that_differs_from_the_authority_is_refused() {
    let catalogue = Catalogue::with(&[]);
    let pair = certificate();
    write_pair(&catalogue, &pair);
    let server = serve(&catalogue, &[]);
    let client = client_trusting(&pair).build().unwrap();
    let fetch = async |host: &str| {
        let request = client.get(format!("https://{}/healthz", server.host));
        let response = request.header("host", host).send().await.unwrap();
        assert_eq!(response.version(), Version::HTTP_2);
        (response.status().as_u16(), response.text().await.unwrap())
    };
    assert_eq!(fetch(&server.host.to_ascii_uppercase()).await.0, 200);
    for host in ["shop.example", "localhost", ""] {
        let (status, body) = fetch(host).await;
        assert_eq!(status, 400, "{host}: {body}");
        assert!(body.contains("invalid_host"), "{host}: {body}");
    }
}

#[test]
fn the_certificate_expiry_is_a_metric() {
    let catalogue = Catalogue::with(&[]);
    write_pair(&catalogue, &certificate());
    let server = serve(&catalogue, &crate::operation::OPS);
    let metrics = server.probe("/metrics").text();
    // The first day of 4096, rcgen's default.
    let line = "product_pool_tls_certificate_expiry_timestamp_seconds 67090118400\n";
    assert!(metrics.contains(line), "{metrics}");
    let plain = Server::start(&catalogue.db, &crate::operation::OPS);
    assert!(!plain.probe("/metrics").text().contains("certificate"));
}

#[tokio::test]
async fn responses_are_the_same_over_every_http_version() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let token = catalogue.token("tests");
    let pair = certificate();
    write_pair(&catalogue, &pair);
    let server = serve(&catalogue, &["--pages"]);
    let new = client_trusting(&pair).build().unwrap();
    let old = client_trusting(&pair).http1_only();
    let old = old
        .tls_version_max(reqwest::tls::Version::TLS_1_2)
        .build()
        .unwrap();
    let mut bodies = Vec::new();
    for (client, version) in [(&new, Version::HTTP_2), (&old, Version::HTTP_11)] {
        let response = get(client, &server, "/v2/products?limit=500", &token).await;
        assert_eq!(
            (response.status().as_u16(), response.version()),
            (200, version)
        );
        assert!(response.headers().contains_key("etag"));
        let refused = get(client, &server, "/v2/products", "nobody").await;
        assert_eq!(refused.status(), 401);
        // Clients that connect by TLS must continue to do so.
        for response in [&response, &refused] {
            let policy = &response.headers()["strict-transport-security"];
            assert_eq!(policy, "max-age=31536000");
        }
        let list: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        // URLs name the requested host.
        for id in crate::support::ids(&list) {
            let feature = format!("/v2/images/{id}/feature");
            let image = get(client, &server, &feature, &token).await;
            if image.status() == 200 {
                let image: Value = serde_json::from_str(&image.text().await.unwrap()).unwrap();
                let url = image["data"]["url"].as_str().unwrap();
                assert!(
                    url.starts_with(&format!("https://{}/images/", server.host)),
                    "{url}"
                );
                assert_eq!(client.get(url).send().await.unwrap().status(), 200);
                // URLs of pages name the address on which the server listens.
                let card = get(client, &server, &format!("/p/id/{id}"), "").await;
                let card = card.text().await.unwrap();
                assert!(
                    card.contains(&format!("\"https://{}/images/", server.host)),
                    "{card}"
                );
                bodies.push(image);
                break;
            }
        }
        bodies.push(list);
    }
    assert_eq!(bodies.len(), 4);
    assert_eq!(bodies[..2], bodies[2..]);
    let (code, log) = server.stop("-TERM");
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("on https://"), "{log}");
}

#[tokio::test]
async fn a_renewed_certificate_is_reloaded_if_it_is_valid() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let (first, second) = (certificate(), certificate());
    write_pair(&catalogue, &first);
    let server = serve(&catalogue, &[]);
    let address = format!("https://{}/v2/products", server.host);
    // A new client each time: one that connected before would resume its session and see no
    // certificate.
    let is_trusted_by = async |pair: &CertifiedKey<KeyPair>| {
        let client = client_trusting(pair).build().unwrap();
        client.get(&address).send().await.is_ok()
    };
    assert!(is_trusted_by(&first).await && !is_trusted_by(&second).await);
    // Half of a renewal changes nothing.
    catalogue.file("cert.pem", second.cert.pem());
    server.signal("-HUP");
    assert!(is_trusted_by(&first).await && !is_trusted_by(&second).await);
    catalogue.file("key.pem", second.signing_key.serialize_pem());
    server.signal("-HUP");
    let reloaded = async {
        while !is_trusted_by(&second).await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let reloaded = tokio::time::timeout(PATIENCE, reloaded).await;
    reloaded.expect("the renewed certificate is used");
    assert!(!is_trusted_by(&first).await);
    let (_, log) = server.stop("-TERM");
    let reloaded = log.matches("the certificate was reloaded").count();
    assert_eq!(reloaded, 1, "{log}");
}

#[test]
fn invalid_certificates_and_keys_are_reported_in_one_line() {
    let catalogue = Catalogue::with(&[]);
    let (first, second) = (certificate(), certificate());
    write_pair(&catalogue, &first);
    let path = |name: &str| catalogue.folder.path().join(name).display().to_string();
    let (good, key) = (path("cert.pem"), path("key.pem"));
    catalogue.file("other.pem", second.signing_key.serialize_pem());
    catalogue.file("empty", "");
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.unwrap().success());
    catalogue.file("torn", &first.cert.pem()[..200]);
    catalogue.file(
        "rotten",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    );
    for (certificate, key, expected) in [
        (
            good.clone(),
            path("other.pem"),
            "does not belong to the certificate in",
        ),
        (path("none"), key.clone(), "cannot read the certificate"),
        (path("pipe"), key.clone(), "pipe is not a regular file"),
        (good.clone(), path("pipe"), "pipe is not a regular file"),
        (good.clone(), path("none"), "cannot read the key"),
        (path("empty"), key.clone(), "there is no certificate in"),
        (key.clone(), key.clone(), "there is no certificate in"),
        (good.clone(), good.clone(), "there is no private key in"),
        (good.clone(), path("empty"), "there is no private key in"),
        (path("torn"), key.clone(), "is not a PEM file"),
        (path("rotten"), key.clone(), "is invalid"),
    ] {
        for check in [false, true] {
            let mut command = program();
            command
                .args(["serve", "--db", catalogue.db(), "--listen", "127.0.0.1:0"])
                .args(["--tls-cert", &certificate, "--tls-key", &key]);
            if check {
                command.arg("--check-config");
            }
            let output = command.output().unwrap();
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(
                message.starts_with("error: ") && message.lines().count() == 1,
                "{message}"
            );
            assert!(message.contains(expected), "{expected}: {message}");
            assert!(!message.contains("PRIVATE KEY"), "{message}");
        }
    }
    let without_key = run(&["serve", "--db", catalogue.db(), "--tls-cert", &good]);
    assert_eq!(without_key.status.code(), Some(2));
    assert!(
        stderr(&without_key).contains("--tls-key <FILE>"),
        "{}",
        stderr(&without_key)
    );
}

#[tokio::test]
async fn unfinished_handshakes_do_not_block_other_clients() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let token = catalogue.token("tests");
    let pair = certificate();
    write_pair(&catalogue, &pair);
    let server = serve(&catalogue, &[]);
    let open_connection = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(bytes).unwrap();
        stream
    };
    let _silent: Vec<TcpStream> = (0..200).map(|_| open_connection(b"")).collect();
    let _slow: Vec<TcpStream> = (0..200)
        .map(|_| open_connection(b"\x16\x03\x01\x02\x00"))
        .collect();
    let client = client_trusting(&pair).build().unwrap();
    for _ in 0..3 {
        assert_eq!(
            get(&client, &server, "/v2/products/a", &token)
                .await
                .status(),
            200
        );
    }
    // A client without TLS, or with an old version, gets nothing but an alert.
    for bytes in [&b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"[..], OLD, &[0; 64]] {
        let mut response = Vec::new();
        let _ = open_connection(bytes).read_to_end(&mut response);
        assert!(response.is_empty() || response[0] == 0x15, "{response:?}");
        if bytes == OLD {
            assert_eq!(response.last(), Some(&70), "protocol_version: {response:?}");
        }
    }
    assert_eq!(
        get(&client, &server, "/v2/products/a", &token)
            .await
            .status(),
        200
    );
}

/// The `ClientHello` of a TLS 1.1 client, which supports nothing newer.
const OLD: &[u8] = &[
    0x16, 3, 1, 0, 59, // a record with a handshake of 59 bytes
    1, 0, 0, 55, // a `ClientHello` of 55 bytes
    3, 2, // TLS 1.1
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, // 32 random bytes
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, //
    0,  // no session
    0, 6, 0xc0, 0x14, 0xc0, 0x13, 0, 0x2f, // three ciphers of its time
    1, 0, // no compression
    0, 8, 0, 13, 0, 4, 0, 2, 4, 1, // one kind of signature
];
