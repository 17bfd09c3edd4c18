//! The signs and phrases that the card, the matrix and the changes view share.

use super::Failure;
use super::render::tree::{Element, el_class, sign};
use crate::collect_vec::CollectVec as _;
use crate::label::{self, AllergenReport, Basis, NoticeKind, RecordNotice, Status};
use crate::messages::Messages;
use crate::model::table::{Column, ProductData};

/// The statuses in the order of their lines: warnings first.
pub(crate) const STATUSES: [Status; 4] = [
    Status::Contains,
    Status::MayContain,
    Status::NotStated,
    Status::DeclaredNotPresent,
];

/// The sign of a status. It always comes with the status's words.
pub(crate) fn mark(status: Status) -> Element {
    sign(status.key())
}

/// What stands in the place of a product until it comes, on a screen and on paper.
pub(crate) fn awaited(messages: &Messages) -> Vec<Element> {
    let on_screen = el_class("span", "screen").text(messages.get("card.loading"));
    vec![on_screen, not_loaded("span", messages)]
}

/// What paper says of a product that was not there when it was printed.
pub(crate) fn not_loaded(name: &'static str, messages: &Messages) -> Element {
    el_class(name, "paper").text(messages.get("allergens.not-loaded"))
}

/// The text of a notice about the record as a whole.
pub(crate) fn notice_text(notice: &RecordNotice<'_>, messages: &Messages) -> String {
    let key = format!("notice.{}", notice.kind.key());
    // The other messages have no placeholder.
    match notice.kind {
        NoticeKind::OldDate | NoticeKind::FutureDate => {
            let changed = notice.changed_at.unwrap_or_default();
            messages.format(&key, "date", &messages.date(changed))
        }
        NoticeKind::UnknownStatus => {
            messages.format(&key, "status", notice.status.unwrap_or_default())
        }
        _ => messages.format(&key, "version", notice.latest_version.unwrap_or_default()),
    }
}

/// The words that the manufacturer emphasised and that no allergen explains, as a list.
pub(crate) fn emphasised_words(report: &AllergenReport, messages: &Messages) -> Option<String> {
    let words = report.emphasised.iter().map(|run| run.text.as_str());
    let words: Vec<&str> = words.collect_vec();
    (!words.is_empty()).then(|| messages.list(&words))
}

/// The remark on these words.
pub(crate) fn emphasised_text(report: &AllergenReport, messages: &Messages) -> Option<String> {
    let words = emphasised_words(report, messages)?;
    Some(messages.format("allergens.emphasised", "list", &words))
}

/// The names of a product's components, in order. `rest` stands for those that are left out.
pub(crate) fn component_names(
    product: ProductData<'_>,
    rest: Option<usize>,
    messages: &Messages,
) -> Vec<String> {
    let mut names = Vec::new();
    for (index, component) in product.components().iter().enumerate() {
        names.push(if rest == Some(index) {
            messages.get("card.rest").to_owned()
        } else {
            component_name(label::component_name(component), index, messages)
        });
    }
    names
}

/// The name of a component; its number where it has no name.
pub(crate) fn component_name(name: Option<&str>, index: usize, messages: &Messages) -> String {
    match name {
        Some(name) => name.to_owned(),
        None => messages.format("card.component", "number", &(index + 1).to_string()),
    }
}

/// Why there is no product, in a few words.
pub(crate) fn failure_title(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.title", failure.key());
    messages.get(&key).to_owned()
}

/// The advice for a failure, in a sentence or two.
pub(crate) fn failure_text(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.text", failure.key());
    messages.get(&key).to_owned()
}

/// The quantity that figures per 100 are for.
pub(crate) fn per_100(basis: Basis, messages: &Messages) -> &str {
    messages.get(match basis {
        Basis::Grams => "nutrition.per-100-g",
        Basis::Millilitres => "nutrition.per-100-ml",
        Basis::NotStated => "nutrition.per-100-unknown",
    })
}

/// The title of a column of figures.
pub(crate) fn column_title(column: Column, per_100: &str, messages: &Messages) -> String {
    match column {
        Column::Per100 => per_100.to_owned(),
        Column::Serving => messages.get("nutrition.per-serving").to_owned(),
        Column::PreparedPer100 => messages.format("nutrition.prepared-100", "basis", per_100),
        Column::Prepared => messages.get("nutrition.prepared").to_owned(),
    }
}
