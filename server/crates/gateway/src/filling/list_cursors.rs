//! The cursors of a walk through the upstream's list, by which a list that does not lead to its
//! end is told from one that has ended.
//!
//! The client ends a walk at a page that repeats its own cursor. The products behind it would
//! then count as missing, so for the gateway such a page is a failure. An empty page is the end,
//! whether or not it has a cursor.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use parking_lot::Mutex;
use product_pool::operations::LIST_PRODUCTS;
use product_pool_http::params::Params;
use product_pool_store::record::raw_object::elements;

use crate::body::Body;

/// The number of cursors remembered at most; a longer circle is not recognised.
const MAX_CURSORS: usize = 100_000;

/// The cursors that led to the pages of the current walk.
#[derive(Clone, Default)]
pub(crate) struct ListCursors(Arc<Mutex<Used>>);

#[derive(Default)]
struct Used {
    hasher: RandomState,
    cursors: HashSet<u64>,
}

impl ListCursors {
    /// Whether that page of the list ends it, or leads to a page that was not read yet.
    pub(crate) fn lead_on(&self, target: &str, page: &Body) -> bool {
        let mut used = self.0.lock();
        match cursor(target) {
            Some(cursor) => {
                if used.cursors.len() >= MAX_CURSORS {
                    used.cursors.clear();
                }
                let hash = used.hasher.hash_one(cursor);
                used.cursors.insert(hash);
            }
            None => used.cursors.clear(),
        }
        let next = page
            .get("next")
            .and_then(|next| serde_json::from_str::<String>(next).ok());
        match next.filter(|next| !next.is_empty()) {
            Some(next) => is_empty(page) || !used.cursors.contains(&used.hasher.hash_one(next)),
            None => true,
        }
    }
}

/// The cursor that a request was sent with.
fn cursor(target: &str) -> Option<String> {
    let params = Params::of(&target.parse().ok()?, &LIST_PRODUCTS).ok()?;
    params.text("cursor").map(str::to_owned)
}

fn is_empty(page: &Body) -> bool {
    page.get("data")
        .and_then(elements)
        .is_none_or(|items| items.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads_on(cursors: &ListCursors, cursor: &str, next: &str, items: &str) -> bool {
        let page = Body::from(format!(r#"{{"next":{next},"data":{items}}}"#));
        let cursor = match cursor {
            "" => String::new(),
            cursor => format!("&cursor={cursor}"),
        };
        cursors.lead_on(&format!("/v2/products?limit=500{cursor}"), &page)
    }

    #[test]
    fn a_list_must_lead_to_its_end() {
        let cursors = ListCursors::default();
        for (cursor, next, items, leads) in [
            ("", r#""a+b""#, "[1]", true),
            ("a%2Bb", r#""a+b""#, "[1]", false),
            // The same page again: a walk goes on where it failed.
            ("a%2Bb", r#""c""#, "[1]", true),
            ("c", r#""a+b""#, "[1]", false),
            ("c", r#""d""#, "[]", true),
            ("c", r#""""#, "[]", true),
            ("c", "null", "[]", true),
            // Another walk has the same cursors.
            ("", r#""a+b""#, "[1]", true),
            ("a%2Bb", r#""c""#, "[1]", true),
            ("c", "null", "[1]", true),
        ] {
            assert_eq!(
                leads_on(&cursors, cursor, next, items),
                leads,
                "{cursor} {next}"
            );
        }
    }
}
