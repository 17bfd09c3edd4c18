//! The gateway's command-line options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::access::redact::{DEFAULT, Hidden, parse_documented};
use crate::access::secret::{Secret, VARIABLE};
use crate::entry::Times;
use product_pool_http::network::{Network, network};
use product_pool_http::{base_address, whole_number};

/// The longest time that an option takes, in seconds: a year.
const YEAR: i64 = 365 * 24 * 3600;

/// The longest time for which responses are served while they are revalidated, in seconds.
const MAX_STALE: u64 = 3600;

/// The value of `--upstream-token-file` that stands for no token.
const NO_TOKEN: &str = "none";

/// The options that need `--upstream`.
///
/// What `skip` marks is no option but a constant, with the reason for its value. It is a field
/// because tests change it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Gateway")]
#[group(id = "gateway", requires = "upstream", conflicts_with = "db")]
pub struct GatewayArgs {
    /// Serve the responses of this service instead of a catalogue. Its token is in
    /// PRODUCT_POOL_UPSTREAM_TOKEN or in `--upstream-token-file`.
    #[arg(long, value_name = "URL", value_parser = base)]
    pub upstream: Option<String>,
    /// The file that contains the upstream's token; it is read again when the
    /// upstream no longer accepts the token. `none` if the upstream needs no token.
    #[arg(long, value_name = "FILE")]
    pub(crate) upstream_token_file: Option<PathBuf>,
    /// The timeout of requests to the upstream: longer than a reader waits for a page.
    #[arg(skip = 15u64)]
    pub upstream_timeout: u64,
    /// The maximum number of concurrent requests to the upstream: 320 a second if each takes
    /// 50 ms. A pool that should get fewer announces how many.
    #[arg(skip = 16u16)]
    pub upstream_connections: u16,
    /// The maximum size of a response of the upstream: that of a record in a catalogue.
    #[arg(skip = 16u64 << 20)]
    pub upstream_limit: u64,
    /// Fields of products to withhold, separated by commas; `none` to withhold
    /// nothing.
    #[arg(long, value_name = "FIELDS", default_value = DEFAULT, value_parser = parse_documented)]
    pub(crate) hide: Hidden,
    /// How long responses are served without a request to the upstream. For twelve times as
    /// long, and an hour at most, they are then served while they are revalidated.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = whole_number(0..=YEAR))]
    pub(crate) fresh: u64,
    /// The same for browsers, which cannot be purged; by default the same time. Shared
    /// caches still use `--fresh`, by `s-maxage`.
    #[arg(long, value_name = "SECONDS", value_parser = whole_number(0..=YEAR))]
    pub(crate) browser_fresh: Option<u64>,
    /// How long responses are served while they are revalidated; `None` for what follows from
    /// `--fresh`.
    #[arg(skip)]
    pub stale: Option<u64>,
    /// How long after `--fresh` they are served if the upstream fails.
    #[arg(long, value_name = "SECONDS", default_value_t = 86400, value_parser = whole_number(0..=YEAR))]
    pub(crate) stale_if_error: u64,
    /// How long a 404 is cached: briefly, because a product that was just published should be
    /// found.
    #[arg(skip = 60u64)]
    pub missing: u64,
    /// The maximum size of the cache in memory: some 2,000 records and what is made of them. The
    /// recipes limit the whole process to 512 MB.
    #[arg(skip = 64u64 << 20)]
    pub cache_memory: u64,
    /// Store the cache in this file too, so that it survives restarts; `none` for memory only. It
    /// has at most 1 GiB of responses. By default it is in the folder of `--state`.
    #[arg(long, value_name = "FILE")]
    pub(crate) cache: Option<PathBuf>,
    /// The maximum size of the responses in that file: some 50,000 records. Whoever wants more
    /// on the disk wants all of them, which is `--mirror`.
    #[arg(skip = 1u64 << 30)]
    pub(crate) cache_size: u64,
    /// The file in the state folder for what was learnt of the upstream's quota.
    #[arg(skip)]
    pub(crate) quota_file: Option<PathBuf>,
    /// How often the changes of products are requested; 0 for never. Once a minute costs an
    /// upstream next to nothing, and a page is stale for longer anyway.
    #[arg(skip = 60u64)]
    pub follow: u64,
    /// The maximum number of products in the index of GTINs or in the copy, which bounds their
    /// memory and disk if an upstream lists products without end. Ten times the largest
    /// catalogue that was measured.
    #[arg(skip = 1_000_000u64)]
    pub max_products: u64,
    /// Admit only clients that have a token in this catalogue, which `token add` creates; by
    /// default all clients are admitted.
    #[arg(long = "keys", value_name = "FILE")]
    pub(crate) require_key: Option<PathBuf>,
    /// Keep a full copy of the upstream in this file, and serve from it, even while the
    /// upstream is down. It is created if it does not exist. In place of `--cache`.
    #[arg(long, value_name = "FILE", conflicts_with = "cache")]
    pub(crate) mirror: Option<PathBuf>,
    /// How often the copy is compared with the whole list, which finds deleted products; 0 for
    /// never. Once a day, as the index of GTINs is.
    #[arg(skip = 86400u64)]
    pub mirror_reconcile: u64,
    /// The maximum number of concurrent requests to the upstream for the copy: a quarter of
    /// all, so that the first copy leaves the rest to clients.
    #[arg(skip = 4u16)]
    pub(crate) mirror_connections: u16,
    /// The maximum number of requests a second of each client, which may send four times as
    /// many at once; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) rate: u32,
    /// The number of requests that a client may send at once; `None` for those of four seconds,
    /// because the cards of a listing request their products together.
    #[arg(skip)]
    pub burst: Option<u32>,
    /// A proxy whose `X-Forwarded-For` is trusted: an address or a network such as
    /// 10.0.0.0/8; repeatable.
    #[arg(long = "trusted-proxy", value_name = "ADDRESS", value_parser = network)]
    pub trusted: Vec<Network>,
}

