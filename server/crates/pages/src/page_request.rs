//! The client of a page and its preferred language.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use percent_encoding::percent_decode_str;
use product_pool::messages::{Messages, available};

use crate::language::Language;

/// The language of those who accept no other that is available.
pub(super) const ENGLISH: &str = "en-GB";

/// The parts of a request besides its path.
#[derive(Debug, Default)]
pub(super) struct PageRequest {
    pub(super) uri: Uri,
    pub(super) headers: HeaderMap,
}

/// The language of a response.
#[derive(Clone, Copy)]
pub(super) struct Locale {
    /// Its tag.
    pub(super) language: &'static str,
    /// Whether the request's headers determined the language.
    pub(super) negotiated: bool,
}

impl<S: Sync> FromRequestParts<S> for PageRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<PageRequest, Infallible> {
        Ok(PageRequest {
            uri: parts.uri.clone(),
            headers: parts.headers.clone(),
        })
    }
}

impl PageRequest {
    /// The value of a header; empty if it is missing.
    pub(super) fn header(&self, name: HeaderName) -> &str {
        let value = self.headers.get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// The path, with the query.
    pub(super) fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", PathAndQuery::as_str)
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.uri.query()
    }

    /// A parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.query()?.split('&');
        let (_, value) =
            pairs.find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name))?;
        percent_decode_str(value).decode_utf8().ok().map(Into::into)
    }

    /// The language `lang`, which is English if there is none of that name; without it, the first
    /// accepted one that is available, or else English.
    pub(super) fn locale(&self, lang: Option<&str>) -> Locale {
        let lang = lang.filter(|lang| !lang.trim().is_empty());
        let chosen = lang.map(|lang| available(lang).unwrap_or(ENGLISH));
        Locale {
            negotiated: chosen.is_none(),
            language: chosen.or_else(|| self.accepted()).unwrap_or(ENGLISH),
        }
    }

    fn accepted(&self) -> Option<&'static str> {
        let mut wanted: Vec<(&str, f32)> = self
            .header(header::ACCEPT_LANGUAGE)
            .split(',')
            .filter_map(|part| {
                let (tag, quality) = part.split_once(";q=").unwrap_or((part, "1"));
                let quality: f32 = quality.trim().parse().ok()?;
                (quality > 0.0).then_some((tag.trim(), quality))
            })
            .collect();
        wanted.sort_by(|a, b| b.1.total_cmp(&a.1));
        wanted.into_iter().find_map(|(tag, _)| available(tag))
    }
}

impl Locale {
    /// The messages in the language.
    pub(super) fn messages(self) -> &'static Messages {
        &Language::of(self.language).messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn request(query: Option<&str>, accept: &'static str) -> PageRequest {
        let mut request = PageRequest {
            uri: format!("/?{}", query.unwrap_or_default()).parse().unwrap(),
            ..PageRequest::default()
        };
        let accept = HeaderValue::from_static(accept);
        request.headers.insert(header::ACCEPT_LANGUAGE, accept);
        request
    }

    #[test]
    fn languages_are_negotiated_among_those_available() {
        let of = |query, accept| {
            let request = request(query, accept);
            let locale = request.locale(request.parameter("lang").as_deref());
            assert_eq!(locale.messages().language(), locale.language);
            (locale.language, locale.negotiated)
        };
        assert_eq!(of(None, ""), ("en-GB", true));
        assert_eq!(of(None, "tlh, en-US;q=0.5"), ("en-GB", true));
        assert_eq!(of(Some("lang=en"), "*"), ("en-GB", false));
        assert_eq!(of(Some("lang=de_AT"), "fr"), ("de", false));
        assert_eq!(of(Some("lang=pt-PT"), "fr"), ("en-GB", false));
        assert_eq!(of(Some("lang="), "fr"), ("fr", true));
        assert_eq!(of(Some("lang=%ff&x"), "xx;q=bad"), ("en-GB", true));
        assert_eq!(of(None, "fr;q=0.5, de"), ("de", true));
    }

    #[test]
    fn parameters_are_found_by_name() {
        let found = |query| request(query, "").parameter("linkType");
        assert_eq!(found(Some("a=1&b&linkType=a%6cl")).as_deref(), Some("all"));
        assert_eq!(found(Some("a=1&linkTyp=all")), None);
        assert_eq!(found(None), None);
    }
}
