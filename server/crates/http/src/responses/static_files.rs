//! Static files served beside the API: a demonstration page, its scripts and its WebAssembly.
//!
//! A mounted folder serves the files in it and nothing else: no `..`, no link that points
//! outside, no file or folder whose name begins with a dot, and none of the server's own files.

use std::path::PathBuf;
use std::str::FromStr;

use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::percent_decode_str;

use crate::responses::file::File;
use crate::responses::problem::Problem;
use crate::responses::protected::ProtectedFiles;

/// A file or folder and the path under which it is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Begins with a slash and does not end with one; empty for the root.
    prefix: String,
    path: PathBuf,
    /// Whether the file is a single-page application, which also answers navigation to every
    /// address below the prefix that has no file.
    is_app: bool,
    /// The files that are not served.
    protected: ProtectedFiles,
}

impl FromStr for Mount {
    type Err = String;

    /// Reads `PREFIX=PATH`, such as `/pkg=pkg`, `/=index.html` or `/*=index.html`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (prefix, path) = text.split_once('=').ok_or("it should be PREFIX=PATH")?;
        if !prefix.starts_with('/') || path.is_empty() {
            return Err("it should be PREFIX=PATH, with a prefix that begins with /".to_owned());
        }
        let (prefix, is_app) = match prefix.strip_suffix("/*") {
            Some(prefix) => (prefix, true),
            None => (prefix, false),
        };
        let prefix = prefix.trim_end_matches('/').to_owned();
        for taken in ["/v2", "/images"] {
            if prefix == taken || prefix.starts_with(&format!("{taken}/")) {
                return Err(format!("{taken} is reserved for the API"));
            }
        }
        Ok(Mount {
            prefix,
            path: PathBuf::from(path),
            is_app,
            protected: ProtectedFiles::default(),
        })
    }
}

impl Mount {
    /// The mount with its path made absolute, which never serves the protected files.
    ///
    /// # Errors
    /// There is nothing at the path, or a folder where only a page is possible, or a protected
    /// file; says so in one line.
    pub fn resolve(self, protected: &ProtectedFiles) -> Result<Mount, String> {
        let path = match self.path.canonicalize() {
            Ok(path) if self.is_app && !path.is_file() => {
                return Err(format!("cannot serve {}: it is not a file", path.display()));
            }
            Ok(path) => path,
            Err(error) => {
                return Err(format!("cannot serve {}: {error}", self.path.display()));
            }
        };
        protected.check(&path, &format!("{}/", self.prefix))?;
        Ok(Mount {
            path,
            protected: protected.clone(),
            ..self
        })
    }

    /// The file at a decoded path, if it may be served. `is_navigation` is whether the request is
    /// for a page.
    fn file(&self, path: &str, is_navigation: bool) -> Option<File> {
        let rest = path.strip_prefix(&self.prefix)?;
        if self.path.is_file() {
            let is_match = matches!((rest, self.prefix.as_str()), ("", _) | ("/", ""))
                || (self.is_app && is_navigation);
            // Files beside it are not served, so neither are its compressed forms.
            let file = is_match.then(|| File::uncompressed(&self.path))?;
            return file.unless_protected(&self.protected);
        }
        let rest = rest.strip_prefix('/')?;
        let named = if rest.is_empty() || rest.ends_with('/') {
            format!("{rest}index.html")
        } else {
            rest.to_owned()
        };
        let mut file = self.path.clone();
        for part in named.split('/') {
            let plain = !part.is_empty()
                && !part.starts_with('.')
                && !part
                    .chars()
                    .any(|c| c.is_control() || matches!(c, '\\' | ':'));
            if !plain {
                return None;
            }
            file.push(part);
        }
        File::within(&self.path, &file)?.unless_protected(&self.protected)
    }
}

/// The response to a request for a file at that address; 404 if there is none.
pub async fn serve(mounts: &[Mount], method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    match find(mounts, uri, headers).await {
        // Changes to a page are visible at once, and unchanged files are not downloaded twice.
        Some(file) => file.respond(method, headers, "no-cache").await,
        None => Problem::no_such_path(uri.path()).into_response(),
    }
}

