//! The settings of a fragment: attributes of the element, as query parameters.
//!
//! Names and values are those of the element (`SHARED` in pkg/src/shared/config.ts; an
//! end-to-end test compares them). Others are refused: with a misspelt `avoid`, a card would
//! lack the requested verdict and yet look complete.

use std::collections::HashSet;
use std::str::FromStr;

use product_pool::card::{Density, Panel, Theme, Variant};
use product_pool::messages::available;
use serde_json::json;

use crate::page_request::ENGLISH;
use product_pool_http::nearest::nearest;
use product_pool_http::params::pairs;
use product_pool_http::responses::problem::{Problem, quoted};

/// Validates the value of the setting with that name, and returns it in the form of the element's
/// attribute.
type Validate = fn(&str, &str) -> Result<String, Problem>;

/// All settings, by name: query parameters with the names of the element's attributes.
static SETTINGS: [(&str, Validate); 8] = [
    // One that there are no messages in is English.
    (LANG, |_, text| Ok(text.to_owned())),
    ("variant", |name, text| {
        keyword(name, text, &names(Variant::ALL, Variant::key))
    }),
    ("panels", panels),
    ("heading-level", |name, text| {
        let short = text.trim_start_matches('0');
        keyword(name, if short.is_empty() { text } else { short }, &LEVELS)
    }),
    // Free text from a shopper. The card itself reports the words that it does not know.
    ("avoid", |_, text| Ok(text.to_owned())),
    ("theme", |name, text| {
        keyword(name, text, &names(Theme::ALL, Theme::key))
    }),
    ("density", |name, text| {
        keyword(name, text, &names(Density::ALL, Density::key))
    }),
    (JSON_LD, |name, text| {
        keyword(name, text, &[JSON_LD_PRODUCT, JSON_LD_PROPERTIES])
    }),
];

const LANG: &str = "lang";

/// The language that was asked for, if there are no messages in it: the element reports it to
/// developers (pkg/src/shared/connected.ts).
const UNKNOWN_LANGUAGE: &str = "data-language";

/// Which structured data comes with a fragment; by default none, for the page has its own.
const JSON_LD: &str = "json-ld";
const JSON_LD_PRODUCT: &str = "product";
const JSON_LD_PROPERTIES: &str = "properties";

/// Structured data of a product for search engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StructuredData {
    /// The product.
    Product,
    /// Only what a page's own product may have as its `additionalProperty`.
    Properties,
}

/// The heading levels of HTML.
const LEVELS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
/// The longest value, in bytes.
const MAX_LENGTH: usize = 1000;
/// The least similarity of two names for one to be suggested in place of the other.
const MIN_SIMILARITY: f64 = 0.75;

/// The settings of a card; the default is the element's own defaults.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Settings(Vec<(&'static str, String)>);

impl Settings {
    /// The settings of a whole page, whose heading is the product's name.
    pub(super) fn of_page() -> Settings {
        Settings(vec![("heading-level", "1".to_owned())])
    }

    /// Parses the query of a fragment. Empty values count as missing, and the order of parameters does
    /// not matter: equal settings are one card, which is drawn and kept once.
    ///
    /// # Errors
    /// A parameter is unknown or repeated, or its value is not valid.
    pub(super) fn read(query: Option<&str>) -> Result<Settings, Problem> {
        let mut read = Vec::new();
        for (name, value) in pairs(query.unwrap_or_default(), |name| known(name).map(drop))? {
            let setting = known(&name)?;
            read.push((setting.0, validated(setting, &value)?));
        }
        read.retain(|(_, value)| !value.is_empty());
        read.sort_by_key(|(name, _)| SETTINGS.iter().position(|(known, _)| known == name));
        if let Some((_, lang)) = read.iter_mut().find(|(name, _)| *name == LANG) {
            let known = available(lang);
            let wanted = std::mem::replace(lang, known.unwrap_or(ENGLISH).to_owned());
            if known.is_none() {
                read.push((UNKNOWN_LANGUAGE, wanted));
            }
        }
        Ok(Settings(read))
    }

