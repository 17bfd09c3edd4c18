//! Cursors: signed tokens for the start of a page.
//!
//! A cursor holds a position in the list, not a page number, and a digest of the query to which
//! it belongs; an HMAC with the catalogue's own key covers both. A cursor of another catalogue
//! or query, or one that was tampered with, is refused: it would silently skip records.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use product_pool_http::responses::problem::Problem;
use product_pool_store::{Cursor, ListQuery};

const SIGNATURE: usize = 16;
/// The longest cursor, checked before decoding.
const LONGEST: usize = 2000;

/// The version of [`Content`].
const VERSION: u8 = 3;

/// The signed content of a cursor, in JSON: the version, the digest of the query, and the start of
/// the page.
type Content = (u8, u64, Cursor);

/// Signs and verifies the cursors of one catalogue.
#[derive(Clone)]
pub struct Cursors {
    mac: Hmac<Sha256>,
}

impl fmt::Debug for Cursors {
    /// Leaves out the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursors").finish_non_exhaustive()
    }
}

impl Cursors {
    /// Creates the signer from the catalogue's key.
    pub fn new(key: &[u8]) -> Result<Cursors, Problem> {
        // HMAC takes keys of any length.
        Hmac::new_from_slice(key)
            .map(|mac| Cursors { mac })
            .map_err(|_| Problem::internal())
    }

    /// Encodes and signs a cursor.
    pub(crate) fn write(&self, query: &ListQuery, cursor: &Cursor) -> String {
        let content = (VERSION, digest(query), cursor);
        let mut bytes = serde_json::to_vec(&content).unwrap_or_default();
        let mut mac = self.mac.clone();
        mac.update(&bytes);
        bytes.extend(&mac.finalize().into_bytes()[..SIGNATURE]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Decodes a cursor, if its signature is valid and it belongs to this query.
    pub(crate) fn read(&self, query: &ListQuery, text: &str) -> Result<Cursor, Problem> {
        let unknown = || Problem::cursor("this server did not issue the cursor");
        if text.len() > LONGEST {
            return Err(unknown());
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| unknown())?;
        let length = bytes.len().checked_sub(SIGNATURE).ok_or_else(unknown)?;
        let (signed, signature) = bytes.split_at(length);
        let mut mac = self.mac.clone();
        mac.update(signed);
        mac.verify_truncated_left(signature)
            .map_err(|_| unknown())?;
        // The signature is valid from here on, but another version of this program may have
        // written the cursor.
        let content: Content = serde_json::from_slice(signed).map_err(|_| unknown())?;
        let (VERSION, digest_of_query, cursor) = content else {
            return Err(unknown());
        };
        if digest_of_query != digest(query) {
            return Err(Problem::cursor(
                "the cursor belongs to a query with another sort or other filters; send the same ones \
                 as in the request that returned it",
            ));
        }
        Ok(cursor)
    }
}

/// A digest that identifies a query by its order and its filters, without the limit. The
/// query's debug format includes all fields and values unambiguously.
fn digest(query: &ListQuery) -> u64 {
    let hash = Sha256::digest(format!("{query:?}").as_bytes());
    u64::from_be_bytes(std::array::from_fn(|index| hash[index]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool_store::{Position, SortField, SortKey, Status};
    use proptest::prelude::*;

    fn query(sort: SortField) -> ListQuery {
        ListQuery {
            sort,
            descending: true,
            manufacturer: None,
            brand: None,
            label: None,
            code: None,
            changed: None,
            status: Status::Any,
        }
    }

    fn cursors() -> Cursors {
        Cursors::new(b"key").unwrap()
    }

    #[test]
    fn a_cursor_of_another_query_or_catalogue_is_refused() {
        let by_time = query(SortField::Changed);
        let text = cursors().write(
            &by_time,
            &Cursor {
                backward: false,
                position: None,
            },
        );
        assert!(cursors().read(&by_time, &text).is_ok());
        let mut other = by_time.clone();
        other.brand = Some(1);
        assert!(
            cursors()
                .read(&other, &text)
                .unwrap_err()
                .detail
                .contains("another sort")
        );
        assert!(cursors().read(&query(SortField::Name), &text).is_err());
        assert!(
            Cursors::new(b"other")
                .unwrap()
                .read(&by_time, &text)
                .is_err()
        );
    }

    proptest! {
        #[test]
        fn cursors_survive_a_round_trip(changed in any::<i64>(), name in ".{0,100}", id in ".{1,50}", backward in any::<bool>()) {
            for (sort, key) in [
                (SortField::Changed, SortKey::Changed(changed)),
                (SortField::Name, SortKey::Name(name.clone())),
            ] {
                let position = Some(Position { key, pool_id: id.clone() });
                let cursor = Cursor { backward, position };
                let text = cursors().write(&query(sort), &cursor);
                prop_assert!(text.len() <= LONGEST);
                prop_assert_eq!(cursors().read(&query(sort), &text).unwrap(), cursor);
            }
        }

        #[test]
        fn a_cursor_with_a_changed_byte_is_refused(index in any::<prop::sample::Index>(), bit in 0..8u8) {
            let position = Position { key: SortKey::Changed(5), pool_id: "p".to_owned() };
            let text = cursors().write(&query(SortField::Changed), &Cursor { backward: false, position: Some(position) });
            let mut bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
            let index = index.index(bytes.len());
            bytes[index] ^= 1 << bit;
            prop_assert!(cursors().read(&query(SortField::Changed), &URL_SAFE_NO_PAD.encode(bytes)).is_err());
        }

        #[test]
        fn arbitrary_text_is_refused(text in ".{0,200}") {
            prop_assert!(cursors().read(&query(SortField::Changed), &text).is_err());
        }
    }
}
