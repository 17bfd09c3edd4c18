//! Which component of one version is which of another.

use crate::gtin::Gtin;
use crate::label::component_name;
use crate::model::table::Component;

/// A component in both versions, or in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct ComponentPair {
    /// Its index in the earlier version; `None` for one that came.
    pub before: Option<usize>,
    /// Its index in the later version; `None` for one that went.
    pub after: Option<usize>,
    /// By what the two were found to be the same; `None` where there is one.
    pub matched: Option<Match>,
    /// Its name, the later one if it has two.
    pub name: Option<String>,
}

/// What makes two components the same, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum Match {
    /// Their identifier.
    Uuid,
    /// Their consumer unit's GTIN.
    Gtin,
    /// Their name.
    Name,
    /// Their place in the list, for want of anything better.
    Place,
}

impl Match {
    /// Its name in the view.
    pub fn key(self) -> &'static str {
        match self {
            Match::Uuid => "uuid",
            Match::Gtin => "gtin",
            Match::Name => "name",
            Match::Place => "place",
        }
    }
}

impl ComponentPair {
    pub(super) fn before_of<'a>(&self, components: &[Component<'a>]) -> Option<Component<'a>> {
        components.get(self.before?).copied()
    }

    pub(super) fn after_of<'a>(&self, components: &[Component<'a>]) -> Option<Component<'a>> {
        components.get(self.after?).copied()
    }
}

/// Pairs the components, by the surest sign first. Of several with the same
/// sign the first goes with the first.
pub(super) fn pairs(before: &[Component<'_>], after: &[Component<'_>]) -> Vec<ComponentPair> {
    let mut partners: Vec<Option<(usize, Match)>> = vec![None; after.len()];
    let mut taken = vec![false; before.len()];
    for sign in [Match::Uuid, Match::Gtin, Match::Name, Match::Place] {
        let old = keys(sign, before, |index| !taken[index]);
        let new = keys(sign, after, |index| partners[index].is_none());
        let (old, new) = (sorted(&old), sorted(&new));
        let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
        while let (Some((one, before)), Some((other, after))) = (old.peek(), new.peek()) {
            if one == other && !one.is_empty() {
                partners[*after] = Some((*before, sign));
                taken[*before] = true;
            }
            let order = one.cmp(other);
            if order.is_le() {
                old.next();
            }
            if order.is_ge() {
                new.next();
            }
        }
    }
    let name = |component: Option<&Component<'_>>| Some(component_name(*component?)?.to_owned());
    let came = partners
        .iter()
        .enumerate()
        .map(|(index, partner)| ComponentPair {
            before: partner.map(|(before, _)| before),
            after: Some(index),
            matched: partner.map(|(_, sign)| sign),
            name: name(after.get(index)).or_else(|| name(before.get((*partner)?.0))),
        });
    let gone = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    let gone = gone.map(|(index, _)| ComponentPair {
        before: Some(index),
        after: None,
        matched: None,
        name: name(before.get(index)),
    });
    came.chain(gone).collect()
}

/// Texts in order, and of the same text the first first, each with its place.
pub(super) fn sorted<T: AsRef<str>>(texts: &[T]) -> Vec<(&str, usize)> {
    let mut sorted: Vec<(&str, usize)> = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        sorted.push((text.as_ref(), place));
    }
    sorted.sort_unstable();
    sorted
}

/// The components' keys; blank for one that has none or is not free.
fn keys(sign: Match, components: &[Component<'_>], free: impl Fn(usize) -> bool) -> Vec<String> {
    let mut keys = Vec::with_capacity(components.len());
    for (index, component) in components.iter().enumerate() {
        let key = key(sign, index, *component).filter(|_| free(index));
        keys.push(key.unwrap_or_default());
    }
    keys
}

fn key(sign: Match, index: usize, component: Component<'_>) -> Option<String> {
    match sign {
        Match::Uuid => component.general().component_uuid().get().map(lowercase),
        Match::Gtin => {
            let gtin = Gtin::parse(component.inner().internal_gtin().get()?).ok()?;
            Some(gtin.to_14())
        }
        Match::Name => component_name(component).map(lowercase),
        Match::Place => Some(index.to_string()),
    }
}

/// In lower case, letter by letter: the rules of whole words are a kilobyte.
fn lowercase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
