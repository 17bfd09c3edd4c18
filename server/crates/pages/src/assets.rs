//! The package's files for pages, as `cargo xtask assets` writes them. A release is served
//! under a path that contains a hash of its content, so its files are cached for ever and
//! never revalidated, and its modules import each other by the same relative paths as in the
//! package.
//!
//! ```text
//! /assets/card.js                    → /assets/6f0c…/card.js, revalidated from time to time
//! /assets/6f0c…/wasm/card_bg.wasm    cached for ever
//! /assets/<another release>/card.js  → the current release: cached pages outlive releases
//! ```

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Component, Path};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tower::ServiceExt;

use data_encoding::{BASE64, HEXLOWER};
use product_pool_http::ProtectedFiles;
use product_pool_http::responses::answer::IMMUTABLE;
use product_pool_http::responses::file::File;
use product_pool_http::responses::problem::Problem;
use product_pool_http::responses::security::Kind;

/// The route pattern of the files.
pub const PATH: &str = "/assets/{*path}";

/// The path prefix of all releases.
const PREFIX: &str = "/assets/";

/// The number of hexadecimal digits in the name of a release.
const NAME: usize = 16;

/// How long caches may keep the redirect to the current release: from a path without a
/// release, and from that of another release, whose own files may be served by another server
/// already.
const PLAIN: &str = "public, max-age=300, stale-while-revalidate=86400";
const OTHER: &str = "public, max-age=60";

/// The content of the folder's `manifest.json`.
#[derive(Deserialize)]
struct Manifest {
    release: String,
    /// The path of the card's script.
    script: String,
    /// The SHA-256 digest of each file, by its path in the release.
    files: BTreeMap<String, String>,
}

/// A release of the package.
#[derive(Debug)]
pub struct Release {
    name: String,
    script: String,
    files: HashMap<String, File>,
    /// The SHA-256 digest of each file.
    digests: BTreeMap<String, String>,
    /// The files that are not served.
    protected: ProtectedFiles,
}

/// The resolution of a path under `/assets/`.
#[derive(Debug, PartialEq, Eq)]
enum Resolved<'a> {
    File(&'a File),
    /// A redirect to a file of the current release, with its `Cache-Control`.
    Redirect(&'a str, &'static str),
}