impl GatewayArgs {
    /// Reads the upstream's token.
    ///
    /// # Errors
    /// One line that says why there is none, without any part of the token.
    pub(crate) fn secret(&self) -> Result<Secret, String> {
        Secret::read(
            std::env::var_os(VARIABLE),
            self.token_file(),
            self.has_no_token(),
        )
    }

    /// Whether the upstream needs no token.
    pub(crate) fn has_no_token(&self) -> bool {
        let file = self.upstream_token_file.as_deref();
        file == Some(Path::new(NO_TOKEN))
    }

    /// The file with the upstream's token.
    pub(crate) fn token_file(&self) -> Option<&Path> {
        let file = self.upstream_token_file.as_deref();
        file.filter(|_| !self.has_no_token())
    }

    /// Whether clients need a key.
    pub fn needs_keys(&self) -> bool {
        self.require_key.is_some()
    }

    /// Keeps what outlives the process in that folder, under names for its upstream: what is learnt of
    /// its quota, and the cache, unless another place is named for that.
    pub fn use_state_folder(&mut self, folder: &Path) {
        let Some(base) = &self.upstream else {
            return;
        };
        let name = HEXLOWER.encode(&Sha256::digest(base.as_bytes())[..8]);
        if self.cache.is_none() && self.mirror.is_none() {
            self.cache = Some(folder.join(format!("cache-{name}.db")));
        }
        self.quota_file = Some(folder.join(format!("quota-{name}.json")));
    }

    /// The file of the cache.
    pub(crate) fn cache_file(&self) -> Option<&Path> {
        self.cache
            .as_deref()
            .filter(|file| *file != Path::new("none"))
    }

    /// The number of requests that a client may send at once.
    pub(crate) fn burst(&self) -> u32 {
        let usual = self.rate.saturating_mul(4).max(1);
        self.burst.unwrap_or(usual)
    }

    /// The files with secrets or data of clients, each with what it is.
    pub fn private_files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [
            ("the upstream's token in", self.token_file()),
            ("the cache", self.cache_file()),
            ("the mirror", self.mirror.as_deref()),
            ("the keys in", self.require_key.as_deref()),
        ];
        files
            .into_iter()
            .filter_map(|(what, path)| Some((what, path?)))
    }

    pub(crate) fn times(&self) -> Times {
        let seconds = Duration::from_secs;
        let usual = self.fresh.saturating_mul(12).min(MAX_STALE);
        Times {
            fresh: seconds(self.fresh),
            browser: self.browser_fresh.map_or(Duration::MAX, seconds),
            stale: seconds(self.stale.unwrap_or(usual)),
            if_error: seconds(self.stale_if_error),
            missing: seconds(self.missing),
        }
    }
}

fn base(text: &str) -> Result<String, String> {
    base_address(text, "https://pool.example.com")
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
            ("https://v2", "https://v2"),
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
}
