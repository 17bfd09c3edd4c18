//! The server's own files are not served, whatever is mounted.

use std::path::{Path, PathBuf};
use std::process::Command;

use rcgen::KeyPair;
use serde_json::json;

use crate::gateway::{complete_upstream, fetch, gateway_with_options};
use crate::support::{Catalogue, product, program, run, stderr};

const TOKEN: &str = "upstream-token-0123456789-abcdefghij";

/// A folder with every file that a gateway may have, and the options that name them.
fn files() -> (Catalogue, Vec<(&'static str, PathBuf)>) {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let path = |name: &str| catalogue.folder.path().join(name);
    let key = KeyPair::generate().unwrap();
    let certificate = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = certificate.self_signed(&key).unwrap().pem();
    catalogue.file("cert.pem", certificate);
    catalogue.file("key.pem", key.serialize_pem());
    catalogue.file("token", TOKEN);
    catalogue.file("gateway.toml", "log = \"info\"");
    let added = run(&[
        "token",
        "add",
        "till",
        "--db",
        path("keys.db").to_str().unwrap(),
    ]);
    assert!(added.status.success(), "{}", stderr(&added));
    let options = vec![
        ("--upstream-token-file", path("token")),
        ("--tls-key", path("key.pem")),
        ("--keys", path("keys.db")),
        // These two do not exist yet.
        ("--cache", path("cache.db")),
        ("--mirror", path("mirror.db")),
    ];
    (catalogue, options)
}

/// The command that serves a file or folder beside such a gateway.
fn serve(catalogue: &Catalogue, options: &[(&str, PathBuf)], mounted: &Path) -> Command {
    let mut command = program();
    command
        .args(["serve", "--upstream", "http://127.0.0.1:9"])
        .args(["--listen", "127.0.0.1:0", "--tls-cert"])
        .arg(catalogue.folder.path().join("cert.pem"))
        .arg(format!("--static=/x={}", mounted.display()));
    for (option, path) in options {
        command.arg(option).arg(path);
    }
    command
}

/// The errors of a command that does not start.
fn errors(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    stderr(&output)
}

#[test]
fn a_mount_with_a_file_of_the_server_in_it_is_refused() {
    let (catalogue, options) = files();
    let served = catalogue.folder.path().canonicalize().unwrap();
    for (option, path) in &options {
        // Each alone in a folder, so that it is the one that is found.
        let folder = served.join(option.trim_start_matches('-'));
        std::fs::create_dir(&folder).unwrap();
        let moved = folder.join(path.file_name().unwrap());
        let _ = std::fs::rename(path, &moved);
        // A gateway has a cache or a mirror.
        let excluded = match *option {
            "--mirror" => "--cache",
            _ => "--mirror",
        };
        let others = options.iter();
        let others = others.filter(|(other, _)| other != option && *other != excluded);
        let mut named: Vec<_> = others.cloned().collect();
        named.push((option, moved.clone()));
        let begin = format!("error: cannot serve {} under /x/: ", folder.display());
        let end = format!(
            "{} would be public; move it elsewhere, or serve something else\n",
            moved.display()
        );
        let refused = errors(&mut serve(&catalogue, &named, &folder));
        assert!(
            refused.starts_with(&begin) && refused.ends_with(&end),
            "{refused}"
        );
        let checked = errors(serve(&catalogue, &named, &folder).arg("--check-config"));
        assert!(checked.contains(&refused), "{checked}");
        if moved.exists() {
            let refused = errors(&mut serve(&catalogue, &named, &moved));
            assert!(refused.ends_with(&end), "{refused}");
        }
        let _ = std::fs::rename(&moved, path);
    }
}

#[cfg(unix)]
#[test]
fn files_that_are_linked_while_the_server_runs_are_not_found() {
    let upstream = complete_upstream();
    let (catalogue, _) = files();
    let path = |name: &str| catalogue.folder.path().join(name);
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    std::fs::create_dir(path("public")).unwrap();
    std::fs::write(path("public/a.js"), "export {}").unwrap();
    let gateway = gateway_with_options(
        &upstream.host,
        &[
            "--static",
            &format!("/={}", text("public")),
            "--upstream-token-file",
            &text("token"),
            "--cache",
            &text("cache.db"),
        ],
    );
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 200);
    for name in ["token", "cache.db", "cache.db-wal"] {
        std::fs::hard_link(path(name), path("public").join(name)).unwrap();
        std::fs::hard_link(path(name), path("public").join(format!("{name}.html"))).unwrap();
        for target in [format!("/{name}"), format!("/{name}.html")] {
            let missing = fetch(&gateway, &target);
            assert_eq!(
                (missing.status, missing.problem().as_str()),
                (404, "not_found")
            );
        }
    }
    std::fs::hard_link(path("token"), path("public/a.js.br")).unwrap();
    let script = gateway.request("GET", "/a.js", &[("accept-encoding", "br")]);
    assert_eq!((script.status, script.text().as_str()), (200, "export {}"));
    // Other files of the same kind are nobody's business.
    std::fs::write(path("public/catalogue.db"), "not the server's").unwrap();
    assert_eq!(fetch(&gateway, "/catalogue.db").status, 200);
}
