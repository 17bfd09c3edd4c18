//! Security headers of responses: one policy for each kind of response, all defined here and
//! set by one layer.
//!
//! A handler marks its response with a [`Kind`]. An unmarked response is data, whose policy
//! allows nothing at all.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use tower::ServiceExt as _;

use crate::service::HttpService;

/// The kind of a response, which determines its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Records, problems, redirects: read by programs, never displayed.
    Data,
    /// A page of the server.
    Page,
    /// A card to be embedded in another site's page.
    Fragment,
    /// An HTML file.
    Document,
    /// A script, which may be a worker: the policy of its own file applies to a worker.
    Script,
    /// Images, styles, WebAssembly: resources that pages of all origins may load.
    Asset,
}

impl Kind {
    /// The kind of a file of that media type.
    pub fn for_media_type(mime: &str) -> Kind {
        match mime.split(';').next().unwrap_or_default() {
            "text/html" => Kind::Document,
            "text/javascript" => Kind::Script,
            _ => Kind::Asset,
        }
    }

    /// Marks a response with this kind.
    pub fn mark(self, mut response: Response) -> Response {
        response.extensions_mut().insert(self);
        response
    }
}

/// The policy of responses that are never displayed: nothing is loaded, run or framed.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// The policy of HTML files and scripts, which may send requests to a pool on any host.
const FILES: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data: https: http:; connect-src 'self' https: http:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// Features of the browser that no response may use.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/// The permissions of HTML files, which may scan barcodes with the camera, if the visitor
/// allows it.
const DOCUMENT_PERMISSIONS: &str = "accelerometer=(), camera=(self), display-capture=(), \
    geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/// The value of `Strict-Transport-Security`: for a year, without subdomains, which may belong
/// to others.
const HSTS: &str = "max-age=31536000";

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The security policies of a server.
#[derive(Debug)]
pub struct Policies {
    page: HeaderValue,
    fragment: HeaderValue,
    tls: bool,
}

impl Policies {
    /// The policies of a server whose pages load `script` and have style elements that the
    /// sources `styles` allow. `tls` is whether the server itself terminates TLS; a
    /// proxy that does sends its own `Strict-Transport-Security`.
    pub fn new(script: Option<&str>, styles: &[String], tls: bool) -> Policies {
        let with_styles = |styles| {
            let policy = HeaderValue::from_str(&page(script.and_then(origin), styles));
            policy.unwrap_or(HeaderValue::from_static(NOTHING))
        };
        Policies {
            page: with_styles(styles),
            fragment: with_styles(&[]),
            tls,
        }
    }

    fn apply(&self, kind: Kind, headers: &mut HeaderMap) {
        const STRICT: &str = "strict-origin-when-cross-origin";
        let own = HeaderValue::from_static;
        // CORS requests are allowed or denied by the CORS headers, not by the second column.
        let (content, resource, referrer) = match kind {
            Kind::Data => (own(NOTHING), "same-origin", "no-referrer"),
            Kind::Page => (self.page.clone(), "same-origin", STRICT),
            Kind::Fragment => (self.fragment.clone(), "cross-origin", STRICT),
            Kind::Document => (own(FILES), "same-origin", STRICT),
            Kind::Script => (own(FILES), "cross-origin", STRICT),
            Kind::Asset => (own(NOTHING), "cross-origin", STRICT),
        };
        let permissions = match kind {
            Kind::Document => DOCUMENT_PERMISSIONS,
            _ => PERMISSIONS,
        };
        headers.insert(header::CONTENT_SECURITY_POLICY, content);
        for (name, text) in [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, referrer),
            (PERMISSIONS_POLICY, permissions),
            (RESOURCE_POLICY, resource),
        ] {
            headers.insert(name, HeaderValue::from_static(text));
        }
        if matches!(kind, Kind::Page | Kind::Document) {
            headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
        }
        if self.tls {
            let value = HeaderValue::from_static(HSTS);
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
        }
    }
}

/// The policy of pages: scripts from this server and, if given, from the origin `script_origin`;
/// styles from this server and those with one of the hashes in `styles`; images from any host.
fn page(script_origin: Option<&str>, styles: &[String]) -> String {
    let more = script_origin
        .map(|origin| format!(" {origin}"))
        .unwrap_or_default();
    let styles: String = styles.iter().map(|hash| format!(" {hash}")).collect();
    format!(
        "default-src 'none'; script-src 'self'{more} 'wasm-unsafe-eval'; style-src 'self'{styles}; \
         img-src 'self' https: http:; connect-src 'self'{more}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'; \
         require-trusted-types-for 'script'; trusted-types product-pool"
    )
}

/// The origin of an absolute URL.
fn origin(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let end = scheme.len() + "://".len() + host.len();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    (matches!(scheme, "http" | "https") && !host.is_empty() && host.bytes().all(plain))
        .then(|| address.get(..end))
        .flatten()
}

