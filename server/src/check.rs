//! `serve --check-config`: checks that everything the configuration names exists and can be
//! used, without serving and without leaving anything behind.

use std::net::ToSocketAddrs;

use crate::options::{ServeArgs, Source};
use product_pool_gateway as gateway;
use product_pool_http::listener::listen::cannot_listen;
use product_pool_pages::assets::Release;
use product_pool_store::permissions;
use product_pool_store::{cursor_key, open};

/// A line for each error that would keep the server from starting or working.
pub(crate) fn check(args: &ServeArgs) -> Vec<String> {
    let mut errors = Vec::new();
    let mut record = |result: Result<(), String>| errors.extend(result.err());
    record(check_address(&args.listen));
    record(args.tls.open().map(drop));
    if let Some(address) = &args.ops.ops_listen {
        record(check_address(address));
    }
    let protected = args.protected_files();
    for mount in &args.mounts {
        record(mount.clone().resolve(&protected).map(drop));
    }
    if let Some(folder) = &args.assets {
        record(Release::open(folder).map(drop));
    }
    match args.source() {
        Source::Catalogue(db) => {
            let catalogue = open(db, false).and_then(|catalogue| cursor_key(&catalogue));
            record(catalogue.map(drop).map_err(|error| error.to_string()));
        }
        Source::Upstream(gateway_args) => errors.extend(gateway::check(gateway_args)),
    }
    errors
}

/// A warning for each configured file that every user of the machine can read, for a
/// certificate that is not valid now, for probes that other machines can reach, and for pages
/// without a script.
pub(crate) fn start_warnings(args: &ServeArgs) -> Vec<String> {
    let files = args.private_files();
    let readable = files.filter_map(|(what, file)| permissions::warning(what, file));
    let expired = args.tls.warning().into_iter();
    expired
        .chain(readable)
        .chain(open_probes(args))
        .chain(no_script(args))
        .collect()
}

/// A warning if the pages have no script.
fn no_script(args: &ServeArgs) -> Option<String> {
    let pages = args.page_options().filter(|_| args.has_asked_for_pages())?;
    let has_none = pages.script.is_none() && args.release().ok()?.is_none();
    has_none.then(|| {
        "this program was built without the package's files, so pages have no script and only show \
         what was drawn on the server: run `cargo xtask assets` and add --assets target/assets, set \
         --script to the address of another card.js, or use the program of `cargo xtask server`"
            .to_owned()
    })
}

/// A warning if the pages do not know their address.
pub(crate) fn no_base(args: &ServeArgs) -> Option<String> {
    let pages = args.page_options().filter(|_| args.has_asked_for_pages());
    pages?.warning()
}

/// A warning if other machines may reach the probes, with which anyone can purge.
fn open_probes(args: &ServeArgs) -> Option<String> {
    let address = args.ops.ops_listen.as_deref()?;
    let is_open = address
        .to_socket_addrs()
        .ok()?
        .any(|socket| !socket.ip().is_loopback());
    is_open.then(|| {
        format!(
            "--ops-listen {address} is not a loopback address, and whoever can reach it may read \
             the metrics and purge without a key: let only your monitoring reach that port, or \
             use 127.0.0.1"
        )
    })
}

/// A warning for each setting that works but is not advisable.
pub(crate) fn warnings(args: &ServeArgs) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Source::Upstream(gateway_args) = args.source() {
        warnings.extend(gateway::warnings(gateway_args));
        warnings.extend(gateway::cache_warning(gateway_args));
    }
    warnings.extend(no_base(args));
    warnings.extend(start_warnings(args));
    warnings
}

/// Notes on what is in effect beside the options, as comments: where secrets come from.
pub(crate) fn notes(args: &ServeArgs) -> String {
    match args.source() {
        Source::Catalogue(_) => "# no errors".to_owned(),
        Source::Upstream(args) => format!(
            "# the upstream's token: {}\n# no errors",
            gateway::token_source(args)
        ),
    }
}

/// Whether an address has the form of one that can be bound.
fn check_address(address: &str) -> Result<(), String> {
    let found = address.to_socket_addrs();
    found
        .map(drop)
        .map_err(|error| cannot_listen(address, &error))
}
