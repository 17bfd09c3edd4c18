//! What phrases of the lexicon say of the words around them.

use crate::lexicon::Role;

/// A set of cues: `cues![Contains, May]`.
macro_rules! cues {
    ($($role:ident),+) => {
        $crate::reading::cue::Cues::of(&[$($crate::lexicon::Role::$role),+])
    };
}

pub(super) use cues;

/// The cues of a phrase, or a set of cues to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues(u64);

impl Cues {
    pub(super) const fn of(roles: &[Role]) -> Cues {
        let mut all = 0;
        let mut at = 0;
        while at < roles.len() {
            all |= 1 << roles[at] as u32;
            at += 1;
        }
        Cues(all)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn is(self, role: Role) -> bool {
        self.any(Cues::of(&[role]))
    }

    /// Whether it has one of these.
    pub(super) fn any(self, others: Cues) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether it has no other.
    pub(super) fn is_only(self, role: Role) -> bool {
        self == Cues::of(&[role])
    }

    pub(super) const fn and(self, others: Cues) -> Cues {
        Cues(self.0 | others.0)
    }

    pub(super) const fn without(self, others: Cues) -> Cues {
        Cues(self.0 & !others.0)
    }
}

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
