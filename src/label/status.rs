//! The statuses an allergen can have, and what speaks for each.

use crate::collect_vec::CollectVec as _;
use crate::model::Allergen;

/// What is known of an allergen, from the safest to say to the gravest.
///
/// The order is the rule: of several pieces of evidence the greatest holds.
/// So one "Yes" among many "No" is [`Contains`](Status::Contains), and one
/// component that says nothing keeps the others' "No" from speaking for the
/// whole product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Status {
    /// Declared not to be an ingredient.
    NotPresent,
    /// Nothing usable is said: the shopper must check the label.
    #[default]
    NotStated,
    /// May be there, by accident or contact.
    MayContain,
    /// An ingredient.
    Contains,
}

impl Status {
    /// The key of its message, and its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            Status::NotPresent => "not-present",
            Status::NotStated => "not-stated",
            Status::MayContain => "may-contain",
            Status::Contains => "contains",
        }
    }

    /// Whether it warns: contains or may contain.
    pub fn is_positive(self) -> bool {
        self >= Status::MayContain
    }
}

/// What a flag's description means. Case, surrounding and repeated spaces and
/// a closing full stop do not matter. A description that is not known, however
/// harmless it sounds, states nothing.
///
/// ```
/// use product_pool::label::{classify, Status};
/// assert_eq!(classify(Some(" YES ")), Status::Contains);
/// assert_eq!(classify(Some("-")), Status::NotStated);
/// assert_eq!(classify(Some("Probably not")), Status::NotStated);
/// assert_eq!(classify(None), Status::NotStated);
/// ```
pub fn classify(description: Option<&str>) -> Status {
    const DESCRIPTIONS: &[(&str, Status)] = &[
        ("yes", Status::Contains),
        ("y", Status::Contains),
        ("true", Status::Contains),
        ("contains", Status::Contains),
        ("present", Status::Contains),
        ("may contain", Status::MayContain),
        ("may contain traces", Status::MayContain),
        ("may be present", Status::MayContain),
        ("traces", Status::MayContain),
        ("possible", Status::MayContain),
        ("no", Status::NotPresent),
        ("n", Status::NotPresent),
        ("does not contain", Status::NotPresent),
        ("not present", Status::NotPresent),
        ("free from", Status::NotPresent),
    ];
    let Some(description) = description else {
        return Status::NotStated;
    };
    let plain = plain(description);
    DESCRIPTIONS
        .iter()
        .find_map(|(known, status)| (*known == plain).then_some(*status))
        .unwrap_or_default()
}

/// A short answer without what makes no difference: case, surrounding and
/// repeated spaces, a closing full stop.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<&str> = text
        .trim()
        .trim_end_matches('.')
        .split_whitespace()
        .collect_vec();
    words.join(" ").to_ascii_lowercase()
}

/// Where a piece of evidence comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum Source {
    /// The allergen's own flag.
    Flag,
    /// The list of ingredients names it and emphasises it as an allergen.
    EmphasisedIngredient,
    /// The list of ingredients names it without emphasis.
    NamedIngredient,
    /// A statement names it: the one on the pack, further information, one
    /// that belongs to the list of ingredients, or a health warning.
    Statement,
    /// A field that says where a risk comes from names it, or is its own.
    RiskSource,
    /// The name of the product or component names it.
    Name,
}

impl Source {
    /// Whether it is words and not a flag.
    pub fn is_text(self) -> bool {
        self != Source::Flag
    }
}

/// One piece of evidence for a status: what was said, where, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Evidence {
    /// The index of the component that says it; `None` for what is said of the
    /// product as a whole, such as its name.
    pub component: Option<usize>,
    /// The field it stands in: `components[0].allergens.contains_milk`.
    pub path: String,
    /// Where it comes from.
    pub source: Source,
    /// The member that it speaks of, where it speaks for a group.
    pub member: Option<Allergen>,
    /// The supplier's words; `None` where the field is missing, null or blank.
    pub verbatim: Option<String>,
    /// Where a risk comes from, in the supplier's words.
    pub risk_source: Option<String>,
    /// What it amounts to.
    pub status: Status,
}

/// Two statements of a record that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Conflict {
    /// What contradicts what.
    pub kind: ConflictKind,
    /// The member of the group, for `member`.
    pub member: Option<Allergen>,
    /// The index of the component in which it stands; `None` for what is said
    /// of the product as a whole.
    pub component: Option<usize>,
    /// The field that contradicts.
    pub path: String,
    /// What it says, verbatim.
    pub verbatim: String,
}

/// The kinds of conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum ConflictKind {
    /// The group is declared absent, this member of it is not.
    Member,
    /// A free-from claim stands against the evidence.
    FreeFrom,
    /// It is declared absent, but the list of ingredients names it.
    Ingredients,
    /// It is declared absent, but a statement names it.
    Statement,
    /// It is declared absent, but a source of a risk of it is given.
    RiskSource,
    /// It is declared absent, but the name of the food names it.
    Name,
}

/// Words on allergens that a record carries.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Statement {
    /// The index of the component; `None` for the product as a whole.
    pub component: Option<usize>,
    /// The field it stands in.
    pub path: String,
    /// The supplier's words.
    pub text: String,
    /// Whether every word of it is accounted for by what the groups say.
    pub is_read: bool,
    /// Whether it warns of something that the groups do not tell.
    pub warns: bool,
}

/// Words that a list of ingredients emphasises and that name no allergen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Emphasised {
    /// The index of the component.
    pub component: usize,
    /// The field they stand in.
    pub path: String,
    /// The words.
    pub text: String,
    /// Whether the lexicon knows all of them, such as coconut milk.
    pub is_known: bool,
}
