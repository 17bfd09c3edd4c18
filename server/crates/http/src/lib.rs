//! The HTTP layer of the server: connections ([`listen`], TLS), limits on both, the layers
//! that every request passes ([`request_guard`], [`security`], compression), and responses of
//! every kind ([`answer`], [`problem`], [`mod@file`]), with their [`cache_tags`].
//!
//! Nothing here depends on where responses come from: a catalogue or a gateway.

mod activity;
pub mod answer;
pub mod auth;
mod cache_outcome;
pub mod cache_tags;
mod compression;
mod connection;
mod connection_limit;
pub mod cors;
pub mod file;
mod file_limit;
mod head_errors;
mod head_lines;
pub mod head_method;
mod http2_request;
mod internal;
mod limits;
pub mod listen;
pub mod metrics;
pub mod nearest;
pub mod network;
pub mod params;
mod per_ip_limit;
pub mod problem;
mod protected;
mod readiness;
mod representations;
pub mod request_guard;
pub mod request_id;
pub mod security;
mod service;
pub mod static_files;
mod tls;
mod validity;
mod whole_number;

pub use answer::Representation;
pub use cache_outcome::CacheOutcome;
pub use compression::with_compression;
pub use connection::Peer;
pub use internal::InternalRequest;
pub use limits::{LimitArgs, MAX_URI};
pub use metrics::ConnectionMetrics;
pub use per_ip_limit::PerIpLimit;
pub use protected::ProtectedFiles;
pub use readiness::Readiness;
pub use representations::Representations;
pub use service::HttpService;
pub use static_files::Mount;
pub use tls::{Expiry, Tls, TlsArgs};
pub use whole_number::whole_number;
