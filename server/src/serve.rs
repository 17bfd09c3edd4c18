//! The `serve` command: opens the source, binds the addresses and runs the server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use tokio::net::TcpListener;

use crate::check;
use crate::ops::{self, Ops, OpsArgs, watched};
use crate::options::{Options, Source};
use product_pool_api::{App, Cursors, router};
use product_pool_gateway::{self as gateway};
use product_pool_http::head_method::head_as_get;
use product_pool_http::listen::{HttpServer, bind};
use product_pool_http::security::{Policies, with_security_headers};
use product_pool_http::{
    ConnectionMetrics, LimitArgs, Mount, PerIpLimit, compressed, request_guard,
};
use product_pool_pages as page;
use product_pool_pages::assets::{self, Release};
use product_pool_store::mirror::refuse_mirror;
use product_pool_store::{Pool, cursor_key, open};

/// The number of threads for blocking work. Such work is short, or waits its turn for a shared
/// resource; more threads would cost memory, because the allocator keeps some for each.
const BLOCKING: usize = 64;

/// The limit of concurrent connections to the probes.
const PROBES: usize = 64;

/// Serves until the process receives a signal to stop.
///
/// # Errors
/// In one line: why the server cannot start.
pub(crate) fn run(source: Source, options: Options) -> Result<(), String> {
    use_small_pages();
    let inherited = ops::inherited()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING)
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let served = runtime.block_on(start(source, options, inherited));
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

async fn start(
    source: Source,
    options: Options,
    inherited: Option<std::net::TcpListener>,
) -> Result<(), String> {
    let warnings = check::file_warnings(&source, &options);
    let mounts = options
        .mounts
        .into_iter()
        .map(Mount::resolve)
        .collect::<Result<Vec<_>, _>>()?;
    let (trusted, others) = match &source {
        Source::Upstream(args, _) => (&args.trusted[..], usize::from(args.upstream_connections)),
        Source::Catalogue(_) => (&[][..], 0),
    };
    let ops = Ops::new(&options.ops, trusted);
    let probes = probes(&ops, &options.ops, &options.limits).await?;
    let tls = options.tls.open()?;
    let scheme = options.tls.scheme();
    if let Some(tls) = &tls {
        tls.watch_files()?;
        ops.speaks_tls(tls.expiry());
    }
    let release = match &options.assets {
        Some(folder) => Some(Arc::new(Release::open(folder)?)),
        None => None,
    };
    let pages = options.pages.map(|pages| page::Options {
        release: release.clone(),
        origins: options.origins.clone(),
        ..pages
    });
    if let Some(line) = pages.as_ref().and_then(page::Options::warning) {
        tracing::warn!("{line}");
    }
    let script = pages.as_ref().and_then(|pages| pages.script.as_deref());
    let connections = options.limits.connections(others + PROBES);
    let door = Door {
        warnings,
        policies: Policies::new(script, &page::style_sources(), tls.is_some()),
        address: options.listen,
        inherited,
        scheme,
        listening: HttpServer {
            tls: tls.map(|tls| tls.acceptor()),
            connections,
            per_ip_limit: PerIpLimit::for_listener(trusted, connections),
            head_limits: options.limits.head_limits(),
            metrics: ops.connections.clone(),
            shutdown_timeout: options.ops.shutdown_timeout(),
        },
        ops: ops.clone(),
        args: options.ops,
        probes,
    };
    match source {
        Source::Catalogue(db) => {
            let mut app = app(&db, mounts)?;
            let base = pages.as_ref().and_then(|pages| pages.base.clone());
            app.image_host = options.image_host.or(base);
            app.origins = options.origins;
            app.scheme = scheme;
            let open = door.open().await?;
            app.demo_token = open.on.ip().is_loopback();
            if !app.demo_token {
                tracing::warn!("the demo token is refused: the address is not a loopback address");
            }
            tracing::info!("serving {} on {scheme}://{}", db.display(), open.on);
            ops.answers_from(ops::Source::Catalogue(app.pool.clone()));
            let pages = pages.map(|pages| pages.at(open.on));
            open.serve(service(router(app), pages, release, |beside| beside))
                .await;
        }
        Source::Upstream(args, db) => {
            let gateway = gateway::open(&args, db.as_deref(), mounts)?;
            let open = door.open().await?;
            let upstream = args.upstream.as_deref().unwrap_or_default();
            tracing::info!("serving {upstream} on {scheme}://{}", open.on);
            let api = gateway::router(&gateway, &args, &options.origins);
            let limited = |beside| gateway::limited(beside, &gateway);
            ops.answers_from(ops::Source::Gateway(gateway.clone()));
            open.serve(service(api, pages, release, limited)).await;
            gateway.close();
        }
    }
    Ok(())
}

