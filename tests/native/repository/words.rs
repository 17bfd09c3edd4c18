//! What the compiler says to users of the library.

use crate::ROOT;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the compiler says of a program beside the traits of `src/client/transport/maybe_send.rs`.
fn compiled(program: &str) -> String {
    let traits = format!("{ROOT}/src/client/transport/maybe_send.rs");
    let program = format!("#[path = {traits:?}]\nmod maybe_send;\nuse maybe_send::*;\n{program}");
    let mut rustc = Command::new("rustc")
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "-"])
        .arg("--out-dir")
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = rustc.stdin.take().unwrap();
    stdin.write_all(program.as_bytes()).unwrap();
    drop(stdin);
    String::from_utf8(rustc.wait_with_output().unwrap().stderr).unwrap()
}

#[test]
fn what_must_be_send_is_called_that() {
    const SPAWN: &str = "pub fn spawn(_: impl MaybeSend + MaybeSync) {}\n";
    let said = compiled(&format!(
        "{SPAWN}pub fn run() {{ spawn(std::rc::Rc::new(1u8)) }}"
    ));
    for name in ["Send", "Sync"] {
        let words = format!("the trait `{name}` is not implemented for `Rc<u8>`");
        assert!(said.contains(&words), "{said}");
    }
    let said = compiled(&format!("{SPAWN}pub fn run() {{ spawn(1) }}"));
    assert!(!said.contains("error"), "{said}");
}
