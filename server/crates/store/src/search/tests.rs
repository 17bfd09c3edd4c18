use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::Writer;

/// A catalogue of these products: identifier, name, brand, GTIN of the case, status.
fn catalogue(products: &[[&str; 5]]) -> Connection {
    let folder = tempfile::tempdir().unwrap();
    let writer = Writer::open_or_create(&folder.path().join("c.db")).unwrap();
    for [pool_id, name, brand, gtin, status] in products {
        let record = json!({
            "pool_id": pool_id, "status": status,
            "general": {"manufacturer_product_name": name, "brand_name": brand,
                "manufacturer_name": "Harbour & Sons", "manufacturer": 1},
            "outer": {"traded_unit_gtin": gtin},
            "components": [{"inner": {"internal_gtin": "9520000000023"}}],
        });
        let columns = Columns::read(&record).unwrap();
        writer.put_product(&record.to_string(), &columns).unwrap();
    }
    writer.connection
}

fn found_on(c: &Connection, text: &str, offset: u32, limit: u32, hidden: &[&str]) -> Vec<String> {
    let text = text.to_owned();
    let query = SearchQuery {
        text,
        offset,
        limit,
    };
    let (items, _) = search(c, &query, hidden).unwrap();
    let id = |item: &String| {
        let item: serde_json::Value = serde_json::from_str(item).unwrap();
        item["pool_id"].as_str().unwrap().to_owned()
    };
    items.iter().map(id).collect()
}

fn found(c: &Connection, text: &str) -> Vec<String> {
    found_on(c, text, 0, 10, &[])
}

fn shelf() -> Connection {
    catalogue(&[
        [
            "a",
            "Crème Brûlée 4 × 100 g",
            "Maison",
            "9520000000016",
            "published",
        ],
        [
            "b",
            "Ham & Cheese Toastie",
            "Jerry's",
            "95200002",
            "published",
        ],
        ["c", "Hamburger Buns", "Toast", "012345678905", "published"],
        ["d", "Ham, old recipe", "Maison", "", "archived"],
        ["e", "Ham, withdrawn", "Maison", "", "withdrawn"],
    ])
}

#[test]
fn words_are_found_whole_or_cut_short_without_case_or_accents() {
    let shelf = shelf();
    for (text, ids) in [
        ("creme brulee", &["a"][..]),
        ("CRÈ", &["a"]),
        ("cre\u{300}me", &["a"]),
        ("brul crem", &["a"]),
        ("jerrys", &["b"]),
        ("jerry’s ham", &["b"]),
        ("toast", &["c", "b"]),
        ("harbour maison", &["a", "d"]),
        // The whole word before the beginning of another, what is published before the archive; what is
        // in no list is not found.
        ("ham", &["b", "c", "d"]),
        ("hamster", &[]),
        ("", &[]),
        (" -\"*()&", &[]),
    ] {
        assert_eq!(found(&shelf, text), ids, "{text}");
    }
}

#[test]
fn a_barcode_is_found_in_any_of_its_forms() {
    let shelf = shelf();
    for (text, id) in [
        ("9520000000016", "a"),
        ("09520000000016", "a"),
        ("9 520000 000016", "a"),
        ("952000000001", "a"),
        ("(01)09520000000016(10)L7", "a"),
        ("https://id.example/01/09520000000016", "a"),
        ("95200002", "b"),
        ("00000095200002", "b"),
        ("012345678905", "c"),
        ("0012345678905", "c"),
    ] {
        assert_eq!(
            found(&shelf, text).first().map(String::as_str),
            Some(id),
            "{text}"
        );
    }
    assert_eq!(found(&shelf, "9520000000023").len(), 4, "by that of a unit");
    assert_eq!(found(&shelf, "9520000000030"), [""; 0]);
}

#[test]
fn what_is_withheld_is_not_searched() {
    let shelf = shelf();
    assert_eq!(found(&shelf, "maison"), ["a", "d"]);
    assert_eq!(found_on(&shelf, "maison", 0, 10, &["brand"]), [""; 0]);
    assert_eq!(found_on(&shelf, "creme", 0, 10, &["brand"]), ["a"]);
}

#[test]
fn pages_follow_one_another() {
    let shelf = shelf();
    let all = found(&shelf, "harbour");
    assert_eq!(all.len(), 4);
    let page = |offset| found_on(&shelf, "harbour", offset, 3, &[]);
    assert_eq!([page(0), page(3)].concat(), all);
    let text = "harbour".to_owned();
    let query = SearchQuery {
        text,
        offset: 3,
        limit: 1,
    };
    assert!(!search(&shelf, &query, &[]).unwrap().1, "no more follow");
}

#[test]
fn the_index_follows_what_is_written_and_removed() {
    let shelf = shelf();
    let sql = "UPDATE product SET status = NULL WHERE pool_id = 'a'";
    shelf.execute(sql, []).unwrap();
    assert_eq!(found(&shelf, "creme"), [""; 0], "in no list");
    shelf.execute("DELETE FROM unit_gtin", []).unwrap();
    shelf.execute("DELETE FROM record", []).unwrap();
    shelf
        .execute("DELETE FROM product WHERE pool_id = 'c'", [])
        .unwrap();
    let rows = |sql: &str| {
        shelf
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(
        rows("SELECT count(*) FROM search WHERE search MATCH 'hamburger'"),
        0
    );
    // What another program has removed and added without its index.
    shelf
        .execute("DELETE FROM search WHERE rowid = 2", [])
        .unwrap();
    shelf
        .execute("INSERT INTO search (rowid, name) VALUES (99, 'ghost')", [])
        .unwrap();
    assert_eq!(found(&shelf, "cheese"), [""; 0]);
    repair(&shelf, |c, row| {
        run(
            c,
            "INSERT INTO search (rowid, name) VALUES (?, 'ham cheese')",
            [row],
        )
    })
    .unwrap();
    assert_eq!(found(&shelf, "cheese"), ["b"]);
    assert_eq!(
        rows("SELECT count(*) FROM search WHERE search MATCH 'ghost'"),
        0
    );
}

#[test]
fn no_text_is_an_error() {
    let shelf = shelf();
    let like = "[\"'*(){}:^+\\-,. \0]{0,40}(NEAR|AND|OR|NOT|name)?.{0,9}";
    proptest!(|(text in any::<String>(), like in like)| {
        let record = json!({"pool_id": "z", "general": {"product_name": text}});
        let columns = Columns::read(&record).unwrap();
        index(&shelf, 99, &columns, []).unwrap();
        for text in [text.as_str(), like.as_str()] {
            found(&shelf, text);
        }
    });
    found(&shelf, &"\"OR ".repeat(3_000));
}
