//! The members of a group that a view names beside it.

use super::allergens::AllergenFact;
use super::status::Status;
use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;

/// A member of a group, as a view names it: "Walnuts (may contain)".
pub(crate) struct ShownMember {
    pub(crate) allergen: Allergen,
    pub(crate) status: Status,
    is_disputed: bool,
}

impl ShownMember {
    pub(crate) fn of(fact: &AllergenFact) -> ShownMember {
        ShownMember {
            allergen: fact.allergen,
            status: fact.status,
            is_disputed: fact.is_disputed(),
        }
    }

    /// The key of the words that follow its name, where its status is not that of the
    /// words before it.
    pub(crate) fn aside(&self, before: Status) -> Option<String> {
        (self.status != before).then(|| {
            // It is stated, but not reliably.
            if self.is_disputed {
                "allergens.check-label".to_owned()
            } else {
                format!("allergens.is.{}", self.status.key())
            }
        })
    }
}

impl AllergenFact {
    /// Whether it is declared absent, and a text or a claim says otherwise.
    pub(crate) fn is_disputed(&self) -> bool {
        self.status == Status::NotStated && !self.conflicts.is_empty()
    }

    /// The members of a group that are declared, contradicted or named by a text.
    pub(crate) fn shown_members(&self) -> Vec<ShownMember> {
        let is_shown =
            |member: &&AllergenFact| member.status.is_positive() || !member.conflicts.is_empty();
        let members = self.members.iter().filter(is_shown);
        let mut members = members.map(ShownMember::of).collect_vec();
        // Those that texts name in a group that is not stated are quoted.
        let evidence = self.evidence.iter().filter(|_| self.status.is_positive());
        for piece in evidence.filter(|piece| piece.source.is_text()) {
            let is_new =
                |allergen: &Allergen| members.iter().all(|known| known.allergen != *allergen);
            if let Some(allergen) = piece.member.filter(is_new) {
                members.push(ShownMember {
                    allergen,
                    status: Status::NotStated,
                    is_disputed: false,
                });
            }
        }
        members
    }
}
