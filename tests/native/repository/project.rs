//! Checks of the repository itself: links in documents, the MSRV, licence notices.

use crate::ROOT;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(ROOT)
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Markdown files of the project.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            if !matches!(
                &*name,
                "node_modules" | "target" | ".git" | "dist" | "corpus"
            ) {
                documents(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The text without code, in which brackets are no links.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            for (index, part) in line.split('`').enumerate() {
                if index % 2 == 0 {
                    prose.push_str(part);
                }
            }
            prose.push('\n');
        }
    }
    prose
}

/// The anchor that hosts give a heading.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ => letter.is_alphanumeric().then_some(letter),
        })
        .collect()
}

#[test]
fn the_readme_shows_the_example_for_yew_as_it_is() {
    let example = read("examples/yew-card/src/main.rs");
    let (_, code) = example.split_once("\n\n").unwrap();
    // The README leaves the choice of an allocator out.
    let (code, _) = code.split_once("\n/// An allocator").unwrap();
    assert!(read("README.md").contains(&format!("```rust\n{code}```")));
}

#[test]
fn relative_links_in_documents_lead_somewhere() {
    let mut files = Vec::new();
    documents(root(), &mut files);
    assert!(files.len() > 10, "{files:?}");
    let mut broken = Vec::new();
    let mut count = 0;
    for file in &files {
        let text = prose(&fs::read_to_string(file).unwrap());
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            count += 1;
            // Without its title.
            let link = link.split(" \"").next().unwrap_or_default();
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                path => file.parent().unwrap().join(path),
            };
            let found = target.exists()
                && (fragment.is_empty()
                    || fs::read_to_string(&target)
                        .unwrap()
                        .lines()
                        .any(|line| line.starts_with('#') && anchor(line) == fragment));
            if !found {
                broken.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 50, "{count} links");
}

/// Whoever copies an element should have something to show while its card is not there.
#[test]
fn elements_in_documents_have_content_of_their_own() {
    let mut files = Vec::new();
    documents(root(), &mut files);
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // Code that stands in lines of its own.
        for code in text.split("\n```").skip(1).step_by(2) {
            for element in code.split("<product-pool-card").skip(1) {
                // That of jQuery makes an element, and a tag in a string may be compared with.
                let Some((_, rest)) = element.split_once('>') else {
                    continue;
                };
                count += 1;
                let tag = &element[..element.len() - rest.len()];
                let is_empty = tag.ends_with("/>") || rest.trim_start().starts_with("</product-");
                assert!(!is_empty, "{}: <product-pool-card{tag}", file.display());
            }
        }
    }
    assert!(count > 15, "{count}");
}

#[test]
fn the_minimum_rust_version_is_the_same_everywhere() {
    let manifest = read("Cargo.toml");
    let lines = manifest.lines();
    let mut versions = lines.filter_map(|line| line.strip_prefix("rust-version = "));
    let mut next = || versions.next().unwrap().trim_matches('"');
    let (version, library) = (next(), next());
    for (name, version) in [
        ("README.md", version),
        ("CONTRIBUTING.md", version),
        ("docs/rust.md", library),
    ] {
        let stated = format!("Rust {version}");
        let other = format!("Rust ({version}");
        let text = read(name);
        assert!(
            text.contains(&stated) || text.contains(&other),
            "{name} lacks Rust {version}"
        );
    }
    let both = format!("now {library} for the library and {version} for the\nserver");
    assert!(read("docs/versioning.md").contains(&both));
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains(&format!("\"{version}.0\"")));
    let installed = format!("rustup toolchain install {library}.0 {version}.0 ");
    assert!(
        workflow.contains(&installed),
        "the nightly job lacks {installed}"
    );
    assert!(read("deploy/Dockerfile").contains(&format!("rust:{version}-slim")));
}

/// What cargo prints about the repository.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The crates from a registry that are linked into an artefact, as `name version`.
fn linked(arguments: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "--edges", "normal,no-proc-macro", "--prefix=none"];
    let tree = [&tree[..], &["--locked", "--format={p}"], arguments].concat();
    cargo(&tree)
        .lines()
        // Crates of the workspace have a path behind their version.
        .filter(|line| !line.contains(" (/") && !line.contains("(proc-macro)"))
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| {
            let version = rest.split(' ').next().unwrap();
            format!("{name} {version}")
        })
        .collect()
}

