//! Whether a gateway could be opened, without opening it.

use std::path::Path;

use super::GatewayArgs;
use super::disk;
use super::is_private;
use super::mirror;
use super::secret::{Secret, VARIABLE};
use crate::keys::Keys;

/// A line for each thing that would keep the gateway from working.
pub(crate) fn check(args: &GatewayArgs, db: Option<&Path>) -> Vec<String> {
    let token = Secret::read(
        std::env::var_os(VARIABLE),
        args.upstream_token_file.as_deref(),
        args.no_upstream_token,
    );
    let cache = args.cache.as_deref().map_or(Ok(None), disk::check);
    let keys = args.require_key.as_deref().map(Keys::open).transpose();
    let upstream = args.upstream.as_deref().unwrap_or_default();
    let mirror = db.map_or(Ok(()), |db| mirror::check(db, upstream));
    [
        token.map(drop),
        cache.map(drop),
        keys.map(drop),
        args.check(db),
        mirror,
    ]
    .into_iter()
    .filter_map(Result::err)
    .collect()
}

/// A line for each thing that works, and is not as it should be.
pub(crate) fn warnings(args: &GatewayArgs) -> impl Iterator<Item = String> {
    let base = args.upstream.as_deref().unwrap_or_default();
    let open = !args.no_upstream_token && !is_private(base);
    let open = open.then(|| format!("the token travels unencrypted: {base} is not https"));
    let keys = args.require_key.as_deref().map(Keys::open);
    let nobody = matches!(keys, Some(Ok(keys)) if keys.is_empty());
    let nobody =
        nobody.then(|| "there is no key, so nobody is let in; `key add` makes one".to_owned());
    open.into_iter().chain(nobody)
}

/// What is wrong with the cache's file, if the gateway can go on without it.
pub(crate) fn cache_warning(args: &GatewayArgs) -> Option<String> {
    disk::check(args.cache.as_deref()?).ok().flatten()
}

/// Where the upstream's token is from, without the token.
pub(crate) fn token_from(args: &GatewayArgs) -> String {
    match &args.upstream_token_file {
        _ if args.no_upstream_token => "none".to_owned(),
        Some(file) => format!("from {}, not shown", file.display()),
        None => format!("from {VARIABLE}, not shown"),
    }
}
