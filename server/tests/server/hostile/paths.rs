//! Paths and queries: path traversal, bytes that are not text, invalid parameters. None of them
//! may exist.

use fastrand::Rng;

use super::shapes::request;

type Pieces = Vec<Vec<u8>>;

/// Prefixes that exist, from which a traversal might succeed.
const ROOTS: [&str; 12] = [
    "/",
    "/pkg/",
    "/pkg/dist/",
    "/images/",
    "/v2/",
    "/v2/products/",
    "/v2/images/",
    "/p/",
    "/card/",
    "/01/",
    "/assets/",
    "/.well-known/",
];

/// Files that an attacker would want.
const TARGETS: [&str; 10] = [
    "secret.txt",
    "etc/passwd",
    "catalogue.db",
    "catalogue.db-wal",
    ".env",
    ".git/config",
    "proc/self/environ",
    "link/secret.txt",
    "token",
    "..",
];

/// A step to the parent folder, in every known spelling.
const STEPS: [&str; 20] = [
    "../",
    "%2e%2e/",
    ".%2e/",
    "%2e./",
    "..%2f",
    "%2e%2e%2f",
    "..%5c",
    "..\\",
    "%2e%2e%5c",
    "..%252f",
    "%252e%252e%252f",
    "....//",
    "..;/",
    "..%00/",
    "..%c0%af",
    "%c0%ae%c0%ae/",
    "..%ef%bc%8f",
    "%uff0e%uff0e/",
    "./../",
    "..//",
];

fn pick<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
    list[rng.usize(..list.len())]
}

fn some(rng: &mut Rng, list: &[&str], most: usize) -> String {
    (0..rng.usize(1..=most)).map(|_| pick(rng, list)).collect()
}

fn get(target: impl AsRef<[u8]>, header: &str) -> Pieces {
    vec![request(b"GET", target.as_ref(), &[header])]
}

pub(super) fn steps_out(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let (root, steps) = (pick(rng, &ROOTS), some(rng, &STEPS, 8));
    let end = if rng.bool() { "" } else { "%00.js" };
    get(format!("{root}{steps}{}{end}", pick(rng, &TARGETS)), header)
}

pub(super) fn nulls(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let null: &[u8] = [&b"%00"[..], b"\0", b"%2500", b"%C0%80"][rng.usize(..4)];
    let (root, target) = (pick(rng, &ROOTS), pick(rng, &TARGETS));
    let parts: [&[u8]; 4] = [root.as_bytes(), target.as_bytes(), null, b".png"];
    let mut bytes = parts.concat();
    if rng.bool() {
        bytes.extend(b"?limit=1");
        bytes.extend(null);
    }
    get(bytes, header)
}

pub(super) fn overlong(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const OVERLONG: [&str; 10] = [
        "%c0%ae",
        "%c0%af",
        "%e0%80%ae",
        "%e0%80%af",
        "%f0%80%80%af",
        "%f8%80%80%80%af",
        "%c1%9c",
        "%ed%a0%80",
        "%f5%80%80%80",
        "%ff",
    ];
    let root = pick(rng, &ROOTS);
    get(
        format!("{root}{}{}", some(rng, &OVERLONG, 6), pick(rng, &TARGETS)),
        header,
    )
}

pub(super) fn percent(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const BROKEN: [&str; 9] = [
        "%", "%%", "%2", "%g0", "%0g", "%-1", "%u0041", "%2%65", "%%32%65",
    ];
    let root = pick(rng, &ROOTS);
    get(
        format!(
            "{root}nothing{}/{}",
            some(rng, &BROKEN, 5),
            pick(rng, &TARGETS)
        ),
        header,
    )
}

pub(super) fn raw_bytes(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let mut target = pick(rng, &ROOTS).as_bytes().to_vec();
    target.extend(b"nothing-");
    target.extend((0..rng.usize(1..40)).map(|_| rng.u8(..)));
    get(target, header)
}

pub(super) fn absolute(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let target = match rng.u8(..9) {
        0 => "http://169.254.169.254/latest/meta-data/".to_owned(),
        1 => "http://127.0.0.1:22/".to_owned(),
        2 => "file:///etc/passwd".to_owned(),
        3 => format!("http://user:pass@evil.example/v2/nothing-{}", rng.u32(..)),
        4 => format!("https://evil.example:{}/v2/nothing", rng.u32(..)),
        5 => format!("//evil.example/{}", pick(rng, &TARGETS)),
        6 => format!("gopher://evil.example/{}", some(rng, &STEPS, 4)),
        7 => "evil.example:443".to_owned(),
        _ => format!(
            "http://evil.example/{}{}",
            some(rng, &STEPS, 4),
            pick(rng, &TARGETS)
        ),
    };
    get(target, header)
}

