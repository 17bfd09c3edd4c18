//! Messages: the texts of the card and the views by key, in several languages.
//!
//! A language is one JSON object of keys and texts. Names of allergens,
//! nutrients and fields are keyed by the service's names for them
//! (`allergen.milk`, `nutrient.sat_fat`, `field.storage_instructions`), so the
//! tables remain the only list of them.
//!
//! English is compiled in if [`Messages::english`] is used; the custom elements
//! do not use it, and load the file of a single language instead.
//!
//! ```
//! use product_pool::messages::Messages;
//! use product_pool::model::Allergen;
//!
//! let french = Messages::for_language("fr-CH").expect("one of the languages");
//! assert_eq!(french.allergen(Allergen::Milk), "Lait");
//! assert_eq!(french.figure("1.5"), "1,5");
//! ```

pub(crate) mod dates;
mod units;
mod words;

use crate::label::Status;
use crate::lexicon::Lexicon;
use crate::model::{Allergen, DecodeError};
use crate::text::{joined, letters};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use words::Words;

/// Separate from the others, so that using English alone does not link them.
pub(crate) const ENGLISH: (&str, &str) = ("en-GB", include_str!("en-GB.json"));

/// The names of certificates, most of which have one in all languages: a key and a name a line.
/// Natively they are in the table of fields; [`Messages::with_certificates`] adds them elsewhere.
#[cfg(feature = "yew")]
const CERTIFICATES: &str = include_str!("certificates.txt");

/// The languages with their texts, English first. docs/languages.md names the
/// sources of their terms.
pub static LANGUAGES: &[(&str, &str)] = &[
    ENGLISH,
    ("cy", include_str!("cy.json")),
    ("de", include_str!("de.json")),
    ("es", include_str!("es.json")),
    ("fr", include_str!("fr.json")),
    ("it", include_str!("it.json")),
    ("nl", include_str!("nl.json")),
    ("pl", include_str!("pl.json")),
];

/// The file of a language of [`LANGUAGES`], for an application that loads it when it is needed:
/// a JSON object for [`Messages::from_json`], with the lexicon.
///
/// ```
/// use product_pool::messages::{Messages, file};
/// let file = file("de").unwrap();
/// let german = Messages::from_json("de", &file).unwrap();
/// assert_eq!(german.get("allergen.milk"), "Milch");
/// ```
#[cfg(not(target_arch = "wasm32"))]
pub fn file(language: &str) -> Option<String> {
    use crate::model::Value;

    let (_, text) = LANGUAGES.iter().find(|(tag, _)| *tag == language)?;
    let mut file = Value::parse(text).ok()?;
    if let (Value::Object(messages), Some(lexicon)) = (&mut file, Lexicon::text(language)) {
        messages.push(words::LEXICON, lexicon.into());
    }
    Some(file.to_string())
}

/// The tag of the language for a language tag such as `de-AT`, or a locale such as `de_AT`: the first
/// of [`LANGUAGES`] with the same tag, otherwise with the same language.
///
/// ```
/// use product_pool::messages::available;
/// assert_eq!(available("de-AT"), Some("de"));
/// assert_eq!(available("en_GB"), Some("en-GB"));
/// assert_eq!(available("tlh"), None);
/// ```
pub fn available(tag: &str) -> Option<&'static str> {
    let tag = &tag.trim().replace('_', "-");
    let mut known = LANGUAGES.iter().map(|(language, _)| *language);
    let exact = known
        .clone()
        .find(|language| language.eq_ignore_ascii_case(tag));
    exact.or_else(|| known.find(|language| primary(language) == primary(tag)))
}

/// The language of a tag without its country, such as `de`.
pub(crate) fn primary(tag: &str) -> String {
    let language = tag.split(['-', '_']).next().unwrap_or_default();
    language.to_ascii_lowercase()
}

/// A function that formats a time of the service, such as `2024-07-02
/// 14:25:26`, for the reader. On WebAssembly it need not be `Send`.
#[cfg(not(target_arch = "wasm32"))]
pub type DateFormat = Arc<dyn Fn(&str) -> String + Send + Sync>;
/// A function that formats a time of the service, such as `2024-07-02
/// 14:25:26`, for the reader. Elsewhere it must be `Send` and `Sync`.
#[cfg(target_arch = "wasm32")]
pub type DateFormat = Arc<dyn Fn(&str) -> String>;

/// The messages of a language, with its formats of numbers and dates, and the [`Lexicon`] by which
/// texts of records are read. Cheap to clone.
///
/// The two are one value, so that a card in a language never reads its texts without the words of that
/// language; [`with_lexicon`](Messages::with_lexicon) has a card read those of another.
///
/// ```
/// use product_pool::messages::Messages;
///
/// let german = Messages::for_language("de").unwrap();
/// assert_eq!(german.get("allergen.milk"), "Milch");
/// assert!(german.format("verdict.unknown", "word", "Rind").contains("Rind"));
/// ```
#[derive(Clone)]
pub struct Messages(Arc<Words>);

