//! What is different about a request of HTTP/2, before it is handled as one of HTTP/1.1.

use axum::http::uri::Authority;
use axum::http::{HeaderValue, Request, Uri, header};

/// Whether the head of a request exceeds the limit, with its size as HTTP/2 counts it (RFC
/// 9113, 6.5.2).
pub(crate) fn exceeds_head_limit<B>(request: &Request<B>, limit: u32) -> bool {
    let uri = request.uri();
    let path = uri.path_and_query().map_or(0, |path| path.as_str().len());
    let authority = uri
        .authority()
        .map_or(0, |authority| authority.as_str().len());
    let headers = request.headers().iter();
    let headers: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len() + 32)
        .sum();
    path + authority + headers > limit as usize
}

/// Converts a request of HTTP/2 to the form of HTTP/1.1: the handlers expect the host in its
/// header, and only a path in the address. If there is another host in the header, the request
/// then has both, and is refused as one of HTTP/1.1 would be.
pub(crate) fn to_http1_form<B>(mut request: Request<B>) -> Request<B> {
    let uri = request.uri().clone();
    let host = uri.authority().map(|authority| authority.as_str());
    if let Some(host) = host.and_then(|host| HeaderValue::from_str(host).ok()) {
        let headers = request.headers_mut();
        let mut sent = headers.get_all(header::HOST).iter();
        let is_same = match (sent.next(), sent.next()) {
            (None, _) => true,
            (Some(sent), None) => is_host_of(&uri, sent),
            (Some(_), Some(_)) => false,
        };
        if is_same {
            headers.insert(header::HOST, host);
        } else {
            headers.append(header::HOST, host);
        }
    }
    if let Some(path) = uri.path_and_query() {
        *request.uri_mut() = Uri::from(path.clone());
    }
    request
}

/// Whether a `Host` is that of an address (RFC 9113, 8.3.1): the same name, and the same port or
/// the scheme's.
fn is_host_of(uri: &Uri, host: &HeaderValue) -> bool {
    let Ok(host) = Authority::try_from(host.as_bytes()) else {
        return false;
    };
    let default_port = match uri.scheme_str() {
        Some("http") => 80,
        _ => 443,
    };
    let is_same_name = |name: &str| name.eq_ignore_ascii_case(host.host());
    uri.host().is_some_and(is_same_name)
        && uri.port_u16().unwrap_or(default_port) == host.port_u16().unwrap_or(default_port)
        && !host.as_str().contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_differs_from_the_authority_is_kept_beside_it() {
        for (uri, sent, expected) in [
            ("https://a.example/x", &[][..], &["a.example"][..]),
            ("https://a.example/x", &["A.Example"], &["a.example"]),
            ("https://a.example/x", &["a.example:443"], &["a.example"]),
            ("https://a.example:443/", &["a.example"], &["a.example:443"]),
            (
                "https://a.example:8443/",
                &["a.example:8443"],
                &["a.example:8443"],
            ),
            ("/x", &["a.example"], &["a.example"]),
            (
                "https://a.example/x",
                &["b.example"],
                &["b.example", "a.example"],
            ),
            (
                "https://a.example/x",
                &["a.example:80"],
                &["a.example:80", "a.example"],
            ),
            (
                "https://a.example:8443/",
                &["a.example"],
                &["a.example", "a.example:8443"],
            ),
            (
                "https://a.example/x",
                &["u@a.example"],
                &["u@a.example", "a.example"],
            ),
            ("https://a.example/x", &[""], &["", "a.example"]),
            (
                "https://a.example/x",
                &["a.example", "a.example"],
                &["a.example", "a.example", "a.example"],
            ),
        ] {
            let mut request = Request::builder().uri(uri);
            for host in sent {
                request = request.header(header::HOST, *host);
            }
            let request = to_http1_form(request.body(()).unwrap());
            let hosts = request.headers().get_all(header::HOST).iter();
            let hosts: Vec<_> = hosts.map(|host| host.to_str().unwrap()).collect();
            assert_eq!(hosts, expected, "{uri} {sent:?}");
            assert!(request.uri().path().starts_with('/') && request.uri().host().is_none());
        }
    }
}
