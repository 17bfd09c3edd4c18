//! A mock upstream that sends the given bytes and records its requests.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use serde_json::Value;

use crate::support::{PATIENCE, machine};

/// A recorded request.
#[derive(Clone, Debug)]
pub(crate) struct RecordedRequest {
    pub(crate) target: String,
    /// The headers, with names in lower case.
    pub(crate) headers: Vec<(String, String)>,
}

impl RecordedRequest {
    /// The last segment of the path.
    pub(crate) fn name(&self) -> &str {
        let path = self.target.split('?').next().unwrap();
        path.rsplit('/').next().unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(header, _)| header == name)
            .map(|(_, value)| value.as_str())
    }
}

type Script = Arc<dyn Fn(&RecordedRequest) -> Vec<u8> + Send + Sync>;

struct State {
    script: Mutex<Script>,
    requests: Mutex<Vec<RecordedRequest>>,
    received: Condvar,
}

pub(crate) struct Upstream {
    pub(crate) host: String,
    state: Arc<State>,
}

impl Upstream {
    /// An upstream that responds with the script's bytes, one request for each connection.
    pub(crate) fn new(
        script: impl Fn(&RecordedRequest) -> Vec<u8> + Send + Sync + 'static,
    ) -> Upstream {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let state = Arc::new(State {
            script: Mutex::new(Arc::new(script)),
            requests: Mutex::default(),
            received: Condvar::new(),
        });
        let served = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, state) = (stream.unwrap(), served.clone());
                std::thread::spawn(move || respond(stream, &state));
            }
        });
        Upstream { host, state }
    }

    /// Replaces the script.
    pub(crate) fn respond_with(
        &self,
        script: impl Fn(&RecordedRequest) -> Vec<u8> + Send + Sync + 'static,
    ) {
        *self.state.script.lock().unwrap() = Arc::new(script);
    }

    /// All requests so far.
    pub(crate) fn requests(&self) -> MutexGuard<'_, Vec<RecordedRequest>> {
        self.state.requests.lock().unwrap()
    }

    pub(crate) fn count(&self) -> usize {
        self.requests().len()
    }

    /// Waits until it has received this many requests.
    pub(crate) fn wait_for_requests(&self, count: usize) {
        let requests = self.requests();
        let (requests, _) = self
            .state
            .received
            .wait_timeout_while(requests, PATIENCE, |requests| requests.len() < count)
            .unwrap();
        assert!(
            requests.len() >= count,
            "received only {} requests of {count} ({})",
            requests.len(),
            machine()
        );
    }
}

fn respond(stream: TcpStream, state: &State) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let Some(Ok(first)) = lines.next() else {
        return;
    };
    let headers = lines
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_ascii_lowercase(), value.to_owned()))
        })
        .collect();
    let request = RecordedRequest {
        target: first.split(' ').nth(1).unwrap().to_owned(),
        headers,
    };
    // Before the request counts: a test that has waited for it may replace the script.
    let script = state.script.lock().unwrap().clone();
    state.requests.lock().unwrap().push(request.clone());
    state.received.notify_all();
    let bytes = script(&request);
    // The gateway may have closed the connection already.
    let _ = (&stream).write_all(&bytes);
}

/// A response with a status, headers and a body with its `Content-Length`.
pub(crate) fn reply(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!(
        "HTTP/1.1 {status} Whatever\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

pub(crate) fn ok(body: &Value, headers: &[(&str, &str)]) -> Vec<u8> {
    let headers = [&[("content-type", "application/json")], headers].concat();
    reply(200, &headers, body.to_string().as_bytes())
}

/// A gate that holds responses back until it is opened.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub(crate) fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    pub(crate) fn wait(&self) {
        let closed = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(closed, |open| !*open).unwrap());
    }
}
