//! A gateway: serves the API of an upstream pool to pages that have no token.
//!
//! ```text
//! request ─▶ clients ─▶ target ─▶ replica ─▶ respond
//!            rate       which     had? how old?
//!            limit      operation?  └▶ failure_cache ─▶ single_flight ─▶ upstream
//!                                                         (secret, breaker, body)
//!                                                         └▶ verify_subject, redact
//! 404 for a GTIN ─▶ the replica's index ─▶ the same with an id
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

pub mod access;
mod api_key;
mod body;
mod by_gtin;
mod check;
mod clock;
mod counters;
mod entry;
mod failure;
mod filling;
mod gateway;
mod metrics;
mod options;
mod purge;
mod replica;
mod respond;
mod search;
mod service;
#[cfg(test)]
mod simulation_tests;
mod sqlite;
mod target;
mod upstream;
mod via;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use axum::middleware;

pub use access::clients::client_address;
pub use access::secret::VARIABLE as TOKEN_VARIABLE;
pub use check::{cache_warning, check, check_token, token_source, warnings};
pub use gateway::Gateway;
pub use options::GatewayArgs;
pub use purge::{Purged, Recall};
pub use search::search_route;
pub use upstream::http_client::root_cause;

use access::keys::Keys;
use data_encoding::HEXLOWER;
use product_pool_http::single_flight::SingleFlight;
use product_pool_http::{Mount, Origin};
use sha2::{Digest, Sha256};

/// Opens the gateway with these options: its token, keys, cache, index and mirror.
///
/// # Errors
/// One line that says what keeps it from starting.
pub fn open(args: &GatewayArgs, mounts: Vec<Mount>) -> Result<Arc<Gateway>, String> {
    open_at(args, mounts, clock::Clock::default())
}

fn open_at(
    args: &GatewayArgs,
    mounts: Vec<Mount>,
    clock: clock::Clock,
) -> Result<Arc<Gateway>, String> {
    let upstream = upstream::Upstream::new(args, clock.clone())?;
    let keys = args.require_key.as_deref().map(Keys::open).transpose()?;
    warnings(args).for_each(|line| tracing::warn!("{line}"));
    let base = args.upstream.as_deref().unwrap_or_default();
    // Responses depend on the upstream, the hidden fields, and the account, which is in their keys.
    let settings = format!("{base} by account without {}", args.hide);
    let settings = HEXLOWER.encode(&Sha256::digest(settings.as_bytes()));
    let account = upstream.http.account();
    let replica = replica::Replica::open(args, &settings, &account)?;
    Ok(Arc::new(Gateway {
        upstream,
        keys,
        replica,
        flights: SingleFlight::new(upstream::Upstream::waiting(args), false),
        limiter: access::clients::ClientLimiter::new(args.rate, args.burst()),
        times: args.times(),
        hidden: args.hide.clone(),
        trusted: args.trusted.clone(),
        has_warned_of_proxy: false.into(),
        mounts,
        failures: respond::failure_cache::FailureCache::new(clock.clone()),
        clock,
        metrics: counters::CacheMetrics::default(),
    }))
}

/// The gateway's router. Starts the tasks that follow the upstream's changes and fill a mirror,
/// so it must be called within a runtime.
pub fn router(gateway: &Arc<Gateway>, args: &GatewayArgs, origins: &[Origin]) -> Router {
    filling::start(gateway, args);
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
