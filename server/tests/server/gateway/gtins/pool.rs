//! A mock pool: it lists its products page by page, and finds one by its identifier or, as the
//! service does, by the GTIN of its case.

use std::sync::{Arc, Mutex};

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::gateway::upstream::{Gate, RecordedRequest, Upstream, ok, reply};
use crate::gateway::{fetch, gateway};
use crate::support::{Response, Server, wait_until};

/// A list item, with the GTINs of its case and its components as sent.
pub(super) fn item(id: &str, case: Value, components: &[Value]) -> Value {
    let components: Vec<Value> = components
        .iter()
        .map(|gtin| json!({"internal_gtin": gtin}))
        .collect();
    json!({
        "pool_id": id,
        "status": "published",
        "version": "1",
        "changed_at": "2024-07-02 14:25:26",
        "traded_unit_gtin": case,
        "components": components,
    })
}

/// The item with other members.
pub(super) fn with(mut item: Value, members: Value) -> Value {
    for (name, value) in members.as_object().unwrap() {
        item[name] = value.clone();
    }
    item
}

/// The full product of a list item.
fn record(item: &Value) -> Value {
    let components: Vec<Value> = item["components"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|component| json!({"inner": {"internal_gtin": component["internal_gtin"]}}))
        .collect();
    json!({"data": {
        "pool_id": item["pool_id"],
        "status": item["status"],
        "version": item["version"],
        "changed_at": item["changed_at"],
        "general": {"manufacturer_product_name": item["pool_id"]},
        "outer": {"traded_unit_gtin": item["traded_unit_gtin"]},
        "components": components,
        "other": {"manufacturer_comments": "bought cheaply"},
    }})
}

type Items = Arc<Mutex<Vec<Value>>>;

/// A mock pool behind an upstream.
pub(super) struct Pool {
    pub(super) upstream: Upstream,
    items: Items,
}

impl Pool {
    pub(super) fn with(items: impl IntoIterator<Item = Value>) -> Pool {
        Pool::with_filter(items, |_, bytes| bytes)
    }

    /// A pool whose responses pass through a function.
    pub(super) fn with_filter(
        items: impl IntoIterator<Item = Value>,
        filter: impl Fn(&RecordedRequest, Vec<u8>) -> Vec<u8> + Send + Sync + 'static,
    ) -> Pool {
        let items: Items = Arc::new(Mutex::new(items.into_iter().collect()));
        let shared = items.clone();
        let upstream = Upstream::new(move |request| filter(request, respond(&shared, request)));
        Pool { upstream, items }
    }

    /// Adds a product, or replaces the one with the same identifier.
    pub(super) fn put(&self, item: Value) {
        let mut items = self.items.lock().unwrap();
        items.retain(|known| known["pool_id"] != item["pool_id"]);
        items.push(item);
    }

    pub(super) fn remove(&self, id: &str) {
        self.items
            .lock()
            .unwrap()
            .retain(|item| item["pool_id"] != id);
    }

    /// A gateway in front of the pool that polls for changes every second.
    pub(super) fn gateway(&self, options: &[&str]) -> Server {
        let options = [&["--follow", "1", "--ops-listen", "127.0.0.1:0"], options].concat();
        gateway(&self.upstream.host, &options)
    }

    /// The number of requests for pages of the whole list.
    pub(super) fn count_page_requests(&self) -> usize {
        self.count_requests(|target| {
            target.contains("limit=500") && !target.contains("changed_at%5D")
        })
    }

    pub(super) fn count_requests(&self, matches: impl Fn(&str) -> bool) -> usize {
        let requests = self.upstream.requests();
        requests
            .iter()
            .filter(|request| matches(&request.target))
            .count()
    }
}

