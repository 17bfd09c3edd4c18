//! The options of `serve`.

use std::path::PathBuf;

use axum::http::HeaderValue;
use product_pool_gateway::GatewayArgs;
use product_pool_http::{LimitArgs, Mount, TlsArgs};
use product_pool_pages as page;

use crate::ops::OpsArgs;

/// The source of responses.
#[derive(Debug)]
pub(crate) enum Source {
    /// A catalogue.
    Catalogue(PathBuf),
    /// An upstream service, and the file of its mirror if there is one.
    Upstream(Box<GatewayArgs>, Option<PathBuf>),
}

/// How the source is served.
#[derive(Debug)]
pub(crate) struct Options {
    /// `HOST:PORT`; port 0 takes any free one.
    pub(crate) listen: String,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) image_host: Option<String>,
    pub(crate) origins: Vec<HeaderValue>,
    /// The options of HTML pages, if they are enabled.
    pub(crate) pages: Option<page::Options>,
    /// The folder of the package's files, if they are served.
    pub(crate) assets: Option<PathBuf>,
    pub(crate) ops: OpsArgs,
    pub(crate) tls: TlsArgs,
    pub(crate) limits: LimitArgs,
}
