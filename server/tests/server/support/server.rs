//! The server as a child process.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::response::raw;
use super::{Response, program, request, with_constants};

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
