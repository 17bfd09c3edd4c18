//! A supplier's claim read as yes, no or not stated.

use super::status::plain;
use crate::model::table::named;
use crate::model::view::Text;
use crate::text::{is_among, letters};

named! {
    /// The value of a supplier's claim.
    #[derive(Default)]
    #[non_exhaustive]
    Claim key: "The key of the message, and the name in markup." {
        /// The claim is made.
        Yes "yes",
        /// The claim is denied.
        No "no",
        /// Neither, or in unknown words.
        #[default]
        NotStated "not-stated",
    }
}

impl Claim {
    /// Reads a claim. As with allergens, unknown words state nothing; more
    /// wordings are accepted for no than for yes.
    pub(super) fn read(text: &str) -> Claim {
        const YES: &str = "yes|y|true|suitable|certified|free from|does not contain|not present";
        let plain = plain(text);
        if says_nothing(&plain) {
            return Claim::NotStated;
        }
        if is_among(&plain, YES) {
            Claim::Yes
        } else if denies(&plain) {
            Claim::No
        } else {
            Claim::NotStated
        }
    }
}

/// Whether a text means yes.
pub(super) fn says_yes(text: Text<'_>) -> bool {
    text.get().map(Claim::read) == Some(Claim::Yes)
}

/// Whether a text means no.
pub(super) fn denies(plain: &str) -> bool {
    const NO: &str = "n|false|unsuitable|contains|present|may contain|may contain traces";
    let first = plain
        .split(|character: char| !letters::is_alphanumeric(character))
        .next();
    is_among(plain, NO) || first.is_some_and(|word| is_among(word, "no|not|none"))
}

/// Whether a text fills a field without stating anything.
pub(super) fn says_nothing(plain: &str) -> bool {
    const FILLERS: &str = "|n/a|n.a|na|none|nil|null|not applicable|not available|\
        not provided|not stated|not known|unknown|tbc|tba|tbd|to be confirmed|\
        to be advised|to follow|0|?";
    is_among(plain, FILLERS)
        || plain
            .chars()
            .all(|character| matches!(character, '-' | '–' | '—'))
}
