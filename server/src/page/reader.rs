//! Who asks for a page, and in which words they want it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use percent_encoding::percent_decode_str;
use product_pool::messages::Messages;

/// What a request says beyond its path.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) query: Option<String>,
    pub(super) headers: HeaderMap,
}

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Reader, Infallible> {
        Ok(Reader {
            query: parts.uri.query().map(str::to_owned),
            headers: parts.headers.clone(),
        })
    }
}

impl Reader {
    /// A header's text; empty where there is none.
    pub(super) fn header(&self, name: HeaderName) -> &str {
        let value = self.headers.get(name);
        value.and_then(|it| it.to_str().ok()).unwrap_or_default()
    }

    /// A parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.query.as_deref()?.split('&');
        let (_, value) =
            pairs.find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name))?;
        percent_decode_str(value).decode_utf8().ok().map(Into::into)
    }

    /// The words, which stay on one thread and so are chosen last: by the query's
    /// `lang`, else the first language that the reader accepts and that there is,
    /// else English.
    pub(super) fn language(&self) -> Messages {
        let asked = self.parameter("lang");
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
        asked
            .as_deref()
            .into_iter()
            .chain(wanted.into_iter().map(|(tag, _)| tag))
            .find_map(Messages::of)
            .unwrap_or_else(Messages::english)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn reader(query: Option<&str>, accept: &'static str) -> Reader {
        let mut reader = Reader {
            query: query.map(str::to_owned),
            ..Reader::default()
        };
        let accept = HeaderValue::from_static(accept);
        reader.headers.insert(header::ACCEPT_LANGUAGE, accept);
        reader
    }

    #[test]
    fn languages_are_those_that_there_are() {
        let of = |query, accept| reader(query, accept).language().language().to_owned();
        assert_eq!(of(None, ""), "en-GB");
        assert_eq!(of(None, "tlh, en-US;q=0.5"), "en-GB");
        assert_eq!(of(Some("lang=en"), "*"), "en-GB");
        assert_eq!(of(Some("lang=%ff&x"), "xx;q=bad"), "en-GB");
        assert_eq!(of(None, "fr;q=0.5, de"), "de");
    }

    #[test]
    fn parameters_are_found_by_name() {
        let found = |query| reader(query, "").parameter("linkType");
        assert_eq!(found(Some("a=1&b&linkType=a%6cl")).as_deref(), Some("all"));
        assert_eq!(found(Some("a=1&linkTyp=all")), None);
        assert_eq!(found(None), None);
    }
}
