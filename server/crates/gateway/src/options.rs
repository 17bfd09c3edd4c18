//! The gateway's command-line options, and whether they fit together.

use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::Uri;
use clap::Args;

use crate::entry::Times;
use crate::redact::{DEFAULT, Hidden, parse_documented};
use crate::secret::{Secret, VARIABLE};
use product_pool_http::network::Network;
use product_pool_http::{Size, whole_number};

/// The name of the option by which a gateway has a catalogue too.
pub const MIRROR_OPTION: &str = "mirror";

/// The longest time that an option takes, in seconds: a year.
const YEAR: i64 = 365 * 24 * 3600;

/// The options that need `--upstream`. They exclude `--db` unless the gateway is a mirror: the
/// parser of the command line knows that by [`MIRROR_OPTION`].
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Gateway")]
#[group(id = "gateway", requires = "upstream")]
pub struct GatewayArgs {
    /// Serve the responses of this service instead of a catalogue. Its token is in
    /// PRODUCT_POOL_UPSTREAM_TOKEN.
    #[arg(long, value_name = "URL", value_parser = base)]
    pub upstream: Option<String>,
    /// The file that contains the upstream's token; it is read again when the
    /// upstream no longer accepts the token.
    #[arg(long, value_name = "FILE")]
    pub(crate) upstream_token_file: Option<PathBuf>,
    /// Send no token to the upstream.
    #[arg(long)]
    pub(crate) no_upstream_token: bool,
    /// The timeout of requests to the upstream.
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = whole_number(1..=300))]
    pub(crate) upstream_timeout: u64,
    /// The maximum number of concurrent requests to the upstream.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub upstream_connections: u16,
    /// The maximum number of requests to the upstream a second; 0 for no limit. Further
    /// ones wait for up to a second.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) upstream_rate: u32,
    /// The maximum size of a response of the upstream.
    #[arg(long, value_name = "SIZE", default_value = "16M")]
    pub(crate) upstream_limit: Size,
    /// Fields of products to withhold, separated by commas; `none` to withhold
    /// nothing.
    #[arg(long, value_name = "FIELDS", default_value = DEFAULT, value_parser = parse_documented)]
    pub(crate) hide: Hidden,
    /// How long responses are served without a request to the upstream.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = whole_number(0..=YEAR))]
    pub(crate) fresh: u64,
    /// The same for browsers, which cannot be purged; by default the same time. Shared
    /// caches still use `--fresh`, by `s-maxage`.
    #[arg(long, value_name = "SECONDS", value_parser = whole_number(0..=YEAR))]
    pub(crate) browser_fresh: Option<u64>,
    /// How long after `--fresh` they are served while they are revalidated.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = whole_number(0..=YEAR))]
    pub(crate) stale: u64,
    /// How long after `--fresh` they are served if the upstream fails.
    #[arg(long, value_name = "SECONDS", default_value_t = 86400, value_parser = whole_number(0..=YEAR))]
    pub(crate) stale_if_error: u64,
    /// How long a 404 is cached.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole_number(0..=YEAR))]
    pub(crate) missing: u64,
    /// The maximum size of the cache in memory.
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) cache_memory: Size,
    /// Store the cache in this file too, so that it survives restarts.
    #[arg(long, value_name = "FILE")]
    pub(crate) cache: Option<PathBuf>,
    /// The maximum size of the responses in that file.
    #[arg(long, value_name = "SIZE", default_value = "1G", requires = "cache")]
    pub(crate) cache_size: Size,
    /// How often to request the changes of products; 0 for never.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole_number(0..=YEAR))]
    pub(crate) follow: u64,
    /// Do not keep the index of GTINs, which finds products by the GTIN of a consumer
    /// unit.
    #[arg(long)]
    pub(crate) no_gtin_index: bool,
    /// The maximum number of products in that index or in the copy. If the upstream lists
    /// more, those beyond are left out.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole_number(1..))]
    pub(crate) max_products: u64,
    /// Admit only clients that have a key in this file, which `key add` creates; by
    /// default all clients are admitted.
    #[arg(long, value_name = "FILE")]
    pub(crate) require_key: Option<PathBuf>,
    /// Keep a full copy of the upstream in the catalogue `--db`, and serve from it, even
    /// while the upstream is down.
    #[arg(long, requires_all = ["upstream", "db"])]
    pub(crate) mirror: bool,
    /// How often to compare the copy with the whole list of the upstream, which finds
    /// deleted products; 0 for never.
    #[arg(long, value_name = "SECONDS", default_value_t = 86400, value_parser = whole_number(0..=YEAR), requires = "mirror")]
    pub(crate) mirror_reconcile: u64,
    /// The maximum number of concurrent requests to the upstream for the copy.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000), requires = "mirror")]
    pub(crate) mirror_connections: u16,
    /// The maximum number of requests a second of each client; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) rate: u32,
    /// The number of requests that a client may send at once.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) burst: u32,
    /// A proxy whose `X-Forwarded-For` is trusted: an address or a network such as
    /// 10.0.0.0/8; repeatable.
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    pub trusted: Vec<Network>,
}

