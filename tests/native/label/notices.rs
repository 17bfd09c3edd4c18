//! Notices on a record as a whole, such as recalled or replaced.

use product_pool::label::{DescribeOptions, NoticeKind, describe, notices as notices_on};
use product_pool::model::Product;
use serde_json::{Value, json};

fn notices(data: &Value) -> Vec<Value> {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let view = describe(product.data(), &DescribeOptions::default());
    let view = serde_json::to_value(view).unwrap();
    view["notices"].as_array().unwrap().clone()
}

fn kinds(data: &Value) -> Vec<String> {
    let kind = |notice: &Value| notice["kind"].as_str().unwrap().to_owned();
    notices(data).iter().map(kind).collect()
}

fn of_status(status: &Value) -> Vec<String> {
    kinds(&json!({ "status": status }))
}

#[test]
fn a_status_that_is_not_ordinary_gives_a_notice() {
    for (status, kind) in [
        ("recalled", "recalled"),
        ("Product Recall", "recalled"),
        ("RECALLED 2026-11-01", "recalled"),
        ("withdrawn", "withdrawn"),
        ("Withdrawal", "withdrawn"),
        ("draft", "draft"),
        ("discontinued", "discontinued"),
        ("De-listed", "discontinued"),
        ("archived", "archived"),
        (" ARCHIVED ", "archived"),
        ("unpublished", "unknown-status"),
        ("recall lifted", "unknown-status"),
        ("снято", "unknown-status"),
        ("7", "unknown-status"),
    ] {
        assert_eq!(of_status(&json!(status)), [kind], "{status}");
    }
    let found = notices(&json!({"status": " On hold "}));
    assert_eq!(found[0]["status"], "On hold", "in the record's own words");
}

#[test]
fn an_ordinary_status_gives_no_notice() {
    for status in [
        "published",
        " Published ",
        "LIVE",
        "active",
        "approved",
        "current",
        "released",
        "",
        "-",
        "n/a",
        "none",
    ] {
        assert!(of_status(&json!(status)).is_empty(), "{status}");
    }
    assert!(of_status(&json!(null)).is_empty());
    assert!(kinds(&json!({})).is_empty());
}

#[test]
fn a_status_of_the_wrong_type_is_read_as_far_as_it_says_anything() {
    for (status, kinds) in [
        (
            json!({"id": 4, "description": "Recalled"}),
            vec!["recalled"],
        ),
        (json!(["published"]), vec![]),
        (
            json!(["published", "archived", "recalled"]),
            vec!["recalled"],
        ),
        (json!(["archived", "Archived"]), vec!["archived"]),
        (json!(7), vec!["unknown-status"]),
        (json!(true), vec!["unknown-status"]),
        (json!({}), vec![]),
        (json!([null, {}]), vec![]),
    ] {
        assert_eq!(of_status(&status), kinds, "{status}");
    }
}

#[test]
fn only_a_version_that_is_certainly_greater_is_newer() {
    for (version, latest, kind) in [
        (json!("1"), json!("3"), Some("old-version")),
        (json!("9"), json!("10"), Some("old-version")),
        (json!(2), json!("2.1"), Some("old-version")),
        (json!("1.9"), json!("2.0"), Some("old-version")),
        (json!("4"), json!("3"), None),
        (json!("3"), json!("3.0"), None),
        (json!("03"), json!(3), None),
        (json!("2"), json!("1.9"), None),
        (json!("b"), json!("b"), None),
        (json!("-"), json!("3"), None),
        (json!("3"), json!("n/a"), None),
        (json!(null), json!("3"), None),
        // Later as a number, earlier as a chapter, or the other way round.
        (json!("1.9"), json!("1.10"), Some("other-version")),
        (json!("1.10"), json!("1.9"), Some("other-version")),
        (json!("A"), json!("B"), Some("other-version")),
        (json!("1.2.3"), json!("1.2.4"), Some("other-version")),
        (json!("2"), json!("v3"), Some("other-version")),
    ] {
        let data = json!({"version": version, "latest_version": latest});
        let found = notices(&data);
        let kinds: Vec<&Value> = found.iter().map(|notice| &notice["kind"]).collect();
        assert_eq!(kinds, kind.into_iter().collect::<Vec<_>>(), "{data}");
        if let Some(notice) = found.first() {
            let latest = latest.as_str().map(str::to_owned);
            assert_eq!(notice["latestVersion"], json!(latest), "{data}");
        }
    }
}

#[test]
fn an_empty_successor_replaces_nothing() {
    for by in [
        json!([null]),
        json!([""]),
        json!([" - "]),
        json!([{}]),
        json!([[]]),
        json!([{"pool_id": null, "codes": []}]),
        json!("-"),
        json!("n/a"),
        json!(["None"]),
        json!(0),
        json!(["0"]),
        json!(false),
        json!({"value": 0, "description": "No"}),
    ] {
        assert!(kinds(&json!({ "replaced_by": by })).is_empty(), "{by}");
    }
    let by = json!([null, "p-2", {"pool_id": "p-3", "name": null}, ""]);
    let found = notices(&json!({ "replaced_by": by }));
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0]["replacedBy"],
        json!(["p-2", {"pool_id": "p-3", "name": null}])
    );
    assert_eq!(kinds(&json!({"replaced_by": "p-9"})), ["replaced"]);
}

#[test]
fn a_last_change_before_the_labelling_rules_applied_gives_a_notice() {
    for date in [
        "1999-05-02 10:00:00",
        "1970-01-01T00:00:00Z",
        "2014-12-12",
        "0000-00-00",
    ] {
        let found = notices(&json!({ "changed_at": date }));
        assert_eq!(found.len(), 1, "{date}");
        assert_eq!(found[0]["kind"], "old-date");
        assert_eq!(found[0]["changedAt"], date);
    }
    for date in [
        "2014-12-13",
        "2024-07-02 14:25:26",
        "2 May 1999",
        "1999",
        "-",
        "",
        "19991231",
    ] {
        assert!(kinds(&json!({ "changed_at": date })).is_empty(), "{date}");
    }
}

#[test]
fn a_last_change_in_the_future_gives_a_notice_if_today_is_known() {
    let kinds = |changed: &str, today: Option<&str>| -> Vec<NoticeKind> {
        let text = json!({"data": {"changed_at": changed}}).to_string();
        let product = Product::from_json(&text).unwrap();
        let found = notices_on(product.data(), today);
        found.iter().map(|notice| notice.kind).collect()
    };
    let future = [NoticeKind::FutureDate];
    assert_eq!(kinds("2026-11-22 00:00:00", Some("2026-11-21")), future);
    assert_eq!(kinds("9999-12-31", Some("2026-11-21T10:00:00Z")), future);
    for (changed, today) in [
        ("2026-11-21 23:59:59", Some("2026-11-21")),
        ("2026-11-22", Some("soon")),
        ("2026-11-22", None),
        ("in 2099", Some("2026-11-21")),
    ] {
        assert!(kinds(changed, today).is_empty(), "{changed} {today:?}");
    }
}

#[test]
fn notices_stand_in_the_order_in_which_they_matter() {
    let data = json!({
        "status": ["archived", "on hold", "withdrawn"],
        "replaced_by": ["p-2"],
        "version": "1",
        "latest_version": "2",
        "changed_at": "1999-05-02 10:00:00",
    });
    let expected = ["withdrawn", "replaced", "old-version", "old-date"];
    assert_eq!(kinds(&data), expected);
}
