//! A gateway: serves the API of an upstream pool to pages that have no token.
//!
//! ```text
//! request ─▶ clients ─▶ target ─▶ cache (entry, disk) ─▶ respond
//!            rate       which     cached? how old?
//!            limit      operation?  └▶ failure_cache ─▶ single_flight ─▶ upstream
//!                                                         (secret, breaker, body)
//!                                                         └▶ verify_subject, redact
//! 404 for a GTIN ─▶ gtins (the index, kept up to date by follow) ─▶ the same with an id
//! ```
//!
//! What holds throughout:
//! - the token is sent to the upstream and nowhere else;
//! - the upstream gets paths and queries that `target` wrote, never a client's
//!   own bytes;
//! - a response that cannot be right counts as a failure; a cached entry is
//!   served in its place, with its age;
//! - a client waits for no other client's request to the upstream, and a request
//!   that is under way is joined, not sent twice.

mod api_key;
mod backoff;
mod body;
mod breaker;
mod by_gtin;
mod cache;
mod ceiling;
mod changes;
mod check;
mod clients;
mod clock;
mod connections;
mod copying;
mod counters;
mod disk;
mod entry;
mod failure;
mod failure_cache;
mod follow;
mod gateway;
mod gtins;
mod http_client;
pub mod keys;
mod list_cursors;
mod list_walk;
mod metrics;
mod mirror;
mod options;
mod own_requests;
mod purge;
mod redact;
mod respond;
mod secret;
mod service;
mod single_flight;
mod sqlite;
mod target;
mod transport;
mod upstream;
mod verify_subject;

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, Uri};
use axum::middleware;

pub use check::{cache_warning, check, token_source, warnings};
pub use clients::client_address;
pub use gateway::Gateway;
pub use http_client::root_cause;
pub use options::{GatewayArgs, MIRROR_OPTION};
pub use purge::{Purged, Recall};
pub use secret::VARIABLE as TOKEN_VARIABLE;

use connections::Connections;
use data_encoding::HEXLOWER;
use keys::Keys;
use product_pool_http::Mount;
use sha2::{Digest, Sha256};

/// Opens the gateway with these options: its token, keys, cache, index and mirror.
///
/// # Errors
/// One line that says what keeps it from starting.
pub fn open(
    args: &GatewayArgs,
    db: Option<&Path>,
    mounts: Vec<Mount>,
) -> Result<Arc<Gateway>, String> {
    args.check(db)?;
    let clock = clock::Clock::default();
    let upstream = upstream::Upstream::new(args, clock.clone())?;
    let keys = args.require_key.as_deref().map(Keys::open).transpose()?;
    warnings(args).for_each(|line| tracing::warn!("{line}"));
    let base = args.upstream.as_deref().unwrap_or_default();
    // Responses depend on the upstream and on the hidden fields.
    let settings = format!("{base} without {}", args.hide);
    let settings = HEXLOWER.encode(&Sha256::digest(settings.as_bytes()));
    let file = args.cache.as_deref().map(|path| (path, args.cache_size));
    let connections = usize::from(args.upstream_connections);
    let account = upstream.http.account();
    let mirror = db
        .map(|db| mirror::Mirror::open(db, base, &account))
        .transpose()?
        .map(Arc::new);
    let cache = cache::Cache::open(args.cache_memory, file, &settings, &account)?;
    Ok(Arc::new(Gateway {
        upstream,
        keys,
        gtins: gtins(args, &cache, &account)?,
        mirror,
        cache,
        flights: single_flight::SingleFlight::new(Connections::queue_length(connections)),
        limiter: clients::ClientLimiter::new(args.rate, args.burst()),
        times: args.times(),
        hidden: args.hide.clone(),
        trusted: args.trusted.clone(),
        mounts,
        failures: failure_cache::FailureCache::new(clock.clone()),
        clock,
        metrics: counters::CacheMetrics::default(),
    }))
}

/// Opens the index of GTINs. `None` if it would never be up to date, or if the mirror has the
/// same GTINs.
fn gtins(
    args: &GatewayArgs,
    cache: &cache::Cache,
    account: &str,
) -> Result<Option<gtins::GtinIndex>, String> {
    if args.mirror || args.follow == 0 {
        return Ok(None);
    }
    let file = cache.disk().filter(|disk| disk.health().fault().is_none());
    let file = file.map(|disk| (disk.path(), disk.health().generation()));
    let followed = follow::stored_checkpoint(cache).is_some();
    gtins::GtinIndex::open(file, followed, account)
        .map(|index| Some(index.with_limit(args.max_products)))
}

/// The gateway's router. Starts the tasks that follow the upstream's changes, so it must be
/// called within a runtime.
pub fn router(gateway: &Arc<Gateway>, args: &GatewayArgs, origins: &[HeaderValue]) -> Router {
    let every = Duration::from_secs(args.follow);
    match &gateway.mirror {
        Some(mirror) => copying::start(
            gateway,
            mirror,
            copying::Schedule {
                follow: every,
                reconcile: Duration::from_secs(args.mirror_reconcile),
                max_products: args.max_products,
                connections: usize::from(args.mirror_connections.min(args.upstream_connections)),
            },
        ),
        None if every.is_zero() => {}
        None => drop(tokio::spawn(follow::follow(gateway.clone(), every))),
    }
    service::router(gateway.clone(), origins)
}

/// Applies the rate limit per client to routes beside the API.
pub fn limited(routes: Router, gateway: &Arc<Gateway>) -> Router {
    routes.layer(middleware::from_fn_with_state(
        gateway.clone(),
        service::limit,
    ))
}

/// Whether the connection to this address is safe from eavesdroppers: it is encrypted, or
/// stays within this machine.
fn is_private(base: &str) -> bool {
    let Ok(uri) = base.parse::<Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    uri.scheme_str() == Some("https")
        || host == "localhost"
        || address.is_ok_and(|address| address.is_loopback())
}
