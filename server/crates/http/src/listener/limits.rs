//! Limits on connections and on the heads of requests.

use std::time::Duration;

use clap::Args;

use crate::listener::file_limit::available_connections;

/// The longest path and query accepted, in bytes. The longest cursor and the longest filters
/// fit with room to spare.
pub const MAX_URI: usize = 8192;

/// The maximum size of a request's head, its first line and all headers, in bytes: what proxies
/// such as nginx accept. Each open connection may need that much memory, of which the allocator
/// keeps a part when it has closed (docs/decisions/gateway.md).
const MAX_HEAD: u32 = 32 << 10;

/// Options that limit what one client, or all of them, can take of the server.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// The timeout of a request's head, and of a connection between two requests, in seconds. No
    /// option, because a client that holds a connection for longer keeps nobody out: it is the
    /// first to be closed when all are open. A field, because tests change it.
    #[arg(skip = 30u64)]
    pub head_timeout: u64,
    /// The maximum number of open connections. When it is reached, the connection that
    /// has been idle for longest is closed for a new one.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    pub(crate) connections: u32,
}

impl LimitArgs {
    /// The number of connections to allow, if the process also needs that many handles for
    /// `other_files`.
    pub fn connections(&self, other_files: usize) -> usize {
        available_connections(self.connections as usize, other_files)
    }

    /// The limits of each connection.
    pub fn head_limits(&self) -> HeadLimits {
        HeadLimits {
            size: MAX_HEAD,
            time: Duration::from_secs(self.head_timeout),
        }
    }
}

/// Limits of the heads of requests.
#[derive(Clone, Copy, Debug)]
pub struct HeadLimits {
    /// The maximum size of a head, in bytes.
    pub(crate) size: u32,
    /// The timeout for sending a head, and between two requests.
    pub(crate) time: Duration,
}
