//! The server as a child process, and a minimal HTTP client that sends exactly the given
//! bytes, which other clients refuse to do.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use product_pool_store::Writer;
use serde_json::{Value, json};

/// The program, without arguments.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_product-pool-server"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PRODUCT_POOL_") {
            command.env_remove(name);
        }
    }
    command
}

/// Constants of the server that tests change as if they were options, such as `--stale 0`. The
/// program has no such options: `with_constants` puts them into the variable for tests.
const CONSTANTS: [&str; 12] = [
    "--burst",
    "--cache-memory",
    "--follow",
    "--head-timeout",
    "--max-products",
    "--mirror-reconcile",
    "--missing",
    "--shutdown-timeout",
    "--stale",
    "--upstream-connections",
    "--upstream-limit",
    "--upstream-timeout",
];

/// The command with the constants among its arguments in the variable of
/// `server/src/constants.rs`.
pub(crate) fn with_constants(command: Command) -> Command {
    let mut changed = Command::new(command.get_program());
    let mut constants = Vec::new();
    let mut arguments = command.get_args();
    while let Some(argument) = arguments.next() {
        let name = argument.to_str().filter(|name| CONSTANTS.contains(name));
        let Some(name) = name else {
            changed.arg(argument);
            continue;
        };
        let value = arguments.next().unwrap().to_str().unwrap();
        constants.push(format!("{}={value}", &name[2..]));
    }
    if constants.is_empty() {
        return command;
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => changed.env(name, value),
            None => changed.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        changed.current_dir(folder);
    }
    changed.env("PRODUCT_POOL_TEST_CONSTANTS", constants.join(" "));
    changed
}

/// Runs the program until it ends.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with a catalogue in it.
pub(crate) struct Catalogue {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) db: PathBuf,
}

impl Catalogue {
    /// A folder without a catalogue.
    pub(crate) fn absent() -> Catalogue {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("catalogue.db");
        Catalogue { folder, db }
    }

    /// A catalogue with those records, all of which must be accepted.
    pub(crate) fn with(records: &[Value]) -> Catalogue {
        let catalogue = Catalogue::absent();
        catalogue.import(records);
        catalogue
    }

    /// A catalogue of generated products, made with those options of `seed`. Making one takes
    /// seconds, so tests with the same options get copies of one file.
    pub(crate) fn seeded(options: &[&str]) -> Catalogue {
        static MADE: Mutex<BTreeMap<String, Arc<OnceLock<Vec<u8>>>>> = Mutex::new(BTreeMap::new());
        let made = {
            let mut made = MADE.lock().unwrap();
            made.entry(options.join(" ")).or_default().clone()
        };
        let file = made.get_or_init(|| {
            let catalogue = Catalogue::absent();
            let output = run(&[&["seed", "--db", catalogue.db()], options].concat());
            assert!(output.status.success(), "{}", stderr(&output));
            std::fs::read(&catalogue.db).unwrap()
        });
        let catalogue = Catalogue::absent();
        catalogue.file("catalogue.db", file);
        catalogue
    }

    pub(crate) fn db(&self) -> &str {
        self.db.to_str().unwrap()
    }

    /// Writes a file that only its owner can read into the folder.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        set_mode(&path, 0o600);
        path
    }

    pub(crate) fn import(&self, records: &[Value]) {
        let lines: Vec<String> = records.iter().map(Value::to_string).collect();
        let output = self.import_text(&lines.join("\n"), &[]);
        assert!(output.status.success(), "{}", stderr(&output));
    }

    /// Imports a text from stdin.
    pub(crate) fn import_text(&self, text: &str, options: &[&str]) -> Output {
        let mut child = program()
            .args(["import", "-", "--db", self.db()])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = text.to_owned();
        let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }

    /// Creates a token and returns its value.
    pub(crate) fn token(&self, name: &str) -> String {
        let output = run(&["token", "add", name, "--db", self.db()]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).trim_end().to_owned()
    }

    /// Creates a token of a wholesaler and returns its value.
    pub(crate) fn wholesaler_token(&self, name: &str, wholesaler: u32) -> String {
        let writer = Writer::open(&self.db).unwrap();
        let token = writer.add_token(name, Some(wholesaler));
        writer.commit().unwrap();
        token.unwrap()
    }

    /// Serves the catalogue, with a new token.
    pub(crate) fn serve(&self) -> Server {
        let token = self.token("tests");
        let mut server = Server::start(&self.db, &[]);
        server.token = token;
        server
    }
}