    /// Parses the query of a drawn card, which has one form, so that caches keep a card once: the
    /// element states every setting that a drawn card depends on.
    ///
    /// # Errors
    /// As [`Settings::read`]; or the query has another form.
    pub(super) fn read_canonical(query: Option<&str>) -> Result<Settings, Problem> {
        let read = Settings::read(query)?;
        let lang = read.get("lang").and_then(available).unwrap_or(ENGLISH);
        let canonical = [
            ("lang", lang),
            ("variant", read.variant().key()),
            ("panels", read.get("panels").unwrap_or_default()),
            (
                "heading-level",
                read.get("heading-level").unwrap_or_default(),
            ),
            ("density", read.density().key()),
        ];
        let canonical =
            canonical.map(|(name, value)| format!("{name}={}", value.replace(' ', "+")));
        let canonical = canonical.join("&");
        match canonical == query.unwrap_or_default() {
            true => Ok(read),
            false => {
                let detail = format!("a drawn card has one address; write ?{canonical}");
                Err(Problem::query("invalid_query", detail))
            }
        }
    }

    /// Whether there are only a few cards with such settings, which are worth keeping: not those with
    /// a text that anybody can make up, nor with panels in an order of their own.
    pub(super) fn is_usual(&self) -> bool {
        let place = |panel: &Panel| Panel::ALL.iter().position(|known| known == panel);
        self.get("avoid").is_none()
            && self.get(UNKNOWN_LANGUAGE).is_none()
            && self
                .panels()
                .is_none_or(|panels| panels.iter().is_sorted_by_key(place))
    }

    /// The attributes that give the element the same settings. The language is left out,
    /// because it may depend on the client; and the structured data, which is there already.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0
            .iter()
            .filter(|(name, _)| !matches!(*name, LANG | JSON_LD))
            .map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of a setting.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }

    /// What decides the card in this language on a day, as JSON: the date, and the values of the
    /// element's properties, with their defaults.
    pub(super) fn drawn_with(&self, today: &str, lang: &str) -> String {
        let level = self.get("heading-level");
        let level = level.and_then(|level| level.parse::<u8>().ok());
        json!([
            today,
            lang,
            self.variant().key(),
            self.get("panels"),
            level,
            self.get("avoid"),
            self.density().key(),
        ])
        .to_string()
    }

    /// The value of a setting that has a name; the default if it is not set.
    fn named<T: FromStr + Default>(&self, setting: &str) -> T {
        let name = self.get(setting);
        name.and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    pub(super) fn structured_data(&self) -> Option<StructuredData> {
        match self.get(JSON_LD)? {
            JSON_LD_PROPERTIES => Some(StructuredData::Properties),
            _ => Some(StructuredData::Product),
        }
    }

    pub(super) fn variant(&self) -> Variant {
        self.named("variant")
    }

    pub(super) fn theme(&self) -> Theme {
        self.named("theme")
    }

    pub(super) fn panels(&self) -> Option<Vec<Panel>> {
        self.get("panels").map(Panel::parse_list)
    }

    /// Whether the card shows all images of its product.
    pub(super) fn shows_all_images(&self) -> bool {
        self.variant().shows_all_images(self.panels().as_deref())
    }

    /// The heading level of the product's name, clamped as in the element: the panels'
    /// headings are one level below.
    pub(super) fn level(&self) -> u8 {
        let level = self.get("heading-level").and_then(|text| text.parse().ok());
        level.map_or(2, |level: u8| level.clamp(1, 6))
    }

    pub(super) fn density(&self) -> Density {
        self.named("density")
    }
}

