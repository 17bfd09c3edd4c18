//! What `serve` serves, and how.

use std::path::PathBuf;

use axum::http::HeaderValue;
use product_pool_gateway::GatewayArgs;
use product_pool_http::{LimitArgs, Mount, TlsArgs};
use product_pool_pages as page;

use crate::ops::OpsArgs;

/// Where answers come from.
#[derive(Debug)]
pub(crate) enum Source {
    /// A catalogue.
    Catalogue(PathBuf),
    /// Another service, and the file of its copy if one is kept.
    Upstream(Box<GatewayArgs>, Option<PathBuf>),
}

/// How it is served.
#[derive(Debug)]
pub(crate) struct Options {
    /// `HOST:PORT`; port 0 takes any that is free.
    pub(crate) listen: String,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) image_host: Option<String>,
    pub(crate) origins: Vec<HeaderValue>,
    /// Pages for people, if any are wanted.
    pub(crate) pages: Option<page::Options>,
    /// The folder of the package's files, if they are to be given out.
    pub(crate) assets: Option<PathBuf>,
    pub(crate) ops: OpsArgs,
    pub(crate) tls: TlsArgs,
    pub(crate) limits: LimitArgs,
}
