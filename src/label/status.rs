//! The statuses of an allergen, and the evidence for them.

use super::data::data;
use crate::model::normalize::coded_lines;
use crate::model::table::named;
use crate::model::view::Coded;
use crate::model::{Allergen, Value};
use crate::text::is_among;

named! {
    /// The status of an allergen, and the answer to a shopper who avoids it, in order of
    /// severity. None of them says that a food is safe: no record can establish that.
    ///
    /// The order is the rule: of several pieces of evidence the most severe wins.
    /// So one "Yes" among many "No" is [`Contains`](Status::Contains), and the
    /// product is not declared free from an allergen while one component does not
    /// state it.
    #[derive(Default, PartialOrd, Ord)]
    Status key: "The key of the message, and the name in markup." {
        /// Every component declares that it is not an ingredient.
        DeclaredNotPresent "declared-not-present",
        /// At least one component states nothing usable: the shopper must check the label.
        #[default]
        NotStated "not-stated",
        /// May be present, by accident or contact.
        MayContain "may-contain",
        /// An ingredient.
        Contains "contains",
    }
}

impl Status {
    /// The status that the description of a flag declares. Case, surrounding and repeated
    /// spaces and a trailing full stop do not matter. An unknown description, however
    /// harmless it sounds, is not stated.
    ///
    /// ```
    /// use product_pool::label::Status;
    ///
    /// assert_eq!(Status::from_description(Some(" YES ")), Status::Contains);
    /// assert_eq!(Status::from_description(Some("-")), Status::NotStated);
    /// assert_eq!(Status::from_description(Some("Probably not")), Status::NotStated);
    /// assert_eq!(Status::from_description(None), Status::NotStated);
    /// ```
    pub fn from_description(description: Option<&str>) -> Status {
        const DESCRIPTIONS: &[(&str, Status)] = &[
            ("yes|y|true|contains|present", Status::Contains),
            (
                "may contain|may contain traces|may be present|traces|possible",
                Status::MayContain,
            ),
            (
                "no|n|does not contain|not present|free from",
                Status::DeclaredNotPresent,
            ),
        ];
        let Some(description) = description else {
            return Status::NotStated;
        };
        let plain = plain(description);
        DESCRIPTIONS
            .iter()
            .find_map(|(known, status)| is_among(&plain, known).then_some(*status))
            .unwrap_or_default()
    }

    /// Whether it is a warning: contains or may contain.
    ///
    /// ```
    /// use product_pool::label::Status;
    ///
    /// let worst = [Status::DeclaredNotPresent, Status::MayContain, Status::NotStated].into_iter().max();
    /// assert_eq!(worst, Some(Status::MayContain));
    /// assert!(Status::MayContain.is_positive() && !Status::NotStated.is_positive());
    /// ```
    pub fn is_positive(self) -> bool {
        self >= Status::MayContain
    }
}

/// The words of a flag, and the status that they declare. In any other form than a
/// description, a flag declares nothing absent. Of descriptions that a broken record
/// repeats the most serious counts, as does a warning in another member: `{"value":
/// "Yes", "description": "No"}`.
pub(super) fn classified(flag: Coded<'_>) -> (Option<String>, Status) {
    let mut declared = match flag.description() {
        Some(description) => (
            Some(description.to_owned()),
            Status::from_description(Some(description)),
        ),
        None => {
            let said = flag.raw().map(coded_lines).unwrap_or_default();
            let lines = said
                .split('\n')
                .map(|line| Status::from_description(Some(line)));
            let status = lines.fold(Status::NotStated, Status::max);
            (Some(said).filter(|text| !text.is_empty()), status)
        }
    };
    for (name, value) in Value::members(flag.raw()) {
        let said = coded_lines(value);
        for line in said.split('\n') {
            let status = Status::from_description(Some(line));
            if status > declared.1 && (status.is_positive() || name == "description") {
                declared = (Some(line.to_owned()), status);
            }
        }
    }
    declared
}

/// Normalizes a short answer: lower case, single spaces, no trailing full stop.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.trim().trim_end_matches('.').split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain.make_ascii_lowercase();
    plain
}

