//! The members of a group that a view names beside it.

use super::allergens::AllergenFact;
use super::claim::Claim;
use super::status::{Evidence, Status};
use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;
use crate::text::letters::uncapitalised;

/// A member of a group, as a view names it: "Walnuts (may contain)", "Oats (gluten ≤ 20 mg/kg)".
pub(crate) struct ShownMember {
    pub(crate) allergen: Allergen,
    pub(crate) status: Status,
    is_disputed: bool,
    has_little_gluten: bool,
}

impl ShownMember {
    fn of(fact: &AllergenFact, group: &AllergenFact) -> ShownMember {
        ShownMember {
            allergen: fact.allergen,
            status: fact.status,
            is_disputed: fact.is_disputed(),
            has_little_gluten: group.claims_little_gluten(fact),
        }
    }

    /// What follows its name in brackets: its status, where that is not that of the words before it,
    /// or what is claimed of its gluten. `words` gives the message for a key.
    pub(crate) fn aside(&self, before: Status, words: &dyn Fn(&str) -> String) -> Option<String> {
        if self.status == before {
            return self
                .has_little_gluten
                .then(|| words("allergens.little-gluten"));
        }
        // It is stated, but not reliably.
        Some(if self.is_disputed {
            words("allergens.check-label")
        } else {
            uncapitalised(&words(&format!("status.{}", self.status.key())))
        })
    }
}

impl AllergenFact {
    /// Whether it is declared absent, and a text or a claim says otherwise.
    pub(crate) fn is_disputed(&self) -> bool {
        self.status == Status::NotStated && !self.conflicts.is_empty()
    }

    /// Whether its cereals have little gluten, by claims of all that are not declared absent, and no
    /// text says gluten: then they are not called gluten.
    pub(crate) fn has_little_gluten(&self) -> bool {
        let is_little = |cereal: &Allergen| {
            let mut members = self.members.iter();
            match members.find(|member| member.allergen == *cereal) {
                Some(member) if member.status.is_positive() => self.claims_little_gluten(member),
                Some(member) if member.status == Status::DeclaredNotPresent => true,
                // A claim about oats says nothing of wheat that is not stated.
                _ => self.claims_little_gluten(self),
            }
        };
        let says_gluten = |piece: &Evidence| {
            piece.member.is_none() && piece.source.is_text() && piece.status.is_positive()
        };
        !self.gluten.is_empty()
            && self.status.is_positive()
            && self.is_explained_by_members()
            && self.allergen.members().all(|cereal| is_little(&cereal))
            && !self.evidence.iter().any(says_gluten)
    }

    /// Whether at most 20 mg/kg of gluten are claimed of a member, or of all cereals together, in every
    /// component that it is or may be in, and denied of none.
    fn claims_little_gluten(&self, member: &AllergenFact) -> bool {
        let is_claimed = |piece: &Evidence| {
            let Some(component) = piece.component else {
                return false;
            };
            // They are in the order of the components.
            let first = self
                .gluten
                .partition_point(|claim| claim.component < component);
            let of_component = self.gluten[first..].iter();
            let mut claims = of_component
                .take_while(|claim| claim.component == component)
                .filter(|claim| claim.allergen.is_group() || claim.allergen == member.allergen)
                .map(|claim| claim.claim == Claim::Yes);
            claims.next() == Some(true) && claims.all(|is_claimed| is_claimed)
        };
        let mut pieces = member.evidence.iter();
        member.status.is_positive()
            && pieces.all(|piece| !piece.status.is_positive() || is_claimed(piece))
    }

    /// The members of a group that are declared, contradicted or named by a text.
    pub(crate) fn shown_members(&self) -> Vec<ShownMember> {
        let mut members = self
            .members
            .iter()
            .filter(|member| member.status.is_positive() || member.has_conflicts())
            .map(|member| ShownMember::of(member, self))
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
                    has_little_gluten: false,
                });
            }
        }
        members
    }

    /// The members that stand beside the name of an allergen in the line of its status: of a group
    /// those without a line of their own, as one has that only may be there; a member itself.
    pub(crate) fn members_in_line(&self, group: &AllergenFact) -> Vec<ShownMember> {
        if !self.allergen.is_group() {
            return vec![ShownMember::of(self, group)];
        }
        let mut members = self.shown_members();
        members.retain(|member| {
            self.status != Status::Contains || member.status != Status::MayContain
        });
        members
    }
}