/// Sets the permissions of a file, on systems that have them.
pub(crate) fn set_mode(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// A running server, which is killed on drop.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) host: String,
    pub(crate) token: String,
    /// The address of its probes, if they have their own.
    pub(crate) ops: String,
    /// The thread that collects its log until it has ended.
    log: Option<std::thread::JoinHandle<String>>,
}

impl Server {
    /// Starts a server on a free local port.
    pub(crate) fn start(db: &Path, options: &[&str]) -> Server {
        Server::listening(db, "127.0.0.1:0", options)
    }

    pub(crate) fn listening(db: &Path, listen: &str, options: &[&str]) -> Server {
        let mut command = program();
        command.args(["serve", "--db", db.to_str().unwrap(), "--listen", listen]);
        command.args(options);
        Server::spawn(command)
    }

    /// Starts a command as a server, with the log at its most detailed.
    pub(crate) fn spawn(command: Command) -> Server {
        let mut command = with_constants(command);
        if !command.get_args().any(|argument| argument == "--log") {
            command.args(["--log", "debug"]);
        }
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let mut ops = String::new();
        if command
            .get_args()
            .any(|argument| argument == "--ops-listen")
        {
            stdout.read_line(&mut ops).unwrap();
        }
        let address = line.trim_end().split_once("://");
        let Some(("http" | "https", host)) = address else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("no address but {line:?}; {}", log.join().unwrap());
        };
        Server {
            child,
            host: host.to_owned(),
            token: String::new(),
            ops: ops.trim_end().trim_start_matches("http://").to_owned(),
            log: Some(log),
        }
    }

    /// GET with the token.
    pub(crate) fn get(&self, target: &str) -> Response {
        self.request(
            "GET",
            target,
            &[("authorization", &format!("Bearer {}", self.token))],
        )
    }

    /// GET of JSON; the response must be a success.
    pub(crate) fn json(&self, target: &str) -> Value {
        let response = self.get(target);
        assert_eq!(response.status, 200, "{target}: {}", response.text());
        response.json()
    }

    /// Any request, exactly as given.
    pub(crate) fn request(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        request(&self.host, method, target, headers)
    }

    /// Sends bytes and reads the response to its end.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Response {
        raw(&self.host, bytes)
    }

    /// GET of a probe at its own address.
    pub(crate) fn probe(&self, target: &str) -> Response {
        request(&self.ops, "GET", target, &[])
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status();
        assert!(kill.unwrap().success());
    }

    /// Sends a signal and waits for the end; returns the exit code and the log.
    pub(crate) fn stop(self, signal: &str) -> (Option<i32>, String) {
        self.signal(signal);
        self.wait()
    }

    /// Waits for the end; returns the exit code and the log.
    pub(crate) fn wait(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().unwrap();
        (status.code(), self.log.take().unwrap().join().unwrap())
    }
}

