//! The `serve` command: opens the source, binds the addresses and runs the server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use tokio::net::TcpListener;

use crate::check;
use crate::ops::{self, Ops, OpsArgs, with_access_log};
use crate::options::{ServeArgs, Source};
use product_pool_api::{App, Cursors, router};
use product_pool_gateway::{self as gateway, GatewayArgs};
use product_pool_http::layers::head_method::head_as_get;
use product_pool_http::layers::request_guard::with_request_guard;
use product_pool_http::listener::listen::{HttpServer, bind};
use product_pool_http::responses::security::{Policies, with_security_headers};
use product_pool_http::{
    ConnectionMetrics, LimitArgs, Mount, PerIpLimit, Representations, Tls, with_compression,
};
use product_pool_pages as page;
use product_pool_pages::assets::{self, Release};
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
    let warnings = check::start_warnings(args);
    let (trusted, upstream_connections) = match args.source() {
        Source::Upstream(gateway) => (&gateway.trusted[..], gateway.upstream_connections.into()),
        Source::Catalogue(_) => (&[][..], 0),
    };
    let ops = Ops::new(&args.ops, trusted);
    let probes = start_probes(&ops, &args.ops, &args.limits).await?;
    let tls = args.tls.open()?;
    if let Some(tls) = &tls {
        tls.watch_files()?;
        ops.set_certificate(tls.expiry());
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
        shutdown_timeout: args.ops.shutdown_timeout(),
    };
    let scheme = args.tls.scheme();
    let site = Site::open(args)?;
    let script = site
        .pages
        .as_ref()
        .and_then(|pages| pages.script.as_deref());
    let config = ListenerConfig {
        warnings,
        policies: Policies::new(script, &page::style_sources(), tls.is_some()),
        address: args.listen.clone(),
        inherited,
        scheme,
        http_server,
        ops,
        drain_delay: args.ops.drain_delay(),
        probes,
    };
    match args.source() {
        Source::Catalogue(db) => serve_catalogue(db, site, config).await,
        Source::Upstream(args) => serve_gateway(args, site, config).await,
    }
}

/// What is served beside the API, and to which origins.
struct Site {
    mounts: Vec<Mount>,
    base_url: Option<String>,
    origins: Vec<HeaderValue>,
    pages: Option<page::Options>,
    release: Option<Arc<Release>>,
}

impl Site {
    fn open(args: &ServeArgs) -> Result<Site, String> {
        let protected = args.protected_files();
        let mounts = args.mounts.iter().cloned();
        let mounts = mounts.map(|mount| mount.resolve(&protected));
        let open_release = |folder| Release::open(folder, &protected);
        let release = args.assets.as_deref().map(open_release).transpose()?;
        let release = release.map(Arc::new);
        let pages = args.pages.options().map(|pages| page::Options {
            release: release.clone(),
            origins: args.origins.clone(),
            ..pages
        });
        if let Some(line) = pages.as_ref().and_then(page::Options::warning) {
            tracing::warn!("{line}");
        }
        Ok(Site {
            mounts: mounts.collect::<Result<_, _>>()?,
            base_url: args.pages.base_url.clone(),
            origins: args.origins.clone(),
            pages,
            release,
        })
    }
}

async fn serve_catalogue(db: &Path, site: Site, config: ListenerConfig) -> Result<(), String> {
    let scheme = config.scheme;
    let mut app = app(db, site.mounts)?;
    app.origins = site.origins;
    let bound = config.bind().await?;
    app.image_base = site
        .base_url
        .unwrap_or_else(|| own_url(scheme, bound.address));
    app.demo_token = bound.address.ip().is_loopback();
    if !app.demo_token {
        tracing::warn!("the demo token is refused: the address is not a loopback address");
    }
    tracing::info!("serving {} on {scheme}://{}", db.display(), bound.address);
    bound
        .config
        .ops
        .set_source(ops::Source::Catalogue(app.pool.clone()));
    let representations = Representations::new(REPRESENTATIONS);
    let service = service(
        router(app),
        site.pages,
        site.release,
        &representations,
        |extra| extra,
    );
    bound.serve(service, representations).await;
    Ok(())
}

