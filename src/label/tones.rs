//! In what tone a text speaks of the allergens it names: that they are in the
//! food, may be, or are not.

use super::mentions::{Break, Kind, Word, at_phrase};

/// What is said of the allergens that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// They are named, no more.
    Named,
    /// They are in the food.
    Contains,
    /// They may be.
    MayContain,
    /// They are not.
    Absent,
}

/// What the words at a place do to the tone.
pub(super) enum Turn {
    /// From here on it is this one; how many words say so; whether it ends with
    /// the phrase rather than with the sentence.
    To(Tone, usize, bool),
    /// So many words are to be passed over.
    Skip(usize),
}

/// Phrases that set the tone, the longer first. Those of the first list do so
/// in lists of ingredients too.
const PHRASES: &[(&str, Tone, bool)] = &[
    ("may also contain", Tone::MayContain, false),
    ("may still contain", Tone::MayContain, false),
    ("may not contain", Tone::MayContain, false),
    ("may contain", Tone::MayContain, false),
    ("free from", Tone::Absent, false),
    ("free of", Tone::Absent, false),
    ("does not contain", Tone::Absent, false),
    ("do not contain", Tone::Absent, false),
    ("doesn t contain", Tone::Absent, false),
    ("contains no", Tone::Absent, true),
    ("contain no", Tone::Absent, true),
    ("contains", Tone::Contains, false),
];

const STATEMENT_PHRASES: &[(&str, Tone, bool)] = &[
    ("may include", Tone::MayContain, false),
    ("not suitable", Tone::MayContain, false),
    ("unsuitable", Tone::MayContain, false),
    ("risk of", Tone::MayContain, false),
    ("traces", Tone::MayContain, false),
    ("trace", Tone::MayContain, false),
    ("factory", Tone::MayContain, false),
    ("factories", Tone::MayContain, false),
    ("facility", Tone::MayContain, false),
    ("facilities", Tone::MayContain, false),
    ("site", Tone::MayContain, false),
    ("premises", Tone::MayContain, false),
    ("bakery", Tone::MayContain, false),
    ("kitchen", Tone::MayContain, false),
    ("equipment", Tone::MayContain, false),
    ("machinery", Tone::MayContain, false),
    ("production line", Tone::MayContain, false),
    ("handles", Tone::MayContain, false),
    ("handling", Tone::MayContain, false),
    ("cross contamination", Tone::MayContain, false),
    ("cross contact", Tone::MayContain, false),
    ("not contain", Tone::Absent, false),
    ("not contains", Tone::Absent, false),
    ("never contain", Tone::Absent, false),
    ("never contains", Tone::Absent, false),
    ("no longer contains", Tone::Absent, false),
    ("don t contain", Tone::Absent, false),
    ("absence of", Tone::Absent, false),
    ("without", Tone::Absent, true),
    ("contain", Tone::Contains, false),
    // What follows is the exception.
    ("but", Tone::Named, false),
    ("however", Tone::Named, false),
    ("except", Tone::Named, false),
    ("excluding", Tone::Named, false),
    ("apart from", Tone::Named, false),
    ("other than", Tone::Named, false),
];

/// "For allergens, including cereals containing gluten, see ingredients in
/// bold": the formula of every second label names no allergen of this food.
const FORMULAE: &[&str] = &[
    "including cereals containing gluten",
    "including gluten containing cereals",
    "including cereals with gluten",
];

/// Phrases by which a whole sentence takes back what it says, wherever they
/// stand in it.
const DISCLAIMERS: &[&str] = &[
    "may be present",
    "may also be present",
    "may be found",
    "may be contained",
    "might be present",
    "could be present",
    "can be present",
    "cannot guarantee",
    "can not guarantee",
    "can t guarantee",
    "cannot be guaranteed",
    "can not be guaranteed",
    "not guaranteed",
    "not guarantee",
    "no guarantee",
    "no guarantees",
    "cannot exclude",
    "cannot be excluded",
    "cannot be ruled out",
    "not free",
    "no longer free",
    "isn t free",
    "is handled",
    "are handled",
    "also handled",
];

/// Whether the sentence at the head of `words` takes back what it says.
pub(super) fn disclaims(words: &[Word]) -> bool {
    let rest = words.iter().skip(1);
    let length = 1 + rest.take_while(|word| word.breaks < Break::Clause).count();
    (0..length).any(|at| {
        DISCLAIMERS
            .iter()
            .any(|phrase| at_phrase(words, at, phrase))
    })
}

/// What the words at a place do to the tone.
pub(super) fn turn(words: &[Word], at: usize, kind: Kind, tone: Tone) -> Option<Turn> {
    let statement = kind == Kind::Statement;
    if statement
        && tone == Tone::Named
        && let Some(formula) = FORMULAE
            .iter()
            .find(|formula| at_phrase(words, at, formula))
    {
        return Some(Turn::Skip(count(formula)));
    }
    // "Allergens: milk" says what is in it; "free from allergens: milk" does not.
    if statement && (tone == Tone::Named || !matches!(words[at].breaks, Break::None | Break::Label))
    {
        let explained = words
            .get(at + 1)
            .is_some_and(|next| next.breaks == Break::Label);
        if explained && matches!(words[at].text.as_str(), "allergens" | "allergen") {
            return Some(Turn::To(Tone::Contains, 1, false));
        }
    }
    if statement && words[at].text == "no" && begins_denial(words, at) {
        return Some(Turn::To(Tone::Absent, 1, true));
    }
    let more = if statement { STATEMENT_PHRASES } else { &[] };
    let found = PHRASES.iter().chain(more);
    let mut found = found.filter(|(phrase, ..)| at_phrase(words, at, phrase));
    let (phrase, new, brief) = found.next()?;
    let new = match (*phrase, tone) {
        // "No traces of nuts" denies them.
        ("traces" | "trace" | "risk of", Tone::Absent) => return None,
        // Only what is denied has exceptions that matter.
        _ if *new == Tone::Named && tone != Tone::Absent => return None,
        // "A factory whose other products contain nuts", "may also possibly
        // contain".
        ("contain", Tone::MayContain) => return None,
        ("contain", _) if follows_may(words, at) => Tone::MayContain,
        // In the midst of a list it is about the ingredient before it.
        ("contains", _) if !statement && words[at].breaks < Break::Label => Tone::Named,
        _ => *new,
    };
    Some(Turn::To(new, count(phrase), *brief))
}

/// Whether a "no" denies what follows. In "Nuts: no", "Nuts - no" and "No 1" it
/// does not, and what follows could be the next entry of a list; "no longer" is
/// about the words after it.
fn begins_denial(words: &[Word], at: usize) -> bool {
    let other = words.get(at + 1).is_some_and(|next| {
        next.text == "longer" || next.text.starts_with(|c: char| c.is_ascii_digit())
    });
    let after = match words[at].breaks {
        Break::Label => false,
        Break::Clause | Break::Line | Break::Sentence | Break::Phrase => true,
        Break::None => at.checked_sub(1).is_some_and(|before| {
            matches!(
                words[before].text.as_str(),
                "with" | "has" | "have" | "is" | "are" | "and" | "or"
            )
        }),
    };
    after && !other
}

/// Whether a "may" stands shortly before.
fn follows_may(words: &[Word], at: usize) -> bool {
    words[at.saturating_sub(3)..at]
        .iter()
        .any(|word| matches!(word.text.as_str(), "may" | "might" | "could" | "can"))
}

fn count(phrase: &str) -> usize {
    phrase.split(' ').count()
}
