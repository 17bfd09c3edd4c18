//! Files as responses: whole, in ranges, compressed beforehand, or as a 304.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeFile;

use crate::responses::problem::Problem;
use crate::responses::protected::ProtectedFiles;
use crate::responses::security::Kind;

/// A file that may be served, and which of its compressed forms may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where the file is.
    pub path: PathBuf,
    /// Whether the file beside it with the suffix `.br` may be served in its place.
    pub brotli: bool,
    /// Whether the file beside it with the suffix `.gz` may be served in its place.
    pub gzip: bool,
}

impl File {
    /// The file at that path, without compressed forms.
    pub(crate) fn uncompressed(path: &Path) -> File {
        File {
            path: path.to_owned(),
            brotli: false,
            gzip: false,
        }
    }

    /// The file at that path within a folder, links resolved; `None` unless it is a file
    /// within the folder. Reads from the disk.
    pub(crate) fn within(folder: &Path, path: &Path) -> Option<File> {
        let (path, metadata) = resolved(folder, path)?;
        // A compressed form that is older than the file is out of date.
        let is_current = |ending: &str| {
            let beside = path.with_added_extension(ending);
            resolved(folder, &beside).is_some_and(|(_, compressed)| {
                match (compressed.modified(), metadata.modified()) {
                    (Ok(compressed), Ok(written)) => compressed >= written,
                    _ => false,
                }
            })
        };
        Some(File {
            brotli: is_current("br"),
            gzip: is_current("gz"),
            path,
        })
    }

    /// The file without those of its forms that are protected; `None` if it is protected itself.
    /// Reads from the disk.
    pub fn unless_protected(self, protected: &ProtectedFiles) -> Option<File> {
        let is_allowed = |path: &Path| !protected.contains(path);
        let is_form_allowed = |ending| is_allowed(&self.path.with_added_extension(ending));
        is_allowed(&self.path).then(|| File {
            brotli: self.brotli && is_form_allowed("br"),
            gzip: self.gzip && is_form_allowed("gz"),
            path: self.path.clone(),
        })
    }

    /// The response to a request for the file. `control` is its `Cache-Control`.
    pub async fn respond(
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
        // `If-Range` is not evaluated below; without the range, the client gets the whole
        // file, which is always correct.
        let range = headers.get(header::RANGE);
        let is_read = range.is_some_and(|range| is_bounded(range, &self.path));
        if headers.contains_key(header::IF_RANGE) || !is_read {
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
            // The file was deleted a moment ago.
            StatusCode::NOT_FOUND => {
                return Problem::not_found("not_found", "the file no longer exists")
                    .into_response();
            }
            _ => {
                let none = HeaderValue::from_static("no-store");
                response.headers_mut().insert(header::CACHE_CONTROL, none);
            }
        }
        Kind::for_media_type(mime).mark(response)
    }
}

/// Whether a range is in bytes and no longer than the file. Otherwise the client gets all of it: RFC
/// 9110, 14.2 has other units ignored, and 14.1.3 a longer suffix mean the whole file.
fn is_bounded(range: &HeaderValue, path: &Path) -> bool {
    let Some(range) = range
        .to_str()
        .ok()
        .and_then(|text| text.strip_prefix("bytes="))
    else {
        return false;
    };
    let suffix = range.trim().strip_prefix('-').map(str::parse::<u64>);
    suffix.is_none_or(|length| {
        let file = path.metadata().map_or(0, |metadata| metadata.len());
        length.is_ok_and(|length| length <= file)
    })
}

/// The canonical path of a file and its metadata. Links may point anywhere within the folder,
/// but not out of it.
fn resolved(folder: &Path, path: &Path) -> Option<(PathBuf, Metadata)> {
    let path = path.canonicalize().ok()?;
    let metadata = path.metadata().ok()?;
    (path.starts_with(folder) && metadata.is_file()).then_some((path, metadata))
}

/// The media type for a file's extension. Browsers reject scripts and WebAssembly with any
/// other type.
pub fn mime(file: &Path) -> &'static str {
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
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn ranges_of_other_units_and_beyond_the_file_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.js");
        std::fs::write(&path, "12345").unwrap();
        for (range, is_read) in [
            ("bytes=0-2", true),
            ("bytes=9-", true),
            ("bytes=-5", true),
            ("bytes=-6", false),
            ("bytes=-99999999999999999999999", false),
            ("items=0-2", false),
        ] {
            let header = HeaderValue::from_static(range);
            assert_eq!(is_bounded(&header, &path), is_read, "{range}");
        }
    }

    #[test]
    fn a_compressed_form_is_used_if_it_is_in_the_folder_and_current() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let inside = root.join("inside");
        std::fs::create_dir(&inside).unwrap();
        let path = inside.join("a.js");
        for name in ["inside/a.js", "inside/a.js.br", "a.js.gz"] {
            std::fs::write(root.join(name), "a").unwrap();
        }
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
