//! The progress of the index of GTINs, for probes and metrics.

use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use serde_json::{Value, json};

use super::{GtinIndex, IndexState, Size};
use product_pool_http::listener::metrics::gauges;

impl IndexState {
    const ALL: [IndexState; 4] = [
        IndexState::Building,
        IndexState::Complete,
        IndexState::Unavailable,
        IndexState::Full,
    ];

    /// The name in reports and metrics.
    fn as_str(self) -> &'static str {
        match self {
            IndexState::Building => "building",
            IndexState::Complete => "complete",
            IndexState::Unavailable => "unavailable",
            IndexState::Full => "full",
        }
    }
}

impl GtinIndex {
    /// The state of the index, for the readiness probe.
    pub(crate) fn report(&self) -> Value {
        let Size { products, gtins } = self.size();
        let state = self.state();
        json!({
            "products": products,
            "gtins": gtins,
            "complete": state == IndexState::Complete,
            "state": state.as_str(),
        })
    }

    /// Registers the metrics of the index, as they are now.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let Size { products, gtins } = self.size();
        let help = "Products in the index of GTINs";
        registry.register("gtin_index_products", help, ConstGauge::new(products));
        let help = "GTINs of cases and components in the index of GTINs";
        registry.register("gtin_index_gtins", help, ConstGauge::new(gtins));
        let current = self.state();
        registry.register(
            "gtin_index",
            "1 for the state of the index of GTINs: building until the whole list was read once, \
             then complete; unavailable while the upstream gives no lists; full while it lists more \
             products than are kept",
            gauges(
                "state",
                IndexState::ALL.map(|state| (state.as_str(), u64::from(state == current))),
            ),
        );
    }
}
