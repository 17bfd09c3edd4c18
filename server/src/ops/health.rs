//! The `health` command: probes a server, for containers without another HTTP client.

use std::time::Duration;

use reqwest::Client;

/// The maximum number of characters of the response that are shown.
const MAX_SHOWN: usize = 1000;

/// Requests a probe and returns its response if the server is healthy.
///
/// # Errors
/// In one line: the server is not healthy, or does not respond.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn check_health(url: &str, timeout: Duration) -> Result<String, String> {
    if url.starts_with("https://") {
        return Err(
            "this command knows no certificates, so it checks http:// only: use the address of \
             --ops-listen, which has no TLS"
                .to_owned(),
        );
    }
    product_pool_http::install_crypto();
    let client = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(timeout)
        .tls_certs_only([])
        .build()
        .map_err(|error| format!("cannot send the request: {error}"))?;
    let response = client.get(url).send().await;
    let response = response.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    let text = response.text().await.map_err(|error| failed(&error))?;
    let line = text.lines().next().unwrap_or_default();
    match status {
        200 => Ok(format!("{line:.MAX_SHOWN$}")),
        _ => Err(format!(
            "the server responded with {status}: {line:.MAX_SHOWN$}"
        )),
    }
}

fn failed(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "the server did not respond in time".to_owned();
    }
    format!(
        "cannot reach the server: {}",
        product_pool_gateway::root_cause(error)
    )
}
