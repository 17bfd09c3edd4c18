//! Random events in random order: once it has caught up, the mirror equals the upstream.

use serde_json::{Value, json};

use super::{FaultProxy, MirrorFile, Snapshot, delete, seconds_ago, serve_offline};
use crate::gateway::upstream::reply;
use crate::support::{Catalogue, Server, product};

/// Pseudo-random numbers from a seed.
struct Rng(u64);

impl Rng {
    fn below(&mut self, most: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % most
    }
}

/// The upstream's catalogue, which the test changes.
struct ChangingCatalogue {
    catalogue: Catalogue,
    rng: Rng,
    products: Vec<Value>,
    deleted: Vec<String>,
    created: u64,
}

impl ChangingCatalogue {
    fn new(seed: u64) -> ChangingCatalogue {
        let mut changing = ChangingCatalogue {
            catalogue: Catalogue::absent(),
            rng: Rng(seed),
            products: Vec::new(),
            deleted: Vec::new(),
            created: 0,
        };
        let first: Vec<Value> = (0..30).map(|_| changing.make()).collect();
        changing.catalogue.import(&first);
        changing
    }

    fn create(&mut self) {
        let created = self.make();
        self.catalogue.import(&[created]);
    }

    /// A new product, which is not in the catalogue yet.
    fn make(&mut self) -> Value {
        self.created += 1;
        let number = self.created;
        let changes = json!({
            "changed_at": seconds_ago(self.rng.below(40_000_000)),
            "general": {
                "manufacturer_product_name": format!("Milk {}", self.rng.below(9)),
                "manufacturer": 10 + self.rng.below(4),
                "brand": 5 + self.rng.below(4),
            },
            "outer": {"traded_unit_gtin": format!("952{number:010}")},
        });
        let mut created = product(&format!("p {number}"), changes);
        created["components"][0]["inner"]["internal_gtin"] = json!(format!("953{number:010}"));
        // New changes are dated at most some minutes back.
        if number > 30 {
            created["changed_at"] = json!(seconds_ago(self.rng.below(600)));
        }
        self.products.push(created.clone());
        created
    }

    /// Changes a random product in a random way.
    fn change(&mut self) {
        let index = usize::try_from(self.rng.below(self.products.len() as u64)).unwrap();
        let product = &mut self.products[index];
        product["changed_at"] = json!(seconds_ago(self.rng.below(600)));
        let version: u64 = product["version"].as_str().unwrap().parse().unwrap();
        match self.rng.below(4) {
            0 => product["status"] = json!("archived"),
            1 => product["status"] = json!("published"),
            2 => {
                let next = json!((version + 1).to_string());
                product["version"] = next.clone();
                product["latest_version"] = next;
                let name = format!("Cream {}", self.rng.below(9));
                product["general"]["manufacturer_product_name"] = json!(name);
                let unit = format!("954{:010}", self.rng.below(1 << 30));
                product["components"][0]["inner"]["internal_gtin"] = json!(unit);
            }
            // Only the time.
            _ => {}
        }
        let changed = product.clone();
        self.catalogue.import(&[changed]);
    }

    fn delete(&mut self) {
        if self.products.len() > 5 {
            let index = usize::try_from(self.rng.below(self.products.len() as u64)).unwrap();
            let gone = self.products.swap_remove(index);
            let id = gone["pool_id"].as_str().unwrap().to_owned();
            delete(&self.catalogue, &id);
            self.deleted.push(id);
        }
    }
}

/// Makes about every fifth request fail in some way.
fn random_faults(seed: u64) -> impl Fn(&str, u64) -> Option<Vec<u8>> + Send {
    move |_, number| match Rng(seed ^ (number << 20)).below(25) {
        0 => Some(reply(500, &[], b"{}")),
        1 => Some(Vec::new()),
        2 => Some(reply(200, &[], b"<html>")),
        3 => Some(reply(503, &[("retry-after", "1")], b"")),
        4 => Some(b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{\"data\"".to_vec()),
        _ => None,
    }
}

fn run_scenario(seed: u64) {
    let options = ["--hide", "none", "--mirror-reconcile", "1"];
    let mut changing = ChangingCatalogue::new(seed);
    let server = changing.catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mut mirror: Option<Server> = None;
    for step in 0..40 {
        let running = mirror.take();
        mirror = Some(running.unwrap_or_else(|| mirror_file.serve(&proxy, &options)));
        match changing.rng.below(12) {
            0..=1 => changing.create(),
            2..=5 => changing.change(),
            6 => changing.delete(),
            7 => mirror
                .take()
                .into_iter()
                .for_each(|server| drop(server.stop("-KILL"))),
            8 => proxy.inject(random_faults(seed + step)),
            9 => proxy.inject(|_, _| None),
            10 => proxy.set_offline(changing.rng.below(2) == 0),
            _ => {
                let more = usize::try_from(changing.rng.below(6)).unwrap();
                proxy.set_offline(false);
                proxy
                    .upstream
                    .wait_for_requests(proxy.upstream.count() + more);
            }
        }
    }
    proxy.set_offline(false);
    proxy.inject(|_, _| None);
    let running = mirror.unwrap_or_else(|| mirror_file.serve(&proxy, &options));
    mirror_file.wait_until_synced(true);
    let whole = Snapshot::take(&server, &changing.deleted);
    whole.assert_same(&running);
    drop(running);
    let offline = serve_offline(&mirror_file, &proxy, &options);
    whole.assert_same(&offline);
    // GTINs of units, which the upstream itself does not look up.
    for product in &changing.products {
        let gtin = product["components"][0]["inner"]["internal_gtin"]
            .as_str()
            .unwrap();
        let found = crate::gateway::fetch(&offline, &format!("/v2/products/gtin/{gtin}"));
        assert_eq!(
            found.json()["data"]["pool_id"],
            product["pool_id"],
            "seed {seed}"
        );
    }
}

#[test]
fn the_mirror_converges_to_the_upstream() {
    let scenarios: Vec<_> = (1..=2)
        .map(|seed| std::thread::spawn(move || run_scenario(seed)))
        .collect();
    for scenario in scenarios {
        scenario.join().unwrap();
    }
}
