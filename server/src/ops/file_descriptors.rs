//! Metrics of open file descriptors, which limit the number of connections.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::gauge::ConstGauge;

use product_pool_http::listener::metrics::metric;

/// The file descriptors of this process, under the metric names common to Prometheus clients.
#[derive(Debug)]
pub(super) struct FileDescriptors;

impl Collector for FileDescriptors {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Linux only, as in other Prometheus clients.
        let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
            return Ok(());
        };
        let open = i64::try_from(open.count()).unwrap_or(i64::MAX);
        metric(
            &mut encoder,
            "process_open_fds",
            "Open file descriptors",
            None,
            &ConstGauge::new(open),
        )?;
        #[cfg(unix)]
        if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            metric(
                &mut encoder,
                "process_max_fds",
                "Maximum number of open file descriptors",
                None,
                &ConstGauge::new(limit),
            )?;
        }
        Ok(())
    }
}