/// The value of a setting, validated and in the form of the element's attribute; empty if it is
/// missing.
fn validated((name, validate): &(&str, Validate), text: &str) -> Result<String, Problem> {
    match text.trim() {
        "" => Ok(String::new()),
        text if text.len() > MAX_LENGTH => {
            let expected = format!("at most {MAX_LENGTH} bytes long");
            Err(Problem::parameter(name, text, &expected))
        }
        text => validate(name, text),
    }
}

fn keyword(name: &str, text: &str, keywords: &[&str]) -> Result<String, Problem> {
    let lower = text.to_ascii_lowercase();
    match keywords.contains(&lower.as_str()) {
        true => Ok(lower),
        false => Err(invalid(name, text, "one of its values", keywords)),
    }
}

fn panels(name: &str, text: &str) -> Result<String, Problem> {
    let known = names(Panel::ALL, Panel::key);
    let chosen: Result<Vec<String>, Problem> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|panel| !panel.is_empty())
        .map(|panel| {
            let lower = panel.to_ascii_lowercase();
            match known.contains(&lower.as_str()) {
                true => Ok(lower),
                false => Err(invalid(name, panel, "names of panels", &known)),
            }
        })
        .collect();
    let mut chosen = chosen?;
    let mut seen = HashSet::new();
    chosen.retain(|panel| seen.insert(panel.clone()));
    Ok(chosen.join(" "))
}

/// The problem for an invalid value; it suggests the most similar one of `values`, or lists
/// all of them.
fn invalid(name: &str, value: &str, expected: &str, values: &[&str]) -> Problem {
    let mut problem = Problem::parameter(name, value, expected);
    problem.detail += &suggestion(&value.to_ascii_lowercase(), values);
    problem
}

/// The names of all variants of a type.
fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|one| name(*one)).collect()
}

/// The setting with that name.
fn known(name: &str) -> Result<&'static (&'static str, Validate), Problem> {
    let mut settings = SETTINGS.iter();
    settings.find(|(known, _)| *known == name).ok_or_else(|| {
        let names: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
        // So that `headingLevel` and `heading_level` are recognised.
        let alike = name.to_ascii_lowercase().replace('_', "-");
        let suggestion = suggestion(&alike, &names);
        let detail = format!("unknown parameter {}{suggestion}", quoted(name));
        Problem::query("unknown_parameter", detail)
    })
}

