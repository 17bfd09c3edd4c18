//! The listed products in memory, and the state of the walk that reads them.

mod listing;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(in crate::replica) use self::listing::gtin_of;
pub(crate) use self::listing::{Item, code, gtin_number, items};
use crate::replica::changes::Changed;

/// The number of products and GTINs in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) products: u64,
    pub(crate) gtins: u64,
}

/// The walk and the listed products as they are stored.
pub(crate) type StoredList = (Option<String>, Vec<(String, Product)>);

/// The state of the walk through the whole list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// The identifier of the account that the walk is for.
    pub(crate) account: String,
    /// The cursor of the next page.
    pub(crate) cursor: Option<String>,
    /// The filter by date that the walk began with. If the upstream no longer accepts the
    /// cursor, the walk starts again from this date.
    pub(crate) since: Option<String>,
    /// How many items its pages had.
    #[serde(default)]
    pub(crate) read: u64,
    /// How many of them no product can be requested by.
    #[serde(default)]
    pub(crate) skipped: u64,
    /// The newest change seen so far, in microseconds since 1970.
    pub(crate) reached: Option<i64>,
    /// Whether this walk or one before, for the same account, has reached the end.
    pub(crate) complete: bool,
    /// The number of this walk.
    pub(crate) round: i64,
    /// When it began, in microseconds since 1970.
    pub(crate) began: i64,
    /// When it reached the end, in microseconds since 1970.
    pub(crate) ended: Option<i64>,
    /// The newest change that the passes over the changes have read, in microseconds since 1970;
    /// `None` before the first.
    pub(crate) followed: Option<i64>,
    /// When the last complete pass over the changes began, in microseconds since 1970: what is
    /// listed is as it was then.
    #[serde(default)]
    pub(crate) passed: Option<i64>,
    /// When the last complete walk began, in microseconds since 1970.
    #[serde(default)]
    pub(crate) walked: Option<i64>,
}

impl Walk {
    /// This walk if it is for that account, else a new one.
    pub(crate) fn of(self, account: &str) -> Walk {
        if self.account == account {
            return self;
        }
        Walk {
            account: account.to_owned(),
            complete: false,
            passed: None,
            walked: None,
            ..self.again()
        }
    }

    /// The next walk through the whole list.
    pub(crate) fn again(self) -> Walk {
        Walk {
            account: self.account,
            complete: self.complete,
            round: self.round + 1,
            followed: self.followed,
            passed: self.passed,
            walked: self.walked,
            ..Walk::default()
        }
    }

    /// The time as of which the list has every product, since 1970; `None` until it has them all.
    pub(crate) fn complete_as_of(&self) -> Option<Duration> {
        since_1970(self.passed.filter(|_| self.complete)?)
    }
}

/// A time in microseconds since 1970.
pub(crate) fn since_1970(micros: i64) -> Option<Duration> {
    u64::try_from(micros).ok().map(Duration::from_micros)
}

/// What the list says about a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) version: Box<str>,
    pub(crate) published: bool,
    /// Microseconds since 1970.
    pub(crate) changed: i64,
    /// The last round through the list that showed it.
    pub(crate) seen: i64,
    /// The GTINs of its units, as [`code`]s in order.
    pub(crate) gtins: Box<[u64]>,
}

/// The listed products, by identifier and by GTIN.
#[derive(Default)]
pub(crate) struct List {
    products: HashMap<Arc<str>, Product>,
    gtins: BTreeSet<(u64, Arc<str>)>,
    pub(in crate::replica) walk: Walk,
}

impl List {
    /// An empty list, with that walk.
    pub(in crate::replica) fn of(walk: Walk) -> List {
        List {
            walk,
            ..List::default()
        }
    }

    /// The number of products and GTINs.
    pub(in crate::replica) fn size(&self) -> Size {
        Size {
            products: self.products.len() as u64,
            gtins: self.gtins.len() as u64,
        }
    }

    /// The products with that GTIN, best first: those whose case has it, then published ones,
    /// then those that changed last.
    pub(in crate::replica) fn find(&self, gtin: u64) -> Vec<String> {
        let none: Arc<str> = "".into();
        let units = self
            .gtins
            .range((code(gtin, false), none.clone())..(code(gtin + 1, false), none));
        let mut found: Vec<_> = units
            .filter_map(|(unit, id)| {
                let product = self.products.get(id)?;
                Some((unit, !product.published, Reverse(product.changed), id))
            })
            .collect();
        found.sort_unstable();
        let mut ids: Vec<String> = Vec::new();
        for (.., id) in found {
            // A case and a component of the same product may have it.
            if !ids.iter().any(|other| **other == **id) {
                ids.push(id.to_string());
            }
        }
        ids
    }

