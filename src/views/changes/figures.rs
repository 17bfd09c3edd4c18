//! The section on nutrition: the figures that changed.

use super::value::written;
use super::{Sections, row};
use crate::card::phrases::{column_title, per_100};
use crate::card::render::table::row_heading;
use crate::card::render::tree::{Element, el, el_class, sign};
use crate::collect_vec::CollectVec as _;
use crate::label::{Amount, BasisChange, FigureChange, NutritionChange, Trend};

const HEADS: [&str; 4] = ["nutrition.nutrient", "diff.column", "diff.was", "diff.is"];

impl Sections<'_> {
    pub(super) fn figures(&self) -> Option<Element> {
        let changes = &self.diff.nutrition;
        if changes.is_empty() {
            return None;
        }
        let title = self.message("panel.nutrition");
        let mut section = self.section("nutrition", title);
        for change in changes {
            section = section
                .child_opt(self.component_heading(change.component))
                .child_opt(change.basis.map(|basis| self.basis(basis)))
                .child_opt(self.figure_table(title, change));
        }
        Some(section)
    }

    /// The change of basis, such as from 100 g to 100 ml.
    fn basis(&self, change: BasisChange) -> Element {
        let name = |basis| per_100(basis, self.messages);
        let text = self.transition("diff.basis", name(change.before), name(change.after));
        el_class("p", "conflict").owned_text(text)
    }

    fn figure_table(&self, title: &str, change: &NutritionChange) -> Option<Element> {
        if change.figures.is_empty() {
            return None;
        }
        let caption = if self.is_mixed() {
            self.labelled(title, &self.component(change.component))
        } else {
            title.to_owned()
        };
        let rows = change.figures.iter().map(|figure| self.figure(figure));
        Some(self.table(&caption, &HEADS, rows.collect_vec()))
    }

    fn figure(&self, change: &FigureChange) -> Element {
        let trend = match change.trend {
            Trend::More => Some("more"),
            Trend::Less => Some("less"),
            _ => None,
        };
        let name = self.messages.named("nutrient", change.nutrient);
        let [before, after] = self.amounts(change.before.as_ref(), change.after.as_ref());
        let per_100 = self.message("diff.per-100");
        let column = column_title(change.column, per_100, self.messages);
        let cells = vec![
            el("td").owned_text(column),
            el("td").owned_text(before),
            el("td").child_opt(trend.map(sign)).owned_text(after),
        ];
        row(row_heading().owned_text(name), cells)
    }

    /// The amounts before and after, as the supplier wrote them where they would look the same.
    fn amounts(&self, before: Option<&Amount>, after: Option<&Amount>) -> [String; 2] {
        let shown = [self.amount(before), self.amount(after)];
        match (before, after) {
            (Some(before), Some(after)) if shown[0] == shown[1] => [before, after].map(|amount| {
                let units = amount.unit.as_deref().unwrap_or_default();
                written(&amount.value, units)
            }),
            _ => shown,
        }
    }

    fn amount(&self, amount: Option<&Amount>) -> String {
        let Some(amount) = amount else {
            return self.message("nutrition.not-given").to_owned();
        };
        self.messages
            .quantity(&amount.value, amount.unit.as_deref())
    }
}
