//! The `serve` command: opens the source, binds the addresses and runs the server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;

use crate::check;
use crate::ops::{self, Ops, OpsArgs, with_access_log};
use crate::options::{ServeArgs, Source};
use product_pool_api::{App, Cursors, router, search_route};
use product_pool_gateway::{self as gateway, Gateway};
use product_pool_http::layers::head_method::head_as_get;
use product_pool_http::layers::request_guard::with_request_guard;
use product_pool_http::listener::listen::{HttpServer, bind};
use product_pool_http::responses::security::{Policies, with_security_headers};
use product_pool_http::{
    ConnectionMetrics, LimitArgs, Mount, Origin, PerIpLimit, Representations, Tls, with_compression,
};
use product_pool_pages as page;
use product_pool_pages::releases::{self, Releases};
use product_pool_store::{Pool, cursor_key, open};

/// The number of threads for blocking work. Such work is short, or waits its turn for a shared
/// resource; more threads would cost memory, because the allocator keeps some for each.
const MAX_BLOCKING_THREADS: usize = 64;

/// The limit of concurrent connections to the probes.
const MAX_PROBE_CONNECTIONS: usize = 64;

/// The limit of the representations of a catalogue in memory, in bytes: the pages of some 200
/// products, compressed in both codings.
const REPRESENTATIONS: u64 = 24 << 20;

/// Serves until the process receives a signal to stop.
///
/// # Errors
/// In one line: why the server cannot start.
pub(crate) fn run(args: &ServeArgs) -> Result<(), String> {
    use_small_pages();
    let inherited = ops::inherited_listener()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MAX_BLOCKING_THREADS)
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let served = runtime.block_on(start(args, inherited));
    // Threads that are still reading must not keep the process alive.
    runtime.shutdown_background();
    served
}

/// Turns transparent huge pages off for this process, as databases advise too. With them a
/// page of 2 MB stays allocated as long as any part of it is in use: a gateway's memory grew
/// by 30 MB a minute, and is flat without them.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!("transparent huge pages: {error}");
    }
}

async fn start(args: &ServeArgs, inherited: Option<std::net::TcpListener>) -> Result<(), String> {
    // Before the probes listen, too.
    if let Source::Upstream(gateway) = args.source() {
        gateway::check_token(gateway)?;
    }
    let warnings = check::start_warnings(args);
    let (trusted, upstream_connections) = match args.source() {
        Source::Upstream(gateway) => (&gateway.trusted[..], gateway.upstream_connections.into()),
        Source::Catalogue(_) => (&[][..], 0),
    };
    let tls = args.tls.open()?;
    let ops = Ops::new(&args.ops, trusted, tls.clone());
    let probes = start_probes(&ops, &args.ops, &args.limits).await?;
    if let Some(tls) = &tls {
        tls.watch_files()?;
    }
    let connections = args
        .limits
        .connections(upstream_connections + MAX_PROBE_CONNECTIONS);
    let http_server = HttpServer {
        tls: tls.as_ref().map(Tls::acceptor),
        connections,
        per_ip_limit: PerIpLimit::for_listener(trusted, connections),
        head_limits: args.limits.head_limits(),
        metrics: ops.connections.clone(),
        shutdown_timeout: Duration::from_secs(args.ops.shutdown_timeout),
    };
    let opened = Opened::open(args)?;
    let stop = ops::shutdown_signal(ops.clone(), Duration::from_secs(args.ops.drain_delay))
        .map_err(|error| format!("cannot listen for signals: {error}"))?;
    let listener = match inherited {
        Some(listener) => TcpListener::from_std(listener).map_err(cannot_listen)?,
        None => bind(&args.listen, "--listen").await?,
    };
    // Until it listens, the server writes nothing to the log but an error.
    for line in &warnings {
        tracing::warn!("{line}");
    }
    let address = listener.local_addr().map_err(cannot_listen)?;
    let script = opened
        .pages
        .as_ref()
        .and_then(|pages| pages.script.as_deref());
    let policies = Policies::new(script, &page::style_sources(), tls.is_some());
    let gateway = opened.gateway();
    let (service, representations) = opened.service(args, &ops, address);
    let service = match probes {
        Some(_) => service,
        None => ops::with_probes(service, &ops),
    };
    print_addresses(args.tls.scheme(), address, probes);
    ops::notify(ops::NotifyState::Ready);
    let service = with_access_log(with_request_guard(service), &ops);
    let service = head_as_get(with_compression(service, representations));
    let service = with_security_headers(service, policies);
    http_server.serve(listener, service, stop).await;
    if let Some(gateway) = gateway {
        gateway.close();
    }
    Ok(())
}

/// What is served, opened before the server listens.
struct Opened {
    api: Api,
    pages: Option<page::Options>,
    releases: Option<Arc<Releases>>,
}

enum Api {
    Catalogue(Box<App>),
    Gateway(Arc<Gateway>),
}

impl Opened {
    fn open(args: &ServeArgs) -> Result<Opened, String> {
        let protected = args.protected_files();
        let mounts = args.mounts.iter().cloned();
        let mounts = mounts.map(|mount| mount.resolve(&protected));
        let mounts = mounts.collect::<Result<_, _>>()?;
        let folder = args.state_folder().map(|folder| folder.join("releases"));
        let release = args.release()?.map(Arc::new);
        let releases = release.map(|release| Arc::new(Releases::new(release, folder)));
        let pages = args.page_options().map(|pages| page::Options {
            release: releases.as_ref().map(|releases| releases.current.clone()),
            ..pages
        });
        if let Some(line) = check::no_base(args) {
            tracing::warn!("{line}");
        }
        let api = match args.source() {
            Source::Catalogue(db) => {
                Api::Catalogue(Box::new(app(db, mounts, args.origins.clone())?))
            }
            Source::Upstream(args) => Api::Gateway(gateway::open(args, mounts)?),
        };
        Ok(Opened {
            api,
            pages,
            releases,
        })
    }

