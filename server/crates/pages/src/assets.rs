//! The package's files for pages. A release is served under a path that contains a hash of its
//! content, so its files are cached for ever and never revalidated, and its modules import each other
//! by the same relative paths as in the package.
//!
//! ```text
//! /assets/card.js                    → /assets/6f0c…/card.js, revalidated from time to time
//! /assets/6f0c…/wasm/card_bg.wasm    cached for ever
//! /assets/<an earlier release>/…     the same, for as long as its files are kept
//! ```
//!
//! A release that is not at hand is 404: its scripts must not run with the WebAssembly of another.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Component, Path};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use data_encoding::HEXLOWER;
use product_pool_http::Representation;
use product_pool_http::preferred_coding;
use product_pool_http::responses::answer::{IMMUTABLE, tagged};
use product_pool_http::responses::file::mime;
use product_pool_http::responses::security::Kind;

/// The route pattern of the files.
pub const PATH: &str = "/assets/{*path}";

/// The path prefix of all releases.
pub(crate) const PREFIX: &str = "/assets/";

/// The folder of what a gateway serves at its own address: not part of what names a release, for its
/// files contain that name.
const ENTRY: &str = "entry/";

/// The number of hexadecimal digits in the name of a release.
const NAME: usize = 16;

/// The files of the release that this program was built with.
#[cfg(feature = "assets")]
static EMBEDDED: include_dir::Dir<'_> = include_dir::include_dir!("$PRODUCT_POOL_ASSETS");

/// The content of a release's `manifest.json`.
#[derive(Deserialize)]
struct Manifest {
    release: String,
    /// The path of the card's script.
    script: String,
    /// The SHA-256 digest of each file, by its path in the release.
    files: BTreeMap<String, String>,
}

/// A release of the package, in memory.
#[derive(Debug)]
pub struct Release {
    name: String,
    script: String,
    files: HashMap<String, Representation>,
    manifest: Bytes,
}

impl Release {
    /// Reads the folder that `cargo xtask assets` fills.
    ///
    /// # Errors
    /// In one line: why the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Release, String> {
        let list = folder.join("manifest.json");
        let manifest = std::fs::read(&list).map_err(|error| {
            let list = list.display();
            format!("--assets: cannot read {list}, which `cargo xtask assets` writes: {error}")
        })?;
        Release::read(manifest.into(), |release, path| {
            let file = folder.join(release).join(path);
            let bytes = std::fs::read(&file);
            bytes.map_err(|error| format!("cannot read {}: {error}", file.display()))
        })
        .map_err(|error| format!("--assets: {}: {error}", list.display()))
    }

    /// The release that this program was built with.
    #[cfg(feature = "assets")]
    pub fn embedded() -> Option<Release> {
        let read = |path: &str| Some(Bytes::from_static(EMBEDDED.get_file(path)?.contents()));
        let manifest = read("manifest.json")?;
        // Of two forms of a file only the shorter one is there.
        let release = Release::read(manifest, |release, path| {
            let path = format!("{release}/{path}");
            let made = || product_pool_http::decompressed(&read(&format!("{path}.br"))?);
            let found = read(&path).or_else(made);
            found.ok_or_else(|| format!("{path} is missing"))
        });
        release
            .inspect_err(|error| tracing::error!("the program's own files: {error}"))
            .ok()
    }

    /// The release that this program was built with: none.
    #[cfg(not(feature = "assets"))]
    pub fn embedded() -> Option<Release> {
        None
    }

    /// Reads the files of a manifest and verifies the digest of every one: a release must be
    /// complete, and files that are cached for ever must be correct.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read<B: Into<Bytes>>(
        text: Bytes,
        read: impl Fn(&str, &str) -> Result<B, String>,
    ) -> Result<Release, String> {
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| format!("it is not a valid asset manifest: {error}"))?;
        if manifest.release != name_of(&manifest.files) {
            return Err("its release does not match its files".to_owned());
        }
        let mut files = HashMap::new();
        for (path, hash) in &manifest.files {
            if !is_plain(path) {
                return Err(format!("{path:?} is not a relative file path"));
            }
            let body = read(&manifest.release, path)?.into();
            if *hash != HEXLOWER.encode(&Sha256::digest(&body)) {
                return Err(format!("{path} does not match its digest in the manifest"));
            }
            let tag = format!("\"{}\"", &hash[..32]);
            files.insert(path.clone(), Representation { tag, body });
        }
        if !files.contains_key(&manifest.script) {
            let script = &manifest.script;
            return Err(format!(
                "it names the script {script:?} but does not list it"
            ));
        }
        Ok(Release {
            name: manifest.release,
            script: manifest.script,
            files,
            manifest: text,
        })
    }

    /// Its name, which follows from its content.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its manifest and its files, by their paths.
    pub(crate) fn contents(&self) -> (&Bytes, impl Iterator<Item = (&str, &Bytes)>) {
        let files = self.files.iter();
        (
            &self.manifest,
            files.map(|(path, file)| (path.as_str(), &file.body)),
        )
    }

    /// The path of the card's script.
    pub(crate) fn card_script(&self) -> String {
        self.address(&self.script)
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("{PREFIX}{}/{path}", self.name)
    }

    /// The response with the card's script for pages that name no release: the release's own, which
    /// imports its files by their addresses below the gateway's. `None` in releases before there was one.
    pub(crate) fn respond_with_entry(
        &self,
        request: &HeaderMap,
        control: &'static str,
    ) -> Option<Response> {
        self.send(&format!("{ENTRY}{}", self.script), request, control)
    }

    /// The compressed forms of a file are no files of their own.
    pub(crate) fn has(&self, path: &str) -> bool {
        let plain = path.strip_suffix(".br").or(path.strip_suffix(".gz"));
        self.files.contains_key(path) && !plain.is_some_and(|plain| self.files.contains_key(plain))
    }

    /// The response with a file, compressed as the client prefers; `None` if there is none.
    pub(crate) fn respond(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        self.send(path, request, IMMUTABLE)
    }

    fn send(&self, path: &str, request: &HeaderMap, control: &'static str) -> Option<Response> {
        let plain = self.files.get(path).filter(|_| self.has(path))?;
        let form = |ending: &str| self.files.get(&format!("{path}{ending}"));
        let forms = [("br", form(".br")), ("gzip", form(".gz"))];
        let has_forms = forms.iter().any(|(_, form)| form.is_some());
        let wanted = preferred_coding(request, |coding| {
            forms
                .iter()
                .any(|(name, form)| *name == coding && form.is_some())
        });
        let sent = forms.into_iter().find(|(name, _)| Some(*name) == wanted);
        let sent = sent.and_then(|(name, form)| Some((name, form?)));
        let mime = mime(Path::new(path));
        let body = sent.map_or(plain, |(_, form)| form).clone();
        let mut response = tagged(request, HeaderValue::from_static(mime), control, body);
        let headers = response.headers_mut();
        if let Some((name, _)) = sent {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        if has_forms {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        Some(Kind::for_media_type(mime).mark(response))
    }
}

/// The name of a release, derived from its files.
fn name_of(files: &BTreeMap<String, String>) -> String {
    let mut list = String::new();
    for (path, hash) in files.iter().filter(|(path, _)| !path.starts_with(ENTRY)) {
        let _ = writeln!(list, "{hash}  {path}");
    }
    let mut name = HEXLOWER.encode(&Sha256::digest(list.as_bytes()));
    name.truncate(NAME);
    name
}

/// Whether a text has the form of a release's name.
pub(crate) fn is_name(text: &str) -> bool {
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