/// The pool's response to a request.
fn respond(items: &Mutex<Vec<Value>>, request: &RecordedRequest) -> Vec<u8> {
    let items = items.lock().unwrap();
    let (path, query) = request
        .target
        .split_once('?')
        .unwrap_or((&request.target, ""));
    let name = percent_decode_str(request.name()).decode_utf8().unwrap();
    let found = if path == "/v2/products" {
        return ok(&list(&items, query), &[]);
    } else if path.starts_with("/v2/products/gtin/") {
        items.iter().find(|item| item["traded_unit_gtin"] == *name)
    } else if path.starts_with("/v2/products/") {
        items.iter().find(|item| item["pool_id"] == *name)
    } else {
        None
    };
    match found {
        Some(item) => ok(&record(item), &[]),
        None => missing(),
    }
}

/// The pool's own 404.
fn missing() -> Vec<u8> {
    let error =
        json!({"status": "404", "code": "not_here", "title": "Gone", "detail": "it is not here"});
    let headers = [("content-type", "application/json")];
    reply(
        404,
        &headers,
        json!({"errors": [error]}).to_string().as_bytes(),
    )
}

/// A page of the list, oldest changes first. The cursor is a position.
fn list(items: &[Value], query: &str) -> Value {
    let parameter = |name: &str| {
        let text = percent_decode_str(query)
            .decode_utf8()
            .unwrap()
            .into_owned();
        let mut pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.to_owned())
    };
    let limit: usize = parameter("limit").unwrap().parse().unwrap();
    // All requests but the breaker's probe read the changes in order.
    if limit != 1 {
        assert_eq!(
            (limit, parameter("sort").as_deref()),
            (500, Some("changed_at"))
        );
    }
    let from: usize = parameter("cursor").map_or(0, |cursor| cursor.parse().unwrap());
    let changed = |item: &Value| item["changed_at"].as_str().unwrap_or_default().to_owned();
    let since = parameter("filter[changed_at]").map(|since| since.replace("gt:", ""));
    let mut all: Vec<&Value> = items
        .iter()
        .filter(|item| since.as_ref().is_none_or(|since| changed(item) > *since))
        .collect();
    all.sort_by_key(|item| changed(item));
    let data: Vec<&Value> = all.iter().skip(from).take(limit).copied().collect();
    let end = from + data.len();
    json!({
        "next": (end < all.len()).then(|| end.to_string()),
        "previous": null,
        "data": data,
    })
}

/// The state of the GTIN index in the gateway's probe.
pub(super) fn state(gateway: &Server) -> Value {
    let ready = gateway.probe("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    ready.json()["gtin_index"].clone()
}

/// Waits until the index is in a state.
pub(super) fn wait_for_index(gateway: &Server, expected: &str) {
    let what = format!("the index is {expected}");
    wait_until(&what, || state(gateway)["state"] == expected);
}

/// Requests a product by GTIN.
pub(super) fn fetch_by_gtin(gateway: &Server, gtin: &str) -> Response {
    fetch(gateway, &format!("/v2/products/gtin/{gtin}"))
}

/// The product found by a GTIN, or the code of the problem.
pub(super) fn resolve(gateway: &Server, gtin: &str) -> String {
    let response = fetch_by_gtin(gateway, gtin);
    match response.status {
        200 => response.json()["data"]["pool_id"]
            .as_str()
            .unwrap()
            .to_owned(),
        _ => response.problem(),
    }
}

/// Repeats the request until this product is found.
pub(super) fn wait_until_resolved(gateway: &Server, gtin: &str, expected: &str) {
    let what = format!("{gtin} is that of {expected}");
    wait_until(&what, || resolve(gateway, gtin) == expected);
}

/// A pool whose whole list waits at a gate after a number of pages.
pub(super) fn pool_with_gate(
    items: impl IntoIterator<Item = Value>,
    pages: usize,
    gate: &Gate,
) -> Pool {
    let gate = gate.clone();
    let begin = format!("cursor={}", pages * 500);
    Pool::with_filter(items, move |request, bytes| {
        let target = &request.target;
        let waits = if pages == 0 {
            target.starts_with("/v2/products?")
        } else {
            target.ends_with(&begin) || target.contains(&format!("{begin}&"))
        };
        if waits {
            gate.wait();
        }
        bytes
    })
}
