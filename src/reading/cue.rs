//! What phrases of the lexicon say of the words around them.

use crate::lexicon::Role;

/// The cues of a phrase, or a set of cues to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cues(u32);

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
pub(super) const CLAIMS: Cues = Cues::of(&[
    Role::Contains,
    Role::May,
    Role::Around,
    Role::Absent,
    Role::Free,
]);

/// Where the foods of a sentence are is left open.
pub(super) const SAYS: Cues = Cues::of(&[
    Role::Contains,
    Role::May,
    Role::Around,
    Role::Any,
    Role::Yes,
    Role::Vegan,
]);

/// An answer is reversed.
pub(super) const REVERSES: Cues = Cues::of(&[
    Role::Absent,
    Role::Free,
    Role::Not,
    Role::But,
    Role::Caution,
]);

/// What stands between the items of a list.
pub(super) const JOINS: Cues = Cues::of(&[Role::And, Role::Filler]);

/// Answers of a table: "milk: contains, egg: no".
pub(super) const ANSWERS: Cues = Cues::of(&[Role::Yes, Role::No, Role::Contains, Role::May]);

/// Answers with no.
pub(super) const NO: Cues = Cues::of(&[Role::No]);