/// The value of the `Date` header. hyper's own would not advance for as long as the system's
/// clock is set back.
fn date() -> HeaderValue {
    let now = Timestamp::now();
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&now);
    let date = date.ok().and_then(|date| HeaderValue::try_from(date).ok());
    date.unwrap_or(HeaderValue::from_static(""))
}

/// Adds the security headers and the date to every response of a service.
pub fn with_security_headers<S: HttpService>(service: S, policies: Policies) -> impl HttpService {
    let policies = Arc::new(policies);
    service.map_response(move |mut response: Response| {
        let kind = response.extensions().get().copied().unwrap_or(Kind::Data);
        policies.apply(kind, response.headers_mut());
        response.headers_mut().insert(header::DATE, date());
        response
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kind; 6] = [
        Kind::Data,
        Kind::Page,
        Kind::Fragment,
        Kind::Document,
        Kind::Script,
        Kind::Asset,
    ];

    fn applied(kind: Kind, script: Option<&str>, tls: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let styles = ["'sha256-A='".to_owned(), "'sha256-B='".to_owned()];
        Policies::new(script, &styles, tls).apply(kind, &mut headers);
        headers
    }

    #[tokio::test]
    async fn every_response_has_the_current_date() {
        use tower::ServiceExt as _;
        let service = with_security_headers(axum::Router::new(), Policies::new(None, &[], false));
        let before = Timestamp::now().as_second();
        let request: axum::extract::Request = Default::default();
        let response = service.oneshot(request).await.unwrap_or_default();
        let date = response.headers()[header::DATE]
            .to_str()
            .unwrap_or_default();
        let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(date);
        let date = date.map(Timestamp::as_second).unwrap_or_default();
        assert!(
            (before..=Timestamp::now().as_second()).contains(&date),
            "{date}"
        );
    }

    #[test]
    fn style_elements_are_allowed_in_pages_only() {
        for kind in ALL {
            let headers = applied(kind, None, false);
            let policy = headers[header::CONTENT_SECURITY_POLICY].to_str();
            let policy = policy.unwrap_or_default();
            let allowed = policy.contains("; style-src 'self' 'sha256-A=' 'sha256-B=';");
            assert_eq!(allowed, kind == Kind::Page, "{kind:?}: {policy}");
            assert_eq!(policy.contains("sha256"), kind == Kind::Page, "{kind:?}");
        }
    }

    #[test]
    fn no_policy_allows_inline_scripts() {
        for kind in ALL {
            let headers = applied(kind, Some("https://cdn.example/card.js"), false);
            let policy = &headers[header::CONTENT_SECURITY_POLICY];
            let policy = policy.to_str().unwrap_or_default();
            assert!(policy.contains("default-src"), "{kind:?}");
            for unsafe_word in ["unsafe-inline", "'unsafe-eval'", "*", "script-src http"] {
                assert!(!policy.contains(unsafe_word), "{kind:?}: {policy}");
            }
        }
    }

    #[test]
    fn only_html_files_may_use_the_camera() {
        for kind in ALL {
            let headers = applied(kind, None, false);
            let policy = headers[PERMISSIONS_POLICY].to_str().unwrap_or_default();
            let expected = if kind == Kind::Document {
                PERMISSIONS.replace("camera=()", "camera=(self)")
            } else {
                PERMISSIONS.to_owned()
            };
            assert_eq!(policy, expected, "{kind:?}");
        }
    }

    #[test]
    fn a_script_origin_may_serve_scripts_and_data_only() {
        let headers = applied(Kind::Page, Some("https://cdn.example:8/a/card.js?x"), false);
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str();
        let policy = policy.unwrap_or_default();
        assert_eq!(
            policy.matches("https://cdn.example:8").count(),
            2,
            "{policy}"
        );
        assert!(policy.contains("script-src 'self' https://cdn.example:8 'wasm"));
        assert!(policy.contains("connect-src 'self' https://cdn.example:8;"));
        let near = applied(Kind::Page, Some("/pkg/card.js"), false);
        let policy = near[header::CONTENT_SECURITY_POLICY].to_str();
        assert!(
            policy.is_ok_and(|policy| policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
        );
    }

    #[test]
    fn origins_are_parsed_from_plain_urls_only() {
        assert_eq!(origin("https://a.b:8/c"), Some("https://a.b:8"));
        assert_eq!(origin("http://[::1]?c"), Some("http://[::1]"));
        for text in [
            "/a.js",
            "//a/b.js",
            "data:text/javascript,1",
            "https:///x",
            "https://a; script-src b/x",
            "https://*/x",
            "https://u@a/x",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }

    #[test]
    fn only_a_server_with_tls_sends_hsts() {
        for kind in ALL {
            let has =
                |tls| applied(kind, None, tls).contains_key(header::STRICT_TRANSPORT_SECURITY);
            assert!(has(true) && !has(false), "{kind:?}");
        }
    }
}
