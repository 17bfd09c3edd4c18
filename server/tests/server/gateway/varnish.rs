//! Behind Varnish, by the recipe of the documentation. Only where Varnish is
//! installed: it comes with Debian.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::upstream::{ok, reply};
use super::{dealt, gateway, generous, product};
use crate::support::{Response, Server, program};

const RECIPES: &str = include_str!("../../../../docs/gateway.md");

/// Varnish before a gateway.
struct Varnish {
    child: Child,
    /// Where it listens, to be asked as a server is.
    host: String,
    _folder: tempfile::TempDir,
}

impl Varnish {
    fn before(gateway: &Server) -> Option<Varnish> {
        // Not all users have the second one's folder on PATH.
        let Some(varnishd) = ["varnishd", "/usr/sbin/varnishd"]
            .into_iter()
            .find(|it| Command::new(it).arg("-V").output().is_ok())
        else {
            eprintln!("there is no varnishd here: nothing is tested");
            return None;
        };
        let (_, recipe) = RECIPES.split_once("```vcl\n").unwrap();
        let (recipe, _) = recipe.split_once("```").unwrap();
        let port = gateway.host.rsplit(':').next().unwrap();
        let vcl = recipe.replace("8080", port);
        assert!(vcl.contains(&format!(".port = \"{port}\"")));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recipe.vcl");
        std::fs::write(&file, vcl).unwrap();
        // Varnish does not tell which port it took.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = free.local_addr().unwrap().to_string();
        drop(free);
        let mut child = Command::new(varnishd)
            .args(["-F", "-j", "none", "-s", "malloc,32m", "-a", &host])
            .arg("-n")
            .arg(folder.path().join("varnish"))
            .arg("-f")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while std::net::TcpStream::connect(&host).is_err() {
            if let Some(status) = child.try_wait().unwrap() {
                let mut said = String::new();
                let _ = std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said);
                panic!("varnishd ended with {status}: {said}");
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        Some(Varnish {
            child,
            host,
            _folder: folder,
        })
    }

    fn ask(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        crate::support::request(&self.host, method, target, headers)
    }
}

impl Drop for Varnish {
    fn drop(&mut self) {
        let _ = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        let _ = self.child.wait();
    }
}

/// Whether Varnish had it: then it names the request that brought it, too.
fn is_hit(response: &Response) -> bool {
    response.header("x-varnish").unwrap().contains(' ')
}

#[test]
fn varnish_caches_what_it_may_and_nothing_else() {
    let upstream = generous();
    let gateway = gateway(&upstream.host, &["--fresh", "3600", "--missing", "3600"]);
    let Some(varnish) = Varnish::before(&gateway) else {
        return;
    };
    const A: &str = "/v2/products/a";
    let first = varnish.ask("GET", A, &[]);
    assert_eq!(dealt(&first), "fwd=uri-miss; fwd-status=200; stored");
    assert!(!is_hit(&first));
    // What a client sends along does not split the cache, and goes no further.
    let own = [("cookie", "a=b"), ("authorization", "Bearer of-a-page")];
    let again = varnish.ask("GET", A, &own);
    assert!(is_hit(&again));
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.header("cache-control"), first.header("cache-control"));
    assert!(again.header("age").is_some());
    let tag = first.header("etag").unwrap();
    assert_eq!(again.header("etag"), Some(tag), "it stays a strong tag");
    let known = varnish.ask("GET", A, &[("if-none-match", tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    let head = varnish.ask("HEAD", A, &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(upstream.count(), 1);

    upstream.now(|_| reply(404, &[], br#"{"errors":[]}"#));
    for hit in [false, true] {
        let missing = varnish.ask("GET", "/v2/products/missing", &[]);
        assert_eq!((missing.status, is_hit(&missing)), (404, hit));
    }
    for script in [
        |_: &_| reply(400, &[], br#"{"errors":[]}"#),
        |_: &_| reply(500, &[], b""),
        |_: &_| reply(403, &[], br#"{"errors":[]}"#),
    ] {
        let target = format!("/v2/products/failing-{}", upstream.count());
        upstream.now(script);
        let failed = varnish.ask("GET", &target, &[]);
        assert!(failed.status >= 400);
        upstream.now(|asked| ok(&product(asked.name()), &[]));
        // The gateway does not repeat at once what failed.
        if let Some(wait) = failed.header("retry-after") {
            let wait = Duration::from_secs(wait.parse().unwrap());
            std::thread::sleep(wait);
        }
        assert_eq!(varnish.ask("GET", &target, &[]).status, 200, "{target}");
    }
    assert_eq!(varnish.ask("GET", "/v2/nothing", &[]).status, 404);
    assert_eq!(varnish.ask("GET", "/admin", &[]).status, 404);
}

#[test]
fn varnish_tells_origins_apart() {
    let upstream = generous();
    let shops = ["https://one.example", "https://two.example"];
    let mut command = program();
    command
        .args(["serve", "--upstream", &format!("http://{}", upstream.host)])
        .args([
            "--listen",
            "127.0.0.1:0",
            "--follow",
            "0",
            "--no-upstream-token",
        ])
        .args(["--cors-origin", shops[0], "--cors-origin", shops[1]])
        .env("NO_PROXY", "127.0.0.1");
    let gateway = Server::of(command);
    let Some(varnish) = Varnish::before(&gateway) else {
        return;
    };
    for hit in [false, true] {
        for shop in shops {
            let answer = varnish.ask("GET", "/v2/products/a", &[("origin", shop)]);
            assert_eq!(answer.header("access-control-allow-origin"), Some(shop));
            assert_eq!(is_hit(&answer), hit, "{shop}");
        }
        let other = varnish.ask("GET", "/v2/products/a", &[("origin", "https://x.example")]);
        assert_eq!(other.header("access-control-allow-origin"), None);
    }
}
