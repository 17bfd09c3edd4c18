//! The source of a server's responses, a catalogue or a gateway, and its readiness.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::registry::Registry;
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

impl Source {
    /// Whether requests can be served at the moment.
    pub(crate) async fn readiness(&self) -> Readiness {
        match self {
            Source::Catalogue(pool) => Readiness {
                degraded: None,
                fault: catalogue_fault(pool).await,
                state: Map::new(),
            },
            Source::Gateway(gateway) => gateway.readiness(),
        }
    }

    /// Registers the source's own metrics, as they are now.
    pub(crate) fn register(&self, registry: &mut Registry) {
        match self {
            Source::Catalogue(_) => {}
            Source::Gateway(gateway) => gateway.register(registry),
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
