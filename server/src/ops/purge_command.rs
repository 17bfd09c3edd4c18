//! The command that purges gateways, and the caches in front of them.
//!
//! One gateway may be another's upstream. One that was purged before its upstream may have fetched
//! the old record from that again. So each says by whose responses it was refilled, and is purged
//! again until its upstream was purged before it: from the pool outwards, in whatever order they
//! are named.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::StatusCode;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, Method};
use serde::Deserialize;

use super::purge::PURGE;
use product_pool_gateway::{Purged, root_cause};
use product_pool_http::responses::answer::SURROGATE_KEY;

/// The time limit of a purge: longer than the gateway waits for its file and for the upstream.
const TIMEOUT: Duration = Duration::from_secs(60);
/// How often each gateway is purged at most: once, again after its upstream, and twice more in case
/// the record changes meanwhile.
const ROUNDS: usize = 4;

/// Removes products from a server's caches.
#[derive(clap::Args, Debug)]
pub(crate) struct PurgeArgs {
    /// A GTIN of the product: of its case or of a unit. Repeatable.
    #[arg(long, value_name = "GTIN", required_unless_present = "product")]
    gtin: Vec<String>,
    /// The product's identifier in the pool. Repeatable.
    #[arg(long, value_name = "ID")]
    product: Vec<String>,
    /// A Varnish in front of a gateway, configured as in the recipe, which is purged after it.
    /// Repeatable.
    #[arg(long, value_name = "URL")]
    varnish: Vec<String>,
    /// The addresses of the gateways' probes, as in `--ops-listen`: each of them is purged, those
    /// that others ask before them.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:9090")]
    urls: Vec<String>,
}

/// The response to a purge: its result, or why there is none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Reply {
    #[serde(flatten)]
    purged: Purged,
    errors: Vec<ErrorDetail>,
}

#[derive(Deserialize)]
struct ErrorDetail {
    detail: String,
}

/// The purges of a command.
struct Purges<'a> {
    args: &'a PurgeArgs,
    client: Client,
    /// The products that are named, and those that a gateway has found.
    products: BTreeSet<String>,
    /// The gateways that were purged, in this order.
    done: Vec<(&'a str, Purged)>,
    /// What could not be purged, and why.
    faults: BTreeSet<String>,
}

/// Purges gateways and the caches in front of them; returns a report in lines.
///
/// # Errors
/// In one line: what may still have the products. All the rest is purged.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn send_purge(args: &PurgeArgs) -> Result<String, String> {
    product_pool_http::install_crypto();
    let client = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .build()
        .map_err(|error| format!("cannot send: {error}"))?;
    let mut purges = Purges {
        args,
        client,
        products: args.product.iter().cloned().collect(),
        done: Vec::new(),
        faults: BTreeSet::new(),
    };
    for url in &args.urls {
        purges.purge(url).await;
    }
    purges.purge_varnishes().await;
    for _ in 0..ROUNDS * args.urls.len() {
        let Some(url) = purges.next() else {
            break;
        };
        purges.purge(url).await;
        purges.purge_varnishes().await;
    }
    purges.report()
}

impl<'a> Purges<'a> {
    /// Purges one gateway.
    async fn purge(&mut self, url: &'a str) {
        self.done.retain(|(done, _)| *done != url);
        match self.delete(url).await {
            Ok(purged) => {
                self.products.extend(purged.products.iter().cloned());
                self.done.push((url, purged));
            }
            Err(why) => {
                self.faults.insert(format!("{}{why}", self.of(url)));
            }
        }
    }

    async fn delete(&self, url: &str) -> Result<Purged, String> {
        let gtins = self.args.gtin.iter().map(|gtin| ("gtin", gtin));
        let products = self.products.iter().map(|id| ("product", id));
        let names = gtins.chain(products).map(|(name, value)| {
            let value = utf8_percent_encode(value, NON_ALPHANUMERIC);
            format!("{name}={value}")
        });
        let names = names.collect::<Vec<String>>().join("&");
        let base = url.trim_end_matches('/');
        let request = self.client.delete(format!("{base}{PURGE}?{names}"));
        let failed =
            |error: &reqwest::Error| format!("cannot reach the gateway: {}", root_cause(error));
        let response = request.send().await.map_err(|error| failed(&error))?;
        let status = response.status().as_u16();
        let text = response.bytes().await.map_err(|error| failed(&error))?;
        let reply: Reply = serde_json::from_slice(&text).unwrap_or_default();
        if !reply.purged.gateway.is_empty() {
            return Ok(reply.purged);
        }
        let detail = reply.errors.into_iter().next().map(|error| error.detail);
        let detail =
            detail.unwrap_or_else(|| "there is no purge endpoint at this address".to_owned());
        Err(format!("not purged ({status}): {detail}"))
    }

