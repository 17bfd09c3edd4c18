//! The files of `deploy/`, and the programs that they are for.

use std::net::TcpListener;
use std::process::{Child, Command};

use crate::support::wait_until;

/// A file of `deploy/`.
macro_rules! recipe {
    ($name:literal) => {
        include_str!(concat!("../../../../deploy/", $name))
    };
}
pub(super) use recipe;

/// The path of a program of Debian's, if it is installed. Not all users have the second folder
/// in their PATH.
pub(super) fn find_program(name: &str, version: &str) -> Option<String> {
    let found = [name.to_owned(), format!("/usr/sbin/{name}")]
        .into_iter()
        .find(|program| Command::new(program).arg(version).output().is_ok());
    if found.is_none() {
        eprintln!("{name} is not installed: skipped");
    }
    found
}

/// A free address of this machine.
pub(super) fn free_address() -> String {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().to_string()
}

/// The port of an address.
pub(super) fn port(host: &str) -> &str {
    host.rsplit(':').next().unwrap()
}

/// A proxy that runs until the end of the test.
pub(super) struct Proxy(Child);

impl Proxy {
    /// Starts the proxy and waits until it listens.
    pub(super) fn start(command: &mut Command, host: &str) -> Proxy {
        let mut child = command.spawn().unwrap();
        wait_until("the proxy listens", || {
            if let Some(status) = child.try_wait().unwrap() {
                let mut message = String::new();
                let stderr = child.stderr.take();
                let _ =
                    stderr.map(|mut pipe| std::io::Read::read_to_string(&mut pipe, &mut message));
                panic!("it ended with {status}: {message}");
            }
            std::net::TcpStream::connect(host).is_ok()
        });
        Proxy(child)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}
