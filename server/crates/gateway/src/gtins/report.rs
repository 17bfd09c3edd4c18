//! The progress of the index of GTINs, for probes and metrics.

use std::fmt;

use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::gauge::ConstGauge;
use serde_json::{Value, json};

use super::{GtinIndex, Size, Standing};
use product_pool_http::metrics::{gauges, metric};

impl Standing {
    const ALL: [Standing; 3] = [
        Standing::Building,
        Standing::Complete,
        Standing::Unavailable,
    ];

    /// The name in reports and metrics.
    fn as_str(self) -> &'static str {
        match self {
            Standing::Building => "building",
            Standing::Complete => "complete",
            Standing::Unavailable => "unavailable",
        }
    }
}

impl GtinIndex {
    /// The state of the index, for the readiness probe.
    pub(crate) fn report(&self) -> Value {
        let Size { products, gtins } = self.size();
        let standing = self.standing();
        json!({
            "products": products,
            "gtins": gtins,
            "complete": standing == Standing::Complete,
            "state": standing.as_str(),
        })
    }

    /// Writes the metrics of the index.
    pub(crate) fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Size { products, gtins } = self.size();
        let number = |number: u64| ConstGauge::new(i64::try_from(number).unwrap_or(i64::MAX));
        metric(
            encoder,
            "gtin_index_products",
            "Products in the index of GTINs",
            None,
            &number(products),
        )?;
        metric(
            encoder,
            "gtin_index_gtins",
            "GTINs of cases and components in the index of GTINs",
            None,
            &number(gtins),
        )?;
        let standing = self.standing();
        gauges(
            encoder,
            "gtin_index",
            "1 for the state of the index of GTINs: building until the whole list was read once, \
             then complete; unavailable while the upstream gives no lists",
            None,
            "state",
            &Standing::ALL.map(|it| (it.as_str(), u64::from(it == standing))),
        )
    }
}
