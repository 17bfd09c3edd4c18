//! What a page will ask for, told before it is found out: in the page's head, and
//! in a header that comes before the page and that a CDN can send even earlier
//! (103 Early Hints).

use axum::http::HeaderValue;

use super::render::escaped;

/// A file that a page will ask for, by its address.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Style(String),
    Module(String),
    /// What a script fetches.
    Fetch(String),
}

impl Hint {
    fn parts(&self) -> (&str, &str, &[(&str, &str)]) {
        match self {
            Hint::Style(address) => (address, "preload", &[("as", "style")]),
            Hint::Module(address) => (address, "modulepreload", &[]),
            Hint::Fetch(address) => (
                address,
                "preload",
                &[("as", "fetch"), ("crossorigin", "anonymous")],
            ),
        }
    }

    /// The hint as an element of the head.
    pub(super) fn element(&self) -> String {
        let (address, relation, more) = self.parts();
        let more: String = more
            .iter()
            .map(|(name, value)| format!(" {name}=\"{value}\""))
            .collect();
        let address = escaped(address);
        format!("<link rel=\"{relation}\" href=\"{address}\"{more}>\n")
    }

    fn value(&self) -> Option<String> {
        let (address, relation, more) = self.parts();
        let more: String = more
            .iter()
            .map(|(name, value)| format!("; {name}={value}"))
            .collect();
        let plain = !address.contains(['<', '>', '"', ',', ';', ' ']);
        plain.then(|| format!("<{address}>; rel={relation}{more}"))
    }
}

/// All hints as a `Link` header.
pub(super) fn header(hints: &[Hint]) -> Option<HeaderValue> {
    let values: Vec<String> = hints.iter().filter_map(Hint::value).collect();
    if values.is_empty() {
        return None;
    }
    HeaderValue::from_str(&values.join(", ")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_stand_in_the_head_and_in_the_header() {
        let fetch = Hint::Fetch("/a/x.wasm".into());
        assert_eq!(
            fetch.element(),
            "<link rel=\"preload\" href=\"/a/x.wasm\" as=\"fetch\" crossorigin=\"anonymous\">\n"
        );
        let hints = [Hint::Module("/a/x.js".into()), fetch];
        assert_eq!(
            header(&hints).as_ref().and_then(|it| it.to_str().ok()),
            Some(
                "</a/x.js>; rel=modulepreload, \
                 </a/x.wasm>; rel=preload; as=fetch; crossorigin=anonymous"
            )
        );
    }

    #[test]
    fn an_address_that_would_end_the_hint_is_left_out_of_the_header() {
        let odd = Hint::Style("/a>; rel=x, </b".into());
        assert_eq!(header(&[odd]), None);
        assert_eq!(header(&[]), None);
    }
}
