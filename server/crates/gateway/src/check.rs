//! Checks of a gateway's options and files, without opening it.

use crate::GatewayArgs;
use crate::access::keys::Keys;
use crate::access::secret::VARIABLE;
use crate::is_private;
use crate::replica::disk;
use crate::replica::mirror;

/// The variables with a proxy for addresses without TLS.
const PROXIES: [&str; 4] = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

/// A line for each fault that would keep the gateway from working.
pub fn check(args: &GatewayArgs) -> Vec<String> {
    let cache = args.cache_file().map_or(Ok(None), disk::check);
    let keys = args.require_key.as_deref().map(Keys::open).transpose();
    let upstream = args.upstream.as_deref().unwrap_or_default();
    let mirror = args.mirror.as_deref();
    let mirror = mirror.map_or(Ok(()), |file| mirror::check(file, upstream));
    [check_token(args), cache.map(drop), keys.map(drop), mirror]
        .into_iter()
        .filter_map(Result::err)
        .collect()
}

/// Checks that there is a token, if the upstream needs one.
///
/// # Errors
/// In one line: why it cannot be used.
pub fn check_token(args: &GatewayArgs) -> Result<(), String> {
    args.secret().map(drop)
}

/// A line for each setting that works, but is not as it should be.
pub fn warnings(args: &GatewayArgs) -> impl Iterator<Item = String> {
    let base = args.upstream.as_deref().unwrap_or_default();
    let open = !args.has_no_token() && !is_private(base);
    let open =
        open.then(|| format!("the upstream's token is sent unencrypted: {base} is not https"));
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let proxy = PROXIES.into_iter().find(is_set);
    let proxy = proxy.filter(|_| base.starts_with("http://")).map(|name| {
        format!(
            "the proxy in {name} is not used: {base} is not https, so the proxy would see the \
             upstream's token and could change what it sends; use an address with https, or unset \
             {name}"
        )
    });
    let keys = args.require_key.as_deref().map(Keys::open);
    let no_keys = matches!(keys, Some(Ok(keys)) if keys.is_empty());
    let no_keys = no_keys.then(|| {
        "the file of --keys has no token, so all clients are refused; `token add` creates one"
            .to_owned()
    });
    let short = args.secret().is_ok_and(|token| token.is_short()).then(|| {
        "the upstream's token is too short: responses are not searched for a token of fewer than \
         16 characters, so an upstream that repeats it would disclose it"
            .to_owned()
    });
    [open, proxy, no_keys, short].into_iter().flatten()
}

/// What is wrong with the cache's file, if the gateway can go on without it.
pub fn cache_warning(args: &GatewayArgs) -> Option<String> {
    disk::check(args.cache_file()?).ok().flatten()
}

/// Where the upstream's token comes from, without the token itself.
pub fn token_source(args: &GatewayArgs) -> String {
    match args.token_file() {
        _ if args.has_no_token() => "none".to_owned(),
        Some(file) => format!("from {}, not shown", file.display()),
        None => format!("from {VARIABLE}, not shown"),
    }
}
