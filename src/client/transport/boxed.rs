//! Any transport as one type, for programs that choose theirs while running.

use super::{BoxFuture, Call, MaybeSend, MaybeSync, Transport, TransportError, TransportResponse};
use crate::client::PoolClient;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Any [`Transport`], so that a client is a `PoolClient<BoxTransport>` whatever it sends
/// with. Clones share the transport.
///
/// ```
/// use product_pool::client::{BoxTransport, Options, PoolClient, Transport};
///
/// fn client(transport: impl Transport + 'static) -> PoolClient<BoxTransport> {
///     let options = Options::new("https://pool.example");
///     PoolClient::with_transport(&options, BoxTransport::new(transport)).unwrap()
/// }
/// ```
#[derive(Clone)]
pub struct BoxTransport(Arc<dyn DynTransport>);

/// A client whatever it sends with, such as that of Yew components.
///
/// ```
/// use product_pool::client::{BoxClient, Options, PoolClient, Transport};
///
/// /// A program stores its client without a parameter for the transport.
/// struct Till {
///     pool: BoxClient,
/// }
///
/// impl Till {
///     fn new(transport: impl Transport + 'static) -> Result<Till, product_pool::client::Error> {
///         let client = PoolClient::with_transport(&Options::new("https://pool.example"), transport)?;
///         Ok(Till { pool: client.boxed() })
///     }
/// }
/// ```
pub type BoxClient = PoolClient<BoxTransport>;

impl BoxTransport {
    /// This transport, boxed.
    #[cfg_attr(
        target_arch = "wasm32",
        allow(clippy::arc_with_non_send_sync, reason = "one thread is all there is")
    )]
    pub fn new(transport: impl Transport + 'static) -> Self {
        BoxTransport(Arc::new(transport))
    }
}

impl<T: Transport + 'static> PoolClient<T> {
    /// This client whatever it sends with; both share all that clones share.
    pub fn boxed(self) -> BoxClient {
        PoolClient {
            base: self.base,
            retry_policy: self.retry_policy,
            revalidates: self.revalidates,
            shared: self.shared,
            transport: BoxTransport::new(self.transport),
        }
    }
}

impl fmt::Debug for BoxTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoxTransport")
    }
}

impl Transport for BoxTransport {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        self.0.get(call).await
    }

    async fn pause(&self, time: Duration) {
        self.0.pause(time).await;
    }

    fn random(&self) -> f64 {
        self.0.random()
    }
}

/// [`Transport`] with boxed futures, of which there can be a trait object.
trait DynTransport: MaybeSend + MaybeSync {
    fn get<'a>(
        &'a self,
        call: &'a Call<'_>,
    ) -> BoxFuture<'a, Result<TransportResponse, TransportError>>;
    fn pause(&self, time: Duration) -> BoxFuture<'_, ()>;
    fn random(&self) -> f64;
}

impl<T: Transport> DynTransport for T {
    fn get<'a>(
        &'a self,
        call: &'a Call<'_>,
    ) -> BoxFuture<'a, Result<TransportResponse, TransportError>> {
        Box::pin(Transport::get(self, call))
    }

    fn pause(&self, time: Duration) -> BoxFuture<'_, ()> {
        Box::pin(Transport::pause(self, time))
    }

    fn random(&self) -> f64 {
        Transport::random(self)
    }
}