/// Suggests the most similar valid name, or lists all of them.
fn suggestion(name: &str, valid: &[&str]) -> String {
    match nearest(name, valid.iter().copied(), MIN_SIMILARITY) {
        Some(near) => format!("; did you mean {near:?}?"),
        None => format!("; known: {}", valid.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn settings_are_attributes_as_the_element_writes_them() {
        let settings = Settings::read(Some(
            "lang=de-AT&theme=%20Dark&heading-level=03&panels=Nutrition,+allergens&&avoid=&density&variant=Badges",
        ))
        .unwrap();
        let attributes: Vec<_> = settings.attributes().collect();
        assert_eq!(
            attributes,
            [
                ("variant", "badges"),
                ("panels", "nutrition allergens"),
                ("heading-level", "3"),
                ("theme", "dark")
            ]
        );
        assert_eq!(settings.get("lang"), Some("de"));
        assert_eq!(settings.level(), 3);
        assert_eq!(settings.variant(), Variant::Badges);
        let panels = settings.panels().unwrap();
        assert_eq!(panels, [Panel::Nutrition, Panel::Allergens]);
        assert_eq!(Settings::read(None), Ok(Settings::default()));
    }

    #[test]
    fn unknown_settings_are_refused_with_a_suggestion() {
        for (query, code, near) in [
            ("heading_level=2", "unknown_parameter", "heading-level"),
            ("headingLevel=2", "unknown_parameter", "heading-level"),
            ("panel=allergens", "unknown_parameter", "panels"),
            ("Theme=dark", "unknown_parameter", "theme"),
            ("theme=drak", "invalid_parameter", "dark"),
            (
                "panels=allergens+nutritoin",
                "invalid_parameter",
                "nutrition",
            ),
            ("density=compat", "invalid_parameter", "compact"),
            ("variant=badge", "invalid_parameter", "badges"),
            ("theme=dark&theme=dark", "repeated_parameter", ""),
            ("avoid=%ff", "invalid_query", ""),
            ("avoid=%00", "invalid_query", ""),
        ] {
            let problem = Settings::read(Some(query)).unwrap_err();
            assert_eq!(problem.code, code, "{query}");
            let ending = match near {
                "" => String::new(),
                near => format!("; did you mean {near:?}?"),
            };
            assert!(
                problem.detail.ends_with(&ending),
                "{query}: {}",
                problem.detail
            );
        }
        // Without a similar name, all are listed.
        for (query, all) in [
            (
                "x=1",
                "lang, variant, panels, heading-level, avoid, theme, density, json-ld",
            ),
            ("variant=tiny", "full, summary, badges"),
            ("theme=neon", "auto, light, dark"),
            ("json-ld=none", "product, properties"),
            ("heading-level=two", "1, 2, 3, 4, 5, 6"),
            ("heading-level=-1", "1, 2, 3, 4, 5, 6"),
            ("heading-level=7", "1, 2, 3, 4, 5, 6"),
            ("heading-level=0", "1, 2, 3, 4, 5, 6"),
        ] {
            let problem = Settings::read(Some(query)).unwrap_err();
            assert!(problem.detail.contains(all), "{query}: {}", problem.detail);
        }
    }

    #[test]
    fn an_unknown_language_is_english_and_said() {
        for (query, lang, attributes) in [
            ("lang=de_AT", "de", vec![]),
            ("lang=pt-PT", "en-GB", vec![("data-language", "pt-PT")]),
            ("lang=zh_hans", "en-GB", vec![("data-language", "zh_hans")]),
            ("lang=", "", vec![]),
        ] {
            let settings = Settings::read(Some(query)).unwrap();
            assert_eq!(settings.get("lang").unwrap_or_default(), lang, "{query}");
            assert_eq!(settings.attributes().collect::<Vec<_>>(), attributes);
        }
    }

    #[test]
    fn structured_data_is_asked_for() {
        let of = |query| Settings::read(Some(query)).unwrap();
        assert_eq!(of("").structured_data(), None);
        let product = of("json-ld=product");
        assert_eq!(product.structured_data(), Some(StructuredData::Product));
        let properties = of("json-ld=properties");
        assert_eq!(
            properties.structured_data(),
            Some(StructuredData::Properties)
        );
        // With the attribute, the element would describe it once more.
        assert_eq!(properties.attributes().count(), 0);
    }

    #[test]
    fn a_drawn_card_has_one_address() {
        let plain = "lang=en-GB&variant=full&panels=&heading-level=&density=comfortable";
        for query in [
            plain,
            "lang=de&variant=summary&panels=nutrition+allergens&heading-level=3&density=compact",
        ] {
            let read = Settings::read_canonical(Some(query));
            assert_eq!(read, Settings::read(Some(query)), "{query}");
        }
        let panels = plain.replace("panels=", "panels=allergens+nutrition");
        let level = plain.replace("level=", "level=3");
        for (query, canonical) in [
            ("", plain),
            ("lang=en-US", plain),
            ("lang=pt-PT", plain),
            ("density=comfortable&variant=full", plain),
            ("avoid=milk&theme=dark", plain),
            ("panels=Allergens%20nutrition", &panels),
            ("panels=allergens+nutrition+allergens", &panels),
            ("heading-level=03", &level),
        ] {
            let problem = Settings::read_canonical(Some(query)).unwrap_err();
            assert!(
                problem.detail.ends_with(&format!("write ?{canonical}")),
                "{query}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_query_is_parsed_or_refused(query in "([a-z%&=+ -]|panels=|theme=|\\PC){0,40}") {
            let _ = Settings::read(Some(&query));
        }
    }
}
