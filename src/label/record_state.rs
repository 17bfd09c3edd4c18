//! The state of a record as a whole: recalled, withdrawn, outdated and the
//! like.

use super::Decimal;
use super::claim::says_nothing;
use super::data::data;
use super::status::plain;
use crate::collect_vec::CollectVec as _;
use crate::model::Value;
use crate::model::table::{ProductData, named};
use crate::text::{is_among, letters};
use std::cmp::Ordering;

/// The day from which Regulation (EU) No 1169/2011 applies (Article 55), and
/// with it the emphasis of allergens in the list of ingredients. A record last
/// changed before that day was written for older labelling rules.
const LABEL_RULES_APPLY_FROM: &str = "2014-12-13";

data! {
    /// A notice about the record as a whole.
    pub struct RecordNotice<'a> {
        /// The kind of notice.
        pub kind: NoticeKind,
        /// For `unknown-status`: the status, verbatim.
        pub status: Option<&'a str>,
        /// For `old-version` and `other-version`: the latest version according to
        /// the record.
        pub latest_version: Option<&'a str>,
        /// For `old-date` and `future-date`: the date of the last change, verbatim.
        pub changed_at: Option<&'a str>,
        /// For `replaced`: what the record says about its successors, verbatim. A
        /// value nested more than 120 levels deep is a string of its JSON.
        #[serde(serialize_with = "super::verbatim::serialize_all")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
        pub replaced_by: Vec<&'a Value>,
    }
}

named! {
    /// The kinds of notice, the most serious first.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    NoticeKind key: "The key of the message, and the name in markup." {
        /// The product has been recalled: it must not be eaten.
        Recalled "recalled",
        /// The product has been withdrawn from sale.
        Withdrawn "withdrawn",
        /// The record has an unknown status.
        UnknownStatus "unknown-status",
        /// The record is a draft.
        Draft "draft",
        /// The product is no longer made or sold.
        Discontinued "discontinued",
        /// The record is no longer maintained.
        Archived "archived",
        /// Another product replaces this one.
        Replaced "replaced",
        /// There is a newer version of the record.
        OldVersion "old-version",
        /// The record names another version as its latest, and which of the two is
        /// newer is not certain.
        OtherVersion "other-version",
        /// The last change is older than today's rules for labels, of 13 December 2014.
        OldDate "old-date",
        /// The last change is in the future.
        FutureDate "future-date",
    }
}

impl NoticeKind {
    /// Whether what the record says may no longer be true of the product on a shelf. Then nothing that
    /// it declares absent is calm.
    pub(crate) fn is_doubtful(self) -> bool {
        self <= NoticeKind::Replaced
    }
}

/// The notices about a record as a whole, the most serious first. They belong
/// before everything else on the product.
///
/// `today` is a date such as `2026-11-21`; a last change on a later day is in
/// the future. Times of the service have no time zone, so pass the date in the
/// time zone where the day begins first (UTC+14). Without it, no date counts as
/// being in the future.
///
/// ```
/// use product_pool::label::{NoticeKind, notices};
/// use product_pool::model::Product;
/// let product = Product::from_json(r#"{"data": {"status": "Recalled"}}"#)?;
/// assert_eq!(notices(&product, None)[0].kind, NoticeKind::Recalled);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn notices<'a>(
    product: impl Into<ProductData<'a>>,
    today: Option<&str>,
) -> Vec<RecordNotice<'a>> {
    let product = product.into();
    let mut found = Vec::new();
    if let Some((kind, status)) = worst_status(product) {
        found.push(RecordNotice {
            status: (kind == NoticeKind::UnknownStatus).then_some(status),
            ..RecordNotice::new(kind)
        });
    }
    let successors = product.replaced_by().iter().filter_map(|value| value.raw());
    let replaced_by: Vec<_> = successors.filter(|value| !is_nothing(value)).collect_vec();
    if !replaced_by.is_empty() {
        found.push(RecordNotice {
            replaced_by,
            ..RecordNotice::new(NoticeKind::Replaced)
        });
    }
    let latest_version = product.latest_version().get();
    if let (Some(version), Some(latest)) = (product.version().get(), latest_version)
        && let Some(kind) = version_notice(version, latest)
    {
        found.push(RecordNotice {
            latest_version,
            ..RecordNotice::new(kind)
        });
    }
    let changed_at = product.changed_at().get();
    if let Some(kind) = changed_at.and_then(|changed| date_notice(changed, today)) {
        found.push(RecordNotice {
            changed_at,
            ..RecordNotice::new(kind)
        });
    }
    found
}

impl RecordNotice<'_> {
    fn new(kind: NoticeKind) -> Self {
        RecordNotice {
            kind,
            status: None,
            latest_version: None,
            changed_at: None,
            replaced_by: Vec::new(),
        }
    }
}

