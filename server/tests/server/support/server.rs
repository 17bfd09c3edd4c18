//! The server as a child process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::Value;

use super::response::raw;
use super::{Response, program, request, wait_until, with_constants};

/// A running server, which is killed on drop.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) host: String,
    pub(crate) token: String,
    /// The address of its probes, if they have their own.
    pub(crate) ops: String,
    log: Log,
}

/// A server's log, which a thread collects until the server has ended.
struct Log {
    text: Arc<Mutex<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    fn of(child: &mut Child) -> Log {
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let text = Arc::<Mutex<String>>::default();
        let shared = text.clone();
        let thread = std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *shared.lock().unwrap() += &(line + "\n");
            }
        });
        Log {
            text,
            thread: Some(thread),
        }
    }

    /// The log of a server that has ended.
    fn whole(&mut self) -> String {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        self.text.lock().unwrap().clone()
    }
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
        let mut log = Log::of(&mut child);
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
            panic!("no address but {line:?}; {}", log.whole());
        };
        Server {
            child,
            host: host.to_owned(),
            token: String::new(),
            ops: ops.trim_end().trim_start_matches("http://").to_owned(),
            log,
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

    /// Waits until a line of the log contains a text.
    pub(crate) fn wait_for_log(&self, text: &str) {
        self.wait_for_log_lines(text, 1);
    }

    /// Waits until so many lines of the log contain a text, and asserts that no more do.
    pub(crate) fn wait_for_log_lines(&self, text: &str, expected: usize) {
        let what = format!("{expected} lines of the log with {text}");
        wait_until(&what, || {
            let log = self.log.text.lock().unwrap();
            let count = log.lines().filter(|line| line.contains(text)).count();
            assert!(count <= expected, "{count} lines with {text}: {log}");
            count == expected
        });
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
        (status.code(), self.log.whole())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let status = self.child.wait();
        // A test that fails shows how the server ended, and its log.
        if std::thread::panicking() {
            eprintln!("the server ended with {status:?}: {}", self.log.whole());
        }
    }
}
