//! The scripts that shops include: each knows the gateway that serves it, whose address is the folder
//! of its own. So one line of HTML is all that a page needs, also where a proxy serves the gateway
//! below a path, and no address is taken from a request.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::Options;
use product_pool_http::Representation;
use product_pool_http::responses::answer::tagged;
use product_pool_http::responses::security::Kind;

const CARD: &str = "/card.js";
const AUTO: &str = "/auto.js";

/// The paths of the scripts, each with the module of the package that it includes.
const MODULES: [(&str, &str); 5] = [
    (CARD, "card.js"),
    ("/matrix.js", "matrix.js"),
    ("/changes.js", "changes-view.js"),
    ("/scanner.js", "scanner.js"),
    (AUTO, "auto.js"),
];

pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(path, _)| *path)
}

/// The script names the release, whose own files are cached for ever.
const CONTROL: &str = "public, max-age=300, stale-while-revalidate=3600";

/// The routes of the scripts; none if the package's files are not served.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(options: &Options) -> Router<S> {
    let Some(card) = options.card_script() else {
        return Router::new();
    };
    let release = options.release.clone().filter(|_| options.script.is_none());
    MODULES
        .iter()
        .fold(Router::new(), |routes, (path, module)| {
            let release = release.clone().filter(|_| *path == CARD);
            let address = |module| beside(&card, module);
            let text = entry(&address(module), &address("card.js"), *path == AUTO);
            let script: Arc<Representation> = Arc::new(Bytes::from(text).into());
            let answer = async move |headers: HeaderMap| {
                let whole = release.and_then(|it| it.respond_with_entry(&headers, CONTROL));
                public(whole.unwrap_or_else(|| answer(&headers, (*script).clone())))
            };
            routes.route(path, get(answer))
        })
}

fn answer(headers: &HeaderMap, script: Representation) -> Response {
    let mime = HeaderValue::from_static("text/javascript; charset=utf-8");
    Kind::Script.mark(tagged(headers, mime, CONTROL, script))
}

/// Pages of all origins may run a script, as the files that it imports.
fn public(response: Response) -> Response {
    ([(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")], response).into_response()
}

/// A script that includes a module of the package. The element reads the gateway's address
/// (`gateway` in pkg/src/shared/page.ts) after its module has run, when the first of them is drawn.
/// All other modules import the card's, which is requested at once.
fn entry(module: &str, card: &str, is_placed: bool) -> String {
    let card = match module == card {
        true => String::new(),
        false => format!("import {card:?};\n"),
    };
    let include = match is_placed {
        true => format!(
            "import {{ placeCard }} from {module:?};\n\
             placeCard(new URL(import.meta.url).searchParams);\n"
        ),
        false => format!("export * from {module:?};\n"),
    };
    format!(
        "globalThis[Symbol.for(\"product-pool.gateway\")] ??= new URL(\".\", import.meta.url).href;\n\
         {card}{include}"
    )
}

/// The address of a module beside the card's. That of a release is below the gateway's own.
fn beside(card: &str, module: &str) -> String {
    let folder = card.rfind('/').map_or("", |end| &card[..=end]);
    let relative = if card.starts_with("/assets/") {
        "."
    } else {
        ""
    };
    format!("{relative}{folder}{module}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_lie_beside_the_card() {
        for (card, matrix) in [
            (
                "/assets/0123456789abcdef/card.js",
                "./assets/0123456789abcdef/matrix.js",
            ),
            ("/pkg/card.js", "/pkg/matrix.js"),
            (
                "https://cdn.example/pool/card.js",
                "https://cdn.example/pool/matrix.js",
            ),
        ] {
            assert_eq!(beside(card, "matrix.js"), matrix);
        }
    }

    #[test]
    fn a_script_tells_the_elements_which_gateway_serves_it() {
        let card = entry("./assets/a/card.js", "./assets/a/card.js", false);
        let sets = "globalThis[Symbol.for(\"product-pool.gateway\")] ??= \
                    new URL(\".\", import.meta.url).href;\n";
        assert_eq!(
            card,
            format!("{sets}export * from \"./assets/a/card.js\";\n")
        );
        let auto = entry("./a/auto.js", "./a/card.js", true);
        assert!(auto.starts_with(&format!("{sets}import \"./a/card.js\";\n")));
    }
}
