//! The origins whose pages may read responses.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderValue;

const EXPECTED: &str = "it should be an origin such as https://shop.example.com, \
                        https://*.example.com for all its subdomains, or *";

/// What `--allow-origin` names, as browsers send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// All origins: `*`.
    Any,
    /// One origin.
    One(HeaderValue),
    /// The subdomains of a domain, at any depth but not the domain itself: `https://*.shop.example`.
    Subdomains {
        /// What stands before their names: `https://`.
        start: String,
        /// What stands after them, with the port if it is not the scheme's: `.shop.example:8443`.
        end: String,
    },
}

impl Origin {
    /// Whether pages of the origin in a request are meant.
    pub(crate) fn allows(&self, origin: &HeaderValue) -> bool {
        match self {
            Origin::Any => true,
            Origin::One(one) => one.as_bytes().eq_ignore_ascii_case(origin.as_bytes()),
            Origin::Subdomains { start, end } => origin.to_str().is_ok_and(|text| {
                let text = text.to_ascii_lowercase();
                let rest = text.strip_prefix(start.as_str());
                let name = rest.and_then(|rest| rest.strip_suffix(end.as_str()));
                name.is_some_and(is_name)
            }),
        }
    }
}

impl FromStr for Origin {
    type Err = String;

    /// An origin in the form that browsers send. One that no browser sends is refused: it would allow
    /// nothing, and no message would say why.
    fn from_str(text: &str) -> Result<Origin, String> {
        if text == "*" {
            return Ok(Origin::Any);
        }
        let text = text.to_ascii_lowercase();
        let (scheme, rest) = text
            .split_once("://")
            .filter(|(scheme, _)| is_scheme(scheme))
            .ok_or_else(|| format!("{EXPECTED}; this one lacks https:// or http://"))?;
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        if authority.contains(['/', '?', '#', '@']) {
            return Err(format!(
                "{EXPECTED}, without a path, a query, or a name and password"
            ));
        }
        let (host, port) = split(scheme, authority).ok_or(EXPECTED)?;
        let is_valid = match host.strip_prefix("*.") {
            Some(domain) => is_name(domain) && !ends_in_number(domain),
            None => is_host(host),
        };
        if let Some(domain) = host.strip_prefix("*.").filter(|_| is_valid)
            && is_open_to_all(domain)
        {
            return Err(format!(
                "{EXPECTED}; anybody can have a name under {domain}: put your own domain before it, \
                 as https://*.shop.{domain}"
            ));
        }
        if !is_valid {
            return Err(if host.is_ascii() {
                EXPECTED.to_owned()
            } else {
                format!("{EXPECTED}; letters beyond ASCII are written in Punycode, as xn--…")
            });
        }
        match host.strip_prefix('*') {
            Some(domain) => Ok(Origin::Subdomains {
                start: format!("{scheme}://"),
                end: format!("{domain}{port}"),
            }),
            None => HeaderValue::try_from(format!("{scheme}://{host}{port}"))
                .map(Origin::One)
                .map_err(|_| EXPECTED.to_owned()),
        }
    }
}

/// The host, and the port with its colon unless it is the scheme's own.
fn split<'a>(scheme: &str, authority: &'a str) -> Option<(&'a str, String)> {
    let (host, port) = match authority.rsplit_once(':') {
        // The last colon of an IPv6 address is not that of a port.
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => return Some((authority, String::new())),
    };
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let port: u16 = port.parse().ok().filter(|_| is_number)?;
    let is_default = matches!((scheme, port), ("https", 443) | ("http", 80));
    let port = if is_default {
        String::new()
    } else {
        format!(":{port}")
    };
    Some((host, port))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Whether this is a host as browsers write it.
fn is_host(host: &str) -> bool {
    let in_brackets = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = in_brackets {
        return address.parse().is_ok_and(|parsed: Ipv6Addr| {
            // Browsers write these in hexadecimal digits alone, unlike the standard library.
            parsed.to_ipv4_mapped().is_none() && parsed.to_string() == address
        });
    }
    is_name(host) && (!ends_in_number(host) || host.parse::<Ipv4Addr>().is_ok())
}

/// Whether this is a name of labels.
fn is_name(text: &str) -> bool {
    text.split('.').all(|label| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    })
}

