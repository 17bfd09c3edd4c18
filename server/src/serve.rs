//! `serve`: from a file and an address to a running server.

use std::io::Write;
use std::path::Path;

use axum::http::HeaderValue;

use crate::http::{App, Cursors, Mount, bind, router, serve, stop_signal};
use crate::page;
use crate::store::{Pool, cursor_key, open};

/// How a catalogue is to be served.
#[derive(Debug)]
pub(crate) struct Options {
    /// `HOST:PORT`; port 0 takes any that is free.
    pub(crate) listen: String,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) image_host: Option<String>,
    pub(crate) origins: Vec<HeaderValue>,
    /// Pages for people, if any are wanted.
    pub(crate) pages: Option<page::Options>,
}

/// Serves until the process is asked to stop.
///
/// # Errors
/// In one line: what keeps the server from starting.
pub(crate) fn run(db: &Path, options: Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let served = runtime.block_on(start(db, options));
    // Reading threads that are still at it must not keep the process alive.
    runtime.shutdown_background();
    served
}

async fn start(db: &Path, options: Options) -> Result<(), String> {
    let catalogue = open(db, false).map_err(|error| error.to_string())?;
    let key = cursor_key(&catalogue).map_err(|error| error.to_string())?;
    drop(catalogue);
    // Reading is done by the processor, not the disk, once the file is warm.
    let readers = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2);
    let pool = Pool::open(db, readers.clamp(2, 16)).map_err(|error| error.to_string())?;
    let mounts = options
        .mounts
        .into_iter()
        .map(Mount::resolved)
        .collect::<Result<Vec<_>, _>>()?;
    let stop = stop_signal().map_err(|error| format!("cannot listen for signals: {error}"))?;
    let listener = bind(&options.listen).await?;
    let address = listener
        .local_addr()
        .map_err(|error| format!("cannot listen: {error}"))?;
    let app = App {
        pool,
        cursors: Cursors::new(&key).map_err(|_| "the catalogue's key is unusable".to_owned())?,
        image_host: options.image_host,
        demo_token: address.ip().is_loopback(),
        mounts,
        origins: options.origins,
    };
    if !app.demo_token {
        tracing::warn!("listening beyond this machine: the demo token is refused");
    }
    // Whoever started the server with port 0 waits for this line. It does not
    // matter to the server if nobody does.
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "http://{address}").and_then(|()| stdout.flush());
    tracing::info!("serving {} on http://{address}", db.display());
    let api = router(app);
    let service = match options.pages {
        Some(pages) => page::router(api.clone(), pages).fallback_service(api),
        None => api,
    };
    serve(listener, service, stop).await;
    Ok(())
}