async fn serve_gateway(
    args: &GatewayArgs,
    site: Site,
    config: ListenerConfig,
) -> Result<(), String> {
    let scheme = config.scheme;
    let gateway = gateway::open(args, site.mounts)?;
    let bound = config.bind().await?;
    let upstream = args.upstream.as_deref().unwrap_or_default();
    tracing::info!("serving {upstream} on {scheme}://{}", bound.address);
    let api = gateway::router(&gateway, args, &site.origins);
    let limited = |extra| gateway::limited(extra, &gateway);
    bound
        .config
        .ops
        .set_source(ops::Source::Gateway(gateway.clone()));
    let representations = gateway.representations().clone();
    let service = service(api, site.pages, site.release, &representations, limited);
    bound.serve(service, representations).await;
    gateway.close();
    Ok(())
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
    let address = local_address(&listener)?;
    let http_server = HttpServer {
        tls: None,
        connections: MAX_PROBE_CONNECTIONS,
        per_ip_limit: PerIpLimit::for_listener(&[], MAX_PROBE_CONNECTIONS),
        head_limits: limits.head_limits(),
        metrics: ConnectionMetrics::default(),
        shutdown_timeout: args.shutdown_timeout(),
    };
    let service = with_security_headers(
        head_as_get(with_request_guard(ops::ops_router(ops, ops_listen))),
        Policies::new(None, &[], false),
    );
    tokio::spawn(http_server.serve(listener, service, std::future::pending()));
    tracing::info!("probes and metrics on http://{address}");
    Ok(Some(address))
}

/// The configuration of the server's address, before it is bound.
struct ListenerConfig {
    /// Warnings for the log, written once the server listens; before that it writes nothing
    /// but an error.
    warnings: Vec<String>,
    address: String,
    /// A socket from the service manager, used in place of the address.
    inherited: Option<std::net::TcpListener>,
    scheme: &'static str,
    http_server: HttpServer,
    ops: Arc<Ops>,
    policies: Policies,
    drain_delay: Duration,
    /// The address of the probes, if they have their own.
    probes: Option<SocketAddr>,
}

/// The bound address with its listener.
struct Bound<S> {
    listener: TcpListener,
    address: SocketAddr,
    /// The future that ends the server.
    stop: S,
    config: ListenerConfig,
}

impl ListenerConfig {
    async fn bind(mut self) -> Result<Bound<impl Future<Output = ()>>, String> {
        let stop = ops::shutdown_signal(self.ops.clone(), self.drain_delay)
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
        let listener = match self.inherited.take() {
            Some(listener) => TcpListener::from_std(listener)
                .map_err(|error| format!("cannot listen: {error}"))?,
            None => bind(&self.address, "--listen").await?,
        };
        for line in &self.warnings {
            tracing::warn!("{line}");
        }
        Ok(Bound {
            address: local_address(&listener)?,
            listener,
            stop,
            config: self,
        })
    }
}

impl<S: Future<Output = ()>> Bound<S> {
    /// Serves until the server is stopped, and finishes the requests under way.
    async fn serve(self, service: Router, representations: Representations) {
        let ListenerConfig {
            ops,
            policies,
            probes,
            scheme,
            http_server,
            ..
        } = self.config;
        let service = match probes {
            Some(_) => service,
            None => ops::with_probes(service, &ops),
        };
        ops.lifecycle.serve();
        print_addresses(scheme, self.address, probes);
        ops::notify_ready();
        let service = with_access_log(with_request_guard(service), &ops);
        let service = head_as_get(with_compression(service, representations));
        let service = with_security_headers(service, policies);
        http_server.serve(self.listener, service, self.stop).await;
    }
}

/// The API, with pages and the package's files if they are enabled. `limit` may limit these.
fn service(
    api: Router,
    pages: Option<page::Options>,
    release: Option<Arc<Release>>,
    representations: &Representations,
    limit: impl FnOnce(Router) -> Router,
) -> Router {
    let pages = pages.map(|pages| page::router(api.clone(), pages, representations.clone()));
    let files = release.map(|release| assets::router(release, api.clone()));
    match pages.into_iter().chain(files).reduce(Router::merge) {
        Some(extra) => api.merge(limit(extra)),
        None => api,
    }
}

/// The API over a catalogue, which refuses the demo token.
fn app(db: &Path, mounts: Vec<Mount>) -> Result<App, String> {
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
        origins: Vec::new(),
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

fn local_address(listener: &TcpListener) -> Result<SocketAddr, String> {
    let address = listener.local_addr();
    address.map_err(|error| format!("cannot listen: {error}"))
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
