//! A file as an answer: whole or in part, as it is or as it was compressed
//! beforehand, or merely that it has not changed.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeFile;

use crate::problem::Problem;
use crate::security::Kind;

/// A file that may be given out, and which compressed forms of it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where the file is.
    pub path: PathBuf,
    /// Whether what lies beside it with `.br` after its name is that file.
    pub brotli: bool,
    /// The same with `.gz`.
    pub gzip: bool,
}

impl File {
    /// The file at that path, and no compressed form of it.
    pub(crate) fn as_it_is(path: &Path) -> File {
        File {
            path: path.to_owned(),
            brotli: false,
            gzip: false,
        }
    }

    /// The file at that path within a folder, links resolved; `None` unless it is
    /// one, and within the folder. Looks at the disk.
    pub(crate) fn within(folder: &Path, path: &Path) -> Option<File> {
        let (path, about) = resolved(folder, path)?;
        // Who edits a file may forget what was made of it.
        let made_of_it = |ending: &str| {
            let mut beside = path.clone().into_os_string();
            beside.push(ending);
            resolved(folder, Path::new(&beside)).is_some_and(|(_, made)| {
                match (made.modified(), about.modified()) {
                    (Ok(made), Ok(written)) => made >= written,
                    _ => false,
                }
            })
        };
        Some(File {
            brotli: made_of_it(".br"),
            gzip: made_of_it(".gz"),
            path,
        })
    }

    /// What a request for it gets. `control` says how long that may be kept.
    pub async fn answer(
        &self,
        method: &Method,
        headers: &HeaderMap,
        control: &'static str,
    ) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return Problem::method().into_response();
        }
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method.clone();
        *request.headers_mut() = headers.clone();
        // Whether it is still what a client has half of is not compared below;
        // whoever asks is sent all of it, which is always right.
        if headers.contains_key(header::IF_RANGE) {
            request.headers_mut().remove(header::RANGE);
        }
        let mut service = ServeFile::new(&self.path).ignore_multi_range_requests(true);
        if self.brotli {
            service = service.precompressed_br();
        }
        if self.gzip {
            service = service.precompressed_gzip();
        }
        let mut response = match service.try_call(request).await {
            Ok(response) => response.map(Body::new),
            Err(error) => {
                tracing::error!("{}: {error}", self.path.display());
                return Problem::internal().into_response();
            }
        };
        let mime = mime(&self.path);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
        match response.status() {
            StatusCode::OK | StatusCode::PARTIAL_CONTENT => {
                let mime = HeaderValue::from_static(mime);
                response.headers_mut().insert(header::CONTENT_TYPE, mime);
            }
            StatusCode::NOT_MODIFIED => {}
            // It was there a moment ago.
            StatusCode::NOT_FOUND => {
                let detail = "the file is gone".to_owned();
                return Problem::not_found("not_found", detail).into_response();
            }
            _ => {
                let none = HeaderValue::from_static("no-store");
                response.headers_mut().insert(header::CACHE_CONTROL, none);
            }
        }
        Kind::of_file(mime).mark(response)
    }
}

/// A file's path without links, and what is known of it. Links may lead about
/// within the folder, but not out of it.
fn resolved(folder: &Path, path: &Path) -> Option<(PathBuf, Metadata)> {
    let path = path.canonicalize().ok()?;
    let about = path.metadata().ok()?;
    (path.starts_with(folder) && about.is_file()).then_some((path, about))
}

/// The media type by the file's ending. Browsers refuse scripts and wasm under
/// any but their own.
fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md" | "ts") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_compressed_form_counts_if_it_is_here_and_not_older() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let inside = root.join("inside");
        std::fs::create_dir(&inside).unwrap();
        let path = inside.join("a.js");
        for name in ["inside/a.js", "inside/a.js.br", "a.js.gz"] {
            std::fs::write(root.join(name), "a").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root.join("a.js.gz"), inside.join("a.js.gz")).unwrap();
        let found = File::within(&inside, &path).unwrap();
        assert_eq!((found.brotli, found.gzip), (true, false));
        let later = SystemTime::now() + Duration::from_secs(60);
        let edited = std::fs::File::options().write(true).open(&path).unwrap();
        edited.set_modified(later).unwrap();
        let found = File::within(&inside, &path).unwrap();
        assert_eq!((found.brotli, found.gzip), (false, false));
        assert_eq!(File::within(&inside, &root.join("a.js.gz")), None);
    }
}