    /// Takes out the products that exceed the limit. Returns their identifiers.
    pub(in crate::replica) fn limit(&self, items: &mut Vec<Item>, limit: Size) -> Vec<String> {
        let mut size = self.size();
        // A page may have a product twice.
        let mut added: HashMap<String, usize> = HashMap::new();
        let exceeding = items.extract_if(.., |item| {
            let (id, count) = (&*item.pool_id, item.product.gtins.len());
            let listed = || Some(self.products.get(id)?.gtins.len());
            let known = added.get(id).copied().or_else(listed);
            let before = known.unwrap_or(0);
            let grown = Size {
                products: size.products + u64::from(known.is_none()),
                gtins: size.gtins - before as u64 + count as u64,
            };
            let grows = known.is_none() || count > before;
            let fits = !grows || (grown.products <= limit.products && grown.gtins <= limit.gtins);
            if fits {
                size = grown;
                added.insert(id.to_owned(), count);
            }
            !fits
        });
        exceeding.map(|item| item.pool_id).collect()
    }

    /// Adds a product as the current round lists it. Returns its identifier if its row differs
    /// now. Notes it in `changed`, with its GTINs, if the list says something else than before; if
    /// it is new, only among changes.
    pub(in crate::replica) fn add(
        &mut self,
        item: Item,
        of_changes: bool,
        changed: &mut Changed,
    ) -> Option<Arc<str>> {
        let seen = self.walk.round;
        let product = Product {
            seen,
            ..item.product
        };
        let known = self.products.get(&*item.pool_id);
        if known == Some(&product) {
            return None;
        }
        let before = known.cloned().map(|known| Product { seen, ..known });
        if before
            .as_ref()
            .map_or(of_changes, |before| *before != product)
        {
            let gtins = before
                .iter()
                .chain([&product])
                .flat_map(|product| &product.gtins);
            changed.gtins.extend(gtins.map(|unit| gtin_of(*unit)));
            changed.products.insert(item.pool_id.clone());
        }
        let id: Arc<str> = item.pool_id.into();
        self.insert(&id, product);
        Some(id)
    }

    /// Sets the GTINs of a listed product.
    pub(in crate::replica) fn set_gtins(&mut self, id: &str, gtins: Box<[u64]>) {
        if let Some(product) = self.get(id) {
            self.insert(&id.into(), Product { gtins, ..product });
        }
    }

    /// Inserts a product, or replaces it.
    pub(crate) fn insert(&mut self, id: &Arc<str>, product: Product) {
        self.remove(id);
        let gtins = product.gtins.iter().map(|unit| (*unit, id.clone()));
        self.gtins.extend(gtins);
        self.products.insert(id.clone(), product);
    }

    pub(in crate::replica) fn remove(&mut self, id: &Arc<str>) {
        if let Some(product) = self.products.remove(id) {
            for unit in product.gtins {
                self.gtins.remove(&(unit, id.clone()));
            }
        }
    }

    /// Removes the products that neither this round nor the one before has listed: a list may
    /// lack some for a while, and later show them as unchanged. Returns those.
    pub(in crate::replica) fn remove_unseen(&mut self) -> Vec<Arc<str>> {
        let since = self.walk.round - 1;
        let products = self.products.iter();
        let unseen: Vec<_> = products
            .filter(|(_, product)| product.seen < since)
            .map(|(id, _)| id.clone())
            .collect();
        unseen.iter().for_each(|id| self.remove(id));
        unseen
    }

    /// The state of a product; `None` if it is not listed.
    pub(crate) fn get(&self, id: &str) -> Option<Product> {
        self.products.get(id).cloned()
    }

    /// Whether a product is listed.
    pub(in crate::replica) fn contains(&self, id: &str) -> bool {
        self.products.contains_key(id)
    }

    /// The products that are not as they are stored, those included that are not listed.
    pub(crate) fn differing(&self, stored: Vec<(String, Product)>) -> Vec<Arc<str>> {
        let mut differing: HashSet<Arc<str>> = self.products.keys().cloned().collect();
        for (id, product) in stored {
            match self.products.get(&*id) == Some(&product) {
                true => differing.remove(&*id),
                false => differing.insert(id.into()),
            };
        }
        differing.into_iter().collect()
    }
}