#[test]
fn licence_notices_name_every_linked_crate() {
    let wasm = [
        "--package=product-pool-bindings",
        "--all-features",
        "--target=wasm32-unknown-unknown",
    ];
    let server = [
        "--package=product-pool-server",
        "--target=x86_64-unknown-linux-gnu",
    ];
    for (file, arguments) in [
        ("pkg/THIRD_PARTY_NOTICES.txt", &wasm[..]),
        ("server/THIRD_PARTY_NOTICES.txt", &server[..]),
    ] {
        let notices = read(file);
        let crates = linked(arguments);
        assert!(crates.len() > 10, "{crates:?}");
        for name in crates {
            assert!(
                notices.contains(&format!("\n{name} (")),
                "{file} lacks {name}: run node xtask/js/notices.mjs"
            );
        }
    }
}

/// The crate is compiled as it is packed at night only.
#[test]
fn the_crate_has_the_files_that_its_code_includes() {
    let listed = cargo(&[
        "package",
        "--list",
        "--allow-dirty",
        "--package=product-pool",
    ]);
    let packed = listed.lines().map(|name| root().join(name));
    let packed: BTreeSet<PathBuf> = packed.filter_map(|path| path.canonicalize().ok()).collect();
    let mut included = BTreeSet::new();
    for file in packed
        .iter()
        .filter(|path| path.extension() == Some("rs".as_ref()))
    {
        for text in fs::read_to_string(file).unwrap().split('"') {
            let path = match text.strip_prefix('/') {
                Some(path) => root().join(path),
                None => file.with_file_name(text),
            };
            if text.contains('.') && path.is_file() {
                included.insert(path.canonicalize().unwrap());
            }
        }
    }
    assert!(included.len() > 20, "{included:?}");
    let missing: Vec<_> = included.difference(&packed).collect();
    assert!(
        missing.is_empty(),
        "`include` in Cargo.toml lacks {missing:?}"
    );
}

#[test]
fn only_the_library_is_published() {
    let published = |manifest: &str| !read(manifest).contains("publish = false");
    assert!(published("Cargo.toml"));
    let crates = Path::new(ROOT).join("server/crates");
    let crates = fs::read_dir(crates).unwrap();
    let of_server = crates.map(|entry| format!("{}/Cargo.toml", entry.unwrap().path().display()));
    let others = [
        "bindings/Cargo.toml",
        "fuzz/Cargo.toml",
        "server/Cargo.toml",
        "tests/native/Cargo.toml",
        "xtask/Cargo.toml",
        "xtask/types/Cargo.toml",
    ];
    for manifest in of_server.chain(others.map(str::to_owned)) {
        assert!(!published(&manifest), "{manifest}");
    }
}

/// What was measured is true of a day, which a comment does not say: it belongs into docs/decisions.
#[test]
fn comments_have_no_measurements() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["src", "bindings/src", "server/src", "server/crates"] {
        sources(&root().join(folder), &mut found);
    }
    assert!(found.len() > 100);
    let mut measured = Vec::new();
    for file in found {
        for (index, line) in read(&file).lines().enumerate() {
            let comment = line.split_once("//").map_or("", |(_, comment)| comment);
            let mut words = comment.split_whitespace();
            let mut last = "";
            let is_measured = words.any(|word| {
                let is_number = last.starts_with(|first: char| first.is_ascii_digit());
                last = word;
                is_number && (word.starts_with("KB") || word.starts_with("µs"))
            });
            if is_measured {
                measured.push(format!("{}:{}: {}", file.display(), index + 1, line.trim()));
            }
        }
    }
    assert!(measured.is_empty(), "{measured:#?}");
}

/// What the elements refuse before the WebAssembly is there, that refuses too.
#[test]
fn the_elements_refuse_no_product() {
    let script = read("pkg/src/shared/record.ts");
    let (_, list) = script.split_once("const FOREIGN = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    for name in list.split(',') {
        let name = name.trim().trim_matches('\'');
        let text = format!(r#"{{"pool_id": "7", "{name}": "x"}}"#);
        let read = product_pool::model::Product::from_answer_or_data(&text);
        assert!(read.is_err(), "{name} may be a product's");
    }
}
