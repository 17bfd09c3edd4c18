//! Pairing of the components of two versions.

use crate::collect_vec::CollectVec as _;
use crate::gtin::Gtin;
use crate::label::component_name;
use crate::label::data::data;
use crate::label::equal::sorted;
use crate::model::table::{Component, named};

data! {
    /// A pair of components that match, or a component that is in one version only.
    pub struct ComponentPair {
        /// The index in the earlier version; `None` if it was added.
        pub before: Option<usize>,
        /// The index in the later version; `None` if it was removed.
        pub after: Option<usize>,
        /// How the two were matched; `None` for a component in one version only.
        pub matched: Option<Match>,
        /// Its name, from the later version if it changed.
        pub name: Option<String>,
    }
}

named! {
    /// How two components were matched, the most reliable first.
    #[non_exhaustive]
    Match key: "The name in the view." {
        /// By identifier.
        Uuid "uuid",
        /// By the GTIN of the consumer unit.
        Gtin "gtin",
        /// By name.
        Name "name",
        /// By position in the list, as a last resort.
        Place "place",
    }
}

/// Pairs the components, by the most reliable key first. Several with the same
/// key are paired in order.
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
    let came = partners
        .iter()
        .enumerate()
        .map(|(index, partner)| ComponentPair {
            before: partner.map(|(before, _)| before),
            after: Some(index),
            matched: partner.map(|(_, sign)| sign),
            name: name(after, index).or_else(|| name(before, (*partner)?.0)),
        });
    let gone = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    let gone = gone.map(|(index, _)| ComponentPair {
        before: Some(index),
        after: None,
        matched: None,
        name: name(before, index),
    });
    came.chain(gone).collect_vec()
}

fn name(components: &[Component<'_>], index: usize) -> Option<String> {
    component_name(*components.get(index)?).map(str::to_owned)
}

/// The keys of the components; empty for one that has none or is already
/// paired.
fn keys(sign: Match, components: &[Component<'_>], free: impl Fn(usize) -> bool) -> Vec<String> {
    let mut keys = Vec::with_capacity(components.len());
    for (index, component) in components.iter().enumerate() {
        let key = if free(index) {
            key(sign, index, *component)
        } else {
            None
        };
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

/// Lower case letter by letter: `str::to_lowercase` has rules for the context.
fn lowercase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
