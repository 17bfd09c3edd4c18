//! The releases at hand: the current one, and earlier ones in a folder, which pages that were loaded
//! before an upgrade still ask for. Replicas may share the folder: each finds there what the others
//! have.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use moka::sync::Cache;
use tower::ServiceExt;

use crate::assets::{PATH, PREFIX, Release, is_name};
use product_pool_http::responses::problem::Problem;
use product_pool_http::responses::security::Kind;
use product_pool_store::permissions::{remove, remove_abandoned, temporary};

/// How long caches may keep the redirect to the current release from a path without one.
const PLAIN: &str = "public, max-age=300, stale-while-revalidate=86400";

/// How many releases the folder keeps: those that were started last. Pages do not stay open for
/// longer than it takes to release as many, and together they take about 50 MB.
const KEPT: usize = 16;

/// How many earlier releases are in memory: an upgrade and a rollback.
const IN_MEMORY: u64 = 2;

/// The releases at hand.
#[derive(Debug)]
pub struct Releases {
    /// The one that pages get.
    pub current: Arc<Release>,
    folder: Option<PathBuf>,
    earlier: Cache<String, Arc<Release>>,
}

impl Releases {
    /// This release, and those in a folder, where it is kept too. That it cannot be is logged.
    pub fn new(current: Arc<Release>, folder: Option<PathBuf>) -> Releases {
        if let Some(folder) = &folder
            && let Err(error) = keep(&current, folder)
        {
            let folder = folder.display();
            tracing::warn!(
                "the files of this release cannot be kept in {folder}, so pages that are open \
                 during the next upgrade have to be loaded again: {error}"
            );
        }
        Releases {
            current,
            folder,
            earlier: Cache::new(IN_MEMORY),
        }
    }

    /// The release of that name, if it is at hand.
    pub(crate) async fn get(&self, name: &str) -> Option<Arc<Release>> {
        if name == self.current.name() {
            return Some(self.current.clone());
        }
        if let Some(release) = self.earlier.get(name) {
            return Some(release);
        }
        let (folder, name) = (self.folder.clone()?, name.to_owned());
        let earlier = self.earlier.clone();
        // Read once, however many ask for it.
        let find = move || earlier.optionally_get_with(name.clone(), || load(&folder, &name));
        tokio::task::spawn_blocking(find).await.ok()?
    }
}

/// The manifest of a release in the folder.
fn manifest_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// Reads a release from the folder.
fn load(folder: &Path, name: &str) -> Option<Arc<Release>> {
    let manifest = fs::read(manifest_of(folder, name)).ok()?;
    let release = Release::read(manifest.into(), |release, path| {
        let file = folder.join(release).join(path);
        fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))
    });
    let release = release.inspect_err(|error| tracing::warn!("the release {name}: {error}"));
    release
        .ok()
        .filter(|release| release.name() == name)
        .map(Arc::new)
}

/// Writes a release to the folder, whole or not at all, and removes the oldest ones.
fn keep(release: &Release, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    remove_abandoned(folder);
    let name = release.name();
    let (manifest, files) = release.contents();
    let files: Vec<_> = files.collect();
    let target = folder.join(name);
    let is_whole = || {
        files
            .iter()
            .all(|(path, bytes)| is_same(&target.join(path), bytes))
    };
    if !is_whole() {
        put(&target, |fresh| {
            for (path, bytes) in &files {
                let file = fresh.join(path);
                fs::create_dir_all(file.parent().unwrap_or(fresh))?;
                fs::write(file, bytes)?;
            }
            // Another replica may have written the same meanwhile. What is damaged makes way.
            if target.exists() && !is_whole() {
                let aside = temporary(&target);
                fs::rename(&target, &aside)?;
                remove(&aside);
            }
            Ok(())
        })
        .or_else(|error| match is_whole() {
            true => Ok(()),
            false => Err(error),
        })?;
    }
    // Written each time: its age is how long ago the release was last started.
    put(&manifest_of(folder, name), |fresh| {
        fs::write(fresh, manifest)
    })?;
    remove_oldest(folder)
}

/// Writes to another path, and renames that once it is written. It is removed if that fails.
fn put(target: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let fresh = temporary(target);
    let written = write(&fresh).and_then(|()| fs::rename(&fresh, target));
    written.inspect_err(|_| remove(&fresh))
}

/// Whether a file has those bytes.
fn is_same(file: &Path, bytes: &[u8]) -> bool {
    fs::read(file).is_ok_and(|found| found == bytes)
}

fn remove_oldest(folder: &Path) -> io::Result<()> {
    let mut kept = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        if path.extension() == Some(OsStr::new("json")) && is_name(name) {
            kept.push((path.metadata()?.modified()?, name.to_owned()));
        }
    }
    kept.sort_unstable();
    for (_, name) in kept.iter().rev().skip(KEPT) {
        remove(&manifest_of(folder, name));
        remove(&folder.join(name));
    }
    Ok(())
}

/// The router of the releases; it passes all other paths under `/assets` on to the API.
pub fn router(releases: Arc<Releases>, api: Router) -> Router {
    Router::new()
        .route(PATH, any(answer))
        .with_state((releases, api))
}

async fn answer(
    State((releases, api)): State<(Arc<Releases>, Router)>,
    request: Request,
) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    let path = path.strip_prefix(PREFIX).unwrap_or_default();
    let is_read = method == Method::GET || method == Method::HEAD;
    let response = match path.split_once('/') {
        Some((name, path)) if is_name(name) => match releases.get(name).await {
            None => Some(gone()),
            Some(release) => release.respond(path, request.headers()),
        },
        _ => {
            let is_there = releases.current.has(path);
            is_there.then(|| redirect(&releases.current.address(path)))
        }
    };
    let Some(response) = response else {
        let Ok(response) = api.oneshot(request).await;
        return response;
    };
    let response = match is_read {
        true => response,
        false => Problem::method().into_response(),
    };
    // The files are public, so pages of all origins may run them.
    ([(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")], response).into_response()
}

fn redirect(to: &str) -> Response {
    let redirect = Redirect::temporary(to);
    Kind::Asset.mark(([(header::CACHE_CONTROL, PLAIN)], redirect).into_response())
}

/// The response for a release that is not at hand: another replica may have it, now or soon.
fn gone() -> Response {
    let detail = "this server does not have the files of that release; a page that was loaded with \
                  it has to be loaded again";
    Problem::not_found("release_not_found", detail).into_response()
}
