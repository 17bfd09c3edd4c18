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
        let mut members = self
            .members
            .iter()
            .filter(|member| member.status.is_positive() || member.has_conflicts())
            .map(ShownMember::of)
            .collect_vec();
        if !self.status.is_positive() {
            // Those that texts name are quoted.
            return members;
        }
        for piece in self.evidence.iter().filter(|piece| piece.source.is_text()) {
            if let Some(allergen) = piece.member
                && members.iter().all(|known| known.allergen != allergen)
            {
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
