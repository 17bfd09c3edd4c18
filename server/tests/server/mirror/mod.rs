//! The server as a mirror of the server itself, through a proxy that counts requests and
//! injects faults.

mod accounts;
mod complete;
mod crashing;
#[cfg(target_os = "linux")]
mod full_disk;
mod incomplete;
mod random;
mod search;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use serde_json::Value;

use crate::gateway::upstream::{Upstream, reply};
use crate::gateway::{TOKEN, fetch, gateway_with_token};
use crate::support::{Catalogue, PATIENCE, Response, Server, percent_encode, request, wait_until};

/// The fault injected for a request, by its target and number.
type Fault = Box<dyn Fn(&str, u64) -> Option<Vec<u8>> + Send>;

/// A proxy in front of a server.
pub(crate) struct FaultProxy {
    pub(crate) upstream: Upstream,
    /// Whether all requests fail.
    offline: Arc<AtomicBool>,
    fault: Arc<Mutex<Fault>>,
}

impl FaultProxy {
    /// A proxy that passes all requests, with pages of at most 20 products.
    pub(crate) fn new(server: &Server) -> FaultProxy {
        let offline = Arc::new(AtomicBool::new(false));
        let fault: Arc<Mutex<Fault>> = Arc::new(Mutex::new(Box::new(|_, _| None)));
        let (host, bearer) = (server.host.clone(), format!("Bearer {}", server.token));
        let (is_offline, injected) = (offline.clone(), fault.clone());
        let count = AtomicU64::new(0);
        let upstream = Upstream::new(move |received| {
            if is_offline.load(Ordering::SeqCst) {
                return Vec::new();
            }
            let number = count.fetch_add(1, Ordering::SeqCst);
            if let Some(bytes) = injected.lock().unwrap()(&received.target, number) {
                return bytes;
            }
            let target = received.target.replace("limit=500", "limit=20");
            let response = request(&host, "GET", &target, &[("authorization", &bearer)]);
            reply(response.status, &[], &response.body)
        });
        FaultProxy {
            upstream,
            offline,
            fault,
        }
    }

    pub(crate) fn set_offline(&self, offline: bool) {
        self.offline.store(offline, Ordering::SeqCst);
    }

    /// Sets the faults: replaces some responses, by the target of the request and its number.
    pub(crate) fn inject(&self, fault: impl Fn(&str, u64) -> Option<Vec<u8>> + Send + 'static) {
        *self.fault.lock().unwrap() = Box::new(fault);
    }
}

/// The file of a mirror, inspected from outside.
pub(crate) struct MirrorFile {
    pub(crate) folder: tempfile::TempDir,
}

impl MirrorFile {
    pub(crate) fn new() -> MirrorFile {
        MirrorFile {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("mirror.db")
    }

    /// Starts the mirror on the file.
    pub(crate) fn serve(&self, proxy: &FaultProxy, options: &[&str]) -> Server {
        self.serve_as(TOKEN, proxy, options)
    }

    /// Starts the mirror and waits until it is complete.
    pub(crate) fn serve_synced(&self, proxy: &FaultProxy, options: &[&str]) -> Server {
        let mirror = self.serve(proxy, options);
        self.wait_until_synced(false);
        mirror
    }

    /// Starts the mirror with another token.
    pub(crate) fn serve_as(&self, token: &str, proxy: &FaultProxy, options: &[&str]) -> Server {
        let path = self.path();
        let mirror = ["--follow", "1", "--mirror", path.to_str().unwrap()];
        gateway_with_token(&proxy.upstream.host, token, &[&mirror, options].concat())
    }

    /// The result of an SQL query for a number, once the file has the tables.
    pub(crate) fn query_number(&self, sql: &str) -> Option<i64> {
        let connection = Connection::open(self.path()).ok()?;
        connection.busy_timeout(PATIENCE).ok()?;
        connection.query_row(sql, [], |row| row.get(0)).ok()?
    }

    /// Waits until a pass over the changes and, if `rounds` is set, a walk through the list have
    /// begun after now and ended, and the queue is empty.
    pub(crate) fn wait_until_synced(&self, rounds: bool) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let mut names = vec!["passed"];
        names.extend(rounds.then_some("walked"));
        let conditions: Vec<String> = names
            .iter()
            .map(|name| {
                let at = now.as_micros();
                format!("value ->> 'complete' AND value ->> '{name}' > {at}")
            })
            .collect();
        let sql = format!(
            "SELECT {} AND NOT EXISTS (SELECT 1 FROM todo) FROM meta WHERE name = 'walk'",
            conditions.join(" AND ")
        );
        wait_until("the mirror is synced", || {
            self.query_number(&sql) == Some(1)
        });
    }

