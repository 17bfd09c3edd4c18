//! Sets of cues that more than one phase looks for.

use crate::lexicon::{Cues, cues};

/// Something is said of its own, whatever stood before.
pub(super) const CLAIMS: Cues = cues![Contains, May, Around, Absent, Free];

/// Where the foods of a sentence are is left open.
pub(super) const SAYS: Cues = cues![Contains, May, Around, Any, Yes, Vegan];

/// An answer is reversed.
pub(super) const REVERSES: Cues = cues![Absent, Free, Not, But, Caution];

/// What stands between the items of a list.
pub(super) const JOINS: Cues = cues![And, Filler];

/// Answers of a table: "milk: contains, egg: no".
pub(super) const ANSWERS: Cues = cues![Yes, No, Contains, May];

/// Answers with no.
pub(super) const NO: Cues = cues![No];
