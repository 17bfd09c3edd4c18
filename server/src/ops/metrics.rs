//! Metrics for Prometheus.
//!
//! Labels are from fixed sets in this program: routes, methods, classes of status. None comes
//! from a request, so clients cannot increase their number.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::file_descriptors::FileDescriptors;
use super::source::Source;
use product_pool_http::listener::metrics::{histogram, metric};
use product_pool_http::{ConnectionMetrics, Expiry};

/// The media type of the text from [`Metrics::text`].
pub(crate) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A label and its value.
type Label = (&'static str, &'static str);

/// The metrics of requests, and those that are collected when they are read.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<[Label; 3], Counter>,
    durations: Family<[Label; 1], Histogram, fn() -> Histogram>,
    in_flight: Gauge,
}

impl Metrics {
    /// Creates the metrics with all counters at zero. The source is set later, once it is
    /// open.
    pub(crate) fn new(
        source: Arc<OnceLock<Source>>,
        connections: &ConnectionMetrics,
        certificate: Option<Expiry>,
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
        registry.register_collector(Box::new(FileDescriptors));
        let own_registry = registry.sub_registry_with_prefix("product_pool");
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
        own_registry.register_collector(Box::new(OnRead {
            source,
            certificate,
        }));
        Metrics {
            registry,
            requests,
            durations,
            in_flight,
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

    /// All metrics in the OpenMetrics text format.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &self.registry)?;
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

/// What is computed on each read: the source's metrics, and the expiry of the TLS certificate.
#[derive(Debug)]
struct OnRead {
    source: Arc<OnceLock<Source>>,
    certificate: Option<Expiry>,
}

impl Collector for OnRead {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        if let Some(expiry) = self.certificate.as_ref().and_then(Expiry::timestamp) {
            metric(
                &mut encoder,
                "tls_certificate_expiry_timestamp",
                "Expiry time of the TLS certificate since 1970",
                Some(&Unit::Seconds),
                &ConstGauge::new(expiry),
            )?;
        }
        match self.source.get() {
            Some(source) => source.encode(&mut encoder),
            None => Ok(()),
        }
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
            assert!(text.lines().any(|it| it == line), "{line}\n{text}");
        }
        assert!(text.contains("product_pool_build_info{version=\""));
    }
}
