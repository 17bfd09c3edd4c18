//! Metrics of open file descriptors, which limit the number of connections.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

use product_pool_http::listener::metrics::gauge;

/// The file descriptors of this process, under the metric names common to Prometheus clients.
#[derive(Debug)]
pub(super) struct FileDescriptors;

impl Collector for FileDescriptors {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Linux only, as in other Prometheus clients.
        let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
            return Ok(());
        };
        let help = "Open file descriptors";
        gauge(&mut encoder, "process_open_fds", help, open.count() as u64)?;
        if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
            let help = "Maximum number of open file descriptors";
            gauge(&mut encoder, "process_max_fds", help, limit)?;
        }
        Ok(())
    }
}
