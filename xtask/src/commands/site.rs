//! Where the documentation's site is, for what builds it and for what serves it.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace::Workspace;

/// Where the demo serves the site.
pub(crate) const BASE: &str = "/docs/";

/// The folder of the site, whether it is built or not.
pub(crate) fn folder(ws: &Workspace) -> PathBuf {
    ws.target.join("docs")
}

/// Whether the site is there: its last file is.
pub(crate) fn is_built(ws: &Workspace) -> bool {
    folder(ws).join("llms.txt").is_file()
}

/// The folder that the demo serves as the documentation. Until the site is built, there is a page in it
/// that says how to build it; a demo that runs meanwhile serves the site afterwards.
pub(crate) fn shown(ws: &Workspace) -> Result<PathBuf> {
    let folder = folder(ws);
    if !is_built(ws) {
        let page = ws.sh.read_file(ws.root.join("www/docs/index.html"))?;
        ws.sh.write_file(folder.join("index.html"), page)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_demo_shows_how_to_build_the_site_until_it_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = root.join("target/xtask/test-of-docs");
        let ws = Workspace {
            sh: xshell::Shell::new().unwrap(),
            root: root.clone(),
            target: target.clone(),
            cache: target.clone(),
        };
        ws.sh.remove_path(&target).unwrap();
        let folder = shown(&ws).unwrap();
        let page = ws.sh.read_file(folder.join("index.html")).unwrap();
        assert!(page.contains("cargo xtask docs"), "{page}");
        for name in ["index.html", "llms.txt"] {
            ws.sh.write_file(folder.join(name), "the site").unwrap();
        }
        assert_eq!(shown(&ws).unwrap(), folder);
        let page = ws.sh.read_file(folder.join("index.html")).unwrap();
        assert_eq!(page, "the site");
        ws.sh.remove_path(&target).unwrap();
    }
}