/// Any request to any server, exactly as given.
pub(crate) fn request(
    host: &str,
    method: &str,
    target: &str,
    headers: &[(&str, &str)],
) -> Response {
    let mut text = format!("{method} {target} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        text += &format!("host: {host}\r\n");
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    raw(host, format!("{text}\r\n").as_bytes())
}

fn raw(host: &str, bytes: &[u8]) -> Response {
    let mut stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(bytes).unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    Response::parse(&response)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let status = self.child.wait();
        // A test that fails shows how the server ended, and its log.
        if std::thread::panicking()
            && let Some(Ok(log)) = self.log.take().map(std::thread::JoinHandle::join)
        {
            eprintln!("the server ended with {status:?}: {log}");
        }
    }
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// Decodes a chunked body.
fn decode_chunked(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = chunks.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = std::str::from_utf8(&chunks[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[end + 2..][..length]);
        chunks = &chunks[end + 2 + length + 2..];
    }
}

impl Response {
    fn parse(bytes: &[u8]) -> Response {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut response = Response {
            status,
            headers,
            body: bytes[end + 4..].to_vec(),
        };
        if let Some(how) = response.header("transfer-encoding") {
            assert_eq!(how, "chunked");
            // Only bodies that are compressed while they are sent have no known length.
            assert!(response.header("content-encoding").is_some());
            response.body = decode_chunked(&response.body);
        }
        response
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{}",
            self.text()
        );
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Asserts the form of all errors but 401, and returns the error's code.
    pub(crate) fn problem(&self) -> String {
        let body = self.json();
        let errors = body["errors"]
            .as_array()
            .unwrap_or_else(|| panic!("{body}"));
        assert_eq!(
            (errors.len(), body.as_object().unwrap().len()),
            (1, 1),
            "{body}"
        );
        let error = errors[0].as_object().unwrap();
        let names: Vec<&str> = error.keys().map(String::as_str).collect();
        assert_eq!(names, ["status", "code", "title", "detail"], "{body}");
        assert!(
            error
                .values()
                .all(|value| value.as_str().is_some_and(|text| !text.is_empty()))
        );
        assert_eq!(error["status"], self.status.to_string(), "{body}");
        error["code"].as_str().unwrap().to_owned()
    }
}

/// A full product with the fields that lists need; `changes` replaces top-level members.
pub(crate) fn product(pool_id: &str, changes: Value) -> Value {
    let mut product = json!({
        "pool_id": pool_id, "standardised_name": "Milk", "status": "published",
        "version": "1", "changed_at": "2024-07-02 14:25:26", "latest_version": "1",
        "change_reason": null, "change_type": 1, "reviewed_at": "2024-07-02 14:25:26",
        "parent_id": null, "replaced_by": [], "codes": [],
        "general": {
            "manufacturer_product_name": "Whole Milk", "product_name": "Whole Milk 2 l",
            "manufacturer": 12, "manufacturer_name": "Meadow Dairies",
            "manufacturer_address": "1 Meadow Lane", "label": 0, "label_name": null,
            "label_code": null, "brand": 7, "brand_name": "Meadow", "schema": "food",
            "schema_name": "Food", "manufacturer_product_code": "!@£ppp",
            "manufacturer_version_number": "4"
        },
        "outer": {"traded_unit_gtin": "9520000000016", "value_added_tax_rate": null},
        "components": [{
            "general": {"component_name": "Milk", "component_uuid": "u-1"},
            "allergens": {"contains_milk": {"value": 1, "description": "Yes"}},
            "inner": {"internal_gtin": "9520000000023", "manufacturers_component_code": "c1"}
        }]
    });
    merge(&mut product, changes);
    product
}

/// Merges the members of `changes` into `value`, recursively.
fn merge(value: &mut Value, changes: Value) {
    match (value, changes) {
        (Value::Object(members), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(members.entry(name).or_insert(Value::Null), change);
            }
        }
        (value, change) => *value = change,
    }
}

/// The identifiers of a list's products.
pub(crate) fn ids(list: &Value) -> Vec<String> {
    let data = list["data"].as_array().unwrap();
    data.iter()
        .map(|item| item["pool_id"].as_str().unwrap().to_owned())
        .collect()
}

/// Percent-encodes a text for a query or a path.
pub(crate) fn percent_encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}
