//! The `health` command: probes a server, for containers that hold no other program.

use std::time::Duration;

use reqwest::Client;

/// The longest part of the response that is shown, in bytes.
const MAX_SHOWN: usize = 1000;

/// Requests a probe and returns its response if the server is well.
///
/// # Errors
/// In one line: that the server is not well, or does not respond.
pub(crate) fn check_health(url: &str, timeout: Duration) -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    runtime.block_on(async {
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(timeout)
            .tls_certs_only([])
            .build()
            .map_err(|error| format!("cannot send the request: {error}"))?;
        let response = client
            .get(url)
            .send()
            .await
            .map_err(|error| failed(&error))?;
        let status = response.status().as_u16();
        let text = response.text().await.map_err(|error| failed(&error))?;
        let line: String = text
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(MAX_SHOWN)
            .collect();
        match status {
            200 => Ok(line),
            _ => Err(format!("the server responded with {status}: {line}")),
        }
    })
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
