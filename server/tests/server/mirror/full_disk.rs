//! A mirror whose file cannot be written.

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use serde_json::{Value, json};

use super::{FaultProxy, MirrorFile};
use crate::gateway::fetch;
use crate::operation::OPS;
use crate::support::{Catalogue, Server, product, wait_until};

/// The fault that the probe reports. The mirror is ready all the while.
fn fault(mirror: &Server) -> Value {
    let ready = mirror.probe("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    let state = ready.json();
    assert_eq!(state["status"], "ready");
    state["mirror"]["fault"].clone()
}

#[test]
fn a_mirror_that_cannot_be_written_says_so_once_and_serves() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror = MirrorFile::new().serve_synced(&proxy, &OPS);
    assert_eq!(fault(&mirror), Value::Null);
    // No file may grow, as on a full disk.
    let process = Pid::from_child(&mirror.child);
    let set_limit = |current| {
        let limit = Rlimit {
            current,
            maximum: getrlimit(Resource::Fsize).maximum,
        };
        prlimit(Some(process), Resource::Fsize, limit).unwrap();
    };
    set_limit(Some(0));
    wait_until("a fault is reported", || fault(&mirror) != Value::Null);
    // Several attempts, each after a request for what changed.
    proxy.upstream.wait_for_requests(proxy.upstream.count() + 3);
    let text = fault(&mirror);
    assert!(
        text.as_str()
            .unwrap()
            .starts_with("the copy cannot be written: "),
        "{text}"
    );
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    set_limit(getrlimit(Resource::Fsize).current);
    wait_until("the fault is over", || fault(&mirror) == Value::Null);
    let (_, log) = mirror.stop("-TERM");
    let errors: Vec<&str> = log.lines().filter(|line| line.contains("ERROR")).collect();
    assert_eq!(errors.len(), 1, "{log}");
    assert!(errors[0].contains("the mirror cannot be written"), "{log}");
}