/// Starts to serve the probes at their own address, if there is one. They run while the server
/// starts, and until it has ended. Returns the bound address.
async fn probes(
    ops: &Arc<Ops>,
    args: &OpsArgs,
    limits: &LimitArgs,
) -> Result<Option<SocketAddr>, String> {
    let Some(address) = &args.ops_listen else {
        return Ok(None);
    };
    let listener = bind(address, "--ops-listen").await?;
    let on = local(&listener)?;
    let listening = HttpServer {
        tls: None,
        connections: PROBES,
        per_ip_limit: PerIpLimit::for_listener(&[], PROBES),
        head_limits: limits.head_limits(),
        metrics: ConnectionMetrics::default(),
        shutdown_timeout: args.shutdown_timeout(),
    };
    let service = with_security_headers(
        head_as_get(ops::alone(ops)),
        Policies::new(None, &[], false),
    );
    tokio::spawn(listening.serve(listener, service, std::future::pending()));
    tracing::info!("probes and metrics on http://{on}");
    Ok(Some(on))
}

/// The configuration of the server's address, before it is bound.
struct Door {
    /// Warnings for the log, written once the server listens; before that it writes nothing
    /// but an error.
    warnings: Vec<String>,
    address: String,
    /// A socket from the service manager, used in place of the address.
    inherited: Option<std::net::TcpListener>,
    scheme: &'static str,
    listening: HttpServer,
    ops: Arc<Ops>,
    policies: Policies,
    args: OpsArgs,
    /// The address of the probes, if they have their own.
    probes: Option<SocketAddr>,
}

/// The bound address with its listener.
struct Open<S> {
    listener: TcpListener,
    on: SocketAddr,
    /// The future that ends the server.
    stop: S,
    door: Door,
}

impl Door {
    async fn open(mut self) -> Result<Open<impl Future<Output = ()>>, String> {
        let stop = ops::stopping(self.ops.clone(), self.args.drain_delay())
            .map_err(|error| format!("cannot listen for signals: {error}"))?;
        let listener = match self.inherited.take() {
            Some(listener) => TcpListener::from_std(listener)
                .map_err(|error| format!("cannot listen: {error}"))?,
            None => bind(&self.address, "--listen").await?,
        };
        for line in &self.warnings {
            tracing::warn!("{line}");
        }
        Ok(Open {
            on: local(&listener)?,
            listener,
            stop,
            door: self,
        })
    }
}

impl<S: Future<Output = ()>> Open<S> {
    /// Serves until the server is stopped, and finishes the requests under way.
    async fn serve(self, service: Router) {
        let Door {
            ops,
            policies,
            probes,
            scheme,
            listening,
            ..
        } = self.door;
        let service = match probes {
            Some(_) => service,
            None => ops::before(service, &ops),
        };
        let service = service.layer(middleware::from_fn(request_guard::reject_malformed));
        ops.life.serve();
        tell(scheme, self.on, probes);
        ops::tell_ready();
        let service =
            with_security_headers(head_as_get(compressed(watched(service, &ops))), policies);
        listening.serve(self.listener, service, self.stop).await;
    }
}

/// The API, with pages and the package's files if they are enabled. `limit` may limit these.
fn service(
    api: Router,
    pages: Option<page::Options>,
    release: Option<Arc<Release>>,
    limit: impl FnOnce(Router) -> Router,
) -> Router {
    let pages = pages.map(|pages| page::router(api.clone(), pages));
    let files = release.map(|release| assets::router(release, api.clone()));
    match pages.into_iter().chain(files).reduce(Router::merge) {
        Some(beside) => limit(beside).fallback_service(api),
        None => api,
    }
}

/// The API over a catalogue, which refuses the demo token.
fn app(db: &Path, mounts: Vec<Mount>) -> Result<App, String> {
    let catalogue = open(db, false).map_err(|error| error.to_string())?;
    refuse_mirror(&catalogue, db).map_err(|error| error.to_string())?;
    let key = cursor_key(&catalogue).map_err(|error| error.to_string())?;
    drop(catalogue);
    // Once the file is in the page cache, reads are bound by the CPU and not by the disk.
    let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2);
    Ok(App {
        pool: Pool::open(db, readers.clamp(2, 16)).map_err(|error| error.to_string())?,
        cursors: Cursors::new(&key)
            .map_err(|_| "the catalogue's cursor key is invalid".to_owned())?,
        image_host: None,
        scheme: "http",
        demo_token: false,
        mounts,
        origins: Vec::new(),
    })
}

fn local(listener: &TcpListener) -> Result<SocketAddr, String> {
    let on = listener.local_addr();
    on.map_err(|error| format!("cannot listen: {error}"))
}

/// Prints the server's URL and, on a second line, that of the probes if they have an address
/// of their own. Whoever started the server with port 0 reads them. A closed stdout is
/// ignored.
fn tell(scheme: &str, on: SocketAddr, probes: Option<SocketAddr>) {
    let mut lines = format!("{scheme}://{on}\n");
    if let Some(probes) = probes {
        lines += &format!("http://{probes}\n");
    }
    let mut stdout = std::io::stdout();
    let _ = stdout
        .write_all(lines.as_bytes())
        .and_then(|()| stdout.flush());
}