impl GatewayArgs {
    /// Whether the mirror's file and the other options fit together.
    ///
    /// # Errors
    /// One line that says what does not fit.
    pub(crate) fn check(&self, db: Option<&Path>) -> Result<(), String> {
        match db {
            Some(db) if self.cache.as_deref() == Some(db) => Err(
                "--db and --cache name the same file; the mirror and the cache need one each"
                    .to_owned(),
            ),
            Some(_) if self.follow == 0 => Err(
                "--mirror keeps its copy by following changes; --follow 0 turns that off"
                    .to_owned(),
            ),
            _ => Ok(()),
        }
    }

    /// Reads the upstream's token.
    ///
    /// # Errors
    /// One line that says why there is none, without any part of the token.
    pub(crate) fn secret(&self) -> Result<Secret, String> {
        Secret::read(
            std::env::var_os(VARIABLE),
            self.upstream_token_file.as_deref(),
            self.no_upstream_token,
        )
    }

    /// The files with secrets or data of clients, each with what it is.
    pub fn private_files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [
            ("the upstream's token in", &self.upstream_token_file),
            ("the cache", &self.cache),
            ("the keys in", &self.require_key),
        ];
        files
            .into_iter()
            .filter_map(|(what, path)| Some((what, path.as_deref()?)))
    }

    pub(crate) fn times(&self) -> Times {
        let seconds = Duration::from_secs;
        Times {
            fresh: seconds(self.fresh),
            browser: self.browser_fresh.map_or(Duration::MAX, seconds),
            stale: seconds(self.stale),
            if_error: seconds(self.stale_if_error),
            missing: seconds(self.missing),
        }
    }
}

/// Parses the upstream's address, without `/v2` and without a slash at the end.
fn base(text: &str) -> Result<String, String> {
    let invalid =
        |why: &str| format!("it should be an address such as https://pool.example.com{why}");
    let trimmed = text.trim_end_matches('/');
    let trimmed = trimmed.strip_suffix("/v2").unwrap_or(trimmed);
    let trimmed = trimmed.trim_end_matches('/');
    let uri: Uri = trimmed.parse().map_err(|_| invalid(""))?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) || text.contains('#') {
        return Err(invalid(""));
    }
    if uri.query().is_some() {
        return Err(invalid(", without a query"));
    }
    match uri.authority() {
        // The parser's message would repeat the password.
        Some(host) if host.as_str().contains('@') => Err(invalid(", without a name or password")),
        Some(_) => Ok(trimmed.to_owned()),
        None => Err(invalid("")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked() {
        for (text, kept) in [
            ("https://pool.example", "https://pool.example"),
            ("https://pool.example/", "https://pool.example"),
            ("https://pool.example/v2/", "https://pool.example"),
            ("http://[::1]:80/api/v2", "http://[::1]:80/api"),
        ] {
            assert_eq!(base(text).as_deref(), Ok(kept));
        }
        for text in [
            "",
            "pool.example",
            "/v2",
            "ftp://a",
            "https://",
            "https://a?b",
            "https://a#b",
            "https://a b",
            "https://me:secret@a",
        ] {
            let error = base(text);
            assert!(error.is_err(), "{text}");
            assert!(!format!("{error:?}").contains("secret"));
        }
    }

    #[test]
    fn sizes_are_parsed() {
        for (text, bytes) in [
            ("0", 0),
            ("7", 7),
            ("2K", 2048),
            ("64M", 64 << 20),
            ("1g", 1 << 30),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)));
        }
        for text in ["", "M", "-1", "1.5G", "1T", "1MB", "99999999999G", "é"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
