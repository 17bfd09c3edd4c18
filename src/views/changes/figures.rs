//! The section on nutrition: the figures that changed.

use super::{Sections, row, row_heading};
use crate::card::render::tree::{Element, el, el_class};
use crate::label::{Amount, Basis, BasisChange, FigureChange, NutritionChange, Trend};
use crate::model::table::Column;

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
        let name = |basis| match basis {
            Basis::Grams => self.message("nutrition.per-100-g"),
            Basis::Millilitres => self.message("nutrition.per-100-ml"),
            Basis::NotStated => self.message("nutrition.per-100-unknown"),
        };
        let text = self.transition("diff.basis", name(change.before), name(change.after));
        el_class("p", "conflict").owned_text(text)
    }

    fn figure_table(&self, title: &str, change: &NutritionChange) -> Option<Element> {
        if change.figures.is_empty() {
            return None;
        }
        let caption = match self.is_mixed() {
            true => format!(
                "{title}{}{}",
                self.colon(),
                self.component(change.component)
            ),
            false => title.to_owned(),
        };
        let rows = change.figures.iter().map(|figure| self.figure(figure));
        Some(self.table(&caption, &HEADS, rows.collect()))
    }

    fn figure(&self, change: &FigureChange) -> Element {
        let sign = match change.trend {
            Trend::More => Some("▲ "),
            Trend::Less => Some("▼ "),
            _ => None,
        };
        let sign = sign.map(|sign| el("span").attr("aria-hidden", "true").text(sign));
        let name = self.messages.named("nutrient", change.nutrient);
        let amount = |amount: &Option<Amount>| self.amount(amount.as_ref());
        let cells = vec![
            el("td").owned_text(self.column(change.column)),
            el("td").owned_text(amount(&change.before)),
            el("td").child_opt(sign).owned_text(amount(&change.after)),
        ];
        row(row_heading().owned_text(name), cells)
    }

    fn column(&self, column: Column) -> String {
        // The basis may differ between the versions, and is shown above.
        let per_100 = self.message("diff.per-100");
        match column {
            Column::Per100 => per_100.to_owned(),
            Column::Serving => self.message("nutrition.per-serving").to_owned(),
            Column::Prepared => self.message("nutrition.prepared").to_owned(),
            Column::PreparedPer100 => {
                let messages = self.messages;
                messages.with("nutrition.prepared-100", "basis", per_100)
            }
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
