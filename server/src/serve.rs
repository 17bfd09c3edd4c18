//! `serve`: from a file or an upstream, and an address, to a running server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::HeaderValue;
use axum::middleware;
use tokio::net::TcpListener;

use crate::gateway::{self, GatewayArgs};
use crate::http::shape;
use crate::http::{App, Cursors, Mount, TlsArgs, bind, router, serve, stop_signal};
use crate::ops::{Ops, OpsArgs, watched};
use crate::page;
use crate::store::{Pool, cursor_key, open};

/// Where answers come from.
#[derive(Debug)]
pub(crate) enum Source {
    /// A catalogue.
    Catalogue(PathBuf),
    /// Another service.
    Upstream(Box<GatewayArgs>),
}

/// How it is to be served.
#[derive(Debug)]
pub(crate) struct Options {
    /// `HOST:PORT`; port 0 takes any that is free.
    pub(crate) listen: String,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) image_host: Option<String>,
    pub(crate) origins: Vec<HeaderValue>,
    /// Pages for people, if any are wanted.
    pub(crate) pages: Option<page::Options>,
    pub(crate) ops: OpsArgs,
    pub(crate) tls: TlsArgs,
}

/// Serves until the process is asked to stop.
///
/// # Errors
/// In one line: what keeps the server from starting.
pub(crate) fn run(source: Source, options: Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let served = runtime.block_on(start(source, options));
    // Reading threads that are still at it must not keep the process alive.
    runtime.shutdown_background();
    served
}

async fn start(source: Source, options: Options) -> Result<(), String> {
    let mounts = options
        .mounts
        .into_iter()
        .map(Mount::resolved)
        .collect::<Result<Vec<_>, _>>()?;
    let ops = Ops::new(&options.ops);
    let tls = options.tls.open()?;
    let scheme = options.tls.scheme();
    if let Some(tls) = &tls {
        tls.follow_files()?;
    }
    let tls = tls.map(|tls| tls.acceptor());
    match source {
        Source::Catalogue(db) => {
            let mut app = app(&db, mounts)?;
            app.image_host = options.image_host;
            app.origins = options.origins;
            app.scheme = scheme;
            let (listener, stop, on) = listen(&options.listen).await?;
            app.demo_token = on.ip().is_loopback();
            if !app.demo_token {
                tracing::warn!("listening beyond this machine: the demo token is refused");
            }
            tracing::info!("serving {} on {scheme}://{on}", db.display());
            tell(scheme, on);
            let service = service(router(app), options.pages, |pages| pages);
            serve(listener, watched(service, &ops), tls, stop).await;
        }
        Source::Upstream(args) => {
            let gateway = gateway::open(&args, mounts)?;
            let (listener, stop, on) = listen(&options.listen).await?;
            let upstream = args.upstream.as_deref().unwrap_or_default();
            tracing::info!("a gateway to {upstream} on {scheme}://{on}");
            let api = gateway::router(&gateway, args.follow, &options.origins);
            let limited = |pages| gateway::limited(pages, &gateway);
            tell(scheme, on);
            let service = service(api, options.pages, limited);
            serve(listener, watched(service, &ops), tls, stop).await;
            gateway.close();
        }
    }
    Ok(())
}

/// An API, and pages over it if any are wanted, which `limit` may limit.
fn service(
    api: Router,
    pages: Option<page::Options>,
    limit: impl FnOnce(Router) -> Router,
) -> Router {
    let service = match pages {
        Some(pages) => limit(page::router(api.clone(), pages)).fallback_service(api),
        None => api,
    };
    service.layer(middleware::from_fn(shape::checked))
}

/// What answers from a catalogue, with the demo token refused.
fn app(db: &Path, mounts: Vec<Mount>) -> Result<App, String> {
    let catalogue = open(db, false).map_err(|error| error.to_string())?;
    let key = cursor_key(&catalogue).map_err(|error| error.to_string())?;
    drop(catalogue);
    // Reading is done by the processor, not the disk, once the file is warm.
    let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2);
    Ok(App {
        pool: Pool::open(db, readers.clamp(2, 16)).map_err(|error| error.to_string())?,
        cursors: Cursors::new(&key).map_err(|_| "the catalogue's key is unusable".to_owned())?,
        image_host: None,
        scheme: "http",
        demo_token: false,
        mounts,
        origins: Vec::new(),
    })
}

/// A socket, what ends the server on it, and its address.
async fn listen(
    address: &str,
) -> Result<(TcpListener, impl Future<Output = ()>, SocketAddr), String> {
    let stop = stop_signal().map_err(|error| format!("cannot listen for signals: {error}"))?;
    let listener = bind(address).await?;
    let on = listener
        .local_addr()
        .map_err(|error| format!("cannot listen: {error}"))?;
    Ok((listener, stop, on))
}

/// Whoever started the server with port 0 waits for this line. It does not
/// matter to the server if nobody does.
fn tell(scheme: &str, address: SocketAddr) {
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "{scheme}://{address}").and_then(|()| stdout.flush());
}
