//! Connections: accepted, limited, read and closed.

pub(crate) mod activity;
pub(crate) mod connection;
pub(crate) mod connection_limit;
pub(crate) mod file_limit;
pub(crate) mod head_errors;
pub(crate) mod head_lines;
pub(crate) mod http2_request;
pub(crate) mod limits;
pub mod listen;
pub mod metrics;
pub(crate) mod per_ip_limit;
pub(crate) mod tls;