named! {
    /// Where a piece of evidence comes from.
    #[non_exhaustive]
    Source key: "Its name." {
        /// The allergen's own flag.
        Flag "flag",
        /// The list of ingredients names it and emphasises it as an allergen.
        EmphasisedIngredient "emphasised-ingredient",
        /// The list of ingredients names it without emphasis.
        NamedIngredient "named-ingredient",
        /// A statement names it: the one on the pack, further information, one that
        /// accompanies the list of ingredients, or a health warning.
        Statement "statement",
        /// The source of a risk names it, or is stated for it.
        RiskSource "risk-source",
        /// The name of the product or component names it.
        Name "name",
    }
}

impl Source {
    /// Whether it is a text rather than a flag.
    pub fn is_text(self) -> bool {
        self != Source::Flag
    }

    /// Whether it is the list of ingredients.
    pub(super) fn is_list(self) -> bool {
        matches!(self, Source::EmphasisedIngredient | Source::NamedIngredient)
    }
}

data! {
    /// A piece of evidence for a status: the verbatim words and the field they come
    /// from.
    pub struct Evidence {
        /// The index of the component; `None` for the product as a whole, such as
        /// its name.
        pub component: Option<usize>,
        /// The path of the field: `components[0].allergens.contains_milk`.
        pub path: String,
        /// The source of the evidence.
        pub source: Source,
        /// The member that it is about, where it counts for the group.
        pub member: Option<Allergen>,
        /// The supplier's words; `None` where the field is missing, null or blank.
        pub verbatim: Option<String>,
        /// The source of the risk, in the supplier's words.
        pub risk_source: Option<String>,
        /// The status that it supports.
        pub status: Status,
        /// Whether it is about all members of the group: "almonds and other nuts".
        #[serde(skip)]
        #[cfg_attr(feature = "typescript", ts(skip))]
        pub(crate) has_others: bool,
    }

    /// Two statements of a record that cannot both be true.
    pub struct Conflict {
        /// The kind of conflict.
        pub kind: ConflictKind,
        /// The member of the group, for `member`.
        pub member: Option<Allergen>,
        /// The index of the component; `None` for the product as a whole.
        pub component: Option<usize>,
        /// The path of the contradicting field.
        pub path: String,
        /// The contradicting words, verbatim.
        pub verbatim: String,
    }
}

named! {
    /// The kinds of conflict.
    #[non_exhaustive]
    ConflictKind key: "The last part of the message's key." {
        /// The group is declared absent, but this member is not.
        Member "member",
        /// A free-from claim contradicts the evidence.
        FreeFrom "free-from",
        /// It is declared absent, but the list of ingredients names it.
        Ingredients "ingredients",
        /// It is declared absent, but a statement names it.
        Statement "statement",
        /// It is declared absent, but the source of a risk is stated.
        RiskSource "risk-source",
        /// It is declared absent, but the name of the food names it.
        Name "name",
    }
}

impl ConflictKind {
    /// Whether a text names the allergen.
    pub(crate) fn is_text(self) -> bool {
        !matches!(self, ConflictKind::Member | ConflictKind::FreeFrom)
    }
}

data! {
    /// A statement about allergens in a record, or a source of a risk that says more than
    /// its allergen's status.
    pub struct Statement {
        /// The index of the component; `None` for the product as a whole.
        pub component: Option<usize>,
        /// The path of the field.
        pub path: String,
        /// The allergen whose risk it explains; `None` for a statement.
        pub risk_of: Option<Allergen>,
        /// The supplier's words.
        pub text: String,
        /// Whether every word of it was understood and is reflected in the groups.
        pub is_read: bool,
        /// Whether it warns of something that the groups do not show.
        pub warns: bool,
    }

    /// Emphasised words of a list of ingredients that name no allergen.
    pub struct Emphasised {
        /// The index of the component.
        pub component: usize,
        /// The path of the field.
        pub path: String,
        /// The words.
        pub text: String,
        /// Whether the lexicon knows all of them, as it knows coconut milk.
        pub is_known: bool,
    }
}