pub(super) fn identifiers(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const IDS: [&str; 12] = [
        "'%20OR%20'1'='1",
        "%22;DROP%20TABLE%20product;--",
        "-1",
        "1e309",
        "NaN",
        "99999999999999999999999999",
        "%7B%22$gt%22:%22%22%7D",
        "%24%7Bjndi:ldap://a%7D",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "%0d%0aSet-Cookie:%20a=b",
        "__proto__",
        "%E2%80%AE%F0%9F%A5%9B",
    ];
    let (id, number) = (pick(rng, &IDS), rng.u32(..));
    let target = match rng.u8(..7) {
        0 => format!("/v2/products/{id}{number}"),
        1 => format!("/v2/images/{id}{number}"),
        2 => format!("/v2/images/{id}{number}/feature"),
        3 => format!("/v2/manufacturers/{id}"),
        4 => format!("/v2/manufacturers/{id}/brands/{number}"),
        5 => format!("/card/{id}{number}"),
        _ => format!("/images/{id}{number}.png"),
    };
    get(target, header)
}

pub(super) fn gtins(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const DIGITS: [&str; 6] = ["%D9%A3", "%EF%BC%91", "x", "%20", "-", "%2B"];
    // A prefix of nines belongs to no product, except by a supplier's mistake.
    let mut gtin = format!("{:013}", 9_990_000_000_000 + rng.u64(..10_000_000_000));
    match rng.u8(..4) {
        0 => gtin.insert_str(rng.usize(..gtin.len()), pick(rng, &DIGITS)),
        1 => gtin = "9".repeat(rng.usize(1..3000)),
        2 => gtin.truncate(rng.usize(..8)),
        _ => {}
    }
    let target = match rng.u8(..6) {
        0 => format!("/v2/products/gtin/{gtin}"),
        1 => format!("/p/{gtin}"),
        2 => format!("/card/gtin/{gtin}"),
        3 => format!("/01/{gtin}"),
        4 => format!("/01/{gtin}/10/{}/21/%00?linkType=all", some(rng, &STEPS, 5)),
        _ => format!("/01/{gtin}?linkType={}", some(rng, &STEPS, 5)),
    };
    get(target, header)
}

pub(super) fn long(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let length = rng.usize(8_193..120_000);
    let filler = ["a", "%41", "/", "../", "a/", "?", "&a=b", "%F0%9F%A5%9B"][rng.usize(..8)];
    let filler = filler.repeat(length / filler.len() + 1);
    let root = ["/v2/products/", "/v2/products?cursor=", "/p/", "/nothing/"][rng.usize(..4)];
    get(format!("{root}{filler}"), header)
}

pub(super) fn parameters(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    let path = [
        "/v2/products",
        "/v2/manufacturers",
        "/v2/images/nothing",
        "/v2/products/nothing",
    ];
    let path = pick(rng, &path);
    let query = match rng.u8(..9) {
        0 => format!("token={}", rng.u64(..)),
        1 => "sort=changed_at&sort=changed_at".to_owned(),
        2 => format!(
            "limit={}",
            ["-1", "0", "1e9", "-9999999999999999999", "%00"][rng.usize(..5)]
        ),
        3 => format!(
            "filter[{}]=1",
            ["", "x", "__proto__", "manufacturer][a"][rng.usize(..4)]
        ),
        4 => format!(
            "page={}",
            ["-1", "0", "x", "1.5", "%F0", "9999999999999999999"][rng.usize(..6)]
        ),
        5 => "a=b&".repeat(rng.usize(1..1500)),
        6 => format!(
            "filter[changed_at]={}:2024",
            ["ge", "", "gt:gt", "'"][rng.usize(..4)]
        ),
        7 => format!("sort={}%27--", rng.u32(..)),
        _ => format!("count=1%26count={}", rng.u32(..)),
    };
    get(format!("{path}?{query}"), header)
}

pub(super) fn cursors(rng: &mut Rng, header: &str, _: &str) -> Pieces {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let length = if rng.bool() {
        rng.usize(1..120)
    } else {
        rng.usize(120..8_000)
    };
    let letters: String = (0..length)
        .map(|_| char::from(LETTERS[rng.usize(..LETTERS.len())]))
        .collect();
    let more = [
        "",
        "&limit=500",
        "&count=1",
        "&sort=-changed_at",
        "%00",
        "=",
    ][rng.usize(..6)];
    get(format!("/v2/products?cursor={letters}{more}"), header)
}