impl PartialEq for Messages {
    fn eq(&self, other: &Self) -> bool {
        // The date format is not compared: it comes with the language. The lexicon need not: another
        // finds other allergens.
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.language == other.0.language
                && self.0.right_to_left == other.0.right_to_left
                && self.0.decimal == other.0.decimal
                && self.0.pairs == other.0.pairs
                && self.0.lexicon == other.0.lexicon)
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Messages").field(&self.0.language).finish()
    }
}

impl Messages {
    #[cfg_attr(
        target_arch = "wasm32",
        allow(clippy::arc_with_non_send_sync, reason = "one thread is all there is")
    )]
    fn new(words: Words) -> Messages {
        Messages(Arc::new(words))
    }

    /// British English, which every other language falls back to.
    pub fn english() -> Messages {
        let (language, text) = ENGLISH;
        // A test parses every language; here a broken one would show its keys.
        Messages::from_json(language, text).unwrap_or_else(|_| Messages::empty(language))
    }

    /// The messages for a language tag such as `de-AT`, in the language that is [`available`].
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// assert!(Messages::for_language("en-US").is_some());
    /// assert!(Messages::for_language("tlh").is_none());
    /// ```
    pub fn for_language(tag: &str) -> Option<Messages> {
        let language = available(tag)?;
        let (_, text) = LANGUAGES.iter().find(|(known, _)| *known == language)?;
        let messages = Messages::from_json(language, text).ok()?;
        Some(messages.with_lexicon(Lexicon::for_language(language).unwrap_or_default()))
    }

    /// Reads a language: a JSON object of keys and texts. The member `lexicon`
    /// is the language's [`Lexicon`]. In one of [`LANGUAGES`], dates are in words, as
    /// browsers write them; in others they stay digits, unless [`with_dates`](Messages::with_dates)
    /// formats them.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let date = "2024-07-02 14:25:26";
    /// assert_eq!(Messages::english().date(date), "2 July 2024");
    /// assert_eq!(Messages::for_language("de-AT").unwrap().date(date), "2. Juli 2024");
    /// ```
    ///
    /// # Errors
    /// The text is not a JSON object. Members that are not strings are ignored.
    pub fn from_json(language: &str, text: &str) -> Result<Messages, DecodeError> {
        let mut words = Words::read(language, text)?;
        words.date = dates::format(language);
        Ok(Messages::new(words))
    }

    /// Reads a language as [`from_json`](Messages::from_json) does, with the names of certificates
    /// that it does not have, with a format of dates, and without the code that copies shared messages.
    #[cfg(feature = "yew")]
    pub(crate) fn with_certificates(
        language: &str,
        text: &str,
        date: Option<DateFormat>,
    ) -> Result<Messages, DecodeError> {
        let mut words = Words::empty(language);
        words.date = date;
        for (key, name) in CERTIFICATES
            .split('\n')
            .filter_map(|line| line.split_once(' '))
        {
            words.add(key, name);
        }
        words.add_all(text)?;
        Ok(Messages::new(words))
    }

    /// Reads a language as [`from_json`](Messages::from_json) does, with the formats of a page:
    /// those that [`with_right_to_left`](Messages::with_right_to_left),
    /// [`with_decimal`](Messages::with_decimal) and [`with_dates`](Messages::with_dates) set, without
    /// the code that copies shared messages. A text that cannot be read gives no messages, and so shows
    /// keys.
    pub fn from_page(
        language: &str,
        text: &str,
        right_to_left: bool,
        decimal: &str,
        date: Option<DateFormat>,
    ) -> Messages {
        let words = Words::read(language, text).unwrap_or_else(|_| Words::empty(language));
        Messages::new(Words {
            right_to_left,
            decimal: decimal.to_owned(),
            date,
            ..words
        })
    }

    /// No messages at all: every text is its key.
    pub fn empty(language: &str) -> Messages {
        Messages::new(Words::empty(language))
    }

    /// These messages with a text direction.
    #[must_use]
    pub fn with_right_to_left(mut self, right_to_left: bool) -> Messages {
        Arc::make_mut(&mut self.0).right_to_left = right_to_left;
        self
    }

    /// These messages with a decimal separator instead of the message
    /// `card.decimal`: a country may differ from its language.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    ///
    /// let south_africa = Messages::english().with_decimal(",");
    /// assert_eq!(south_africa.figure("1.5"), "1,5");
    /// ```
    #[must_use]
    pub fn with_decimal(mut self, sign: &str) -> Messages {
        Arc::make_mut(&mut self.0).decimal = sign.to_owned();
        self
    }

    /// These messages with a function that formats times.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// use std::sync::Arc;
    ///
    /// let messages = Messages::english().with_dates(Arc::new(|text| text.replace('-', "/")));
    /// assert_eq!(messages.date("2024-07-02"), "2024/07/02");
    /// ```
    #[must_use]
    pub fn with_dates(mut self, format: DateFormat) -> Messages {
        Arc::make_mut(&mut self.0).date = Some(format);
        self
    }

    /// These messages with a lexicon for the texts of records.
    ///
    /// ```
    /// use product_pool::label::Lexicon;
    /// use product_pool::messages::Messages;
    ///
    /// // Products from Germany in an English shop.
    /// let messages = Messages::english().with_lexicon(Lexicon::for_language("de").unwrap());
    /// ```
    #[must_use]
    pub fn with_lexicon(mut self, lexicon: Lexicon) -> Messages {
        Arc::make_mut(&mut self.0).lexicon = lexicon;
        self
    }

    /// The lexicon, by which texts of records and shoppers are read.
    pub fn lexicon(&self) -> &Lexicon {
        &self.0.lexicon
    }

    /// The language's tag.
    pub fn language(&self) -> &str {
        &self.0.language
    }

    /// The value of the attribute `dir`.
    pub fn direction(&self) -> &'static str {
        if self.0.right_to_left { "rtl" } else { "ltr" }
    }

    /// The message for a key, if there is one.
    pub fn find(&self, key: &str) -> Option<&str> {
        let at = self.0.place(key).ok()?;
        self.0.pairs.get(at).map(|(_, text)| &**text)
    }

    /// The message for a key; the key itself if there is none, so that a
    /// missing message is visible.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    ///
    /// let messages = Messages::english();
    /// assert_eq!(messages.get("status.contains"), "Contains");
    /// assert_eq!(messages.get("status.misspelt"), "status.misspelt");
    /// assert_eq!(messages.find("status.misspelt"), None);
    /// ```
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// The name of an allergen.
    pub fn allergen(&self, allergen: Allergen) -> String {
        self.named("allergen", allergen.wire_name())
    }

    /// The name of an allergen within a sentence: "milk", but "Brazil nuts" and, in German, "Milch".
    pub(crate) fn allergen_in_sentence(&self, allergen: Allergen) -> String {
        let name = self.allergen(allergen);
        if primary(&self.0.language) == "de" || name.starts_with("Brazil") {
            name
        } else {
            letters::uncapitalised(&name)
        }
    }

    /// The words for a status within a sentence: "may contain".
    pub(crate) fn status_in_sentence(&self, status: Status) -> String {
        letters::uncapitalised(&self.named("status", status.key()))
    }

    /// The message for a name in a family: `named("allergen", "milk")` is
    /// `allergen.milk`.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// use product_pool::model::Nutrient;
    ///
    /// let name = Messages::english().named("nutrient", Nutrient::Saturates.wire_name());
    /// assert_eq!(name, "saturates");
    /// ```
    pub fn named(&self, family: &str, name: &str) -> String {
        let key = format!("{family}.{name}");
        self.get(&key).to_owned()
    }

    /// The message for a key, with its placeholder `{name}` replaced.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    ///
    /// let messages = Messages::english();
    /// let text = messages.format("notice.stale", "date", "2 July 2024");
    /// assert!(text.contains("2 July 2024"));
    /// ```
    pub fn format(&self, key: &str, name: &str, value: &str) -> String {
        fill(self.get(key), name, &self.isolated(value))
    }

    /// Names one after the other, with the language's comma between them. Most
    /// lists on a card stand after a colon, and need no “and”.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let words = Messages::english();
    /// assert_eq!(words.list(&["Milk", "Eggs"]), "Milk, Eggs");
    /// ```
    pub fn list<S: AsRef<str>>(&self, names: &[S]) -> String {
        let comma = self.find("card.comma").unwrap_or(", ");
        joined(names, comma)
    }

    /// Names one after the other within a sentence: "milk, eggs and fish".
    pub(crate) fn list_in_sentence<S: AsRef<str>>(&self, names: &[S]) -> String {
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                self.list(rest) + self.get("card.and") + last.as_ref()
            }
            _ => self.list(names),
        }
    }

    /// A text wrapped in Unicode isolates if its direction may differ from that
    /// of the surrounding words.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let words = Messages::english();
    /// assert_eq!(words.isolated("Soup (tinned)"), "Soup (tinned)");
    /// let hebrew = words.with_right_to_left(true);
    /// assert_eq!(hebrew.isolated("Soup (tinned)"), "\u{2068}Soup (tinned)\u{2069}");
    /// ```
    pub fn isolated<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.0.right_to_left {
            Cow::Owned(format!("\u{2068}{text}\u{2069}"))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Formats a time of the service for the reader.
    pub fn date(&self, text: &str) -> String {
        match &self.0.date {
            Some(format) => format(text),
            // Without a formatter only the day is shown, because the time has
            // no zone. A date in another format stays as it is.
            None => crate::label::day(text).unwrap_or(text).to_owned(),
        }
    }
}

/// A text with its placeholder `{name}` replaced.
pub(crate) fn fill(text: &str, name: &str, value: &str) -> String {
    let mut filled = String::with_capacity(text.len() + value.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let behind_name = after.strip_prefix(name);
        match behind_name.and_then(|behind| behind.strip_prefix('}')) {
            Some(after) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod words_tests;
