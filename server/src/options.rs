//! The options of `serve`.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};
use product_pool_gateway::GatewayArgs;
use product_pool_http::{LimitArgs, Mount, Origin, ProtectedFiles, TlsArgs, base_address};
use product_pool_pages as page;
use product_pool_pages::assets::Release;
use product_pool_store::permissions;

use crate::ops::OpsArgs;

/// The options of `serve`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("source").required(true).args(["db", "upstream"]))]
pub(crate) struct ServeArgs {
    /// Check the options and the files and addresses in them, print the values in effect and
    /// their origins, and exit. The server neither listens nor sends requests to the upstream.
    #[arg(long)]
    pub(crate) check_config: bool,
    /// The catalogue file.
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
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
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin)]
    pub(crate) origins: Vec<Origin>,
    #[command(flatten)]
    pub(crate) pages: PagesArgs,
    /// Serve the package's files under `/assets` from the folder that `cargo xtask assets` fills, in
    /// place of those in the program; pages load the element from there.
    #[arg(long, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,
    /// The folder for what outlives the process: the cache of a gateway, and the package's files of
    /// earlier releases. `none` for no folder. By default systemd's `STATE_DIRECTORY`, or
    /// `product-pool-server` in the user's `XDG_STATE_HOME` or `~/.local/state`.
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
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

    /// The package's files: those of `--assets`, or in the program.
    ///
    /// # Errors
    /// In one line: why those of `--assets` cannot be used.
    pub(crate) fn release(&self) -> Result<Option<Release>, String> {
        let folder = self.assets.as_deref();
        folder.map_or_else(
            || Ok(Release::embedded()),
            |folder| Release::open(folder).map(Some),
        )
    }

    /// The folder for what outlives the process, if there is one.
    pub(crate) fn state_folder(&self) -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let in_home = || Some(PathBuf::from(set("HOME")?).join(".local/state"));
        let of_user = || set("XDG_STATE_HOME").map(PathBuf::from).or_else(in_home);
        let of_service = || {
            // systemd separates several by colons.
            let folders = set("STATE_DIRECTORY")?.into_string().ok()?;
            folders.split(':').next().map(PathBuf::from)
        };
        match &self.state {
            Some(none) if none == Path::new("none") => None,
            Some(folder) => Some(folder.clone()),
            None => of_service().or_else(|| Some(of_user()?.join("product-pool-server"))),
        }
    }

    /// Creates the folder for what outlives the process, and puts the cache there unless another
    /// place is named. Without the folder the server works, so that it cannot be created is a
    /// warning.
    pub(crate) fn use_state_folder(&mut self) {
        let Some(folder) = self.state_folder() else {
            self.state = Some(PathBuf::from("none"));
            return;
        };
        let created = std::fs::create_dir_all(&folder).map_err(|error| error.to_string());
        let usable = created.and_then(|()| permissions::writable(&folder.join("state")));
        if let Err(error) = usable {
            tracing::warn!(
                "nothing is kept for the next start, neither the cache nor the files of this release: \
                 {} cannot be used: {error}; name another folder with --state, or none",
                folder.display()
            );
            self.state = Some(PathBuf::from("none"));
            return;
        }
        permissions::remove_abandoned(&folder);
        self.gateway.use_state_folder(&folder);
        self.state = Some(folder);
    }

    /// Whether pages are requested by an option, so that what they lack deserves a warning.
    pub(crate) fn has_asked_for_pages(&self) -> bool {
        self.pages.pages == Some(true)
    }

    /// The options of HTML pages, if they are served: by a gateway without keys they are by default,
    /// for whoever reaches it may read all of it anyway.
    pub(crate) fn page_options(&self) -> Option<page::Options> {
        let is_open = self.db.is_none() && !self.gateway.needs_keys();
        self.pages.pages.unwrap_or(is_open).then(|| page::Options {
            base: self.pages.base_url.clone(),
            script: self.pages.script.clone(),
            origins: self.origins.clone(),
            ..page::Options::default()
        })
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

    /// The files that are not served.
    pub(crate) fn protected_files(&self) -> ProtectedFiles {
        self.private_files().collect()
    }
}

/// The options of HTML pages, which are public.
#[derive(Args, Debug)]
pub(crate) struct PagesArgs {
    /// Serve pages and cards too: `/p/GTIN`, `/card/gtin/GTIN`, `/card/PRODUCT`,
    /// `/drawn/gtin/GTIN`, `/drawn/PRODUCT` and GS1 Digital Links, `/01/GTIN`. They need no token.
    /// By default a gateway without `--keys` does.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, action = ArgAction::Set,
          default_missing_value = "true", hide_possible_values = true)]
    pages: Option<bool>,
    /// The public address of this server, such as `https://shop.example.com`. Without it
    /// cards as HTML and Digital Links are refused, pages have no canonical address, and the
    /// images of a catalogue are at the address of `--listen`.
    #[arg(long, value_name = "URL", value_parser = base_url)]
    pub(crate) base_url: Option<String>,
    /// The address of another script of the element, such as `/pkg/card.js`, in place
    /// of that of `--assets`.
    #[arg(long, value_name = "URL", value_parser = script)]
    script: Option<String>,
}

/// The address of a script, which becomes part of pages: any other scheme would run something else.
fn script(text: &str) -> Result<String, &'static str> {
    let is_url = ["/", "https://", "http://"]
        .iter()
        .any(|start| text.starts_with(start));
    let is_plain = text
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"'<>`\\".contains(c));
    match is_url && is_plain {
        true => Ok(text.to_owned()),
        false => {
            Err("it should be an address such as /pkg/card.js or https://shop.example/card.js")
        }
    }
}

fn origin(text: &str) -> Result<Origin, String> {
    // In a variable, one follows a comma.
    text.trim().parse()
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
        for text in ["/pkg/card.js", "https://a.b/card.js?v=1"] {
            assert_eq!(script(text).as_deref(), Ok(text));
        }
        for text in [
            "javascript:alert(1)",
            "data:,x",
            "card.js",
            "/a b",
            "/\"x",
            "",
        ] {
            assert!(script(text).is_err(), "{text}");
        }
    }
}
