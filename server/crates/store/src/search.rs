//! Full-text search: products by the words of their names, brands and makers, and by a barcode.
//!
//! The index is a table of FTS5 beside that of the products, whose row numbers it has; it keeps no
//! text of its own. Whatever writes a product writes its row of the index in the same transaction,
//! and a trigger removes that with the product.

use product_pool::gtin::Gtin;
use rusqlite::Connection;

use crate::StoreError;
use crate::record::columns::Columns;
use crate::record::order::folded;
use crate::sql::{all, run};

/// Creates the index of a file that has none yet. Two and three letters have lists of their own, so
/// that the beginning of a word takes no longer than a whole one.
pub const SEARCH_INDEX: &str = "
    CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5 (
        name, brand, manufacturer, gtins,
        content = '', contentless_delete = 1, prefix = '1 2 3',
        tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER IF NOT EXISTS product_unlisted AFTER DELETE ON product BEGIN
        DELETE FROM search WHERE rowid = old.rowid;
    END;
";

/// The columns of texts that a product is found by, and the fields of its record's section `general`
/// that they have: what is withheld must not be searched either.
pub const SEARCHED_TEXTS: [(&str, &[&str]); 3] = [
    ("name", &["manufacturer_product_name", "product_name"]),
    ("brand", &["brand_name"]),
    ("manufacturer", &["manufacturer_name"]),
];

/// The characters and the words of a text to search for that count.
const MAX_CHARACTERS: usize = 200;
const MAX_WORDS: usize = 8;
/// The matching products that are put in order: two letters may match a whole catalogue.
const MAX_ORDERED: usize = 10_000;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    /// Words, the last of them or all cut short, or a barcode in any of its forms.
    pub text: String,
    /// The number of products that come before the page.
    pub offset: u32,
    /// The largest number of products on the page.
    pub limit: u32,
}

/// Writes what the product in that row is found by; its `gtins` have 14 digits.
pub fn index<'a>(
    c: &Connection,
    row: i64,
    columns: &Columns,
    gtins: impl IntoIterator<Item = &'a String>,
) -> Result<(), StoreError> {
    let mut numbers = String::new();
    for gtin in gtins {
        // As it is printed too, so that its first digits find it.
        numbers.extend([gtin, " ", gtin.trim_start_matches('0'), " "]);
    }
    let name = words_of(&columns.names);
    let brand = words_of(columns.brand_name.as_deref().unwrap_or_default());
    let maker = words_of(columns.manufacturer_name.as_deref().unwrap_or_default());
    let sql = "INSERT OR REPLACE INTO search (rowid, name, brand, manufacturer, gtins)
               VALUES (?, ?, ?, ?, ?)";
    run(c, sql, (row, name, brand, maker, numbers))
}

/// The products of a page that match, as their list items, and whether more follow. Published ones
/// come first, then those that match best. `hidden` columns of the index do not count.
pub fn search(
    c: &Connection,
    query: &SearchQuery,
    hidden: &[&str],
) -> Result<(Vec<String>, bool), StoreError> {
    let Some(expression) = expression(&query.text, hidden) else {
        return Ok((Vec::new(), false));
    };
    let sql = format!(
        "WITH found AS MATERIALIZED (
             SELECT rowid AS row, bm25(search, 10, 5, 2, 20) AS score
             FROM search WHERE search MATCH ? LIMIT {MAX_ORDERED}
         )
         SELECT item FROM found JOIN product ON product.rowid = found.row
         WHERE status IN ('published', 'archived')
         ORDER BY status = 'published' DESC, score, name_key, pool_id LIMIT ? OFFSET ?"
    );
    let limit = query.limit as usize;
    let values = (expression, query.limit + 1, query.offset);
    let mut items: Vec<String> = all(c, &sql, values, |row| row.get(0))?;
    let has_more = items.len() > limit;
    items.truncate(limit);
    Ok((items, has_more))
}

/// Brings the index in step with the products: one that was made by an earlier version has none,
/// and an earlier version does not write it. `index` writes the row of a product.
pub fn repair(
    c: &Connection,
    index: impl Fn(&Connection, i64) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    c.execute_batch(SEARCH_INDEX)?;
    c.execute_batch(
        "DELETE FROM search WHERE rowid IN (SELECT rowid FROM search EXCEPT SELECT rowid FROM product)",
    )?;
    let missing = "SELECT rowid FROM product EXCEPT SELECT rowid FROM search";
    let missing: Vec<i64> = all(c, missing, [], |row| row.get(0))?;
    missing.into_iter().try_for_each(|row| index(c, row))
}

/// A text as it is searched: without case, accents and apostrophes, which people leave out.
fn words_of(text: &str) -> String {
    folded(text).replace(['\'', '’'], "")
}

/// The expression of FTS5 for a text; `None` if nothing can match it. It has quoted words only, so
/// that no word is an operator.
fn expression(text: &str, hidden: &[&str]) -> Option<String> {
    let text: String = text.chars().take(MAX_CHARACTERS).collect();
    let searched = words_of(&text);
    let words = searched.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).take(MAX_WORDS);
    // A whole word counts for more than the beginning of one.
    let terms = words.map(|word| format!("(\"{word}\" OR \"{word}\"*)"));
    let terms = terms.collect::<Vec<_>>().join(" AND ");
    let columns = SEARCHED_TEXTS.iter().map(|(column, _)| *column);
    let columns = columns.filter(|column| !hidden.contains(column));
    let columns = columns.chain(["gtins"]).collect::<Vec<_>>().join(" ");
    let by_words = (!terms.is_empty()).then(|| format!("({{{columns}}} : ({terms}))"));
    let gtin = Gtin::from_scan_lenient(&text).ok();
    let by_gtin = gtin.map(|gtin| format!("gtins : \"{}\"", gtin.to_14()));
    let either: Vec<String> = by_gtin.into_iter().chain(by_words).collect();
    (!either.is_empty()).then(|| either.join(" OR "))
}

#[cfg(test)]
mod tests;