    /// The gateway to purge next, if one may still have what its upstream had before it was purged:
    /// one whose upstreams do not.
    fn next(&self) -> Option<&'a str> {
        let late: Vec<usize> = (0..self.done.len())
            .filter(|at| self.is_late(*at))
            .collect();
        let is_next = |at: &&usize| {
            let is_asked = |other: &usize| self.asks(**at, *other);
            !late.iter().any(is_asked)
        };
        let next = late.iter().find(is_next).or(late.first())?;
        Some(self.done[*next].0)
    }

    /// Whether one gateway asks another.
    fn asks(&self, at: usize, other: usize) -> bool {
        self.done[at].1.asked.contains(&self.done[other].1.gateway)
    }

    /// Whether a gateway must be purged again: it does not know of all products, or one that it
    /// asks was purged after it, or now serves something else than it got.
    fn is_late(&self, at: usize) -> bool {
        let purged = &self.done[at].1;
        let mut asked = (0..self.done.len()).filter(|other| self.asks(at, *other));
        !self.products.is_subset(&purged.products)
            || asked.any(|other| other > at || differ(purged, &self.done[other].1))
    }

    /// Purges each Varnish of all that was found.
    async fn purge_varnishes(&mut self) {
        let tags = self.done.iter().flat_map(|(_, purged)| &purged.tags);
        let tags: BTreeSet<&str> = tags.map(String::as_str).collect();
        let tags = tags.into_iter().collect::<Vec<&str>>().join(" ");
        for varnish in self.args.varnish.iter().filter(|_| !tags.is_empty()) {
            if let Err(why) = ban(&self.client, varnish, &tags).await {
                self.faults
                    .insert(format!("{varnish} was not purged: {why}"));
            }
        }
    }

    /// What lines about a gateway begin with, if there are several.
    fn of(&self, url: &str) -> String {
        match self.args.urls.len() {
            1 => String::new(),
            _ => format!("{url}: "),
        }
    }

    fn report(mut self) -> Result<String, String> {
        let mut lines = Vec::new();
        let names: BTreeSet<&String> = self
            .done
            .iter()
            .map(|(_, purged)| &purged.gateway)
            .collect();
        let mut faults = Vec::new();
        for (at, (url, purged)) in self.done.iter().enumerate() {
            let of = self.of(url);
            lines.push(format!("{of}purged: {}", purged.tags.join(" ")));
            for (path, status) in &purged.statuses {
                lines.push(format!("{of}now {status}: {path}"));
            }
            let mut statuses = purged.statuses.iter();
            let failed = statuses.find(|(_, status)| **status == 429 || **status >= 500);
            let unknown = purged.asked.iter().find(|name| !names.contains(name));
            faults.extend(match (&purged.fault, failed, unknown) {
                (Some(fault), ..) => Some(format!("{of}{fault}")),
                (_, Some((path, status)), _) => Some(format!(
                    "{of}its upstream has not said yet what there is now of {path} ({status}): \
                     nothing of it is served until it does; purge again"
                )),
                (.., Some(name)) => Some(format!(
                    "{of}it asks another gateway ({name}) that was not purged: add its address"
                )),
                _ if self.is_late(at) => Some(format!(
                    "{of}it does not have what the gateway has that it asks: purge again"
                )),
                _ => None,
            });
        }
        let faulty =
            |varnish: &&String| !self.faults.iter().any(|fault| fault.starts_with(*varnish));
        let purged = self.args.varnish.iter().filter(faulty);
        lines.extend(purged.map(|varnish| format!("purged: {varnish}")));
        self.faults.extend(faults);
        if self.faults.is_empty() {
            return Ok(lines.join("\n"));
        }
        if !lines.is_empty() {
            crate::terminal::print_line(&lines.join("\n"));
        }
        Err(self.faults.into_iter().collect::<Vec<_>>().join("; "))
    }
}

/// Whether a gateway has something else of a product than its upstream serves. Fields that only one
/// of them withholds make no difference: what counts is what was sent from one to the other.
fn differ(purged: &Purged, upstream: &Purged) -> bool {
    let is_other = |(path, status)| {
        let theirs = upstream.statuses.get(path);
        theirs.is_some_and(|theirs| theirs != status)
    };
    let is_old = |(path, received): (&String, &String)| {
        let served = upstream.etags.get(path);
        served.is_none_or(|served| received.trim_start_matches("W/") != served)
    };
    purged.statuses.iter().any(is_other) || purged.received.iter().any(is_old)
}

/// Purges a Varnish of the responses with these cache tags.
async fn ban(client: &Client, varnish: &str, tags: &str) -> Result<(), String> {
    let method = Method::from_bytes(b"BAN").map_err(|error| error.to_string())?;
    let request = client.request(method, varnish).header(SURROGATE_KEY, tags);
    match request.send().await.map(|response| response.status()) {
        Ok(StatusCode::OK) => Ok(()),
        Ok(status) => Err(format!("status {}", status.as_u16())),
        Err(error) => Err(root_cause(&error)),
    }
}