    fn gateway(&self) -> Option<Arc<Gateway>> {
        match &self.api {
            Api::Catalogue(_) => None,
            Api::Gateway(gateway) => Some(gateway.clone()),
        }
    }

    /// The API at an address, with pages and the package's files if they are enabled, and what is
    /// made of its responses.
    fn service(
        self,
        args: &ServeArgs,
        ops: &Ops,
        address: SocketAddr,
    ) -> (Router, Representations) {
        let scheme = args.tls.scheme();
        let gateway = self.gateway();
        let (api, search, representations) = match self.api {
            Api::Catalogue(mut app) => {
                let base = args.pages.base_url.clone();
                app.image_base = base.unwrap_or_else(|| own_url(scheme, address));
                app.demo_token = address.ip().is_loopback();
                if !app.demo_token {
                    tracing::warn!(
                        "the demo token is refused: the address is not a loopback address"
                    );
                }
                ops.set_source(ops::Source::Catalogue(app.pool.clone()));
                let search = search_route(app.pool.clone());
                (router(*app), search, Representations::new(REPRESENTATIONS))
            }
            Api::Gateway(gateway) => {
                let api = gateway::router(&gateway, &args.gateway, &args.origins);
                let search = gateway::search_route(gateway.clone());
                let representations = gateway.representations().clone();
                ops.set_source(ops::Source::Gateway(gateway));
                (api, search, representations)
            }
        };
        tracing::info!("serving {} on {scheme}://{address}", args.source());
        let pages = self.pages;
        let pages =
            pages.map(|pages| page::router(api.clone(), search, pages, representations.clone()));
        let files = self.releases;
        let files = files.map(|releases| releases::router(releases, api.clone()));
        let beside = pages.into_iter().chain(files).reduce(Router::merge);
        let beside = beside.unwrap_or_default();
        let beside = match gateway {
            Some(gateway) => gateway::limited(beside, &gateway),
            None => beside,
        };
        (api.merge(beside), representations)
    }
}

/// Starts to serve the probes at their own address, if there is one. They run while the server
/// starts, and until it has ended. Returns the bound address.
async fn start_probes(
    ops: &Arc<Ops>,
    args: &OpsArgs,
    limits: &LimitArgs,
) -> Result<Option<SocketAddr>, String> {
    let Some(ops_listen) = &args.ops_listen else {
        return Ok(None);
    };
    let listener = bind(ops_listen, "--ops-listen").await?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let http_server = HttpServer {
        tls: None,
        connections: MAX_PROBE_CONNECTIONS,
        per_ip_limit: PerIpLimit::for_listener(&[], MAX_PROBE_CONNECTIONS),
        head_limits: limits.head_limits(),
        metrics: ConnectionMetrics::default(),
        shutdown_timeout: Duration::from_secs(args.shutdown_timeout),
    };
    let service = with_security_headers(
        head_as_get(with_request_guard(ops::ops_router(ops, ops_listen))),
        Policies::new(None, &[], false),
    );
    tokio::spawn(http_server.serve(listener, service, std::future::pending()));
    tracing::info!("probes and metrics on http://{address}");
    Ok(Some(address))
}

/// The API over a catalogue, which refuses the demo token.
fn app(db: &Path, mounts: Vec<Mount>, origins: Vec<Origin>) -> Result<App, String> {
    let catalogue = open(db, false).map_err(|error| error.to_string())?;
    let key = cursor_key(&catalogue).map_err(|error| error.to_string())?;
    drop(catalogue);
    // Once the file is in the page cache, reads are bound by the CPU and not by the disk.
    let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2);
    Ok(App {
        pool: Pool::open(db, readers.clamp(2, 16)).map_err(|error| error.to_string())?,
        cursors: Cursors::new(&key)
            .map_err(|_| "the catalogue's cursor key is invalid".to_owned())?,
        image_base: String::new(),
        demo_token: false,
        mounts,
        origins,
    })
}

/// The URL of a server without `--base-url`.
fn own_url(scheme: &str, address: SocketAddr) -> String {
    // One that listens on all addresses is reachable at this one at least.
    match address.ip().is_unspecified() {
        true => format!("{scheme}://localhost:{}", address.port()),
        false => format!("{scheme}://{address}"),
    }
}

// The signature is that of `map_err`.
#[allow(clippy::needless_pass_by_value)]
fn cannot_listen(error: std::io::Error) -> String {
    format!("cannot listen: {error}")
}

/// Prints the server's URL and, on a second line, that of the probes if they have an address
/// of their own. Whoever started the server with port 0 reads them. A closed stdout is
/// ignored.
fn print_addresses(scheme: &str, address: SocketAddr, probes: Option<SocketAddr>) {
    let mut lines = format!("{scheme}://{address}\n");
    if let Some(probes) = probes {
        lines += &format!("http://{probes}\n");
    }
    let mut stdout = std::io::stdout();
    let _ = stdout
        .write_all(lines.as_bytes())
        .and_then(|()| stdout.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_urls_have_the_listening_address() {
        for (address, url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("0.0.0.0:80", "http://localhost:80"),
            ("[::]:80", "http://localhost:80"),
        ] {
            assert_eq!(own_url("http", address.parse().unwrap()), url);
        }
    }
}
