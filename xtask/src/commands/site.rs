//! Where the documentation's site is, for what builds it and for what serves it.

use std::path::PathBuf;

use crate::workspace::Workspace;

/// Where the demo serves the site.
pub(crate) const BASE: &str = "/docs/";

/// The folder of the site, whether it is built or not.
pub(crate) fn folder(ws: &Workspace) -> PathBuf {
    ws.target.join("docs")
}

/// Whether the site is there.
pub(crate) fn is_built(ws: &Workspace) -> bool {
    folder(ws).join("index.html").is_file()
}

/// The folder that the demo serves as the documentation: the site or, where that is not built, a page
/// that says how to build it.
pub(crate) fn shown(ws: &Workspace) -> PathBuf {
    if is_built(ws) {
        folder(ws)
    } else {
        ws.root.join("www/docs")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_demo_shows_the_site_or_how_to_build_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = root.join("target/xtask/test-of-docs");
        let ws = Workspace {
            sh: xshell::Shell::new().unwrap(),
            root: root.clone(),
            target: target.clone(),
            cache: target.clone(),
        };
        ws.sh.remove_path(&target).unwrap();
        let page = ws.sh.read_file(shown(&ws).join("index.html")).unwrap();
        assert!(page.contains("cargo xtask docs"), "{page}");
        ws.sh
            .write_file(folder(&ws).join("index.html"), "")
            .unwrap();
        assert_eq!(shown(&ws), folder(&ws));
        ws.sh.remove_path(&target).unwrap();
    }
}