    /// The number of stored records.
    pub(crate) fn count_records(&self) -> i64 {
        self.query_number(
            "SELECT count(*) FROM entry WHERE key GLOB '/v2/products/*' AND key NOT GLOB '*[?]*'",
        )
        .unwrap_or(0)
    }
}

/// Lists that show all or part of a catalogue of less than 500 products.
const LISTS: [&str; 8] = [
    "/v2/products?limit=500",
    "/v2/products?limit=500&sort=changed_at&count=1",
    "/v2/products?limit=500&sort=manufacturer_product_name",
    "/v2/products?limit=500&sort=-manufacturer_product_name&filter[status]=published",
    "/v2/products?limit=500&filter[status]=archived",
    "/v2/products?limit=500&filter[manufacturer]=12&filter[brand]=7",
    "/v2/products?limit=500&filter[changed_at]=gt:2024-09-01",
    "/v2/manufacturers",
];

/// The service's own responses to all requests, for later comparison.
pub(crate) struct Snapshot(Vec<(String, Response)>);

impl Snapshot {
    pub(crate) fn take(server: &Server, deleted: &[String]) -> Snapshot {
        let mut targets: Vec<String> = LISTS.map(str::to_owned).to_vec();
        let listed = server.json(LISTS[0]);
        assert_eq!(
            listed["next"],
            Value::Null,
            "the catalogue must fit in one page"
        );
        for item in listed["data"].as_array().unwrap() {
            let id = percent_encode(item["pool_id"].as_str().unwrap());
            targets.push(format!("/v2/products/{id}"));
            targets.push(format!("/v2/images/{id}"));
            targets.push(format!("/v2/images/{id}/feature"));
            if let Some(gtin) = item["traded_unit_gtin"].as_str() {
                targets.push(format!("/v2/products/gtin/{}", percent_encode(gtin)));
            }
            if let (Some(manufacturer), brand) = (item["manufacturer"].as_i64(), &item["brand"]) {
                targets.push(format!("/v2/manufacturers/{manufacturer}"));
                targets.push(format!("/v2/manufacturers/{manufacturer}/brands"));
                // Id 0 stands for no brand.
                if *brand != 0 {
                    targets.push(format!("/v2/manufacturers/{manufacturer}/brands/{brand}"));
                }
            }
        }
        targets.extend(
            deleted
                .iter()
                .map(|id| format!("/v2/products/{}", percent_encode(id))),
        );
        targets.sort();
        targets.dedup();
        let responses = targets.into_iter().map(|target| {
            let response = server.get(&target);
            (target, response)
        });
        Snapshot(responses.collect())
    }

    /// Asserts that the mirror's responses are the same. The text of a 404 may differ.
    pub(crate) fn assert_same(&self, mirror: &Server) {
        for (target, expected) in &self.0 {
            let response = fetch(mirror, target);
            assert_eq!(
                response.status,
                expected.status,
                "{target}: {}",
                response.text()
            );
            if expected.status == 200 {
                assert_eq!(response.text(), expected.text(), "{target}");
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Starts a mirror whose upstream cannot be reached, so that it must use what the file has.
pub(crate) fn serve_offline(
    mirror_file: &MirrorFile,
    proxy: &FaultProxy,
    options: &[&str],
) -> Server {
    proxy.set_offline(true);
    mirror_file.serve(proxy, options)
}

/// Deletes a product directly, which no API can do.
pub(crate) fn delete(catalogue: &Catalogue, pool_id: &str) {
    let connection = Connection::open(Path::new(catalogue.db())).unwrap();
    connection.busy_timeout(PATIENCE).unwrap();
    for sql in [
        "DELETE FROM record WHERE product = (SELECT id FROM product WHERE pool_id = ?)",
        "DELETE FROM product WHERE pool_id = ?",
    ] {
        connection.execute(sql, [pool_id]).unwrap();
    }
}

/// The time that many seconds ago, in the format of records.
pub(crate) fn seconds_ago(seconds: u64) -> String {
    let connection = Connection::open_in_memory().unwrap();
    let sql = format!("SELECT datetime('now', '-{seconds} seconds')");
    connection.query_row(&sql, [], |row| row.get(0)).unwrap()
}
