//! The source of a server's responses, a catalogue or a gateway, and its readiness.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::DescriptorEncoder;
use serde_json::Map;

use product_pool_gateway::Gateway;
use product_pool_http::Readiness;
use product_pool_store::Pool;

/// How long a catalogue may take to respond to the readiness check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The source of a server's responses.
pub(crate) enum Source {
    /// A catalogue.
    Catalogue(Pool),
    /// A gateway: an upstream and its cache.
    Gateway(Arc<Gateway>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Catalogue(_) => "Catalogue",
            Source::Gateway(_) => "Gateway",
        })
    }
}

impl Source {
    /// Whether requests can be served at the moment.
    pub(crate) async fn readiness(&self) -> Readiness {
        match self {
            Source::Catalogue(pool) => Readiness {
                fault: catalogue_fault(pool).await,
                state: Map::new(),
            },
            Source::Gateway(gateway) => gateway.readiness(),
        }
    }

    /// Writes the source's own metrics.
    pub(crate) fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        match self {
            Source::Catalogue(_) => Ok(()),
            Source::Gateway(gateway) => gateway.encode(encoder),
        }
    }
}

async fn catalogue_fault(pool: &Pool) -> Option<&'static str> {
    let query = pool.read(|connection| {
        let sql = "SELECT EXISTS (SELECT 1 FROM product)";
        Ok(connection.query_row(sql, [], |row| row.get::<_, bool>(0))?)
    });
    match tokio::time::timeout(TIMEOUT, query).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => {
            tracing::warn!("the catalogue cannot be read: {error}");
            Some("the catalogue cannot be read")
        }
        Err(_) => Some("the catalogue does not respond in time"),
    }
}
