//! Seeded catalogues: reproducible, complete, and with pictures.

use std::collections::HashSet;
use std::time::SystemTime;

use product_pool::gtin::Gtin;
use product_pool::model::Product;
use product_pool_server::seed::Plan;
use serde_json::json;

use crate::support::{Catalogue, Server, ids, product, run, stderr, stdout, wait_until};

fn seed(catalogue: &Catalogue, options: &[&str]) -> String {
    let output = run(&[&["seed", "--db", catalogue.db()], options].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

fn serve_demo(catalogue: &Catalogue) -> Server {
    let mut server = Server::start(&catalogue.db, &[]);
    server.token = "demo".to_owned();
    server
}

/// The bodies of all responses on products and their images, without the host.
fn all_responses(server: &Server) -> Vec<String> {
    let mut responses = vec![
        server.get("/v2/manufacturers").text(),
        server.get("/v2/labels").text(),
        server.get("/v2/catalogs/501?limit=500").text(),
    ];
    let mut at = server.json("/v2/products?sort=changed_at&limit=500");
    loop {
        responses.push(at["data"].to_string());
        assert!(responses.len() < 1000, "the pages have no end");
        for id in ids(&at) {
            responses.push(server.get(&format!("/v2/products/{id}")).text());
            responses.push(
                server
                    .get(&format!("/v2/images/{id}?wholesaler=501"))
                    .text(),
            );
        }
        let Some(next) = at["next"].as_str() else {
            break;
        };
        at = server.json(&format!(
            "/v2/products?sort=changed_at&limit=500&cursor={next}"
        ));
    }
    responses
        .into_iter()
        .map(|text| text.replace(&server.host, ""))
        .collect()
}

#[test]
fn seeding_is_reproducible() {
    let responses: Vec<Vec<String>> = [(7, 25), (7, 25), (8, 25)]
        .map(|(number, products)| {
            let catalogue = Catalogue::absent();
            let plan = Plan {
                products,
                seed: number,
                demo: true,
            };
            product_pool_server::seed::seed(&catalogue.db, plan).unwrap();
            all_responses(&serve_demo(&catalogue))
        })
        .into();
    assert_eq!(responses[0], responses[1]);
    assert_ne!(responses[0], responses[2]);
}

#[test]
fn a_seeded_catalogue_is_complete_and_consistent() {
    let catalogue = Catalogue::absent();
    let report = seed(&catalogue, &["--demo", "--products", "100"]);
    assert!(report.contains("100 products"), "{report}");
    let server = serve_demo(&catalogue);
    let list = server.json("/v2/products?limit=500&count=1");
    let all = ids(&list);
    // All but the entries whose state is an error are listed.
    assert_eq!(list["count"], all.len());
    assert!(all.len() >= 98, "{}", all.len());
    let (mut versions, mut seen) = (0, HashSet::new());
    for (id, item) in all.iter().zip(list["data"].as_array().unwrap()) {
        let response = server.get(&format!("/v2/products/{id}"));
        let decoded = Product::from_json(&response.text()).unwrap();
        let data = &response.json()["data"];
        assert_eq!(
            decoded.to_json(),
            response.text(),
            "{id}: decoding must be lossless"
        );
        assert_eq!(item["version"], data["version"], "{id}");
        assert_eq!(item["latest_version"], item["version"], "{id}");
        assert_eq!(item["latest_at"], item["changed_at"], "{id}");
        if data["latest_version"].is_string() {
            assert_eq!(data["latest_version"], data["version"], "{id}");
        }
        if let Some(newest) = data["version"]
            .as_str()
            .and_then(|text| text.parse::<u32>().ok())
        {
            for version in 1..newest {
                let old = server.get(&format!("/v2/products/{id}?version={version}"));
                if old.status == 200 {
                    versions += 1;
                    assert_eq!(
                        old.json()["data"]["latest_version"],
                        data["version"],
                        "{id}"
                    );
                }
            }
        }
        for output in ["raw", "flat", "ungroup"] {
            let form = server.json(&format!("/v2/products/{id}?output={output}"));
            assert_eq!(form["data"]["pool_id"], id.as_str());
        }
        if let Some(gtin) = item["traded_unit_gtin"].as_str() {
            // As a scanner reads it, however the supplier wrote it.
            let gtin = Gtin::parse_lenient(gtin).unwrap().to_14();
            let found = server.json(&format!("/v2/products/gtin/{gtin}"));
            let other = found["data"]["pool_id"].as_str().unwrap().to_owned();
            assert!(
                other == *id || seen.contains(&other) || all.contains(&other),
                "{id} {gtin}"
            );
        }
        seen.insert(id.clone());
    }
    assert!(versions > 15, "there are old versions: {versions}");
    assert_eq!(seen.len(), all.len());
    let manufacturers = server.json("/v2/manufacturers");
    assert!(manufacturers["total"].as_u64().unwrap() >= 3);
    for manufacturer in manufacturers["data"].as_array().unwrap() {
        let listed = server.json(&format!("/v2/manufacturers/{}/brands", manufacturer["id"]));
        let brand = &listed["data"][0];
        let one = server.json(&format!(
            "/v2/manufacturers/{}/brands/{}",
            manufacturer["id"], brand["id"]
        ));
        assert_eq!(&one["data"], brand);
        let products = server.json(&format!(
            "/v2/products?filter[manufacturer]={}",
            manufacturer["id"]
        ));
        for item in products["data"].as_array().unwrap() {
            assert_eq!(item["manufacturer"], manufacturer["id"]);
        }
    }
}

#[test]
fn images_are_real_pictures_and_need_no_token() {
    let catalogue = Catalogue::seeded(&["--demo", "--products", "60"]);
    let server = serve_demo(&catalogue);
    let mut checked = HashSet::new();
    let (mut with_large, mut without) = (0, 0);
    for id in ids(&server.json("/v2/products?limit=500")) {
        let list = server.json(&format!("/v2/images/{id}"));
        for image in list["data"].as_array().unwrap() {
            match image["url_large"].is_null() {
                true => without += 1,
                false => with_large += 1,
            }
            let size = |name: &str| image[name].as_u64().unwrap() as u32;
            let original = (size("width"), size("height"));
            for (field, expected) in [
                ("url_original", Some(original)),
                ("url", None),
                ("url_medium", None),
                ("url_large", None),
            ] {
                let Some(url) = image[field].as_str() else {
                    continue;
                };
                if checked.len() > 40 || !checked.insert(url.to_owned()) {
                    continue;
                }
                let path = url
                    .strip_prefix(&format!("http://{}", server.host))
                    .unwrap();
                let picture = server.request("GET", path, &[]);
                assert_eq!(picture.status, 200, "{url}");
                assert_eq!(picture.header("content-type"), image["mime"].as_str());
                let control = picture.header("cache-control").unwrap();
                assert!(
                    control.contains("public") && control.contains("immutable"),
                    "{control}"
                );
                assert_eq!(
                    picture.header("cross-origin-resource-policy"),
                    Some("cross-origin")
                );
                let pixels = svg_size(&picture.body);
                assert!(
                    expected.is_none_or(|expected| expected == pixels),
                    "{url} {pixels:?}"
                );
                assert!(pixels.0 <= original.0 && pixels.1 <= original.1);
                let tag = picture.header("etag").unwrap();
                assert_eq!(
                    server
                        .request("GET", path, &[("if-none-match", tag)])
                        .status,
                    304
                );
                let head = server.request("HEAD", path, &[]);
                assert_eq!((head.status, head.body.len()), (200, 0));
            }
        }
    }
    assert!(
        checked.len() > 20 && with_large > 0 && without > 0,
        "{with_large} {without}"
    );
}

/// Width and height from an SVG's first element.
fn svg_size(bytes: &[u8]) -> (u32, u32) {
    let text = std::str::from_utf8(bytes).unwrap();
    let start = text.strip_prefix("<svg ").unwrap();
    let number = |name: &str| {
        let value = start.split_once(name).unwrap().1;
        value.split('"').next().unwrap().parse().unwrap()
    };
    (number("width=\""), number("height=\""))
}

#[test]
fn seeding_replaces_only_an_outdated_catalogue() {
    let catalogue = Catalogue::absent();
    let plan = ["--demo", "--products", "3"];
    let modified = |catalogue: &Catalogue| -> SystemTime {
        std::fs::metadata(&catalogue.db)
            .unwrap()
            .modified()
            .unwrap()
    };
    assert!(seed(&catalogue, &plan).contains("3 products"));
    let first = modified(&catalogue);
    assert!(seed(&catalogue, &plan).ends_with("is up to date\n"));
    assert_eq!(modified(&catalogue), first);
    for other in [vec!["--demo", "--products", "4"], vec!["--products", "3"]] {
        assert!(
            seed(&catalogue, &other).contains("products in"),
            "{other:?}"
        );
        assert!(
            seed(&catalogue, &other).ends_with("is up to date\n"),
            "{other:?}"
        );
    }
    // An empty or unfinished file is not a catalogue.
    std::fs::write(&catalogue.db, "").unwrap();
    assert!(seed(&catalogue, &plan).contains("3 products"));
    let files: Vec<_> = std::fs::read_dir(catalogue.folder.path())
        .unwrap()
        .collect();
    assert_eq!(files.len(), 1, "temporary files are left: {files:?}");
}

#[test]
fn seeding_keeps_tokens_and_does_not_overwrite_imports() {
    let catalogue = Catalogue::absent();
    seed(&catalogue, &["--demo", "--products", "3"]);
    let token = catalogue.token("shop");
    let mut old = Server::start(&catalogue.db, &[]);
    old.token = token.clone();
    seed(&catalogue, &["--products", "5"]);
    // A server that has the catalogue open serves the new products at once.
    assert_eq!(ids(&old.json("/v2/products")).len(), 5);
    drop(old);
    let mut new = Server::start(&catalogue.db, &[]);
    new.token = token;
    assert_eq!(ids(&new.json("/v2/products")).len(), 5);
    let listed = stdout(&run(&["token", "list", "--db", catalogue.db()]));
    assert!(
        listed.contains("shop") && !listed.contains("demo"),
        "{listed}"
    );
    catalogue.import(&[product("mine", json!({}))]);
    let refused = run(&["seed", "--products", "6", "--db", catalogue.db()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("imported records, which seeding would delete"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(new.json("/v2/products/mine")["data"]["pool_id"], "mine");
    assert!(seed(&catalogue, &["--products", "5"]).contains("up to date"));
    std::fs::remove_file(&catalogue.db).unwrap();
    assert!(seed(&catalogue, &["--products", "6"]).contains("6 products"));
}

#[cfg(unix)]
#[test]
fn a_killed_seed_leaves_the_old_catalogue() {
    let catalogue = Catalogue::absent();
    seed(&catalogue, &["--demo", "--products", "3"]);
    let mut child = crate::support::program()
        .args([
            "seed",
            "--demo",
            "--products",
            "100000",
            "--db",
            catalogue.db(),
        ])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let log = catalogue.folder.path().join("catalogue.db-wal");
    wait_until("the seed writes", || {
        log.metadata().is_ok_and(|log| log.len() > 1_000_000)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(ids(&serve_demo(&catalogue).json("/v2/products")).len(), 3);
    let again = seed(&catalogue, &["--demo", "--products", "3"]);
    assert!(again.contains("up to date"), "{again}");
}

#[test]
fn a_catalogue_without_products_is_valid() {
    let catalogue = Catalogue::absent();
    seed(&catalogue, &["--demo", "--products", "0"]);
    let list = serve_demo(&catalogue).json("/v2/products?count=1");
    assert_eq!(
        list,
        json!({"next": null, "previous": null, "count": 0, "data": []})
    );
}
