//! `serve --check-config`: checks that everything the configuration names exists and can be
//! used, without serving and without leaving anything behind.

use std::net::ToSocketAddrs;

use crate::options::{Options, Source};
use product_pool_gateway as gateway;
use product_pool_pages as page;
use product_pool_pages::assets::Release;
use product_pool_store::mirror::refuse_mirror;
use product_pool_store::permissions;
use product_pool_store::{cursor_key, open};

/// A line for each error that would keep the server from starting or working.
pub(crate) fn check(source: &Source, options: &Options) -> Vec<String> {
    let mut errors = Vec::new();
    let mut record = |result: Result<(), String>| errors.extend(result.err());
    record(check_address(&options.listen));
    record(options.tls.open().map(drop));
    if let Some(address) = &options.ops.ops_listen {
        record(check_address(address));
    }
    for mount in &options.mounts {
        record(mount.clone().resolve().map(drop));
    }
    if let Some(folder) = &options.assets {
        record(Release::open(folder).map(drop));
    }
    match source {
        Source::Catalogue(db) => {
            let catalogue = open(db, false).and_then(|catalogue| {
                refuse_mirror(&catalogue, db)?;
                cursor_key(&catalogue)
            });
            record(catalogue.map(drop).map_err(|error| error.to_string()));
        }
        Source::Upstream(args, db) => errors.extend(gateway::check(args, db.as_deref())),
    }
    errors
}

/// A warning for each configured file that every user of the machine can read, and for a
/// certificate that is not valid now.
pub(crate) fn file_warnings(source: &Source, options: &Options) -> Vec<String> {
    let key = options.tls.tls_key.as_deref();
    let key = key.and_then(|key| permissions::warning("the TLS key", key));
    let (args, db) = match source {
        Source::Catalogue(db) => (None, Some(db)),
        Source::Upstream(args, db) => (Some(args), db.as_ref()),
    };
    let db = db.and_then(|db| permissions::warning("the database", db));
    let of_gateway = args
        .into_iter()
        .flat_map(|args| gateway::world_readable(args));
    let own = options.tls.warning().into_iter().chain(key).chain(db);
    own.chain(of_gateway).collect()
}

/// A warning for each setting that works but is not advisable.
pub(crate) fn warnings(source: &Source, options: &Options) -> Vec<String> {
    let of_source = match source {
        Source::Catalogue(_) => Vec::new(),
        Source::Upstream(args, _) => gateway::warnings(args)
            .chain(gateway::cache_warning(args))
            .collect(),
    };
    let of_pages = options.pages.as_ref().and_then(page::Options::warning);
    let of_files = file_warnings(source, options);
    of_source
        .into_iter()
        .chain(of_pages)
        .chain(of_files)
        .collect()
}

/// Notes on what is in effect beside the options, as comments: where secrets come from.
pub(crate) fn notes(source: &Source) -> String {
    match source {
        Source::Catalogue(_) => "# no errors".to_owned(),
        Source::Upstream(args, _) => format!(
            "# the upstream's token: {}\n# no errors",
            gateway::token_source(args)
        ),
    }
}

/// Whether an address has the form of one that can be bound.
fn check_address(address: &str) -> Result<(), String> {
    match address.to_socket_addrs().map(|mut all| all.next()) {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(format!("cannot listen on {address}: it has no IP address")),
        Err(error) => Err(format!("cannot listen on {address}: {error}")),
    }
}
