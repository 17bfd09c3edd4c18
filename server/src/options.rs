//! The options of `serve`.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};
use product_pool_gateway::GatewayArgs;
use product_pool_http::{LimitArgs, Mount, Origin, ProtectedFiles, TlsArgs, base_address};
use product_pool_pages as page;

use crate::config::ConfigArgs;
use crate::ops::OpsArgs;

/// The options of `serve`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("source").required(true).args(["db", "upstream"]))]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// The catalogue file.
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// The requests that each token of the catalogue may make a minute, and, with `--token-quota`,
    /// a day; 0 for no limit. What is left is announced in each response.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "db")]
    pub(crate) token_rate: u64,
    /// The requests that each token may make a day; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "db")]
    pub(crate) token_quota: u64,
    /// The address to listen on; port 0 takes any free port. The first line of output
    /// is the address.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    /// Serve a file or folder under a path, such as `/pkg=pkg`; a prefix that ends in `/*`
    /// is for a single-page application, such as `/*=index.html`. Repeatable.
    #[arg(long = "static", value_name = "PREFIX=PATH")]
    pub(crate) mounts: Vec<Mount>,
    /// An origin whose pages may read the API, such as
    /// `https://shop.example.com`; `https://*.example.com` for all its subdomains, `*` for all.
    /// Repeatable.
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
    pub(crate) origins: Vec<Origin>,
    #[command(flatten)]
    pub(crate) pages: PagesArgs,
    /// Serve the package's files under `/assets`, from the folder that
    /// `cargo xtask assets` fills; pages load the element from there.
    #[arg(long, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) ops: OpsArgs,
    #[command(flatten)]
    pub(crate) gateway: GatewayArgs,
}

/// The source of responses.
pub(crate) enum Source<'a> {
    /// A catalogue.
    Catalogue(&'a Path),
    /// An upstream service.
    Upstream(&'a GatewayArgs),
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Catalogue(db) => db.display().fmt(f),
            Source::Upstream(args) => f.write_str(args.upstream.as_deref().unwrap_or_default()),
        }
    }
}

impl ServeArgs {
    pub(crate) fn source(&self) -> Source<'_> {
        match self.db.as_deref() {
            Some(db) => Source::Catalogue(db),
            None => Source::Upstream(&self.gateway),
        }
    }

    /// The files with secrets or data that only the server should read, each with what it is.
    pub(crate) fn private_files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let own = [
            ("the TLS key", &self.tls.tls_key),
            ("the database", &self.db),
        ];
        own.into_iter()
            .filter_map(|(what, path)| Some((what, path.as_deref()?)))
            .chain(self.gateway.private_files())
    }

    /// The files that are not served: the private ones, and the configuration, which describes
    /// this machine and its network.
    pub(crate) fn protected_files(&self) -> ProtectedFiles {
        let config = self.config.config.as_deref();
        let config = config.map(|path| ("the configuration", path));
        self.private_files().chain(config).collect()
    }
}

/// The options of HTML pages, which are public.
#[derive(Args, Debug)]
pub(crate) struct PagesArgs {
    /// Serve pages and cards too: `/p/GTIN`, `/card/gtin/GTIN`, `/card/PRODUCT`,
    /// `/drawn/gtin/GTIN`, `/drawn/PRODUCT` and GS1 Digital Links, `/01/GTIN`. They need no token.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, action = ArgAction::Set,
          default_value_t = false, default_missing_value = "true", hide_default_value = true,
          hide_possible_values = true)]
    pages: bool,
    /// The public address of this server, such as `https://shop.example.com`. Without it
    /// pages have no canonical address, cards in pages of other sites have no styles, and
    /// the images of a catalogue are at the address of `--listen`.
    #[arg(long, value_name = "URL", value_parser = base_url)]
    pub(crate) base_url: Option<String>,
    /// The address of another script of the element, such as `/pkg/card.js`, in place
    /// of that of `--assets`.
    #[arg(long, value_name = "URL", requires = "pages")]
    script: Option<String>,
}

impl PagesArgs {
    /// The options of HTML pages, if they are enabled.
    pub(crate) fn options(&self) -> Option<page::Options> {
        self.pages.then_some(page::Options {
            base: self.base_url.clone(),
            script: self.script.clone(),
            ..page::Options::default()
        })
    }
}

fn base_url(text: &str) -> Result<String, String> {
    base_address(text, "https://shop.example.com")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_checked() {
        assert_eq!(
            base_url("https://a.b:8/c/"),
            Ok("https://a.b:8/c".to_owned())
        );
        for text in ["a.b", "ftp://a", "/x", "http://u@a", "http://a?b", ""] {
            assert!(base_url(text).is_err(), "{text}");
        }
    }
}