impl Release {
    /// Reads the folder and verifies the digest of every file: a release must be complete, and
    /// files that are cached for ever must be correct.
    ///
    /// # Errors
    /// In one line: why the folder cannot be used.
    pub fn open(folder: &Path, protected: &ProtectedFiles) -> Result<Release, String> {
        protected.check(folder, PREFIX)?;
        let wrong = |path: &Path, why: &str| format!("--assets: {} {why}", path.display());
        let list = folder.join("manifest.json");
        let text = std::fs::read(&list).map_err(|error| {
            let list = list.display();
            format!("--assets: cannot read {list}, which `cargo xtask assets` writes: {error}")
        })?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| wrong(&list, &format!("is not a valid asset manifest: {error}")))?;
        if manifest.release != name_of(&manifest.files) {
            return Err(wrong(
                &list,
                "names a release that does not match its files",
            ));
        }
        let root = folder.join(&manifest.release);
        let mut files = HashMap::new();
        for (path, hash) in &manifest.files {
            let file = root.join(path);
            if !is_plain(path) {
                return Err(wrong(
                    &list,
                    &format!("lists {path:?}, which is not a relative file path"),
                ));
            }
            let bytes = std::fs::read(&file)
                .map_err(|error| format!("--assets: cannot read {}: {error}", file.display()))?;
            if *hash != HEXLOWER.encode(&Sha256::digest(&bytes)) {
                return Err(wrong(&file, "does not match its digest in the manifest"));
            }
            let is_listed = |path: &str| manifest.files.contains_key(path);
            let made_of_it = |ending| is_listed(&format!("{path}{ending}"));
            let plain = path.strip_suffix(".br").or(path.strip_suffix(".gz"));
            if plain.is_some_and(is_listed) {
                continue;
            }
            let (brotli, gzip) = (made_of_it(".br"), made_of_it(".gz"));
            let path = path.clone();
            files.insert(
                path,
                File {
                    path: file,
                    brotli,
                    gzip,
                },
            );
        }
        let script = manifest.script;
        if !files.contains_key(&script) {
            return Err(wrong(
                &list,
                &format!("names the script {script:?} but does not list it"),
            ));
        }
        Ok(Release {
            name: manifest.release,
            script,
            files,
            digests: manifest.files,
            protected: protected.clone(),
        })
    }

    /// The path of the card's script.
    pub(crate) fn card_script(&self) -> String {
        self.address(&self.script)
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("{PREFIX}{}/{path}", self.name)
    }

    /// The hash of a file by which browsers verify a script.
    pub(crate) fn integrity(&self, path: &str) -> Option<String> {
        let digest = HEXLOWER.decode(self.digests.get(path)?.as_bytes()).ok()?;
        Some(format!("sha256-{}", BASE64.encode(&digest)))
    }

    /// Resolves a path, if it is that of a file.
    fn resolve(&self, address: &str) -> Option<Resolved<'_>> {
        let rest = address.strip_prefix(PREFIX)?;
        let (release, path) = match rest.split_once('/') {
            Some((name, path)) if is_name(name) => (Some(name), path),
            _ => (None, rest),
        };
        let (path, file) = self.files.get_key_value(path)?;
        Some(match release {
            Some(name) if name == self.name => Resolved::File(file),
            Some(_) => Resolved::Redirect(path, OTHER),
            None => Resolved::Redirect(path, PLAIN),
        })
    }
}

impl Release {
    /// The file, unless it has been replaced by one that is not served.
    async fn unless_protected(&self, file: File) -> Option<File> {
        let protected = self.protected.clone();
        let check = move || file.unless_protected(&protected);
        tokio::task::spawn_blocking(check).await.ok()?
    }
}

/// The name of a release, derived from its files.
fn name_of(files: &BTreeMap<String, String>) -> String {
    let mut list = String::new();
    for (path, hash) in files {
        let _ = writeln!(list, "{hash}  {path}");
    }
    let mut name = HEXLOWER.encode(&Sha256::digest(list.as_bytes()));
    name.truncate(NAME);
    name
}

fn is_name(text: &str) -> bool {
    let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == NAME && text.bytes().all(digit)
}

/// Whether a path is relative and normalised, without `.`, `..` or empty segments.
fn is_plain(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// The router of a release; it passes all other paths under `/assets` on to the API.
pub fn router(release: Arc<Release>, api: Router) -> Router {
    Router::new()
        .route(PATH, any(answer))
        .with_state((release, api))
}

async fn answer(
    State((release, api)): State<(Arc<Release>, Router)>,
    request: Request,
) -> Response {
    let (method, headers) = (request.method(), request.headers());
    let response = match release.resolve(request.uri().path()) {
        Some(Resolved::File(file)) => match release.unless_protected(file.clone()).await {
            Some(file) => file.respond(method, headers, IMMUTABLE).await,
            None => Problem::no_such_path(request.uri().path()).into_response(),
        },
        Some(_) if method != Method::GET && method != Method::HEAD => {
            Problem::method().into_response()
        }
        Some(Resolved::Redirect(path, control)) => redirect(&release.address(path), control),
        None => {
            let Ok(response) = api.oneshot(request).await;
            return response;
        }
    };
    // The files are public, so pages of all origins may run them.
    ([(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")], response).into_response()
}

fn redirect(to: &str, control: &'static str) -> Response {
    let redirect = Redirect::temporary(to);
    Kind::Asset.mark(([(header::CACHE_CONTROL, control)], redirect).into_response())
}