async fn find(mounts: &[Mount], uri: &Uri, headers: &HeaderMap) -> Option<File> {
    let path = percent_decode_str(uri.path())
        .decode_utf8()
        .ok()?
        .into_owned();
    let mut candidates: Vec<Mount> = mounts
        .iter()
        .filter(|mount| {
            path.strip_prefix(&mount.prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
        .cloned()
        .collect();
    if candidates.is_empty() {
        return None;
    }
    candidates.sort_by_key(|mount| std::cmp::Reverse(mount.prefix.len()));
    let is_navigation = accepts_html(headers);
    let find = move || {
        let mut files = candidates
            .iter()
            .map(|mount| mount.file(&path, is_navigation));
        files.find_map(|file| file)
    };
    tokio::task::spawn_blocking(find).await.ok()?
}

/// Whether the request is a browser's navigation: it has HTML in `Accept`. A script, an image
/// and a `fetch` do not, so they get an error for a file that does not exist.
fn accepts_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|value| value.to_str().is_ok_and(|text| text.contains("text/html")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_of_the_api_are_reserved() {
        for text in [
            "/v2=x",
            "/v2/*=x",
            "/v2/a=x",
            "/images=x",
            "pkg=x",
            "*=x",
            "/pkg",
            "/pkg=",
        ] {
            assert!(text.parse::<Mount>().is_err(), "{text}");
        }
        assert_eq!(
            "/pkg/=x=y".parse(),
            Ok(Mount {
                prefix: "/pkg".into(),
                path: "x=y".into(),
                is_app: false,
                protected: ProtectedFiles::default(),
            })
        );
        assert_eq!(
            "/shop/*=x".parse(),
            Ok(Mount {
                prefix: "/shop".into(),
                path: "x".into(),
                is_app: true,
                protected: ProtectedFiles::default(),
            })
        );
        assert_eq!("/=x".parse::<Mount>().unwrap().prefix, "");
    }

    #[test]
    fn files_outside_of_the_folder_are_not_served() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        std::fs::create_dir_all(inside.join("deep")).unwrap();
        std::fs::write(inside.join("a.js"), "a").unwrap();
        std::fs::write(inside.join("deep/index.html"), "i").unwrap();
        std::fs::write(inside.join(".env"), "secret").unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        {
            std::os::unix::fs::symlink(folder.path().join("secret"), inside.join("link")).unwrap();
            std::os::unix::fs::symlink(inside.join("a.js"), inside.join("near.js")).unwrap();
        }
        let mount: Mount = format!("/p={}", inside.display()).parse().unwrap();
        let mount = mount.resolve(&ProtectedFiles::default()).unwrap();
        for path in ["/p/a.js", "/p/deep/", "/p/deep/index.html", "/p/near.js"] {
            assert!(mount.file(path, true).is_some(), "{path}");
        }
        for path in [
            "/p",
            "/p/",
            "/p/deep",
            "/p/.env",
            "/p/link",
            "/p/../secret",
            "/p/deep/../../secret",
            "/p//etc/passwd",
            "/p/..\\secret",
            "/p/a.js/",
            "/p/a.js\0",
            "/p/./a.js",
            "/q/a.js",
            "/pa.js",
        ] {
            assert_eq!(mount.file(path, true), None, "{path}");
        }
    }

    #[test]
    fn an_app_answers_navigation_below_its_prefix() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("index.html");
        std::fs::write(&page, "app").unwrap();
        let mount = |prefix: &str| -> Result<Mount, String> {
            format!("{prefix}={}", page.display())
                .parse::<Mount>()?
                .resolve(&ProtectedFiles::default())
        };
        let root = mount("/*").unwrap();
        for path in ["/", "/shelf", "/product/09520000000004", "/a/b/"] {
            assert!(root.file(path, true).is_some(), "{path}");
        }
        assert!(root.file("/", false).is_some());
        assert_eq!(root.file("/missing.js", false), None);
        let below = mount("/shop/*").unwrap();
        assert!(below.file("/shop/shelf", true).is_some());
        assert_eq!(below.file("/shelf", true), None);
        let folder = format!("/*={}", folder.path().display());
        let folder = folder.parse::<Mount>().unwrap();
        assert!(folder.resolve(&ProtectedFiles::default()).is_err());
    }

    #[test]
    fn protected_files_that_come_later_are_not_served() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let public = path("public");
        std::fs::create_dir(&public).unwrap();
        for name in ["token", "public/a.js", "public/b.js", "page"] {
            std::fs::write(path(name), "x").unwrap();
        }
        let token = path("token");
        let protected = ProtectedFiles::from_iter([("the token", token.as_path())]);
        let mount = |text: String| text.parse::<Mount>().unwrap().resolve(&protected);
        let files = mount(format!("/={}", public.display())).unwrap();
        let page = mount(format!("/page={}", path("page").display())).unwrap();
        let app = mount(format!("/app/*={}", path("page").display())).unwrap();
        std::fs::hard_link(&token, public.join("token")).unwrap();
        std::fs::hard_link(&token, public.join("a.js.br")).unwrap();
        std::fs::hard_link(&token, public.join("b.js.gz")).unwrap();
        assert_eq!(files.file("/token", true), None);
        for name in ["a.js", "b.js"] {
            let file = files.file(&format!("/{name}"), true).unwrap();
            assert_eq!((file.brotli, file.gzip), (false, false));
        }
        assert!(page.file("/page", true).is_some() && app.file("/app/a", true).is_some());
        std::fs::remove_file(path("page")).unwrap();
        std::os::unix::fs::symlink(&token, path("page")).unwrap();
        assert_eq!(page.file("/page", true), None);
        assert_eq!(app.file("/app/a", true), None);
        for text in ["/=.", "/x=token", "/x/*=token"] {
            let (prefix, name) = text.split_once('=').unwrap();
            let line = mount(format!("{prefix}={}", path(name).display())).unwrap_err();
            assert!(line.contains("the token "), "{line}");
        }
    }
}
