//! Why a text is read as it is, for those who extend the lexicon or the rules.

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A cue denies like that of an example.
    Denies(&'static str),
    /// What takes a denial back: a word of doubt in its sentence,
    Doubt,
    /// "not used" in it, which another word denies,
    Unused,
    /// a turn to where the food is,
    Elsewhere,
    /// emphasis of the name alone,
    Emphasised,
    /// an answer, or a remark that is not understood,
    Answered,
    /// a word of its clause that is not understood, or "not".
    LeftOver,
    /// What warns: caution that no claim explains,
    Caution,
    /// a word that is not understood, or an allergen that is not named,
    Unread,
    /// an item of what it may contain that is not understood,
    UnreadItem,
    /// a table that answers for an unknown name,
    UnknownRow,
    /// a language that is not read,
    Foreign,
    /// a promise to name an allergen,
    Promised,
    /// codes in place of names.
    Coded,
}