/// Whether the last label is a number, which makes an address of a name.
fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    last.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether strangers have the names under a domain: a top-level one, or one like `co.uk` and
/// `github.io`, which the Public Suffix List knows. The names that are reserved for networks of one's
/// own are not in it.
fn is_open_to_all(domain: &str) -> bool {
    let suffix = psl::suffix(domain.as_bytes());
    let is_suffix = suffix.is_some_and(|suffix| suffix.as_bytes() == domain.as_bytes());
    is_suffix && !["internal", "localhost", "test"].contains(&domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> HeaderValue {
        HeaderValue::from_str(text).unwrap()
    }

    #[test]
    fn origins_are_read_as_browsers_send_them() {
        for (text, sent) in [
            ("https://shop.example", "https://shop.example"),
            ("HTTPS://Shop.Example/", "https://shop.example"),
            ("https://shop.example:443", "https://shop.example"),
            ("http://shop.example:0080/", "http://shop.example"),
            ("http://shop.example:443", "http://shop.example:443"),
            ("https://a.b:8", "https://a.b:8"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            (
                "https://xn--bcher-kva.example",
                "https://xn--bcher-kva.example",
            ),
            ("capacitor://localhost", "capacitor://localhost"),
            ("chrome-extension://abcdef", "chrome-extension://abcdef"),
        ] {
            assert_eq!(text.parse(), Ok(Origin::One(header(sent))), "{text}");
        }
        assert_eq!("*".parse(), Ok(Origin::Any));
    }

    #[test]
    fn what_no_browser_sends_is_refused() {
        for text in [
            "",
            "a",
            "null",
            "shop.example",
            "//shop.example",
            "://a",
            "1x://a",
            "https://",
            "https://a/b",
            "https://a/?",
            "https://a?b",
            "https://a#b",
            "https://u@a",
            "https://a//",
            "https://a b",
            "https://a:",
            "https://a:+1",
            "https://a:x",
            "https://a:*",
            "https://a:70000",
            "https://a..b",
            "https://.a",
            "https://a.",
            "https://bücher.example",
            "https://127.1",
            "https://1.2.3.4.5",
            "https://[::0001]",
            "https://[::ffff:1.2.3.4]",
            "https://[::1",
            "https://[]",
            "https://*",
            "https://*.",
            "https://**.a",
            "https://*a.example",
            "https://shop.*",
            "https://a.*.example",
            "https://*.*.example",
            "*://shop.example",
            "*.shop.example",
            "https://*.1.2.3.4",
            "https://*.[::1]",
            "https://*.a/b",
            " https://a",
            "https://a,https://b",
        ] {
            let error = text.parse::<Origin>().unwrap_err();
            assert!(
                error.starts_with("it should be an origin such as"),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn a_domain_whose_names_anybody_can_have_is_refused() {
        for domain in [
            "com",
            "shop",
            "nosuchdomain",
            "co.uk",
            "ck",
            "github.io",
            "xn--p1ai",
        ] {
            let error = format!("https://*.{domain}").parse::<Origin>().unwrap_err();
            let advice = format!("anybody can have a name under {domain}: put your own domain");
            assert!(error.contains(&advice), "{domain}: {error}");
        }
        for domain in [
            "shop.com",
            "shop.co.uk",
            "shop.github.io",
            "localhost:3000",
            "internal",
        ] {
            let origin = format!("https://*.{domain}").parse();
            assert!(matches!(origin, Ok(Origin::Subdomains { .. })), "{domain}");
        }
    }

    #[test]
    fn subdomains_are_those_of_the_domain_alone() {
        let origin: Origin = "https://*.Shop.example:443/".parse().unwrap();
        for text in [
            "https://www.shop.example",
            "https://a.b.shop.example",
            "HTTPS://WWW.SHOP.EXAMPLE",
            "https://x_1-2.shop.example",
        ] {
            assert!(origin.allows(&header(text)), "{text}");
        }
        for text in [
            "https://shop.example",
            "https://.shop.example",
            "https://evilshop.example",
            "https://a..shop.example",
            "http://www.shop.example",
            "https://www.shop.example:8443",
            "https://www.shop.example.evil.example",
            "https://evil.example/.shop.example",
            "https://evil.example?.shop.example",
            "https://evil.example#.shop.example",
            "https://evil.example:1.shop.example",
            "https://u@www.shop.example",
            "https://evil.example\\.shop.example",
            "https://www.shop.example/",
            "null",
            "",
            "https://",
            "https://*.shop.example",
        ] {
            assert!(!origin.allows(&header(text)), "{text}");
        }
        let with_port: Origin = "http://*.localhost:3000".parse().unwrap();
        assert!(with_port.allows(&header("http://a.localhost:3000")));
        assert!(!with_port.allows(&header("http://a.localhost")));
        assert!(!with_port.allows(&header("http://a.localhost:30001")));
        // What is not ASCII is no origin.
        let bytes = HeaderValue::from_bytes(b"https://\xff.shop.example").unwrap();
        assert!(!origin.allows(&bytes));
    }
}
