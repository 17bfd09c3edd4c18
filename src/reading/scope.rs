//! How far the phrases reach that say where the foods behind them are: "contains: milk, egg".

use super::answers::{answers, answers_heading};
use super::caution::Caution;
use super::clause::Text;
use super::cue::ANSWERS;
use super::grammar::Denials;
use super::said::{Kind, Polarity};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Role, cues};
use crate::text::tokens::Break;

/// What is said where a unit stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scope {
    pub(super) polarity: Polarity,
    /// The phrase that began it, and where that and what belongs to it ends.
    pub(super) at: usize,
    end: usize,
    /// Whether the phrase promises to name what a claim before it is about.
    promises: bool,
    depth: usize,
    /// Whether it is a heading on a line of its own, and whether it ends with its phrase.
    heads_lines: bool,
    phrase_only: bool,
    /// Where the units began that no break separates from this one.
    run: usize,
}

/// The scope at each unit.
pub(super) fn scopes(text: &Text, denials: &Denials, cautions: &[Caution]) -> Vec<Scope> {
    let mut scope = Scope::default();
    let scopes = (0..text.units.len()).map(|at| {
        scope = scope.up_to(text, at);
        let risk = cautions[text.sentence_of[at]].risk;
        let begun = scope.begun(text, at, risk).filter(|_| !denials.units[at]);
        scope = begun.unwrap_or(scope);
        scope
    });
    scopes.collect_vec()
}

impl Scope {
    /// Whether a unit is the phrase that begins it, or belongs to that.
    pub(super) fn is_phrase(&self, at: usize) -> bool {
        self.end == at + 1
    }

    /// Whether a unit begins it with a promise to name an allergen.
    pub(super) fn promises_at(&self, at: usize) -> bool {
        self.promises && self.at == at
    }

    /// Whether a word for allergens is what a claim is about: "contains allergens", "may contain the
    /// following allergens: …".
    pub(super) fn is_about(&self, text: &Text, at: usize) -> bool {
        let fills = |at: usize| {
            let unit = text.unit(at);
            !unit.is_food() && (unit.cues.is_empty() || unit.is_any(cues![Filler, Other]))
        };
        // "Allergens:" is a label, which claims nothing.
        text.is(at, Role::Any)
            && self.polarity != Polarity::Named
            && !text.is(self.at, Role::Any)
            && (self.end..at).rev().all(fills)
    }

    /// The same scope at a unit, which a break or a bracket may end.
    fn up_to(mut self, text: &Text, at: usize) -> Scope {
        let breaks = text.breaks(at);
        if breaks != Break::None {
            self.run = at;
        }
        let mut ends = text.unit(at).depth < self.depth || answers_heading(text, at);
        if breaks >= Break::Dash {
            // "May contain:" applies to the lines below it, and "Contains: milk; eggs" to both items.
            let heads = || self.end == at || self.heads_lines && !is_labelled(text, at);
            self.heads_lines = match breaks {
                Break::Line => heads(),
                Break::Sentence => false,
                _ => self.heads_lines,
            };
            ends |= self.end != at && !self.heads_lines && breaks > Break::Clause;
        }
        if ends || self.phrase_only && breaks != Break::None {
            (self.polarity, self.depth) = (Polarity::Named, 0);
            self.phrase_only = false;
        }
        self
    }

    /// The scope that a unit begins, or to whose phrase it belongs.
    fn begun(self, text: &Text, at: usize, risk: Option<usize>) -> Option<Scope> {
        let unit = text.unit(at);
        let end = at + 1;
        // "Milk: contains; egg: may contain".
        let is_answer = at > 0 && text.is_food(at - 1) && answers(text, at, ANSWERS);
        if is_answer || unit.is_food() && !unit.is(Role::Calm) {
            return None;
        }
        let is_about = self.is_about(text, at);
        let heads = unit.is(Role::Any) && is_heading(text, at);
        // "Equipment for products that contain".
        let mut before = at.saturating_sub(3).max(self.run)..at;
        let is_of_risk = risk.is_some_and(|risk| risk < at && self.run <= risk);
        let polarity = match () {
            () if unit.is(Role::Apart) => {
                return Some(Scope {
                    polarity: Polarity::Named,
                    end,
                    ..self
                });
            }
            () if unit.is(Role::May) => Polarity::MayContain,
            () if heads && is_about => self.polarity,
            () if heads && risk.is_none() => Polarity::Contains,
            () if unit.is(Role::Contains) && is_of_risk => return None,
            // "Unknown whether it contains".
            () if unit.is(Role::Contains) && before.any(|at| text.is(at, Role::Not)) => {
                Polarity::MayContain
            }
            () if unit.is(Role::Contains) => Polarity::Contains,
            () if unit.is(Role::Calm)
                && (self.polarity == Polarity::Named || text.is(self.at, Role::Any)) =>
            {
                return Some(Scope { end, ..self });
            }
            () => return None,
        };
        // In the middle of a list it refers to the ingredient before it, unlike "this product
        // contains".
        let phrase_only = text.kind == Kind::List
            && polarity == Polarity::Contains
            && self.polarity != Polarity::Contains
            && unit.breaks < Break::Label
            && !is_heading(text, at)
            && at > text.sentence(at).units.start
            && (text.is_food(at - 1) || !text.unit(at - 1).is_known);
        Some(Scope {
            polarity,
            at,
            end,
            promises: is_about,
            depth: unit.depth,
            heads_lines: false,
            phrase_only,
            run: self.run,
        })
    }
}

/// Whether a colon follows a unit, or the "suivants" of "allergènes suivants".
pub(super) fn is_heading(text: &Text, at: usize) -> bool {
    let is_followed = text.breaks(at + 1) == Break::None && text.is(at + 1, Role::Following);
    text.breaks(at + 1 + usize::from(is_followed)) == Break::Label
}

/// Whether the line that begins here has a label, such as "Serve with: fish".
fn is_labelled(text: &Text, at: usize) -> bool {
    let rest = at + 1..text.units.len();
    let mut line = rest.take_while(|at| text.breaks(*at) < Break::Clause);
    line.any(|at| text.breaks(at) == Break::Label)
}
