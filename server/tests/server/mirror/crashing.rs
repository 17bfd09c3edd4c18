//! A mirror continues after being killed at any point.

use super::{Copy, Door, Whole, alone};
use crate::support::{Catalogue, Server, run, stderr};

fn seeded() -> (Catalogue, Server) {
    let catalogue = Catalogue::absent();
    let output = run(&["seed", "--db", catalogue.db(), "--products", "120"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let server = catalogue.serve();
    (catalogue, server)
}

/// The number of requests for records since then.
fn records_asked(door: &Door, since: usize) -> usize {
    let asked = door.upstream.asked();
    let records = asked[since..]
        .iter()
        .filter(|one| one.target.starts_with("/v2/products/"));
    records.count()
}

#[test]
fn a_killed_mirror_loses_nothing_and_repeats_no_request() {
    let (_catalogue, server) = seeded();
    let door = Door::before(&server);
    let copy = Copy::new();
    // During the first walk, between its pages, and then among the records.
    for more in [1, 2, 1, 3, 2, 30, 50, 60] {
        let mirror = copy.serve(&door, &[]);
        door.upstream.wait_for(door.upstream.count() + more);
        mirror.stop("-KILL");
    }
    let (held, asked) = (copy.records(), door.upstream.count());
    assert!(held > 0, "the copy had begun");
    assert!(held < 120, "and had not ended");
    let mirror = copy.serve(&door, &["--hide", "none"]);
    copy.catch_up(false);
    let again = i64::try_from(records_asked(&door, asked)).unwrap();
    assert_eq!(again, 120 - held, "each record once");
    assert_eq!(copy.records(), 120);
    let whole = Whole::of(&server, &[]);
    whole.is_what(&mirror);
    // After that, the only requests are those that look for changes.
    mirror.stop("-KILL");
    let asked = door.upstream.count();
    let mirror = copy.serve(&door, &["--hide", "none"]);
    copy.catch_up(false);
    assert_eq!(records_asked(&door, asked), 0);
    drop(mirror);
    whole.is_what(&alone(&copy, &door, &["--hide", "none"]));
}
