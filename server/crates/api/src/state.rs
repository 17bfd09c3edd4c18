//! The state that the handlers share.

use product_pool_http::responses::problem::Problem;
use product_pool_http::{Mount, Origin};
use product_pool_store::{Pool, StoreError};
use rusqlite::Connection;

use crate::cursor::Cursors;

/// The catalogue and the settings that all handlers share.
#[derive(Debug)]
pub struct App {
    /// Connections to the catalogue.
    pub pool: Pool,
    /// The key of the cursors of lists.
    pub cursors: Cursors,
    /// The base URL of images, without a slash at the end. It is not made of a request's `Host`,
    /// which clients can forge.
    pub image_base: String,
    /// Whether the demo token, which is public, is accepted.
    pub demo_token: bool,
    /// Static files served beside the API.
    pub mounts: Vec<Mount>,
    /// The origins whose pages may read the API; `*` for all.
    pub origins: Vec<Origin>,
}

impl App {
    /// Reads from the catalogue.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        self.pool.read(work).await.map_err(store_problem)
    }
}

/// The response to a request for which reading the catalogue failed; the log has the cause.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn store_problem(error: StoreError) -> Problem {
    if matches!(error, StoreError::Busy) {
        tracing::warn!("the catalogue is busy");
        return Problem::busy();
    }
    tracing::error!("{error}");
    Problem::internal()
}