/// The most serious status and its kind of notice. If the record has several, each
/// is a line.
fn worst_status(product: ProductData<'_>) -> Option<(NoticeKind, &str)> {
    let mut worst: Option<(NoticeKind, &str)> = None;
    for status in product.status().get().unwrap_or_default().split('\n') {
        if let Some(kind) = status_notice(status)
            && worst.is_none_or(|(other, _)| kind < other)
        {
            worst = Some((kind, status));
        }
    }
    worst
}

/// The statuses that are known, and their kind of notice.
const STATUSES: &[(&str, Option<NoticeKind>)] = &[
    (
        "published|active|approved|current|live|released|n/a|na|none|null",
        None,
    ),
    (
        "recall|recalled|product recall|product recalled",
        Some(NoticeKind::Recalled),
    ),
    (
        "withdrawal|withdrawn|product withdrawal|product withdrawn",
        Some(NoticeKind::Withdrawn),
    ),
    ("draft", Some(NoticeKind::Draft)),
    (
        "delisted|de-listed|discontinued",
        Some(NoticeKind::Discontinued),
    ),
    ("archived", Some(NoticeKind::Archived)),
];

/// The kind of notice for a status; `None` for an ordinary one. The service
/// documents only `published` and `archived`, so an unfamiliar status always
/// gives a notice.
fn status_notice(status: &str) -> Option<NoticeKind> {
    let words = plain(status);
    // The status may be followed by a date.
    let words = words.trim_matches(|c: char| !c.is_ascii_alphabetic());
    let mut known = STATUSES.iter();
    match known.find(|(texts, _)| is_among(words, texts)) {
        Some((_, kind)) => *kind,
        // Dashes alone state nothing.
        None if words.is_empty() && !status.chars().any(letters::is_alphanumeric) => None,
        None => Some(NoticeKind::UnknownStatus),
    }
}

fn version_notice(version: &str, latest: &str) -> Option<NoticeKind> {
    match compare(version, latest) {
        Some(Ordering::Less) => Some(NoticeKind::OldVersion),
        Some(_) => None,
        None if version == latest => None,
        None if says_nothing(&plain(version)) || says_nothing(&plain(latest)) => None,
        None => Some(NoticeKind::OtherVersion),
    }
}

/// Compares two versions; `None` where the order is uncertain: `1.10` is less
/// than `1.9` as a number, but comes after it part by part.
fn compare(one: &str, other: &str) -> Option<Ordering> {
    if let (Some((_, before)), Some((_, after))) = (one.split_once('.'), other.split_once('.'))
        && before.len() != after.len()
    {
        return None;
    }
    Decimal::parse(one)?.partial_cmp(&Decimal::parse(other)?)
}

/// The identifiers of the products that replace one, in whichever form the record has them.
///
/// ```
/// use product_pool::label::successors;
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"replaced_by": ["a", 7, {"pool_id": "b"}, {"id": 8}, {"name": "c"}, null]}}"#,
/// )?;
/// assert_eq!(successors(&product), ["a", "7", "b", "8"]);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn successors<'a>(product: impl Into<ProductData<'a>>) -> Vec<String> {
    let product = product.into();
    let notices = notices(product, None);
    let mut notices = notices.iter();
    let replaced = notices.find(|notice| notice.kind == NoticeKind::Replaced);
    let values = replaced.map(|notice| notice.replaced_by.as_slice());
    let ids = values
        .unwrap_or_default()
        .iter()
        .filter_map(|value| successor(value));
    ids.map(str::to_owned).collect_vec()
}

/// The identifier in an entry of `replaced_by`.
pub(crate) fn successor(value: &Value) -> Option<&str> {
    let ids = ["pool_id", "id"].map(|name| value.get(name));
    let mut ids = ids.into_iter().flatten().chain(std::iter::once(value));
    ids.find(|id| matches!(id, Value::Text(_) | Value::Number(_)))?
        .as_scalar()
}

fn date_notice(changed: &str, today: Option<&str>) -> Option<NoticeKind> {
    let changed = day(changed)?;
    if changed < LABEL_RULES_APPLY_FROM {
        Some(NoticeKind::OldDate)
    } else if today.and_then(day).is_some_and(|today| changed > today) {
        Some(NoticeKind::FutureDate)
    } else {
        None
    }
}

/// The date of a time such as `2024-07-02 14:25:26`; `None` for a text in
/// another form. Dates in this form sort as text.
pub(crate) fn day(text: &str) -> Option<&str> {
    let (day, rest) = text.split_at_checked(10)?;
    let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (is_day && (rest.is_empty() || rest.starts_with([' ', 'T']))).then_some(day)
}

/// Whether a value contains nothing that could name a product; 0 means none, as
/// for brands.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is_replaced) => !is_replaced,
        Value::List(list) => list.iter().all(is_nothing),
        Value::Object(object) => object.iter().all(|(_, value)| is_nothing(value)),
        Value::Text(_) | Value::Number(_) => {
            let text = plain(value.as_scalar().unwrap_or_default());
            text == "no" || says_nothing(&text)
        }
    }
}
