//! Metrics for Prometheus.
//!
//! Labels are from fixed sets in this program: routes, methods, classes of status. None comes
//! from a request, so clients cannot increase their number.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::source::Source;
use product_pool_http::listener::metrics::histogram;
use product_pool_http::{ConnectionMetrics, Tls};

/// The media type of the text from [`Metrics::text`].
pub(crate) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The prefix of the names of this server's metrics.
const PREFIX: &str = "product_pool";

/// A label and its value.
type Label = (&'static str, &'static str);

/// The metrics of requests, and what others are read from.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<[Label; 3], Counter>,
    durations: Family<[Label; 1], Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    source: Arc<OnceLock<Source>>,
    tls: Option<Tls>,
}

impl Metrics {
    /// Creates the metrics with all counters at zero. The source is set later, once it is
    /// open.
    pub(crate) fn new(
        source: Arc<OnceLock<Source>>,
        connections: &ConnectionMetrics,
        tls: Option<Tls>,
    ) -> Metrics {
        let requests = Family::default();
        let durations = Family::new_with_constructor(histogram as fn() -> Histogram);
        let in_flight = Gauge::default();
        let mut registry = Registry::default();
        let started = SystemTime::now().duration_since(UNIX_EPOCH);
        registry.register_with_unit(
            "process_start_time",
            "Start time of the process since 1970",
            Unit::Seconds,
            ConstGauge::new(started.unwrap_or_default().as_secs_f64()),
        );
        let own_registry = registry.sub_registry_with_prefix(PREFIX);
        own_registry.register(
            "build",
            "Version of the server",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        own_registry.register(
            "http_requests",
            "Requests by route, method and class of status; cancelled if the client disconnected \
             before the response",
            requests.clone(),
        );
        own_registry.register_with_unit(
            "http_request_duration",
            "Time from a request to its response",
            Unit::Seconds,
            durations.clone(),
        );
        own_registry.register(
            "http_requests_in_flight",
            "Requests in flight",
            in_flight.clone(),
        );
        connections.register(own_registry);
        Metrics {
            registry,
            requests,
            durations,
            in_flight,
            source,
            tls,
        }
    }

    /// Counts a request as started.
    pub(crate) fn request_started(&self) {
        self.in_flight.inc();
    }

    /// Counts a request as ended: with a response, or because its client disconnected.
    pub(crate) fn request_ended(
        &self,
        route: &'static str,
        method: &'static str,
        status: Option<u16>,
        duration: Duration,
    ) {
        self.in_flight.dec();
        let class = status.map_or("cancelled", class);
        let labels = [("route", route), ("method", method), ("status", class)];
        self.requests.get_or_create(&labels).inc();
        if status.is_some() {
            let histogram = self.durations.get_or_create(&[("route", route)]);
            histogram.observe(duration.as_secs_f64());
        }
    }

    /// All metrics in the OpenMetrics text format: those that count, and those that are read now.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut current = Registry::default();
        register_file_descriptors(&mut current);
        let own_registry = current.sub_registry_with_prefix(PREFIX);
        if let Some(expiry) = self.tls.as_ref().and_then(Tls::expiry) {
            own_registry.register_with_unit(
                "tls_certificate_expiry_timestamp",
                "Expiry time of the TLS certificate since 1970",
                Unit::Seconds,
                ConstGauge::new(expiry),
            );
        }
        if let Some(source) = self.source.get() {
            source.register(own_registry);
        }
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, &current)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

fn class(status: u16) -> &'static str {
    match status {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

/// Registers the file descriptors of this process, which limit the number of connections, under the
/// names common to Prometheus clients. Linux only, as in those.
fn register_file_descriptors(registry: &mut Registry) {
    let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
        return;
    };
    let open = ConstGauge::new(open.count());
    registry.register("process_open_fds", "Open file descriptors", open);
    if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
        let help = "Maximum number of open file descriptors";
        registry.register("process_max_fds", help, ConstGauge::new(limit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_labels() {
        let metrics = Metrics::new(Arc::default(), &ConnectionMetrics::default(), None);
        for status in [200, 206, 304, 404, 503] {
            metrics.request_started();
            metrics.request_ended(
                "/v2/products",
                "GET",
                Some(status),
                Duration::from_millis(2),
            );
        }
        metrics.request_started();
        metrics.request_ended("/v2/products", "GET", None, Duration::from_millis(2));
        metrics.request_started();
        let text = metrics.text().unwrap();
        for line in [
            "product_pool_http_requests_total{route=\"/v2/products\",method=\"GET\",status=\"2xx\"} 2",
            "product_pool_http_requests_total{route=\"/v2/products\",method=\"GET\",status=\"5xx\"} 1",
            "product_pool_http_requests_total{route=\"/v2/products\",method=\"GET\",status=\"cancelled\"} 1",
            "product_pool_http_request_duration_seconds_bucket{le=\"0.0025\",route=\"/v2/products\"} 5",
            "product_pool_http_request_duration_seconds_count{route=\"/v2/products\"} 5",
            "product_pool_http_requests_in_flight 1",
            "# TYPE process_start_time_seconds gauge",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(text.contains("product_pool_build_info{version=\""));
    }
}
