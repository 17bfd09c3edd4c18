//! Limits on connections and on the heads of requests.

use std::time::Duration;

use clap::Args;

use crate::file_limit::available_connections;
use crate::size::Size;
use crate::whole_number;

/// The longest path and query accepted, in bytes. The longest cursor and the longest filters
/// fit with room to spare.
pub const MAX_URI: usize = 8192;

/// The smallest configurable limit of a head: the smallest buffer that hyper reads with.
const MIN_HEAD: u64 = 8 << 10;
/// The largest configurable limit of a head: four times the default. Each open connection may need
/// that much memory, of which the allocator keeps a part when it has closed: a thousand of 1 MB
/// took 400 MB and more, of 128 KB at most 130.
const MAX_HEAD: u64 = 128 << 10;

/// Options that limit what one client, or all of them, can take of the server.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// The maximum size of a request's head: its first line and all headers.
    #[arg(long, value_name = "SIZE", default_value = "32K", value_parser = head_limit)]
    pub(crate) head_limit: Size,
    /// The timeout of a request's head, and of a connection between two requests.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole_number(1..=3600))]
    pub(crate) head_timeout: u64,
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
            // At most `MAX_HEAD`.
            size: u32::try_from(self.head_limit.0).unwrap_or(u32::MAX),
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

fn head_limit(text: &str) -> Result<Size, String> {
    let size: Size = text.parse()?;
    match size.0 {
        MIN_HEAD..=MAX_HEAD => Ok(size),
        _ => Err("it should be between 8K and 128K".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_limits_are_checked() {
        for (text, bytes) in [("8K", 8 << 10), ("32768", 32 << 10), ("128K", 128 << 10)] {
            assert_eq!(head_limit(text), Ok(Size(bytes)));
        }
        for text in ["0", "8191", "129K", "1M", "head", ""] {
            assert!(head_limit(text).is_err(), "{text}");
        }
    }
}
