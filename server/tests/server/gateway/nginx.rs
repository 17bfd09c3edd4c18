//! The gateway behind nginx, set up as in the documentation. Skipped if nginx, which comes
//! with Debian, is not installed.

use std::process::{Command, Stdio};

use rcgen::generate_simple_self_signed;
use reqwest::{Certificate, Client, Version};
use serde_json::json;

use super::recipe::{Proxy, find_program, free_address, port, recipe};
use super::upstream::{Upstream, ok};
use super::{gateway, product};

#[tokio::test]
async fn nginx_forwards_the_api_and_the_pages() {
    let Some(nginx) = find_program("nginx", "-v") else {
        return;
    };
    // A product with as many GTINs as possible, hence the longest headers.
    let component = |n| json!({"inner": {"internal_gtin": format!("95200000{n:05}")}});
    let components: Vec<_> = (0..100).map(component).collect();
    let long = "é".repeat(100);
    let known = long.clone();
    let upstream = Upstream::new(move |request| {
        let name = request.name();
        let is_long = name.starts_with("%C3%A9");
        let mut record = product(if is_long { &known } else { name });
        record["data"]["components"] = components.clone().into();
        ok(&record, &[])
    });
    let options = ["--pages", "--rate", "1", "--burst", "1000"];
    let options_with_proxy = [&options[..], &["--trusted-proxy", "127.0.0.1"]].concat();
    let gateway = gateway(&upstream.host, &options_with_proxy);

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let pair = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(path("shop.pem"), pair.cert.pem()).unwrap();
    std::fs::write(path("shop.key"), pair.signing_key.serialize_pem()).unwrap();
    let host = free_address();
    let server = recipe!("nginx.conf")
        .replace("127.0.0.1:8080", &gateway.host)
        .replace("listen 443 ", &format!("listen {host} "))
        .replace("/etc/ssl/shop.pem", &path("shop.pem"))
        .replace("/etc/ssl/shop.key", &path("shop.key"))
        .replace("products.shop.example.com", "localhost");
    assert!(server.contains(&host) && server.contains(&gateway.host));
    // The settings that a distribution's own nginx.conf has around it.
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {};\n", path(name)))
        .concat();
    let config = format!(
        "daemon off;\nmaster_process off;\npid {};\nevents {{}}\n\
         http {{\naccess_log off;\n{temporary}{server}}}\n",
        path("nginx.pid")
    );
    std::fs::write(path("nginx.conf"), config).unwrap();
    let mut command = Command::new(nginx);
    command
        .args(["-p", folder.path().to_str().unwrap(), "-e", "stderr"])
        .args(["-c", &path("nginx.conf")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let _nginx = Proxy::start(&mut command, &host);

    let certificate = Certificate::from_pem(pair.cert.pem().as_bytes()).unwrap();
    product_pool_http::install_crypto();
    let client = Client::builder()
        .tls_certs_only([certificate])
        .no_proxy()
        // A Digital Link leads to the gateway's public address.
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    for (target, status) in [
        ("/v2/products/a", 200),
        (&format!("/v2/products/{long}"), 200),
        ("/p/09520000000016", 200),
        ("/card/a", 200),
        (
            "/drawn/a?lang=en-GB&variant=full&panels=&heading-level=&density=comfortable",
            200,
        ),
        ("/01/09520000000016", 307),
        ("/.well-known/gs1resolver", 200),
        ("/v2/nothing", 404),
        ("/healthz", 404),
        ("/metrics", 404),
        ("/", 404),
    ] {
        let response = client.get(format!("https://localhost:{}{target}", port(&host)));
        let response = response.send().await.unwrap();
        assert_eq!(response.status(), status, "{target}");
        assert_eq!(response.version(), Version::HTTP_2);
    }
    // No route that the program has is nginx's own 404.
    for path in product_pool_pages::paths().chain([product_pool_pages::assets::PATH]) {
        let target = path
            .replace("{gtin}", "09520000000016")
            .replace("{*more}", "10/A");
        let target = target
            .replace("{product}", "a")
            .replace("{*path}", "card.js");
        let address = format!("https://localhost:{}{target}", port(&host));
        let response = client.get(address).send().await.unwrap();
        assert!(response.headers().contains_key("x-request-id"), "{target}");
    }
    assert!(gateway.request("GET", "/v2/products/a", &[]).status == 200);
}
