//! The reqwest transport, for programs outside of a browser.

use super::{Call, Transport, TransportError, TransportResponse};
use crate::client::Reason;
use std::time::Duration;

/// The transport of [reqwest](https://docs.rs/reqwest), on tokio.
///
/// With the feature `rustls` or `native-tls` it supports `https://`: TLS of
/// [rustls](https://docs.rs/rustls), or of the operating system. With `rustls-no-provider` and
/// without `rustls`, the program must install a provider of cryptography before it makes a client,
/// which panics otherwise.
///
/// ```no_run
/// use product_pool::client::{ListProducts, Options, PoolClient};
/// use futures_util::TryStreamExt;
///
/// # async fn example() -> Result<(), product_pool::client::Error> {
/// let options = Options::new("http://127.0.0.1:8080").token("demo");
/// let pool = PoolClient::new(&options)?;
/// let mut products = pool.products(&ListProducts::new());
/// while let Some(product) = products.try_next().await? {
///     println!("{}", product.to_json());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Reqwest(reqwest::Client);

impl Default for Reqwest {
    /// A client of reqwest with its defaults. With the feature `rustls` the cryptography is that of the
    /// [default provider](rustls::crypto::CryptoProvider::get_default) that the program has installed,
    /// or else that of ring, for this client alone.
    fn default() -> Self {
        #[cfg(feature = "rustls")]
        if let Ok(config) = tls()
            && let Ok(client) = reqwest::Client::builder()
                .tls_backend_preconfigured(config)
                .build()
        {
            return Reqwest(client);
        }
        Reqwest(reqwest::Client::new())
    }
}

/// TLS as reqwest's own, with certificates as the operating system judges them.
#[cfg(feature = "rustls")]
fn tls() -> Result<rustls::ClientConfig, rustls::Error> {
    use rustls::crypto::{CryptoProvider, ring};
    use rustls_platform_verifier::BuilderVerifierExt as _;
    let installed = CryptoProvider::get_default().cloned();
    let provider = installed.unwrap_or_else(|| std::sync::Arc::new(ring::default_provider()));
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?;
    Ok(config.with_no_client_auth())
}

impl From<reqwest::Client> for Reqwest {
    /// Uses this reqwest client, with its proxies, certificates and
    /// connections.
    fn from(client: reqwest::Client) -> Self {
        Reqwest(client)
    }
}

impl Transport for Reqwest {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        let mut request = self.0.get(call.url());
        for (name, value) in call.headers() {
            request = request.header(name, value);
        }
        if let Some(timeout) = call.timeout() {
            request = request.timeout(timeout);
        }
        let response = request.send().await.map_err(|error| {
            let is_tls = call.url().starts_with("https:");
            if is_tls && lacks_tls(&error) {
                TransportError::NotSent(Reason::new(NO_TLS).into())
            } else {
                failure(error)
            }
        })?;
        let status = response.status().as_u16();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.as_str(), String::from_utf8_lossy(value.as_bytes())))
            .collect();
        Ok(TransportResponse {
            status,
            headers,
            body: response.text().await.map_err(failure)?.into(),
        })
    }

    async fn pause(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// The reason why nothing is sent to `https://` without TLS, for which reqwest's own error
/// says that the scheme is not http.
const NO_TLS: &str = "product-pool is compiled without TLS: enable its feature `rustls` or \
                      `native-tls`, such as by `cargo add product-pool --features rustls`";

/// Whether an error of a request to `https://` is reqwest's for a client without TLS.
fn lacks_tls(error: &dyn std::error::Error) -> bool {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes
        .last()
        .is_some_and(|error| error.to_string().contains("scheme is not http"))
}

fn failure(error: reqwest::Error) -> TransportError {
    if error.is_timeout() {
        TransportError::Timeout
    } else if error.is_builder() {
        TransportError::NotSent(error.into())
    } else {
        TransportError::Network(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_without_tls_is_recognised() {
        let error = |text: &str| std::io::Error::other(text.to_owned());
        // What reqwest says is inside two further errors.
        let inner = error("invalid URL, scheme is not http");
        let outer = std::io::Error::other(std::io::Error::other(inner));
        assert!(lacks_tls(&outer));
        assert!(!lacks_tls(&error("connection refused")));
    }

    #[cfg(feature = "rustls")]
    #[test]
    fn a_client_chooses_no_cryptography_for_the_process() {
        let _ = Reqwest::default();
        assert!(rustls::crypto::CryptoProvider::get_default().is_none());
    }
}
